import type { Span } from "../../core/model.ts";
import type { RawText } from "../units.ts";

/**
 * How rare each pair of letters is in English, from the harmless English texts of the training corpus: row = first letter, column =
 * second one, `a` to `z` and then anything else; a sign stands for `-ln(share)`, in fifths above three, from `#` on.
 */
const RARITY = [
  "E503D:4B3F7.1*I4I-/+95=A4C-",
  "5BHK1MNL7?S5GI4KT8>G6NPS8P6",
  "0K:J/MM04U56IG.MM5>06JSS>S5",
  "5DG9.D>F2FQ?DB4GN77F7@GT>N)",
  "/:1.369@8KA12+;6<*+1@4936C%",
  "8OJP59NY2WL;PU0RU5G88YQWAW0",
  "7DLH1M=54VR<H;7>P7<B8PLV?M-",
  "/HJE)QRO0QSAE?1EL:D5;SHM<V0",
  "4:/1254LGK;13).7A3--C3MAN92",
  ":SWS;L^TDVTURT;IZPCX<TJ!STA",
  "@MQH4KFI7QREK;CKXI:IHVM!BZ3",
  "0BA5-<EN/VB0<C1<XA697@Bb4S.",
  "08HG.IMT5SYA9F34VI:M:PVT7S0",
  "1G2-/:,C3@;<B:3@HC/-9<IM9I)",
  "::64<09B8C921*44M,53-51CAI-",
  "2MIC1JF97XQ2BK38Z0948NOJ?V4",
  "QUW^TUPZL^WAXV[^ZQUV4WW[^[H",
  "/<75*>9G.N::66/?N7227;DO4O+",
  "3F5C-@K41R9==@35@D1,4G7V<S'",
  "0C<F+CC(+OK:?C-:W1255J:D4J)",
  "896:4D9S8RG362D7S002LKSKFG4",
  "6QNP.QMU3YZMSR=QZNKUEXZ[IS@",
  "4QML3OU21[L;R;5RT;=HOVAUMS4",
  ">O@Q?MTJ@TUKJTN9WSH8MTVIGZ:",
  "BEDE:JHS?TS>:A29!D9>JRFQJF,",
  "?STR:!QM>ZWIQSFZURQTJTPPKFA",
  "(-+./,0.*56/-0,,7.*'15,>2>b",
];
const LETTERS = 26;
const SIZE = LETTERS + 1;
/** Two sums stand in the halves of one number. */
const HALF = 1 << 16;
/** The pair of two signs that are no letters: a run of such signs counts once. */
const NO_LETTERS = SIZE * SIZE - 1;
const FIRST_SIGN = 0x23;
/** Gains are counted in tenths of a nat, so that they are whole numbers; a fifth has two. */
const TENTHS = 2;
/** What a pair must gain to count, in tenths: letters of no language gain nothing over a long stretch. */
const DRIFT = 1;
/** Gain of a stretch, in tenths, from which on it is one: 99 % of harmless texts stay below. */
const ROTATED_MIN = 250;
const REVERSED_MIN = 150;

/** Mean rarity of a text's pairs, in fifths: 11 to 14 in English, 20 and more of drawn letters. */
const RARITY_MAX = 17;

const rarity = (first: number, second: number): number => (RARITY[first]?.charCodeAt(second) ?? 0) - FIRST_SIGN;
const rotate = (letter: number): number => (letter === LETTERS ? letter : (letter + 13) % LETTERS);

const tableOf = (of: (first: number, second: number) => number): Int16Array =>
  Int16Array.from({ length: SIZE * SIZE }, (_, pair) => of(Math.floor(pair / SIZE), pair % SIZE));
const PLAIN = tableOf(rarity);
/** What each pair gains by being read in another way. */
const gainOf = (read: Int16Array): Int16Array =>
  PLAIN.map((plain, pair) => (pair === NO_LETTERS ? 0 : TENTHS * (plain - (read[pair] ?? 0)) - DRIFT));
const ROTATED = tableOf((first, second) => rarity(rotate(first), rotate(second)));
const REVERSED = tableOf((first, second) => rarity(second, first));

const CLASSES = new Uint8Array(128).fill(LETTERS);
for (let letter = 0; letter < LETTERS; letter++) CLASSES[letter + 0x41] = CLASSES[letter + 0x61] = letter;

/** What makes letters English again: rotating them by 13, or reading them from the end. */
export type Reading = "rotated" | "reversed";
const READINGS = {
  rotated: { read: ROTATED, gain: gainOf(ROTATED), min: ROTATED_MIN },
  reversed: { read: REVERSED, gain: gainOf(REVERSED), min: REVERSED_MIN },
} as const;
const READING_NAMES: readonly Reading[] = ["rotated", "reversed"];

