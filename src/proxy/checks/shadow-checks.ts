import { pause } from "../../core/clock.ts";
import type { Applied, FailReason, JsonObject } from "../../core/model.ts";
import { evaluate, skipReason, type EvaluationContext } from "../../engine/evaluate.ts";
import { readsConversation, type Guard } from "../../engine/guard.ts";
import { askJoined, readsJoined, type JoinedText } from "../../engine/joined.ts";
import { exchangeReport, presentShadow } from "../../records/report.ts";
import { Reading } from "../../text/reading.ts";
import { AppliedLog } from "../record/recording.ts";
import type { CheckingExchange } from "../context.ts";
import { checkKey, readText, type CheckedText, type CheckMode } from "./checked-text.ts";
import { appliedJoined, reportJoined } from "./joined-turns.ts";
import { HARMLESS } from "./text-checks.ts";
import type { MemoKey } from "./verdict-memo.ts";

/** Text that may wait to be looked at, UTF-16 units; of what comes beyond, the record says that it was not. */
const WAITING_MAX_CHARS = 4_000_000;
/** Texts of one exchange that judges are asked about at once. */
const ASKING_MAX = 8;
/** Texts that have been taken out of the list before it is compacted. */
const COMPACT_AFTER = 4096;
type Parts = Pick<CheckingExchange, "asset" | "clock" | "metrics" | "memo" | "conversation" | "longTexts">;

/** A text that waits. */
interface Waiting {
  readonly guards: readonly Guard[];
  readonly context: EvaluationContext;
  readonly chars: number;
  /** The message that holds it; `null`: none, or several. */
  readonly turn: number | null;
  readonly key: () => MemoKey;
  readonly ask: () => Promise<Said>;
}

interface Said {
  readonly applied: readonly Applied[];
  readonly violated: readonly JsonObject[];
  /** Nothing was found, and the same will be said of the same text. */
  readonly isClean: boolean;
}

/**
 * The asset's shadow policies on one exchange. They are given what the policies that act are given, and asked when the event loop
 * comes round to it: no text, stream or answer waits for them, and what they say goes to metrics and the record only.
 */
