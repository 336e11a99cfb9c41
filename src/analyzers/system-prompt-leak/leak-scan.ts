import type { Span } from "../../core/model.ts";
import { facet, type Reading } from "../../text/reading.ts";
import { CERTAIN } from "./prompt-index.ts";
import { GRAM, rolled, STUB } from "./grams.ts";
import { GAP_MAX, Letters } from "./letters.ts";
import type { LeakView } from "./leak-view.ts";

/** Longest stretch of an answer whose matches are added up, UTF-16 units. */
const STRETCH_MAX = 768;
/** Most letters between two matches of one stretch that match nothing: a few words that were changed. */
const UNLIKE_MAX = 40;
/** Longest part of a leak that is one finding, UTF-16 units; a longer leak is several. */
const FINDING_MAX = 512;
/** Longest stretch that a secret value stands in, its letters parted by other signs, UTF-16 units. */
const VALUE_REACH = GRAM * GAP_MAX;
/** Text that decides about one position, UTF-16 units: a stretch, and the gram that its first letter stands in. */
export const LOOKBACK = STRETCH_MAX + GRAM * (GAP_MAX + 1);

/** Steps of scores; a finding is of one step. Below the least nothing is reported. */
const STEPS = 10;
const LEAST_STEP = 2;

/** A part of an answer that repeats the prompt. */
export interface Leak extends Span {
  /** 0..1, in tenths. */
  readonly score: number;
}

/**
 * The parts of an answer that match a prompt, letter by letter. When the text grows, the scan resumes where it ended. A letter matches when it
 * lies in a gram of the prompt, so that whether it does depends on its neighbours only.
 */
class Matches {
  readonly letters: Letters;
  /** Letters that match, by index, and what each weighs. */
  places = new Int32Array(ROOM);
  gains = new Int32Array(ROOM);
  count = 0;
  view: LeakView | null = null;
  /** Where the reading of the text ended. */
  endRead = 0;
  #hash = 0;
  /** Letters of the run that grams may stand in. */
  #run = 0;

  constructor({ raw }: Reading) {
    this.letters = new Letters(raw.length + ROOM);
  }

  read(raw: string, view: LeakView, isOpen: boolean): void {
    if (this.view !== view || this.endRead > raw.length) this.#clear(view);
    const from = this.letters.count;
    this.endRead = this.letters.read(raw, this.endRead, isOpen);
    this.#match(from, view);
    // A scan that has read the end of a text cannot continue.
    if (!isOpen) this.view = null;
  }

  #clear(view: LeakView): void {
    this.view = view;
    this.letters.clear();
    this.count = this.endRead = this.#hash = this.#run = 0;
  }

  #match(from: number, view: LeakView): void {
    const { symbols, count } = this.letters;
    const { grams } = view.index;
    const values = view.values.isEmpty ? null : view.values;
    let [hash, run, place] = [this.#hash, this.#run, -1];
    for (let at = from; at < count; at++) {
      if (this.letters.isApart(at)) run = hash = 0;
      hash = rolled(hash, run >= GRAM ? (symbols[at - GRAM] ?? 0) : 0, symbols[at] ?? 0);
      run += 1;
      place = run < GRAM ? -1 : grams.find(hash, symbols, at - GRAM + 1, place);
      if (place >= 0) this.#add(at - GRAM + 1, place, view);
      if (values !== null) this.#addValue(values.lengthAt(this.letters, at), at, run);
    }
    this.#hash = hash;
    this.#run = run;
  }

  /** Adds the letters of a gram that no gram before it had. */
  #add(start: number, place: number, view: LeakView): void {
    const last = this.count === 0 ? -1 : (this.places[this.count - 1] ?? -1);
    for (let at = Math.max(start, last + 1); at < start + GRAM; at++)
      this.#put(at, view.weights.of(place + at - start));
  }

  /** Adds the letters of a secret value that ends at `last`, or makes those certain that a gram had. */
  #addValue(length: number, last: number, run: number): void {
    const { starts } = this.letters;
    const first = last - length + 1;
    if (length === 0 || length > run || (starts[last] ?? 0) - (starts[first] ?? 0) > VALUE_REACH) return;
    while (this.count > 0 && (this.places[this.count - 1] ?? 0) >= first) this.count -= 1;
    for (let at = first; at <= last; at++) this.#put(at, CERTAIN);
  }

  #put(place: number, gain: number): void {
    if (this.count === this.places.length) this.#grow();
    this.places[this.count] = place;
    this.gains[this.count] = gain;
    this.count += 1;
  }

  #grow(): void {
    const { places, gains } = this;
    this.places = new Int32Array(places.length * 2);
    this.gains = new Int32Array(places.length * 2);
    this.places.set(places);
    this.gains.set(gains);
  }

  /** Whether two matching letters, neighbours in the list, may stand in one stretch. */
  isNear(index: number): boolean {
    const [place, before] = [this.places[index] ?? 0, this.places[index - 1] ?? 0];
    return place - before - 1 <= UNLIKE_MAX && this.startOf(index) - this.endOf(index - 1) <= STRETCH_MAX;
  }

  startOf(index: number): number {
    return this.letters.starts[this.places[index] ?? 0] ?? 0;
  }

  endOf(index: number): number {
    return this.letters.ends[this.places[index] ?? 0] ?? 0;
  }

  /** The letter from which on what ends the text may still become a match. */
  openLetter(view: LeakView): number {
    const { symbols, count } = this.letters;
    let at = count;
    while (at > 0 && count - at < GRAM - 1) {
      if (at < count && this.letters.isApart(at)) break;
      if (count - at + 1 >= STUB && !view.index.grams.mayHave(symbols, at - 1)) break;
      at -= 1;
    }
    return Math.min(at, count - view.values.openLength(this.letters));
  }
}

