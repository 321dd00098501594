// Repeatable roughness for drawing: the same board always gives the same picture.

/** @param {number} x @param {number} y @returns {number} 0..1, the same for the same whole numbers */
export function hash(x, y) {
  let h = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** @param {number} x @param {number} y @returns {number} smooth noise, -1..1 */
export function noise(x, y) {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const a = hash(x0, y0);
  const b = hash(x0 + 1, y0);
  const c = hash(x0, y0 + 1);
  const d = hash(x0 + 1, y0 + 1);
  return (a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v) * 2 - 1;
}

/** @param {number} x @param {number} y @param {number} octaves @returns {number} about -1..1 */
export function fbm(x, y, octaves) {
  let sum = 0;
  let weight = 0.5;
  for (let i = 0; i < octaves; i++) {
    sum += weight * noise(x, y);
    weight *= 0.5;
    // A turn at each octave hides the lattice the noise is made on.
    const turned = x * 1.6 - y * 1.2 + 17.3;
    y = x * 1.2 + y * 1.6 - 9.1;
    x = turned;
  }
  return sum;
}

/** A small generator for scattering things inside one hex. @param {number} seed */
export function scatter(seed) {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