export class ShadowWatch {
  readonly #parts: Parts;
  readonly #log = new AppliedLog();
  /** By policy, the violation that the log reports. */
  readonly #violated = new Map<string, JsonObject>();
  readonly #abort = new AbortController();
  readonly #readsConversation: boolean;
  #waiting: Waiting[] = [];
  /** Index of the first of them that waits still. */
  #next = 0;
  #chars = 0;
  #pump: Promise<void> | null = null;
  readonly #asking = new Set<Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#readsConversation = parts.asset.shadows.some(readsConversation);
  }

  /** As records list them. */
  get applied(): readonly JsonObject[] {
    return this.#parts.asset.shadows.map((guard) => {
      const applied = this.#log.of(guard);
      const violation = applied.status === "violated" ? this.#violated.get(guard.policy.name) : undefined;
      return presentShadow(applied, violation ?? null);
    });
  }

  /** A whole text. */
  text(item: CheckedText, { select, manner }: CheckMode): void {
    const { asset, clock, memo, longTexts } = this.#parts;
    const guards = asset.shadows.filter(select);
    if (guards.length === 0) return;
    const conversation = this.#conversation();
    const { side, origin, turn = null } = item;
    const offload = longTexts.background;
    const context = { side, origin, conversation, clock, signal: this.#abort.signal, offload };
    const key = (): MemoKey => checkKey({ asset, memo, conversation }, item, { guards, manner: `shadow ${manner}` });
    const ask = async (): Promise<Said> => {
      const { text, ...call } = readText(item);
      const { applied, violations, isRepeatable } = await evaluate(guards, new Reading(text), { ...context, ...call });
      const isClean = isRepeatable && violations.length === 0;
      return { applied, violated: violations.map(exchangeReport), isClean };
    };
    const tool = item.tool === undefined ? {} : { tool: { ...item.tool, values: () => [] } };
    this.#add({ guards, context: { ...context, ...tool }, chars: item.text.length, turn, key, ask });
  }

  /** Messages of the user, together. */
  joined(text: JoinedText): void {
    const { asset, clock, memo, longTexts } = this.#parts;
    const guards = asset.shadows.filter(readsJoined);
    if (guards.length === 0) return;
    const context = { side: "input", origin: "user", clock, signal: this.#abort.signal } as const;
    const key = (): MemoKey => memo.keyOf(asset, `shadow joined ${text.borders.join(" ")}`, text.joined);
    const ask = async (): Promise<Said> => {
      const asked = await askJoined(guards, text, { clock, signal: this.#abort.signal, offload: longTexts.background });
      const violated = asked.filter(({ isViolated }) => isViolated).map(reportJoined);
      const isClean = violated.length === 0 && asked.every(({ isRepeatable }) => isRepeatable);
      return { applied: asked.map(appliedJoined), violated, isClean };
    };
    this.#add({ guards, context, chars: text.joined.length, turn: null, key, ask });
  }

  /** A text of an answer that is no longer kept for them. */
  lost(): void {
    const { asset, clock } = this.#parts;
    const context = { side: "output", origin: "assistant", clock, signal: this.#abort.signal } as const;
    this.#fail({ guards: asset.shadows, context }, "unavailable");
  }

  /**
   * Resolves when all is said.
   * @param closing aborted when nothing is awaited any more
   * @param withinMs what is not said by then is given up
   */
  async finish(closing: AbortSignal, withinMs: number): Promise<void> {
    const stop = (): void => this.#stop();
    if (closing.aborted) stop();
    closing.addEventListener("abort", stop, { once: true });
    const cancel = this.#parts.clock.after(withinMs, stop);
    while (this.#pump !== null || this.#asking.size > 0) await Promise.all([this.#pump, ...this.#asking]);
    cancel();
    closing.removeEventListener("abort", stop);
  }

  #conversation(): Parts["conversation"] {
    const { conversation } = this.#parts;
    return this.#readsConversation ? conversation.snapshot() : conversation;
  }

  #add(waiting: Waiting): void {
    if (this.#abort.signal.aborted || this.#chars + waiting.chars > WAITING_MAX_CHARS) {
      this.#fail(waiting, "unavailable");
      return;
    }
    this.#chars += waiting.chars;
    this.#waiting.push(waiting);
    this.#pump ??= this.#run();
  }

  async #run(): Promise<void> {
    while (this.#next < this.#waiting.length) {
      // Each in a turn of the loop of its own: what the exchange does goes first.
      await pause(this.#parts.clock, 0);
      const next = this.#take();
      if (next === null) break;
      const { chars } = next;
      const asking: Promise<void> = this.#ask(next).finally(() => {
        this.#asking.delete(asking);
        this.#chars -= chars;
      });
      this.#asking.add(asking);
      if (this.#asking.size >= ASKING_MAX) await Promise.race(this.#asking);
    }
    this.#pump = null;
  }

  /** The first of those that wait. Taking it out of the list would move all others. */
  #take(): Waiting | null {
    const next = this.#waiting[this.#next] ?? null;
    this.#next += 1;
    if (this.#next >= COMPACT_AFTER) {
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
    }
    return next;
  }

  async #ask(waiting: Waiting): Promise<void> {
    const { guards, context, turn } = waiting;
    const { asset, memo, metrics } = this.#parts;
    const key = waiting.key();
    if (memo.get(key) !== undefined) {
      for (const guard of guards) this.#noteKnown(guard, context);
      return;
    }
    const said = await waiting.ask().catch(() => null);
    if (said === null) {
      this.#fail(waiting, "error");
      return;
    }
    const applied = said.applied.map((each) => this.#named(each));
    metrics.shadow(applied, { asset: asset.asset.id, side: context.side });
    const violated = new Map(said.violated.map((each) => [each["policy_name"], each]));
    for (const each of applied) {
      const violation = violated.get(each.policy.name);
      if (this.#log.note(each) && violation !== undefined)
        this.#violated.set(each.policy.name, { ...violation, side: context.side, message: turn });
    }
    if (said.isClean) memo.set(key, HARMLESS);
  }

  /** Nothing was found in it when it came before. */
  #noteKnown(guard: Guard, context: EvaluationContext): void {
    const { policy, scope } = guard;
    if (skipReason(guard, context) === null) this.#log.note({ status: "passed", policy, scope, durationUs: 0 });
  }

  /** What was given up is late, whatever its judge makes of that. */
  #named(applied: Applied): Applied {
    return applied.status === "failed" && this.#abort.signal.aborted ? { ...applied, reason: "timeout" } : applied;
  }

  /** Those that would have been asked. */
  #fail({ guards, context }: Pick<Waiting, "guards" | "context">, reason: FailReason): void {
    const failed = guards
      .filter((guard) => skipReason(guard, context) === null)
      .map(({ policy, scope }): Applied => ({ status: "failed", reason, policy, scope, durationUs: 0 }));
    for (const each of failed) this.#log.note(each);
    this.#parts.metrics.shadow(failed, { asset: this.#parts.asset.asset.id, side: context.side });
  }

  #stop(): void {
    this.#abort.abort();
    for (const waiting of this.#waiting.slice(this.#next)) this.#fail(waiting, "timeout");
    this.#waiting = [];
    this.#next = 0;
  }
}

