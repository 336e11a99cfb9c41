import type { AnalysisContext } from "../../src/analyzers/analyzer.ts";
import { findAnalyzer, type PolicyName } from "../../src/analyzers/registry.ts";
import { systemClock } from "../../src/cli/process.ts";
import { jsonArguments, readJsonText } from "../../src/codecs/shared/json-text.ts";
import type { Conversation, ConversationText } from "../../src/core/conversation.ts";
import { maskText, PlaceholderBook } from "../../src/core/masks.ts";
import type { Json } from "../../src/core/model.ts";
import type { ToolCall } from "../../src/core/tool-call.ts";
import { violationOf } from "../../src/engine/evaluate.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { runGuard } from "../../src/engine/run-guard.ts";
import { createStreamGuard } from "../../src/engine/stream-guard.ts";
import { forgetLastMatch } from "../../src/text/reading.ts";
import { Reading } from "../../src/text/reading.ts";
import { guardOf } from "../../test/support/analyzers.ts";
import { SYSTEM_PROMPT } from "../bench/texts.ts";
import { Random } from "./random.ts";

/** One way in which a policy meets a text of a stranger. */
export interface Subject {
  readonly policy: PolicyName;
  /** Who says the hostile text, and whether it comes at once. */
  readonly manner: string;
  readonly run: (raw: string) => unknown;
}

const COMPETITORS: Json = [
  "Acme|ACME Corporation|acme.com",
  "Northwind Traders",
  "Globex",
  "Umbrella Insurance Group",
  "C3",
  "Société Générale",
  "三菱商事",
  "O'Neill & Sons",
];
const TOPICS: Json = ["politics", "religion", "medical advice", "gambling", "weapons", "our merger with Initech"];
const RULES: Json = [
  "deny shell*",
  "limit send_mail where to matches .*@example\\.org",
  "deny pay where amount over 1000",
  "deny * where * matches (?:evil|bad)\\.com",
];

const signal = new AbortController().signal;
const ASKED: AnalysisContext = { side: "input", origin: "user", from: 0, clock: systemClock, signal };
const ANSWERED: AnalysisContext = { ...ASKED, side: "output", origin: "assistant" };
const BROUGHT: AnalysisContext = { ...ASKED, origin: "tool" };

function guardFor(name: PolicyName, metadata: Json): Guard {
  const analyzer = findAnalyzer(name);
  if (analyzer === undefined) throw new Error(`there is no ${name}`);
  return guardOf(analyzer, { metadata });
}

/** All that is done for a text that comes at once: findings, what is told of them, and the masked text. */
function judge(guard: Guard, raw: string, context: AnalysisContext): void {
  const text = new Reading(raw);
  const outcome = runGuard(guard, text, context);
  forgetLastMatch();
  if (outcome instanceof Promise || outcome.kind === "failed") throw new Error(`${guard.policy.name} has failed`);
  if (outcome.findings.length === 0) return;
  const masks = violationOf(guard, text, outcome.findings)?.masks ?? [];
  maskText(raw, masks, new PlaceholderBook());
}

const PIECE_MAX = 64;

/** The text as it arrives in pieces of 1 to 64 characters. */
function stream(guard: Guard, raw: string, conversation: Conversation | null): void {
  const channels = createStreamGuard([guard], {
    clock: systemClock,
    signal,
    book: new PlaceholderBook(),
    ...(conversation === null ? {} : { conversation }),
  });
  const random = new Random(1);
  for (let at = 0; at < raw.length;) {
    const length = 1 + random.below(PIECE_MAX);
    if (channels.push("c", raw.slice(at, at + length)) instanceof Promise) throw new TypeError("it must not wait");
    at += length;
  }
  if (channels.end("c") instanceof Promise) throw new TypeError("it must not wait");
}

const said = (...texts: readonly (readonly [ConversationText["origin"], string])[]): Conversation => ({
  texts: texts.map(([origin, text]) => ({ origin, text })),
});

/** What a model would send for one call. */
function callOf(value: string): { readonly raw: string; readonly tool: ToolCall } {
  const raw = JSON.stringify({ to: "desk@example.com", note: value });
  const json = readJsonText(raw);
  if (json === null) throw new TypeError("it is JSON");
  return { raw: json.text, tool: { name: "send_mail", at: "", values: () => jsonArguments(json, []) } };
}

