import type { CompletionCodec, CompletionRequest } from "../codecs/codec.ts";
import type { ProxyExchange } from "./context.ts";
import type { UpstreamAnswer } from "./upstream/upstream-client.ts";

/** The inspected exchange once the upstream has answered. */
export interface Answering {
  readonly exchange: ProxyExchange;
  readonly answer: UpstreamAnswer;
  readonly codec: CompletionCodec;
  readonly completion: CompletionRequest;
}