/** All shadow policies that have something to say about a text. */
const ALL: CheckMode = { select: () => true, manner: "" };

/** A text of a streamed answer. */
interface Growing {
  /** `null` once it grew too long. */
  text: string | null;
  /** Where its newest part begins. */
  partFrom: number;
  /** Parts that have ended. */
  parts: number;
}

/** A streamed answer, as shadow policies will read it: each of its texts whole, of parts each and all of them together. */
export class ShadowedAnswer {
  readonly #watch: ShadowWatch;
  readonly #textMaxChars: number;
  /** By channel. */
  readonly #texts = new Map<string, Growing>();
  #chars = 0;

  /** @param textMaxChars UTF-16 units */
  constructor(watch: ShadowWatch, textMaxChars: number) {
    this.#watch = watch;
    this.#textMaxChars = textMaxChars;
  }

  grow(channel: string, text: string): void {
    const growing = this.#texts.get(channel) ?? { text: "", partFrom: 0, parts: 0 };
    if (growing.text === null) return;
    this.#texts.set(channel, growing);
    const grown = growing.text + text;
    this.#chars += text.length;
    const isLost = grown.length > this.#textMaxChars || this.#chars > WAITING_MAX_CHARS;
    growing.text = isLost ? null : grown;
    if (!isLost) return;
    this.#chars -= grown.length;
    this.#watch.lost();
  }

  /** What follows in the channel is another part of its text. */
  endPart(channel: string): void {
    const growing = this.#texts.get(channel);
    if (growing === undefined || growing.text === null || growing.text.length === growing.partFrom) return;
    this.#check(growing.text.slice(growing.partFrom));
    growing.partFrom = growing.text.length;
    growing.parts += 1;
  }

  /** The channel's next text is another one. */
  end(channel: string): void {
    this.endPart(channel);
    const growing = this.#texts.get(channel);
    this.#texts.delete(channel);
    this.#chars -= growing?.text?.length ?? 0;
    if (growing !== undefined && growing.text !== null && growing.parts > 1) this.#check(growing.text);
  }

  /** Nothing more comes. */
  close(): void {
    for (const channel of this.#texts.keys()) this.end(channel);
  }

  #check(text: string): void {
    this.#watch.text({ text, kind: "text", side: "output", origin: "assistant" }, ALL);
  }
}
