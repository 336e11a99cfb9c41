import { z } from "zod";
import { findAnalyzer } from "../../analyzers/registry.ts";
import { ANSWER, EITHER, messagesSchema, messageTexts, PROMPT, type SidedText } from "../calibrate/text-lines.ts";
import { misfitReason, NO_JSON, parsedJson, writtenLines } from "../json-lines.ts";
import { readCsv } from "./csv.ts";

/** A marked place, half-open, in UTF-16 code units. */
export interface Entity {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  /** Finding it is right, and not finding it as well. */
  readonly isOptional: boolean;
}

/** One labelled row. */
export interface EvalRow {
  readonly line: number;
  /** Judged one by one: the row has the highest score of them. */
  readonly texts: readonly SidedText[];
  /** It is one to be found; `null`: only its marked places say so. */
  readonly label: boolean | null;
  /** `null`: places are not marked. Otherwise the row has one text. */
  readonly entities: readonly Entity[] | null;
  /** The only policy it counts for; `null`: every policy. */
  readonly policyName: string | null;
}

export type EvalLine =
  | { readonly kind: "row"; readonly row: EvalRow }
  | { readonly kind: "problem"; readonly line: number; readonly reason: string };

const text = z.string({ error: "must be a text" }).nullish();
const label = z.union([z.string(), z.number(), z.boolean()], { error: "must be a label" }).nullish();
const offset = z.int({ error: "must be an offset" }).min(0);
const entitySchema = z
  .object({ start: offset, end: offset, type: z.string(), optional: z.boolean().nullish() })
  .transform(({ optional, ...place }): Entity => ({ ...place, isOptional: optional === true }));
const rowSchema = z.object({
  text,
  prompt: text,
  input: text,
  response: text,
  messages: messagesSchema.nullish(),
  label,
  expected: label,
  entities: z.array(entitySchema).nullish(),
  policy_name: text,
});
type Fields = z.output<typeof rowSchema>;
type Label = string | number | boolean;

/** What labels are called. Case does not count. */
const POSITIVE: ReadonlySet<string> = new Set(
  "1 1.0 true yes positive attack unsafe malicious harmful injection jailbreak toxic block blocked flag flagged".split(
    " ",
  ),
);
const NEGATIVE: ReadonlySet<string> = new Set(
  "0 0.0 false no negative benign safe harmless clean legitimate normal neutral ok allow allowed pass passed".split(
    " ",
  ),
);

const SHAPE = "must be an object with text, prompt, input, response or messages, and a label, expected or entities";
/** Fields of a table that hold JSON. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(["entities", "messages"]);

/** Reads rows of a file by its name: a table with a header (`.csv`, `.tsv`), or JSON Lines. */
export function readRows(name: string, source: string, textMaxChars: number): Generator<EvalLine> {
  const isTabbed = /\.tsv$/i.test(name);
  return isTabbed || /\.csv$/i.test(name)
    ? readTable(source, isTabbed ? "\t" : ",", textMaxChars)
    : readJsonLines(source, textMaxChars);
}

function* readJsonLines(source: string, textMaxChars: number): Generator<EvalLine> {
  for (const { line, written } of writtenLines(source)) {
    const value = parsedJson(written.trimStart());
    if (value === undefined) yield { kind: "problem", line, reason: NO_JSON };
    else yield rowOf(value, line, textMaxChars);
  }
}

function* readTable(source: string, delimiter: "," | "\t", textMaxChars: number): Generator<EvalLine> {
  let header: readonly string[] | null = null;
  for (const record of readCsv(source, delimiter)) {
    const { line } = record;
    if (record.kind === "problem") yield record;
    else if (header === null) {
      header = record.cells.map((name) => name.trim().toLowerCase());
      const missing = missingColumn(header);
      if (missing === null) continue;
      yield { kind: "problem", line, reason: `the header must name ${missing}` };
      return;
    } else if (record.cells.length !== header.length)
      yield { kind: "problem", line, reason: `has ${record.cells.length} cells, the header ${header.length}` };
    else yield rowOf(fieldsOf(header, record.cells), line, textMaxChars);
  }
}

function missingColumn(header: readonly string[]): string | null {
  const has = (...names: readonly string[]): boolean => names.some((name) => header.includes(name));
  if (!has("text", "prompt", "input", "response", "messages"))
    return "a column text, prompt, input, response or messages";
  return has("label", "expected", "entities") ? null : "a column label, expected or entities";
}

/** Empty cells are absent fields. */
function fieldsOf(header: readonly string[], cells: readonly string[]): unknown {
  const filled = header.flatMap((name, index): (readonly [string, unknown])[] => {
    const cell = cells[index] ?? "";
    if (cell === "") return [];
    return [[name, JSON_COLUMNS.has(name) ? (parsedJson(cell) ?? cell) : cell]];
  });
  return Object.fromEntries(filled);
}

function rowOf(value: unknown, line: number, textMaxChars: number): EvalLine {
  const read = rowSchema.safeParse(value);
  if (!read.success) return { kind: "problem", line, reason: misfitReason(read.error, SHAPE) };
  const { data } = read;
  const texts = textsOf(data);
  const reason = textProblem(texts, textMaxChars) ?? labelProblem(data) ?? misplaced(data.entities ?? [], texts);
  if (reason !== null) return { kind: "problem", line, reason };
  const { entities = null, policy_name: policyName = null } = data;
  return { kind: "row", row: { line, texts, label: labelOf(writtenLabel(data)) ?? null, entities, policyName } };
}

function textProblem(texts: readonly SidedText[], textMaxChars: number): string | null {
  if (texts.length === 0) return SHAPE;
  return texts.some((each) => each.text.length > textMaxChars)
    ? `must hold texts of at most ${textMaxChars} characters`
    : null;
}

const writtenLabel = ({ label: written, expected }: Fields): Label | null => written ?? expected ?? null;

function labelProblem(data: Fields): string | null {
  const written = writtenLabel(data);
  if (written === null && (data.entities ?? null) === null) return SHAPE;
  if (labelOf(written) === undefined) return "label must be 1 or 0, true or false, or a word such as attack or benign";
  const { policy_name: policyName = null } = data;
  return policyName === null || findAnalyzer(policyName) !== undefined
    ? null
    : "policy_name must be the name of a policy";
}

function textsOf({ text: either, prompt, input, response, messages }: Fields): readonly SidedText[] {
  const all: readonly SidedText[] = [
    { text: either ?? "", views: EITHER },
    { text: prompt ?? "", views: [PROMPT] },
    { text: input ?? "", views: [PROMPT] },
    { text: response ?? "", views: [ANSWER] },
    ...messageTexts(messages ?? []),
  ];
  return all.filter((each) => each.text !== "");
}

/** `null`: there is none; `undefined`: it is no label. */
function labelOf(written: Label | null): boolean | null | undefined {
  if (written === null) return null;
  const word = String(written).trim().toLowerCase();
  if (POSITIVE.has(word)) return true;
  return NEGATIVE.has(word) ? false : undefined;
}

/** What is wrong with marked places; `null`: nothing. */
function misplaced(entities: readonly Entity[], texts: readonly SidedText[]): string | null {
  if (entities.length === 0) return null;
  const [only, ...others] = texts;
  if (only === undefined || others.length > 0) return "entities need exactly one text";
  const index = entities.findIndex(({ start, end }) => start >= end || end > only.text.length);
  return index < 0 ? null : `entities.${index}: must lie in the text, with start before end`;
}
