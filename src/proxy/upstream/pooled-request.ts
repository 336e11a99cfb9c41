import type { UpstreamAnswer } from "../../core/upstream-port.ts";
import type { Dispatcher } from "undici";
import { AnswerBody } from "../body/answer-body.ts";
import type { AnswerBatch } from "../scheduling/answer-batch.ts";
import { KeyRedaction } from "../key-redaction.ts";

type Controller = Dispatcher.DispatchController;

interface PooledRequestOptions {
  readonly signal: AbortSignal;
  readonly apiKey: string | null;
  readonly answers: AnswerBatch;
}

/** A request on a pool's connection: resolves when the answer's headers are there, and fills its body. */
export class PooledRequest implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal;
  readonly #answers: AnswerBatch;
  readonly #redaction: KeyRedaction | null;
  readonly #resolve: (answer: UpstreamAnswer) => void;
  readonly #reject: (error: Error) => void;
  #controller: Controller | null = null;
  #body: AnswerBody | null = null;

  constructor(
    { signal, apiKey, answers }: PooledRequestOptions,
    resolve: (answer: UpstreamAnswer) => void,
    reject: (error: Error) => void,
  ) {
    this.#redaction = KeyRedaction.of(apiKey);
    this.#signal = signal;
    this.#answers = answers;
    this.#resolve = resolve;
    this.#reject = reject;
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#signal.aborted) this.#onAbort();
  }

  onResponseStart(controller: Controller, status: number, headers: UpstreamAnswer["headers"]): void {
    // 1xx: the answer itself is to come.
    if (status < 200) return;
    const body = new AnswerBody(controller, this.#answers);
    this.#body = body;
    const shown = this.#redaction?.headers(headers) ?? headers;
    this.#answers.join(() => this.#resolve({ status, headers: shown, body }));
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#body?.push(this.#redaction?.push(chunk) ?? chunk);
  }

  onResponseEnd(): void {
    this.#forgetSignal();
    if (this.#redaction !== null) this.#body?.push(this.#redaction.end());
    this.#body?.end();
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#forgetSignal();
    if (this.#body === null) this.#reject(error);
    else this.#body.fail(error);
  }

  readonly #onAbort = (): void => {
    const reason: unknown = this.#signal.reason;
    const error = reason instanceof Error ? reason : new Error("aborted");
    if (this.#body === null) this.#controller?.abort(error);
    else this.#body.destroy(error);
  };

  #forgetSignal(): void {
    this.#signal.removeEventListener("abort", this.#onAbort);
  }
}
