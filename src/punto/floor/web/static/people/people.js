/** The page of staff accounts shows positions and duties. A code for one use is shown only once. */

import { h, replaceChildren } from '../shared/dom.js';
import { button, clause, openDialog, panel, startStaffPage, timeOf } from '../staff/frame.js';
import { speak } from '../shared/live-region.js';
import { get, me, post } from '../staff/client.js';
import { say, t } from '../shared/messages.js';

const LADDER = [
  'dealer',
  'pit-supervisor',
  'pit-manager',
  'assistant-casino-manager',
  'gaming-shift-manager',
];
const DUTIES = ['cashier', 'auditor', 'administrator'];

class People {
  constructor(frame) {
    this.frame = frame;
    this.told = h('p', { class: 'told', role: 'status' });
    this.list = h('div', {
      class: 'scroll',
      tabindex: '0',
      role: 'region',
      'aria-label': t('people.all'),
    });
    replaceChildren(
      frame.main,
      h('h1', { class: 'unseen' }, t('desk.people')),
      panel(
        t('people.all'),
        { class: 'people', note: t('people.note') },
        h(
          'div',
          { class: 'people-head' },
          button(t('people.enrol'), () => this.enrol(), { key: 'n', primary: true }),
          this.told,
        ),
        this.list,
      ),
    );
    frame.keys([{ key: 'n', label: t('people.enrol'), run: () => this.enrol() }]);
  }

  async look() {
    const answer = await get('people');
    if (!answer.ok) {
      this.frame.line('lost');
      return;
    }
    this.frame.line('connected');
    const text = JSON.stringify(answer.people);
    if (text === this.text) return;
    this.text = text;
    this.people = answer.people;
    const there = this.people.filter((person) => person.signed_in.length).length;
    this.frame.cell(
      'people',
      t('people.count'),
      String(this.people.filter((person) => !person.is_disabled).length),
    );
    this.frame.cell('there', t('people.there'), String(there), { class: 'quiet' });
    replaceChildren(this.list, this.table());
  }

