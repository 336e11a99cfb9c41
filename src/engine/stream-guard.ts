import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Clock } from "../core/clock.ts";
import type { Conversation } from "../core/conversation.ts";
import { MASK_CONTEXT } from "../core/mask-forms.ts";
import type { Edit, PlaceholderBook } from "../core/masks.ts";
import type { Applied, FailReason, Mask, Verdict, Violation } from "../core/model.ts";
import { noteOnward } from "../text/goes-on.ts";
import type { WorkBudget } from "../core/work-budget.ts";
import { forgetTexts } from "../text/reading-memory.ts";
import { Text } from "../text/text.ts";
import { runsOn } from "./evaluate.ts";
import { isLong, runElsewhere, runnerHere, type Offload } from "./elsewhere.ts";
import { isScore, lookbackOf, needsWhole, type Guard } from "./guard.ts";
import {
  block,
  blockedAlready,
  canWait,
  inOrder,
  isHighSurrogate,
  noteLook,
  openChannel,
  release,
  undecided,
  type Channel,
} from "./stream-channel.ts";
import { StreamObserver } from "./stream-observer.ts";
import { StreamReport, type Found } from "./stream-report.ts";
import { NOTHING_FOUND, resolveWindow, type Asking, type Outcome, type Window } from "./stream-window.ts";

