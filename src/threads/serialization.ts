import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Conversation } from "../core/conversation.ts";
import type { Finding } from "../core/model.ts";
import type { ToolCall } from "../core/tool-call.ts";
import { readsCalls, readsConversation, type Guard } from "../engine/guard.ts";
import { isReviewed } from "../engine/offload.ts";
import type { GuardOutcome } from "../engine/run-guard.ts";
import type { Reading } from "../text/reading.ts";
import type {
  FindingLabel,
  SerializedFindings,
  SerializedOutcome,
  SerializedCall,
  SerializedPolicy,
  Task,
} from "./task.ts";

/** Numbers of one finding. */
const STRIDE = 4;
/** The start of a finding about the text as a whole. */
const NOWHERE = -1;

export function serializeOutcome(outcome: GuardOutcome): SerializedOutcome {
  if (outcome.kind === "failed") return outcome;
  const { findings, ...measured } = outcome;
  return { ...measured, serialized: serialize(findings) };
}

export function deserializeOutcome(outcome: SerializedOutcome): GuardOutcome {
  if (outcome.kind === "failed") return outcome;
  const { serialized, ...measured } = outcome;
  return { ...measured, findings: deserialize(serialized) };
}

/** Buffers to transfer to another thread instead of copying them. */
export const movable = (outcomes: readonly SerializedOutcome[]): ArrayBuffer[] =>
  outcomes.flatMap((outcome) => (outcome.kind === "findings" ? [outcome.serialized.numbers.buffer] : []));

function serialize(findings: readonly Finding[]): SerializedFindings {
  const numbers = new Float64Array(findings.length * STRIDE);
  const labels = new Labels();
  for (const [index, finding] of findings.entries()) {
    const { score, span } = finding;
    const at = index * STRIDE;
    numbers[at] = labels.indexOf(finding);
    numbers[at + 1] = score;
    numbers[at + 2] = span?.start ?? NOWHERE;
    numbers[at + 3] = span?.end ?? NOWHERE;
  }
  return { numbers, labels: labels.list };
}

/** Collects the labels of findings, each once. */
class Labels {
  readonly list: FindingLabel[] = [];
  /** Most findings have a kind only. */
  readonly #kinds = new Map<string, number>();
  readonly #others = new Map<string, number>();

  indexOf({ kind, decoded, label }: Finding): number {
    if (decoded === undefined && label === undefined) return this.#known(this.#kinds, kind, { kind });
    const key = JSON.stringify([kind, decoded ?? null, label ?? null]);
    const others = { ...(decoded === undefined ? {} : { decoded }), ...(label === undefined ? {} : { label }) };
    return this.#known(this.#others, key, { kind, ...others });
  }

  #known(table: Map<string, number>, key: string, said: FindingLabel): number {
    const known = table.get(key);
    if (known !== undefined) return known;
    table.set(key, this.list.length);
    return this.list.push(said) - 1;
  }
}

function deserialize({ numbers, labels }: SerializedFindings): readonly Finding[] {
  const findings: Finding[] = [];
  for (let at = 0; at < numbers.length; at += STRIDE) {
    const label = labels[numbers[at] ?? 0];
    if (label === undefined) throw new Error("a finding without a kind");
    const score = numbers[at + 1] ?? 0;
    const start = numbers[at + 2] ?? NOWHERE;
    const end = numbers[at + 3] ?? NOWHERE;
    findings.push(start === NOWHERE ? { ...label, score } : { ...label, score, span: { start, end } });
  }
  return findings;
}

/** Serializes a text with the context its guards read. */
export function taskOf(guards: readonly Guard[], text: Reading, context: AnalysisContext): Task {
  const { side, origin, from, isOpen = false, conversation, tool } = context;
  return {
    text: text.raw,
    policies: guards.map((guard) => POLICIES.of(guard)),
    side,
    origin,
    from,
    isOpen,
    conversation: conversation !== undefined && guards.some(readsConversation) ? plainConversation(conversation) : null,
    tool: tool === undefined ? null : serializeCall(tool, guards.some(readsCalls)),
  };
}

const plainConversation = ({ texts, canary }: Conversation): Conversation =>
  canary === undefined ? { texts } : { texts, canary };

function serializeCall({ values, ...tool }: ToolCall, isRead: boolean): SerializedCall {
  return { ...tool, values: isRead ? values() : [] };
}

/** Policies that were sent, by compiled policy: guards that differ only in action or mask share one. */
class SerializedPolicies {
  readonly #known = new WeakMap<Guard["state"], SerializedPolicy>();
  #count = 0;

  of(guard: Guard): SerializedPolicy {
    const { state, policy } = guard;
    let serialized = this.#known.get(state);
    if (serialized === undefined) {
      const { judge: _, ...own } = policy;
      const bytes = new TextEncoder().encode(JSON.stringify(own));
      const json = new Uint8Array(new SharedArrayBuffer(bytes.length));
      json.set(bytes);
      this.#count += 1;
      serialized = { key: this.#count, json, isReviewed: isReviewed(guard) };
      this.#known.set(state, serialized);
    }
    return serialized;
  }
}

/** Threads cache policies by keys that are unique in the process. */
const POLICIES = new SerializedPolicies();
