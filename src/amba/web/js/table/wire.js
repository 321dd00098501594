// The line to the server: sends questions, matches answers, and comes back by itself when cut.

import { openSocket } from "../seat.js";

/** @typedef {Record<string, any> & {t: string}} Message */

/** A line that has been silent for so long is asked whether it still stands; one that stays silent so much longer is given up. */
const SILENT_MS = 25_000;
const ANSWER_MS = 5_000;

export class Wire {
  /**
   * @param {string} token
   * @param {(message: Message) => void} hear everything that is no answer
   * @param {(state: "open" | "lost" | "gone") => void} tell how the line is
   */
  constructor(token, hear, tell) {
    this.token = token;
    this.hear = hear;
    this.tell = tell;
    /** counters called by their titles, once the board is known @type {<T>(message: T) => T} */
    this.speak = (message) => message;
    this.next = 1;
    this.tries = 0;
    this.closed = false;
    /** @type {Map<number, {done: (m: Message) => void, fail: (e: Error) => void}>} */
    this.waiting = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.heardAt = performance.now();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.doubt = undefined;
    // A network that goes away without a word never closes a line: only asking tells.
    setInterval(() => performance.now() - this.heardAt > SILENT_MS && this.probe(), ANSWER_MS);
    // A sleeping laptop or a phone in a pocket: try at once when it wakes, not when the timer says.
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    this.open();
  }

  open() {
    const socket = openSocket(this.token);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.tell("open");
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.lose(socket);
  }

  /** @param {WebSocket} socket */
  lose(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    for (const { fail } of this.waiting.values()) fail(new Error("the line was cut"));
    this.waiting.clear();
    if (this.closed) return;
    this.tell("lost");
    this.timer = setTimeout(() => this.open(), Math.min(8000, 300 * 2 ** this.tries++));
  }

  hurry() {
    if (this.closed) return;
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) {
      this.probe();
      return;
    }
    clearTimeout(this.timer);
    this.open();
  }

  /** Ask whether anybody is there; without an answer in time the line is down, whatever the browser thinks. */
  probe() {
    const { socket } = this;
    if (!socket || socket.readyState !== WebSocket.OPEN || this.doubt) return;
    this.ask({ t: "ping" }).catch(() => undefined);
    this.doubt = setTimeout(() => {
      this.doubt = undefined;
      if (performance.now() - this.heardAt < ANSWER_MS) return;
      this.lose(socket);
      socket.close();
    }, ANSWER_MS);
  }

  /** No seat here: stop trying. */
  end() {
    this.closed = true;
    this.tell("gone");
    this.socket?.close();
  }

  /** @param {Message} plain */
  receive(plain) {
    this.heardAt = performance.now();
    const message = this.speak(plain);
    const asker = typeof message.id === "number" ? this.waiting.get(message.id) : undefined;
    if (!asker) {
      this.hear(message);
      return;
    }
    this.waiting.delete(message.id);
    asker.done(message);
  }

  /** @param {Message} message @returns {Promise<Message>} the answer with the same id */
  ask(message) {
    const id = this.next++;
    return new Promise((done, fail) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        fail(new Error("no line"));
        return;
      }
      this.waiting.set(id, { done, fail });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }
}
