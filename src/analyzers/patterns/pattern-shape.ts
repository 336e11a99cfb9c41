/** What a pattern in RE2 syntax amounts to, read without compiling it: some patterns are expensive to compile. */
export interface PatternShape {
  /**
   * The longest match, UTF-16 units, one unit of context on each side included; `Infinity` when it has none, when the pattern looks
   * for the beginning of the text (which a window of a stream does not show), or when in doubt.
   */
  readonly longest: number;
  /** Instructions of the program, repeats written out; seldom fewer than it has. */
  readonly instructions: number;
  /** What its character classes take to build, microseconds: a class is built once, however often it is repeated. */
  readonly classesUs: number;
  /** False: a bracket closes what nothing opened, so that the rest is not known; such a pattern does not compile. */
  readonly isWhole: boolean;
}

/**
 * Reads lengths and checks nothing: the result counts for patterns that compile.
 *
 * @see https://github.com/google/re2/wiki/Syntax
 */
export function patternShape(pattern: string): PatternShape {
  const reader = new ShapeReader(pattern);
  const { length, size } = reader.alternatives();
  return {
    longest: length + CONTEXT,
    instructions: size + PROGRAM_ENDS,
    classesUs: reader.classesUs,
    isWhole: reader.isAtEnd,
  };
}

/** A part of a pattern: its longest match, and its instructions. */
interface Part {
  readonly length: number;
  readonly size: number;
}

const NOTHING: Part = { length: 0, size: 0 };
/** A program begins with an instruction that fails and ends with one that matches. */
const PROGRAM_ENDS = 2;
/** A group that captures notes where it begins and where it ends. */
const CAPTURE = 2;
/** Of a Unicode class by itself, with those before it in the same brackets, and where case does not count; measured. */
const UNICODE_CLASS_US = 40;
const UNICODE_CLASS_MORE_US = 2;
const FOLDED_UNICODE_CLASS_US = 300;
/** Of any other class, and where case does not count. */
const CLASS_US = 1;
const FOLDED_CLASS_US = 20;
/** Of each code point of a range where case does not count: the first ones have more letters among them. */
const FOLDED_POINT_US = 0.03;
const FOLDED_FIRST_US = 0.15;
const FIRST_POINTS = 0x600;
/** `\b` and `$` look at one unit before and one behind. */
const CONTEXT = 2;
/** A class, a dot or an escape may stand for a character of two UTF-16 units. */
const CHARACTER = 2;

const REPEAT = /\{(\d+)(?:(,)(\d*))?\}\??/y;
const GROUP = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:))?/y;
const FOLDS = /\(\?[a-zA-Z]*i/;
/** Brackets, or a class of Perl. */
const IS_CLASS = /^(?:\[|\\[wWdDsS])/;
const UNICODE_CLASSES = /\\[pP]/g;
const RANGE = /((?:\\x\{[^}]*\}|\\x..|\\?[^]))-(\\x\{[^}]*\}|\\x..|\\?[^])/gu;
const FLAGS = /\(\?[a-zA-Z-]+\)/y;
const CLASS = /\[\^?\]?(?:\[:\^?[a-z]+:\]|\\[^]|[^\]\\])*\]/y;
const ESCAPE = /\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|x..|[0-7]{1,3}|[^])/y;
const LITERAL_RUN = /\\Q([^]*?)(?:\\E|$)/y;