  table() {
    const heads = [
      'people.name',
      'people.display-name',
      'people.position',
      'people.duties',
      'people.state',
      '',
    ];
    return h(
      'table',
      { class: 'grid people-grid' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...heads.map((key) =>
            h(
              'th',
              { scope: 'col' },
              key ? t(key) : h('span', { class: 'unseen' }, t('people.actions')),
            ),
          ),
        ),
      ),
      h('tbody', {}, ...this.people.map((person) => this.row(person))),
    );
  }

  row(person) {
    const own = person.name === me.name;
    const demo = person.is_demo ? t('people.demo-off') : '';
    const state = person.is_disabled
      ? t('people.disabled')
      : person.is_locked
        ? t('people.locked')
        : person.must_change
          ? t('people.must-change')
          : person.signed_in.length
            ? t('people.since', { time: timeOf(person.signed_in[0]) })
            : t('people.away');
    return h(
      'tr',
      { 'data-person': person.name, class: person.is_disabled ? 'gone' : '' },
      h(
        'th',
        { scope: 'row' },
        person.name,
        person.is_demo ? h('small', {}, t('people.demo')) : null,
      ),
      h('td', {}, person.display_name),
      h(
        'td',
        {},
        person.position ? t(`position.${person.position}`) : '–',
        person.lent ? h('small', {}, t('people.lent', { position: person.lent })) : null,
      ),
      h('td', {}, person.duties.map((duty) => t(`duty.${duty}`)).join(', ') || '–'),
      h('td', { class: 'muted' }, state),
      h(
        'td',
        { class: 'row-buttons' },
        button(t('people.change'), () => this.change(person), { off: demo }),
        button(t('people.reset'), () => this.reset(person), { off: demo }),
        person.has_factor
          ? button(
              t('people.remove-factor'),
              () => this.send(person, 'second-factor', 'people.factor-removed'),
              { off: own ? t('people.not-own') : '' },
            )
          : null,
        // Keys keep their places in every row, so that a hand finds them.
        button(t('people.sign-out'), () => this.send(person, 'sign-out', 'people.signed-out'), {
          off: own ? t('people.not-own') : person.signed_in.length ? '' : t('people.away'),
        }),
        person.is_disabled
          ? button(t('people.enable'), () => this.send(person, 'enable', 'people.enabled'), {
              off: demo,
            })
          : button(t('people.disable'), () => this.send(person, 'disable', 'people.was-disabled'), {
              off: own ? t('people.not-own') : demo,
            }),
      ),
    );
  }

  async send(person, verb, done) {
    const answer = await post(`people/${encodeURIComponent(person.name)}/${verb}`);
    this.tell(answer, t(done, { name: person.display_name }));
  }

  tell(answer, words) {
    if (answer.ok) {
      replaceChildren(this.told, words);
      speak(words);
    } else this.frame.told(this.told, answer);
    this.look();
  }

  enrol() {
    this.form(
      t('people.enrol'),
      { name: '', display_name: '', position: 'dealer', duties: [] },
      true,
      (body) => post('people', body),
    );
  }

  change(person) {
    this.form(t('people.change-of', { name: person.display_name }), person, false, (body) =>
      post(`people/${encodeURIComponent(person.name)}/change`, body),
    );
  }

  /** The form for a new account and for the changes of an account. */
  form(title, person, isNew, send) {
    const told = h('p', { class: 'told', role: 'status' });
    const name = h('input', {
      name: 'name',
      value: person.name,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      readonly: !isNew,
      maxlength: '40',
    });
    const shown = h('input', {
      name: 'display_name',
      value: person.display_name,
      autocomplete: 'off',
      maxlength: '48',
    });
    const position = h(
      'select',
      { name: 'position' },
      h('option', { value: '' }, t('people.no-position')),
      ...LADDER.map((each) =>
        h('option', { value: each, selected: person.position === each }, t(`position.${each}`)),
      ),
    );
    const duties = DUTIES.map((duty) =>
      h(
        'label',
        { class: 'tick' },
        h('input', { type: 'checkbox', name: duty, checked: person.duties.includes(duty) }),
        t(`duty.${duty}`),
      ),
    );
    let busy = false;
    const form = h(
      'form',
      {
        class: 'asked',
        on: {
          submit: async (event) => {
            event.preventDefault();
            if (busy) return;
            busy = true;
            const body = {
              name: name.value.trim(),
              display_name: shown.value.trim(),
              position: position.value || null,
              duties: DUTIES.filter((duty) => form.elements[duty].checked),
            };
            const answer = await send(body);
            busy = false;
            if (!answer.ok)
              return void replaceChildren(
                told,
                h('span', { class: 'refused' }, say(answer.words)),
                answer.clause ? clause(answer.clause) : null,
              );
            box.close();
            if (answer.code && isNew) this.code(body.display_name, answer.code);
            this.tell(
              { ok: true },
              t(isNew ? 'people.enrolled' : 'people.changed', { name: body.display_name }),
            );
          },
        },
      },
      field('people.name', name),
      field('people.display-name', shown),
      field('people.position', position),
      h('fieldset', { class: 'duties' }, h('legend', {}, t('people.duties')), ...duties),
      told,
      h('button', { type: 'submit', class: 'btn primary' }, h('span', {}, title)),
    );
    const box = openDialog(
      title,
      isNew
        ? h('p', { class: 'muted' }, t('people.enrol-words'))
        : h('p', { class: 'muted' }, t('people.change-words')),
      form,
    );
  }

  async reset(person) {
    const answer = await post(`people/${encodeURIComponent(person.name)}/reset`);
    if (answer.ok) this.code(person.display_name, answer.code);
    this.tell(answer, t('people.was-reset', { name: person.display_name }));
  }

  /** A code for one use: in sight until it is closed, and never again. */
  code(name, code) {
    openDialog(
      t('people.code-of', { name }),
      h('p', { class: 'big-words' }, t('people.code-words')),
      h('output', { class: 'code mono' }, code),
    );
  }
}

const field = (key, node) => h('label', { class: 'field' }, h('span', {}, t(key)), node);

const frame = await startStaffPage('people', 'people');
const people = new People(frame);
globalThis.punto = { people };
await people.look();
setInterval(() => people.look(), 3000);
