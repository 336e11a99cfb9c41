import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Clock } from "../core/clock.ts";
import { MASK_CONTEXT } from "../core/mask-forms.ts";
import { maskEdits, type Edit, type PlaceholderBook } from "../core/masks.ts";
import { withRestored } from "../core/restore.ts";
import type { Applied, FailReason, Verdict, Violation } from "../core/model.ts";
import { Text } from "../text/text.ts";
import { masksOf, runGuard, runsOn } from "./evaluate.ts";
import { isScore, lookbackOf, needsWhole, type Guard } from "./guard.ts";
import {
  block,
  blockedAlready,
  isHighSurrogate,
  openChannel,
  release,
  wholeBefore,
  type Channel,
} from "./stream-channel.ts";
import { settled, type Outcome } from "./stream-outcome.ts";
import { StreamObserver } from "./stream-observer.ts";
import { StreamReport, type Found } from "./stream-report.ts";

/** What may leave after a push. Offsets are absolute in the channel, UTF-16 code units. */
export type GuardStep =
  | {
      readonly kind: "release";
      /** Text before it is final. */
      readonly decided: number;
      /** Masks in the part that this step decided: ordered, disjoint, wholly inside it. */
      readonly edits: readonly Edit[];
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

export interface StreamGuard {
  /** Adds text to a channel. Pushes of one channel are decided in order. */
  readonly push: (channel: string, text: string, options?: PushOptions) => Promise<GuardStep>;
  /** The channel gets no more text: everything left is decided. */
  readonly end: (channel: string) => Promise<GuardStep>;
  /** What is known so far, over all channels. */
  readonly summary: () => StreamSummary;
}

export interface PushOptions {
  /**
   * The text is signed, so it may not be altered: a finding that would be masked blocks. A channel's first push decides
   * it for all of them.
   */
  readonly isSealed?: boolean;
}

export interface StreamSummary {
  readonly verdict: Verdict;
  readonly violations: readonly Violation[];
  readonly applied: readonly Applied[];
  readonly failedClosed: readonly string[];
  readonly degraded: readonly string[];
}

export interface StreamGuardOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The exchange's: placeholders are numbered alike in the prompt and on every channel. */
  readonly book: PlaceholderBook;
  /** Most undecided text of one channel, UTF-16 units. Beyond it the guards that hold it have failed. */
  readonly pendingMaxChars?: number;
}

/** A `hold` policy needs the whole answer, so this is also the longest answer that it can judge. */
const PENDING_MAX_CHARS = 1_000_000;

/** Decides answers (side `output`, origin `assistant`) while they arrive. */
export function createStreamGuard(guards: readonly Guard[], options: StreamGuardOptions): StreamGuard {
  return new WindowedGuard(guards, options);
}

class WindowedGuard implements StreamGuard {
  readonly #window: readonly Guard[];
  readonly #hold: readonly Guard[];
  readonly #contextMax: number;
  readonly #pendingMax: number;
  readonly #options: StreamGuardOptions;
  readonly #report: StreamReport;
  readonly #observer: StreamObserver;
  readonly #channels = new Map<string, Channel>();

  constructor(guards: readonly Guard[], options: StreamGuardOptions) {
    this.#options = options;
    this.#report = new StreamReport(guards);
    const running = guards.filter((guard) => guard.state.kind === "ready" && runsOn(guard, "output", "assistant"));
    this.#hold = running.filter((guard) => guard.policy.stream !== "observe" && needsWhole(guard));
    this.#window = running.filter((guard) => guard.policy.stream !== "observe" && !needsWhole(guard));
    this.#contextMax = Math.max(MASK_CONTEXT, ...this.#window.map(lookbackOf));
    this.#pendingMax = options.pendingMaxChars ?? PENDING_MAX_CHARS;
    this.#observer = new StreamObserver(
      running.filter((guard) => guard.policy.stream === "observe"),
      { report: this.#report, context: contextOf(options, 0), lengthMax: this.#pendingMax },
    );
  }

