import type { Json } from "../../core/model.ts";
import type { Preparation } from "../analyzer.ts";
import { foldUnit, isDigit, isSeparator, isUpper, isWordUnit, NOTHING } from "./characters.ts";
import { ANDS, AS_TWO_LETTERS, LAST_VOWELS } from "./language.ts";
import { isOrdinaryName } from "./ordinary.ts";

/** Bounds on the configured list: they bound the memory of the compiled policy and how much of a stream it holds back. */
export const NAMES_MAX = 1000;
/** UTF-16 units of one way to write a name. */
export const NAME_LENGTH_MAX = 200;
/** All names together, UTF-16 units: a list is compiled while its request waits, and takes a hundred times as many bytes. */
const LIST_CHARS_MAX = 60_000;
/**
 * All spellings together, each with its overhead: a name with `&`, accents and quotes has about ten spellings. A list is compiled in the event loop
 * within 50 ms.
 */
const SPELLINGS_MAX = 120_000;
const SPELLING_UNITS = 16;
/** Ways to write one name. */
const ALIASES_MAX = 20;

/** One spelling of a name, prepared for look-up. */
export interface Spelling {
  /** Index of the name in the list. */
  readonly name: number;
  /** The name as configured. */
  readonly written: string;
  /** Folded, without separators. */
  readonly units: string;
  /** Offsets in `units` where separators may stand: between words, and where a capital or a digit begins (`OpenAI`, `Office365`). */
  readonly breaks: ReadonlySet<number>;
  /** The words between separators, folded. */
  readonly words: readonly string[];
  /** The words, also split at capitals and digits: `open`, `ai`. */
  readonly parts: readonly string[];
  /** Whether the words are ordinary, so that they must be used as a name. */
  readonly isOrdinary: boolean;
  /** Only with one of the endings after it that take the place of a name's last vowel: `Škodu`. */
  readonly isStem: boolean;
}

export interface NameList {
  readonly kind: "names";
  /** The first way to write each name: the one that is reported. */
  readonly labels: readonly string[];
  readonly spellings: readonly Spelling[];
}

/** One name or a list of names; `|` separates spellings of one (`Acme Corp|Acme|ACME Inc.`), `\|` is a bar of the name itself. */
export function readNames(metadata: Json): NameList | Extract<Preparation, { readonly kind: "invalid" }> {
  const invalid = (path: string, reason: string) => ({ kind: "invalid", path, reason }) as const;
  const entries = typeof metadata === "string" ? [metadata] : metadata;
  if (!Array.isArray(entries)) return invalid("", "must be a name or a list of names");
  if (entries.length > NAMES_MAX) return invalid("", `must have at most ${NAMES_MAX} names`);
  const labels: string[] = [];
  const spellings: Spelling[] = [];
  let chars = 0;
  let spelled = 0;
  for (const [name, entry] of entries.entries()) {
    const forms = typeof entry === "string" ? formsOf(entry) : "must be a string";
    const own = typeof forms === "string" ? forms : spellingsOf(forms, name);
    if (typeof own === "string") return invalid(entries === metadata ? String(name) : "", own);
    chars += String(entry).length;
    if (chars > LIST_CHARS_MAX) return invalid("", `must have at most ${LIST_CHARS_MAX} characters in all`);
    spelled += own.reduce((sum, { units }) => sum + units.length + SPELLING_UNITS, 0);
    if (spelled > SPELLINGS_MAX) return invalid("", "has too many spellings: fewer names, or fewer ways to write them");
    labels.push(forms[0] ?? "");
    spellings.push(...own);
  }
  return { kind: "names", labels, spellings };
}

/** The ways to write a name, or why it is none. */
function formsOf(entry: string): readonly string[] | string {
  const forms = entry.split(/(?<!\\)\|/).map((form) => form.replaceAll("\\|", "|").trim());
  return forms.length > ALIASES_MAX ? `must have at most ${ALIASES_MAX} ways to write it` : forms;
}

function spellingsOf(forms: readonly string[], name: number): readonly Spelling[] | string {
  const spellings: Spelling[] = [];
  for (const form of forms) {
    if (form.length > NAME_LENGTH_MAX) return `must have at most ${NAME_LENGTH_MAX} characters`;
    const own = spell(form, name);
    if (own.length === 0) return "must hold a letter or a digit";
    spellings.push(...own);
  }
  return spellings;
}

