/** Cases other than a held round, and the parts of every case. */

import { cardFace } from '../shared/cards.js';
import { h, replaceChildren } from '../shared/dom.js';
import { button, clause, timeOf } from '../staff/frame.js';
import { previewAction, rowsOf, secondPerson } from '../staff/approval-dialog.js';
import { freshId } from '../shared/socket.js';
import { get, me, post } from '../staff/client.js';
import { inLanguage, say, t } from '../shared/messages.js';

/** Joins nodes without an element around them, and leaves out missing ones. */
export function fragment(...nodes) {
  const all = document.createDocumentFragment();
  all.append(...nodes.filter((node) => node !== null && node !== undefined));
  return all;
}

/** A part of the detail panel under its heading. */
export const part = (heading, ...content) => fragment(h('h3', { class: 'h' }, heading), ...content);

/** A sentence that patrons read, in both of their languages, on paper. */
export const onPaper = (words) =>
  h(
    'p',
    { class: 'paper-words' },
    inLanguage(words, 'en'),
    ' ',
    h('span', { lang: 'zh-Hans' }, inLanguage(words, 'zh')),
  );

/** A request for approval: who made it, its effects, and the place of the approver. */
export class EntryCase {
  constructor(pit) {
    this.pit = pit;
    this.node = h('section', { class: 'part part-entry' });
  }

  show(id, view) {
    this.node.hidden = id === null;
    if (id === null || id === this.id) {
      this.id = id;
      return;
    }
    this.id = id;
    replaceChildren(this.node, h('p', { class: 'muted' }, t('loading')));
    this.read(id, view);
  }

  /** Draws the details of a request as they are now; `refused` is the answer to an approval. */
  async read(id, view, refused = null) {
    const answer = await get('approvals');
    if (id !== this.id) return;
    const entry = answer.entries?.find((each) => each.entry === id);
    replaceChildren(
      this.node,
      entry ? this.draw(entry, view, refused) : h('p', { class: 'muted' }, t('pit.entry-gone')),
    );
  }

  draw(entry, view, refused) {
    const told = h('p', { class: 'told', role: 'status' });
    if (refused) this.pit.frame.told(told, refused);
    const { details, is_own: own } = entry;
    const off = own ? t('pit.own-entry') : entry.i_may ? '' : say(entry.may_second);
    const person = secondPerson();
    const reason = h('input', { name: 'reason', autocomplete: 'off', maxlength: '200' });
    const send = async (body) => {
      const answer = await post(`approvals/${encodeURIComponent(entry.entry)}`, {
        id: freshId(),
        reason: '',
        digest: entry.digest,
        ...body,
      });
      if (body.second) person.answered(answer);
      if (answer.code === 'details-changed')
        return void (await this.read(entry.entry, view, answer));
      if (!answer.ok) return void this.pit.frame.told(told, answer);
      this.pit.closeCase(
        t(body.answer === 'approve' ? 'pit.approved' : 'pit.declined', { entry: entry.entry }),
      );
    };
    const approve = button(t('pit.approve'), () => send({ answer: 'approve' }), {
      primary: !off,
      off,
    });
    const first = h(
      'div',
      { class: 'slot-person' },
      h('h4', { class: 'h' }, t('pit.first-slot')),
      h('b', {}, entry.by),
      h('span', { class: 'muted' }, timeOf(entry.at)),
    );
    const here = h(
      'form',
      {
        class: 'here',
        on: {
          submit: (event) => {
            event.preventDefault();
            const signer = person.read();
            if (signer) send({ answer: 'approve', second: signer });
          },
        },
      },
      h('p', { class: 'muted' }, t('pit.or-here')),
      ...person.nodes,
      h('button', { type: 'submit', class: 'btn' }, h('span', {}, t('pit.approve-here'))),
    );
    const second = h(
      'div',
      { class: 'slot-person open' },
      h('h4', { class: 'h gold' }, t('pit.second-slot')),
      h('p', {}, say(entry.may_second)),
      approve,
      off ? h('small', { class: 'muted' }, off) : null,
      own ? here : null,
    );
    const decline = h(
      'div',
      { class: 'decline' },
      h('label', { class: 'field' }, h('span', {}, t('pit.why')), reason),
      button(t(own ? 'pit.take-back' : 'pit.decline'), () => {
        if (!reason.value.trim())
          return void this.pit.frame.told(told, { ok: false, words: t('pit.reason-first') });
        return send({ answer: 'decline', reason: reason.value.trim() });
      }),
    );
    return fragment(
      h('h3', { class: 'h' }, t('pit.two-persons')),
      h(
        'div',
        { class: 'hold-title' },
        h('b', {}, say(this.pit.case?.title) || say(details.words)),
        clause(details.clause),
      ),
      ...this.changes(details),
      details.preview
        ? previewAction({ ...details.preview, patrons_read: null }, view?.stakes.wagers ?? [])
        : null,
      details.preview?.patrons_read ? onPaper(details.preview.patrons_read) : null,
      h('div', { class: 'two-persons' }, first, second),
      h('p', { class: 'muted' }, t('pit.lapses', { time: timeOf(entry.lapses_at) })),
      decline,
      told,
    );
  }

