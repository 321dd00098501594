// What this browser remembers: its games and its wishes. A browser that forbids storage just forgets.

/** @template T @param {string} key @param {T} fallback @returns {T} */
export function recall(key, fallback) {
  try {
    const text = localStorage.getItem(`amba.${key}`);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    localStorage.setItem(`amba.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse; nothing depends on it.
  }
}

/** @typedef {{token: string, game: string, title: string, sides: string[], when: number, line: string, scenario?: string, turn?: string, mine?: boolean, over?: boolean, names?: Record<string, string>}} Kept   line: whose move, and what */

/** @returns {Kept[]} newest first */
export function myGames() {
  return recall("games", /** @type {Kept[]} */ ([]));
}

/** @param {Kept} game */
export function rememberGame(game) {
  keep("games", [game, ...myGames().filter((other) => other.token !== game.token)].slice(0, 40));
}

/** @param {string} token */
export function forgetGame(token) {
  // Whoever has an account wishes it forgotten on the other devices, too.
  keep("gone", [...recall("gone", /** @type {string[]} */ ([])), token].slice(-200));
  keep("games", myGames().filter((other) => other.token !== token));
}
