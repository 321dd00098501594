// Vehicles and guns seen from above, the bow towards twelve o'clock, about 30 wide and 44 long round their middle.
// Each is a hull that turns with its facing, and where something turns by itself a turret that turns with its own.

/** @typedef {{hull: string, turret?: string, hatch?: [number, number], size?: number}} Silhouette   hatch: where the commander looks out, from the turret's or the hull's middle */

const TRACKS = '<path class="track" d="M-13-16Q-13-18.500-10.500-18.500T-8-16V16Q-8 18.500-10.500 18.500T-13 16ZM8-16Q8-18.500 10.500-18.500T13-16V16Q13 18.500 10.500 18.500T8 16Z"/>'
  + '<path class="links" d="M-13-13H-8M-13-9H-8M-13-5H-8M-13-1H-8M-13 3H-8M-13 7H-8M-13 11H-8M-13 15H-8M8-13H13M8-9H13M8-5H13M8-1H13M8 3H13M8 7H13M8 11H13M8 15H13"/>';
const DECK = '<path class="line" d="M-6 10H6M-6 12.500H6M-6 15H6M-8-11H8"/>';
const HULL = '<path class="hull" d="M-8.500-15 -6.500-17H6.500L8.500-15V16L7 17.500H-7L-8.500 16Z"/>';
const WHEELS = '<path class="track" d="M-12.500-15H-9V-8H-12.500ZM9-15H12.500V-8H9ZM-12.500 8H-9V15H-12.500ZM9 8H12.500V15H9Z"/>';
const SIX = '<path class="track" d="M-12.500-16H-9V-9.500H-12.500ZM9-16H12.500V-9.500H9ZM-12.500 3H-9V9.500H-12.500ZM9 3H12.500V9.500H9ZM-12.500 10.500H-9V17H-12.500ZM9 10.500H12.500V17H9Z"/>';
const BED = '<path class="hull" d="M-10-4H10V18H-10Z"/><path class="line" d="M-10 1.500H10M-10 7H10M-10 12.500H10"/>';
const CAB = '<path class="hull" d="M-7-17Q-7-18.500-5-18.500H5Q7-18.500 7-17V-12H8.500V-4.500H-8.500V-12H-7Z"/><path class="glass" d="M-7.500-11.500H7.500L6.500-9H-6.500Z"/><path class="line" d="M-5-16H5M-5-14H5"/>';
const OPEN = '<path class="hole" d="M-6-3.500H6V12.500H-6Z"/><path class="line" d="M-3.500-2V11.500M3.500-2V11.500"/>';

/** A turret with a barrel of some length and thickness. @param {number} length @param {number} [thick] @param {string} [body] */
const turret = (length, thick = 1.5, body = "M-6.500-5Q0-9.500 6.500-5L7.500 4Q4 8.500 0 8.500T-7.500 4Z") => `<path class="barrel" d="M${-thick}-6V${-length}H${thick}V-6Z"/><path class="muzzle" d="M${-thick - 0.5} ${-length}h${2 * thick + 1}v2.400h${-2 * thick - 1}Z"/><path class="turret" d="${body}"/>`;
/** A barrel that looks out of the bow. @param {number} length @param {number} [thick] */
const bow = (length, thick = 1.700) => `<path class="barrel" d="M${-thick}-8V${-length}H${thick}V-8Z"/>`;
const TRAILS = '<path class="leg" d="M-2 4-8.500 20M2 4 8.500 20"/><path class="track" d="M-11.500-3H-8V7H-11.500ZM8-3H11.500V7H8Z"/><path class="leg" d="M-8 2H8"/>';