  readonly push = (name: string, text: string, options?: PushOptions): Promise<GuardStep> =>
    this.#queue(this.#channel(name, options), (channel) => {
      if (channel.isBlocked) return blockedAlready(channel);
      this.#observer.remember(channel, text);
      channel.text += text;
      if (channel.text.length - (channel.decided - channel.base) > this.#pendingMax) return this.#overflow(channel);
      if (channel.isHolding) return { kind: "release", decided: channel.decided, edits: [] };
      return this.#decide(channel, this.#window, false);
    });

  readonly end = (name: string): Promise<GuardStep> =>
    this.#queue(this.#channel(name), async (channel) => {
      if (channel.isBlocked) return blockedAlready(channel);
      const step = await this.#decide(
        channel,
        channel.isHolding ? [...this.#window, ...this.#hold] : this.#window,
        true,
      );
      this.#channels.delete(name);
      if (step.kind === "release") await this.#observer.judge(channel);
      return step;
    });

  readonly summary = (): StreamSummary => this.#report.summary();

  #channel(name: string, options?: PushOptions): Channel {
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      channel = openChannel({ isSealed: options?.isSealed === true, isHolding: this.#hold.length > 0 });
      this.#channels.set(name, channel);
    }
    return channel;
  }

  /** Runs steps of a channel one after the other; waits only when one is under way. */
  async #queue(channel: Channel, step: (channel: Channel) => GuardStep | Promise<GuardStep>): Promise<GuardStep> {
    while (channel.busy !== null) await channel.busy.catch(() => null);
    const result = step(channel);
    if (!(result instanceof Promise)) return result;
    channel.busy = result;
    try {
      return await result;
    } finally {
      channel.busy = null;
    }
  }

  /** Text that is signed is never altered. */
  #canRestore({ isSealed }: Channel): boolean {
    return !isSealed && !this.#options.book.restorable.isEmpty;
  }

  #decide(channel: Channel, guards: readonly Guard[], isEnd: boolean): GuardStep | Promise<GuardStep> {
    if (guards.length === 0 && !this.#canRestore(channel))
      return release(channel, channel.base + channel.text.length, { edits: [], context: 0 });
    const text = new Text(channel.text);
    const from = channel.decided - channel.base;
    const held = isEnd ? text.raw.length : this.#heldFrom(channel, guards, { text, from });
    if (held === null) return this.#fail(channel);
    // Nothing can be decided yet, so nothing needs to be looked for: most deltas only make a held word longer.
    if (held <= from && !isEnd) return { kind: "release", decided: channel.decided, edits: [] };
    const context: AnalysisContext = { ...contextOf(this.#options, from), isOpen: !isEnd };
    const outcomes = guards.map((guard) => ({ guard, outcome: runGuard(guard, text, context) }));
    const settle = (list: readonly Outcome[]): GuardStep => this.#settle(channel, list, { text, from, held, isEnd });
    if (!outcomes.some(({ outcome }) => outcome instanceof Promise)) return settle(outcomes.map(settled));
    return Promise.all(outcomes.map(async ({ guard, outcome }) => ({ guard, outcome: await outcome }))).then(settle);
  }

  #settle(
    channel: Channel,
    outcomes: readonly Outcome[],
    { text, from, held, isEnd }: Omit<Window, "found">,
  ): GuardStep {
    const found: Found[] = [];
    for (const { guard, outcome } of outcomes) {
      this.#report.spent(guard, outcome.durationUs);
      if (outcome.kind === "failed") {
        if (this.#report.failed(guard, outcome.reason)) return this.#fail(channel);
        continue;
      }
      for (const finding of outcome.findings) {
        // The evidence of a score may stand in what has been released: the undecided text has completed it.
        if (isScore(guard) || (finding.span === undefined ? isEnd : finding.span.start >= from))
          found.push({ guard, finding });
      }
    }
    return this.#release(channel, { text, from, held, found, isEnd });
  }

  /** A fail-closed policy could not run: nothing more leaves the channel. */
  #fail(channel: Channel): GuardStep {
    return block(channel, { edits: [], violations: [], failedClosed: this.#report.summary().failedClosed });
  }

  /** `null` when a fail-closed guard broke. */
  #heldFrom(channel: Channel, guards: readonly Guard[], { text, from }: Undecided): number | null {
    let held = this.#canRestore(channel) ? this.#options.book.restorable.openFrom(text.raw) : text.raw.length;
    for (const guard of guards) {
      if (guard.state.kind !== "ready") continue;
      const { prepared } = guard.state;
      try {
        held = Math.min(held, prepared.heldFrom?.(text, from) ?? text.raw.length - prepared.lookback);
      } catch {
        // As when `analyze` throws: the report names it, and the policy's `onError` decides.
        if (this.#report.failed(guard, "error")) return null;
      }
    }
    // A pair of surrogates is one character: it leaves whole.
    if (isHighSurrogate(text.raw.charCodeAt(held - 1))) held -= 1;
    return Math.max(held, from);
  }

  #release(channel: Channel, window: Window): GuardStep {
    const { text, from, found, isEnd } = window;
    const { book } = this.#options;
    const restored = this.#canRestore(channel) ? book.restorable.edits(text.raw, from) : NO_EDITS;
    const spans = [
      ...found.flatMap(({ guard, finding }) => (isScore(guard) ? [] : (finding.span ?? []))),
      ...restored,
    ].sort((a, b) => b.start - a.start);
    const final = wholeBefore(spans, window.held);
    const isFinal = ({ guard, finding }: Found): boolean =>
      isScore(guard) || (finding.span === undefined ? isEnd : finding.span.start < final);
    const violations = this.#report.violations(found.filter(isFinal), text, channel.isSealed);
    const blocking = violations.filter((violation) => violation.action === "block");
    const firstBlocked = Math.min(
      ...blocking.flatMap(({ findings }) => findings.map(({ span }) => Math.max(from, span?.start ?? from))),
    );
    const limit = blocking.length > 0 ? wholeBefore(spans, Math.max(from, firstBlocked)) : final;
    const masks = found.flatMap(({ guard, finding }) =>
      guard.policy.mask && finding.span !== undefined && finding.span.start < limit ? masksOf(guard, [finding]) : [],
    );
    const edits = withRestored(
      maskEdits(text.raw, masks, { book, base: channel.base }),
      restored.filter(({ start }) => start < limit).map((edit) => shifted(edit, channel.base)),
    );
    const decided = channel.base + limit;
    if (blocking.length > 0) {
      channel.decided = decided;
      return block(channel, { edits, violations: blocking, failedClosed: this.#report.summary().failedClosed });
    }
    return release(channel, decided, { edits, context: isEnd ? 0 : this.#contextMax });
  }

  /** Too much undecided text: the guards that hold it cannot be evaluated. The others go on without them. */
  #overflow(channel: Channel): GuardStep | Promise<GuardStep> {
    const reason: FailReason = "unavailable";
    const holding = channel.isHolding ? this.#hold : this.#window;
    const isClosed = holding.map((guard) => this.#report.failed(guard, reason)).includes(true);
    if (isClosed) return this.#fail(channel);
    const others = channel.isHolding ? this.#window : [];
    channel.isHolding = false;
    return this.#decide(channel, others, false);
  }
}

const NO_EDITS: readonly Edit[] = [];
const shifted = (edit: Edit, by: number): Edit => ({ ...edit, start: edit.start + by, end: edit.end + by });

interface Undecided {
  readonly text: Text;
  /** Offset of the first undecided character in `text`. */
  readonly from: number;
}

interface Window extends Undecided {
  /** Offset from which detectors cannot decide yet. */
  readonly held: number;
  readonly found: readonly Found[];
  readonly isEnd: boolean;
}

const contextOf = ({ clock, signal }: StreamGuardOptions, from: number): AnalysisContext => ({
  side: "output",
  origin: "assistant",
  from,
  clock,
  signal,
});
