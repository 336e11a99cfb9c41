import type { Clock } from "../core/clock.ts";
import { ServiceError, type ErrorCode } from "../core/errors.ts";

/** What one process may ask the other: one argument, one answer, both as JSON carries them. */
export type Methods = { readonly [name: string]: (argument: never) => unknown };

type Argument<Remote extends Methods, Name extends keyof Remote> = Parameters<Remote[Name]>[0];
type Answer<Remote extends Methods, Name extends keyof Remote> = Awaited<ReturnType<Remote[Name]>>;

/** Why a call failed. No message of an error that is not ours: it may quote what was being read. */
interface Failure {
  /** `null`: not a `ServiceError`. */
  readonly code: ErrorCode | null;
  readonly message: string;
  /** Name and code of its cause. */
  readonly cause: string | null;
}

/**
 * One message on its way. Both ends are processes of one version, so what a method takes and gives is not checked again: `never` lets
 * it go to the party that the method's name says.
 */
export type Frame =
  | { readonly kind: "call"; readonly id: number; readonly method: string; readonly argument: never }
  | { readonly kind: "answer"; readonly id: number; readonly value: never }
  | { readonly kind: "failure"; readonly id: number; readonly failure: Failure };

/** As a frame leaves. */
type Outgoing = { readonly kind: Frame["kind"]; readonly id: number } & Readonly<Record<string, unknown>>;

export interface LinkOptions {
  readonly clock: Clock;
  /** Puts frames on their way, in order. */
  readonly send: (frames: readonly object[]) => void;
  /** Runs something when the event loop has taken in what has come: `setImmediate`. */
  readonly defer: (run: () => void) => void;
  /** What the other side may ask. */
  readonly handlers: Methods;
}

interface Unanswered {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly untilMs: number;
}

/** Calls under way at once; more are refused. A request makes two or three, and `server.max_requests` bounds those. */
const UNANSWERED_MAX = 65_536;
/** How long an answer may take where the caller says nothing else, ms. */
const ANSWER_WITHIN_MS = 30_000;
/** How often to look for calls whose time is over, ms. */
const SWEEP_MS = 1000;

/** Calls between two processes over a channel of messages. What is said in one turn of the event loop is one message. */
export class Link<Remote extends Methods> {
  readonly #options: LinkOptions;
  readonly #handlers: ReadonlyMap<string, Methods[string]>;
  readonly #unanswered = new Map<number, Unanswered>();
  #outgoing: Outgoing[] = [];
  #lastId = 0;
  #isClosed = false;
  #isSweeping = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#handlers = new Map(Object.entries(options.handlers));
  }

  /**
   * @param options.withinMs how long the answer may take, to the second
   * @throws {ServiceError} as the method does; {Error} when the other side has gone or does not answer
   */
  call<Name extends keyof Remote & string>(
    method: Name,
    argument: Argument<Remote, Name>,
    { withinMs = ANSWER_WITHIN_MS }: { readonly withinMs?: number } = {},
  ): Promise<Answer<Remote, Name>> {
    if (this.#isClosed) return Promise.reject(new Error("the other process is gone"));
    if (this.#unanswered.size >= UNANSWERED_MAX) return Promise.reject(new Error("the other process does not keep up"));
    const id = (this.#lastId += 1);
    const untilMs = this.#options.clock.now() + withinMs;
    return new Promise((resolve, reject) => {
      this.#unanswered.set(id, { resolve, reject, untilMs });
      this.#say({ kind: "call", id, method, argument });
      this.#sweepLater();
    });
  }

  /** What has come from the other side. */
  receive(frames: readonly Frame[]): void {
    for (const frame of frames) this.#take(frame);
  }

  /** Sends what waits for the end of the turn. */
  flush(): void {
    const frames = this.#outgoing;
    if (frames.length === 0) return;
    this.#outgoing = [];
    this.#options.send(frames);
  }

  /** The other side is gone: waiting calls get no answer. */
  close(): void {
    this.#isClosed = true;
    const waiting = [...this.#unanswered.values()];
    this.#unanswered.clear();
    for (const { reject } of waiting) reject(new Error("the other process is gone"));
  }

  #take(frame: Frame): void {
    if (frame.kind === "call") {
      void this.#serve(frame);
      return;
    }
    const unanswered = this.#unanswered.get(frame.id);
    if (unanswered === undefined) return;
    this.#unanswered.delete(frame.id);
    if (frame.kind === "answer") unanswered.resolve(frame.value);
    else unanswered.reject(asError(frame.failure));
  }

  async #serve({ id, method, argument }: Frame & { readonly kind: "call" }): Promise<void> {
    try {
      const handler = this.#handlers.get(method);
      if (handler === undefined) throw new Error(`no method ${method}`);
      const given = handler(argument);
      const value = given instanceof Promise ? await given : given;
      this.#say({ kind: "answer", id, value });
    } catch (error) {
      this.#say({ kind: "failure", id, failure: failureOf(error) });
    }
  }

  #say(frame: Outgoing): void {
    if (this.#isClosed) return;
    this.#outgoing.push(frame);
    if (this.#outgoing.length === 1) this.#options.defer(() => this.flush());
  }

  #sweepLater(): void {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    this.#options.clock.after(SWEEP_MS, () => {
      this.#isSweeping = false;
      const nowMs = this.#options.clock.now();
      // Where something held the loop, answers wait in the channel, which is read after timers have run.
      this.#options.defer(() => this.#sweep(nowMs));
      if (this.#unanswered.size > 0) this.#sweepLater();
    });
  }

  #sweep(nowMs: number): void {
    for (const [id, { reject, untilMs }] of this.#unanswered) {
      if (untilMs > nowMs) continue;
      this.#unanswered.delete(id);
      reject(new Error("the other process did not answer in time"));
    }
  }
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof ServiceError)) return { code: null, message: nameOf(error), cause: null };
  return { code: error.code, message: error.message, cause: error.cause === undefined ? null : nameOf(error.cause) };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}

function asError({ code, message, cause }: Failure): Error {
  if (code === null) return new Error(`the other process failed: ${message}`);
  return new ServiceError(code, { detail: message, ...(cause === null ? {} : { cause: new Error(cause) }) });
}

/** The answer of what has none: JSON knows no `undefined`. */
export function done(run: () => void): null {
  run();
  return null;
}