class ShapeReader {
  readonly #pattern: string;
  readonly #folds: boolean;
  #at = 0;
  classesUs = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#folds = FOLDS.test(pattern);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  /** Up to the end or to a closing bracket. */
  alternatives(): Part {
    let longest = 0;
    let length = 0;
    let size = 0;
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ")") {
      if (this.#pattern[this.#at] === "|") {
        this.#at += 1;
        length = 0;
        size += 1;
      } else {
        const part = this.#repeated(this.#atom());
        length += part.length;
        size += part.size;
      }
      longest = Math.max(longest, length);
    }
    return { length: longest, size };
  }

  #atom(): Part {
    if (this.#take(FLAGS) !== null) return NOTHING;
    const literal = this.#take(LITERAL_RUN);
    if (literal !== null) return literalOf(literal[1] ?? "");
    const group = this.#take(GROUP)?.[0];
    if (group !== undefined) {
      const inner = this.alternatives();
      this.#at += 1;
      return group.endsWith(":") ? inner : { ...inner, size: inner.size + CAPTURE };
    }
    return this.#character();
  }

  #character(): Part {
    const characters = this.#take(CLASS)?.[0] ?? this.#take(ESCAPE)?.[0];
    if (characters !== undefined) {
      this.#countClass(characters);
      return { length: characters.startsWith("[") ? CHARACTER : escapeLength(characters), size: 1 };
    }
    const character = this.#pattern[this.#at];
    this.#at += 1;
    // Without `m` a caret is the beginning of the text; flags may be set far away, so every caret counts as that.
    if (character === "^") return { length: Infinity, size: 1 };
    return { length: character === "$" ? 0 : CHARACTER, size: 1 };
  }

  #countClass(characters: string): void {
    const unicode = characters.match(UNICODE_CLASSES)?.length ?? 0;
    const unicodeUs = this.#folds ? FOLDED_UNICODE_CLASS_US : UNICODE_CLASS_US;
    this.classesUs += unicode * (unicodeUs + unicode * UNICODE_CLASS_MORE_US);
    if (!this.#folds) this.classesUs += CLASS_US;
    else this.classesUs += IS_CLASS.test(characters) ? FOLDED_CLASS_US : CLASS_US;
    if (!this.#folds || !characters.startsWith("[")) return;
    for (const [, first = "", last = ""] of characters.matchAll(RANGE))
      this.classesUs += foldedUs(Math.max(0, codePoint(last) - codePoint(first)));
  }

  #repeated(atom: Part): Part {
    let part = atom;
    for (;;) {
      const counted = this.#take(REPEAT);
      if (counted !== null) {
        const least = Number(counted[1]);
        const most = counted[2] === undefined ? least : counted[3] === "" ? Infinity : Number(counted[3]);
        part = { length: times(part.length, most), size: repeatedSize(part.size, least, most) };
        continue;
      }
      const sign = this.#pattern[this.#at];
      if (sign !== "*" && sign !== "+" && sign !== "?") return part;
      this.#at += 1;
      // A `?` behind another repeat makes that one lazy, which does not shorten its longest match.
      part = { length: sign === "?" ? part.length : times(part.length, Infinity), size: part.size + 1 };
    }
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#pattern);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }
}

const foldedUs = (points: number): number =>
  Math.min(points, FIRST_POINTS) * FOLDED_FIRST_US + Math.max(0, points - FIRST_POINTS) * FOLDED_POINT_US;

const literalOf = ({ length }: string): Part => ({ length, size: length });
const times = (length: number, count: number): number => (length === 0 || count === 0 ? 0 : length * count);

/** Each repeat that need not be is skipped by an instruction of its own. */
function repeatedSize(size: number, least: number, most: number): number {
  if (most === Infinity) return Math.max(least, 1) * size + 1;
  return least * size + Math.max(0, most - least) * (size + 1);
}

/** Of a character in a class, written as itself or as an escape. */
function codePoint(written: string): number {
  const digits = /^\\x\{?([0-9A-Fa-f]+)/.exec(written)?.[1];
  return digits === undefined ? (written.replace(/^\\/, "").codePointAt(0) ?? 0) : Number.parseInt(digits, 16);
}

function escapeLength(escape: string): number {
  if (escape === String.raw`\A`) return Infinity;
  return [String.raw`\b`, String.raw`\B`, String.raw`\z`].includes(escape) ? 0 : CHARACTER;
}
