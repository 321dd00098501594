// Your turn, seen and heard from another tab: the title, the icon, and two notes.

import { keep, recall } from "../store.js";

const DOT = "<circle cx='25' cy='7' r='6.5' fill='#d9480f' stroke='#fff' stroke-width='1.5'/></svg>";

export class Call {
  /** @param {string} title of the game */
  constructor(title) {
    this.title = title;
    this.isMine = false;
    this.sounds = recall("sound", true);
    this.icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    this.plain = this.icon?.href ?? "";
    /** @type {string | null} the icon with a dot, when it has been fetched */
    this.dotted = null;
    document.addEventListener("visibilitychange", () => this.show());
  }

  /** @param {boolean} mine whether this seat, and no other at this screen, decides */
  set(mine) {
    const rings = mine && !this.isMine;
    this.isMine = mine;
    this.show();
    if (rings && document.hidden && this.sounds) ring();
  }

  turnSound() {
    this.sounds = !this.sounds;
    keep("sound", this.sounds);
    if (this.sounds) ring();
  }

  show() {
    const calls = this.isMine && document.hidden;
    document.title = `${this.isMine ? "● Your turn · " : ""}${this.title} · Amba`;
    document.documentElement.dataset.call = calls ? "turn" : "";
    if (!this.icon) return;
    if (this.isMine) void this.showDot();
    else this.icon.href = this.plain;
  }

  async showDot() {
    if (!this.dotted) {
      const text = await fetch(this.plain).then((answer) => answer.text()).catch(() => "");
      if (!text.includes("</svg>")) return;
      this.dotted = `data:image/svg+xml,${encodeURIComponent(text.replace("</svg>", DOT))}`;
    }
    if (this.isMine && this.icon) this.icon.href = this.dotted;
  }
}

/** Two soft notes. A browser that has not been touched yet stays silent, as it should. */
function ring() {
  try {
    const air = new AudioContext();
    [[660, 0], [880, 0.16]].forEach(([pitch, start]) => {
      const note = air.createOscillator();
      const loud = air.createGain();
      note.frequency.value = pitch;
      loud.gain.setValueAtTime(0, air.currentTime + start);
      loud.gain.linearRampToValueAtTime(0.12, air.currentTime + start + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.001, air.currentTime + start + 0.5);
      note.connect(loud).connect(air.destination);
      note.start(air.currentTime + start);
      note.stop(air.currentTime + start + 0.55);
    });
    document.documentElement.dataset.rang = String(Number(document.documentElement.dataset.rang ?? "0") + 1);
    setTimeout(() => void air.close(), 1500);
  } catch {
    // No sound here.
  }
}
