/** Lists the cases that wait for a decision, held rounds first, then by age. A digit opens each; events are below. */

import { h, replaceChildrenOnce } from '../shared/dom.js';
import { ageOf, openDialog, panel, timeOf } from '../staff/frame.js';
import { language, say, t } from '../shared/messages.js';

const SHOWN = 9;

export class Queue {
  constructor(pit) {
    this.pit = pit;
    this.list = h('div', { class: 'queue-items' });
    this.node = panel(
      t('pit.queue'),
      { class: 'waiting-list', note: t('pit.queue-note') },
      this.list,
    );
  }

  show(floor) {
    const items = floor.queue.slice(0, SHOWN);
    this.items = items;
    replaceChildrenOnce(
      this.list,
      JSON.stringify(items.map((item) => ({ ...item, left_ms: 0 }))) +
        this.pit.caseKey +
        language(),
      () => {
        if (!items.length) return h('p', { class: 'empty' }, t('pit.nothing-waits'));
        const all = document.createDocumentFragment();
        all.append(...items.map((item, i) => this.item(item, i)));
        if (floor.queue.length > SHOWN)
          all.append(
            h('p', { class: 'empty' }, t('pit.more-wait', { count: floor.queue.length - SHOWN })),
          );
        return all;
      },
    );
    for (const [i, node] of [...this.list.querySelectorAll('[data-left]')].entries())
      node.textContent = this.left(items.filter((item) => item.left_ms !== null)[i]);
  }

  item(item, i) {
    const age =
      item.left_ms !== null
        ? h('b', { class: 'age', 'data-left': '' }, this.left(item))
        : item.since
          ? h(
              'b',
              { class: 'age', 'data-since': Date.parse(item.since) },
              ageOf(this.pit.frame.now() - Date.parse(item.since)),
            )
          : h('b', { class: 'age' });
    return h(
      'button',
      {
        type: 'button',
        class: `queue-item ${this.pit.caseKey === item.key ? 'is-open' : ''}`,
        'data-level': item.level,
        'data-case': item.key,
        on: { click: () => this.pit.openCase(item) },
      },
      h(
        'span',
        { class: `lv lv${item.level}` },
        h('i', { class: 'sign', 'aria-hidden': 'true' }),
        h('span', { class: 'unseen' }, t(`pit.level.${item.level}`)),
      ),
      h('span', {}, h('b', {}, this.pit.nameOf(item.table)), h('small', {}, say(item.kind))),
      h('span', { class: 'what' }, h('span', {}, say(item.title)), h('small', {}, say(item.sub))),
      age,
      h('kbd', {}, String(i + 1)),
    );
  }

  left(item) {
    return item ? t('pit.left', { time: ageOf(item.left_ms) }) : '';
  }

  open(number) {
    const item = this.items?.[number - 1];
    if (item) this.pit.openCase(item);
  }
}

export class Events {
  constructor(pit) {
    this.pit = pit;
    this.body = h('div', {
      class: 'scroll',
      tabindex: '0',
      role: 'region',
      'aria-label': t('pit.events'),
    });
    this.node = panel(
      t('pit.events'),
      { class: 'happened', note: t('pit.events-note') },
      this.body,
    );
  }

  show(floor) {
    this.events = floor.events;
    this.names = new Map(floor.tables.map((each) => [each.table, each.name]));
    replaceChildrenOnce(this.body, JSON.stringify(floor.events) + language(), () =>
      floor.events.length
        ? this.table(floor.events)
        : h('p', { class: 'empty' }, t('pit.no-events')),
    );
  }

  table(events) {
    return h(
      'table',
      { class: 'grid event-rows' },
      h(
        'tbody',
        {},
        ...events.map((each) =>
          h(
            'tr',
            {},
            h('td', { class: 'muted' }, timeOf(each.at)),
            h('td', {}, this.names.get(each.table) ?? (each.table || '–')),
            h('td', {}, say(each.words)),
            h(
              'td',
              {},
              say(each.before) || say(each.after)
                ? `${say(each.before) || '–'} → ${say(each.after) || '–'}`
                : '',
            ),
            h('td', { class: 'muted' }, whoOf(each.by)),
          ),
        ),
      ),
    );
  }

  openAll() {
    const box = openDialog(
      t('pit.events'),
      this.events?.length ? this.table(this.events) : h('p', {}, t('pit.no-events')),
    );
    box.classList.add('wide');
  }
}

const MACHINES = ['house dealer', 'device', 'clock', 'the house', 'standing order'];

/** Names the actor in the reader's language: a machine by its name, a person with the position. */
function whoOf(by) {
  const [, name, position] = by.match(/^(.*?)(?: \(([a-z-]+)\))?$/);
  const who = MACHINES.includes(name) ? t(`pit.by.${name.replace(' ', '-')}`) : name;
  return position ? `${who} (${t(`position.${position}`)})` : who;
}
