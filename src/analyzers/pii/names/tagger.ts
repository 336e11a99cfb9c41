import { forgetLater, Remembered } from "../../../text/reading-memory.ts";
import type { Meter } from "../../step-meter.ts";
import { attributes, joinHash, roleIndex } from "./lexicon.ts";
import { Decoder, TAG, TAGS, type NameModel } from "./decoder.ts";
import { isBesideMask, isCandidate, isClosed, LEFT_MAX, readRun, RUN_MAX, wordStart } from "./runs.ts";
import { SHAPE, Tokens, WORD_MAX } from "./tokens.ts";

/** A name in a text; offsets in UTF-16 units. */
export interface Name {
  readonly isPerson: boolean;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** A text is read in pieces of that length, so that the arrays stay in the processor's cache. UTF-16 units. */
const PIECE = 4096;
/** What is read before a piece: a run with what stands before it, and the rest of a word. UTF-16 units. */
const LEAD = RUN_MAX + LEFT_MAX + 2 * WORD_MAX;
/** What is read behind a piece: a run, particles and the word behind it. UTF-16 units. */
const TRAIL = RUN_MAX + 5 * WORD_MAX;
/** What a word of a run costs. */
const WORD_STEPS = 40;
/** Least probability of a name. */
const PROBABLE = 0.5;

/** Least share of a known place, of which the names of towns with many people and those of countries have more. */
const KNOWN_PLACE = 4;
/** Words of a place's name in a text of its own. */
const PLACE_WORDS_MAX = 32;

const SUFFIX = roleIndex("suffix");

/** Reading begins at multiples of that length, so that texts which go on from one another are mostly read from one place. */
const STEP = 256;

/** A stretch up to that length is read into arrays of its own, which each stream has; a word and what parts it take two units. */
const SHORT = 1024;

/** Where reading begins for what is asked of `piece` on. */
const readFrom = (piece: number): number => Math.floor(Math.max(0, piece - LEAD) / STEP) * STEP;

/** Finds names of persons and places. Whether a span is a name depends on text within `LEAD` before and `TRAIL` behind it. */
export class Tagger {
  readonly #model: NameModel;
  readonly #decoder: Decoder;
  readonly #tokens = new Tokens(PIECE + LEAD + STEP + TRAIL);
  /** The same for a short stretch, such as a stream's window. */
  readonly #short = new Remembered(
    () => new Tokens(SHORT / 2),
    (tokens) => tokens.clear(),
  );
  readonly #words = new Tokens(PLACE_WORDS_MAX);

  constructor(model: NameModel) {
    this.#model = model;
    this.#decoder = new Decoder(model);
  }

  readonly #forget = (): void => {
    this.#tokens.clear();
    this.#words.clear();
  };

  /** Names that begin at or after `from`, in order. */
  find(raw: string, from: number, meter?: Meter): readonly Name[] {
    const names: Name[] = [];
    for (let piece = from; piece < raw.length; piece += PIECE) this.#findIn(raw, piece, { names, meter });
    return names;
  }

  #read(raw: string, stretch: { readonly from: number; readonly to: number }): Tokens {
    const isShort = stretch.to - stretch.from <= SHORT;
    const tokens = isShort ? this.#short.known : this.#tokens;
    if (!isShort && tokens.raw === "") forgetLater(this.#forget);
    tokens.read(raw, this.#model.lexicon, stretch);
    return tokens;
  }

  /** Whether the first words of the text are, or hold, the name of a country, a region or a larger town. */
  isKnownPlace(text: string): boolean {
    const tokens = this.#words;
    if (tokens.raw === "") forgetLater(this.#forget);
    const { lexicon } = this.#model;
    tokens.read(text, lexicon, { from: 0, to: text.length });
    for (let at = 0, pair = 0; at < tokens.count; at++) {
      const own = tokens.hash[at] ?? 0;
      const isAlone = attributes.place(tokens.attributes[at] ?? 0) >= KNOWN_PLACE;
      if (isAlone || (at > 0 && attributes.place(lexicon.lookup(joinHash(pair, own))) >= KNOWN_PLACE)) return true;
      pair = own;
    }
    return false;
  }

  #findIn(
    raw: string,
    piece: number,
    { names, meter }: { readonly names: Name[]; readonly meter?: Meter | undefined },
  ): void {
    const stop = Math.min(raw.length, piece + PIECE);
    const tokens = this.#read(raw, { from: readFrom(piece), to: Math.min(raw.length, stop + TRAIL) });
    for (let at = 0; at < tokens.count && (tokens.start[at] ?? 0) < stop; at++) {
      if (!isCandidate(tokens, at)) continue;
      const { end, rowEnd } = readRun(tokens, at);
      if ((tokens.end[end - 1] ?? 0) > piece && !isBesideMask(tokens, at, end)) {
        meter?.spend((end - at) * WORD_STEPS);
        this.#decoder.decode(tokens, at, end);
        this.#collect(at, end, { tokens, from: piece, to: stop, names });
      }
      at = rowEnd - 1;
    }
  }

  /** Makes spans of the words whose tags are probable. */
  #collect(
    first: number,
    end: number,
    into: { readonly tokens: Tokens; readonly from: number; readonly to: number; readonly names: Name[] },
  ): void {
    let begin = -1;
    let isPerson = false;
    let sum = 0;
    for (let index = first; index <= end; index++) {
      const at = (index - first) * TAGS;
      const person = index === end ? 0 : this.#both(at + TAG.person);
      const place = index === end ? 0 : this.#both(at + TAG.place);
      const isName = Math.max(person, place) >= PROBABLE;
      const goesOn = begin >= 0 && isName && person > place === isPerson && this.#isLater(at, isPerson);
      if (begin >= 0 && !goesOn) {
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
    name: { isPerson: boolean; score: number; tokens: Tokens; from: number; to: number; names: Name[] },
  ): void {
    const { tokens } = name;
    const start = tokens.start[first] ?? 0;
    if (start < name.from || start >= name.to) return;
    const last = end - 1;
    const isShort = tokens.shape[last] === SHAPE.initial || attributes.role(tokens.attributes[last] ?? 0) === SUFFIX;
    const behind = tokens.end[last] ?? 0;
    const stop = isShort && last > first && tokens.raw.charCodeAt(behind) === 0x2e ? behind + 1 : behind;
    name.names.push({ isPerson: name.isPerson, start, end: stop, score: Math.round(name.score * 100) / 100 });
  }

  /** From where `raw` is undecided if more text followed. */
  stableUntil(raw: string, from: number): number {
    const word = wordStart(raw, WORD_MAX + 1);
    const piece = Math.max(0, raw.length - TRAIL - RUN_MAX);
    const tokens = this.#read(raw, { from: readFrom(piece), to: raw.length });
    let held = word;
    for (let at = 0; at < tokens.count; at++) {
      if (!isCandidate(tokens, at)) continue;
      const { end, rowEnd } = readRun(tokens, at);
      if (!isClosed(tokens, end)) held = Math.min(held, tokens.start[at] ?? 0);
      at = rowEnd - 1;
    }
    return Math.max(from, held);
  }
}
