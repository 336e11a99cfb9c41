import type { Clock } from "../core/clock.ts";
import type { Conversation } from "../core/conversation.ts";
import type { Finding, Json, Origin, Scope, Side } from "../core/model.ts";
import type { ToolCall } from "../core/tool-call.ts";
import type { Reading } from "../text/reading.ts";
import type { WorkBudget } from "../core/work-budget.ts";
import type { Inquiry } from "./inquiry.ts";
import type { PatternCost } from "./patterns/cost.ts";

/** What an analyzer may know besides the text. */
export interface AnalysisContext {
  readonly side: Side;
  readonly origin: Origin;
  /**
   * Where the undecided text begins, UTF-16 units: text before it is context only. A finding that starts before it is
   * ignored. 0 for a whole text. A detector that scans from left to right starts its scan here, look-behind excepted.
   */
  readonly from: number;
  /** Text may follow, of a stream: what `stableUntil` holds is not decided yet. */
  readonly isOpen?: boolean;
  /** What was said before the text; absent where it is unknown. */
  readonly conversation?: Conversation;
  /** The text is a part of a tool call. */
  readonly tool?: ToolCall;
  readonly clock: Clock;
  /** What the request may still cost; absent: not counted. */
  readonly work?: Pick<WorkBudget, "draw">;
  /** When patterns from configuration or callers are stopped, by the clock; absent: never. */
  readonly deadlineMs?: number;
  /** Steps of such patterns, and of detectors, after which they are stopped, to be run where they delay no one; absent: they are not. */
  readonly stepsMax?: number;
  /** Aborted when the deadline passes or the caller is gone. */
  readonly signal: AbortSignal;
}

/** One kind of finding: an entity type, a rule. A span detector is one. */
export interface Kind {
  /** `kind` of its findings. */
  readonly id: string;
  /** Placeholder type of its masks, `[A-Z][A-Z0-9_]*`. */
  readonly placeholder: string;
  /** Where it is documented. */
  readonly source: string;
}

export type Sensitivity = "low" | "medium" | "high";

/** A policy's implementation. One folder per policy name, one line in `registry.ts`. */
export interface Analyzer<Name extends string = string> {
  readonly name: Name;
  /** Where the policy runs when its configuration does not narrow it. */
  readonly scope: Scope;
  /** Whether it has anything to say about a text of that side and origin: its row of the policy table. */
  readonly covers: (side: Side, origin: Origin) => boolean;
  /** It reads calls of tools and nothing else: names and arguments, each when it is whole. Absent: any text. */
  readonly reads?: "tool_calls";
  /** `score`: one score for the text as a whole; `spans`: findings that each count by their own score. */
  readonly measure: "score" | "spans";
  /** Of `spans`: their scores say how likely they are, so that a rate of false positives can set the threshold. Absent: they say what was found. */
  readonly isGraded?: true;
  /** Shipped threshold, 0..1. */
  readonly threshold: number;
  /** Thresholds by name: at `high` much is found, at `low` little that is harmless is flagged. */
  readonly sensitivities?: Readonly<Record<Sensitivity, number>>;
  /**
   * Of what makes a text be blocked, so many UTF-16 units at most have left a `window` stream before the block; 0: not one.
   * More only where another policy of the stream looks farther back, or column headers are kept.
   */
  readonly leakMax: number;
  /** Whether `masked_result` is filled. */
  readonly masks: boolean;
  /** What its metadata says, in a few words for the table of policies; `null`: it has none. */
  readonly metadata: string | null;
  /** It has no detector of its own: only an external judge can decide. */
  readonly isJudged?: true;
  /** What it can find, metadata aside; absent when it has no list of it. */
  readonly kinds?: readonly Kind[];
  /** Its kinds by the name of a group, the broadest groups first; present where `entities` may name some. */
  readonly groups?: ReadonlyMap<string, readonly string[]>;
  /** Reads the policy's metadata (`null` = none) and compiles what it needs. Called by `preparationOf`, which remembers it. */
  readonly prepare: (metadata: Json) => Preparation;
}

export type Preparation =
  | { readonly kind: "ready"; readonly analyzer: PreparedAnalyzer }
  /** Only a judge can decide (`isJudged`). */
  | { readonly kind: "judged"; readonly inquiry: Inquiry; readonly details: PreparedAnalyzer["details"] }
  /** The policy needs metadata that it does not have. */
  | { readonly kind: "no_configuration" }
  | (MetadataProblem & {
      readonly kind: "invalid";
      /** What else is wrong; absent: nothing more is known. */
      readonly others?: readonly MetadataProblem[];
    });

/** What is wrong with metadata. */
export interface MetadataProblem {
  /** Relative to the metadata: `""`, `"0"`, `"0.1"`. */
  readonly path: string;
  readonly reason: string;
}

export interface PreparedAnalyzer {
  /**
   * How far a decision about one position can reach, UTF-16 code units, boundary look-ahead and look-behind included.
   * The stream guard keeps this much released text as left context, and before it the column headers of the table that continues there. `Infinity`: needs the whole text.
   */
  readonly lookback: number;
  /**
   * The offset from which text cannot be decided yet, were more to follow: a match may start there or continue.
   * Every finding that starts before it is final, and none that starts before it is still to come.
   * Absent: `text.raw.length - lookback`.
   * @param stepsMax see `AnalysisContext`
   * @throws {StepLimitError} when it would take more steps
   */
  readonly stableUntil?: (text: Reading, from: number, conversation?: Conversation, stepsMax?: number) => number;
  /** What it finds in an answer depends on the conversation as well: equal answers of two conversations are judged apart. */
  readonly readsConversation?: boolean;
  /** False: it lacks what it would need to judge this text, and is `skipped`: `out_of_scope` where the conversation is known, else `no_configuration`. Absent: it never does. */
  readonly canJudge?: (context: Pick<AnalysisContext, "side" | "origin" | "conversation">) => boolean;
  /**
   * Findings in order of their start. For `measure: "score"` the first finding carries the text's score and category
   * and has no span; evidence spans follow it with the same score. On a stream the score is that of what ends after `from`.
   */
  readonly analyze: (text: Reading, context: AnalysisContext) => readonly Finding[] | Promise<readonly Finding[]>;
  /** What `analyze` makes of its detector's findings with a judge's help; present where a judge is asked after a detector. */
  readonly review?: (
    found: readonly Finding[],
    text: Reading,
    context: AnalysisContext,
  ) => readonly Finding[] | Promise<readonly Finding[]>;
  /** Patterns of the metadata; absent: there are none. */
  readonly patterns?: PatternCost;
  /** Kinds that the metadata adds. */
  readonly ownKinds?: readonly Kind[];
  /** What findings and masks are called by that stands in the metadata; absent: nothing. */
  readonly ownWords?: readonly string[];
  /** The public `details` value. */
  readonly details: (findings: readonly Finding[], text: Reading) => Json;
  /** How an external judge is asked in its place, or after it; absent: none can be. */
  readonly inquiry?: Inquiry;
  /** Placeholder type of a finding (`EMAIL_ADDRESS`); `null`: it stays as it is. Present when the policy masks. */
  readonly mask?: (finding: Finding) => string | null;
}
