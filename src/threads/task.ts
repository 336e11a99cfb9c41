import type { Conversation } from "../core/conversation.ts";
import type { FailReason, Origin, Side } from "../core/model.ts";
import type { ToolArgument, ToolText } from "../core/tool-call.ts";

/** What goes to a thread and comes back: plain data, copied, never shared save for policies. */

/** A policy that a thread makes ready once and remembers by its key. */
export interface SerializedPolicy {
  /** Of this process: equal keys, equal policies. */
  readonly key: number;
  /** The policy as JSON in UTF-8; shared memory, so that a long list costs nothing to send. */
  readonly json: Uint8Array;
  /** A judge may have a say: all that the policy's own detector finds is wanted, whatever its score. */
  readonly isReviewed: boolean;
}

/** One text to be read, with all that its policies may know besides. */
export interface Task {
  readonly text: string;
  readonly policies: readonly SerializedPolicy[];
  readonly side: Side;
  readonly origin: Origin;
  /** Where the undecided text begins; 0 for a whole text. */
  readonly from: number;
  readonly isOpen: boolean;
  /** `null`: no policy of the task reads it, or nobody knows it. */
  readonly conversation: Conversation | null;
  readonly tool: SerializedCall | null;
}

/** A text of a tool call whose arguments have been read. */
export interface SerializedCall extends ToolText {
  readonly values: readonly ToolArgument[] | null;
}

/** What a thread says. */
export type Reply =
  /** It has loaded, and takes its first task. */
  | { readonly kind: "ready" }
  /** Of its task: an outcome for each policy, in their order. */
  | { readonly kind: "done"; readonly outcomes: readonly SerializedOutcome[] };

export type SerializedOutcome =
  | { readonly kind: "failed"; readonly reason: FailReason; readonly durationUs: number }
  | { readonly kind: "findings"; readonly serialized: SerializedFindings; readonly durationUs: number };

/** Findings as numbers, moved rather than copied: a text may have tens of thousands. */
export interface SerializedFindings {
  /** Of each finding: index of its label, score, start and end; start -1: it has no place. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** What findings say besides; each once. */
  readonly labels: readonly FindingLabel[];
}

export interface FindingLabel {
  readonly kind: string;
  readonly decoded?: string;
  readonly label?: string;
}
