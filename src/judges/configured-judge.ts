import { LRUCache } from "lru-cache";
import { hash } from "node:crypto";
import { pause, type Clock } from "../core/clock.ts";
import {
  whyNoAnswer,
  type Judge,
  type JudgeAnswer,
  type JudgeAsked,
  type JudgeEvent,
  type JudgeRequest,
  type JudgeSettings,
  type JudgeTrace,
  type Question,
  type BreakerSettings,
} from "../core/judge-model.ts";
import { JudgeFailure, asJudgeFailure, serviceErrorOf, unreadable } from "./judge-failure.ts";
import type { ModelRequest, Model } from "./models/model-contract.ts";
import { piecesOf } from "./pieces.ts";

export interface JudgeOptions {
  readonly clock: Clock;
  /** 0 to 1, for the pauses before retries. */
  readonly random: () => number;
  readonly report: (event: JudgeEvent) => void;
  /** Called for every question; absent: not counted. */
  readonly asked?: (asked: JudgeAsked) => void;
  /** Begins the trace of a question that is put under the signal; absent or `null`: nothing is traced. */
  readonly trace?: (judge: string, signal: AbortSignal) => JudgeTrace | null;
}

/** Pieces of one text: more would run up the bill. */
const PIECES_MAX = 64;
/** Pause before the first retry, ms; it doubles, minus up to a random half. */
const PAUSE_MS = 50;
const PAUSE_MAX_MS = 2000;
/** Minimum interval between logged failures, ms. */
const REPORT_EVERY_MS = 10_000;
/** Digits of an id: enough to rule out collisions. */
const ID_DIGITS = 24;

/** The abort reason of the deadline. */
const LATE = new JudgeFailure("timeout", "the judge did not answer in time");

/** A model with protection against slowness, failure and cost: deadline, bounds, retries, breaker, cache. */
export class ConfiguredJudge implements Judge {
  readonly name: string;
  readonly id: string;
  readonly timeoutMs: number;
  readonly #settings: JudgeSettings;
  readonly #model: Model;
  readonly #options: JudgeOptions;
  readonly #memo: LRUCache<string, JudgeAnswer> | null;
  readonly #gate: Gate;
  readonly #breaker: Breaker;
  readonly #budget = new RetryBudget();
  readonly #questions = new WeakMap<Question, string>();
  #failures = 0;
  #reportedMs = Number.NEGATIVE_INFINITY;

