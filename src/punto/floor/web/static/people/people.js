/** The page of staff accounts shows positions and duties. A code for one use is shown only once. */

import { h, replaceChildren } from '../shared/dom.js';
import {
  LADDER,
  button,
  gridOf,
  openDialog,
  panel,
  startStaffPage,
  timeOf,
} from '../staff/frame.js';
import { openForm } from '../staff/command-form.js';
import { speak } from '../shared/live-region.js';
import { get, me, post } from '../staff/client.js';
import { t } from '../shared/messages.js';

const HEADS = {
  'people.name': '',
  'people.display-name': '',
  'people.position': '',
  'people.duties': '',
  'people.state': '',
  'people.actions': 'unseen',
};
const DUTIES = ['cashier', 'auditor', 'administrator'];
const NEW = { name: '', display_name: '', position: 'dealer', duties: [] };

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
    replaceChildren(
      this.list,
      gridOf(
        HEADS,
        this.people.map((person) => this.row(person)),
        'people-grid',
      ),
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
    let code = '';
    const send = async (body) => {
      const answer = await post('people', body);
      code = answer.code;
      return answer;
    };
    const done = (body) => {
      this.code(body.display_name, code);
      this.tell({ ok: true }, t('people.enrolled', { name: body.display_name }));
    };
    this.form(t('people.enrol'), t('people.enrol-words'), NEW, send, done);
  }

  change(person) {
    const path = `people/${encodeURIComponent(person.name)}/change`;
    this.form(
      t('people.change-of', { name: person.display_name }),
      t('people.change-words'),
      person,
      (body) => post(path, body),
      (body) => this.tell({ ok: true }, t('people.changed', { name: body.display_name })),
    );
  }

  /** The form for a new account and for the changes of an account. */
  async form(title, words, person, send, done) {
    const positions = LADDER.map((value) => ({ value, label: t(`position.${value}`) }));
    const fields = [
      {
        field: 'name',
        label: t('people.name'),
        value: person.name,
        is_fixed: person !== NEW,
        input: { autocapitalize: 'off', spellcheck: 'false', maxlength: '40' },
      },
      {
        field: 'display_name',
        label: t('people.display-name'),
        value: person.display_name,
        input: { maxlength: '48' },
      },
      {
        field: 'position',
        label: t('people.position'),
        kind: 'list',
        choices: [{ value: '', label: t('people.no-position') }, ...positions],
        value: person.position,
      },
      {
        field: 'duties',
        label: t('people.duties'),
        kind: 'ticks',
        choices: DUTIES.map((value) => ({ value, label: t(`duty.${value}`) })),
        value: person.duties,
      },
    ];
    const values = await openForm(title, fields, {
      intro: h('p', { class: 'muted' }, words),
      label: title,
      send: (typed) => send({ ...typed, position: typed.position || null }),
    });
    if (values) done(values);
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

const frame = await startStaffPage('people');
const people = new People(frame);
globalThis.punto = { people };
await people.look();
setInterval(() => people.look(), 3000);