const SIGNS = "&+/.";
const IS_ASCII = /^[\0-\x7f]*$/;
/** Letters on both sides of the sign: `vitamin C and A`, `HandM`. */
const AND_PARTS_MIN = 3;
/** A name must be that long to be declined by its last vowel, letters. */
const STEM_MIN = 5;

/** How a name is spelled. Empty when it has no letter or digit. */
export function spell(written: string, name: number): readonly Spelling[] {
  const forms = new Set([written.normalize("NFC"), written.normalize("NFD"), written.replaceAll(/['’‘]/g, "")]);
  if (!IS_ASCII.test(written))
    forms.add(AS_TWO_LETTERS.reduce((text, [letter, two]) => text.replaceAll(letter, two), written.normalize("NFC")));
  forms.add(written.replaceAll(/\s*&\s*/g, " ")).add(written.replace(/[.!]+$/, ""));
  // Dr. Oetker, Toys "R" Us
  forms.add(written.replaceAll(/\.(?=\s)|["“”„]/g, ""));
  for (const form of withAnd(written)) forms.add(form);
  if (/ss/.test(written)) forms.add(written.replaceAll("ss", "ß"));
  const spellings = new Map<string, Spelling>();
  for (const form of forms) {
    const cut = cutIntoWords(form);
    if (!MAY_BE_NAME.test(cut.units)) continue;
    const spelling = { ...cut, name, written, isOrdinary: isOrdinaryName(cut.words), isStem: false };
    spellings.set(cut.units, spelling);
    const last = cut.words.at(-1) ?? "";
    const stem = cut.units.slice(0, -1);
    if (last.length >= STEM_MIN && LAST_VOWELS.test(last) && !spellings.has(stem))
      spellings.set(stem, { ...spelling, units: stem, isStem: true });
  }
  return [...spellings.values()];
}

/** `Ben & Jerry's` as `Ben and Jerrys`, … */
function withAnd(name: string): readonly string[] {
  const parts = name
    .replaceAll(/['’‘]/g, "")
    .split("&")
    .map((part) => part.trim());
  if (parts.length < 2 || parts.some((part) => part.length < AND_PARTS_MIN)) return [];
  return ANDS.map((and) => parts.join(` ${and} `));
}

const MAY_BE_NAME = /[\p{L}\p{N}]/u;

function cutIntoWords(form: string): Pick<Spelling, "units" | "breaks" | "words" | "parts"> {
  const codes: number[] = [];
  // Where words and parts end in `codes`.
  const wordEnds: number[] = [];
  const partEnds: number[] = [];
  const breaks = new Set<number>();
  for (let at = 0; at < form.length; at++) {
    const code = form.charCodeAt(at);
    if (isSeparator(code)) wordEnds.push(codes.length);
    if (isSeparator(code) || beginsPart(form, at)) {
      partEnds.push(codes.length);
      breaks.add(codes.length);
    }
    if (SIGNS.includes(form.charAt(at))) breaks.add(codes.length).add(codes.length + 1);
    const folded = foldUnit(code);
    if (folded !== NOTHING && !isSeparator(code)) codes.push(folded);
  }
  const units = String.fromCharCode(...codes);
  breaks.delete(0);
  breaks.delete(units.length);
  return { units, breaks, words: cutAt(units, wordEnds), parts: cutAt(units, partEnds) };
}

/** The non-empty parts of a text between these places. */
function cutAt(text: string, ends: readonly number[]): readonly string[] {
  return [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end)).filter((piece) => piece !== "");
}

/** Whether a capital or a digit at `at` begins a part of a name that is written in one. */
function beginsPart(form: string, at: number): boolean {
  if (at === 0) return false;
  const before = form.charCodeAt(at - 1);
  const code = form.charCodeAt(at);
  if (!isWordUnit(before)) return false;
  if (isDigit(code)) return !isDigit(before);
  if (!isUpper(code)) return false;
  if (!isUpper(before)) return true;
  // IBMCloud: the capital before a small letter begins the next part.
  const next = form.charCodeAt(at + 1);
  return at + 1 < form.length && isWordUnit(next) && !isUpper(next) && !isDigit(next);
}
