/** Quiet tones; each also has a sign on the screen. */

import { settings } from './settings.js';
import { settledOf } from './settled-wagers.js';

/** @type {AudioContext | null} */
let audio = null;

/**
 * Notes as [hertz, start in ms, length in ms].
 * @type {Record<string, [number, number, number][]>}
 */
const TONES = {
  accepted: [[660, 0, 60]],
  refused: [
    [220, 0, 70],
    [220, 130, 70],
  ],
  last: [[440, 0, 180]],
  closed: [[330, 0, 200]],
  won: [
    [523, 0, 90],
    [659, 90, 90],
    [784, 180, 90],
  ],
};

/**
 * Plays what changed between two pictures of a table: bets were closed, more came back than was staked.
 * @param {Wire.TerminalView | null | undefined} before
 * @param {Wire.TerminalView} view
 */
export function playOf(before, view) {
  if (!before) return;
  if (before.phase === 'bets-open' && view.phase === 'bets-closed') playSound('closed');
  if (
    view.phase === 'settled' &&
    before.phase !== 'settled' &&
    settledOf(view).length &&
    view.own &&
    view.own.win_cents > view.own.bet_cents
  )
    playSound('won');
}

/**
 * Plays a tone, unless the patron has muted the terminal or has not touched it yet.
 * @param {string} name
 */
export function playSound(name) {
  if (settings.mute || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const volume = (settings.volume / 100) * 0.12;
  if (name === 'chip' || name === 'card') return noise(audio, volume);
  for (const [hertz, start, length] of TONES[name] ?? [])
    note(audio, hertz, start / 1000, length / 1000, volume);
}

/**
 * @param {AudioContext} context
 * @param {number} hertz
 * @param {number} start
 * @param {number} length
 * @param {number} volume
 */
function note(context, hertz, start, length, volume) {
  const [tone, gain, at] = [
    context.createOscillator(),
    context.createGain(),
    context.currentTime + start,
  ];
  tone.frequency.value = hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.008);
  gain.gain.setTargetAtTime(0, at + length - 0.02, 0.012);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + length + 0.06);
}

/** @param {AudioContext} context @param {number} volume */
function noise(context, volume) {
  const frames = Math.floor(context.sampleRate * 0.025);
  const buffer = context.createBuffer(1, frames, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 2;
  const [source, gain] = [context.createBufferSource(), context.createGain()];
  gain.gain.value = volume * 0.7;
  source.buffer = buffer;
  source.connect(gain).connect(context.destination);
  source.start();
}
