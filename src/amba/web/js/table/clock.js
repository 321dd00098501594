// How long the table has waited for a side's choice, where a pace was agreed.

/** @typedef {{pace: number, left: number} | null | undefined} ClockData   seconds */

/** @param {number} seconds */
export function inWords(seconds) {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 100) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

export class Clock {
  /** @param {() => void} tick told now and then while it runs */
  constructor(tick) {
    /** @type {ClockData} */
    this.data = null;
    this.at = 0;
    this.tick = tick;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    setInterval(() => this.data && tick(), 15_000);
  }

  /** @param {ClockData} data as the server says now */
  set(data) {
    this.data = data ?? null;
    this.at = performance.now();
    clearTimeout(this.timer);
    // At the very moment a claim becomes possible the table says so; a browser's timer counts no further than 24 days.
    if (data && data.left < 2_000_000) this.timer = setTimeout(this.tick, data.left * 1000 + 50);
  }

  get runs() {
    return Boolean(this.data);
  }

  /** Seconds until whoever waits may claim. */
  left() {
    return this.data ? this.data.left - (performance.now() - this.at) / 1000 : Infinity;
  }
}
