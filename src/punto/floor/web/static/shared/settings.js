/** The settings of this terminal, stored in the browser. */

const KEPT = 'punto.settings';
const DEFAULTS = {
  language: 'en',
  mute: false,
  volume: 60,
  reasons: true,
  fourColour: false,
  largeIndex: false,
  colourBlind: false,
  stillness: false,
  leftHanded: false,
  slowReveal: false,
  warnOpposite: true,
  prompt: 30,
  tail: '',
};

/** The settings in use. @type {typeof DEFAULTS} */
export const settings = { ...DEFAULTS, ...read() };

/**
 * Changes one setting, keeps it and shows it.
 * @template {keyof typeof DEFAULTS} Name
 * @param {Name} name
 * @param {(typeof DEFAULTS)[Name]} value
 */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  show();
}

/** Writes the settings onto the page as classes. */
export function show() {
  const still = settings.stillness || matchMedia('(prefers-reduced-motion: reduce)').matches;
  const classes = document.documentElement.classList;
  classes.toggle('still', still);
  classes.toggle('four-colour', settings.fourColour);
  classes.toggle('colour-blind', settings.colourBlind);
  classes.toggle('left-handed', settings.leftHanded);
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}