/** The highest bits of both halves of a number: set where a sum is not negative. */
const SIGNS = 0x80008000 | 0;
/** What a pair gains by both readings, rotated in the upper half, and the signs: one look at memory and one addition for both. */
const GAINS = Int32Array.from(
  READINGS.rotated.gain,
  (gain, pair) => (SIGNS + gain * HALF + (READINGS.reversed.gain[pair] ?? 0)) | 0,
);
/** What is missing to the signs from the sums that make a stretch. */
const MISSING = (SIGNS - ROTATED_MIN * HALF - REVERSED_MIN) | 0;
/** Signs after which the sums are looked at: no half of a number overflows within so many. */
const STEP = 64;

/** Pairs of a text: its letters by number, runs of other signs as one. */
interface Pairs {
  readonly count: number;
  readonly pairs: Uint16Array;
  /** Where the second sign of each pair stands. */
  readonly places: Uint32Array;
}

/** A stretch of a text, on pairs of letters rather than words, that gains enough by a reading. */
export interface Stretch extends Span {
  readonly reading: Reading;
}

/** The stretches of a text that gain most by a reading, parted by what loses as much (Kadane's algorithm, begun anew); linear. */
export function stretchesOf({ raw, units }: RawText): readonly Stretch[] {
  if (!mayGain(units, raw.length)) return [];
  const read = readPairs(raw);
  return READING_NAMES.flatMap((reading) => stretchesBy(read, READINGS[reading]).map((span) => ({ reading, ...span })));
}

/**
 * Whether any stretch may gain enough by a reading: most texts have none. Of drawn letters no sign of a sum can be foretold, so nothing
 * branches on it, and the sums of both readings are made at once.
 */
function mayGain(units: Uint16Array, length: number): boolean {
  const gains = GAINS;
  const classes = CLASSES;
  let sums = 0;
  let row = LETTERS * SIZE;
  for (let from = 0; from < length; from += STEP) {
    const end = Math.min(length, from + STEP);
    let over = 0;
    for (let at = from; at < end; at++) {
      const code = units[at] ?? 0;
      const letter = code < 128 ? (classes[code] ?? LETTERS) : LETTERS;
      sums = (sums + (gains[row + letter] ?? 0)) | 0;
      // A sum below 0 begins anew: all its bits are taken away, of the others the sign only.
      const signs = sums & SIGNS;
      sums &= (signs - (signs >>> 15)) | 0;
      over |= (sums + MISSING) | 0;
      row = letter * SIZE;
    }
    if ((over & SIGNS) !== 0) return true;
  }
  return false;
}

function readPairs(raw: string): Pairs {
  const pairs = new Uint16Array(raw.length);
  const places = new Uint32Array(raw.length);
  let count = 0;
  let before = LETTERS;
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    const letter = code < 128 ? (CLASSES[code] ?? LETTERS) : LETTERS;
    if (letter === LETTERS && before === LETTERS) continue;
    pairs[count] = before * SIZE + letter;
    places[count] = at;
    count += 1;
    before = letter;
  }
  return { count, pairs, places };
}

function stretchesBy(
  { count, pairs, places }: Pairs,
  { gain, read, min }: (typeof READINGS)[Reading],
): readonly Span[] {
  const add = (first: number, last: number): void => {
    if (isEnglish(pairs.subarray(first, last + 1), read))
      found.push({ start: places[first] ?? 0, end: (places[last] ?? 0) + 1 });
  };
  const found: Span[] = [];
  // No closure may hold these: each sum would become an object.
  let sum = 0;
  let start = 0;
  let best = 0;
  let bestEnd = 0;
  for (let index = 0; index < count; index++) {
    sum += gain[pairs[index] ?? 0] ?? 0;
    if (sum > best) {
      best = sum;
      bestEnd = index;
    } else if (sum <= 0 || sum < best - min) {
      if (best >= min) add(start, bestEnd);
      sum = 0;
      start = index + 1;
      best = 0;
    }
  }
  if (best >= min) add(start, bestEnd);
  return found;
}

/** Whether a stretch is as usual as English once it is read, by the mean rarity of its pairs: drawn letters may gain by chance. */
function isEnglish(pairs: Uint16Array, read: Int16Array): boolean {
  let sum = 0;
  for (const pair of pairs) sum += read[pair] ?? 0;
  return sum <= RARITY_MAX * pairs.length;
}
