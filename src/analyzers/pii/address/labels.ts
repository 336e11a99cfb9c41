import { tokenTypeAt } from "../../../core/mask-forms.ts";
import type { Span } from "../../../core/model.ts";
import type { Facet, Reading } from "../../../text/reading.ts";
import { type CleanStretch, cleanStretch } from "../clean-stretch.ts";
import { LabelPattern, LabelPlaces } from "../label-places.ts";
import { StemLook } from "../keyword-scan.ts";
import { RUN_MAX } from "./tokens.ts";

// What forms, code and letters call it, and what people write before one.
const LABELS = [
  "(?<!ip|ip |ip-|ip_|mac|mac |mail|mail |mail-|e-mail |web|web |wallet |memory |email |network |server |contract |token |bitcoin |btc |eth |url )(?:addr(?:ess(?:es)?)?)(?!\\p{L})",
  "(?<![\\p{L}-])(?:street|road)(?:[ _-]?(?:name|line))?(?=[\"']?[ \\t]{0,2}[:=])|(?:address|addr)[ _-]?line[ _-]?[12]?",
  "adress[ea]?n?(?!\\p{L})|anschrift|wohnhaft(?: in)?|straße(?=[\"']?[ \\t]{0,2}[:=])|strasse(?=[\"']?[ \\t]{0,2}[:=])|(?:liefer|rechnungs|wohn)adresse|demeurant|domicilié[es]{0,2}|domicile",
  "direcci[oó]n|domicili(?:o|ado|ada)(?: en)?|endere[cç]o|morada|logradouro|indirizzo|residenza",
  "adres[aiuęs]?(?!\\p{L})|zamieszka[łl][yaei]|bydliště|bytem|bydlisko|prebivališče|prebivalište|lakcím|(?<!\\p{L})cím[e]?(?!\\p{L})|aadress|adresas|adrese|osoite|bosatt|bopæl|heimili|ikamet|ikametgah|woonachtig|domiciliul?|domiciliat[ă]?",
  "адрес[уа]?|адреса|проживает|проживающ\\p{L}{2,3}|зарегистрирован[а]?|мешкає|мекен|διεύθυνση|κατοικία|住所|住址|地址|所在地|お届け先|주소|거주지|(?:ال)?عنوان|آدرس|نشانی|כתובת|पता|ठिकाना|địa chỉ|alamat|ที่อยู่|anwani",
];
/** Longest label or sentence, UTF-16 units. */
const LABEL_MAX = 56;
const LABEL = new LabelPattern(`(?:${LABELS.join("|")})`, LABEL_MAX);
/** What a sentence says before an address, and before much else: it does not make an address of any name with a number. */
const SENTENCE = new LabelPattern(
  String.raw`(?<!\p{L})(?:located|resid(?:es?|ing|ent)|lives?|living|stay(?:s|ing)?|moved|deliver(?:ed|y)?|ship(?:ped|ping)?|sent|sends?|mail(?:ed)?|post(?:ed)?|arrived|parcel|package|meet(?: me| us)?|office|headquarters|visit(?: us)?|find us)(?: (?!at |to )\p{L}{1,12}){0,3} (?:at|to|in)(?!\p{L})|(?<!\p{L})(?:wohnt?e?(?: in)?|habit(?:e|ant|ons) (?:au|à)|viv[eo] en|reside en|resid(?:e|ente) (?:em|n[ao])|mor[ao] n[ao]|residente (?:a|in)|abit[ao] in|mieszka(?:m)?(?: przy)?|bor (?:på|i)|woont(?: op| aan)?|живу|живёт|живет)(?!\p{L})`,
  LABEL_MAX,
);
/** Behind the label and before the address: a sign or a few small words. */
const BRIDGE =
  /^(?:["'`\])*]{0,3}|[ _-]?(?:line)?[ _-]?[12]?["']?)(?: (?:is|was|to|at|the|same|are|est|ist|es|è|é|jest|er|är|on|my|our|his|her|street|following|below|number|in|de|la|new|now|zu|au|am|a|nr))*[ \t]{0,8}(?:[:：=>|]|=>|->|→|-(?= )|,(?= ))?(?:\s{0,8}["'`([>*]{0,3}|(?: the same)?:\s{0,8})$/u;
/** Behind the label, when a value is sure to follow. */
const OPENING = /^["'`\])*]{0,3}(?: (?:is|ist|est|es|è|é) |[ \t]{0,8}[:：=>|][\s]{0,4}["'`([>*]{0,3})/u;
const REACH = 64;
/** Names of houses and firms before the street, UTF-16 units. */
const NAMES_MAX = 60;

/** From where a street begins to its number, UTF-16 units. */
const STREET_MAX = 80;

/** What stands before an address: nothing, a sentence that leads to it, or a label; and where the address begins then. */
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
 * How an address whose street begins at `at` is announced. The words of an address begin at `runStart`: behind a label the
 * address begins there, or right behind the sign that says that a value follows.
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

/** Units that the labels look behind for a word that makes them another thing: `contract address`. */
const BEHIND_MAX = 12;

const CLEAN_OF_LABELS = cleanStretch(LABEL_MAX);
const CLEAN_OF_SENTENCES = cleanStretch(LABEL_MAX);

/** What announces the addresses of one text. */
export class Announcements {
  readonly reading: Reading;
  readonly raw: string;
  readonly #labels: LabelPlaces;
  readonly #sentences: LabelPlaces;

  constructor(reading: Reading) {
    const { raw } = reading;
    this.reading = reading;
    this.raw = raw;
    this.#labels = new LabelPlaces(raw, LABEL);
    this.#sentences = new LabelPlaces(raw, SENTENCE);
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
    const base = Math.max(0, start - BEHIND_MAX);
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
  // The street itself may hold line ends and points.
  const isOpen = isNames(names.slice(0, Math.max(0, names.length - STREET_MAX))) && !/[!?;{}="]/.test(names);
  return isOpen && names.length <= NAMES_MAX + STREET_MAX ? start : before.length;
}
