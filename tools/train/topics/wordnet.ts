import { readFileSync } from "node:fs";
import { join } from "node:path";

const PARTS = ["noun", "verb", "adj", "adv"] as const;
/** Senses of a word that are read, the commonest first. */
const SENSES = 3;
/** Relations that keep to the subject: what is below, parts, derived words, and subjects both ways. */
const POINTERS = new Set(["~", "~i", "%p", "%m", "+", ";c", "-c", "&"]);

interface Synset {
  readonly words: readonly string[];
  readonly pointers: readonly { readonly kind: string; readonly at: string }[];
  readonly gloss: string;
}

/** What WordNet's files say of words. */
export class WordNet {
  readonly #synsets = new Map<string, Synset>();
  readonly #senses = new Map<string, string[]>();

  /** @param folder the one with data.noun and index.noun */
  constructor(folder: string) {
    for (const part of PARTS) {
      for (const line of linesOf(join(folder, `data.${part}`))) this.#addSynset(part, line);
      for (const line of linesOf(join(folder, `index.${part}`))) this.#addSenses(part, line);
    }
  }

  #addSynset(part: string, line: string): void {
    const [head = "", gloss = ""] = line.split(" | ");
    const fields = head.split(" ");
    const count = Number.parseInt(fields[3] ?? "0", 16);
    const words = Array.from({ length: count }, (_, at) => (fields[4 + at * 2] ?? "").replace(/\(.*\)$/, ""));
    const first = 4 + count * 2;
    const pointers = Array.from({ length: Number(fields[first]) }, (_, at) => {
      const [kind = "", offset = "", letter = ""] = fields.slice(first + 1 + at * 4);
      return { kind, at: `${partOf(letter)}:${offset}` };
    });
    this.#synsets.set(`${part}:${fields[0] ?? ""}`, { words, pointers, gloss });
  }

  #addSenses(part: string, line: string): void {
    const fields = line.trim().split(" ");
    const count = Number(fields[2]);
    const senses = this.#senses.get(fields[0] ?? "") ?? [];
    senses.push(...fields.slice(-count).map((offset) => `${part}:${offset}`));
    this.#senses.set(fields[0] ?? "", senses);
  }

  /** Whether it is an ordinary word or a form of one, no name. */
  knows(word: string): boolean {
    return formsOf(word).some((form) => this.#sensesOf(form).some(({ words }) => words.includes(form)));
  }

  /** Words that are near the word in its commonest senses, each once. */
  near(word: string): ReadonlySet<string> {
    const found = new Set<string>();
    const add = (each: string): unknown => /^[a-z]{3,}$/.test(each) && each !== word && found.add(each);
    for (const synset of this.#sensesOf(word).slice(0, SENSES)) {
      for (const each of synset.words) add(each);
      for (const { kind, at } of synset.pointers)
        if (POINTERS.has(kind)) for (const each of this.#synsets.get(at)?.words ?? []) add(each);
      for (const each of synset.gloss.split('"')[0]?.match(/[a-z]+/g) ?? []) add(each);
    }
    return found;
  }

  #sensesOf(word: string): readonly Synset[] {
    return (this.#senses.get(word) ?? []).flatMap((at) => this.#synsets.get(at) ?? []);
  }
}

function partOf(letter: string): string {
  if (letter === "n") return "noun";
  if (letter === "v") return "verb";
  return letter === "r" ? "adv" : "adj";
}

function linesOf(file: string): readonly string[] {
  // Lines of the licence begin with blanks.
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith(" "));
}

/** The word, and what it may be a regular form of. */
function formsOf(word: string): readonly string[] {
  const endings: readonly (readonly [RegExp, string])[] = [
    [/s$/, ""],
    [/es$/, ""],
    [/ies$/, "y"],
    [/ed$/, ""],
    [/ed$/, "e"],
    [/ing$/, ""],
    [/ing$/, "e"],
    [/ied$/, "y"],
    [/(.)\1ed$/, "$1"],
    [/(.)\1ing$/, "$1"],
    [/er$/, ""],
    [/er$/, "e"],
    [/est$/, ""],
    [/est$/, "e"],
  ];
  return [word, ...endings.filter(([ending]) => ending.test(word)).map(([ending, by]) => word.replace(ending, by))];
}
