import type { Span } from "../core/model.ts";

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
const FIRST_SIGN = 0x23;
/** What a pair must gain to count, in fifths: letters of no language gain nothing over a long stretch. */
const DRIFT = 0.5;
/** Gain of a stretch, in fifths of a nat, from which on it is one: 99 % of harmless texts stay below. */
const ROTATED_MIN = 125;
const REVERSED_MIN = 75;

/** Mean rarity of a text's pairs, in fifths: 11 to 14 in English, 20 and more of drawn letters. */
const RARITY_MAX = 17;

const rarity = (first: number, second: number): number => (RARITY[first]?.charCodeAt(second) ?? 0) - FIRST_SIGN;
const rotate = (letter: number): number => (letter === LETTERS ? letter : (letter + 13) % LETTERS);

/** What each pair gains by being read in another way. */
const tableOf = (other: (first: number, second: number) => number): Float32Array =>
  Float32Array.from(
    { length: SIZE * SIZE },
    (_, index) =>
      rarity(Math.floor(index / SIZE), index % SIZE) - other(Math.floor(index / SIZE), index % SIZE) - DRIFT,
  );
const ROTATED = tableOf((first, second) => rarity(rotate(first), rotate(second)));
const REVERSED = tableOf((first, second) => rarity(second, first));

const CLASSES = new Uint8Array(128).fill(LETTERS);
for (let letter = 0; letter < LETTERS; letter++) CLASSES[letter + 0x41] = CLASSES[letter + 0x61] = letter;

/** What makes letters English again: rotating them by 13, or reading them from the end. */
export type Reading = "rotated" | "reversed";
const READINGS = {
  rotated: { table: ROTATED, min: ROTATED_MIN },
  reversed: { table: REVERSED, min: REVERSED_MIN },
} as const;

/** Pairs of a text, kept from text to text: its letters by number, runs of other signs as one. */
let pairs = new Uint16Array(4096);
let places = new Uint32Array(4096);

/**
 * The stretch of a text that gains most by a reading, for each that gains enough (Kadane's algorithm); linear. It lies on pairs of
 * letters, not on words.
 */
export function stretchesOf(raw: string): ReadonlyMap<Reading, Span> {
  const count = readPairs(raw);
  const found = new Map<Reading, Span>();
  for (const reading of ["rotated", "reversed"] as const) {
    const span = bestOf(count, READINGS[reading]);
    if (span !== null) found.set(reading, span);
  }
  return found;
}

function readPairs(raw: string): number {
  if (pairs.length < raw.length) {
    pairs = new Uint16Array(raw.length * 2);
    places = new Uint32Array(raw.length * 2);
  }
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
  return count;
}

function bestOf(count: number, { table, min }: { readonly table: Float32Array; readonly min: number }): Span | null {
  let sum = 0;
  let start = 0;
  let best = 0;
  let bestStart = 0;
  let bestEnd = 0;
  for (let index = 0; index < count; index++) {
    sum += table[pairs[index] ?? 0] ?? 0;
    if (sum <= 0) {
      sum = 0;
      start = index + 1;
    } else if (sum > best) {
      best = sum;
      bestStart = start;
      bestEnd = index;
    }
  }
  return best < min ? null : { start: places[bestStart] ?? 0, end: (places[bestEnd] ?? 0) + 1 };
}

/** Whether the pairs of a text are as usual as those of English, by the mean of their rarity. */
export function isLikeEnglish(text: string): boolean {
  const count = readPairs(text);
  let sum = 0;
  for (let index = 0; index < count; index++) {
    const pair = pairs[index] ?? 0;
    sum += rarity(Math.floor(pair / SIZE), pair % SIZE);
  }
  return sum <= RARITY_MAX * count;
}
