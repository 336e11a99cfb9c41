import { tokenTypeAt } from "../../../core/mask-forms.ts";
import type { Span } from "../../../core/model.ts";
import type { Facet, Reading } from "../../../text/reading.ts";
import { type CleanStretch, cleanStretch } from "../clean-stretch.ts";
import { EndPattern } from "../end-pattern.ts";
import { LabelPattern, LabelPlaces } from "../label-places.ts";
import { StemLook } from "../keyword-scan.ts";
import { isAsciiDigit } from "../numbers.ts";
import type { Core } from "./street.ts";
import { RUN_MAX, type Tokens } from "./tokens.ts";
import { AFTER_NUMBERED, NAME, PARTICLE, patternOf, STOP_WORD, tableTraits } from "./traits.ts";

/** Longest label or sentence, UTF-16 units. */
const LABEL_MAX = 56;
/** Labels in forms, code and letters, and what people write before an address. */
const LABEL = new LabelPattern(`(?:${patternOf("labels")})`, LABEL_MAX);
/** Phrases before an address and before much else: they do not make an address of any name with a number. */
const SENTENCE = new LabelPattern(String.raw`(?<!\p{L})(?:${patternOf("sentences")})(?!\p{L})`, LABEL_MAX);
/** Between the label and the address: a sign or a few lower-case words. */
const BRIDGE =
  /^(?:["'`\])*]{0,3}|[ _-]?(?:line)?[ _-]?[12]?["']?)(?: (?:is|was|to|at|the|same|are|est|ist|es|è|é|jest|er|är|on|my|our|his|her|street|following|below|number|in|de|la|new|now|zu|au|am|a|nr))*[ \t]{0,8}(?:[:：=>|]|=>|->|→|-(?= )|,(?= ))?(?:\s{0,8}["'`([>*]{0,3}|(?: the same)?:\s{0,8})$/u;
/** After the label, when a value certainly follows. */
const OPENING = /^["'`\])*]{0,3}(?: (?:is|ist|est|es|è|é) |[ \t]{0,8}[:：=>|][\s]{0,4}["'`([>*]{0,3})/u;
const REACH = 64;
/** Names of houses and firms before the street, UTF-16 units. */
const NAMES_MAX = 60;

/** From where a street begins to its number, UTF-16 units. */
const STREET_MAX = 80;

/** What announces an address (nothing, a phrase or a label), and where the address then begins. */
export interface Announcement {
  readonly kind: "none" | "sentence" | "label";
  readonly start: number;
}

/** What every label and sentence holds that is written in ASCII; those of `street`, `road` and `strasse` a sign follows. */
const STEMS = (
  "addr adres anschrift wohn demeurant domicil direcci endere mora logradouro indirizzo resid mieszka bydli bytem prebival osoite " +
  "bosatt heimili ikamet woon alamat anwani locat live living stay moved deliver ship sent send mail post arrived parcel " +
  "package meet office headquarters visit find habit viv moro abit bor"
).split(" ");
const look = new StemLook(STEMS, ":=");

/**
 * Whether a label or sentence stands near enough to announce an address whose street begins at `at`, wherever its words
 * begin. Most numbers beside a word of streets have none.
 */
export function mayBeAnnounced(announced: Announcements, at: number): boolean {
  const lowest = Math.max(0, at - RUN_MAX - REACH);
  if (!look.mayHold(announced.reading, lowest, at)) return false;
  return announced.labelEnd(lowest, at) >= 0 || announced.sentenceEnd(lowest, at) >= 0;
}

/**
 * How an address whose street begins at `at` is announced. Its words begin at `runStart`: after a label, the address begins there,
 * or right after the sign that introduces a value.
 */
export function announcement(announced: Announcements, at: number, runStart: number): Announcement {
  const { raw } = announced;
  const lowest = Math.max(0, runStart - REACH);
  const before = raw.slice(lowest, at);
  const label = announced.labelEnd(lowest, at) - lowest;
  if (label >= 0) {
    const start = valueStart(before, label, runStart - lowest);
    if (start >= 0) return { kind: "label", start: lowest + start };
    if (before.length - label <= REACH / 2 && !/[.!?{}\n]/.test(before.slice(label)))
      return { kind: "label", start: at };
  }
  const sentence = announced.sentenceEnd(lowest, at) - lowest;
  if (sentence < 0) return { kind: "none", start: at };
  const run = runStart - lowest;
  if (sentence <= run && BRIDGE.test(before.slice(sentence, run))) return { kind: "sentence", start: runStart };
  return /^[\s:]{0,4}$/.test(before.slice(sentence)) ? { kind: "sentence", start: at } : { kind: "none", start: at };
}

/** Whether a label stands right before an address that begins at `at`: at most a sign and a few words are between. Ask in order. */
export function followsLabel(announced: Announcements, at: number): boolean {
  const lowest = Math.max(0, at - REACH);
  if (!look.mayHold(announced.reading, lowest, at)) return false;
  const label = announced.labelEnd(lowest, at);
  return label >= 0 && BRIDGE.test(announced.raw.slice(label, at));
}

/** Where the value of the label that ends at `label` begins; -1 when other words stand between. */
function valueStart(before: string, label: number, run: number): number {
  if (label <= run && BRIDGE.test(before.slice(label, run))) return run;
  const opening = OPENING.exec(before.slice(label))?.[0].length;
  if (opening !== undefined) {
    const names = before.slice(label + opening);
    if (names.length <= NAMES_MAX && isNames(names)) return label + opening;
  }
  return label <= before.length && BRIDGE.test(before.slice(label)) ? before.length : -1;
}

const isNames = (text: string): boolean => !/[!?;{}<>=\n"]|\.\s\p{Lu}/u.test(text);

/** UTF-16 units before a label that its lookbehinds read: in `contract address` the label means something else. */
const LOOKBEHIND_MAX = 12;

/** Where nothing announces an address. */
const CLEAN_OF_LABELS = cleanStretch(LABEL_MAX);
const CLEAN_OF_SENTENCES = cleanStretch(LABEL_MAX);

/** What announces the addresses of one text. */
export class Announcements {
  readonly reading: Reading;
  readonly raw: string;
  readonly #labels: LabelPlaces;
  readonly #sentences: LabelPlaces;

  constructor(reading: Reading) {
    this.reading = reading;
    this.raw = reading.raw;
    this.#labels = new LabelPlaces(this.raw, LABEL);
    this.#sentences = new LabelPlaces(this.raw, SENTENCE);
  }

  /** End of the last label that begins at or after `from`, and ends before `to`; -1 without one. */
  labelEnd(from: number, to: number): number {
    return this.#lastEnd(this.#labels, CLEAN_OF_LABELS, { from, to });
  }

  sentenceEnd(from: number, to: number): number {
    return this.#lastEnd(this.#sentences, CLEAN_OF_SENTENCES, { from, to });
  }

  #lastEnd(
    places: LabelPlaces,
    cleanOf: Facet<CleanStretch>,
    { from, to }: { readonly from: number; readonly to: number },
  ): number {
    const clean = this.reading.of(cleanOf);
    const start = clean.lookFrom(from);
    const base = Math.max(0, start - LOOKBEHIND_MAX);
    // `<EMAIL_ADDRESS_1>` is a mask, not a label.
    const isLabel = (span: Span): boolean => tokenTypeAt(this.raw, span) === null;
    const end = places.lastEnd(this.raw.slice(base, to), { base, from: start, to }, isLabel);
    if (end < 0) clean.note(from, to);
    return end;
  }
}

/**
 * Where the value of a label begins that more text may make the beginning of an address; the text's length without one.
 * A label that the text ends with may turn out to be the beginning of another word: then the one before it counts.
 */
export function openValue(reading: Reading): number {
  const { raw } = reading;
  const lowest = Math.max(0, raw.length - REACH - NAMES_MAX - STREET_MAX);
  const before = raw.slice(lowest);
  const announced = new Announcements(reading);
  const label = announced.labelEnd(lowest, raw.length) - lowest;
  if (label < 0) return raw.length;
  const sure = label === before.length ? announced.labelEnd(lowest, raw.length - 1) - lowest : label;
  return lowest + Math.min(openingEnd(before, label), openingEnd(before, sure));
}

/** Where the value of the label that ends at `label` begins, when it may be an address; the text's length otherwise. */
function openingEnd(before: string, label: number): number {
  const opening = label < 0 ? null : OPENING.exec(before.slice(label));
  if (opening === null) return before.length;
  const start = label + opening[0].length;
  const names = before.slice(start);
  // The street itself may contain line ends and periods.
  const isOpen = isNames(names.slice(0, Math.max(0, names.length - STREET_MAX))) && !/[!?;{}="]/.test(names);
  return isOpen && names.length <= NAMES_MAX + STREET_MAX ? start : before.length;
}

/** Reach of the phrases before an address, UTF-16 units. */
const LEAD_REACH = 56;

/** No part of a longer word; a lead of one word is all of the word. */
const LEAD_BEGIN = String.raw`(?<!\p{L})(?<![\p{N}.'’/-](?=\p{L}+\s$))`;

/** Phrases right before the place where someone lives, works, waits or receives something: written by us, in the languages we read. */
const AT = new EndPattern(
  new RegExp(
    [
      String.raw`(?<!\p{L})(?:liv(?:es?|ed|ing)|resid(?:es?|ed|ing)|stay(?:s|ed|ing)?|located|situated|based|headquartered|registered|arrived|left|delivered|dropped|meet(?:ing)? (?:me|us|him|her|them)|house|home|apartment|flat|offices?|shop|store|property|pick(?:ed)? (?:me|us|him|her|them|it) up)(?: \p{Ll}{1,10}){0,2} (?:at|from):?\s{1,2}$`,
      String.raw`(?<!\p{L})(?:ship|deliver|send|mail)(?:ped|ed)? to:\s{1,2}$`,
      `${LEAD_BEGIN}(?:${patternOf("toAddress")})\\s$`,
    ].join("|"),
    "iu",
  ),
);
const TO = new EndPattern(
  /(?<!\p{L})(?:deliver|ship|send|sent|mail|post|courier|forward|return|bring|relocate|move|moving|drive|ride|cab|taxi)(?:p?ed|d|s)?(?: (?!to )\p{L}{1,12}){0,3} to\s{1,2}$/iu,
);
/** A town may follow these too, and then a quantity: `ich wohne in Kiel 5 Minuten …`. */
const IN = new EndPattern(new RegExp(`${LEAD_BEGIN}(?:${patternOf("homes")})\\s$`, "iu"));

/** Numbered places that are not addresses (`Gate 12`), and time zones (`at 10 Eastern`). */
const THINGS = new Set(
  (
    "gate terminal platform hall pier dock exit stand booth table desk stop camp base studio stage court field lane track bus train " +
    "flight route highway interstate motel studio area district zone sector ward precinct eastern pacific central mountain noon midnight uhr " +
    "sharp gmt euro euros dollars celsius fahrenheit percent guys eleven star stars locker night box"
  ).split(" "),
);

/**
 * Whether the sentence leads to a home, so that a name with a number is an address: `she lives at 12 Quarry Bottom`,
 * `vivo en Torrente Ana 9`.
 */
export function leadsHome(tokens: Tokens, start: number, core: Core): boolean {
  const { raw } = tokens;
  const before = raw.slice(Math.max(0, start - LEAD_REACH), start);
  const isFirst = isAsciiDigit(raw.charCodeAt(start));
  if (AT.test(before)) return isFirst ? isNumbered(tokens, core) : isNamed(raw, core);
  if (isFirst) return (TO.test(before) || IN.test(before)) && isNumbered(tokens, core);
  return IN.test(before) && isNamed(raw, core) && isClosed(raw, core.end);
}

/** A name before the number. */
function isNamed(raw: string, core: Core): boolean {
  const name = NAME_BEFORE.exec(raw.slice(core.start, core.end))?.[1]?.toLowerCase();
  return name !== undefined && !THINGS.has(name) && !isAfterNumbered(name);
}

const isAfterNumbered = (word: string): boolean => (tableTraits(word) & AFTER_NUMBERED) !== 0;

const NAME_BEFORE = /([\p{L}\p{M}'’.-]{2,40}),? \D{0,4}\d[^ ]{0,9}(?: \p{L})?\.?$/u;

/** Two names after the number, or a name and a place after a comma; after three digits one name is enough. */
function isNumbered(tokens: Tokens, core: Core): boolean {
  const { raw } = tokens;
  const digits = NUMBER.exec(raw.slice(core.start, core.start + 8))?.[0].length ?? 0;
  const at = raw.charCodeAt(core.start + digits);
  const first = tokens.after(core.start + digits + (at === 0x20 ? 1 : 2));
  if (first === null || THINGS.has(first.bare)) return false;
  if (digits > 2 && !YEAR.test(raw.slice(core.start, core.start + digits))) return true;
  const second = first.next;
  if (second !== null && (second.is(PARTICLE) || (second.is(NAME) && !second.is(STOP_WORD))))
    return !THINGS.has(second.bare);
  return PLACE_AFTER.test(raw.slice(first.end, first.end + 4));
}

const NUMBER = /^\d{1,5}[A-Za-z]?/;
const YEAR = /^(?:19|20)\d\d$/;
const PLACE_AFTER = /^(?:, ?|\n)\p{Lu}/u;

/** The number is not a quantity: no word follows it. */
const isClosed = (raw: string, end: number): boolean => !/^[ ]?\p{L}/u.test(raw.slice(end, end + 2));

/** A street named after a landscape feature, between a number of three to five digits and a place: `1360 Copper Cove, Durban`. */
export function isLandscape(raw: string, core: Core): boolean {
  const text = raw.slice(core.start, core.end);
  const last = LANDSCAPE.exec(text)?.[1]?.toLowerCase();
  return (
    last !== undefined &&
    !/^(?:19|20)\d\d /.test(text) &&
    isAfterNumbered(last) &&
    PLACE_AFTER.test(raw.slice(core.end, core.end + 3))
  );
}

const LANDSCAPE = /^\d{3,5}[A-Z]? \p{Lu}[\p{L}\p{M}'’. -]{1,40} (\p{Lu}\p{L}{2,12})$/u;

const CORNER = new EndPattern(/(?<!\p{L})(?:the )?(?:corner|intersection) of $/iu);
const OTHER_STREET =
  / (?:and|&) (?:\d{1,5} )?(?:\p{Lu}[\p{L}'’.-]{1,24} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Drive|Way)(?!\p{L})/uy;

/** Longest other street with what leads to it, UTF-16 units. */
export const CORNER_MAX = 100;

/** Where `the corner of` before `start` begins; `start` without it. */
export function cornerStart(raw: string, start: number): number {
  const lowest = Math.max(0, start - 24);
  const found = CORNER.exec(raw.slice(lowest, start));
  return found === null ? start : lowest + found.index;
}

/** End of the other street of a corner: `… and Maclean Street`. */
export function cornerEnd(raw: string, end: number): number {
  OTHER_STREET.lastIndex = end;
  return OTHER_STREET.test(raw) ? OTHER_STREET.lastIndex : end;
}
