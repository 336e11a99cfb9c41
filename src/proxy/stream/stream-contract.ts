import type { Work } from "../../core/work-budget.ts";
import type { CompletionRequest, Refusal, StreamCodec, TextKind } from "../../codecs/codec.ts";
import type { Edit } from "../../core/masks.ts";
import type { Origin } from "../../core/model.ts";
import type { ToolText } from "../../core/tool-call.ts";
import type { BlockReason } from "../checks/block-reason.ts";
import type { Inspection } from "../checks/inspect.ts";
import type { DelayMeter } from "./stream-queue.ts";

/** What a guard says about a channel's text so far. */
export interface ChannelStep {
  /** Length of the text that is decided, from the channel's beginning; all its edits are reported by now. */
  readonly decided: number;
  /** New edits, ordered, disjoint, after all earlier ones. */
  readonly edits: readonly Edit[];
  /** Why the text is stopped; `null` while it is not. */
  readonly stop: Exclude<Inspection, { readonly kind: "pass" }> | null;
}

export interface WholeText {
  readonly text: string;
  readonly kind: TextKind;
  readonly origin: Origin;
  readonly tool?: ToolText;
}

/** The checks that a stream needs; a promise only where there is something to wait for. The relay knows no policies. */
export interface StreamChecks {
  readonly push: (
    channel: string,
    text: string,
    options: { readonly isSealed: boolean; readonly ends?: "part" | "text" },
  ) => ChannelStep | Promise<ChannelStep>;
  /** A part of the channel's text ends; what follows is another part. */
  readonly endPart: (channel: string) => ChannelStep | Promise<ChannelStep>;
  readonly end: (channel: string) => ChannelStep | Promise<ChannelStep>;
  /** Checks complete texts: each by itself, and, since readers put them together, all of them as one. One inspection a text. */
  readonly wholes: (texts: readonly WholeText[]) => Promise<readonly Inspection[]>;
  readonly refusal: (reason: BlockReason) => Refusal;
  /** Receives each complete text that is released, where the relay keeps it. Absent: not needed. */
  readonly completed?: (text: WholeText) => void;
  readonly meter: DelayMeter;
}

export interface RelayOptions {
  readonly codec: StreamCodec;
  readonly checks: StreamChecks;
  readonly request: Pick<CompletionRequest, "choiceCount">;
  /** UTF-16 units of one channel, and of all buffered events and kept texts together. */
  readonly textMaxChars: number;
  readonly bufferedMaxChars: number;
  /** An event that cannot be read passes, or ends the stream. */
  readonly passesUnread: boolean;
  /** Drawn from for each text; absent: not counted. */
  readonly work?: Work;
  /** The stream is one answer: text after its end mark cannot be read. */
  readonly endsOnce: boolean;
  /** Lets others have a turn of the event loop, where much text comes at once. Absent: it never does. */
  readonly yieldToLoop?: () => Promise<void>;
}

export type RelayState =
  | { readonly kind: "open" }
  /** Every choice is blocked or finished. */
  | ({ readonly kind: "blocked" } & BlockReason)
  | { readonly kind: "unavailable"; readonly policies: readonly string[] }
  | { readonly kind: "unread"; readonly reason: string };
