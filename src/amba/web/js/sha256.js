// SHA-256 (FIPS 180-4). The browser's own is only there on secure pages; a table in a club's network may not be one.

const K = Uint32Array.from(primes(64), (p) => fraction(Math.cbrt(p)));

/** @param {number} count @returns {number[]} */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
}

/** The first 32 bits behind the point. @param {number} x */
function fraction(x) {
  return ((x - Math.floor(x)) * 2 ** 32) >>> 0;
}

/** @param {Uint8Array} bytes @returns {string} in hexadecimal */
export function sha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const h = Uint32Array.from(primes(8), (p) => fraction(Math.sqrt(p)));
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    round(h, w);
  }
  return Array.from(h, (word) => word.toString(16).padStart(8, "0")).join("");
}

/** @param {Uint32Array} h @param {Uint32Array} w */
function round(h, w) {
  let [a, b, c, d, e, f, g, x] = h;
  for (let i = 0; i < 64; i++) {
    const t1 = (x + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [x, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, x].forEach((word, i) => (h[i] += word));
}

/** @param {number} word @param {number} by */
function turn(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** @param {string} text */
export function sha256Text(text) {
  return sha256(new TextEncoder().encode(text));
}

/** Bytes nobody can guess, in hexadecimal. @param {number} count */
export function randomHex(count) {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
