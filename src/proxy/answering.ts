import type { UpstreamAnswer } from "../core/upstream-port.ts";
import type { CompletionCodec, CompletionRequest } from "../codecs/codec.ts";
import type { ProxyExchange } from "./context.ts";

/** The inspected exchange once the upstream has answered. */
export interface Answering {
  readonly exchange: ProxyExchange;
  readonly answer: UpstreamAnswer;
  readonly codec: CompletionCodec;
  readonly completion: CompletionRequest;
}
