import { LinkContext } from "../core/link-context.ts";
import type { Edit } from "../core/masks.ts";
import type { Violation } from "../core/model.ts";
import { Reading } from "../text/reading.ts";
import { windowStart } from "../text/tables/tables.ts";
import type { GuardStep, MaybeGuardStep } from "./stream-step.ts";
import type { Observed } from "./stream-observer.ts";
import type { Found } from "./stream-report.ts";
import { NOTHING_FOUND, type Resolved } from "./stream-window.ts";

/** One text of the stream: as much decided text as detectors look back, then the undecided text. */
export interface Channel extends Observed {
  text: string;
  /** What was read of it: `text` begins with it. `null` before the first look, and after a cut. */
  reading: Reading | null;
  /** What added to an offset of undecided text in `text` makes it absolute. */
  base: number;
  /** Absolute: everything before it is final. */
  decided: number;
  /** Absolute: the end of the text that was last looked at. */
  looked: number;
  /** `rankOf` what that look left undecided; -1 = not asked yet. */
  heldRank: number;
  /** Its text may pass or be blocked, never altered. */
  readonly isSealed: boolean;
  /** `hold` policies wait for its end. */
  isHolding: boolean;
  isBlocked: boolean;
  /** What its ended parts say by themselves about text that is not decided yet; absolute places. */
  ended: readonly Found[];
  /** The same of the newest part by itself, where it was read so. */
  partReading: Reading | null;
  /** Where its decided text ends, as far as the text after it may be part of a link. */
  readonly links: LinkContext;
  /** The last of the steps that wait for an asynchronous analyzer. */
  busy: Promise<GuardStep> | null;
}

export const openChannel = (options: Pick<Channel, "name" | "isSealed" | "isHolding">): Channel => ({
  ...options,
  text: "",
  reading: null,
  base: 0,
  decided: 0,
  looked: 0,
  heldRank: 0,
  isBlocked: false,
  partFrom: 0,
  partCount: 0,
  ended: [],
  observed: "",
  partReading: null,
  links: new LinkContext(),
  busy: null,
});

export const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Runs a step after those that wait for an asynchronous analyzer; immediately, and without a promise, if none does. */
export function afterBusy(channel: Channel, step: () => MaybeGuardStep): MaybeGuardStep {
  const result = channel.busy === null ? step() : channel.busy.then(step, step);
  if (!(result instanceof Promise)) return result;
  const busy = result.finally(() => {
    if (channel.busy === busy) channel.busy = null;
  });
  channel.busy = busy;
  return busy;
}

/** Undecided text that every push reads again, UTF-16 units: more than policies hold back of prose, sentence by sentence. */
const LOOK_ALWAYS = 1024;
/** The same of a run of base64 or hex: no word of prose is as long. */
const LOOK_ALWAYS_RUN = 128;
/** Longer undecided text must grow by this share before it is read again, so that the total cost stays linear. */
const LOOK_AGAIN = 1 / 8;

/**
 * Whether `added`, the channel's newest text, may wait for more: the last look left much undecided, little has come since,
 * and nothing in it could end a run that was held.
 */
export function canWait(channel: Channel, added: string): boolean {
  const held = channel.looked - channel.decided;
  if (held <= LOOK_ALWAYS_RUN) return false;
  const { text, base, decided, looked } = channel;
  if (base + text.length - looked >= held * LOOK_AGAIN) return false;
  if (channel.heldRank < 0) channel.heldRank = rankOf(text.slice(decided - base, looked - base));
  if (held <= LOOK_ALWAYS && channel.heldRank > 0) return false;
  return rankOf(added) <= channel.heldRank;
}

/** Notes that all of the channel's text is looked at. */
export function noteLook(channel: Channel): void {
  channel.looked = channel.base + channel.text.length;
  channel.heldRank = -1;
}

const SIGN = /[^\w+/=-]/;

/** What a text can end: 0 = nothing, 1 = a run of base64, 2 = a word. Each rank has held text read again once, which bounds the cost. */
function rankOf(text: string): number {
  if (!SIGN.test(text)) return 0;
  return /\s/.test(text) ? 2 : 1;
}

/** The channel's text as detectors read it. What they know of its beginning stays known. */
export function readingOf(channel: Channel): Reading {
  const { reading, text } = channel;
  if (reading === null) return (channel.reading = new Reading(text));
  return reading.raw.length === text.length ? reading : (channel.reading = reading.advance(text));
}

/** Absolute: the end of the text that has come. */
export const endOf = ({ base, text }: Channel): number => base + text.length;

/** Nothing more can leave yet. */
export const undecided = ({ decided }: Channel): GuardStep => ({ kind: "release", decided, ...NOTHING_FOUND });

/**
 * Released text beyond what detectors look back at that may stay, UTF-16 units: what has been read of a window is known
 * while the window keeps its start, and for most deltas it does.
 */
const SLACK = 256;

/**
 * Makes text before `decided` final and forgets what no detector looks back at. Of a table the header stays, right before the
 * last rows: offsets of text that is not decided count from `base` as ever.
 */
export function release(
  channel: Channel,
  decided: number,
  { edits, maskable, context }: Pick<Resolved, "edits" | "maskable"> & { readonly context: number },
): GuardStep {
  channel.decided = decided;
  const drop = decided - channel.base - context;
  if (drop > (context === 0 ? 0 : SLACK)) {
    const { header, from } = context === 0 ? { header: "", from: drop } : windowStart(readingOf(channel), drop);
    channel.text = header + channel.text.slice(from);
    channel.reading = null;
    channel.base += from - header.length;
  }
  return { kind: "release", decided, edits, maskable };
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
  channel.reading = channel.partReading = null;
  channel.ended = [];
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
