import type { Beginnings } from "./beginnings.ts";
import {
  ALPHABETS_END,
  emphasisAt,
  endWithMarks,
  foldText,
  foldUnit,
  isSeparator,
  isUpper,
  lastWord,
  LEFT_CONTEXT,
  lookalikeOf,
  MARKS_MAX,
  NOTHING,
  RIGHT_CONTEXT,
  SEPARATOR_RUN_MAX,
  startsWord,
  wordEnd,
} from "./characters.ts";
import { ALWAYS_ENDINGS, CASE_ENDINGS, ENDING_MAX, VOWEL_ENDINGS } from "./language.ts";
import { hasCapitals, isKnown, isOrdinary, isShortName, isUsedAsName } from "./ordinary.ts";
import type { Spelling } from "./spellings.ts";

/** Units that a name must have for cases of other languages than English to be looked for, and to be written in one. */
const CASE_MIN = 4;
/** The same for names that are ordinary words: too many of them begin another word, such as `Metan`. */
const ORDINARY_CASE_MIN = 6;
/** Units of a name that counts only exactly as written. */
const SHORT_MAX = 2;

/** A trie node. Most have one child and end no spelling: they need neither a map nor a list. */
class Node {
  /** Whether some spelling may have separators here. */
  mayBreak = false;
  ends: readonly Spelling[] = NO_ENDS;
  #unit = -1;
  #first: Node | undefined;
  #others: Map<number, Node> | undefined;

  next(unit: number): Node | undefined {
    return unit === this.#unit ? this.#first : this.#others?.get(unit);
  }

  /** The node after `unit`, made where there is none. */
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
}

const NO_ENDS: readonly Spelling[] = [];

export interface NameMatch {
  readonly name: number;
  readonly start: number;
  /** End of the name itself, without an ending. */
  readonly end: number;
  readonly score: number;
}

/** The longest name at one place, and whether more text could still change that. */
interface Found {
  match: NameMatch | null;
  isOpen: boolean;
}

/** The text that was read as a name. */
interface Written {
  readonly raw: string;
  readonly start: number;
  end: number;
  /** Units of the name so far. */
  depth: number;
  /** Depths of separators. */
  readonly breaks: number[];
  /** Whether a letter of another alphabet replaced its lookalike. */
  hasLookalike: boolean;
}

/** Names as spelled: a trie over folded units, walked from each place where a name may begin. */
export class ExactMatcher {
  /** Longest stretch of text that decides about one position, UTF-16 units, boundaries included. */
  readonly reach: number;
  readonly #root = new Node();
  /** Unit → whether a name may begin with it, 1 or 2, filled on first use. */
  readonly #starts = new Uint8Array(0x10000);

  /**
   * If names have the same spelling, the first is reported.
   *
   * @param beginnings takes how names may begin
   */
  constructor(spellings: readonly Spelling[], beginnings: Beginnings) {
    let longest = 0;
    for (const spelling of spellings) {
      this.#add(spelling);
      addBeginning(spelling, beginnings);
      longest = Math.max(longest, spelling.units.length + spelling.breaks.size * SEPARATOR_RUN_MAX);
    }
    this.reach = longest + MARKS_MAX * 2 + ENDING_MAX + RIGHT_CONTEXT + LEFT_CONTEXT;
  }

  #add(spelling: Spelling): void {
    let node = this.#root;
    for (let at = 0; at < spelling.units.length; at++) {
      if (spelling.breaks.has(at)) node.mayBreak = true;
      node = node.grow(spelling.units.charCodeAt(at));
    }
    const isKnownAlready = node.ends.some(
      ({ breaks, isStem }) => isStem === spelling.isStem && [...spelling.breaks].every((depth) => breaks.has(depth)),
    );
    if (!isKnownAlready) node.ends = [...node.ends, spelling];
  }

  #isStart(code: number): boolean {
    return (this.#starts[code] ||= nextNode(this.#root, foldUnit(code)) === undefined ? 1 : 2) === 2;
  }

  /** The longest name that begins at `start`. Names that start at different places may overlap. */
  matchAt(raw: string, start: number): NameMatch | null {
    return this.#isStart(raw.charCodeAt(start)) ? this.#walk(raw, start).match : null;
  }

  /** The first position at or after `from` where a name may still appear or grow. */
  stableUntil(raw: string, from: number): number {
    for (let at = Math.max(from, raw.length - this.reach); at < raw.length; at++)
      if (this.#isStart(raw.charCodeAt(at)) && this.#walk(raw, at).isOpen) return at;
    return raw.length;
  }

  #walk(raw: string, start: number): Found {
    const found: Found = { match: null, isOpen: false };
    if (!startsWord(raw, start)) return found;
    const written: Written = { raw, start, end: start, depth: 0, breaks: [], hasLookalike: false };
    let node = this.#root;
    let marks = 0;
    while (written.end < raw.length) {
      const unit = foldUnit(raw.charCodeAt(written.end));
      if (unit === NOTHING) {
        written.end += 1;
        if (++marks > MARKS_MAX) return found;
        continue;
      }
      const next = nextNode(node, unit);
      if (next !== undefined) {
        written.hasLookalike ||= node.next(unit) === undefined;
        node = next;
        written.end += 1;
        written.depth += 1;
        for (const spelling of node.ends) take(spelling, written, found);
      } else if (!node.mayBreak || !skipSeparators(written)) return found;
    }
    found.isOpen = true;
    return found;
  }
}

