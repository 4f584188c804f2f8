/** Money as text: whole cents in, figures with a currency out. */

const figures = new Intl.NumberFormat('en-SG', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const whole = new Intl.NumberFormat('en-SG', { maximumFractionDigits: 0 });
let currency = '$';

/** Takes the currency that the server names. */
export function useCurrency(sign) {
  currency = sign || '$';
}

/** "$1,234.50"; a loss carries a minus sign. */
export const money = (cents) =>
  `${cents < 0 ? '−' : ''}${currency}${figures.format(Math.abs(cents) / 100)}`;

/** "$1,234" where there are no odd cents. */
export const short = (cents) =>
  cents % 100
    ? money(cents)
    : `${cents < 0 ? '−' : ''}${currency}${whole.format(Math.abs(cents) / 100)}`;

/** "+$75.00" or "−$40.00". */
export const signed = (cents) => (cents > 0 ? '+' : '') + money(cents);

/** "$5 – $200". */
export const range = (low, high) => `${short(low)} – ${short(high)}`;
