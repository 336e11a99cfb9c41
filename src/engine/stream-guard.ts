import { mapped } from "../core/steps.ts";
import { MASK_CONTEXT } from "../core/mask-forms.ts";
import type { FailReason } from "../core/model.ts";
import type { Restorable } from "../core/restore.ts";
import { forgetLastMatch } from "../text/reading.ts";
import { runsOn } from "./evaluate.ts";
import { isScore, lookbackOf, needsWhole, type Guard } from "./guard.ts";
import {
  block,
  blockedAlready,
  canWait,
  endOf,
  afterBusy,
  noteLook,
  openChannel,
  release,
  undecided,
  type Channel,
} from "./stream-channel.ts";
import { StreamObserver } from "./stream-observer.ts";
import {
  askAbout,
  contextOf,
  foundIn,
  guardsOf,
  stableUntil,
  merged,
  movedAll,
  openFrom,
  viewsOf,
  wholeWindow,
  type Ending,
  type Outcome,
  type WindowView,
} from "./stream-parts.ts";
import { StreamReport, type Found, type StreamSummary } from "./stream-report.ts";
import type { GuardStep, PushOptions, MaybeGuardStep, StreamGuardOptions } from "./stream-step.ts";
import { NOTHING_FOUND, resolveWindow, type Window } from "./stream-window.ts";

export interface StreamGuard {
  /** Adds text to a channel. Pushes of one channel are decided in order. */
  readonly push: (channel: string, text: string, options?: PushOptions) => MaybeGuardStep;
  /**
   * A part of the channel's text ends: it is judged by itself, and later again with the parts after it, since readers put them
   * together. Only what could continue in the next part stays undecided.
   */
  readonly endPart: (channel: string) => MaybeGuardStep;
  /** The channel gets no more text: everything left is decided. */
  readonly end: (channel: string) => MaybeGuardStep;
  /** What is known so far, over all channels. */
  readonly summary: () => StreamSummary;
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

  readonly push = (name: string, text: string, options?: PushOptions): MaybeGuardStep => {
    const channel = this.#channel(name, options);
    const ends = options?.ends;
    return afterBusy(channel, () => {
      const step = this.#push(channel, text, ends !== undefined);
      if (step !== null) return step;
      return ends === "part" ? this.#endPart(channel) : this.#end(name, channel);
    });
  };

  readonly endPart = (name: string): MaybeGuardStep => {
    const channel = this.#channel(name);
    return afterBusy(channel, () => this.#endPart(channel));
  };

  readonly end = (name: string): MaybeGuardStep => {
    const channel = this.#channel(name);
    return afterBusy(channel, () => this.#end(name, channel));
  };

  readonly summary = (): StreamSummary => this.#report.summary();

  #channel(name: string, options?: PushOptions): Channel {
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      channel = openChannel({ name, isSealed: options?.isSealed === true, isHolding: this.#hold.length > 0 });
      this.#channels.set(name, channel);
    }
    return channel;
  }

  /** `null` when only the end is left to decide. */
  #push(channel: Channel, text: string, isLast: boolean): MaybeGuardStep | null {
    if (channel.isBlocked) return blockedAlready(channel);
    this.#observer.remember(channel, text);
    channel.text += text;
    const isTooLong = channel.text.length - (channel.decided - channel.base) > this.#pendingMax;
    if (!isTooLong && isLast) return null;
    if (!isTooLong && channel.isHolding) return undecided(channel);
    if (isTooLong) return this.#overflow(channel);
    return canWait(channel, text) ? undecided(channel) : this.#decide(channel, this.#window, "none");
  }

  #endPart(channel: Channel): MaybeGuardStep {
    if (channel.isBlocked) return blockedAlready(channel);
    if (endOf(channel) === channel.partFrom) return undecided(channel);
    const finish = (step: GuardStep): MaybeGuardStep => {
      const running = step.kind === "release" ? this.#observer.runPart(channel) : null;
      channel.partFrom = endOf(channel);
      channel.partCount += 1;
      channel.partReading = null;
      forgetLastMatch();
      return running === null ? step : running.then(() => step);
    };
    return mapped(this.#decide(channel, this.#all(channel), "part"), finish);
  }

  #end(name: string, channel: Channel): MaybeGuardStep {
    if (channel.isBlocked) return blockedAlready(channel);
    const finish = async (running: Promise<void>, step: GuardStep): Promise<GuardStep> => {
      await running;
      await this.#observer.runTogether(channel);
      return step;
    };
    // A single part was fully decided when it ended.
    const isSaid = channel.partCount === 1 && endOf(channel) === channel.partFrom;
    const window = isSaid ? wholeWindow(channel) : null;
    const deciding =
      window === null
        ? this.#decide(channel, this.#all(channel), "text")
        : this.#apply(channel, [], { window, ending: "text" });
    return mapped(deciding, (step): MaybeGuardStep => {
      this.#channels.delete(name);
      this.#observer.forget(channel);
      forgetLastMatch();
      if (step.kind === "block") return step;
      if (endOf(channel) > channel.partFrom) channel.partCount += 1;
      const running = this.#observer.runPart(channel) ?? (channel.partCount > 1 ? NOTHING : null);
      return running === null ? step : finish(running, step);
    });
  }