/** @type {Record<string, Silhouette>} */
const SILHOUETTES = {
  tankette: { hull: `${TRACKS}<path class="hull" d="M-8.500-14 -6-16H6L8.500-14V15H-8.500Z"/><path class="deck" d="M-7-7H7V6H-7Z"/><path class="line" d="M-6 9H6M-6 12H6"/><path class="barrel" d="M2-16H3.500V-6H2ZM4.500-15H6V-6H4.500Z"/>`, hatch: [-2.5, 0], size: 0.8 },
  "light-tank": { hull: TRACKS + HULL + DECK, turret: turret(17, 1.1, "M-5.500-4.500Q0-8 5.500-4.500L6 3.500Q0 9-6 3.500Z"), hatch: [0, 1.5], size: 0.88 },
  tank: { hull: TRACKS + HULL + DECK, turret: turret(21), hatch: [-1.5, 2.5] },
  "heavy-tank": { hull: `${TRACKS}<path class="hull" d="M-10-15 -7.500-18H7.500L10-15V16L8 18H-8L-10 16Z"/>${DECK}`, turret: turret(22, 1.8, "M-7.500-6Q0-10.500 7.500-6L8.500 4.500Q5 10 0 10T-8.500 4.500Z"), hatch: [-2, 3], size: 1.05 },
  "assault-gun": { hull: `${TRACKS}${HULL}<path class="deck" d="M-8-10.500 -5.500-13H5.500L8-10.500V6H-8Z"/><path class="line" d="M-6 10H6M-6 12.500H6M-6 15H6"/>${bow(20)}<circle class="deck" cx="0" cy="-10.500" r="3.200"/>`, hatch: [-3.5, 1] },
  "gun-carriage": { hull: `${TRACKS}${HULL}<path class="deck" d="M-8.500-9-6-11.500H6L8.500-9V15H-8.500Z"/><path class="hole" d="M-6.500-6H6.500V13H-6.500Z"/>${bow(21, 1.6)}<path class="barrel" d="M-2-6H2V4H-2Z"/>`, hatch: [3.5, 7] },
  "armoured-car": { hull: `${WHEELS}<path class="hull" d="M-5.500-18H5.500L9-9V10L6 18H-6L-9 10V-9Z"/><path class="line" d="M-8-9H8M-6 11H6M-5.500 14H5.500"/>`, turret: turret(15, 1.1, "M-5-4.500Q0-7.500 5-4.500L6 3.500Q0 8.500-6 3.500Z"), hatch: [0, 1.5] },
  "scout-car": { hull: `${WHEELS}<path class="hull" d="M-5-17H5L8.500-9V16H-8.500V-9Z"/><path class="glass" d="M-7-8H7L6-5.500H-6Z"/><path class="hole" d="M-5.500-3.500H5.500V11H-5.500Z"/>`, turret: '<path class="barrel" d="M-1-14H1V0H-1Z"/>', hatch: [0, 4], size: 0.85 },
  halftrack: { hull: `<path class="track" d="M-12-17H-8.500V-10H-12ZM8.500-17H12V-10H8.500ZM-12.500-1H-8V17H-12.500ZM8-1H12.500V17H8Z"/><path class="links" d="M-12.500 2H-8M-12.500 6H-8M-12.500 10H-8M-12.500 14H-8M8 2H12.500M8 6H12.500M8 10H12.500M8 14H12.500"/><path class="hull" d="M-5-19H5L8.500-8 9 17H-9L-8.500-8Z"/><path class="line" d="M-4-16H4M-4.500-14H4.500"/><path class="glass" d="M-7.500-7H7.500L6.500-4.500H-6.500Z"/>${OPEN}`, hatch: [0, 2] },
  carrier: { hull: `${TRACKS}<path class="hull" d="M-8.500-13-6-15.500H6L8.500-13V15H-8.500Z"/><path class="hole" d="M-7-5H7V11H-7Z"/><path class="deck" d="M-2-5H2V11H-2Z"/><path class="line" d="M-6-10H6"/>${bow(15, 0.8)}`, hatch: [4.5, -2], size: 0.78 },
  truck: { hull: WHEELS + CAB + BED },
  lorry: { hull: SIX + CAB + BED, size: 1.08 },
  car: { hull: `${WHEELS}<path class="hull" d="M-6-16Q0-18.500 6-16L8-8V15Q0 17-8 15V-8Z"/><path class="glass" d="M-6.500-6.500H6.500L5.500-4H-5.500Z"/><path class="hole" d="M-5.500-2.500H5.500V9H-5.500Z"/>`, size: 0.72 },
  portee: { hull: `${WHEELS}${CAB}<path class="hull" d="M-10-4H10V18H-10Z"/><path class="line" d="M-10 15H10"/>`, turret: '<g transform="translate(0 6)"><path class="barrel" d="M-1.200-19H1.200V4H-1.200Z"/><path class="turret" d="M-6-4H6V-1.500H-6Z"/><path class="leg" d="M-1.500 0-5 7M1.500 0 5 7"/></g>' },
  motorcycle: { hull: '<path class="track" d="M-1.500-15H1.500V-6H-1.500ZM-6 2H-2.500V14H-6ZM2.500 2H6V14H2.500Z"/><path class="hull" d="M-2.500-8H2.500L4.500 2V13H-4.500V2Z"/><path class="leg" d="M-6-7H6"/>', size: 0.8 },
  gun: { hull: "", turret: `${TRAILS}<path class="barrel" d="M-1.500-22H1.500V6H-1.500Z"/><path class="turret" d="M-9.500-6-8-8.500H8L9.500-6V-3.500H-9.500Z"/>` },
  "field-gun": { hull: "", turret: `${TRAILS}<path class="barrel" d="M-2.200-19H2.200V8H-2.200Z"/><path class="leg" d="M-2 6V20H2V6"/>` },
  "anti-aircraft-gun": { hull: '<path class="leg" d="M-15-15 15 15M15-15-15 15"/><circle class="track" r="8"/>', turret: '<path class="barrel" d="M-1.600-23H1.600V8H-1.600Z"/><path class="turret" d="M-6.500-4H6.500V5.500H-6.500Z"/>' },
  mortar: { hull: "", turret: '<path class="leg" d="M0-2-7-13M0-2 7-13"/><circle class="track" cy="7" r="6.500"/><path class="barrel" d="M-2.200-17H2.200V7H-2.200Z"/>', size: 0.8 },
  rifle: { hull: "", turret: '<path class="leg" d="M0-6-5-13M0-6 5-13"/><path class="barrel" d="M-1-20H1V10H-1Z"/><path class="turret" d="M-2 6H2V15H-2Z"/>', size: 0.8 },
};

/** @param {string | undefined} top @returns {Silhouette | null} */
export function silhouetteOf(top) {
  return (top && SILHOUETTES[top]) || null;
}