/** Anything may follow where separators may occur or the name ends. */
function addBeginning({ units, breaks }: Spelling, beginnings: Beginnings): void {
  const isOpen = (depth: number): boolean => units.length === depth || breaks.has(depth);
  const second = isOpen(1) ? null : [units.charCodeAt(1)];
  const third = isOpen(1) || isOpen(2) ? null : [units.charCodeAt(2)];
  beginnings.addName([units.charCodeAt(0), second, third]);
}

/** The node after a unit, or else after its ASCII lookalike. */
function nextNode(node: Node, unit: number): Node | undefined {
  const next = node.next(unit);
  const lookalike = next === undefined ? lookalikeOf(unit) : 0;
  return lookalike === 0 ? next : node.next(lookalike);
}

/** Skips one run of separators; false if there is none, or if it is not part of a name. */
function skipSeparators(written: Written): boolean {
  const { raw, end, depth, breaks } = written;
  const length = separatorRun(raw, end);
  if (length === 0 || length > SEPARATOR_RUN_MAX || breaks.at(-1) === depth) return false;
  breaks.push(depth);
  written.end += length;
  return true;
}

/** Length of the separators at `at`; one more than allowed means any longer run. A period or `_` separates letters only. */
function separatorRun(raw: string, at: number): number {
  const sign = raw.charAt(at);
  if (sign === "_" || sign === "·" || sign === "•") return 1;
  // In lower case, a period belongs to code or an address: db.mongo, mongo.db.
  if (sign === ".") return isUpper(raw.charCodeAt(at + 1)) ? 1 : 0;
  let length = 0;
  while (length <= SEPARATOR_RUN_MAX && isSeparator(raw.charCodeAt(at + length))) length++;
  return length;
}

/** Takes a spelling that ends here if it is a word of its own, and meant as the name. */
function take(spelling: Spelling, written: Written, found: Found): void {
  const { raw, start } = written;
  const end = endWithMarks(raw, written.end);
  if (!hasItsSeparators(spelling, written, end)) return;
  const goesTo = wordEnd(raw, end);
  const needsContext = spelling.isOrdinary || isShort(spelling);
  found.isOpen ||= goesTo + 1 >= raw.length || (needsContext && end + ENDING_MAX + RIGHT_CONTEXT > raw.length);
  if (isWhole(spelling, { raw, start, end }, goesTo) && isMeant(spelling, written, goesTo))
    found.match = { name: spelling.name, start, end, score: 1 };
}

/** One or two characters, which occur in much other text. */
const isShort = ({ units }: Spelling): boolean => units.length <= SHORT_MAX && units.charCodeAt(0) < ALPHABETS_END;

/** Whether separators occur only where the name has some, and do not make it two ordinary words: `GitLab`, a git lab. */
function hasItsSeparators({ units, breaks, words, parts }: Spelling, written: Written, end: number): boolean {
  if (!written.breaks.every((depth) => breaks.has(depth))) return false;
  if (written.breaks.length === 0) return words.length === 1 || units.length >= CASE_MIN;
  const text = written.raw.slice(written.start, end);
  const isSpacedSmall = /\s/.test(text) && !hasCapitals(text);
  return !isSpacedSmall || words.length > 1 || parts.length === 1 || !parts.every(isOrdinary);
}

/** Whether the word that ends at `goesTo` is the name, where it could be another. */
function isMeant(spelling: Spelling, { raw, start, breaks, hasLookalike }: Written, goesTo: number): boolean {
  const place = { raw, start, end: goesTo };
  if (isShort(spelling) && (breaks.length > 0 || !isShortName(place, spelling.written))) return false;
  const isOtherWord = (): boolean => isKnown(raw.slice(start, goesTo).toLowerCase());
  if (hasLookalike && isOtherWord()) return false;
  if (!spelling.isOrdinary) return true;
  const isWrittenInOne = spelling.words.length > 1 && breaks.length === 0 && spelling.units.length >= CASE_MIN;
  return (isWrittenInOne && !isOtherWord()) || isUsedAsName(place);
}

/** Whether a word ends with the name, with an ending after it, or with what emphasizes it. */
function isWhole(spelling: Spelling, place: Pick<Written, "raw" | "start" | "end">, goesTo: number): boolean {
  const { raw, start, end } = place;
  const emphasis = emphasisAt(raw, start);
  if (emphasis !== "" || goesTo === end) return !spelling.isStem && raw.slice(end, goesTo) === emphasis;
  const ending = foldText(raw.slice(end, goesTo));
  const isCapital = isUpper(raw.charCodeAt(start));
  const isAlways = !spelling.isStem && ALWAYS_ENDINGS.has(ending);
  if (isAlways && isCapital) return true;
  const isEnding = isAlways || (isCapital && isCase(spelling, ending));
  return isEnding && !isKnown(lastWord(raw, goesTo).toLowerCase());
}

function isCase({ units, isStem, isOrdinary: isCommon }: Spelling, ending: string): boolean {
  const cases = isStem ? VOWEL_ENDINGS : CASE_ENDINGS;
  return units.length >= (isCommon ? ORDINARY_CASE_MIN : CASE_MIN) && cases.has(ending);
}
