/**
 * Matching of configured names in running text: case ignored, words joined by any short run of space or hyphens, plain
 * inflections allowed, and never inside another word.
 */

/** Longest run of spaces and hyphens between two words of a name, UTF-16 units: a line break with some indentation. */
const SEPARATOR_RUN_MAX = 8;
const SEPARATOR = 0x20;
const APOSTROPHE = 0x27;

/**
 * What may stand between a name and the word boundary. A possessive needs no entry, since an apostrophe ends a word.
 * Korean particles are written without a space (National Institute of Korean Language, orthography §41).
 */
const INFLECTIONS = "s es 은 는 이 가 을 를 의 에 와 과 도 로 만 랑 으로 에서 에게 까지 부터 보다 처럼 이나 하고".split(
  " ",
);
const INFLECTION_MAX = 2;
/** Every beginning of an inflection, the empty one included: behind it the boundary is still undecided. */
const INFLECTION_STARTS: ReadonlySet<string> = new Set(
  INFLECTIONS.flatMap((suffix) => Array.from({ length: suffix.length + 1 }, (_, length) => suffix.slice(0, length))),
);

/** Scripts that are written without spaces: next to one of them a word boundary cannot be seen, so none is asked for. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}\p{M}_]/u;
const SEPARATORS = /[\s\u00ad\u2010-\u2015\u2212-]/;

/** 1 for the ASCII characters that `WORD` takes. */
const ASCII_WORD = Uint8Array.from({ length: 128 }, (_, code) => (WORD.test(String.fromCharCode(code)) ? 1 : 0));

interface Node {
  readonly next: Map<number, Node>;
  /** Index of the name that ends here, or -1. */
  name: number;
}

export interface NameMatch {
  readonly name: number;
  readonly start: number;
  /** End of the name itself: an inflection is looked at, not taken. */
  readonly end: number;
}

/** What a walk from one position says: the longest name there, and whether more text could still change that. */
interface Walk {
  readonly match: NameMatch | null;
  readonly isOpen: boolean;
}

/** A trie over folded code units: a text costs one look per unit, and a walk only where a name's first unit stands. */
export class NameMatcher {
  /** Longest stretch of text that decides about one position, UTF-16 units, boundaries included. */
  readonly reach: number;
  readonly #root: Node = { next: new Map(), name: -1 };
  readonly #asciiStarts = new Uint8Array(128);
  readonly #otherStarts = new Set<number>();

  /** Of names that differ by case or separators only, the first is reported. */
  constructor(names: readonly string[]) {
    let longest = 0;
    names.forEach((name, index) => {
      for (const spelling of spellings(name)) {
        this.#add(spelling, index);
        const separators = spelling.split(" ").length - 1;
        longest = Math.max(longest, spelling.length + separators * (SEPARATOR_RUN_MAX - 1));
      }
    });
    // A code point of two units before the name and one behind its inflection.
    this.reach = longest + INFLECTION_MAX + 4;
  }

  /** The longest name at each position at or after `from`, in order. Names that start at different places may overlap. */
  find(raw: string, from: number): readonly NameMatch[] {
    const matches: NameMatch[] = [];
    for (let at = from; at < raw.length; at++) {
      if (!this.#canStart(raw.charCodeAt(at))) continue;
      const { match } = this.#walk(raw, at);
      if (match !== null) matches.push(match);
    }
    return matches;
  }

  /** The first position at or after `from` where a name may still come to stand or grow. */
  heldFrom(raw: string, from: number): number {
    for (let at = Math.max(from, raw.length - this.reach); at < raw.length; at++)
      if (this.#canStart(raw.charCodeAt(at)) && this.#walk(raw, at).isOpen) return at;
    return raw.length;
  }

  #canStart(code: number): boolean {
    return code < 128 ? this.#asciiStarts[code] === 1 : this.#otherStarts.has(code);
  }

  #walk(raw: string, start: number): Walk {
    if (start > 0 && isJoined(raw, start)) return { match: null, isOpen: false };
    let match: NameMatch | null = null;
    let isOpen = false;
    let node: Node | undefined = this.#root;
    let at = start;
    while (at < raw.length) {
      const length: number = node === this.#root ? 0 : separatorRun(raw, at);
      node =
        length > SEPARATOR_RUN_MAX ? undefined : node.next.get(length > 0 ? SEPARATOR : foldUnit(raw.charCodeAt(at)));
      if (node === undefined) return { match, isOpen };
      at += length > 0 ? length : 1;
      if (node.name < 0) continue;
      isOpen ||= isUndecided(raw, at);
      if (endsWord(raw, at)) match = { name: node.name, start, end: at };
    }
    return { match, isOpen: true };
  }

