import type { Clock } from "../core/clock.ts";
import { codeOf, ServiceError, type ErrorCode } from "../core/errors.ts";

/** Calls between processes: one argument, one answer, both as JSON. */
export type Methods = { readonly [name: string]: (argument: never) => unknown };

type Argument<Remote extends Methods, Name extends keyof Remote> = Parameters<Remote[Name]>[0];
type Answer<Remote extends Methods, Name extends keyof Remote> = Awaited<ReturnType<Remote[Name]>>;

/** Why a call failed. Messages of foreign errors are dropped: they may quote input. */
interface Failure {
  /** `null`: not a `ServiceError`. */
  readonly code: ErrorCode | null;
  readonly message: string;
  /** Name and code of its cause. */
  readonly cause: string | null;
}

/**
 * One message. Both ends run the same version, so arguments and answers are not validated again: `never` makes them assignable to
 * whatever the named method takes.
 */
export type Frame =
  | { readonly kind: "call"; readonly id: number; readonly method: string; readonly argument: never }
  | { readonly kind: "answer"; readonly id: number; readonly value: never }
  | { readonly kind: "failure"; readonly id: number; readonly failure: Failure };

/** An outgoing frame. */
type Outgoing = { readonly kind: Frame["kind"]; readonly id: number } & Readonly<Record<string, unknown>>;

export interface ProcessLinkOptions {
  readonly clock: Clock;
  /** Sends frames, in order. */
  readonly send: (frames: readonly object[]) => void;
  /** Runs something after the event loop has polled for input: `setImmediate`. */
  readonly defer: (run: () => void) => void;
  /** Methods that the other side may call. */
  readonly handlers: Methods;
}

interface Unanswered {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly untilMs: number;
}

/** Calls under way at once; more are refused. A request makes two or three, and `server.max_requests` bounds those. */
const UNANSWERED_MAX = 65_536;
/** Default time for an answer, ms. */
const ANSWER_WITHIN_MS = 30_000;
/** How often expired calls are looked for, ms. */
const SWEEP_MS = 1000;

/** Calls between two processes over IPC. All frames of one turn of the event loop travel in one message. */
export class ProcessLink<Remote extends Methods> {
  readonly #options: ProcessLinkOptions;
  readonly #handlers: ReadonlyMap<string, Methods[string]>;
  readonly #unanswered = new Map<number, Unanswered>();
  #outgoing: Outgoing[] = [];
  #lastId = 0;
  #isClosed = false;
  #isSweeping = false;

  constructor(options: ProcessLinkOptions) {
    this.#options = options;
    this.#handlers = new Map(Object.entries(options.handlers));
  }

  /**
   * @param options.withinMs how long the answer may take, to the second
   * @throws {ServiceError} as the method does; {Error} when the other side has ended or does not answer
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

  /** Handles frames from the other side. */
  receive(frames: readonly Frame[]): void {
    for (const frame of frames) this.#take(frame);
  }

  /** Sends the frames that wait for the end of the turn. */
  flush(): void {
    const frames = this.#outgoing;
    if (frames.length === 0) return;
    this.#outgoing = [];
    this.#options.send(frames);
  }

  /** The other side has ended: waiting calls fail. */
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
  const code = codeOf(error);
  return code === null ? error.name : `${error.name} ${code}`;
}

function asError({ code, message, cause }: Failure): Error {
  if (code === null) return new Error(`the other process failed: ${message}`);
  return new ServiceError(code, { detail: message, ...(cause === null ? {} : { cause: new Error(cause) }) });
}

/** Answers a call without a result: JSON has no `undefined`. */
export function done(run: () => void): null {
  run();
  return null;
}
