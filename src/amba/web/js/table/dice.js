// Dice drawn as dice.

const PIPS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]];

/** @param {number} value @param {boolean} [sum] of two dice: a number, however small @returns {string} markup */
export function die(value, sum = false) {
  const pips = sum ? undefined : PIPS[value];
  const inside = pips ? pips.map(([x, y]) => `<circle cx="${x * 5.2}" cy="${y * 5.2}" r="2.1"/>`).join("") : `<text y="4.500" text-anchor="middle">${value}</text>`;
  const said = sum ? `two dice: ${value}` : `die: ${value}`;
  return `<svg class="die" viewBox="-11 -11 22 22" role="img" aria-label="${said}"><rect x="-10" y="-10" width="20" height="20" rx="4.500"/>${inside}</svg>`;
}
