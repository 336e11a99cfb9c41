import type { Sample, Span } from "../samples.ts";
import { generator } from "../trainer.ts";
import { EASTERN } from "./eastern.ts";
import { ENGLISH } from "./english.ts";
import { EVERYDAY } from "./everyday.ts";
import { GERMAN, germanNoun } from "./german.ts";
import { NAMELESS } from "./nameless.ts";
import { NORTHERN } from "./northern.ts";
import { pickers, type NamePicker } from "./picker.ts";
import { nameSources } from "../names-data.ts";
import { STRUCTURED, UNCASED } from "./structured.ts";
import { WESTERN } from "./western.ts";
import { company, job, product, title } from "./words.ts";

/** Texts made of each shape. */
const REPEATS = { english: 60, structured: 60, other: 40, german: 90, plain: 12 } as const;
const BY_LANGUAGE = [WESTERN, NORTHERN, EASTERN, EVERYDAY, NAMELESS];
const WEIGHT = 0.3;

/** Sentences and records with drawn names in them; the same for a seed every time. */
export function syntheticSamples(seed: number): readonly Sample[] {
  const random = generator(seed);
  const all = pickers();
  const byLanguage = Map.groupBy(all, ({ language }) => language);
  const any = (): NamePicker => pick(all, random);
  // English texts hold names of the whole world, other ones those of their language more often.
  const own = (language: string): NamePicker => {
    const list = byLanguage.get(language) ?? all;
    return random() < 0.7 ? pick(list, random) : any();
  };
  const samples: Sample[] = [];
  const make = (shape: string, picker: () => NamePicker, language: string): void => {
    samples.push(inOtherCase(fill(shape, picker(), { random, language }), random()));
  };
  const repeat = (shape: string, times: number, picker: () => NamePicker, language: string): void => {
    const count = shape.includes("{") ? times : REPEATS.plain;
    for (let at = 0; at < count; at++) make(shape, picker, language);
  };
  for (const shape of ENGLISH) repeat(shape, REPEATS.english, () => own("en"), "en");
  for (const shape of STRUCTURED) repeat(shape, REPEATS.structured, any, "en");
  for (const [language, shapes] of BY_LANGUAGE.flatMap((list) => Object.entries(list)))
    for (const shape of shapes) repeat(shape, REPEATS.other, () => own(language), language);
  for (const shape of GERMAN) repeat(shape, REPEATS.german, () => own("de"), "de");
  samples.push(...uncasedSamples(random));
  return samples;
}

/** Share of texts that are written small, and in capitals. */
const SMALL = 0.07;
const CAPITALS = 0.04;

/** The text in another case now and then; its length must stay, for the spans. */
function inOtherCase(sample: Sample, draw: number): Sample {
  if (draw >= SMALL + CAPITALS) return sample;
  const text = draw < SMALL ? sample.text.toLowerCase() : sample.text.toUpperCase();
  return text.length === sample.text.length ? { ...sample, text } : sample;
}

/** Answers to labels in scripts without case. */
function uncasedSamples(random: () => number): readonly Sample[] {
  return Object.entries(UNCASED).flatMap(([locale, shapes]) => {
    const source = nameSources().find((source) => source.locale === locale);
    if (source === undefined || source.given.length === 0 || source.surnames.length === 0) return [];
    const places = [...source.cities, ...source.states, ...source.countries];
    const values: Readonly<Record<string, () => string>> = {
      Z: () =>
        (shapes.some((shape) => shape.includes("{G}")) ? "" : pick(source.surnames, random)) +
        pick(source.given, random),
      G: () => pick(source.surnames, random),
      Y: () => (places.length === 0 ? "" : pick(places, random)),
    };
    return shapes.flatMap((shape) => Array.from({ length: REPEATS.other }, () => fillUncased(shape, values)));
  });
}

function fillUncased(shape: string, values: Readonly<Record<string, () => string>>): Sample {
  const spans: Span[] = [];
  let text = "";
  for (const part of shape.split(/[{}]/)) {
    const value = values[part]?.() ?? part;
    if (value !== part)
      spans.push({ start: text.length, end: text.length + value.length, kind: part === "Y" ? "place" : "person" });
    text += value;
  }
  return { text, spans: joined(text, spans), weight: WEIGHT, source: "synthetic", hasPlaces: true };
}

const pick = <T>(list: readonly T[], random: () => number): T => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
};

interface Filling {
  readonly random: () => number;
  readonly language: string;
}

