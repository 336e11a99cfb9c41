import type { Analyzer } from "../../../src/analyzers/analyzer.ts";
import { jsonArguments, readJsonText } from "../../../src/codecs/shared/json-text.ts";
import type { ConversationText } from "../../../src/core/conversation.ts";
import type { Finding, Json } from "../../../src/core/model.ts";
import type { ToolArgument } from "../../../src/core/tool-call.ts";
import { Reading } from "../../../src/text/reading.ts";

/** The values of arguments as the proxy shows them to policies. @throws {Error} when it is no JSON */
export function valuesOfJson(raw: string): { readonly text: string; readonly values: readonly ToolArgument[] } {
  const json = readJsonText(raw);
  if (json === null) throw new Error("no JSON");
  return { text: json.text, values: jsonArguments(json, []) ?? [] };
}

export interface JudgedCall {
  readonly name: string;
  /** `null`: the name is what is judged. */
  readonly args: Json | null;
  readonly texts?: readonly ConversationText[];
  readonly metadata?: Json;
}

/** What a policy finds in a call's name, or in its arguments. */
export function judgeCall(
  policy: Analyzer,
  { name, args, texts = [], metadata = null }: JudgedCall,
): { readonly findings: readonly Finding[]; readonly details: Json; readonly text: string } {
  const preparation = policy.prepare(metadata);
  if (preparation.kind !== "ready") throw new Error(preparation.kind);
  const { text, values } = args === null ? { text: name, values: [] } : valuesOfJson(JSON.stringify(args));
  const prepared = preparation.analyzer;
  const findings = prepared.analyze(new Reading(text), {
    side: "output",
    origin: "assistant",
    from: 0,
    conversation: { texts },
    tool: { name, at: args === null ? null : "", values: () => values },
    clock: { now: () => 0, epochMs: () => 0, after: () => () => {} },
    signal: new AbortController().signal,
  });
  if (findings instanceof Promise) throw new Error("is synchronous");
  return { findings, details: prepared.details(findings, new Reading(text)), text };
}
