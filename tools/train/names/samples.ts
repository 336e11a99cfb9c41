import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a stretch of a training text is; `any` = not known, nothing is learnt from it. */
export type SpanKind = "person" | "place" | "any";

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: SpanKind;
}

export interface Sample {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly weight: number;
  readonly source: string;
  /** Whether places are marked too. */
  readonly hasPlaces: boolean;
}

interface Row {
  readonly text: string;
  readonly source: string;
  readonly case: string;
  readonly scope: unknown;
  readonly entities: readonly {
    readonly start: number;
    readonly end: number;
    readonly type: string;
    readonly alt?: unknown;
  }[];
}

/** Labelled rows in which persons are judged. */
export function goldSamples(data: string): readonly Sample[] {
  return readRows(join(data, "pii", "dev.jsonl"))
    .filter(({ scope }) => judges(scope, "PERSON"))
    .map((row) => ({
      text: row.text,
      source: row.source.split("/").slice(0, 2).join("/"),
      weight: 1,
      hasPlaces: judges(row.scope, "LOCATION"),
      spans: row.entities.map(({ start, end, type }) => ({ start, end, kind: kindOf(type) })),
    }));
}

function kindOf(type: string): SpanKind {
  return type === "PERSON" ? "person" : type === "LOCATION" ? "place" : "any";
}

export const judges = (scope: unknown, type: string): boolean =>
  scope === "*" || (Array.isArray(scope) && scope.includes(type));

/** Sources of code and of technical prose, in many languages: an unknown word in them is rather a product than a name. */
export const TECHNICAL: ReadonlySet<string> = new Set([
  "benign",
  "fastapi_docs",
  "prompt_engineering_guide",
  "payloads_all_the_things",
  "cyberseceval_instruct",
]);

/** A text without labels. */
export interface PlainText {
  readonly text: string;
  readonly source: string;
  readonly lang: string;
}

/** Texts of our own in many languages; hardly any of them names a person. */
const OWN = "tools/train/texts";
export const OWN_SOURCE = "own";
const OWN_TOPICS = ["injection", "toxicity", "unsafe", "responses"];

export function plainTexts(data: string): readonly PlainText[] {
  const pii = readRows(join(data, "pii", "dev.jsonl"))
    .filter((row) => row.case === "benign" && !judges(row.scope, "PERSON"))
    .map(({ text }) => ({ text, source: "benign", lang: "en" }));
  const others = ["injection/train", "toxicity/train", "unsafe/train", "unsafe/responses_train"].flatMap((name) =>
    readLines(join(data, `${name}.jsonl`))
      .filter(isPlain)
      .filter(({ label }) => label === 0)
      .map(({ text, source, lang }) => ({ text, source: source ?? name, lang })),
  );
  return [...pii, ...others, ...ownTexts()];
}

/** Whatever they are labelled for another model: here only their words count. */
function ownTexts(): readonly PlainText[] {
  return OWN_TOPICS.flatMap((topic) => {
    const folder = join(OWN, topic);
    const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    return files.toSorted().flatMap((name) => readLines(join(folder, name)).filter(isPlain));
  }).map(({ text, lang }) => ({ text: text.replaceAll(/\{\w+\}/g, "people"), source: OWN_SOURCE, lang }));
}

interface PlainRow {
  readonly text: string;
  readonly lang: string;
  readonly label: unknown;
  readonly source?: string;
}

function isPlain(value: unknown): value is PlainRow {
  if (typeof value !== "object" || value === null || !("label" in value)) return false;
  if ("source" in value && typeof value.source !== "string") return false;
  return "text" in value && typeof value.text === "string" && "lang" in value && typeof value.lang === "string";
}

function readRows(file: string): readonly Row[] {
  return readLines(file).filter(isRow);
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && "text" in value && "entities" in value;
}

function readLines(file: string): readonly unknown[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}
