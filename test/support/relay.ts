import assert from "node:assert/strict";
import type { CompletionCodec, CompletionRequest } from "../../src/codecs/codec.ts";
import { SSE } from "../../src/codecs/framing.ts";
import type { Json } from "../../src/core/model.ts";
import { openIngress, openProxyExchange, type ProxyExchange } from "../../src/proxy/context.ts";
import { findRoute } from "../../src/proxy/route.ts";
import { openChecks } from "../../src/proxy/stream-checks.ts";
import { StreamRelay } from "../../src/proxy/stream-relay.ts";
import { VerdictMemo } from "../../src/proxy/verdict-memo.ts";
import { createManualClock } from "./clock.ts";
import { makeAsset } from "./config.ts";
import { makeRuntime, makeUpstream, TEST_POLICIES } from "./proxy.ts";

const clock = createManualClock();
const runtime = makeRuntime({ upstreams: [makeUpstream("mock")], assets: [makeAsset("demo-chatbot", TEST_POLICIES)] });

function openExchange(): ProxyExchange {
  const route = findRoute(runtime, "POST", "/v1/chat/completions");
  assert.ok(route);
  const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const limiter = { take: () => ({ admitted: true, limit: 1, remaining: 1, resetSeconds: 1 }) };
  const caller = { id: "id", notes: {} };
  // The relay and its checks use neither request nor response.
  const none = {} as never;
  return openProxyExchange(openIngress(route, { request: none, runtime, deps: { clock, logger, limiter }, caller }), {
    response: none,
    memo: new VerdictMemo(0),
  });
}

export interface Relayed {
  readonly text: string;
  readonly state: StreamRelay["state"];
}

export function readRequest(codec: CompletionCodec, body: Json, path: string): CompletionRequest {
  const [route = "", query] = path.split("?");
  const target = { method: body === null ? "GET" : "POST", path: route, query: query === undefined ? "" : `?${query}` };
  const read = codec.readRequest(body, { ...target, readsTools: false });
  assert.ok(read.ok);
  return read.value;
}

/** Runs server-sent bytes, cut where `cuts` says, through parser, codec, guard and queue; a block ends natively. */
export async function relay(
  codec: CompletionCodec,
  request: CompletionRequest,
  { bytes, cuts }: { readonly bytes: Buffer; readonly cuts: readonly number[] },
): Promise<Relayed> {
  const queue = new StreamRelay({
    codec: codec.openStream(request, SSE),
    checks: openChecks(openExchange()),
    request,
    textMaxChars: 100_000,
    heldMaxChars: 1_000_000,
    passesUnread: false,
    endsOnce: true,
  });
  const parser = SSE.open({ eventMaxBytes: 100_000 });
  let text = "";
  const take = (): void => {
    for (const { raw } of queue.take()) text += raw;
  };
  for (const [at, cut] of [...cuts, bytes.length].entries()) {
    const parsed = parser.push(bytes.subarray(cuts[at - 1] ?? 0, cut));
    assert.ok(parsed.ok);
    await queue.push(parsed.events);
    take();
    if (queue.state.kind !== "open") break;
  }
  if (queue.state.kind === "open") {
    await queue.end();
    take();
  }
  if (queue.state.kind === "blocked") for (const { raw } of queue.refusal()) text += raw;
  return { text, state: queue.state };
}