  constructor(settings: JudgeSettings, model: Model, options: JudgeOptions) {
    const { name, timeoutMs, memoEntries: max } = settings;
    this.name = name;
    this.id = judgeId(settings);
    this.timeoutMs = timeoutMs;
    this.#settings = settings;
    this.#model = model;
    this.#options = options;
    this.#memo = max === 0 ? null : new LRUCache({ max });
    this.#gate = new Gate(settings);
    this.#breaker = new Breaker(settings.breaker, {
      clock: options.clock,
      onChange: (isOpen) => options.report({ kind: isOpen ? "opened" : "closed", judge: name }),
    });
  }

  readonly whyNot = (question: Question): string | null => {
    const { name, model, labels } = this.#settings;
    return whyNoAnswer({ name, kind: model.kind, labels }, question);
  };

  readonly ask = (request: JudgeRequest): JudgeAnswer | Promise<JudgeAnswer> => {
    const { question, text, origin } = request;
    const texts = piecesOf(text, this.#settings.pieceChars);
    if (texts.length > PIECES_MAX) {
      this.#report("unreadable", null);
      return Promise.reject(serviceErrorOf(this.#failed(unreadable("the text is too long to judge"))));
    }
    const pieces = texts.map((piece) => ({ question, text: piece, origin }));
    const known = pieces.map((piece) => this.#remembered(piece));
    if (!known.every((answer) => answer !== undefined)) return this.#askAll(pieces, request);
    this.#report("remembered", null);
    return strongest(known);
  };

  /** Rejects when it can never answer. */
  readonly load = (): Promise<void> => this.#model.load();
  readonly drain = (): void => this.#model.drain();
  readonly close = (): Promise<void> => this.#model.close();

  async #askAll(pieces: readonly ModelRequest[], { signal, timeoutMs }: JudgeRequest): Promise<JudgeAnswer> {
    if (signal.aborted) throw serviceErrorOf(unreadable("the caller is gone"));
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const cancel = this.#options.clock.after(Math.min(timeoutMs, this.timeoutMs), () => controller.abort(LATE));
    signal.addEventListener("abort", abort, { once: true });
    const startedMs = this.#options.clock.now();
    const trace = this.#options.trace?.(this.name, signal) ?? null;
    const traced = trace === null ? pieces : pieces.map((piece) => ({ ...piece, trace: trace.headers }));
    try {
      const answers = await Promise.all(traced.map((piece) => this.#askOnce(piece, controller.signal)));
      this.#report("answered", startedMs);
      trace?.end(null);
      return strongest(answers);
    } catch (error) {
      const failure = controller.signal.reason === LATE ? LATE : asJudgeFailure(error);
      const outcome = signal.aborted ? "abandoned" : failure.kind;
      this.#report(outcome, startedMs);
      trace?.end(outcome);
      if (!signal.aborted) this.#failed(failure);
      throw serviceErrorOf(failure);
    } finally {
      cancel();
      signal.removeEventListener("abort", abort);
      // If one piece failed, the others need no answer.
      controller.abort();
    }
  }

  async #askOnce(asked: ModelRequest, signal: AbortSignal): Promise<JudgeAnswer> {
    const leave = await this.#gate.enter(signal);
    try {
      // The same text may have been answered in the meantime.
      const answer = this.#remembered(asked) ?? (await this.#attempts(asked, signal));
      this.#memo?.set(this.#keyOf(asked), answer);
      return answer;
    } finally {
      leave();
    }
  }

  async #attempts(asked: ModelRequest, signal: AbortSignal): Promise<JudgeAnswer> {
    this.#budget.earn();
    for (let attempt = 0; ; attempt++) {
      const leave = this.#breaker.enter();
      if (leave === null)
        throw new JudgeFailure("unreachable", "the judge failed too often and is left alone for a while");
      try {
        const answer = await this.#model.ask(asked, signal);
        leave.succeeded();
        return answer;
      } catch (error) {
        const failure = settle(leave, asJudgeFailure(error), signal);
        const mayRetry = failure.isPassing && attempt < this.#settings.retries && !signal.aborted;
        if (!mayRetry || !this.#budget.spend()) throw failure;
        await this.#pause(attempt, failure, signal);
      }
    }
  }

  /** @throws {JudgeFailure} the failure before the pause, when it is aborted */
  async #pause(attempt: number, failure: JudgeFailure, signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#options;
    const backoffMs = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** attempt) * (1 - random() / 2);
    await pause(clock, Math.max(backoffMs, failure.retryAfterMs), signal);
    if (signal.aborted) throw failure;
  }

  #remembered(asked: ModelRequest): JudgeAnswer | undefined {
    return this.#memo?.get(this.#keyOf(asked));
  }

  /** A digest, so that no text is kept. JSON keeps lone surrogates distinct. */
  #keyOf({ question, text, origin }: ModelRequest): string {
    let name = this.#questions.get(question);
    if (name === undefined)
      this.#questions.set(question, (name = hash("sha256", JSON.stringify(question), "base64url")));
    return hash("sha256", JSON.stringify([name, origin, text]), "base64url");
  }

  /** @param startedMs `null`: it took no time */
  #report(outcome: JudgeAsked["outcome"], startedMs: number | null): void {
    const { asked, clock } = this.#options;
    asked?.({ judge: this.name, outcome, durationMs: startedMs === null ? 0 : clock.now() - startedMs });
  }

  #failed(failure: JudgeFailure): JudgeFailure {
    this.#failures += 1;
    const nowMs = this.#options.clock.now();
    if (nowMs - this.#reportedMs < REPORT_EVERY_MS) return failure;
    this.#options.report({ kind: "failed", judge: this.name, reason: failure.message, count: this.#failures });
    this.#reportedMs = nowMs;
    this.#failures = 0;
    return failure;
  }
}

/** Reports to the breaker how an attempt ended. */
function settle(leave: Leave, failure: JudgeFailure, signal: AbortSignal): JudgeFailure {
  const isLate = signal.reason === LATE;
  if (signal.aborted && !isLate) leave.abandoned();
  else if (isLate || failure.isOutage) leave.failed();
  else leave.succeeded();
  return failure;
}

/** The highest of each score over several pieces. */
function strongest(answers: readonly JudgeAnswer[]): JudgeAnswer {
  const [first, ...rest] = answers;
  if (first === undefined) return { score: 0, parts: [] };
  return rest.reduce(
    (best, { score, parts }) => ({
      score: Math.max(best.score, score),
      parts: best.parts.map((part, index) => (part === null ? null : Math.max(part, parts[index] ?? 0))),
    }),
    first,
  );
}