function fill(shape: string, picker: NamePicker, filling: Filling): Sample {
  const spans: Span[] = [];
  let text = "";
  let at = 0;
  for (const slot of shape.matchAll(/\{([A-Za-z])([ux]?)\}/g)) {
    text += shape.slice(at, slot.index);
    at = slot.index + slot[0].length;
    const [, letter = "", mode = ""] = slot;
    const drawn = draw(letter, picker, filling);
    const value = mode === "u" ? drawn.toUpperCase() : inflected(drawn, letter, filling);
    const kind = mode === "x" ? null : kindOfSlot(letter);
    if (kind !== null) spans.push({ start: text.length, end: text.length + value.length, kind });
    text += value;
  }
  text += shape.slice(at);
  return { text, spans: joined(text, spans), weight: WEIGHT, source: "synthetic", hasPlaces: true };
}

/** A given name, an initial and a surname are one name. */
function joined(text: string, spans: readonly Span[]): readonly Span[] {
  const list: Span[] = [];
  for (const span of spans) {
    const last = list.at(-1);
    const isNext =
      last?.kind === "person" && span.kind === "person" && /^\.? ?$/.test(text.slice(last.end, span.start));
    if (last !== undefined && isNext) list.splice(-1, 1, { ...last, end: span.end });
    else list.push(span);
  }
  return list;
}

function kindOfSlot(letter: string): "person" | "place" | null {
  if ("PFLIpf".includes(letter)) return "person";
  return "CNSc".includes(letter) ? "place" : null;
}

/** Languages that inflect names, and some of the endings. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  de: ["s"],
  pl: ["a", "u", "owi", "em", "ie", "y", "ą"],
  cs: ["a", "u", "ovi", "em", "ě", "y", "ou"],
  sk: ["a", "u", "ovi", "om", "e", "y", "ou"],
  hr: ["a", "u", "om", "e", "i"],
  ru: ["а", "у", "ом", "е", "ы", "ой"],
  uk: ["а", "у", "ом", "і", "и", "ою"],
  fi: ["n", "ssa", "sta", "lle", "a"],
  hu: ["ban", "ben", "ba", "nak", "t", "on"],
  tr: ["'da", "'de", "'ya", "'nin", "'yi", "'dan"],
};
/** Those that add an ending to the whole name. */
const WHOLE_STEMS: ReadonlySet<string> = new Set(["de", "fi", "hu", "tr"]);
const INFLECTED = 0.3;

function inflected(name: string, letter: string, { random, language }: Filling): string {
  const endings = ENDINGS[language];
  if (endings === undefined || !"PLCN".includes(letter) || random() > INFLECTED) return name;
  const stem = WHOLE_STEMS.has(language) ? name : name.replace(/[aeoyаяеоий]$/u, "");
  return stem + pick(endings, random);
}

const DRAW: Readonly<Record<string, (picker: NamePicker, filling: Filling) => string>> = {
  P: fullName,
  F: (picker) => picker.given(),
  L: (picker) => picker.surname(),
  I: (_picker, { random }) => String.fromCharCode(65 + Math.floor(random() * 26)),
  C: (picker) => picker.city(),
  N: (picker) => picker.country(),
  S: (picker) => picker.state(),
  p: (picker, filling) => fullName(picker, filling).toLowerCase(),
  f: (picker) => picker.given().toLowerCase(),
  c: (picker) => picker.city().toLowerCase(),
  O: (picker, { random }) => company(picker, random),
  X: (_picker, { random }) => product(random),
  x: (_picker, { random }) => product(random).split(" ")[0]?.toLowerCase() ?? "",
  J: (_picker, { random }) => job(random),
  W: (_picker, { random }) => title(random),
  n: (_picker, { random }) => String(Math.floor(random() * 9000) + 10),
  d: (_picker, { random }) => `2024-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 9)}`,
  G: (_picker, { random }) => germanNoun(random),
  e: (_picker, { random }) => `user${Math.floor(random() * 900)}@example.com`,
};

const draw = (letter: string, picker: NamePicker, filling: Filling): string =>
  DRAW[letter]?.(picker, filling) ?? letter;

function fullName(picker: NamePicker, { random }: Filling): string {
  const shape = random();
  if (picker.language === "vi")
    return `${picker.surname()} ${shape < 0.7 ? `${picker.given()} ` : ""}${picker.given()}`;
  const name = `${picker.given()} ${picker.surname()}`;
  if (shape < 0.72) return name;
  if (shape < 0.8) return `${picker.given()} ${name}`;
  if (shape < 0.87)
    return `${picker.given()} ${String.fromCharCode(65 + Math.floor(random() * 26))}. ${picker.surname()}`;
  if (shape < 0.91) return `${name}-${picker.surname()}`;
  if (shape < 0.95)
    return `${picker.given()} ${pick(["de", "van", "von", "bin", "al", "da", "di", "del"], random)} ${picker.surname()}`;
  if (shape < 0.965) return `${name} ${pick(["Jr.", "Sr.", "II", "III", "IV"], random)}`;
  if (shape < 0.98) return `${picker.given()} ${pick(["Mc", "Mac", "O'"], random)}${picker.surname()}`;
  return `${picker.given()}-${name}`;
}
