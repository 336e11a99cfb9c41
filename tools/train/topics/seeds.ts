import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A subject with words of our own. */
export interface Seed {
  /** What operators may call it; the first is its name. */
  readonly names: string[];
  /** Words and sequences that mean it wherever they stand. */
  readonly strong: string[];
  /** … that mean it among others of their kind. */
  readonly weak: string[];
  /** Everyday turns of phrase. */
  readonly turns: string[];
}

export const LANGUAGES = ["de", "fr", "es", "pt", "it", "nl", "pl", "tr", "ru", "zh", "ja", "ar", "hi"];
const FOLDER = "tools/train/topics/seeds";

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

const linesOf = (name: string): readonly string[] =>
  readFileSync(join(FOLDER, `${name}.txt`), "utf8")
    .split("\n")
    .filter((line) => line !== "");

/** The subjects of `en.txt` in its order, with the words that other languages add. */
export function readSeeds(): readonly Seed[] {
  const seeds: Seed[] = [];
  for (const line of linesOf("en")) {
    const text = line.slice(2);
    const last = seeds.at(-1);
    if (line.startsWith("# ")) {
      seeds.push({ names: text.split(" | "), strong: [], weak: [], turns: [] });
    } else if (line.startsWith("! ")) last?.strong.push(...listOf(text));
    else if (line.startsWith("~ ")) last?.turns.push(...listOf(text));
    else last?.weak.push(...listOf(line));
  }
  return seeds;
}

/** What the languages say, by the name of the subject: names, strong and weak words; `*` ends the beginning of a word. */
export function readForeign(): ReadonlyMap<string, Pick<Seed, "names" | "strong" | "weak">> {
  const foreign = new Map<string, Pick<Seed, "names" | "strong" | "weak">>();
  for (const line of LANGUAGES.flatMap(linesOf)) {
    const [name = "", names = "", words = ""] = line.split(": ");
    const [strong = "", weak = ""] = words.split(";");
    const entry = foreign.get(name) ?? { names: [], strong: [], weak: [] };
    entry.names.push(...listOf(names));
    entry.strong.push(...listOf(strong));
    entry.weak.push(...listOf(weak));
    foreign.set(name, entry);
  }
  return foreign;
}

/** Everyday subjects that nobody bans: a word that is nearer to one of them says little. */
export const readBackground = (): readonly (readonly string[])[] => linesOf("background").map(listOf);
