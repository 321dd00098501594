// The type symbols of military counters, drawn in a box 28 wide and 18 high round its centre.
// A kind that is not known shows its first letters, so that a new game never has an empty box.

const FRAME = '<rect x="-14" y="-9" width="28" height="18" class="box"/>';
const CROSS = '<path d="M-14-9 14 9M14-9-14 9" class="ink"/>';
const SLASH = '<path d="M-14 9 14-9" class="ink"/>';
const OVAL = '<rect x="-9.5" y="-5.2" width="19" height="10.4" rx="5.2" class="ink"/>';
const WHEELS = '<circle cx="-7.5" cy="11.3" r="2" class="ink wheel"/><circle cx="7.5" cy="11.3" r="2" class="ink wheel"/>';
const GUN = '<circle r="3.4" class="solid"/>';
const letters = (/** @type {string} */ text) => `<text y="3.4" class="letters">${text}</text>`;

/** @type {Record<string, string>} */
const SYMBOLS = {
  infantry: FRAME + CROSS,
  mountain: `${FRAME}${CROSS}<path d="M-5 9 0 1.5 5 9Z" class="solid"/>`,
  artillery: FRAME + GUN,
  "mot-artillery": FRAME + GUN + WHEELS,
  "mountain-artillery": `${FRAME}<circle cy="-2" r="3" class="solid"/><path d="M-5 9 0 3 5 9Z" class="solid"/>`,
  "rocket-artillery": `${FRAME}${GUN}<path d="M-4-4 0-8 4-4" class="ink"/>`,
  motorized: FRAME + CROSS + WHEELS,
  mechanized: FRAME + CROSS + OVAL,
  cavalry: FRAME + SLASH,
  camel: `${FRAME}${SLASH}<path d="M-9-3q2-4 4 0q2-4 4 0" class="ink"/>`,
  tank: FRAME + OVAL,
  "armoured-car": FRAME + OVAL + SLASH,
  recon: FRAME + SLASH,
  commando: `${FRAME}<path d="M-14-9 14 9M14-9-14 9" class="ink faint"/>${letters("CDO")}`,
  paratroop: `${FRAME}${CROSS}<path d="M-5 8q2.500-4 5 0q2.500-4 5 0" class="ink"/>`,
  naval: `${FRAME}<path d="M0-4.500V6.500M-3.500-1.500H3.500M-6.500 2Q-5 6.800 0 6.800T6.500 2" class="ink"/><circle cy="-6" r="1.700" class="ink"/>`,
  marine: `${FRAME}<path d="M-14-9 14 9M14-9-14 9" class="ink faint"/><path d="M0-4V6.500M-3-1.500H3M-6 2Q-4.500 6.500 0 6.500T6 2" class="ink"/>`,
  air: `${FRAME}<path d="M0 0C-4-6.500-11-5.500-11 0S-4 6.500 0 0C4-6.500 11-5.500 11 0S4 6.500 0 0Z" class="solid"/>`,
  leader: '<path d="M0-10 2.600-3.300 9.800-3 4.200 1.500 6.100 8.500 0 4.500-6.100 8.500-4.200 1.500-9.800-3-2.600-3.300Z" class="solid"/>',
  hq: '<rect x="-14" y="-9" width="28" height="14" class="box"/><path d="M-14-9H14V-4H-14Z" class="solid"/><path d="M-14 5V12" class="ink"/>',
  "machine-gun": `${FRAME}<path d="M0 6.500V-6M-3.500-2.500 0-6.500 3.500-2.500M-4.500 6.500H4.500M-3 3.500H3" class="ink"/>`,
  mortar: `${FRAME}<path d="M0 2.500V-6M-3-3 0-6.500 3-3" class="ink"/><circle cy="4.600" r="2.100" class="ink"/>`,
  "anti-tank": `${FRAME}<path d="M-14 9 0-9 14 9" class="ink"/>`,
  "anti-aircraft": `${FRAME}<path d="M-12 9Q0-14 12 9M0 6V-3" class="ink"/>`,
  mule: `${FRAME}<path d="M-7 5V-4L0 2.500 7-4V5" class="ink"/>`,
  transport: `${FRAME}<circle r="5" class="ink"/><path d="M0-5V5M-5 0H5" class="ink"/>`,
  supply: `${FRAME}<path d="M-14 4.500H14" class="ink"/>`,
  irregular: '<path d="M-12-9 12 10M12-9-12 10" class="ink"/><ellipse rx="7" ry="9.500" class="box"/><path d="M0-7V7M-4.500 0H4.500" class="ink"/>',
  engineer: `${FRAME}<path d="M-7 4.500V-3.500H7V4.500M0-3.500V4.500" class="ink"/>`,
  signals: `${FRAME}<path d="M-14-9 1 1-1-2 14 9" class="ink"/>`,
  medical: `${FRAME}<path d="M0-9V9M-14 0H14" class="ink"/>`,
  guard: `${FRAME}<path d="M-14-9 14 9M14-9-14 9" class="ink faint"/>${letters("G")}`,
  police: FRAME + letters("MP"),
  fort: '<path d="M-13 8V-7H-8V-3H-3V-7H3V-3H8V-7H13V8Z" class="box"/>',
  work: '<path d="M-14 4H-9V-5H-3V4H3V-5H9V4H14" class="ink"/>',
  smoke: '<path d="M-9 6A5 5 0 0 1-8-3 6 6 0 0 1 3-6 5 5 0 0 1 10 0 4 4 0 0 1 8 6Z" class="box"/>',
  burst: '<path d="M0-11 3-4 11-6 6 0 11 6 3 4 0 11-3 4-11 6-6 0-11-6-3-4Z" class="box"/><circle r="2.300" class="solid"/>',
  flame: '<path d="M-5 9C-10 2-3-1-4-8 1-5 2-2 2.500 0 4-2 4-4 3.500-6 8-1 9 5 5 9 2 11-2 11-5 9Z" fill="#f26a1b" stroke="#7a1f00" stroke-width="1.2"/><path d="M-2 9C-4 5 0 3 0 0 3 3 4 6 2 9Z" fill="#ffd96a"/>',
  blaze: '<path d="M2-3C-3-8 5-10 1-13 9-12 12-8 9-3Z" fill="#3b3733" fill-opacity=".8"/><path d="M-13 10C-17 3-9 0-11-7-6-5-5-2-4.500 0-3-4-4-8-2-12 3-8 4-4 4.500-1 7-3 7-6 7-8 13-2 15 5 10 10Z" fill="#e2501a" stroke="#7a1f00" stroke-width="1.3"/><path d="M-8 10C-10 6-5 4-6 0-2 3-1 5-1 7 0 4 2 1 1-2 6 2 7 6 5 10Z" fill="#ffc23f"/>',
  target: '<circle r="8.500" class="box"/><path d="M0-12V12M-12 0H12" class="ink"/>',
  flare: '<circle r="4.500" class="box"/><path d="M0-11V-7M0 7V11M-11 0H-7M7 0H11M-8-8-5.500-5.500M8-8 5.500-5.500M-8 8-5.500 5.500M8 8 5.500 5.500" class="ink"/>',
  dummy: letters("?"),
  squad: '<circle cx="-6" cy="-5" r="2.300" class="solid"/><circle cy="-6" r="2.300" class="solid"/><circle cx="6" cy="-5" r="2.300" class="solid"/><path d="M-9 8V0Q-6-3-3 0V8M-3 8V-1Q0-4 3-1V8M3 8V0Q6-3 9 0V8" class="ink"/>',
};

