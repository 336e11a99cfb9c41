import { RawText } from "../../../text/units.ts";
import { firstFrom } from "../../../core/lists.ts";
import { lazy } from "../../../core/lazy.ts";
import { facet, type Facet, type Reading } from "../../../text/reading.ts";
import { Words, WORDS } from "../../../text/tokens.ts";
import type { Match } from "../../detector.ts";
import type { Meter } from "../../step-meter.ts";
import { Decoder, nameModel, TAG, TAGS, type NameModel } from "./decoder.ts";
import { attributes, joinHash, roleIndex } from "./lexicon.ts";
import { isBesideMask, isCandidate, isClosed, LEFT_MAX, readRun, RUN_MAX, undecidedStart, wordStart } from "./runs.ts";
import { findScriptNames, scriptsStableUntil } from "./scripts/script-names.ts";
import { NameWords, SHAPE, WORD_MAX } from "./words.ts";

/** A name in a text; offsets in UTF-16 units. */
export interface Name {
  readonly isPerson: boolean;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** How far before a place runs are read that reach it: a run with what stands before it, and the rest of a word. UTF-16 units. */
const LEAD = RUN_MAX + LEFT_MAX + 2 * WORD_MAX;
/** How far after its beginning a run is decided: a run, particles and the word after it. UTF-16 units. */
const TRAIL = RUN_MAX + 5 * WORD_MAX;
/** Cost of a word of a run. */
const WORD_STEPS = 40;
/** Least probability of a name. */
const PROBABLE = 0.5;

/** Least share of a known place, of which the names of towns with many people and those of countries have more. */
const KNOWN_PLACE = 4;
/** Words that are read for a place name in a separate text. */
const PLACE_WORDS_MAX = 32;

const SUFFIX = roleIndex("suffix");
const TITLE = roleIndex("title");

/** Runs are read from multiples of that length on, so that windows which go on from one another mostly begin with the same. */
const STEP = 256;

/** From where runs are read of which one may reach `from`. */
const readFrom = (from: number): number => Math.floor(Math.max(0, from - LEAD) / STEP) * STEP;

/** Finds names of persons and places. Whether a span is a name depends on text within `LEAD` before and `TRAIL` after it. */
export class Tagger {
  readonly #model: NameModel;
  readonly #decoder: Decoder;
  readonly #words: Facet<NameWords>;

  constructor(model: NameModel) {
    this.#model = model;
    this.#decoder = new Decoder(model);
    this.#words = facet(
      (reading) => new NameWords(reading.of(WORDS), model.lexicon),
      (words, reading) => {
        // The same words, continued.
        reading.of(WORDS);
        words.goOn();
        return words;
      },
    );
  }

  /** Names that begin at or after `from`, in order. */
  find(reading: Reading, from: number, meter?: Meter): readonly Name[] {
    const names: Name[] = [];
    const tokens = reading.of(this.#words);
    for (let at = firstWordFrom(tokens, readFrom(from)); at < tokens.count; at++) {
      if (!isCandidate(tokens, at)) continue;
      const { end, rowEnd } = readRun(tokens, at);
      if ((tokens.end[end - 1] ?? 0) > from && !isBesideMask(tokens, at, end)) {
        meter?.spend((end - at) * WORD_STEPS);
        this.#decoder.decode(tokens, at, end);
        this.#collect(at, end, { tokens, from, names });
      }
      at = rowEnd - 1;
    }
    return names;
  }

  /** Whether the first words of the text are, or hold, the name of a country, a region or a larger town. */
  isKnownPlace(text: string): boolean {
    const { lexicon } = this.#model;
    const tokens = new NameWords(new Words(new RawText(text)), lexicon);
    const count = Math.min(tokens.count, PLACE_WORDS_MAX);
    for (let at = 0, pair = 0; at < count; at++) {
      const own = tokens.hash[at] ?? 0;
      const isAlone = attributes.place(tokens.attributes[at] ?? 0) >= KNOWN_PLACE;
      if (isAlone || (at > 0 && attributes.place(lexicon.lookup(joinHash(pair, own))) >= KNOWN_PLACE)) return true;
      pair = own;
    }
    return false;
  }

  /** Makes spans of the words whose tags are probable. */
  #collect(
    first: number,
    end: number,
    into: { readonly tokens: NameWords; readonly from: number; readonly names: Name[] },
  ): void {
    let begin = -1;
    let isPerson = false;
    let sum = 0;
    for (let index = first; index <= end; index++) {
      const at = (index - first) * TAGS;
      const person = index === end ? 0 : this.#both(at + TAG.person);
      const place = index === end ? 0 : this.#both(at + TAG.place);
      const isName = Math.max(person, place) >= PROBABLE;
      const continues = begin >= 0 && isName && person > place === isPerson && this.#isLater(at, isPerson);
      if (begin >= 0 && !continues) {
        this.#push(begin, index, { isPerson, score: sum / (index - begin), ...into });
        begin = -1;
      }
      if (!isName) continue;
      if (begin < 0) {
        begin = index;
        isPerson = person > place;
        sum = 0;
      }
      sum += Math.max(person, place);
    }
  }