/** What may leave after a push. Offsets are absolute in the channel, UTF-16 code units. */
export type GuardStep =
  | {
      readonly kind: "release";
      /** Text before it is final. */
      readonly decided: number;
      /** Masks in the part that this step decided: ordered, disjoint, wholly inside it. */
      readonly edits: readonly Edit[];
      /** What policies could mask there, whether or not theirs are to; unmerged. */
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
export type Stepping = GuardStep | Promise<GuardStep>;

export interface StreamGuard {
  /** Adds text to a channel. Pushes of one channel are decided in order. */
  readonly push: (channel: string, text: string, options?: PushOptions) => Stepping;
  /** The channel gets no more text: everything left is decided. */
  readonly end: (channel: string) => Stepping;
  /** What is known so far, over all channels. */
  readonly summary: () => StreamSummary;
}

export interface PushOptions {
  /**
   * The text is signed, so it may not be altered: a finding that would be masked blocks. A channel's first push decides
   * it for all of them.
   */
  readonly isSealed?: boolean;
  /** The channel ends with this text: it is decided once, not as a piece and then as the end. */
  readonly isLast?: boolean;
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
  /** What the answer answers. */
  readonly conversation?: Conversation;
  /** What the exchange may still cost; absent: nobody counts. */
  readonly work?: Pick<WorkBudget, "draw">;
  /** Most undecided text of one channel, UTF-16 units. Beyond it the guards that hold it have failed. */
  readonly pendingMaxChars?: number;
  /** Where long windows are read: a whole answer that was held, say; absent: here. */
  readonly offload?: Offload;
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
  /** Values may come to be put back while the stream is under way: over a connection more is said. */
  readonly #restores: boolean;
  readonly #options: StreamGuardOptions;
  readonly #report: StreamReport;
  readonly #observer: StreamObserver;
  readonly #channels = new Map<string, Channel>();

  constructor(guards: readonly Guard[], options: StreamGuardOptions) {
    this.#options = options;
    this.#restores = guards.some(({ policy }) => policy.restores);
    const context = contextOf(options, 0);
    this.#report = new StreamReport(guards, context);
    const running = guards.filter((guard) => guard.state.kind === "ready" && runsOn(guard, "output", "assistant"));
    this.#hold = running.filter((guard) => guard.policy.stream !== "observe" && needsWhole(guard));
    this.#window = running
      .filter((guard) => guard.policy.stream !== "observe" && !needsWhole(guard))
      // What holds a whole sentence is asked first: while it does, the others need not look.
      .sort((a, b) => Number(isScore(b)) - Number(isScore(a)));
    this.#contextMax = Math.max(MASK_CONTEXT, ...this.#window.map(lookbackOf));
    this.#pendingMax = options.pendingMaxChars ?? PENDING_MAX_CHARS;
    this.#observer = new StreamObserver(
      running.filter((guard) => guard.policy.stream === "observe"),
      { report: this.#report, context, lengthMax: this.#pendingMax, offload: options.offload },
    );
  }

  readonly push = (name: string, text: string, options?: PushOptions): Stepping => {
    const channel = this.#channel(name, options);
    return inOrder(channel, () => {
      const step = this.#push(channel, text, options?.isLast === true);
      return step ?? this.#end(name, channel);
    });
  };

  readonly end = (name: string): Stepping => {
    const channel = this.#channel(name);
    return inOrder(channel, () => this.#end(name, channel));
  };

  readonly summary = (): StreamSummary => this.#report.summary();

  #channel(name: string, options?: PushOptions): Channel {
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      channel = openChannel({ isSealed: options?.isSealed === true, isHolding: this.#hold.length > 0 });
      this.#channels.set(name, channel);
    }
    return channel;
  }

  /** `null` when only the end is left to decide. */
  #push(channel: Channel, text: string, isLast: boolean): Stepping | null {
    if (channel.isBlocked) return blockedAlready(channel);
    this.#observer.remember(channel, text);
    const before = channel.text;
    channel.text += text;
    noteOnward(channel.text, before);
    const isTooLong = channel.text.length - (channel.decided - channel.base) > this.#pendingMax;
    if (!isTooLong && isLast) return null;
    if (!isTooLong && channel.isHolding) return undecided(channel);
    if (isTooLong) return this.#overflow(channel);
    return canWait(channel, text) ? undecided(channel) : this.#decide(channel, this.#window, false);
  }

  #end(name: string, channel: Channel): Stepping {
    if (channel.isBlocked) return blockedAlready(channel);
    const guards = channel.isHolding ? [...this.#window, ...this.#hold] : this.#window;
    const finish = (step: GuardStep): Stepping => {
      this.#channels.delete(name);
      forgetTexts();
      const judging = step.kind === "release" ? this.#observer.judge(channel) : null;
      return judging === null ? step : judging.then(() => step);
    };
    const step = this.#decide(channel, guards, true);
    return step instanceof Promise ? step.then(finish) : finish(step);
  }

  /** Text that is signed is never altered. */
  #canRestore({ isSealed }: Channel): boolean {
    return !isSealed && (this.#restores || !this.#options.book.restorable.isEmpty);
  }

  #decide(channel: Channel, guards: readonly Guard[], isEnd: boolean): Stepping {
    if (guards.length === 0 && !this.#canRestore(channel))
      return release(channel, channel.base + channel.text.length, { ...NOTHING_FOUND, context: 0 });
    noteLook(channel);
    const text = new Text(channel.text);
    const from = channel.decided - channel.base;
    const held = isEnd ? text.raw.length : this.#heldFrom(channel, guards, { text, from });
    if (held === null) return this.#fail(channel);
    // Nothing can be decided yet, so nothing needs to be looked for: most deltas only make a held word longer.
    if (held <= from && !isEnd) return undecided(channel);
    const context: AnalysisContext = { ...contextOf(this.#options, from), isOpen: !isEnd };
    const window = { text, from, held, isEnd };
    const { offload } = this.#options;
    if (!isLong(this.#options, text, guards))
      return this.#ask(channel, guards, { window, context, run: runnerHere(guards, offload) });
    return runElsewhere(guards, text, { context, offload }).then((run) =>
      this.#ask(channel, guards, { window, context, run }),
    );
  }

  #ask(channel: Channel, guards: readonly Guard[], { window, context, run }: Asking): Stepping {
    const { text } = window;
    const outcomes: Outcome[] = [];
    const late: Promise<Outcome>[] = [];
    for (const guard of guards) {
      const outcome = run(guard, text, context);
      if (outcome instanceof Promise) late.push(outcome.then((settled) => ({ guard, outcome: settled })));
      else outcomes.push({ guard, outcome });
    }
    if (late.length === 0) return this.#settle(channel, outcomes, window);
    return Promise.all(late).then((list) => this.#settle(channel, [...outcomes, ...list], window));
  }

  #settle(channel: Channel, outcomes: readonly Outcome[], window: Window): GuardStep {
    const { from, isEnd } = window;
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
    return this.#release(channel, window, found);
  }

  /** A fail-closed policy could not run: nothing more leaves the channel. */
  #fail(channel: Channel): GuardStep {
    return block(channel, { edits: [], violations: [], failedClosed: this.#report.summary().failedClosed });
  }

  /** `null` when a fail-closed guard broke. */
  #heldFrom(channel: Channel, guards: readonly Guard[], { text, from }: Pick<Window, "text" | "from">): number | null {
    let held = this.#canRestore(channel) ? this.#options.book.restorable.openFrom(text.raw) : text.raw.length;
    for (const guard of guards) {
      if (guard.state.kind !== "ready") continue;
      const { prepared } = guard.state;
      try {
        held = Math.min(
          held,
          prepared.heldFrom?.(text, from, this.#options.conversation) ?? text.raw.length - prepared.lookback,
        );
        if (held <= from) return from;
      } catch {
        // As when `analyze` throws: the report names it, and the policy's `onError` decides.
        if (this.#report.failed(guard, "error")) return null;
      }
    }
    // A pair of surrogates is one character: it leaves whole.
    if (isHighSurrogate(text.raw.charCodeAt(held - 1))) held -= 1;
    return Math.max(held, from);
  }

  #release(channel: Channel, window: Window, found: readonly Found[]): GuardStep {
    const { book } = this.#options;
    const { isSealed, base } = channel;
    const restoring = this.#canRestore(channel) ? { restorable: book.restorable, links: channel.links } : null;
    const resolved = resolveWindow(window, found, { report: this.#report, book, restoring, isSealed, base });
    const { limit, edits, maskable, blocking } = resolved;
    const decided = base + limit;
    restoring?.restorable.read(window.text.raw, { from: window.from, to: limit, links: restoring.links });
    if (blocking.length === 0)
      return release(channel, decided, { edits, maskable, context: window.isEnd ? 0 : this.#contextMax });
    channel.decided = decided;
    return block(channel, { edits, violations: blocking, failedClosed: this.#report.summary().failedClosed });
  }

  /** Too much undecided text: the guards that hold it cannot be evaluated. The others go on without them. */
  #overflow(channel: Channel): Stepping {
    const reason: FailReason = "unavailable";
    const holding = channel.isHolding ? this.#hold : this.#window;
    const isClosed = holding.map((guard) => this.#report.failed(guard, reason)).includes(true);
    if (isClosed) return this.#fail(channel);
    const others = channel.isHolding ? this.#window : [];
    channel.isHolding = false;
    return this.#decide(channel, others, false);
  }
}

const contextOf = ({ clock, signal, conversation, work }: StreamGuardOptions, from: number): AnalysisContext => ({
  side: "output",
  origin: "assistant",
  from,
  ...(conversation === undefined ? {} : { conversation }),
  ...(work === undefined ? {} : { work }),
  clock,
  signal,
});
