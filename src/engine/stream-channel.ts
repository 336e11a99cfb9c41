import type { Edit } from "../core/masks.ts";
import type { Span, Violation } from "../core/model.ts";
import { windowStart } from "../text/tables.ts";
import type { GuardStep } from "./stream-guard.ts";
import type { Observed } from "./stream-observer.ts";

/** One text of the stream: as much decided text as detectors look back, then the undecided text. */
export interface Channel extends Observed {
  text: string;
  /** What added to an offset of undecided text in `text` makes it absolute. */
  base: number;
  /** Absolute: everything before it is final. */
  decided: number;
  /** Its text may pass or be blocked, never altered. */
  readonly isSealed: boolean;
  /** `hold` policies wait for its end. */
  isHolding: boolean;
  isBlocked: boolean;
  /** The step under way, when one waits for an asynchronous analyzer. */
  busy: Promise<GuardStep> | null;
}

export const openChannel = (options: Pick<Channel, "isSealed" | "isHolding">): Channel => ({
  ...options,
  text: "",
  base: 0,
  decided: 0,
  isBlocked: false,
  observed: "",
  busy: null,
});

export const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Lowers `limit` until none of the spans (in descending order of start) reaches over it. */
export function wholeBefore(spans: readonly Span[], limit: number): number {
  let lowered = limit;
  for (const { start, end } of spans) if (start < lowered && end > lowered) lowered = start;
  return lowered;
}

/**
 * Makes text before `decided` final and forgets what no detector looks back at. Of a table the head stays, right before the
 * last rows: offsets of text that is not decided count from `base` as ever.
 */
export function release(
  channel: Channel,
  decided: number,
  { edits, context }: { readonly edits: readonly Edit[]; readonly context: number },
): GuardStep {
  channel.decided = decided;
  const drop = decided - channel.base - context;
  if (drop > 0) {
    const { head, from } = context === 0 ? { head: "", from: drop } : windowStart(channel.text, drop);
    channel.text = head + channel.text.slice(from);
    channel.base += from - head.length;
  }
  return { kind: "release", decided, edits };
}

/** Nothing more leaves the channel. */
export function block(
  channel: Channel,
  {
    edits,
    violations,
    failedClosed,
  }: {
    readonly edits: readonly Edit[];
    readonly violations: readonly Violation[];
    readonly failedClosed: readonly string[];
  },
): GuardStep {
  channel.isBlocked = true;
  channel.text = "";
  channel.observed = null;
  return { kind: "block", decided: channel.decided, edits, violations, failedClosed };
}

export const blockedAlready = (channel: Channel): GuardStep => ({
  kind: "block",
  decided: channel.decided,
  edits: [],
  violations: [],
  failedClosed: [],
});