  /** The rows of the request, and its reason if it has one. */
  changes(details) {
    const rows = rowsOf(details.rows.map((row) => [say(row.label), say(row.value)]));
    return [
      rows,
      details.with.reason
        ? h('p', { class: 'muted' }, t('pit.ground', { reason: details.with.reason }))
        : null,
    ].filter(Boolean);
  }
}

/** A call by a patron or a dealer: who called, about which round, and with what outcome. */
export class CallCase {
  constructor(pit) {
    this.pit = pit;
    this.node = h('section', { class: 'part part-call' });
  }

  show(id, view) {
    const call = id === null ? null : view.calls.find((each) => String(each.number) === String(id));
    this.node.hidden = id === null;
    if (id === this.id && Boolean(call) === this.there) return;
    Object.assign(this, { id, there: Boolean(call) });
    if (id !== null)
      replaceChildren(
        this.node,
        call ? this.draw(call, view) : h('p', { class: 'muted' }, t('pit.call-gone')),
      );
  }

  draw(call, view) {
    const told = h('p', { class: 'told', role: 'status' });
    const outcome = h('textarea', { name: 'outcome', rows: '2', maxlength: '200' });
    const about = h('div', { class: 'about-round' });
    if (call.round) this.recall(view.table, call.round, about);
    const answer = button(
      t('pit.answer-call'),
      async () => {
        if (!outcome.value.trim())
          return void this.pit.frame.told(told, { ok: false, words: t('pit.outcome-first') });
        const said = await post(`calls/${call.number}/outcome`, { outcome: outcome.value.trim() });
        if (!said.ok) return void this.pit.frame.told(told, said);
        return this.pit.closeCase(t('pit.answered-call'));
      },
      { primary: true },
    );
    const proof =
      me.screens.includes('audit') && call.round
        ? h(
            'a',
            {
              class: 'btn',
              href: `/audit?table=${encodeURIComponent(view.table)}&round=${call.round}`,
            },
            t('pit.prove'),
          )
        : null;
    return fragment(
      h('h3', { class: 'h' }, t(`pit.call.${call.reason}`)),
      h('div', { class: 'hold-title' }, h('b', {}, say(call.words))),
      h(
        'p',
        { class: 'muted' },
        t('pit.call-from', {
          terminal: call.terminal || '–',
          seat: call.seat ?? '–',
          time: timeOf(call.at),
        }),
      ),
      about,
      h('label', { class: 'field' }, h('span', {}, t('pit.outcome')), outcome),
      h('div', { class: 'buttons' }, answer, proof),
      told,
    );
  }

  /** The disputed round with its cards and its result in the journal. */
  async recall(table, round, node) {
    const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/rounds/${round}`);
    if (!answer.ok)
      return void replaceChildren(node, h('p', { class: 'muted' }, t('pit.no-round', { round })));
    const kept = await answer.json();
    const hand = (side) =>
      h(
        'div',
        { class: 'hand' },
        h('h4', { class: `h tone-${side}` }, t(`pit.${side}`)),
        h(
          'div',
          { class: 'faces' },
          ...kept.cards[side].map((code) =>
            h('span', { class: 'face' }, cardFace(code, { large: true })),
          ),
        ),
      );
    replaceChildren(
      node,
      part(
        t('pit.about-round', { round }),
        h('div', { class: 'both-hands' }, hand('player'), hand('banker')),
        h('p', {}, say(kept.outcome ?? kept.void?.words)),
      ),
    );
    return undefined;
  }
}
