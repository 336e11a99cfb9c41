import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A text of the data folder with what it was labelled. */
interface DataText {
  readonly text: string;
  readonly isHarmless: boolean;
  readonly categories: readonly string[];
}

/** Longer texts are documents of many subjects. */
const LENGTH_MAX = 4000;

/** Category of the data folder → the topic that it is for the most part. */
export const CATEGORY_TOPICS: ReadonlyMap<string, string> = new Map([
  ["weapons", "weapons"],
  ["cybercrime", "hacking"],
  ["self_harm", "self-harm"],
  ["sexual", "adult content"],
  ["hate", "hate speech"],
  ["fraud", "fraud"],
]);

/** Ten topics that harmless texts of the folder are seldom about. */
export const RARE_TOPICS = [
  "gambling",
  "weapons",
  "illegal drugs",
  "adult content",
  "astrology",
  "immigration",
  "cryptocurrency",
  "abortion",
  "beekeeping",
  "our merger with Initech",
] as const;

/** Prompts of the folder, harmless and not. */
export function readData(folder: string): readonly DataText[] {
  return ["injection/dev.jsonl", "unsafe/dev.jsonl", "unsafe/train.jsonl"].flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .flatMap((line) => dataText(JSON.parse(line)) ?? []),
  );
}

function dataText(row: unknown): DataText | null {
  if (typeof row !== "object" || row === null || !("text" in row) || typeof row.text !== "string") return null;
  if (row.text.length > LENGTH_MAX || !("label" in row)) return null;
  const categories = "categories" in row && Array.isArray(row.categories) ? row.categories.map(String) : [];
  return { text: row.text, isHarmless: row.label === 0, categories };
}
