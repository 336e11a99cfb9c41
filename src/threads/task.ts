import type { Conversation } from "../core/conversation.ts";
import type { FailReason, Origin, Side } from "../core/model.ts";
import type { ToolArgument, ToolText } from "../core/tool-call.ts";

/** Messages to and from a thread: plain data, copied; only policies are shared. */

/** A policy that a thread compiles once and caches by its key. */
export interface SerializedPolicy {
  /** Unique in this process. */
  readonly key: number;
  /** The policy as JSON in UTF-8; shared memory, so that a long list costs nothing to send. */
  readonly json: Uint8Array;
  /** A judge may review it: all findings of the policy's own detector are needed, whatever their score. */
  readonly isReviewed: boolean;
}

/** One text to read, with its context for policies. */
export interface Task {
  readonly text: string;
  readonly policies: readonly SerializedPolicy[];
  readonly side: Side;
  readonly origin: Origin;
  /** Where the undecided text begins; 0 for a whole text. */
  readonly from: number;
  readonly isOpen: boolean;
  /** `null`: no policy of the task reads it, or it is unknown. */
  readonly conversation: Conversation | null;
  readonly tool: SerializedCall | null;
}

/** A text of a tool call whose arguments have been read. */
export interface SerializedCall extends ToolText {
  readonly values: readonly ToolArgument[] | null;
}

/** A message from a thread. */
export type Reply =
  /** It has loaded, and takes its first task. */
  | { readonly kind: "ready" }
  /** Of its task: an outcome for each policy, in their order. */
  | { readonly kind: "done"; readonly outcomes: readonly SerializedOutcome[] };

export type SerializedOutcome =
  | { readonly kind: "failed"; readonly reason: FailReason; readonly durationUs: number }
  | {
      readonly kind: "findings";
      readonly serialized: SerializedFindings;
      readonly durationUs: number;
      /** As of `GuardOutcome`. */
      readonly score?: number;
    };

/** Findings as numbers, moved rather than copied: a text may have tens of thousands. */
export interface SerializedFindings {
  /** Of each finding: index of its label, score, start and end; start -1: it has no place. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Labels of findings; each once. */
  readonly labels: readonly FindingLabel[];
}

export interface FindingLabel {
  readonly kind: string;
  readonly decoded?: string;
  readonly label?: string;
}