  #add(spelling: string, index: number): void {
    let node = this.#root;
    for (let at = 0; at < spelling.length; at++) {
      const code = spelling.charCodeAt(at);
      let next = node.next.get(code);
      if (next === undefined) node.next.set(code, (next = { next: new Map(), name: -1 }));
      node = next;
    }
    if (node.name < 0) node.name = index;
    for (const code of unfold(spelling.charCodeAt(0)))
      if (code < 128) this.#asciiStarts[code] = 1;
      else this.#otherStarts.add(code);
  }
}

/** The ways to write one name, folded; words are joined by one space each. Empty when nothing but separators is left. */
export function spellings(name: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const form of [name.normalize("NFC"), name.normalize("NFD")]) {
    const folded = fold(form)
      .split(new RegExp(`${SEPARATORS.source}+`))
      .filter(Boolean)
      .join(" ");
    if (!WORD.test(folded)) continue;
    found.add(folded);
    // "Johnson & Johnson" is written "Johnson&Johnson" too, and "Macy's" is written "Macys".
    found.add(folded.replaceAll(/ ?([&+/.]) ?/g, "$1"));
    found.add(folded.replaceAll(/ ?& ?/g, " & ").trim());
    found.add(folded.replaceAll("'", ""));
  }
  return found;
}

function fold(text: string): string {
  return Array.from({ length: text.length }, (_, at) => String.fromCharCode(foldUnit(text.charCodeAt(at)))).join("");
}

/** Case and apostrophes, unit by unit, so that neither neighbours nor the end of a text (final sigma) can matter. */
function foldUnit(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  if (code === 0x2018 || code === 0x2019 || code === 0x02bc || code === 0xff07) return APOSTROPHE;
  if (code === 0x0130) return 0x69;
  if (code === 0x03c2) return 0x03c3;
  const lower = String.fromCharCode(code).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : code;
}

/** Every unit that folds to `code`, as far as a name can start with it. */
function unfold(code: number): readonly number[] {
  const upper = String.fromCharCode(code).toUpperCase();
  const units = [code, ...(upper.length === 1 ? [upper.charCodeAt(0)] : [])];
  if (code === APOSTROPHE) units.push(0x2018, 0x2019, 0x02bc, 0xff07);
  if (code === 0x69) units.push(0x0130);
  if (code === 0x03c3) units.push(0x03c2);
  return units;
}

/** Length of the separators at `at`; one more than allowed stands for any longer run. */
function separatorRun(raw: string, at: number): number {
  let length = 0;
  while (length <= SEPARATOR_RUN_MAX && SEPARATORS.test(raw.charAt(at + length))) length++;
  return length;
}

function endsWord(raw: string, end: number): boolean {
  if (end >= raw.length || !isJoined(raw, end)) return true;
  for (let length = 1; length <= INFLECTION_MAX; length++)
    if (
      INFLECTIONS.includes(raw.slice(end, end + length).toLowerCase()) &&
      (end + length >= raw.length || !isJoined(raw, end + length))
    )
      return true;
  return false;
}

/** Whether text behind `raw` could still tell that the name that ends at `end` is part of a longer word. */
function isUndecided(raw: string, end: number): boolean {
  if (raw.length - end > INFLECTION_MAX + 1) return false;
  const rest = raw.slice(end).toLowerCase();
  return INFLECTION_STARTS.has(rest) || /[\ud800-\udbff]$/.test(rest);
}

/** Whether the characters on both sides of `at` belong to one word. */
function isJoined(raw: string, at: number): boolean {
  const unit = raw.charCodeAt(at - 1);
  const next = raw.charCodeAt(at);
  if (unit < 128 && next < 128) return ASCII_WORD[unit] === 1 && ASCII_WORD[next] === 1;
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && at >= 2;
  const left = isLow ? raw.slice(at - 2, at) : raw.charAt(at - 1);
  const right = String.fromCodePoint(raw.codePointAt(at) ?? 0x20);
  if (!WORD.test(left) || !WORD.test(right)) return false;
  return !UNSPACED.test(left) && !UNSPACED.test(right);
}
