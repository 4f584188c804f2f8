/** The sign-in page asks for name and password and, if it is due, a new password. Then it lists the desks. */

import { h, replaceChildren, s } from '../shared/dom.js';
import { LADDER, button, showRefusal } from '../staff/frame.js';
import { set, settings, show as showSettings } from '../shared/settings.js';
import { speak, speakInto } from '../shared/live-region.js';
import { backTo, get, post, signOut, whyEnded } from '../staff/client.js';
import {
  choose,
  language,
  languageKey,
  languages,
  languageTag,
  readCatalogues,
  say,
  t,
  translate,
} from '../shared/messages.js';

const SHORTEST = 12;
class Enter {
  async start() {
    showSettings();
    await readCatalogues();
    choose(settings.language);
    speakInto(document.getElementById('live'));
    this.box = document.querySelector('main');
    document.querySelector('.tongues').append(...languages().map((name) => this.languageKey(name)));
    await this.look();
  }

  languageKey(name) {
    const choosing = () => {
      set('language', name);
      choose(name);
      this.draw();
    };
    return button(languageKey(name), choosing, { 'data-language': name, lang: languageTag(name) });
  }

  async look() {
    const answer = await get('me');
    Object.assign(this, {
      me: answer.me ?? null,
      demo: answer.demo ?? null,
      unreached: answer.status === 0,
    });
    await this.draw();
    if (this.unreached) setTimeout(() => this.look(), 2000);
  }

  async draw() {
    translate();
    for (const key of document.querySelectorAll('[data-language]'))
      key.setAttribute('aria-pressed', String(key.dataset.language === language()));
    if (this.unreached)
      return void replaceChildren(this.box, h('p', { class: 'told' }, t('staff.no-link')));
    if (!this.me) return this.askName();
    const back = backTo(location.search);
    if (this.me.must_change) return this.askPassword(t('staff.must-change'));
    if (this.me.lacks_factor) return this.askFactor(t('staff.factor-due'));
    if (back && this.fresh) return void location.assign(back);
    return this.desks();
  }

  /** Carries out a form: one question at a time, the refusal at the button that was pressed. */
  form(fields, label, send) {
    const told = h('p', { class: 'told', role: 'status' });
    let busy = false;
    return h(
      'form',
      {
        class: 'enter-form',
        on: {
          submit: async (event) => {
            event.preventDefault();
            if (busy) return;
            busy = true;
            const answer = await send();
            busy = false;
            if (!answer || answer.ok) return;
            showRefusal(told, answer);
            speak(told.textContent);
          },
        },
      },
      ...fields,
      h('button', { type: 'submit', class: 'btn primary' }, h('span', {}, label)),
      told,
    );
  }

  askName() {
    const name = input('name', 'text', 'username');
    const password = input('password', 'password', 'current-password');
    const code = codeField();
    const send = async () => {
      const answer = await post('sign-in', {
        name: name.value.trim(),
        password: password.value,
        code: code.value(),
      });
      if (answer.code === 'code-due') return code.ask(answer);
      password.value = '';
      code.hide();
      if (!answer.ok) return answer;
      Object.assign(this, { me: answer.me, fresh: true });
      await this.draw();
      return answer;
    };
    this.why ??= say(whyEnded());
    replaceChildren(
      this.box,
      h('h1', {}, t('staff.enter')),
      this.why ? h('p', { class: 'told', role: 'status' }, this.why) : null,
      this.form(
        [labelled('staff.name', name), labelled('staff.password', password), code.node],
        t('staff.sign-in'),
        send,
      ),
      this.demoStaff(name, password),
    );
    name.focus();
  }

