// The whole game by keyboard.

/**
 * @typedef {object} KeyDesk
 * @property {(way: "up" | "down" | "left" | "right") => void} move   the hex cursor
 * @property {(dx: number, dy: number) => void} pan
 * @property {() => void} enter
 * @property {() => void} backspace
 * @property {(back: boolean) => boolean} tab    false: nothing to go to, let the browser have the key
 * @property {(back: boolean) => boolean} unit   the next unit that can act, round and round
 * @property {(more: boolean) => void} stack   the whole stack under the cursor; more: to those in hand
 * @property {() => void} escape
 * @property {(factor: number) => void} zoom
 * @property {() => void} fit
 * @property {() => void} centre
 * @property {(letter: string) => boolean} overlay
 * @property {(number: number) => boolean} press   one of the buttons beside the prompt
 * @property {() => void} help
 * @property {() => void} key      the map's key
 * @property {() => void} hint     what a planner would do
 * @property {() => void} note    a note of one's own at the cursor
 * @property {() => void} form     to the settings, where there are many
 * @property {(back: boolean) => boolean} place   the next place that can be chosen
 * @property {() => void} find     a unit or a place by its name
 * @property {(step: number) => void} replay
 * @property {(way: number) => void} turn   replay, turn by turn
 * @property {() => void} play     replay: play and pause
 */

/** @type {Record<string, "up" | "down" | "left" | "right">} */
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/** @param {HTMLElement} map @param {KeyDesk} desk */
export function listenToKeys(map, desk) {
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (target.closest("input, textarea, select, [contenteditable], dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const onMap = target === document.body || target === map;
    const handled = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const way = ARROWS[event.key];
    if (way && (onMap || target.closest(".map"))) {
      handled();
      if (event.shiftKey) desk.pan(way === "left" ? 120 : way === "right" ? -120 : 0, way === "up" ? 120 : way === "down" ? -120 : 0);
      else desk.move(way);
      return;
    }
    switch (event.key) {
      case "Enter":
      case " ":
        // A focused button keeps its own Enter.
        if (!onMap) return;
        handled();
        desk.enter();
        return;
      case "Backspace": handled(); desk.backspace(); return;
      case "Tab": if (onMap && desk.tab(event.shiftKey)) handled(); return;
      case "Escape": handled(); desk.escape(); return;
      case "+": case "=": handled(); desk.zoom(1.3); return;
      case "-": case "_": handled(); desk.zoom(1 / 1.3); return;
      case "0": handled(); desk.fit(); return;
      case ".": handled(); desk.centre(); return;
      case "?": handled(); desk.help(); return;
      case "[": handled(); desk.replay(-1); return;
      case "]": handled(); desk.replay(1); return;
      case "{": handled(); desk.turn(-1); return;
      case "}": handled(); desk.turn(1); return;
      case "1": case "2": case "3": case "4": case "5": case "6": case "7": case "8": case "9":
        if (desk.press(Number(event.key))) handled();
        return;
      default:
        if (event.key.length !== 1) return;
        if (desk.overlay(event.key.toLowerCase())) handled();
        else if (event.key.toLowerCase() === "n") { handled(); desk.unit(event.shiftKey); }
        else if (event.key.toLowerCase() === "w") { handled(); desk.stack(event.shiftKey); }
        else if (event.key.toLowerCase() === "d") { handled(); desk.note(); }
        else if (event.key.toLowerCase() === "k") { handled(); desk.key(); }
        else if (event.key.toLowerCase() === "h") { handled(); desk.hint(); }
        else if (event.key.toLowerCase() === "j") { handled(); desk.place(event.shiftKey); }
        else if (event.key.toLowerCase() === "o") { handled(); desk.form(); }
        else if (event.key.toLowerCase() === "p") { handled(); desk.play(); }
        else if (event.key === "/") { handled(); desk.find(); }
    }
  });
}