/** Other words for the same drawing. @type {Record<string, string>} */
const ALSO = {
  african: "infantry", light: "infantry", veteran: "infantry", grenadier: "guard", grenadiers: "guard", ascari: "infantry", askari: "infantry", colonial: "infantry", blackshirt: "infantry", alpine: "mountain", bersaglieri: "infantry", rifle: "infantry", brigade: "infantry",
  "light-tank": "tank", armoured: "tank", armored: "tank", bomber: "air", fighter: "air", aviation: "air", ras: "leader", emperor: "leader", staff: "hq", mules: "mule", battery: "artillery", dump: "supply", depot: "supply", truck: "transport", trucks: "transport",
  inf: "infantry", native: "irregular", natives: "irregular", bande: "irregular", warriors: "irregular", mg: "machine-gun", machinegun: "machine-gun", armor: "tank",
  armour: "tank", art: "artillery", gun: "artillery", "motorized-artillery": "mot-artillery", "mountain-infantry": "mountain", alpini: "mountain", cav: "cavalry", headquarters: "hq",
  "armored-car": "armoured-car", pack: "mule", garrison: "infantry",
  aircraft: "air", ship: "naval", commander: "leader", general: "leader", sapper: "engineer", sappers: "engineer", militia: "infantry", vehicle: "transport",
};

/** @param {string} kind @returns {string} markup; empty for chits and markers, which carry words instead */
export function symbolFor(kind) {
  if (kind === "chit" || kind === "marker") return "";
  kind = kind.toLowerCase().replaceAll("_", "-");
  const known = SYMBOLS[kind] ?? SYMBOLS[ALSO[kind] ?? ""];
  return known ?? FRAME + letters(kind.replace(/[^a-z]/gi, "").slice(0, 3).toUpperCase());
}