  /** Demo staff are announced as such, with what they sign in by. */
  demoStaff(name, password) {
    if (!this.demo?.length) return null;
    const row = (each) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, each.name),
        h('td', {}, each.display_name),
        h('td', { class: 'mono' }, each.password),
        h(
          'td',
          {},
          button(t('staff.use'), () => {
            Object.assign(name, { value: each.name });
            Object.assign(password, { value: each.password });
            password.focus();
          }),
        ),
      );
    return h(
      'section',
      { class: 'demo' },
      h('h2', { class: 'h' }, t('staff.demo')),
      h('p', { class: 'muted' }, t('staff.demo-words')),
      h('table', { class: 'grid' }, h('tbody', {}, ...this.demo.map(row))),
    );
  }

  askPassword(why) {
    const old = input('old', 'password', 'current-password');
    const fresh = input('new', 'password', 'new-password');
    const again = input('again', 'password', 'new-password');
    const send = async () => {
      if (fresh.value.length < SHORTEST)
        return { ok: false, words: t('staff.too-short', { least: SHORTEST }) };
      if (fresh.value !== again.value) return { ok: false, words: t('staff.not-same') };
      const answer = await post('password', { old: old.value, new: fresh.value });
      if (!answer.ok) return answer;
      this.fresh = true;
      await this.look();
      return answer;
    };
    replaceChildren(
      this.box,
      h('h1', {}, t('staff.new-password')),
      h('p', {}, why),
      this.form(
        [labelled('staff.old', old), labelled('staff.new', fresh), labelled('staff.again', again)],
        t('staff.keep-password'),
        send,
      ),
    );
    old.focus();
  }

  /** Sets a second factor up. The secret is visible until a code proves that the person has stored it. */
  askFactor(why) {
    const password = input('password', 'password', 'current-password');
    const code = codeField();
    const send = async () => {
      const answer = await post('second-factor', { password: password.value, code: code.value() });
      if (answer.code === 'code-due') return code.ask(answer);
      if (!answer.ok) return answer;
      this.confirmFactor(answer);
      return answer;
    };
    replaceChildren(
      this.box,
      h('h1', {}, t('staff.factor')),
      h('p', {}, why),
      this.form([labelled('staff.password', password), code.node], t('staff.factor-begin'), send),
    );
    password.focus();
  }

  confirmFactor(shown) {
    const code = input('code', 'text', 'one-time-code');
    const send = async () => {
      const answer = await post('second-factor/confirm', { code: code.value.trim() });
      if (answer.ok) await this.look();
      return answer;
    };
    replaceChildren(
      this.box,
      h('h1', {}, t('staff.factor')),
      h('p', {}, t('staff.factor-words')),
      scanned(shown.drawing),
      h('output', { class: 'code mono' }, shown.secret.match(/.{1,4}/g).join(' ')),
      h('p', { class: 'muted mono' }, shown.address),
      this.form([labelled('staff.code', code)], t('staff.factor-confirm'), send),
    );
    code.focus();
  }

  /** Lists the sessions of the person, who can end the others with the password. */
  async askSessions() {
    const { sessions = [] } = await get('sessions');
    const password = input('password', 'password', 'current-password');
    const row = (each) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, each.since.slice(0, 19).replace('T', ' ')),
        h('td', {}, each.address),
        h('td', {}, each.is_this ? t('staff.this-one') : ''),
      );
    const send = async () => {
      const answer = await post('sessions/end', { password: password.value });
      if (answer.ok) await this.look();
      return answer;
    };
    replaceChildren(
      this.box,
      h('h1', {}, t('staff.sessions')),
      h('table', { class: 'grid' }, h('tbody', {}, ...sessions.map(row))),
      this.form([labelled('staff.password', password)], t('staff.end-others'), send),
      h(
        'div',
        { class: 'buttons' },
        button(t('staff.close'), () => this.draw()),
      ),
    );
    password.focus();
  }

  async desks() {
    const { me } = this;
    const links = me.screens
      .filter((desk) => desk !== 'dealer')
      .map((desk) =>
        h(
          'a',
          { class: 'to-desk', href: `/${desk}` },
          h('b', {}, t(`desk.${desk}`)),
          h('span', {}, t(`desk.${desk}.words`)),
        ),
      );
    const tables = me.screens.includes('dealer') ? await this.tables() : null;
    replaceChildren(
      this.box,
      h('h1', {}, me.display_name),
      h(
        'p',
        { class: 'muted' },
        [
          me.position ? t(`position.${me.acting_as ?? me.position}`) : '',
          ...me.duties.map((duty) => t(`duty.${duty}`)),
        ]
          .filter(Boolean)
          .join(', '),
        me.is_demo ? `. ${t('staff.is-demo')}` : '',
      ),
      h('nav', { class: 'desks', 'aria-label': t('staff.desks') }, ...links),
      tables,
      this.acting(),
      h(
        'div',
        { class: 'buttons' },
        button(t('staff.change-password'), () => this.askPassword('')),
        me.is_demo
          ? null
          : button(t('staff.factor'), () =>
              this.askFactor(t(me.has_factor ? 'staff.factor-has' : 'staff.factor-none')),
            ),
        button(t('staff.sessions'), () => this.askSessions()),
        button(t('staff.sign-out'), () => signOut()),
      ),
    );
    this.box.querySelector('a')?.focus();
  }

  /** The tables a dealer may go to. */
  async tables() {
    const lobby = await fetch('/api/lobby')
      .then((answer) => answer.json())
      .catch(() => ({ tables: [] }));
    const link = (each) =>
      h(
        'a',
        { class: 'to-desk', href: `/dealer/${encodeURIComponent(each.table)}` },
        h('b', {}, each.name),
        h('span', {}, say(each.title)),
      );
    return h(
      'section',
      {},
      h('h2', { class: 'h' }, t('staff.tables')),
      h('nav', { class: 'desks', 'aria-label': t('staff.tables') }, ...lobby.tables.map(link)),
    );
  }

  /** Lets a person act in a position up to their own, or in a delegated higher one. */
  acting() {
    const { me } = this;
    if (!me.position) return null;
    const told = h('p', { class: 'told', role: 'status' });
    const choice = (position) => {
      const key = button(t(`position.${position}`), async () => {
        const answer = await post('acting', {
          position: position === me.position ? null : position,
        });
        if (!answer.ok) return void showRefusal(told, answer);
        await this.look();
      });
      key.setAttribute('aria-pressed', String(position === (me.acting_as ?? me.position)));
      return key;
    };
    const upTo = LADDER.slice(
      0,
      Math.max(LADDER.indexOf(me.position), LADDER.indexOf(me.acting_as ?? me.position)) + 1,
    );
    return upTo.length < 2
      ? null
      : h(
          'section',
          {},
          h('h2', { class: 'h' }, t('staff.acting')),
          h('div', { class: 'buttons' }, ...upTo.map(choice)),
          told,
        );
  }
}

const input = (name, type, complete) =>
  h('input', {
    name,
    type,
    autocomplete: complete,
    autocapitalize: 'off',
    spellcheck: 'false',
    required: true,
  });
const labelled = (key, node) => h('label', { class: 'field' }, h('span', {}, t(key)), node);

/** A QR code for a telephone. The secret is below in letters for people who cannot scan it. */
const scanned = ({ size, path }) =>
  s(
    'svg',
    {
      class: 'qr',
      viewBox: `0 0 ${size} ${size}`,
      'shape-rendering': 'crispEdges',
      'aria-hidden': 'true',
    },
    s('rect', { width: size, height: size, fill: '#fff' }),
    s('path', { d: path, fill: '#000' }),
  );

/** A field for the code of a second factor, which is there once it has been asked for. */
function codeField() {
  const field = h('input', {
    name: 'code',
    type: 'text',
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    maxlength: '8',
  });
  const node = labelled('staff.code', field);
  node.hidden = true;
  return {
    node,
    value: () => field.value.trim(),
    ask: (answer) => {
      node.hidden = false;
      field.focus();
      return answer;
    },
    hide: () => Object.assign(field, { value: '' }),
  };
}

globalThis.punto = { enter: new Enter() };
globalThis.punto.enter.start();