  #both(at: number): number {
    const { probabilities } = this.#decoder;
    return (probabilities[at] ?? 0) + (probabilities[at + 1] ?? 0);
  }

  /** Whether the word is rather a later word of a name than the first. */
  #isLater(at: number, isPerson: boolean): boolean {
    const { probabilities } = this.#decoder;
    const first = isPerson ? TAG.person : TAG.place;
    return (probabilities[at + first + 1] ?? 0) >= (probabilities[at + first] ?? 0);
  }

  #push(
    first: number,
    end: number,
    name: { isPerson: boolean; score: number; tokens: NameWords; from: number; names: Name[] },
  ): void {
    const { tokens } = name;
    const start = tokens.start[name.isPerson ? afterTitles(tokens, first, end) : first] ?? 0;
    if (start < name.from) return;
    const last = end - 1;
    const isShort = tokens.shape[last] === SHAPE.initial || attributes.role(tokens.attributes[last] ?? 0) === SUFFIX;
    const wordEnd = tokens.end[last] ?? 0;
    const stop = isShort && last > first && tokens.raw.charCodeAt(wordEnd) === 0x2e ? wordEnd + 1 : wordEnd;
    name.names.push({ isPerson: name.isPerson, start, end: stop, score: Math.round(name.score * 100) / 100 });
  }

  /** From where the text is undecided if more followed. */
  stableUntil(reading: Reading, from: number): number {
    const { raw } = reading;
    const word = wordStart(raw, WORD_MAX + 1);
    const tokens = reading.of(this.#words);
    let held = Math.min(word, undecidedStart(tokens));
    for (let at = firstWordFrom(tokens, readFrom(raw.length - TRAIL - RUN_MAX)); at < tokens.count; at++) {
      if (!isCandidate(tokens, at)) continue;
      const { end, rowEnd } = readRun(tokens, at);
      if (!isClosed(tokens, end)) held = Math.min(held, tokens.start[at] ?? 0);
      at = rowEnd - 1;
    }
    return Math.max(from, held);
  }
}

/** A title is no part of the name that follows it. */
function afterTitles({ attributes: packed }: NameWords, first: number, end: number): number {
  let at = first;
  while (at < end - 1 && attributes.role(packed[at] ?? 0) === TITLE) at += 1;
  return at;
}

/** The first word that begins at a place or after it. */
const firstWordFrom = ({ start, count }: NameWords, place: number): number =>
  place === 0 ? 0 : firstFrom(count, (at) => (start[at] ?? 0) >= place);

/** The shipped tagger, made on first use. */
export const tagger = lazy(() => new Tagger(nameModel()));

/** The names of a text, and the offset they were read from. */
interface Known {
  names: { readonly from: number; readonly names: readonly Name[] } | null;
  held: { readonly from: number; readonly at: number } | null;
}

/** Both detectors read the same text in turn. */
const KNOWN = facet((): Known => ({ names: null, held: null }));

/** Names of persons or of places that begin at or after `from`. */
export function findNames(
  reading: Reading,
  { from, meter }: { readonly from: number; readonly meter: Meter | undefined },
  { isPerson }: { readonly isPerson: boolean },
): readonly Match[] {
  const known = reading.of(KNOWN);
  if (known.names?.from !== from) {
    const names = [...tagger().find(reading, from, meter), ...findScriptNames(reading.raw, from, meter)];
    known.names = { from, names: names.toSorted((a, b) => a.start - b.start) };
  }
  return known.names.names.filter((name) => name.isPerson === isPerson);
}

/** `stableUntil` of names of both kinds. */
export function holdNames(reading: Reading, from: number): number {
  const known = reading.of(KNOWN);
  if (known.held?.from !== from) {
    const held = Math.min(tagger().stableUntil(reading, from), scriptsStableUntil(reading.raw));
    known.held = { from, at: Math.max(from, held) };
  }
  return known.held.at;
}

/** Whether the text is, or holds, the name of a country, region or larger town. */
export const isKnownPlace = (text: string): boolean => tagger().isKnownPlace(text);
