/** Lists the entries of a round in order, or those that a search found. */

import { count } from './chain.js';
import { h, replaceChildren, setAttribute } from '../shared/dom.js';
import { button, openDialog } from '../staff/frame.js';
import { get } from '../staff/client.js';
import { language, say, t } from '../shared/messages.js';

const KINDS = [
  'BetsOpened',
  'WagersPlaced',
  'BetsClosed',
  'CardDrawn',
  'RoundSettled',
  'RoundVoided',
  'IrregularityRaised',
  'RulingGiven',
  'SettingsChanged',
  'CreditBought',
  'CreditCollected',
  'VoucherRedeemed',
  'SignedIn',
  'SignInFailed',
  'SignificantEventRecorded',
  'JournalAccessed',
];

export class EntryList {
  constructor(desk) {
    this.desk = desk;
    this.entries = [];
    this.asked = {};
    this.table = h('select', {
      name: 'table',
      on: { change: () => (this.table.value ? desk.newest(this.table.value) : this.search({})) },
    });
    this.round = h('input', { name: 'round', inputmode: 'numeric', autocomplete: 'off' });
    this.find = h('input', { name: 'find', type: 'search', autocomplete: 'off', maxlength: 100 });
    const row = h(
      'form',
      { class: 'filters', role: 'search' },
      field(t('audit.table'), this.table),
      field(t('audit.game'), this.round),
      field(t('audit.find'), this.find, h('kbd', {}, '/')),
    );
    row.append(h('button', { class: 'unseen', tabindex: -1 }, t('audit.open')));
    row.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.find.value.trim())
        this.search({
          ...(this.table.value ? { stream: this.table.value } : {}),
          find: this.find.value.trim(),
        });
      else if (Number(this.round.value) > 0 && this.table.value)
        desk.open(this.table.value, Number(this.round.value));
    });
    this.find.addEventListener('keydown', (event) => event.key === 'Escape' && this.find.blur());
    this.body = h('tbody', { on: { click: (event) => this.clicked(event) } });
    this.foot = h('p', { class: 'muted foot' });
    this.more = button(t('audit.older'), () => this.older());
    this.scroll = h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('audit.entries-list') },
      h(
        'table',
        { class: 'entries' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', {}, h('span', { class: 'unseen' }, t('audit.link'))),
            ...['entry', 'time', 'what', 'clause', 'hash'].map((name) =>
              h('th', { scope: 'col' }, t(`audit.col.${name}`)),
            ),
          ),
        ),
        this.body,
      ),
      this.more,
    );
    this.more.hidden = true;
    this.node = h(
      'section',
      { class: 'panel journal', 'aria-label': t('audit.journal') },
      row,
      this.scroll,
      this.foot,
    );
  }

  tables(tables) {
    replaceChildren(
      this.table,
      h('option', { value: '' }, t('audit.all-streams')),
      ...tables.map((each) => h('option', { value: each.table }, each.name)),
    );
  }

  busy(table, round) {
    this.table.value = table;
    this.round.value = String(round);
    this.find.value = '';
    replaceChildren(this.foot, t('audit.reading'));
  }

  show(entries, next) {
    this.entries = entries;
    this.next = next;
    replaceChildren(this.body, ...entries.map((entry, place) => this.row(entry, place)));
    this.more.hidden = next === null;
    replaceChildren(this.foot, entries.length ? t('audit.not-running') : t('audit.none-found'));
    this.scroll.scrollTop = 0;
  }

  row(entry, place) {
    const at = entry.at.slice(11, 23);
    const name = this.desk.round === null ? `${entry.stream} ` : '';
    return h(
      'tr',
      { 'data-place': place },
      h('td'),
      h(
        'td',
        { class: 'n' },
        h(
          'button',
          { type: 'button', tabindex: place ? -1 : 0 },
          h('span', {}, count(entry.number)),
        ),
      ),
      h('td', {}, at),
      h(
        'td',
        { class: 'what', title: say(entry.words) },
        name ? h('small', {}, name) : null,
        say(entry.words),
      ),
      h('td', { class: 'by' }, entry.clause || ''),
      h('td', { class: 'mono' }, entry.hash.slice(0, 8)),
    );
  }

  clicked(event) {
    const row = event.target.closest('tr');
    if (row) this.desk.choose(Number(row.dataset.place));
  }

  choose(place) {
    for (const row of this.body.children) {
      const on = Number(row.dataset.place) === place;
      setAttribute(row, 'aria-selected', null);
      row.classList.toggle('chosen', on);
      const press = row.querySelector('button');
      setAttribute(press, 'aria-current', on ? 'true' : null);
      press.tabIndex = on ? 0 : -1;
      if (on) row.scrollIntoView({ block: 'nearest' });
    }
  }

  async search(asked) {
    this.asked = asked;
    replaceChildren(this.foot, t('audit.reading'));
    const told = await get(`audit/entries?${new URLSearchParams({ ...asked, limit: '60' })}`);
    if (!told.ok) {
      replaceChildren(this.foot, h('span', { class: 'refused' }, say(told.words)));
      return;
    }
    this.desk.found(told.entries, told.next);
  }

  async older() {
    const told = await get(
      `audit/entries?${new URLSearchParams({ ...this.asked, limit: '60', before: String(this.next) })}`,
    );
    if (!told.ok) return;
    const first = this.entries.length;
    this.entries = [...this.entries, ...told.entries];
    this.next = told.next;
    this.body.append(...told.entries.map((entry, i) => this.row(entry, first + i)));
    this.more.hidden = told.next === null;
  }

  /** Asks what to search for: stream, person, kind, time. */
  askSearch() {
    const stream = h(
      'select',
      {},
      h('option', { value: '' }, t('audit.all-streams')),
      ...this.desk.told.streams.map((each) =>
        h(
          'option',
          { value: each.stream, selected: each.stream === this.table.value },
          each.stream,
        ),
      ),
    );
    const person = h('input', { maxlength: 60, autocomplete: 'off' });
    const kind = h(
      'select',
      {},
      h('option', { value: '' }, t('audit.any-kind')),
      ...KINDS.map((name) => h('option', { value: name }, t(`audit.kind.${name}`))),
    );
    const from = h('input', { type: 'datetime-local', step: 1 });
    const to = h('input', { type: 'datetime-local', step: 1 });
    const form = h(
      'form',
      { class: 'asked search-form' },
      field(t('audit.stream'), stream),
      field(t('audit.person'), person),
      field(t('audit.kind'), kind),
      field(t('audit.from'), from),
      field(t('audit.to'), to),
      button(t('audit.search'), () => form.requestSubmit(), { primary: true }),
    );
    form.lang = language() === 'zh' ? 'zh-Hans' : 'en';
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      asked.close();
      const wanted = {
        stream: stream.value,
        person: person.value.trim(),
        kind: kind.value,
        from: utc(from.value),
        to: utc(to.value),
      };
      this.table.value = [...this.table.options].some((each) => each.value === stream.value)
        ? stream.value
        : '';
      this.round.value = '';
      this.search(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value)));
    });
    const asked = openDialog(t('audit.search'), form);
  }
}

const utc = (local) => (local ? new Date(local).toISOString() : '');
const field = (label, input, hint = null) =>
  h('label', { class: 'field' }, h('span', {}, label, hint ? ' ' : '', hint), input);