/** Matching letters that there is room for at first. */
const ROOM = 16;

/** With the prompt that was asked for last: the policies of an exchange mostly compare with one. */
const MATCHES = facet(
  (reading) => new Matches(reading),
  (before) => before,
);

function matchesOf(reading: Reading, view: LeakView, isOpen: boolean): Matches {
  const matches = reading.of(MATCHES);
  matches.read(reading.raw, view, isOpen);
  return matches;
}

/** The leaks that begin at or after `from`, in order. */
export function findLeaks(
  reading: Reading,
  view: LeakView,
  { from, isOpen }: { readonly from: number; readonly isOpen: boolean },
): readonly Leak[] {
  const matches = matchesOf(reading, view, isOpen);
  return matches.count === 0 ? [] : leaksOf(matches, stepsOf(matches, view), from);
}

/** The offset from which text that may continue is undecided. */
export function stableUntil(reading: Reading, view: LeakView, from: number): number {
  const { raw } = reading;
  const matches = matchesOf(reading, view, true);
  const { letters, count } = matches;
  const open = matches.openLetter(view);
  // What may become a match begins there; half of an escape is undecided too.
  const tail = open < letters.count ? (letters.starts[open] ?? 0) : matches.endRead;
  if (count === 0 || !isGroupOpen(matches, open, raw.length)) return tail;
  const steps = stepsOf(matches, view);
  const undecided = Math.min(tail, firstOpen(matches, steps, raw.length));
  let held = undecided;
  for (const { start, end } of leaksOf(matches, steps, from)) {
    if (start >= undecided) break;
    // It reaches into what is undecided, or may grow into it.
    if (end > undecided || undecided < start + FINDING_MAX) held = Math.min(held, start);
  }
  return held;
}

/** Whether a match that is still to come may stand in one stretch with the last one. */
function isGroupOpen(matches: Matches, open: number, length: number): boolean {
  const last = matches.count - 1;
  return open - (matches.places[last] ?? 0) - 1 <= UNLIKE_MAX && length - matches.endOf(last) <= STRETCH_MAX;
}

/** Where the first matching letter of the open group stands whose score may still rise. */
function firstOpen(matches: Matches, steps: Uint8Array, length: number): number {
  let first = length;
  for (let index = matches.count - 1; index >= 0; index--) {
    const start = matches.startOf(index);
    if (start < length - STRETCH_MAX) break;
    if ((steps[index] ?? 0) < STEPS) first = start;
    if (index > 0 && !matches.isNear(index)) break;
  }
  return first;
}

/**
 * The score of each matching letter, in tenths: that of the heaviest stretch that it lies in. A stretch is at most `STRETCH_MAX`
 * long; half the score is what is needed.
 */
function stepsOf(matches: Matches, view: LeakView): Uint8Array {
  const { count, gains } = matches;
  const sums = new Float64Array(count);
  const firsts = new Int32Array(count);
  let first = 0;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    if (index > 0 && !matches.isNear(index)) {
      first = index;
      sum = 0;
    }
    sum += gains[index] ?? 0;
    while (matches.endOf(index) - matches.startOf(first) > STRETCH_MAX) sum -= gains[first++] ?? 0;
    sums[index] = sum;
    firsts[index] = first;
  }
  return heaviest(sums, firsts, view.need);
}

/** For each letter the largest sum of the stretches that contain it. */
function heaviest(sums: Float64Array, firsts: Int32Array, need: number): Uint8Array {
  const steps = new Uint8Array(sums.length);
  /** Indices whose sums fall, from `head` on. */
  const queue = new Int32Array(sums.length);
  let [head, tail, end] = [0, 0, 0];
  for (let index = 0; index < sums.length; index++) {
    for (; end < sums.length && at(firsts, end) <= index; end++) {
      while (tail > head && at(sums, at(queue, tail - 1)) <= at(sums, end)) tail -= 1;
      queue[tail++] = end;
    }
    while (at(queue, head) < index) head += 1;
    steps[index] = Math.min(STEPS, Math.floor((at(sums, at(queue, head)) * STEPS) / (2 * need)));
  }
  return steps;
}

const at = (list: Int32Array | Float64Array, index: number): number => list[index] ?? 0;

function leaksOf(matches: Matches, steps: Uint8Array, from: number): readonly Leak[] {
  const leaks: { start: number; end: number; score: number; step: number; last: number }[] = [];
  for (let index = 0; index < matches.count; index++) {
    const step = steps[index] ?? 0;
    const [start, end] = [matches.startOf(index), matches.endOf(index)];
    if (step < LEAST_STEP || start < from) continue;
    const leak = leaks.at(-1);
    const isSame = leak !== undefined && leak.step === step && leak.last === index - 1 && matches.isNear(index);
    if (isSame && end - leak.start <= FINDING_MAX) {
      leak.end = end;
      leak.last = index;
    } else leaks.push({ start, end, score: step / STEPS, step, last: index });
  }
  return leaks.map(({ start, end, score }) => ({ start, end, score }));
}
