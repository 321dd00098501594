// The line to the server: sends questions, matches answers, and comes back by itself when cut.

/** @typedef {Record<string, any> & {t: string}} Message */

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
    this.next = 1;
    this.tries = 0;
    this.closed = false;
    /** @type {Map<number, {done: (m: Message) => void, fail: (e: Error) => void}>} */
    this.waiting = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    // A sleeping laptop or a phone in a pocket: try at once when it wakes, not when the timer says.
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(this.token)}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.tell("open");
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      for (const { fail } of this.waiting.values()) fail(new Error("the line was cut"));
      this.waiting.clear();
      if (this.closed) return;
      this.tell("lost");
      this.timer = setTimeout(() => this.open(), Math.min(8000, 300 * 2 ** this.tries++));
    };
  }

  hurry() {
    if (this.closed || !this.socket || this.socket.readyState < WebSocket.CLOSING) return;
    clearTimeout(this.timer);
    this.open();
  }

  /** No seat here: stop trying. */
  end() {
    this.closed = true;
    this.tell("gone");
    this.socket?.close();
  }

  /** @param {Message} message */
  receive(message) {
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