/** Equal for equal settings. */
export function judgeId(settings: JudgeSettings): string {
  const written = JSON.stringify({ ...settings, labels: [...settings.labels] });
  return `${settings.name} ${hash("sha256", written, "hex").slice(0, ID_DIGITS)}`;
}

interface Waiter {
  readonly admit: () => void;
}

/** Bounds concurrency: a limited number waits in order, further callers are refused. */
export class Gate {
  readonly #concurrencyMax: number;
  readonly #queueMax: number;
  readonly #waiting: Waiter[] = [];
  #inside = 0;

  constructor({ concurrencyMax, queueMax }: { readonly concurrencyMax: number; readonly queueMax: number }) {
    this.#concurrencyMax = concurrencyMax;
    this.#queueMax = queueMax;
  }

  get inside(): number {
    return this.#inside;
  }

  /** Resolves to a function that leaves, to be called once. @throws {JudgeFailure} `overloaded`; the signal's reason */
  enter(signal: AbortSignal): Promise<() => void> {
    if (this.#inside < this.#concurrencyMax) {
      this.#inside += 1;
      return Promise.resolve(this.#leave);
    }
    if (this.#waiting.length >= this.#queueMax)
      return Promise.reject(new JudgeFailure("overloaded", "too many questions wait for the judge"));
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(new JudgeFailure("timeout", "the question waited too long for its turn"));
      };
      const waiter: Waiter = {
        admit: () => {
          signal.removeEventListener("abort", onAbort);
          resolve(this.#leave);
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(waiter);
    });
  }

  /** The longest waiter takes the place. */
  readonly #leave = (): void => {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inside -= 1;
    else next.admit();
  };
}

/** Retries that each question earns: one for ten. */
const SHARE = 0.1;
/** Most saved retries: so many may follow each other after a quiet time. */
const SAVED_MAX = 10;
/** So that the first failure is retried. */
const SAVED_AT_START = 1;

/** Keeps retries a small share of the questions: a failing judge must not get twice the load. */
export class RetryBudget {
  #saved = SAVED_AT_START;

  /** A question is asked. */
  earn(): void {
    this.#saved = Math.min(SAVED_MAX, this.#saved + SHARE);
  }

  /** Whether a retry may be made now. */
  spend(): boolean {
    // Ten tenths are a little less than one.
    if (this.#saved < 1 - Number.EPSILON * SAVED_MAX) return false;
    this.#saved -= 1;
    return true;
  }
}

/** Permission for one attempt, whose outcome is reported once. */
interface Leave {
  readonly succeeded: () => void;
  readonly failed: () => void;
  /** The caller disconnected, which says nothing about the judge. */
  readonly abandoned: () => void;
}

/**
 * Stops asking a judge that fails again and again. After a while one attempt tries it; its outcome decides for all.
 * @see https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker
 */
export class Breaker {
  readonly #settings: BreakerSettings;
  readonly #clock: Clock;
  readonly #onChange: (isOpen: boolean) => void;
  #failures = 0;
  /** `null`: closed, every attempt is permitted. */
  #openUntilMs: number | null = null;
  #isProbing = false;

  constructor(
    settings: BreakerSettings,
    { clock, onChange }: { readonly clock: Clock; readonly onChange: (isOpen: boolean) => void },
  ) {
    this.#settings = settings;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  get isOpen(): boolean {
    return this.#openUntilMs !== null;
  }

  /** `null`: no attempt is permitted now. */
  enter(): Leave | null {
    if (this.#openUntilMs === null) return this.#leave(false);
    if (this.#isProbing || this.#clock.now() < this.#openUntilMs) return null;
    this.#isProbing = true;
    return this.#leave(true);
  }

  #leave(isProbe: boolean): Leave {
    // Attempts from before the breaker opened no longer count.
    const counts = (): boolean => isProbe || this.#openUntilMs === null;
    return {
      succeeded: () => {
        if (!counts()) return;
        this.#failures = 0;
        if (isProbe) this.#close();
      },
      failed: () => {
        if (!counts()) return;
        this.#failures += 1;
        if (isProbe || this.#failures >= this.#settings.failures) this.#open();
      },
      abandoned: () => {
        if (isProbe) this.#isProbing = false;
      },
    };
  }

  #open(): void {
    const isNews = this.#openUntilMs === null;
    this.#isProbing = false;
    this.#openUntilMs = this.#clock.now() + this.#settings.openMs;
    if (isNews) this.#onChange(true);
  }

  #close(): void {
    this.#isProbing = false;
    this.#openUntilMs = null;
    this.#onChange(false);
  }
}
