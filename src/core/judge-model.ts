import type { Egress } from "./egress.ts";
import type { Origin } from "./model.ts";
import type { TraceHeaders } from "./trace-context.ts";

/** Judges: models that score a text. Their questions and answers. */

export type JudgeKind = "chat" | "moderations" | "classifier" | "kserve" | "onnx";

/** A part of a question, asked in addition to the whole or instead of it. */
export interface QuestionPart {
  /** A label of the policy, or the index of a rule. */
  readonly name: string;
  /** A statement that is true or false of a text. */
  readonly text: string;
}

/** What a policy asks about a text. Made of our words and the policy's metadata, never of the text. */
export interface Question {
  /** Name of the policy. */
  readonly policy: string;
  /** What the policy means: a statement that is true or false of a text. */
  readonly about: string;
  readonly parts: readonly QuestionPart[];
  /** Whether what no part names counts as well; otherwise `about` only introduces the parts. */
  readonly isWhole: boolean;
  /** The parts are in plain language of the operator, so only a model that reads can answer. */
  readonly isFree: boolean;
}

/** How much is true of the text, 0..1. */
export interface JudgeAnswer {
  /** Of the strongest of what was asked. */
  readonly score: number;
  /** In the order of the question's parts; `null`: the judge cannot distinguish them. */
  readonly parts: readonly (number | null)[];
}

export interface JudgeRequest {
  readonly question: Question;
  /** Never log it. */
  readonly text: string;
  /** Who wrote the text. */
  readonly origin: Origin;
  /** The policy's own deadline; the judge's may be nearer. */
  readonly timeoutMs: number;
  /** Aborted when the caller disconnects. An aborted request is not sent. */
  readonly signal: AbortSignal;
}

/** The way to a judge. */
export interface Judge {
  readonly name: string;
  /** Equal for equal settings, over reloads too. */
  readonly id: string;
  /** Deadline of one request, retries and waiting included. */
  readonly timeoutMs: number;
  /** Why it can never answer the question; `null`: it can. */
  readonly whyNot: (question: Question) => string | null;
  /**
   * The answer at once where it is remembered.
   * @throws {ServiceError} as a rejection: `upstream_timeout`, `upstream_unreachable`, `overloaded`, or `internal` for an answer that is none
   */
  readonly ask: (request: JudgeRequest) => JudgeAnswer | Promise<JudgeAnswer>;
}

/** Turns a model's outputs into scores. */
export type Activation = "none" | "softmax" | "sigmoid";

/** A model reached over HTTP. */
export interface RemoteModel {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  /** Never log it. */
  readonly apiKey: string | null;
  /** `null`: a bearer token. */
  readonly apiKeyHeader: string | null;
  readonly responseMaxBytes: number;
  /** Absent: direct. */
  readonly egress?: Egress;
}

export type JudgeModel =
  | ({ readonly kind: "chat"; readonly model: string; readonly temperature: number | null } & RemoteModel)
  | ({ readonly kind: "moderations"; readonly model: string | null } & RemoteModel)
  | ({ readonly kind: "classifier" } & RemoteModel)
  | ({
      readonly kind: "kserve";
      readonly model: string;
      /** Names of the tensors. */
      readonly input: string;
      readonly output: string;
      /** Labels in the order of the output. */
      readonly classes: readonly string[];
      readonly activation: Activation;
    } & RemoteModel)
  | { readonly kind: "onnx"; readonly folder: string; readonly activation: Activation };

/** A configured judge. */
export interface JudgeSettings {
  readonly name: string;
  readonly model: JudgeModel;
  readonly timeoutMs: number;
  /** Requests under way at once. */
  readonly concurrencyMax: number;
  /** Requests that wait for their turn; more are refused. */
  readonly queueMax: number;
  /** Of one request. */
  readonly retries: number;
  readonly breaker: BreakerSettings;
  /** Answers that are remembered; 0: none. */
  readonly memoEntries: number;
  /** Longest text of one request, UTF-16 units. */
  readonly pieceChars: number;
  /** `policy` or `policy.label` → labels of the model that count as it. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
}

export interface BreakerSettings {
  /** Failures in a row after which nothing is asked for a while. */
  readonly failures: number;
  readonly openMs: number;
}

/** Events of a judge for the operator. */
export type JudgeEvent =
  /** The breaker opened after repeated failures, or closed again. */
  | { readonly kind: "opened" | "closed"; readonly judge: string }
  /** `count`: failures since the last such event. */
  | { readonly kind: "failed"; readonly judge: string; readonly reason: string; readonly count: number };

/** How one question ended: answered, remembered from before, without an answer, or without a caller waiting for one. */
export interface JudgeAsked {
  readonly judge: string;
  readonly outcome: "answered" | "remembered" | "abandoned" | "timeout" | "unreachable" | "overloaded" | "unreadable";
  readonly durationMs: number;
}

/** The trace of one question, if its caller is traced. */
export interface JudgeTrace {
  /** They go to the judge. */
  readonly headers: TraceHeaders;
  /** @param error of a closed set; `null`: it was answered */
  readonly end: (error: string | null) => void;
}

/** The name under which `labels` speaks of a part of a policy. */
export const partLabel = (policy: string, part: string): string => `${policy}.${part}`;

/** Why a judge can never answer the question; `null`: it can. */
export function whyNoAnswer(
  { name, kind, labels }: { readonly name: string; readonly kind: JudgeKind; readonly labels: Labels },
  { policy, parts, isWhole, isFree }: Question,
): string | null {
  if (kind === "chat") return null;
  if (isFree) return `judge ${name} is of kind ${kind}, and only kind chat reads rules`;
  const needed = isWhole ? [policy] : parts.map((part) => partLabel(policy, part.name));
  const missing = needed.filter((label) => !labels.has(label));
  return missing.length === 0 ? null : `judge ${name} has no labels for ${missing.join(", ")}`;
}

interface Labels {
  readonly has: (name: string) => boolean;
}
