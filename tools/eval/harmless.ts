import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { randomOf } from "../train/learned/random.ts";
import { readRows } from "../train/learned/rows.ts";
import type { SpanRow } from "./labelled.ts";

/** Files that are read, at most; a longer file by its beginning, UTF-16 units. */
const FILES_MAX = 2000;
const LENGTH_MAX = 40_000;
const SEED = 40_617;
const KINDS: ReadonlySet<string> = new Set(
  ".c .cfg .cjs .conf .css .go .h .html .ini .java .js .json .lock .log .md .mjs .php .pl .properties .py .rb .rs .sh .toml .ts .txt .xml .yaml .yml".split(
    " ",
  ),
);
/** Of one kind, at most this share, so that the commonest does not stand for all. */
const SHARE_MAX = 0.2;

/** A sample of the files below a folder, as rows without secrets: what packages publish has none. */
export function rowsOfFiles(folder: string): readonly SpanRow[] {
  const random = randomOf(SEED);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && KINDS.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ file, place: random() }))
    .sort((a, b) => a.place - b.place);
  const byKind = Map.groupBy(files, ({ file }) => extname(file));
  return [...byKind.values()]
    .flatMap((list) => list.slice(0, FILES_MAX * SHARE_MAX))
    .sort((a, b) => a.place - b.place)
    .slice(0, FILES_MAX)
    .map(({ file }) => ({
      id: file,
      text: readFileSync(file, "utf8").slice(0, LENGTH_MAX),
      entities: [],
      case: `file ${extname(file)}`,
    }));
}

/** The harmless texts of a labelled file of a scored policy. */
export const rowsOfTexts = (file: string): readonly SpanRow[] =>
  readRows(file, "harmless")
    .filter(({ label }) => label === 0)
    .map(({ text }, index) => ({ id: `${file}:${index}`, text, entities: [], case: "label 0" }));
