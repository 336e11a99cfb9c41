import { firstFrom } from "../../../core/lists.ts";
import type { Reading } from "../../../text/reading.ts";
import type { SpanFinding } from "../../run-detectors.ts";
import type { Meter } from "../../step-meter.ts";
import { Announcements, followsLabel } from "../address/leads.ts";
import { DATE_OF_BIRTH } from "../detectors/date-of-birth.ts";
import { PERSON } from "../detectors/person-location.ts";
import { STREET_ADDRESS } from "../detectors/street-address.ts";
import { ID_NUMBER } from "../ids/scan.ts";
import { PII_TYPES } from "../kinds.ts";
import { CUE_REACH, isHome, isNamed, isOwnBirth } from "./cues.ts";

/** How far after a name its context reaches, and how far before it an identifier may end, UTF-16 units. */
const BESIDE_MAX = 80;
/** Longest identifier that counts as one beside a name, UTF-16 units. */
const IDENTIFIER_MAX = 320;
/** Identifiers from here on must be known to decide on what begins at a place, UTF-16 units before it. */
const CONTEXT_LEFT = BESIDE_MAX + IDENTIFIER_MAX;
/** Across the end of a sentence an identifier must stand nearer, UTF-16 units. */
const NEXT_SENTENCE_MAX = 40;
/** Between a name and the address that belongs to it, UTF-16 units. */
const RECORD_GAP_MAX = 12;
/** What scores less is too unsure to make a name beside it a private person's. */
const SCORE_MIN = 0.6;
/** Cost of what is read around one finding. */
const CONTEXT_STEPS = 60;

/** Types of which one beside a name says that it is a private person's. */
const PERSONAL: ReadonlySet<string> = new Set(
  PII_TYPES.flatMap(({ id, group, isContextual, isOfCompany }) =>
    !isContextual &&
    !isOfCompany &&
    id !== ID_NUMBER &&
    ["contact", "financial", "government", "health"].includes(group)
      ? [id]
      : [],
  ),
);

/** What is found in a text, as context asks for it. Lists are in order of start. */
export interface Surroundings {
  /** What begins where the text is undecided, or later. */
  readonly own: readonly SpanFinding[];
  /** What begins before that, at most so many UTF-16 units. */
  readonly before: (units: number) => readonly SpanFinding[];
  /** What begins there or later is not known yet. */
  readonly limit: number;
  readonly meter: Meter | undefined;
}

/** The findings of one text, and what of them stands in identifying context. Most texts have nothing that needs any. */
export class IdentifyingContext {
  readonly #reading: Reading;
  readonly #around: Surroundings;
  readonly #cues = new Map<SpanFinding, boolean>();
  readonly #announcements: Announcements;
  /** What is identified by itself. */
  readonly #identified = new Map<SpanFinding, boolean>();
  #left: readonly SpanFinding[] | null = null;
  #names: ReadonlyMap<string, readonly number[]> | null = null;
  #earlier: IdentifyingContext | null = null;

  constructor(reading: Reading, around: Surroundings) {
    this.#reading = reading;
    this.#around = around;
    this.#announcements = new Announcements(reading);
  }

  /** Whether the finding at an index of `own` is identified. Ask in order. */
  isIdentified(index: number): boolean {
    return this.#isIdentifiedAlone(index) || this.#isNamedAgain(index);
  }

