import { z } from "zod";
import { findAnalyzer } from "../../analyzers/registry.ts";
import type { Origin, Side } from "../../core/model.ts";
import { NO_JSON, parsedJson, writtenLines } from "../json-lines.ts";

/** A text that is known to be harmless, or an attack, and the sides it counts for. */
export interface SidedText {
  readonly text: string;
  readonly views: readonly View[];
  /** The only policy it counts for; absent: every policy. */
  readonly policyName?: string;
}

/** The side and origin a text is judged by. */
export interface View {
  readonly side: Extract<Side, "input" | "output">;
  readonly origin: Origin;
}

export type TextLine =
  | { readonly kind: "texts"; readonly texts: readonly SidedText[] }
  | { readonly kind: "problem"; readonly line: number; readonly reason: string };

export const PROMPT: View = { side: "input", origin: "user" };
export const ANSWER: View = { side: "output", origin: "assistant" };
const TOOL_RESULT: View = { side: "input", origin: "tool" };
/** For a text of unknown origin: both sides. */
export const EITHER = [PROMPT, ANSWER];

const part = z.object({ text: z.string().optional() });
const content = z.union([z.string(), z.array(z.union([z.string(), part]))]).nullish();
/** Messages of a conversation, as chat formats have them. */
export const messagesSchema = z.array(z.object({ role: z.string(), content }));
const lineSchema = z.union([
  z.string(),
  z.object({
    text: z.string().nullish(),
    prompt: z.string().nullish(),
    response: z.string().nullish(),
    messages: messagesSchema.nullish(),
    policy_name: z.string().nullish(),
  }),
]);

const REASON = "must be a string, or an object with text, prompt, response or messages";

/** Reads JSON Lines and skips empty lines. Invalid lines are reported by number, from 1. */
export function* readTextLines(source: string, textMaxChars: number): Generator<TextLine> {
  for (const { line, written } of writtenLines(source)) yield readLine(written.trimStart(), line, textMaxChars);
}

function readLine(written: string, line: number, textMaxChars: number): TextLine {
  const value = parsedJson(written);
  if (value === undefined) return { kind: "problem", line, reason: NO_JSON };
  const parsed = lineSchema.safeParse(value);
  const texts = parsed.success ? textsOf(parsed.data).filter(({ text }) => text !== "") : [];
  if (texts.length === 0) return { kind: "problem", line, reason: REASON };
  if (texts.some(({ text }) => text.length > textMaxChars))
    return { kind: "problem", line, reason: `must hold texts of at most ${textMaxChars} characters` };
  const policyName = parsed.success && typeof parsed.data === "object" ? parsed.data.policy_name : null;
  if (policyName === null || policyName === undefined) return { kind: "texts", texts };
  if (findAnalyzer(policyName) === undefined)
    return { kind: "problem", line, reason: "policy_name must be the name of a policy" };
  return { kind: "texts", texts: texts.map((each) => ({ ...each, policyName })) };
}

function textsOf(line: z.output<typeof lineSchema>): readonly SidedText[] {
  if (typeof line === "string") return [{ text: line, views: EITHER }];
  const { text, prompt, response, messages } = line;
  return [
    { text: text ?? "", views: EITHER },
    { text: prompt ?? "", views: [PROMPT] },
    { text: response ?? "", views: [ANSWER] },
    ...messageTexts(messages ?? []),
  ];
}

/** The texts of messages, each on the side of its role. */
export function messageTexts(messages: z.output<typeof messagesSchema>): readonly SidedText[] {
  return messages.flatMap((message): readonly SidedText[] => {
    const view = viewOf(message.role);
    return view === null ? [] : textsIn(message.content).map((each) => ({ text: each, views: [view] }));
  });
}

/** `null`: the operator's own text, which policies about callers do not judge. */
function viewOf(role: string): View | null {
  if (role === "user") return PROMPT;
  if (role === "assistant") return ANSWER;
  return role === "tool" || role === "function" ? TOOL_RESULT : null;
}

function textsIn(content: unknown): readonly string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  const parts: readonly unknown[] = content;
  return parts.flatMap((each) => {
    if (typeof each === "string") return [each];
    const read = part.safeParse(each);
    return read.success && read.data.text !== undefined ? [read.data.text] : [];
  });
}
