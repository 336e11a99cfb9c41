/**
 * The longest match of a pattern in RE2 syntax, UTF-16 units, one unit of context on each side included; `Infinity` when it
 * has none, when it looks for the beginning of the text (which a window of a stream does not show), or when in doubt. The
 * pattern must compile: this reads lengths and checks nothing.
 *
 * @see https://github.com/google/re2/wiki/Syntax
 */
export function longestMatch(pattern: string): number {
  const reader = new LengthReader(pattern);
  return reader.alternatives() + CONTEXT;
}

/** `\b` and `$` look at one unit before and one behind. */
const CONTEXT = 2;
/** A class, a dot or an escape may stand for a character of two UTF-16 units. */
const CHARACTER = 2;

const REPEAT = /\{(\d+)(?:(,)(\d*))?\}\??/y;
const GROUP = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:))?/y;
const FLAGS = /\(\?[a-zA-Z-]+\)/y;
const CLASS = /\[\^?\]?(?:\[:\^?[a-z]+:\]|\\Q[^]*?\\E|\\[^]|[^\]\\])*\]/y;
const ESCAPE = /\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|x..|[0-7]{1,3}|[^])/y;
const LITERAL_RUN = /\\Q([^]*?)(?:\\E|$)/y;

class LengthReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Up to the end or to a closing bracket. */
  alternatives(): number {
    let longest = 0;
    let branch = 0;
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ")") {
      if (this.#pattern[this.#at] === "|") {
        this.#at += 1;
        branch = 0;
      } else branch += this.#repeated(this.#atom());
      longest = Math.max(longest, branch);
    }
    return longest;
  }

  #atom(): number {
    if (this.#take(FLAGS) !== null) return 0;
    const literal = this.#take(LITERAL_RUN);
    if (literal !== null) return literal[1]?.length ?? 0;
    if (this.#take(GROUP) !== null) {
      const inner = this.alternatives();
      this.#at += 1;
      return inner;
    }
    if (this.#take(CLASS) !== null) return CHARACTER;
    const escape = this.#take(ESCAPE)?.[0];
    if (escape !== undefined) return escapeLength(escape);
    const character = this.#pattern[this.#at];
    this.#at += 1;
    // Without `m` a caret is the beginning of the text; flags may be set far away, so every caret counts as that.
    if (character === "^") return Infinity;
    if (character === "$") return 0;
    return CHARACTER;
  }

  #repeated(atom: number): number {
    let length = atom;
    for (;;) {
      const counted = this.#take(REPEAT);
      if (counted !== null) {
        const most = counted[2] === undefined ? Number(counted[1]) : counted[3] === "" ? Infinity : Number(counted[3]);
        length = times(length, most);
        continue;
      }
      const sign = this.#pattern[this.#at];
      if (sign !== "*" && sign !== "+" && sign !== "?") return length;
      this.#at += 1;
      // A `?` behind another repeat makes that one lazy, which does not shorten its longest match.
      if (sign !== "?") length = times(length, Infinity);
    }
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#pattern);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }
}

const times = (length: number, count: number): number => (length === 0 || count === 0 ? 0 : length * count);

function escapeLength(escape: string): number {
  if (escape === String.raw`\A`) return Infinity;
  return [String.raw`\b`, String.raw`\B`, String.raw`\z`].includes(escape) ? 0 : CHARACTER;
}
