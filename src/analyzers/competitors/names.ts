import { ALWAYS_ENDINGS, CASE_ENDINGS, ENDING_MAX, VOWEL_ENDINGS } from "./endings.ts";
import { emphasisAt, endWithMarks, lastWord, MARKS_MAX, startsWord, wordEnd } from "./boundaries.ts";
import type { Beginnings } from "./beginnings.ts";
import type { Key } from "./keys.ts";
import { isKnown, isOrdinary, isOrdinaryName } from "./ordinary.ts";
import { ALPHABETS_END, foldText, foldUnit, isSeparator, isUpper, isWordUnit, lookalikeOf, NOTHING } from "./units.ts";
import { hasCapitals, isShortName, isUsedAsName, LEFT_CONTEXT, RIGHT_CONTEXT } from "./usage.ts";
import { SEPARATOR_RUN_MAX } from "./words.ts";

/** Units that a name must have for cases of other languages than English to be looked for, and to be written in one. */
const CASE_MIN = 4;
/** The same of names that are ordinary words: too many of them begin another word, such as `Metan`. */
const COMMON_CASE_MIN = 6;

/** Units of a name that counts as it is written only. */
const SHORT_MAX = 2;

interface Ending {
  readonly name: number;
  readonly key: Key;
  /** The words are ordinary ones: they must be used as a name. */
  readonly isOrdinary: boolean;
  /** Written in one it is a name of its own, but its parts are ordinary words: `GitLab`, a git lab. */
  readonly hasOrdinaryParts: boolean;
  /** One or two characters, which much else is written with. */
  readonly isShort: boolean;
}

const NO_ENDS: readonly Ending[] = [];

/** Most nodes have one behind them and end no name: they take no list. */
class Node {
  /** Whether separators may stand here in some name. */
  mayBreak = false;
  ends: readonly Ending[] = NO_ENDS;
  #unit = -1;
  #first: Node | undefined;
  #others: Map<number, Node> | undefined;

  next(unit: number): Node | undefined {
    return unit === this.#unit ? this.#first : this.#others?.get(unit);
  }

