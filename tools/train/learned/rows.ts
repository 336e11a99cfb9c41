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

/** The texts that we wrote, of one topic: `own_attack` and `own_calm` are their sources. */
export function readOwn(folder: string, isWanted: (name: string) => boolean = () => true): readonly Row[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl") && isWanted(name))
    .sort()
    .flatMap((name) => readRows(join(folder, name)))
    .map((row) => ({ ...row, source: row.label === 1 ? OWN_POSITIVE : OWN_NEGATIVE }));
}

export const OWN_POSITIVE = "own_attack";
export const OWN_NEGATIVE = "own_calm";
/** What is generated from them. */
export const MADE = "made";
/** Whether a text is of ours: none of the sources that are left out to see how well others are met. */
export const isOurs = ({ source }: Pick<Row, "source">): boolean =>
  source === OWN_POSITIVE || source === OWN_NEGATIVE || source === MADE;
