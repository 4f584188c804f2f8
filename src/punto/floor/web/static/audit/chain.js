/** Draws the chain with its beginning, its checkpoints, the last exported head and the present head. */

import { h, replaceChildren, s } from '../shared/dom.js';
import { openDialog, timeOf } from '../staff/frame.js';
import { get } from '../staff/client.js';
import { say, t } from '../shared/messages.js';

const [WIDTH, LINE] = [640, 20];
const DIAMONDS = 15;
const figures = new Intl.NumberFormat('en-SG');
export const count = (value) => figures.format(value);

export class Chain {
  constructor(check) {
    this.check = check;
    this.verdict = h('div', { class: 'verdict' });
    this.picture = h('div', { class: 'chain-picture' });
    this.parts = h('div', { class: 'chain-parts' });
    this.node = h(
      'section',
      { class: 'panel chain', 'aria-label': t('audit.chain') },
      this.verdict,
      this.picture,
      this.parts,
    );
  }

  async show(told) {
    this.told = told;
    this.verification(told.verification);
    const { exported } = told;
    const listed = exported ? ((await get('audit/checkpoints')).checkpoints ?? []) : [];
    replaceChildren(this.picture, drawChain(told, listed));
    const books = told.verification.answer?.books;
    replaceChildren(
      this.parts,
      part(
        t('audit.entries'),
        count(told.entries),
        t('audit.streams', { count: told.streams.length }),
      ),
      part(
        t('audit.exported'),
        exported
          ? h('b', { class: 'mono' }, `${exported.sequence} · ${count(exported.entries)}`)
          : '–',
        told.export_failure
          ? t('audit.export-failed', { why: told.export_failure })
          : exported
            ? t('audit.exported-at', { time: timeOf(exported.at), key: told.key.slice(0, 8) })
            : t('audit.not-exported'),
      ),
      part(
        t('audit.books'),
        books ? t(books.agree ? 'audit.books-agree' : 'audit.books-differ') : t('audit.books-open'),
        books
          ? books.agree
            ? t('audit.books-rounds', { rounds: books.rounds })
            : say(books.findings[0] ?? '')
          : t('audit.books-why'),
      ),
      part(
        t('audit.programs'),
        t(told.self_check.differs.length ? 'audit.programs-differ' : 'audit.programs-whole'),
        told.self_check.differs[0] ??
          t('audit.programs-checked', {
            files: told.self_check.files,
            time: timeOf(told.self_check.at),
          }),
      ),
    );
  }

  verification(state) {
    const { answer } = state;
    if (state.running) {
      replaceChildren(
        this.verdict,
        h('b', { class: 'big' }, t('audit.checking')),
        h('small', {}, t('audit.checking-far', { done: state.checked, of: state.of })),
        h('progress', {
          max: Math.max(1, state.of),
          value: state.checked,
          'aria-label': t('audit.checking'),
        }),
      );
      return;
    }
    if (!answer) {
      replaceChildren(
        this.verdict,
        h('b', { class: 'big' }, t('audit.not-checked')),
        state.failure ? h('small', {}, t('audit.check-failed', { why: state.failure })) : null,
        h('small', {}, h('kbd', {}, 'H'), ' ', t('audit.key.chain')),
      );
      return;
    }
    replaceChildren(
      this.verdict,
      h(
        'b',
        { class: 'big' },
        answer.is_whole ? tick() : null,
        answer.is_whole ? say(answer.words) : t('audit.broken'),
      ),
      h(
        'small',
        {},
        answer.is_whole
          ? t('audit.checked-at', { time: timeOf(answer.at), seconds: answer.seconds })
          : say(answer.words),
      ),
    );
  }

  /** The checkpoints that were exported, the newest first. */
  async list() {
    const told = (await get('audit/checkpoints')).checkpoints ?? [];
    const rows = [...told]
      .reverse()
      .map((each) =>
        h(
          'tr',
          {},
          h('td', { class: 'num' }, count(each.sequence)),
          h('td', {}, each.at.replace('T', ' ').replace('Z', '')),
          h('td', { class: 'num' }, count(each.entries)),
          h('td', { class: 'mono' }, each.software.slice(0, 12)),
        ),
      );
    const head = h(
      'tr',
      {},
      ...['number', 'time', 'entries', 'software'].map((name, i) =>
        h('th', { scope: 'col', class: i % 2 ? '' : 'num' }, t(`audit.checkpoint.${name}`)),
      ),
    );
    openDialog(
      t('audit.checkpoints'),
      rows.length
        ? h('table', { class: 'grid' }, h('thead', {}, head), h('tbody', {}, ...rows))
        : h('p', {}, t('audit.not-exported')),
      h('p', { class: 'muted' }, t('audit.public-key')),
      h('p', { class: 'mono key-text' }, this.told?.key ?? ''),
    );
  }
}

const part = (small, big, note) =>
  h(
    'div',
    {},
    h('small', {}, small),
    typeof big === 'string' ? h('b', {}, big) : big,
    h('small', {}, note),
  );

/** A tick, which says with its words that something is as it should be. */
export const tick = () =>
  s(
    'svg',
    { class: 'is-so', viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    s('path', { d: 'M2.5 8.5 6.3 12.3 13.5 4' }),
  );

/** The whole chain as one line; places along it are shares of its entries. */
function drawChain(told, listed) {
  const last = Math.max(1, told.entries);
  const x = (entries) => 8 + (WIDTH - 16) * Math.min(1, entries / last);
  let links = '';
  for (let at = 26; at < WIDTH - 20; at += 10) links += `M${at} ${LINE - 5}v10`;
  const step = Math.max(1, Math.ceil(listed.length / DIAMONDS));
  const some = listed.filter((_, i) => (listed.length - 1 - i) % step === 0);
  const diamonds = some.map((each) =>
    s('path', { class: 'mark', d: `M${x(each.entries)} ${LINE - 9}l9 9 -9 9 -9 -9z` }),
  );
  const { exported } = told;
  return s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} 56`,
      role: 'img',
      'aria-label': t('audit.chain-read', {
        entries: told.entries,
        checkpoints: exported?.sequence ?? 0,
      }),
    },
    s('path', { class: 'line', d: `M8 ${LINE}H${WIDTH - 8}` }),
    s('path', { class: 'links', d: links }),
    s('rect', { class: 'end', x: 1, y: LINE - 7, width: 14, height: 14, rx: 1 }),
    ...diamonds,
    exported
      ? s('path', {
          class: 'out',
          d: `M${Math.min(x(exported.entries), WIDTH - 20)} ${LINE - 15}v30`,
        })
      : null,
    s('rect', { class: 'end', x: WIDTH - 15, y: LINE - 7, width: 14, height: 14, rx: 1 }),
    s('text', { x: 1, y: 51 }, '1'),
    s('text', { x: WIDTH / 2, y: 51, 'text-anchor': 'middle' }, t('audit.chain-words')),
    s(
      'text',
      { x: WIDTH - 1, y: 51, 'text-anchor': 'end' },
      exported
        ? t('audit.chain-heads', { out: exported.entries, head: told.entries })
        : t('audit.chain-head', { head: told.entries }),
    ),
  );
}