  /** From where what is found is undecided. */
  stableUntil(isContextual: (finding: SpanFinding) => boolean): number {
    const { own, limit } = this.#around;
    for (const [index, finding] of own.entries()) {
      const { start, end } = finding.span;
      if (start >= limit) break;
      if (!isContextual(finding) || contextEnd(this.#reading.raw, end) <= limit) continue;
      if (!this.isIdentified(index)) return start;
    }
    return limit;
  }

  /** The finding at an index; those before `own` have negative ones. */
  #at(index: number): SpanFinding | undefined {
    if (index >= 0) return this.#around.own[index];
    return (this.#left ??= this.#around.before(CONTEXT_LEFT)).at(index);
  }

  #isIdentifiedAlone(index: number): boolean {
    const finding = this.#at(index);
    if (finding === undefined || isOfHistory(this.#reading.raw, finding)) return false;
    let known = this.#identified.get(finding);
    if (known !== undefined) return known;
    this.#around.meter?.spend(CONTEXT_STEPS);
    // The dearest come last.
    known =
      this.#isBesideLater(index) ||
      this.#isBesideEarlier(index, { first: index - 1, lowest: 0 }) ||
      this.#hasCue(finding) ||
      (this.#isNear(finding.span.start) &&
        this.#isBesideEarlier(index, { first: Math.min(index, 0) - 1, lowest: -Infinity }));
    this.#identified.set(finding, known);
    return known;
  }

  /** Whether it is a name that stands, identified by itself, at most `CONTEXT_LEFT` before it as well. */
  #isNamedAgain(index: number): boolean {
    const finding = this.#at(index);
    if (finding?.kind !== PERSON.id) return false;
    const { start } = finding.span;
    const name = this.#textOf(finding);
    const same = this.#namesOfOwn().get(name) ?? [];
    for (let at = firstFrom(same.length, (each) => (same[each] ?? 0) >= index) - 1; at >= 0; at--) {
      const other = same[at] ?? 0;
      if ((this.#at(other)?.span.start ?? 0) < start - CONTEXT_LEFT) return false;
      if (this.#isIdentifiedAlone(other)) return true;
    }
    return this.#isNear(start) && this.#isNamedEarlier(name, start - CONTEXT_LEFT);
  }

  /** … before `own`, at `lowest` or later. */
  #isNamedEarlier(name: string, lowest: number): boolean {
    for (let at = -1; ; at--) {
      const other = this.#at(at);
      if (other === undefined || other.span.start < lowest) return false;
      if (other.kind === PERSON.id && this.#textOf(other) === name && this.#isIdentifiedEarlier(other)) return true;
    }
  }

  #textOf({ span }: SpanFinding): string {
    return this.#reading.raw.slice(span.start, span.end);
  }

  /** Indices of names, by their text. */
  #namesOfOwn(): ReadonlyMap<string, readonly number[]> {
    if (this.#names !== null) return this.#names;
    const names = new Map<string, number[]>();
    for (const [index, finding] of this.#around.own.entries()) {
      if (finding.kind !== PERSON.id) continue;
      const name = this.#textOf(finding);
      const known = names.get(name);
      if (known === undefined) names.set(name, [index]);
      else known.push(index);
    }
    return (this.#names = names);
  }

  /** Whether what begins before `own` is identified: its context reaches farther to the left. */
  #isIdentifiedEarlier({ kind, span }: SpanFinding): boolean {
    const earlier = (this.#earlier ??= this.#openEarlier());
    const { own } = earlier.#around;
    const at = own.findIndex((finding) => finding.kind === kind && finding.span.start === span.start);
    return at >= 0 && earlier.#isIdentifiedAlone(at);
  }

  #openEarlier(): IdentifyingContext {
    const { own, before, limit, meter } = this.#around;
    const all = before(2 * CONTEXT_LEFT);
    const first = this.#left?.[0]?.span.start ?? 0;
    return new IdentifyingContext(this.#reading, {
      own: [...all.filter(({ span }) => span.start >= first), ...own],
      before: () => all.filter(({ span }) => span.start < first),
      limit,
      meter,
    });
  }

  #hasCue(finding: SpanFinding): boolean {
    let known = this.#cues.get(finding);
    if (known === undefined) this.#cues.set(finding, (known = this.#readCue(finding)));
    return known;
  }

  #readCue({ kind, span }: SpanFinding): boolean {
    const reading = this.#reading;
    if (kind === PERSON.id) return isNamed(reading, span);
    if (kind === DATE_OF_BIRTH.id) return isOwnBirth(reading, span.start);
    return (
      kind === STREET_ADDRESS.id && (isHome(reading.raw, span.start) || followsLabel(this.#announcements, span.start))
    );
  }

  /** Whether what begins before `own` is near enough. */
  #isNear(start: number): boolean {
    return start - (this.#around.own[0]?.span.start ?? 0) <= CONTEXT_LEFT;
  }

  /** @param options indices of the findings to look at, from the nearest to the farthest */
  #isBesideEarlier(index: number, { first, lowest }: { readonly first: number; readonly lowest: number }): boolean {
    const finding = this.#at(index);
    if (finding === undefined) return false;
    const { start } = finding.span;
    const { raw } = this.#reading;
    for (let at = first; at >= lowest; at--) {
      const other = this.#at(at);
      if (other === undefined || other.span.start < start - CONTEXT_LEFT) return false;
      const { end } = other.span;
      const isBeside = end <= start && start - end <= BESIDE_MAX && mayIdentify(other, finding);
      if (isBeside && this.#identifies(other, finding, raw.slice(end, start))) return true;
    }
    return false;
  }

  #isBesideLater(index: number): boolean {
    const finding = this.#at(index);
    if (finding === undefined) return false;
    const { end } = finding.span;
    const { raw } = this.#reading;
    const last = Math.min(this.#around.limit, contextEnd(raw, end));
    for (let at = index + 1; ; at++) {
      // Of those before `own` the last is followed by the first of it.
      const other = this.#at(at);
      if (other === undefined || other.span.start >= last) return false;
      const isBeside = other.span.start >= end && mayIdentify(other, finding);
      if (isBeside && this.#identifies(other, finding, raw.slice(end, other.span.start))) return true;
    }
  }

  /** @param gap the text between the two */
  #identifies(other: SpanFinding, finding: SpanFinding, gap: string): boolean {
    if (isRecord(other, finding) && RECORD.test(gap)) return true;
    const isPersonal = PERSONAL.has(other.kind) || (other.kind === DATE_OF_BIRTH.id && this.#isOwnBirth(other));
    return isPersonal && isOneThing(gap);
  }

  #isOwnBirth(finding: SpanFinding): boolean {
    return !isOfHistory(this.#reading.raw, finding) && this.#hasCue(finding);
  }
}

/** Whether a kind can say anything of another beside it: most findings of a text are names. */
const mayIdentify = (other: SpanFinding, finding: SpanFinding): boolean =>
  other.score >= SCORE_MIN && (PERSONAL.has(other.kind) || other.kind === DATE_OF_BIRTH.id || isRecord(other, finding));

/** Whoever was born before the twentieth century is no private person. */
const isOfHistory = (raw: string, { kind, span }: SpanFinding): boolean =>
  kind === DATE_OF_BIRTH.id && /(?<!\d)1[0-8]\d\d(?!\d)/.test(raw.slice(span.start, span.end));

/** A name and the address right after it. */
const isRecord = (one: SpanFinding, two: SpanFinding): boolean => {
  const [first, second] = one.span.start < two.span.start ? [one, two] : [two, one];
  return first.kind === PERSON.id && second.kind === STREET_ADDRESS.id;
};

/** Between the lines of a letter head, or the fields of a record. */
const RECORD = new RegExp(`^(?=[^\\n]*\\n?[^\\n]*$)[\\s,;|"'()–—-]{1,${RECORD_GAP_MAX}}$`);

/** Where the context of what ends at `end` ends: with the next line, at most `BESIDE_MAX` on. */
function contextEnd(raw: string, end: number): number {
  const text = raw.slice(end, end + BESIDE_MAX);
  const newline = text.indexOf("\n");
  const second = newline < 0 ? -1 : text.indexOf("\n", newline + 1);
  return end + (second < 0 ? BESIDE_MAX : second + 1);
}

/** The end of one sentence, and the beginning of the next. */
const SENTENCE_END = /(?<!\b\p{L}|\b\p{Lu}\p{L}{1,3})[.!?。！？]\s+(?=[\p{Lu}\p{Lo}])/gu;

/** Whether nothing between two values parts them: they stand in one line or in adjacent ones, in one object, in one sentence or in adjacent ones. */
function isOneThing(gap: string): boolean {
  if (/[{}]|\n[^\n]*\n/.test(gap)) return false;
  if (!/[.!?。！？]/.test(gap)) return true;
  const sentences = gap.match(SENTENCE_END)?.length ?? 0;
  return sentences === 0 || (sentences === 1 && gap.length <= NEXT_SENTENCE_MAX);
}

/** How far to the left of a value its context reaches, UTF-16 units. */
export const LEFT_REACH = 2 * CONTEXT_LEFT + CUE_REACH;
