import { SIGN } from "../../../text/units.ts";
import type { Match } from "../../detector.ts";
import type { PiiDetector } from "../groups.ts";
import { holdToken } from "../../hold-run.ts";
import { hash } from "node:crypto";

/** Runs of letters and digits, UTF-16 units. Cardano's are the longest. */
const RUN_MIN = 25;
const RUN_MAX = 110;
/** Lengths of 20 bytes with their check in base 58. */
const BASE58_MAX = 36;

/** Addresses of crypto currencies, by their check sums. */
export const CRYPTO: PiiDetector = {
  id: "CRYPTO",
  placeholder: "CRYPTO",
  group: "financial",
  keywords: [],
  maxLength: RUN_MAX + 2,
  source: "https://en.bitcoin.it/wiki/List_of_address_prefixes",
  about: { name: "address of a crypto currency", form: "its checksum; no label needed" },
  find: ({ raw, signs, units }, _hits, from) => {
    const matches: Match[] = [];
    if ((signs & SIGN.run) === 0) return matches;
    // A run as long as an address covers one of these places, so that prose is rarely walked.
    for (let at = from + RUN_MIN - 1; at < raw.length; at += RUN_MIN) {
      if (!isSign(units[at] ?? 0)) continue;
      const start = runStart(units, at);
      const end = runEnd(units, at);
      if (end - start >= RUN_MIN && isAddress(raw.slice(start, end))) matches.push({ start, end, score: 1 });
      at = Math.max(at, end);
    }
    return matches;
  },
  stableUntil: holdToken(RUN_MAX + 2),
  examples: {
    hits: [
      ["Pay 16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ, please", "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ"],
      ['{"wallet":"3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"}', "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
      ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq.", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"],
      ["to=0x326c3f85ee71ee7da692463a8db55541bb0fa906", "0x326c3f85ee71ee7da692463a8db55541bb0fa906"],
      ["rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"],
      ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
    ],
    misses: [
      "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ2",
      "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyY",
      "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp",
      "0x326c3f85ee71ee7da692463a8db55541bb0fa90",
      "0x0000000000000000000000000000000000000000",
      "8f953371d3e85eddb89b05ed6b9e680791055315c73e1025ab5dba7bb2aee189",
    ],
  },
};

function isAddress(run: string): boolean {
  if (run.length > RUN_MAX) return false;
  if (run.startsWith("0x")) return isEthereumAddress(run);
  if (run.length <= BASE58_MAX && /^[13mn2LMDATXt97]/.test(run) && isBase58Address(run)) return true;
  if (run.startsWith("r") && run.length <= BASE58_MAX && isRippleAddress(run)) return true;
  return isBech32Address(run) || isMoneroAddress(run);
}

/** Where the run of letters and digits around `at` begins; reads no farther than the longest address. */
function runStart(units: Uint16Array, at: number): number {
  const lowest = Math.max(0, at - RUN_MAX - 1);
  let start = at;
  while (start > lowest && isSign(units[start - 1] ?? 0)) start -= 1;
  return start;
}

/** Where it ends, as far. */
function runEnd(units: Uint16Array, at: number): number {
  const highest = at + RUN_MAX + 1;
  let end = at;
  // The 0 after a text is no sign.
  while (end < highest && isSign(units[end] ?? 0)) end += 1;
  return end;
}

