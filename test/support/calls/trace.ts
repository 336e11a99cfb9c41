import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "../../../src/core/model.ts";

/** One step of a conversation with tools. */
export type Step =
  | { readonly system: string }
  | { readonly user: string }
  | { readonly assistant: string }
  | { readonly call: readonly [name: string, args: JsonObject] }
  | { readonly result: Json };

/** A conversation, and the call that the model makes next. */
export interface Trace {
  readonly id: string;
  readonly domain: string;
  readonly steps: readonly Step[];
  readonly next: readonly [name: string, args: JsonObject];
}

const SETS = join(import.meta.dirname, "../../../tools/eval/sets");

/** @throws {SyntaxError} when a line is not JSON */
export function readTraces(file: string): readonly Trace[] {
  const lines = readFileSync(join(SETS, file), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Trace);
}
