// Points spent and left, said the same way everywhere.

/** "2½" as a number. @param {string} text */
function number(text) {
  return Number.parseFloat(text.replace("½", ".5").replace(/^\./, "0."));
}

/** "3 of 5" with what is left: "3 of 5, 2 left". @param {string} cost */
export function withLeft(cost) {
  const found = /^([\d½.]+) of ([\d½.]+)$/.exec(cost);
  if (!found) return cost;
  const left = number(found[2]) - number(found[1]);
  return `${cost}, ${left === 0.5 ? "½" : String(left).replace(/\.5$/, "½")} left`;
}

/** What a note beside an order says is left, to tell the least: "»2½ left" is 2.5, "» in motion" less than nothing, and a note without a number more than any. @param {string} note */
export function leftIn(note) {
  const found = /\d*½|\d+(?:\.\d+)?/.exec(note);
  if (found) return number(found[0]);
  return note.startsWith("»") ? -1 : Infinity;
}
