import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DOCUMENT_NEGATIVE, DOCUMENT_POSITIVE, type Row } from "./rows.ts";

const PLACE = "{{here}}";
const documentSchema = z.object({
  lang: z.string(),
  carrier: z.string(),
  doc: z.string().refine((text) => text.split(PLACE).length === 2, `expected ${PLACE} once`),
  attacks: z.array(z.string()),
  harmless: z.array(z.string()),
});

/** A harmless document with one place, and sentences that may stand there: some steer the model that reads it, some do not. */
export type Document = z.infer<typeof documentSchema>;

/** @throws {Error} naming file and line of what is no document. */
export function readDocuments(folder: string): readonly Document[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return files.sort().flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        if (line === "") return [];
        const read = documentSchema.safeParse(JSON.parse(line));
        if (!read.success) throw new Error(`${name}:${index + 1}: ${read.error.message}`);
        return [read.data];
      }),
  );
}

/** The document with each of its sentences, and without any. */
export function filledIn({ lang, carrier, doc, attacks, harmless }: Document): readonly Row[] {
  const filled = (sentence: string): string =>
    doc.replace(PLACE, () => (carrier === "json" ? JSON.stringify(sentence).slice(1, -1) : sentence));
  const common = { lang, categories: [] };
  return [
    ...attacks.map((text) => ({
      ...common,
      text: filled(text),
      label: 1 as const,
      source: DOCUMENT_POSITIVE,
      kind: "indirect",
    })),
    ...["", ...harmless].map((text) => ({
      ...common,
      text: filled(text),
      label: 0 as const,
      source: DOCUMENT_NEGATIVE,
      kind: "benign_document",
    })),
  ];
}

/** The document without any of its sentences. */
export const unfilled = ({ lang, doc }: Document): Row => ({
  text: doc.replace(PLACE, ""),
  lang,
  label: 0,
  source: DOCUMENT_NEGATIVE,
  kind: "benign_document",
  categories: [],
});
