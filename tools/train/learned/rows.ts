import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const rowSchema = z.object({
  text: z.string(),
  label: z.union([z.literal(0), z.literal(1)]),
  lang: z.string(),
  source: z.string().default(""),
  kind: z.string().default(""),
  categories: z.array(z.string()).default([]),
  carrier: z.string().optional(),
});

/** A labelled text of the corpora, or of our own. */
export type Row = z.infer<typeof rowSchema>;

/**
 * Reads JSON Lines.
 *
 * @throws {Error} naming file and line of what is no row.
 */
export function readRows(file: string, source?: string): readonly Row[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (line === "") return [];
    const row = rowSchema.safeParse(JSON.parse(line));
    if (!row.success) throw new Error(`${file}:${index + 1}: ${row.error.message}`);
    return [source === undefined ? row.data : { ...row.data, source }];
  });
}

/** The texts that we wrote, of one topic; their sources tell the label, and whether the file is one of `STRUCTURE_FILE`. */
export function readOwn(folder: string, isWanted: (name: string) => boolean = () => true): readonly Row[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl") && isWanted(name))
    .sort()
    .flatMap((name) => {
      const [negative, positive] = STRUCTURE_FILE.test(name) ? STRUCTURE_SOURCES : OWN_SOURCES;
      return readRows(join(folder, name)).map((row) => ({ ...row, source: row.label === 1 ? positive : negative }));
    });
}

/** Pairs by many hands that share no pattern: an attack and a harmless twin of the same length, register and carrier. */
const STRUCTURE_FILE = /^structure-/;
const OWN_POSITIVE = "own_attack";
const OWN_NEGATIVE = "own_calm";
const OWN_SOURCES = [OWN_NEGATIVE, OWN_POSITIVE] as const;
const STRUCTURE_POSITIVE = "structure_attack";
const STRUCTURE_NEGATIVE = "structure_calm";
const STRUCTURE_SOURCES = [STRUCTURE_NEGATIVE, STRUCTURE_POSITIVE] as const;
/** Documents with a sentence filled in. */
export const DOCUMENT_POSITIVE = "document_attack";
export const DOCUMENT_NEGATIVE = "document_calm";
const DOCUMENT_SOURCES = [DOCUMENT_NEGATIVE, DOCUMENT_POSITIVE] as const;
/** What is generated from them. */
export const MADE = "made";
/** Whether a text is of ours: none of the sources that are left out to see how well others are met. */
export const isOurs = (row: Pick<Row, "source">): boolean =>
  row.source === MADE || isStructure(row) || isDocument(row) || isOneOf(OWN_SOURCES, row);
export const isStructure = (row: Pick<Row, "source">): boolean => isOneOf(STRUCTURE_SOURCES, row);
export const isDocument = (row: Pick<Row, "source">): boolean => isOneOf(DOCUMENT_SOURCES, row);

const isOneOf = (sources: readonly string[], { source }: Pick<Row, "source">): boolean => sources.includes(source);
