/** One tone when a round is held, again each minute while one is; nothing flashes. */

const EVERY = 60_000;
let timer = 0;
let context = null;

function tone() {
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => {});
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = 523.25;
  gain.gain.setValueAtTime(0.0001, context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.08, context.currentTime + 0.03);
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.6);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + 0.65);
}

/** Says whether a round is held, and whether one newly is. */
export function sound(held, fresh) {
  if (fresh) tone();
  if (held && !timer) timer = setInterval(tone, EVERY);
  if (!held && timer) {
    clearInterval(timer);
    timer = 0;
  }
}
