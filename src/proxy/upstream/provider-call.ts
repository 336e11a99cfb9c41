import { mergeFacts, mayHoldFacts, type GenAi } from "../../codecs/shared/gen-ai.ts";
import { objectOf } from "../../codecs/shared/json-read.ts";
import type { SseEvent } from "../../codecs/framing/framing.ts";
import type { AnswerFacts } from "../../core/upstream-port.ts";
import type { CallTrace } from "../../telemetry/tracing.ts";
import type { ProxyIngress } from "../context.ts";

/** Begins the span of what the provider is asked; `null`: nothing is traced. */
export function traceCall(
  { trace, upstream, path, request, codec }: Pick<ProxyIngress, "trace" | "upstream" | "path" | "request" | "codec">,
  model: string,
): CallTrace | null {
  if (trace === null) return null;
  const method = request.method ?? "GET";
  const { name, target } = upstream;
  const address = target.kind === "url" ? target.url : null;
  const genAi =
    codec === null ? null : { provider: codec.genAi.provider(path), operation: codec.genAi.operation(path, method) };
  return trace.ask({ upstream: name, method, address, genAi, model });
}

/** Gathers the facts of a stream's events, for its span. */
export class StreamFacts {
  readonly #call: CallTrace;
  readonly #read: GenAi["facts"];
  #facts: AnswerFacts = {};
  #hasBegun = false;

  constructor(call: CallTrace, { facts }: GenAi) {
    this.#call = call;
    this.#read = facts;
  }

  see(events: readonly SseEvent[]): void {
    for (const { data } of events) {
      if (data === null || (this.#hasBegun && !mayHoldFacts(data))) continue;
      this.#hasBegun = true;
      const body = objectOf(data);
      if (body !== null) this.#facts = mergeFacts(this.#facts, this.#read(body));
    }
  }

  /** The provider sends nothing more. */
  end(): void {
    this.#call.learn(this.#facts);
    this.#call.received();
  }
}