  /** At an end those that need the whole text are asked, too. */
  #all({ isHolding }: Channel): readonly Guard[] {
    return isHolding ? [...this.#window, ...this.#hold] : this.#window;
  }

  /** Text that is signed is never altered. */
  #restorable({ isSealed }: Channel): Restorable | null {
    const { restorable } = this.#options.book;
    // Links are read from the beginning, also while nothing has been masked yet.
    return isSealed || (!this.#restores && restorable.isEmpty) ? null : restorable;
  }

  #decide(channel: Channel, guards: readonly Guard[], ending: Ending): MaybeGuardStep {
    const { conversation, offload } = this.#options;
    const restorable = this.#restorable(channel);
    if (guards.length === 0 && restorable === null)
      return release(channel, endOf(channel), { ...NOTHING_FOUND, context: 0 });
    noteLook(channel);
    const views = viewsOf(channel, ending);
    const [{ text, from }] = views;
    const until = stableUntil(guards, {
      views,
      ending,
      report: this.#report,
      restorable,
      conversation,
      offload,
    });
    if (until === null) return this.#fail(channel);
    // Nothing can be decided yet, so nothing needs to be looked for: most deltas only make a held word longer.
    if (until <= from && ending === "none") return undecided(channel);
    const window = { text, from, stableUntil: until };
    const [joined, part] = views;
    return mapped(this.#ask(guards, joined), (said): MaybeGuardStep => {
      if (part === undefined) return this.#apply(channel, [said], { window, ending });
      const asked = this.#ask(guards, part);
      return mapped(asked, (own) => this.#apply(channel, [said, own], { window, ending }));
    });
  }

  #ask(guards: readonly Guard[], view: WindowView): readonly Outcome[] | Promise<readonly Outcome[]> {
    const context = { ...contextOf(this.#options, view.from), isOpen: !view.isEnd };
    return askAbout(guardsOf(guards, view), { view, context, offload: this.#options.offload });
  }

  /** @param outcomes one list a reading */
  #apply(
    channel: Channel,
    outcomes: readonly (readonly Outcome[])[],
    { window, ending }: { readonly window: Window; readonly ending: Ending },
  ): MaybeGuardStep {
    for (const { guard, outcome } of outcomes.flat()) {
      this.#report.spent(guard, outcome.durationUs);
      if (outcome.kind === "failed" && this.#report.failed(guard, outcome.reason)) return this.#fail(channel);
    }
    const found = outcomes.map((list) => list.flatMap(foundIn));
    const own = found.at(-1) ?? [];
    // What the part says by itself is certain, wherever it stands: nothing follows.
    if (ending === "part" && this.#isBlocked(channel, window, own))
      return this.#decide(channel, this.#all(channel), "text");
    const { base } = channel;
    const ended = movedAll(channel.ended, -base);
    const step = this.#release(channel, window, { found: merged([...found, ended]), isEnd: ending === "text" });
    const open = ending === "part" ? [...ended, ...own] : ended;
    // Places of the window before what was decided of it moved it.
    if (open.length > 0) channel.ended = openFrom(movedAll(open, base), channel.decided);
    return step;
  }

  #isBlocked({ name: channel, isSealed, base }: Channel, { text }: Window, own: readonly Found[]): boolean {
    const violations = this.#report.violations(own, text, { isSealed, base, channel });
    return violations.some(({ action }) => action === "block");
  }

  #block(channel: Channel, blocked: Parameters<typeof block>[1]): GuardStep {
    this.#observer.forget(channel);
    return block(channel, blocked);
  }

  /** A fail-closed policy could not run: nothing more leaves the channel. */
  #fail(channel: Channel): GuardStep {
    return this.#block(channel, { edits: [], violations: [], failedClosed: this.#report.summary().failedClosed });
  }

  #release(
    channel: Channel,
    window: Window,
    { found, isEnd }: { readonly found: readonly Found[]; readonly isEnd: boolean },
  ): GuardStep {
    const { book } = this.#options;
    const { isSealed, base } = channel;
    const restorable = this.#restorable(channel);
    const restoring = restorable === null ? null : { restorable, links: channel.links };
    const resolved = resolveWindow(window, found, {
      report: this.#report,
      book,
      restoring,
      isSealed,
      base,
      channel: channel.name,
    });
    const { limit, edits, maskable, blocking } = resolved;
    const decided = base + limit;
    restoring?.restorable.read(window.text.raw, { from: window.from, to: limit, links: restoring.links });
    if (blocking.length === 0)
      return release(channel, decided, { edits, maskable, context: isEnd ? 0 : this.#contextMax });
    channel.decided = decided;
    return this.#block(channel, { edits, violations: blocking, failedClosed: this.#report.summary().failedClosed });
  }

  /** Too much undecided text: the guards that hold it cannot be evaluated. The others continue without them. */
  #overflow(channel: Channel): MaybeGuardStep {
    const reason: FailReason = "unavailable";
    const holding = channel.isHolding ? this.#hold : this.#window;
    const isClosed = holding.map((guard) => this.#report.failed(guard, reason)).includes(true);
    if (isClosed) return this.#fail(channel);
    const others = channel.isHolding ? this.#window : [];
    channel.isHolding = false;
    return this.#decide(channel, others, "none");
  }
}

const NOTHING = Promise.resolve();