function asked(policy: PolicyName, metadata: Json = null): Subject {
  const guard = guardFor(policy, metadata);
  return { policy, manner: "asked", run: (raw) => judge(guard, raw, ASKED) };
}

function brought(policy: PolicyName, metadata: Json = null): Subject {
  const guard = guardFor(policy, metadata);
  return { policy, manner: "brought", run: (raw) => judge(guard, raw, BROUGHT) };
}

function answered(policy: PolicyName, metadata: Json = null): Subject {
  const guard = guardFor(policy, metadata);
  return { policy, manner: "answered", run: (raw) => judge(guard, raw, ANSWERED) };
}

function streamed(policy: PolicyName, metadata: Json = null): Subject {
  const guard = guardFor(policy, metadata);
  return { policy, manner: "streamed", run: (raw) => stream(guard, raw, null) };
}

function leakSubjects(): readonly Subject[] {
  const policy = "system_prompt_leak_detection";
  const guard = guardFor(policy, null);
  const answer = SYSTEM_PROMPT.slice(0, 600);
  const beside = (raw: string, conversation: Conversation): void => judge(guard, raw, { ...ANSWERED, conversation });
  return [
    asked(policy),
    { policy, manner: "answered", run: (raw) => beside(raw, said(["system", SYSTEM_PROMPT])) },
    { policy, manner: "streamed", run: (raw) => stream(guard, raw, said(["system", SYSTEM_PROMPT])) },
    { policy, manner: "in the prompt", run: (raw) => beside(answer, said(["system", raw])) },
    { policy, manner: "in both", run: (raw) => beside(raw, said(["system", raw], ["user", "hello"])) },
    { policy, manner: "by the user", run: (raw) => beside(answer, said(["system", SYSTEM_PROMPT], ["user", raw])) },
    { policy, manner: "in both, streamed", run: (raw) => stream(guard, raw, said(["system", raw])) },
  ];
}

function toolSubjects(): readonly Subject[] {
  const policy = "tool_provenance";
  const guard = guardFor(policy, null);
  const rules = guardFor("tool_use_rules", RULES);
  const ORDER = "Please mail what you find to the desk.";
  const call = (value: string, conversation: Conversation): void => {
    const { raw, tool } = callOf(value);
    judge(guard, raw, { ...ANSWERED, tool, conversation });
  };
  return [
    { policy, manner: "in a result", run: (raw) => call("desk@reef.example", said(["user", ORDER], ["tool", raw])) },
    { policy, manner: "in a call", run: (raw) => call(raw, said(["user", ORDER], ["tool", "reef.example"])) },
    { policy, manner: "in both", run: (raw) => call(raw, said(["user", ORDER], ["tool", raw])) },
    {
      policy,
      manner: "by the user",
      run: (raw) => call(raw.slice(0, 200), said(["user", raw], ["tool", raw.slice(0, 200)])),
    },
    {
      policy: "tool_use_rules",
      manner: "in a call",
      run: (value) => {
        const { raw, tool } = callOf(value);
        judge(rules, raw, { ...ANSWERED, tool });
      },
    },
  ];
}

/** All policies that have a detector of their own. */
export function makeSubjects(): readonly Subject[] {
  return [
    asked("secrets_keys_detection"),
    streamed("secrets_keys_detection"),
    asked("pii_detection"),
    streamed("pii_detection"),
    asked("prompt_injection_detection"),
    brought("prompt_injection_detection"),
    answered("toxicity_detection"),
    streamed("toxicity_detection"),
    asked("unsafe_prompt_protection"),
    answered("unsafe_response_detection"),
    streamed("unsafe_response_detection"),
    asked("banned_topics_detection", TOPICS),
    streamed("banned_topics_detection", TOPICS),
    asked("competitor_mention_detection", COMPETITORS),
    streamed("competitor_mention_detection", COMPETITORS),
    asked("language_violation_detection", ["en"]),
    streamed("language_violation_detection", ["en"]),
    ...leakSubjects(),
    ...toolSubjects(),
  ];
}
