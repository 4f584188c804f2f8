/** Run an action that the server offers: its form, its preview and, where needed, its approval. */

import { h } from '../shared/dom.js';
import { button, openDialog, showRefusal } from './frame.js';
import { previewAction, requestApproval } from './approval-dialog.js';
import { act, preview } from './client.js';
import { openForm } from './command-form.js';
import { say } from '../shared/messages.js';

/** @typedef {import('./approval-dialog.js').Send} Send */

/**
 * Carries out an offered action: asks what is missing, shows the money first where a second person is needed.
 * @param {string} table
 * @param {Wire.CommandForm} offered
 * @param {{wagers?: any[], looks?: boolean, confirm?: string} & import('./command-form.js').FormOptions} options
 *   `looks` shows the preview also where one person is enough, with `confirm` on the button
 * @returns {Promise<any>} the answer, or null when the person went back
 */
export async function runAction(table, offered, { wagers = [], looks = false, ...options } = {}) {
  const { command } = offered.act;
  const title = say(offered.label);
  const isPreviewed = looks || offered.needs_second;
  let fields = offered.act.with ?? {};
  /** @type {any} */
  let shown = null;
  if (offered.fields.length) {
    const check = async (/** @type {Record<string, any>} */ values) => {
      fields = { ...offered.act.with, ...values };
      if (!isPreviewed) return null;
      shown = await preview(table, command, fields);
      // Do not ask for a second person if two people are also refused.
      return shown.ok === false ? previewAction(shown, wagers) : null;
    };
    const intro = offered.words ? h('p', { class: 'muted' }, say(offered.words)) : null;
    if (!(await openForm(title, offered.fields, { intro, ...options, check }))) return null;
  }
  /** @type {Send} */
  const send = (second, propose) => act(table, command, fields, { second, propose });
  if (!isPreviewed) {
    const answer = await send(null, false);
    if (answer.ok || !answer.needs_second) return answer;
  }
  shown ??= await preview(table, command, fields);
  if (shown.ok === false) return shown;
  if (!offered.needs_second && !shown.needs_second)
    return confirmAction(options.confirm ?? title, shown, wagers, send);
  // The facts decide which clause applies.
  const hasFacts = offered.fields.some((field) => field.kind === 'fact');
  return requestApproval({
    title,
    clause: hasFacts ? shown.clause : offered.clause,
    preview: shown,
    wagers,
    reason: fields.reason ?? fields.evidence ?? '',
    send,
  });
}

/**
 * Shows what would happen; one key carries it out.
 * @param {string} title
 * @param {any} shown
 * @param {any[]} wagers
 * @param {Send} send
 * @returns {Promise<any>}
 */
function confirmAction(title, shown, wagers, send) {
  return new Promise((done) => {
    /** @type {any} */
    let accepted = null;
    const told = h('p', { class: 'told', role: 'status' });
    const go = button(
      title,
      async () => {
        const answer = await send(null, false);
        if (answer.ok) {
          accepted = answer;
          box.close();
        } else showRefusal(told, answer);
      },
      { primary: true },
    );
    const box = openDialog(title, previewAction(shown, wagers), told, go);
    box.classList.add('wide');
    box.addEventListener('gone', () => done(accepted));
    go.focus();
  });
}