function isSign(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** Addresses of crypto currencies, each by its own check sum. All take one run of letters and digits. */

const sha256 = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer");

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const RIPPLE = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";
/** Bytes: one or two of the version, a hash of 20, a check of 4. */
const DECODED_MIN = 25;
const DECODED_MAX = 26;

const valuesOf = (alphabet: string): ReadonlyMap<string, number> =>
  new Map(alphabet.split("").map((sign, value) => [sign, value]));
const BASE58_VALUES = valuesOf(BASE58);
const RIPPLE_VALUES = valuesOf(RIPPLE);

// The first byte: Bitcoin 0 and 5 (its test network 111 and 196), Dogecoin 30 and 22, Litecoin 48 and 50, Tron 65,
// Dash 76 and 16. Two bytes: Zcash 1CB8 and 1CBD. https://en.bitcoin.it/wiki/List_of_address_prefixes
const VERSIONS = new Set([0, 5, 16, 22, 30, 48, 50, 65, 76, 111, 196]);
const isZcash = (bytes: Uint8Array): boolean => bytes[0] === 0x1c && (bytes[1] === 0xb8 || bytes[1] === 0xbd);

/** Base58Check: the check is what a double SHA-256 of the rest begins with. */
export function isBase58Address(run: string): boolean {
  const bytes = decode(run, BASE58_VALUES);
  if (bytes === null) return false;
  const isKnown = bytes.length === DECODED_MIN ? VERSIONS.has(bytes[0] ?? -1) : isZcash(bytes);
  return isKnown && isChecked(bytes);
}

/** The same in Ripple's order of signs. */
export function isRippleAddress(run: string): boolean {
  const bytes = decode(run, RIPPLE_VALUES);
  return bytes?.length === DECODED_MIN && bytes[0] === 0 && isChecked(bytes);
}

function isChecked(bytes: Uint8Array): boolean {
  const digest = sha256(sha256(bytes.subarray(0, -4)));
  return bytes.subarray(-4).every((byte, at) => byte === digest[at]);
}

/** Sixteen bits each, the lowest first: the most that a product with 58 leaves exact and quick. */
const limbs = new Uint16Array(DECODED_MAX / 2);

/** The number as bytes, with a leading zero for each leading first sign; `null` if a sign or the length is invalid. */
function decode(run: string, values: ReadonlyMap<string, number>): Uint8Array | null {
  limbs.fill(0);
  let used = 0;
  for (let at = 0; at < run.length && used <= limbs.length; at++) {
    const value = values.get(run.charAt(at));
    if (value === undefined) return null;
    used = shift(value, used);
  }
  if (used > limbs.length) return null;
  const bytes = new Uint8Array(DECODED_MAX);
  for (let at = 0; at < DECODED_MAX; at++) bytes[DECODED_MAX - 1 - at] = (limbs[at >> 1] ?? 0) >> ((at & 1) * 8);
  let zeros = 0;
  while (values.get(run.charAt(zeros)) === 0) zeros += 1;
  const length = DECODED_MAX - bytes.findIndex((byte) => byte !== 0) + zeros;
  return length === DECODED_MIN || length === DECODED_MAX ? bytes.subarray(DECODED_MAX - length) : null;
}

/** Takes in one more sign; how many limbs are in use then, one more than there are when they do not hold it. */
function shift(value: number, used: number): number {
  let carry = value;
  for (let place = 0; place < used; place++) {
    carry += (limbs[place] ?? 0) * 58;
    limbs[place] = carry;
    carry >>>= 16;
  }
  if (carry === 0) return used;
  if (used < limbs.length) limbs[used] = carry;
  return used + 1;
}

const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const BECH32_VALUES = valuesOf(BECH32);
const GENERATOR = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
const BECH32_REST = 1;
const BECH32M_REST = 0x2bc8_30a3;
/** The part before the `1`: https://github.com/satoshilabs/slips/blob/master/slip-0173.md */
const BECH32_PREFIX = /^(?:bc|tb|ltc|addr|stake|cosmos|osmo|terra|bnb|kava|inj|akash|juno|secret|thor|celestia|zil)1/;

/** BIP 173 and BIP 350; capital letters throughout count as small ones. */
export function isBech32Address(run: string): boolean {
  const text = run === run.toUpperCase() ? run.toLowerCase() : run;
  const prefix = BECH32_PREFIX.exec(text)?.[0].slice(0, -1);
  if (prefix === undefined) return false;
  let rest = 1;
  for (let at = 0; at < prefix.length; at++) rest = step(rest, prefix.charCodeAt(at) >> 5);
  rest = step(rest, 0);
  for (let at = 0; at < prefix.length; at++) rest = step(rest, prefix.charCodeAt(at) & 31);
  for (let at = prefix.length + 1; at < text.length; at++) {
    const value = BECH32_VALUES.get(text.charAt(at));
    if (value === undefined) return false;
    rest = step(rest, value);
  }
  return rest === BECH32_REST || rest === BECH32M_REST;
}

function step(rest: number, value: number): number {
  let next = ((rest & 0x1ff_ffff) << 5) ^ value;
  for (const [at, generator] of GENERATOR.entries()) if (((rest >>> (25 + at)) & 1) === 1) next ^= generator;
  return next;
}

/** Twenty bytes after `0x`: nothing else is written so. The checking of capitals needs another hash and is left out. */
export const isEthereumAddress = (run: string): boolean =>
  /^0x[0-9A-Fa-f]{40}$/.test(run) && !/^0x(?:0{38}|f{38})/i.test(run);

/** Monero: 95 signs, or 106 with a payment's id. Its check needs another hash. */
export const isMoneroAddress = (run: string): boolean =>
  /^[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/.test(run);
