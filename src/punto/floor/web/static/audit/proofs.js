/** Shows the links of an entry, the recomputed result of a round, and the bundle to export. */

import { tick } from './chain.js';
import { h, replaceChildren } from '../shared/dom.js';
import { button, dollars, net, openDialog } from '../staff/frame.js';
import { speak } from '../shared/live-region.js';
import { get, me } from '../staff/client.js';
import { say, t } from '../shared/messages.js';

const PARTS = ['segments', 'given', 'receipts', 'screens', 'checkpoints'];
const kilobytes = (bytes) => t('audit.kb', { size: Math.max(1, Math.round(bytes / 1024)) });

export class Proofs {
  constructor(desk) {
    this.desk = desk;
    this.one = h('section', { class: 'panel pad', 'aria-label': t('audit.entry') });
    this.table = h('section', { class: 'panel pad again', 'aria-label': t('audit.recomputed') });
    this.bundle = h('section', { class: 'panel pad bundle', 'aria-label': t('audit.bundle') });
    this.told = h('p', { class: 'told', role: 'status' });
    this.node = h('div', { class: 'right' }, this.one, this.table, this.bundle);
  }

  /** Shows an entry, once its text and its links are here. */
  async entry(entry) {
    const asked = `${entry.stream}/${entry.number}`;
    this.asked = asked;
    // Until it is here, nothing of the entry before can be opened in its place.
    this.one.querySelector('.text-button')?.remove();
    await new Promise((done) => setTimeout(done, 90));
    if (this.asked !== asked) return;
    const told = await get(`audit/entries/${encodeURIComponent(entry.stream)}/${entry.number}`);
    if (this.asked !== asked) return;
    if (!told.ok) {
      replaceChildren(
        this.one,
        h('h2', { class: 'h' }, t('audit.entry-number', { entry: entry.number })),
        h('p', {}, say(told.words)),
      );
      return;
    }
    const moved = told.transfers.length
      ? t('audit.moved', {
          count: told.transfers.length,
          cents: told.transfers.reduce((sum, each) => sum + each.cents, 0),
        })
      : t('audit.none');
    const rows = [
      ['what', say(told.words)],
      ['by', told.second ? t('audit.with-second', { by: told.by, second: told.second }) : told.by],
      ['at', told.at.replace('T', ' ').replace('Z', '')],
      ['transfers', moved],
      ['before', mono(told.before)],
      ['this', mono(told.hash)],
      ['next', told.next ? mono(told.next) : t('audit.last-entry')],
    ];
    replaceChildren(
      this.one,
      h(
        'div',
        { class: 'head-row' },
        h('h2', { class: 'h' }, t('audit.entry-number', { entry: told.number })),
        h(
          'button',
          { type: 'button', class: 'text-button', on: { click: () => this.raw(told) } },
          t('audit.as-kept'),
        ),
      ),
      h(
        'dl',
        { class: 'facts' },
        ...rows.flatMap(([name, value]) => [
          h('dt', {}, t(`audit.fact.${name}`)),
          h('dd', {}, value),
        ]),
      ),
      h(
        'p',
        { class: 'checked' },
        told.equal ? tick() : null,
        h(
          'span',
          { class: told.equal ? '' : 'refused' },
          t(told.equal ? 'audit.hash-equal' : 'audit.hash-differs'),
        ),
      ),
    );
  }

  /** An entry as its text is kept, and where its money went. */
  raw(told) {
    const rows = told.transfers.map((each) =>
      h(
        'tr',
        {},
        h('td', {}, each.source),
        h('td', {}, each.target),
        h('td', { class: 'num' }, dollars(each.cents)),
        h('td', {}, each.why),
      ),
    );
    const node = openDialog(
      t('audit.entry-number', { entry: told.number }),
      h('ul', { class: 'happens' }, ...told.events.map((words) => h('li', {}, say(words)))),
      rows.length ? h('table', { class: 'grid' }, h('tbody', {}, ...rows)) : null,
      h(
        'pre',
        { class: 'mono raw', tabindex: 0, role: 'region', 'aria-label': t('audit.as-kept') },
        told.raw,
      ),
    );
    node.classList.add('wide');
  }

