import { KeywordAutomaton } from "../../text/automaton.ts";
import { fold } from "../../text/fold.ts";

/** What the words of a text can stand for. */
export const CONCEPTS = [
  "override",
  "prior",
  "instruct",
  "turn",
  "hidden",
  "reveal",
  "verbatim",
  "secret",
  "jailbreak",
  "unrestricted",
  "persona",
  "norefusal",
  "affirm",
  "marker",
  "address",
  "newtask",
  "dictate",
  "conceal",
  "exfiltrate",
  "authority",
  "revoke",
  "quit",
  "obey",
  "act",
  "tooling",
  "settings",
  "mention",
  "decoder",
  "invisible",
] as const;
export type Concept = (typeof CONCEPTS)[number];

/** One word of the text that stands for a concept; offsets count in the scanned text. */
export interface ConceptHit {
  /** Index in `CONCEPTS`. */
  readonly concept: number;
  readonly start: number;
  readonly end: number;
}

interface Entry {
  readonly concept: number;
  readonly isStem: boolean;
  readonly startsWord: boolean;
  readonly endsWord: boolean;
}

interface Node {
  readonly next: Map<number, Node>;
  readonly entries: Entry[];
}

type Lexicon = Readonly<Partial<Record<Concept, readonly string[]>>>;

/** A prefix that tells `fold` that Greek and Cyrillic stand for themselves. */
const FOREIGN_CONTEXT = "жψ ";
const WORD = /[\p{L}\p{N}]/u;
/** Scripts whose words join without a space, or take a prefix: no boundary is asked for. */
const UNBOUNDED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Telugu}]/u;

/** Finds the words of a lexicon in folded text, whatever its script, in one pass each for ASCII and for the rest. */
export class ConceptScanner {
  readonly #automaton: KeywordAutomaton;
  readonly #ascii: readonly (readonly Entry[])[];
  readonly #root: Node = { next: new Map(), entries: [] };

  constructor(lexicons: readonly Lexicon[]) {
    const ascii = new Map<string, Entry[]>();
    for (const lexicon of lexicons)
      for (const [concept, name] of CONCEPTS.entries())
        for (const word of (lexicon[name] ?? []).flatMap((list) => list.split("|"))) this.#add(word, concept, ascii);
    this.#automaton = new KeywordAutomaton([...ascii.keys()]);
    this.#ascii = [...ascii.values()];
  }

  /** Hits in order of their end. */
  scan(text: string): readonly ConceptHit[] {
    const hits: ConceptHit[] = [];
    for (const { keyword, start, end } of this.#automaton.scan(text))
      for (const entry of this.#ascii[keyword] ?? [])
        if (isWhole(text, entry, { start, end })) hits.push({ concept: entry.concept, start, end });
    if (!/[^\0-\x7f]/.test(text)) return hits;
    const before = hits.length;
    this.#scanOther(text, hits);
    return hits.length === before ? hits : hits.sort((a, b) => a.end - b.end || a.start - b.start);
  }

  #scanOther(text: string, hits: ConceptHit[]): void {
    for (let start = 0; start < text.length; start++) {
      if (text.charCodeAt(start) < 128) continue;
      let node: Node | undefined = this.#root;
      for (let at = start; at < text.length;) {
        node = node.next.get(text.charCodeAt(at++));
        if (node === undefined) break;
        for (const entry of node.entries)
          if (isWhole(text, entry, { start, end: at })) hits.push({ concept: entry.concept, start, end: at });
      }
    }
  }

  #add(notation: string, concept: number, ascii: Map<string, Entry[]>): void {
    const isStem = notation.endsWith("*");
    const word = fold(FOREIGN_CONTEXT + (isStem ? notation.slice(0, -1) : notation)).text.slice(FOREIGN_CONTEXT.length);
    const [first, last] = [word.charAt(0), word.charAt(word.length - 1)];
    const startsWord = WORD.test(first) && !UNBOUNDED.test(first);
    const endsWord = !isStem && WORD.test(last) && !UNBOUNDED.test(last);
    const entry: Entry = { concept, isStem, startsWord, endsWord };
    if (!/[^\0-\x7f]/.test(word)) {
      ascii.set(word, [...(ascii.get(word) ?? []), entry]);
      return;
    }
    let node = this.#root;
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at);
      let next = node.next.get(code);
      if (next === undefined) node.next.set(code, (next = { next: new Map(), entries: [] }));
      node = next;
    }
    node.entries.push(entry);
  }
}

function isWhole(
  text: string,
  entry: Entry,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  return !(entry.startsWord && isLetter(text, start - 1)) && !(entry.endsWord && isLetter(text, end));
}

/** Whether a letter or digit stands there that would make the word a part of a longer one. */
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (!(code >= 128)) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  const letter = text.charAt(at);
  return WORD.test(letter) && !UNBOUNDED.test(letter);
}
