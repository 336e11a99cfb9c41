import { readFileSync } from "node:fs";

/** A way to hide a text in characters that nobody sees. */
export interface HiddenForm {
  readonly name: string;
  /** What `decoded` names; `null`: a form of several kinds. */
  readonly decoded: string | null;
  readonly write: (carrier: string, secret: string) => string;
}

const points = (list: readonly number[]): string => list.map((point) => String.fromCodePoint(point)).join("");
const bytes = (secret: string): readonly number[] => [...Buffer.from(secret)];
const bits = (secret: string): string =>
  bytes(secret)
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
const selector = (byte: number): number => (byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16);

const behind = (carrier: string, payload: string): string => `${carrier}${payload}`;
/** Behind the first word. */
const inside = (carrier: string, payload: string): string => carrier.replace(/^\S+/, (word) => word + payload);
const framed = (carrier: string, payload: string): string => `${payload}${carrier}`;
const PLACES = [behind, inside, framed];

/** Spreads symbols over the gaps between the words of a carrier that is repeated until all fit. */
function spread(carrier: string, symbols: readonly string[], each: number): string {
  const words = carrier.split(" ");
  let text = "";
  for (let at = 0, word = 0; at < symbols.length || word < words.length; at += each, word++)
    text += `${word === 0 ? "" : " "}${words[word % words.length] ?? ""}${symbols.slice(at, at + each).join("")}`;
  return text;
}

const tags = (secret: string): string => points(Array.from(secret, (sign) => 0xe0000 + (sign.codePointAt(0) ?? 0)));
const asSymbols = (written: string, alphabet: readonly number[]): readonly string[] =>
  Array.from(written, (digit) => String.fromCodePoint(alphabet[Number.parseInt(digit, 16)] ?? 0));
const digits = (secret: string, width: number): string =>
  (bits(secret).match(new RegExp(`[01]{1,${width}}`, "g")) ?? [])
    .map((digit) => Number.parseInt(digit.padEnd(width, "0"), 2).toString(16))
    .join("");

/** Pairs of characters that tools and malware write bits with. */
const PAIRS: readonly (readonly [name: string, zero: number, one: number])[] = [
  ["space and non-joiner", 0x200b, 0x200c],
  ["non-joiner and joiner", 0x200c, 0x200d],
  ["space and joiner", 0x200b, 0x200d],
  ["word joiner and space", 0x2060, 0x200b],
  ["byte order mark and space", 0xfeff, 0x200b],
  ["invisible times and separator", 0x2062, 0x2063],
  ["function application and plus", 0x2061, 0x2064],
  ["direction marks", 0x200e, 0x200f],
  ["grapheme joiner and vowel separator", 0x34f, 0x180e],
  ["hangul fillers", 0xffa0, 0x3164],
  ["hangul leading and middle fillers", 0x115f, 0x1160],
  ["symmetric swapping", 0x206a, 0x206b],
  ["digit shapes", 0x206e, 0x206f],
];
const FOUR = [0x200b, 0x200c, 0x200d, 0x2060];
const SIX = [0x200c, 0x200d, 0x2061, 0x2062, 0x2063, 0x2064];
const EIGHT = [0x200b, 0x200c, 0x200d, 0x2060, 0x2061, 0x2062, 0x2063, 0xfeff];
const SIXTEEN = [...EIGHT, 0x2064, 0x200e, 0x200f, 0x34f, 0x180e, 0x206a, 0x206b, 0x206c];