  show(shown) {
    this.shown = shown;
    replaceChildren(this.told);
    if (!shown) {
      replaceChildren(
        this.table,
        h('h2', { class: 'h' }, t('audit.recomputed')),
        h('p', { class: 'muted' }, t('audit.choose-round')),
      );
      replaceChildren(
        this.bundle,
        h('h2', { class: 'h' }, t('audit.bundle')),
        h('p', { class: 'muted' }, t('audit.choose-round')),
      );
      return;
    }
    replaceChildren(
      this.table,
      h(
        'div',
        { class: 'head-row' },
        h('h2', { class: 'h' }, t('audit.recomputed-round', { round: shown.round })),
        h(
          'button',
          { type: 'button', class: 'text-button', on: { click: () => this.lines() } },
          t('audit.what-proved'),
        ),
      ),
      this.seats(shown.recomputed, shown.is_reversed),
    );
    const { counts, parts, bytes, name } = shown.bundle;
    const rows = PARTS.flatMap((part) => [
      tick(),
      h('span', {}, t(`audit.part.${part}`, counts)),
      h('span', { class: 'muted num' }, kilobytes(parts[part])),
    ]);
    replaceChildren(
      this.bundle,
      h('h2', { class: 'h' }, t('audit.bundle')),
      h('div', { class: 'parts' }, ...rows),
      h('p', { class: 'mono file' }, name),
      h(
        'p',
        { class: 'muted small' },
        t('audit.bundle-words', { key: this.desk.told.key.slice(0, 8), by: me.name }),
      ),
      exportButton(this, bytes),
      this.told,
    );
  }

  seats({ rows, staked_cents: staked, returned_cents: returned }, reversed) {
    if (!rows.length)
      return h('p', { class: 'muted' }, t(reversed ? 'audit.reversed' : 'audit.no-wagers'));
    const head = h(
      'tr',
      {},
      ...['seat', 'staked', 'returned', 'net', 'equal'].map((name, i) =>
        h('th', { scope: 'col', class: i ? 'num' : '' }, t(`audit.seat.${name}`)),
      ),
    );
    const body = rows.map((row) =>
      h(
        'tr',
        {},
        h(
          'th',
          { scope: 'row' },
          row.seat < 0 ? t('audit.chips', { seat: -row.seat }) : String(row.seat),
        ),
        h('td', { class: 'num' }, dollars(row.staked_cents)),
        h('td', { class: 'num' }, dollars(row.returned_cents)),
        h('td', { class: 'num' }, net(row.net_cents)),
        h(
          'td',
          { class: 'num' },
          row.equal
            ? h('span', { class: 'yes' }, tick(), h('span', { class: 'unseen' }, t('audit.yes')))
            : t('audit.no'),
        ),
      ),
    );
    const all = h(
      'tr',
      { class: 'tot' },
      h('th', { scope: 'row' }, t('audit.all')),
      h('td', { class: 'num' }, dollars(staked)),
      h('td', { class: 'num' }, dollars(returned)),
      h('td', { class: 'num' }, net(returned - staked)),
      h('td'),
    );
    return h(
      'div',
      { class: 'seat-scroll', tabindex: 0, role: 'region', 'aria-label': t('audit.recomputed') },
      h('table', { class: 'grid' }, h('thead', {}, head), h('tbody', {}, ...body, all)),
    );
  }

  /** Line by line what the bundle of the round proves. */
  lines() {
    const line = (proof) =>
      h(
        'li',
        { class: proof.proved ? '' : 'given' },
        proof.proved ? tick() : h('i', { class: 'hollow', 'aria-hidden': 'true' }),
        h(
          'span',
          {},
          h('b', {}, t(proof.proved ? 'audit.proved' : 'audit.given')),
          ' ',
          say(proof.words),
        ),
      );
    openDialog(
      t('audit.what-proved'),
      h('ul', { class: 'proof-lines' }, ...this.shown.proofs.map(line)),
    ).classList.add('wide');
  }

  /** Fetches the signed file; that it left the house is kept before it does. */
  async export() {
    if (!this.shown || this.exporting) return;
    this.exporting = true;
    const { table, round, bundle } = this.shown;
    replaceChildren(this.told, t('audit.exporting'));
    try {
      const answer = await fetch(
        `/api/staff/audit/tables/${encodeURIComponent(table)}/rounds/${round}/bundle`,
        {
          method: 'POST',
          headers: { 'x-punto': 'staff', 'content-type': 'application/json' },
          body: '{}',
          credentials: 'same-origin',
        },
      );
      if (!answer.ok) {
        this.desk.frame.told(this.told, await answer.json().catch(() => null));
        return;
      }
      const file = await answer.blob();
      const link = h('a', { href: URL.createObjectURL(file), download: bundle.name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      replaceChildren(
        this.told,
        t('audit.exported-file', { name: bundle.name, size: kilobytes(file.size) }),
      );
      speak(this.told.textContent);
    } catch {
      this.desk.frame.told(this.told, null);
    } finally {
      this.exporting = false;
    }
  }
}

const mono = (hash) => h('span', { class: 'mono', title: hash }, `${hash.slice(0, 24)}…`);

function exportButton(proofs, bytes) {
  const node = button(t('audit.export', { size: kilobytes(bytes) }), () => proofs.export(), {
    primary: true,
  });
  node.append(h('kbd', {}, 'E'));
  return node;
}