  /** The node behind `unit`, made where there is none. */
  grow(unit: number): Node {
    const known = this.next(unit);
    if (known !== undefined) return known;
    const node = new Node();
    if (this.#first === undefined) {
      this.#unit = unit;
      this.#first = node;
    } else (this.#others ??= new Map()).set(unit, node);
    return node;
  }

  /** The same place, where no name ends anew. */
  silent(): Node {
    if (this.ends.length === 0) return this;
    const node = new Node();
    node.mayBreak = this.mayBreak;
    node.#unit = this.#unit;
    node.#first = this.#first;
    node.#others = this.#others;
    return node;
  }

  *entries(): Generator<readonly [number, Node]> {
    if (this.#first !== undefined) yield [this.#unit, this.#first];
    yield* this.#others ?? [];
  }
}

export interface NameMatch {
  readonly name: number;
  readonly start: number;
  /** End of the name itself: an ending is looked at, not taken. */
  readonly end: number;
}

/** What a walk from one position says: the longest name there, and whether more text could still change that. */
interface Walk {
  match: NameMatch | null;
  isOpen: boolean;
}

/** Where a walk stands. */
interface Path {
  readonly raw: string;
  readonly start: number;
  at: number;
  depth: number;
  /** Units that fold to nothing. */
  marks: number;
  /** Depths at which separators stood. */
  readonly breaks: number[];
  /** A letter of another alphabet stood for one that looks like it. */
  hasLookalike: boolean;
}

const NO_NAME: Walk = { match: null, isOpen: false };
const ASCII_LETTERS_END = 0x80;

/** A trie over folded units: a text costs one look per unit, and a walk only where a name's first unit stands. */
export class NameMatcher {
  /** Longest stretch of text that decides about one position, UTF-16 units, boundaries included. */
  readonly reach: number;
  readonly #root = new Node();
  /** 1 for units that a name may begin with. */
  readonly #starts = new Uint8Array(0x10000);

  /**
   * Of names that are written alike, the first is reported.
   *
   * @param beginnings is told how names may begin
   */
  constructor(names: readonly (readonly Key[])[], beginnings: Beginnings) {
    let longest = 0;
    names.forEach((keys, index) => {
      for (const key of keys) {
        this.#add(key, index);
        longest = Math.max(longest, key.units.length + key.breaks.size * SEPARATOR_RUN_MAX);
      }
    });
    this.reach = longest + MARKS_MAX * 2 + ENDING_MAX + RIGHT_CONTEXT + LEFT_CONTEXT;
    this.#noteStarts();
    addBeginnings(this.#root, beginnings);
  }

  /** The longest name that begins at `start`. Names that start at different places may overlap. */
  matchAt(raw: string, start: number): NameMatch | null {
    return this.#starts[raw.charCodeAt(start)] === 1 ? this.#walk(raw, start).match : null;
  }

  /** The first position at or after `from` where a name may still come to stand or grow. */
  stableUntil(raw: string, from: number): number {
    for (let at = Math.max(from, raw.length - this.reach); at < raw.length; at++)
      if (this.#starts[raw.charCodeAt(at)] === 1 && this.#walk(raw, at).isOpen) return at;
    return raw.length;
  }

  #walk(raw: string, start: number): Walk {
    if (!this.#goesOn(raw, start) || !startsWord(raw, start)) return NO_NAME;
    const walk: Walk = { match: null, isOpen: false };
    const path: Path = { raw, start, at: start, depth: 0, marks: 0, breaks: [], hasLookalike: false };
    let node: Node | null = this.#root;
    while (path.at < raw.length) {
      node = step(node, path);
      if (node === null) return walk;
      for (const end of node.ends) tryEnd(end, path, walk);
    }
    walk.isOpen = true;
    return walk;
  }

  /** Whether the second unit that folds to anything goes on as some name does; most words end here. */
  #goesOn(raw: string, start: number): boolean {
    const at = endWithMarks(raw, start + 1);
    if (at >= raw.length) return true;
    const first = raw.charCodeAt(start);
    const second = raw.charCodeAt(at);
    if (first >= ASCII_LETTERS_END || second >= ASCII_LETTERS_END || !isWordUnit(second)) return true;
    const node = this.#root.next(foldUnit(first));
    return node !== undefined && (node.ends.length > 0 || node.mayBreak || node.next(foldUnit(second)) !== undefined);
  }

  #add(key: Key, name: number): void {
    let node = this.#root;
    for (let at = 0; at < key.units.length; at++) {
      if (key.breaks.has(at)) node.mayBreak = true;
      node = node.grow(key.units.charCodeAt(at));
    }
    const known = node.ends.some(
      ({ key: { breaks, isStem } }) => isStem === key.isStem && isWithin(key.breaks, breaks),
    );
    if (known) return;
    const hasOrdinaryParts = key.words.length === 1 && key.parts.length > 1 && key.parts.every(isOrdinary);
    const isShort = key.units.length <= SHORT_MAX && key.units.charCodeAt(0) < ALPHABETS_END;
    const ending = { name, key, isOrdinary: isOrdinaryName(key.words), hasOrdinaryParts, isShort };
    node.ends = [...node.ends, ending];
  }

  #noteStarts(): void {
    for (let code = 0; code < this.#starts.length; code++) {
      const unit = foldUnit(code);
      const isStart = this.#root.next(unit) !== undefined || this.#root.next(lookalikeOf(unit)) !== undefined;
      if (isStart && unit !== NOTHING) this.#starts[code] = 1;
    }
  }
}

/** Any unit may follow where a name ends or separators may stand. */
const isOpenTo = ({ ends, mayBreak }: Node): boolean => ends.length > 0 || mayBreak;

function addBeginnings(root: Node, beginnings: Beginnings): void {
  for (const [first, node] of root.entries())
    if (isOpenTo(node)) beginnings.addName([first, null, null]);
    else
      for (const [second, next] of node.entries())
        beginnings.addName([first, [second], isOpenTo(next) ? null : [...next.entries()].map(([third]) => third)]);
}

const isWithin = (part: ReadonlySet<number>, whole: ReadonlySet<number>): boolean =>
  [...part].every((depth) => whole.has(depth));

/** Takes one unit or one run of separators; `null` where no name goes on so. */
function step(node: Node, path: Path): Node | null {
  const { raw } = path;
  const code = raw.charCodeAt(path.at);
  const unit = foldUnit(code);
  if (unit === NOTHING && path.depth > 0) {
    path.at += 1;
    path.marks += 1;
    return path.marks > MARKS_MAX ? null : node.silent();
  }
  const next = node.next(unit);
  if (next !== undefined) {
    path.at += 1;
    path.depth += 1;
    return next;
  }
  const lookalike = lookalikeOf(unit);
  const same = lookalike === 0 ? undefined : node.next(lookalike);
  if (same !== undefined) {
    path.at += 1;
    path.depth += 1;
    path.hasLookalike = true;
    return same;
  }
  const length = node.mayBreak ? separatorRun(raw, path.at) : 0;
  if (length === 0 || length > SEPARATOR_RUN_MAX || path.breaks.at(-1) === path.depth) return null;
  path.breaks.push(path.depth);
  path.at += length;
  return node.silent();
}

/** Length of the separators at `at`; one more than allowed stands for any longer run. A point or `_` parts letters only. */
function separatorRun(raw: string, at: number): number {
  const sign = raw.charAt(at);
  if (sign === "_" || sign === "·" || sign === "•") return 1;
  // In lower case a point is one of a program or an address: db.mongo, mongo.db.
  if (sign === ".") return isUpper(raw.charCodeAt(at + 1)) ? 1 : 0;
  let length = 0;
  while (length <= SEPARATOR_RUN_MAX && isSeparator(raw.charCodeAt(at + length))) length++;
  return length;
}

function tryEnd(ending: Ending, path: Path, walk: Walk): void {
  const { raw, start } = path;
  const end = endWithMarks(raw, path.at);
  if (!isWritten(ending, path, end)) return;
  const goesTo = wordEnd(raw, end);
  walk.isOpen ||=
    goesTo + 1 >= raw.length ||
    ((ending.isOrdinary || ending.isShort) && end + ENDING_MAX + RIGHT_CONTEXT > raw.length);
  if (isWhole(path, ending, { end, goesTo }) && isMeant(ending, path, goesTo))
    walk.match = { name: ending.name, start, end };
}

/** Whether separators stand only where the name has some, and make no two ordinary words of it. */
function isWritten({ key, hasOrdinaryParts }: Ending, { raw, start, breaks }: Path, end: number): boolean {
  if (!breaks.every((depth) => key.breaks.has(depth))) return false;
  if (breaks.length === 0) return key.words.length === 1 || key.units.length >= CASE_MIN;
  return !hasOrdinaryParts || !isSpacedSmall(raw.slice(start, end));
}

/** Whether the word is the name, where it could be another. */
function isMeant({ key, isOrdinary: mustBeUsed, isShort }: Ending, path: Path, goesTo: number): boolean {
  const { raw, start } = path;
  if (isShort && (path.breaks.length > 0 || !isShortName({ raw, start, end: goesTo }, key.written))) return false;
  if (path.hasLookalike && isKnown(raw.slice(start, goesTo).toLowerCase())) return false;
  return !mustBeUsed || isJoinedForm(path, key, goesTo) || isUsedAsName({ raw, start, end: goesTo });
}

const isSpacedSmall = (text: string): boolean => /\s/.test(text) && !hasCapitals(text);

/** Whether a word ends with the name, with an ending behind it, or with what emphasizes it. */
function isWhole(
  { raw, start }: Path,
  ending: Ending,
  { end, goesTo }: { readonly end: number; readonly goesTo: number },
): boolean {
  const emphasis = emphasisAt(raw, start);
  if (emphasis !== "" || goesTo === end) return !ending.key.isStem && raw.slice(end, goesTo) === emphasis;
  return hasEnding({ raw, start }, ending, { end, goesTo });
}

function hasEnding(
  { raw, start }: Pick<Path, "raw" | "start">,
  { key: { units, isStem }, isOrdinary: isCommon }: Ending,
  { end, goesTo }: { readonly end: number; readonly goesTo: number },
): boolean {
  const ending = foldText(raw.slice(end, goesTo));
  const isCapital = isUpper(raw.charCodeAt(start));
  const isAlways = !isStem && ALWAYS_ENDINGS.has(ending);
  if (isAlways && isCapital) return true;
  const endings = isStem ? VOWEL_ENDINGS : CASE_ENDINGS;
  const isCased = isCapital && units.length >= (isCommon ? COMMON_CASE_MIN : CASE_MIN) && endings.has(ending);
  return (isAlways || isCased) && !isKnown(lastWord(raw, goesTo).toLowerCase());
}

/** Whether several words are written in one, and this one is no ordinary word. */
function isJoinedForm({ raw, start, breaks }: Path, { words, units }: Key, end: number): boolean {
  return (
    words.length > 1 && breaks.length === 0 && units.length >= CASE_MIN && !isKnown(raw.slice(start, end).toLowerCase())
  );
}
