import { readFileSync } from "node:fs";
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

/** A harmless text without labels. */
export interface PlainText {
  readonly text: string;
  readonly source: string;
}

export function plainTexts(data: string): readonly PlainText[] {
  const pii = readRows(join(data, "pii", "dev.jsonl"))
    .filter((row) => row.case === "benign" && !judges(row.scope, "PERSON"))
    .map(({ text }) => ({ text, source: "benign" }));
  const others = ["injection", "toxicity"].flatMap((name) =>
    readLines(join(data, name, "train.jsonl"))
      .filter(isHarmless)
      .map(({ text, source }) => ({ text, source })),
  );
  return [...pii, ...others];
}

function isHarmless(value: unknown): value is PlainText {
  return typeof value === "object" && value !== null && "label" in value && value.label === 0 && "text" in value;
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
