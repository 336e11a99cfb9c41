import type { Clock } from "../core/clock.ts";
import type { Conversation } from "../core/conversation.ts";
import type { Edit, PlaceholderBook } from "../core/masks.ts";
import type { Mask, Violation } from "../core/model.ts";
import type { WorkBudget } from "../core/work-budget.ts";
import type { Offload } from "./offload.ts";

/** What may leave after a push. Offsets are absolute in the channel, UTF-16 code units. */
export type GuardStep =
  | {
      readonly kind: "release";
      /** Text before it is final. */
      readonly decided: number;
      /** Masks in the part that this step decided: ordered, disjoint, wholly inside it. */
      readonly edits: readonly Edit[];
      /** What policies could mask there, also of policies with `mask: false`; used for records. Unmerged. */
      readonly maskable: readonly Mask[];
    }
  | {
      readonly kind: "block";
      /** Where the first blocked match begins: nothing from there on may ever leave. */
      readonly decided: number;
      readonly edits: readonly Edit[];
      readonly violations: readonly Violation[];
      /** Names of fail-closed policies that could not run: then it is no policy decision. */
      readonly failedClosed: readonly string[];
    };

/** A promise only where an analyzer is asynchronous: most deltas of most streams wait for nothing. */
export type MaybeGuardStep = GuardStep | Promise<GuardStep>;

export interface PushOptions {
  /**
   * The text is signed, so it may not be altered: a finding that would be masked blocks. A channel's first push decides
   * it for all of them.
   */
  readonly isSealed?: boolean;
  /** What ends with this text: it is decided once, not as a piece and then as the end. Absent: nothing. */
  readonly ends?: "part" | "text";
}

export interface StreamGuardOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The exchange's: placeholders are numbered alike in the prompt and on every channel. */
  readonly book: PlaceholderBook;
  /** What the answer answers. */
  readonly conversation?: Conversation;
  /** What the exchange may still cost; absent: not limited. */
  readonly work?: Pick<WorkBudget, "draw">;
  /** Most undecided text of one channel, UTF-16 units. Beyond it the guards that hold it have failed. */
  readonly pendingMaxChars?: number;
  /** Where long windows are read: a whole answer that was held, say; absent: here. */
  readonly offload?: Offload;
}
