import { randomOf } from "../train/learned/random.ts";

/** One way to write a name, and its kind. */
export interface Variant {
  readonly kind: string;
  readonly text: string;
}

const SEED = 5;
const CYRILLIC: Readonly<Record<string, string>> = { a: "а", e: "е", o: "о", p: "р", c: "с", x: "х", y: "у", i: "і" };
const ACCENTS: Readonly<Record<string, string>> = { a: "á", e: "é", o: "ö", u: "ü", i: "í", c: "ç", n: "ñ" };
/** Endings of names that end in a consonant, and in a vowel, by language. */
const CASES = {
  consonant: ["en", "u", "em", "owi", "in", "issa", "iin", "ban", "nak", "dan", "ul", "ом", "а", "у"],
  vowel: ["n", "ssa", "lla", "n", "ban", "nak", "ya", "dan", "val"],
} as const;
const LATIN = /^[\p{Script=Latin}\s&'’-]+$/u;

/** The ways in which texts write a name. `isOrdinary`: without a capital it is no name. */
export function variantsOf(name: string, isOrdinary: boolean): readonly Variant[] {
  const found: Variant[] = [{ kind: "as it is", text: name }];
  const add = (kind: string, ...texts: readonly string[]): void => {
    for (const text of texts) if (text !== name) found.push({ kind, text });
  };
  add("upper case", name.toUpperCase());
  if (!isOrdinary) add("lower case", name.toLowerCase());
  add("possessive", `${name}'s`, `${name}’s`, `${name}'`);
  add("handle or address", `@${compact(name)}`, `#${compact(name)}`, `https://www.${host(name)}.com/about`);
  if (/[\s-]/.test(name)) add("spacing", ...spacings(name));
  if (/\p{Ll}\p{Lu}/u.test(name)) add("camel case parted", ...camels(name));
  if (/[^\0-\x7f]/.test(name) && LATIN.test(name))
    add("accents left out", name.normalize("NFD").replaceAll(/\p{M}/gu, ""), name.normalize("NFD"));
  if (!LATIN.test(name)) return found;
  add("plural", `${name}s`);
  add("invisible characters", inside(name, "\u200b"), inside(name, "\u2060"));
  add("full width", fullWidth(name));
  add("accents added", swapped(name, ACCENTS));
  add("look-alike letters", swapped(name, CYRILLIC));
  // Of a short name that is an ordinary word, cases are other words.
  if (isOrdinary && name.length < 6) return [...found, ...misspelt(name).map((text) => ({ kind: "misspelt", text }))];
  const isVowel = /[aeiouy]$/i.test(name);
  // Behind capitals, endings have a sign before them.
  if (/\p{Lu}$/u.test(name)) add("cases", `${name}-owi`, `${name}:n`, `${name}'dan`, `${name}-nak`, `${name}-ом`);
  else add("cases", ...(isVowel ? CASES.vowel : CASES.consonant).map((ending) => name + ending));
  add("misspelt", ...misspelt(name));
  return found;
}

const compact = (name: string): string => name.replaceAll(/[\s&'’.-]+/g, "");
const host = (name: string): string => compact(name).normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

function spacings(name: string): readonly string[] {
  const parts = name.split(/[\s-]+/);
  const joints = [" ", "-", "\n", "\u00a0", "  ", "\n    ", "_"];
  return [...joints.map((joint) => parts.join(joint)), ...(name.includes("&") ? [] : [parts.join("")])];
}

function camels(name: string): readonly string[] {
  const parts = name.split(/(?<=\p{Ll})(?=\p{Lu})/u);
  return [
    parts.join(" "),
    parts.join("-").toLowerCase(),
    parts.join("_").toLowerCase(),
    parts.join(" ").toUpperCase(),
    parts.join("\n"),
  ];
}

const inside = (name: string, mark: string): string => `${name.slice(0, 2)}${mark}${name.slice(2)}`;

const fullWidth = (name: string): string =>
  name.replaceAll(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

/** The name with its second and third letter that has a counterpart exchanged for it. */
function swapped(name: string, letters: Readonly<Record<string, string>>): string {
  let count = 0;
  return Array.from(name, (letter, at) => {
    const other = letters[letter];
    if (other === undefined || at === 0 || count === 2) return letter;
    count += 1;
    return other;
  }).join("");
}

/** Typing mistakes in the longest word, beyond its first letter. */
function misspelt(name: string): readonly string[] {
  const [word = ""] = (name.match(/\p{L}{6,}/gu) ?? []).toSorted((a, b) => b.length - a.length);
  if (word === "" || /[^\0-\x7f]/.test(word)) return [];
  const random = randomOf(SEED + name.length);
  const at = 2 + Math.floor(random() * (word.length - 4));
  const mistakes = [
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at) + word.slice(at),
    `${word.slice(0, at)}${word.charAt(at) === "e" ? "i" : "e"}${word.slice(at + 1)}`,
  ];
  return mistakes.filter((mistake) => mistake !== word).map((mistake) => name.replace(word, mistake));
}
