import { RE2JS } from "re2js";
import type { Span } from "../../core/model.ts";
import { MeteredText } from "./metered-text.ts";
import type { PatternMeter } from "./pattern-meter.ts";
import { patternShape, type PatternShape } from "./pattern-shape.ts";

/** Longest pattern of a caller or a configuration, UTF-16 units. */
export const PATTERN_LENGTH_MAX = 1000;
/** Instructions of one compiled pattern: time per character and memory grow with it. */
const PROGRAM_SIZE_MAX = 4000;
/** Instructions of all patterns of one policy. */
const PROGRAMS_SIZE_MAX = 5000;
/** How many times as large a pattern may look before it is compiled: alternatives that begin alike share their beginning. */
const LOOKS_LARGER_MAX = 2;
/** What the character classes of one policy may take to build, microseconds. */
const CLASSES_MAX_US = 20_000;
/** Programs up to this size are first run as an automaton with a cache of states, which tells ten times as fast that nothing matches. */
const CACHED_SIZE_MAX = 64;
/** What a step of that engine costs, of one of the other: on a text that fills its cache over and over. */
const CACHED_SHARE = 1 / 4;
/** Shorter texts are not worth it: a text may be made to fill the cache, which takes a millisecond. UTF-16 units. */
const CACHED_LENGTH_MIN = 1024;
/** Of the cache of one pattern, bytes by its own estimate. */
const CACHE_MAX_BYTES = 64 * 1024;
/** What a pattern keeps for each of its instructions, and for each microsecond that its classes take to build, bytes; measured. */
const INSTRUCTION_BYTES = 400;
const CLASS_BYTES_PER_US = 200;

/** A pattern from configuration or a caller, compiled: RE2 syntax, linear time. Whoever runs it brings a meter, which may stop it. */
export class CallerPattern {
  readonly #compiled: RE2JS;
  /** Instructions of its program. */
  readonly size: number;
  /** See `PatternShape`. */
  readonly longest: number;
  /** Memory that it keeps, estimated. */
  readonly bytes: number;
  readonly matchesEmpty: boolean;

  constructor(compiled: RE2JS, { longest, classesUs }: PatternShape) {
    this.#compiled = compiled;
    this.size = compiled.programSize();
    this.longest = longest;
    const cache = this.size <= CACHED_SIZE_MAX ? CACHE_MAX_BYTES : 0;
    this.matchesEmpty = compiled.matcher("").matches();
    this.bytes = this.size * INSTRUCTION_BYTES + classesUs * CLASS_BYTES_PER_US + cache;
  }

  /** Matches that begin at or after `from`, in order, without overlap; empty ones are left out. @throws as the meter does */
  findAll(raw: string, from: number, meter: PatternMeter): readonly Span[] {
    if (from > raw.length) return [];
    const text = this.#begin(raw, from, meter);
    if (from === 0 && !this.#mayOccur(text, from)) return [];
    const spans: Span[] = [];
    const matcher = this.#compiled.matcher(asString(text));
    for (let at = from; at <= raw.length;) {
      text.rewind(at);
      if (!matcher.find(at)) break;
      const start = matcher.start();
      const end = matcher.end();
      if (end > start) spans.push({ start, end });
      at = end > start ? end : afterCharacter(raw, end);
    }
    return spans;
  }

  /** Whether it occurs anywhere in the value. @throws as the meter does */
  occursIn(raw: string, meter: PatternMeter): boolean {
    const text = this.#begin(raw, 0, meter);
    if (!this.#mayOccur(text, 0)) return false;
    text.rewind(0);
    return this.#compiled.matcher(asString(text)).find();
  }

  /** Whether it matches the whole value. @throws as the meter does */
  matches(raw: string, meter: PatternMeter): boolean {
    return this.#compiled.matcher(asString(this.#begin(raw, 0, meter))).matches();
  }

  #begin(raw: string, from: number, meter: PatternMeter): MeteredText {
    meter.draw((raw.length - from + 1) * this.size);
    return new MeteredText(raw, this.size, meter);
  }

  /** False: it occurs nowhere in the text. */
  #mayOccur(text: MeteredText, from: number): boolean {
    if (this.size > CACHED_SIZE_MAX || text.length - from < CACHED_LENGTH_MIN) return true;
    text.rewind(from, CACHED_SHARE);
    return this.#compiled.test(asString(text));
  }
}

/** The library reads it by the methods of a string, and takes any object that goes by that name. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the methods that are called; the library asks for its tag, not for `typeof`
const asString = (text: MeteredText): string => text as unknown as string;

/** An empty match is followed by a look from the next character on: a pair of surrogates is one. */
const afterCharacter = (raw: string, at: number): number => at + ((raw.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** Compiles the patterns of one policy, which share their bounds. */
export class PatternCompiler {
  #looks = 0;
  #size = 0;
  #classesUs = 0;

  /** A text is the reason why the pattern cannot be taken. */
  compile(pattern: string): CallerPattern | string {
    if (pattern.length === 0) return "is empty";
    if (pattern.length > PATTERN_LENGTH_MAX) return `is longer than ${PATTERN_LENGTH_MAX} characters`;
    const shape = patternShape(pattern);
    const reason = this.#reasonAgainst(shape);
    if (reason !== null) return reason;
    const compiled = shape.isWhole ? compile(pattern) : null;
    if (compiled === null) return "does not compile (RE2 syntax: no look-around, no back references)";
    const made = new CallerPattern(compiled, shape);
    this.#size += made.size;
    if (made.size > PROGRAM_SIZE_MAX) return TOO_LARGE;
    return this.#size > PROGRAMS_SIZE_MAX ? TOO_LARGE_TOGETHER : made;
  }

  /** Before it is compiled: that alone may take long. */
  #reasonAgainst({ instructions, classesUs }: PatternShape): string | null {
    this.#looks += instructions;
    this.#classesUs += classesUs;
    if (instructions > PROGRAM_SIZE_MAX * LOOKS_LARGER_MAX) return TOO_LARGE;
    if (this.#looks > PROGRAMS_SIZE_MAX * LOOKS_LARGER_MAX) return TOO_LARGE_TOGETHER;
    return this.#classesUs > CLASSES_MAX_US ? "uses too many Unicode classes, with the patterns before it" : null;
  }
}

const TOO_LARGE = "is too large when compiled; repeat less";
const TOO_LARGE_TOGETHER = `is too large when compiled, with the patterns before it: ${PROGRAMS_SIZE_MAX} instructions for one policy; repeat less`;

function compile(pattern: string): RE2JS | null {
  try {
    return bounded(RE2JS.compile(pattern));
  } catch {
    // The library's message repeats the pattern; who wrote it has it and is told its place.
    return null;
  }
}

/** A cache of states of its own for each pattern, 8 MB as shipped, is too much for the patterns of all callers. */
function bounded(compiled: RE2JS): RE2JS {
  if (compiled.programSize() > CACHED_SIZE_MAX) return compiled;
  const { dfa } = compiled.re2();
  dfa.stateBudget = CACHE_MAX_BYTES;
  dfa.memBudget = CACHE_MAX_BYTES;
  return compiled;
}