/** Every form; each is found whatever it says, once it is long enough to say something. */
export const HIDDEN_FORMS: readonly HiddenForm[] = [
  ...PLACES.flatMap((place, index): readonly HiddenForm[] => [
    { name: `tags ${index}`, decoded: "unicode_tags", write: (carrier, secret) => place(carrier, tags(secret)) },
    {
      name: `selectors as bytes ${index}`,
      decoded: "variation_selectors",
      write: (carrier, secret) => place(carrier, points(bytes(secret).map(selector))),
    },
    {
      name: `four symbols ${index}`,
      decoded: "zero_width",
      write: (carrier, secret) => place(carrier, asSymbols(digits(secret, 2), FOUR).join("")),
    },
  ]),
  {
    name: "selectors behind an emoji",
    decoded: "variation_selectors",
    write: (carrier, secret) => `${carrier} 😊${points(bytes(secret).map(selector))}`,
  },
  {
    name: "supplementary selectors, one behind each letter",
    decoded: "variation_selectors",
    write: (carrier, secret) =>
      spreadLetters(
        carrier,
        bytes(secret).map((byte) => String.fromCodePoint(0xe0100 + (byte % 240))),
      ),
  },
  {
    name: "tags behind a flag",
    decoded: "unicode_tags",
    write: (carrier, secret) => `${carrier} 🏴${tags(secret)}\u{e007f}`,
  },
  {
    name: "flags of words",
    decoded: "unicode_tags",
    write: (carrier, secret) =>
      `${carrier} ${(secret.match(/\S{1,5}/g) ?? []).map((word) => `🏴${tags(` ${word}`)}\u{e007f}`).join("")}`,
  },
  ...PAIRS.map(([name, zero, one]): HiddenForm => ({
    name: `bits: ${name}`,
    decoded: null,
    write: (carrier, secret) => inside(carrier, asSymbols(bits(secret), [zero, one]).join("")),
  })),
  ...PAIRS.slice(0, 5).map(([name, zero, one]): HiddenForm => ({
    name: `bits between words: ${name}`,
    decoded: "zero_width",
    write: (carrier, secret) => spread(carrier, asSymbols(bits(secret), [zero, one]), 4),
  })),
  ...PAIRS.slice(0, 5).map(([name, zero, one]): HiddenForm => ({
    name: `a bit behind each letter: ${name}`,
    decoded: "zero_width",
    write: (carrier, secret) => spreadLetters(carrier, asSymbols(bits(secret), [zero, one])),
  })),
  {
    name: "bits with a separator",
    decoded: "zero_width",
    write: (carrier, secret) =>
      behind(
        carrier,
        bytes(secret)
          .map((byte) => asSymbols(byte.toString(2), [0x200b, 0x200c]).join(""))
          .join("\u200d"),
      ),
  },
  {
    name: "six symbols",
    decoded: "zero_width",
    write: (carrier, secret) => inside(carrier, asSymbols(sixes(secret), SIX).join("")),
  },
  {
    name: "eight symbols",
    decoded: "zero_width",
    write: (carrier, secret) => inside(carrier, asSymbols(digits(secret, 3), EIGHT).join("")),
  },
  {
    name: "sixteen symbols",
    decoded: null,
    write: (carrier, secret) => inside(carrier, asSymbols(digits(secret, 4), SIXTEEN).join("")),
  },
  {
    name: "runs of lengths",
    decoded: "zero_width",
    write: (carrier, secret) =>
      spread(
        carrier,
        Array.from(digits(secret, 3), (digit) => "\u200b".repeat(1 + Number(digit))),
        1,
      ),
  },
  {
    name: "right-to-left override",
    decoded: "bidi_controls",
    write: (carrier, secret) => `${carrier} \u202e${Array.from(secret).toReversed().join("")}\u202c`,
  },
  {
    name: "right-to-left override, not closed",
    decoded: "bidi_controls",
    write: (carrier, secret) => `${carrier}\u202e${Array.from(secret).toReversed().join("")}`,
  },
  {
    name: "code that reads as a comment",
    decoded: "bidi_controls",
    write: (carrier, secret) =>
      `if (isAdmin) {\n/*\u202e } \u2066if (${secret.replaceAll(/\W/g, "_")})\u2069 \u2066 ${carrier} */\n`,
  },
  {
    name: "a string that goes on as code",
    decoded: "bidi_controls",
    write: (carrier, secret) => `const note = '''${carrier} then \u2067''' ; return ${secret.replaceAll(/\W/g, "_")}\n`,
  },
  {
    name: "soft hyphens in every word",
    decoded: "soft_hyphens",
    write: (carrier, secret) => `${carrier} ${Array.from(secret).join("\u00ad")}`,
  },
  {
    name: "a flood of soft hyphens",
    decoded: "soft_hyphens",
    write: (carrier, secret) => inside(carrier, "\u00ad".repeat(2 * secret.length)),
  },
  {
    name: "a flood of hangul fillers",
    decoded: "hangul_fillers",
    write: (carrier, secret) => inside(carrier, "\u3164".repeat(4 * secret.length)),
  },
  {
    name: "annotations",
    decoded: "deprecated_format",
    write: (carrier, secret) => `${carrier} ${Array.from(secret, (sign) => `\ufff9${sign}\ufffa\ufffb`).join("")}`,
  },
  {
    name: "musical format characters",
    decoded: "deprecated_format",
    write: (carrier, secret) => inside(carrier, asSymbols(digits(secret, 3), MUSIC).join("")),
  },
];

const MUSIC = Array.from({ length: 8 }, (_, index) => 0x1d173 + index);

function sixes(secret: string): string {
  return bytes(secret)
    .map((byte) => byte.toString(6).padStart(4, "0"))
    .join("");
}

/** One symbol behind each letter of the carrier, which is repeated until all fit. */
function spreadLetters(carrier: string, symbols: readonly string[]): string {
  const letters = Array.from(`${carrier} `.repeat(Math.ceil(symbols.length / carrier.length) + 1));
  return letters.map((letter, index) => letter + (symbols[index] ?? "")).join("");
}

/** Carriers and what is hidden in them; nothing of it is an attack. */
export const CARRIERS: readonly string[] = [
  "Thanks for the lovely evening, see you again on Friday.",
  "Der Zug nach Bremen fährt heute zwanzig Minuten später ab.",
  "La réunion est reportée à jeudi matin, salle douze.",
  "Please sum up the minutes of the meeting for the team.",
];
export const SECRETS: readonly string[] = [
  "meet me at noon",
  "tell nobody about the blue folder in the office",
  "hi there Jo",
];

/** A harmless text with invisible characters that its script, its emoji or its program needs. */
export interface HarmlessText {
  readonly kind: string;
  readonly text: string;
}

export function readHarmless(): readonly HarmlessText[] {
  const lines = readFileSync("tools/eval/sets/hidden-harmless.jsonl", "utf8").trimEnd().split("\n");
  return lines.map((line): HarmlessText => JSON.parse(line));
}
