import assert from "node:assert/strict";
import type { CompletionRequest, StreamStep } from "../../../src/codecs/codec.ts";
import type { StreamFraming, SseEvent } from "../../../src/codecs/framing/framing.ts";
import { InlineGuards } from "../../../src/access/inline-guards.ts";
import { NO_LOAD } from "../../../src/core/overload.ts";
import { maskText, PlaceholderBook } from "../../../src/core/masks.ts";
import type { Evaluation } from "../../../src/core/model.ts";
import { evaluate } from "../../../src/engine/evaluate.ts";
import { openScheduling } from "../../../src/proxy/scheduling.ts";
import { openIngress, openProxyExchange, type ProxyExchange } from "../../../src/proxy/context.ts";
import { createRecordGuards } from "../../../src/records/content.ts";
import { Metrics } from "../../../src/telemetry/metrics.ts";
import { findRoute } from "../../../src/proxy/find-route.ts";
import { openStreamChecks } from "../../../src/proxy/stream/stream-checks.ts";
import { VerdictMemo } from "../../../src/proxy/checks/verdict-memo.ts";
import { StreamRelay } from "../../../src/proxy/stream/stream-relay.ts";
import { Reading } from "../../../src/text/reading.ts";
import { createManualClock } from "../clock.ts";
import { makeAsset } from "../config.ts";
import { makeRuntime, makeUpstream, TEST_POLICIES } from "../proxy.ts";
import type { WireKit } from "./kit.ts";

const clock = createManualClock();
const runtime = makeRuntime({ upstreams: [makeUpstream("mock")], assets: [makeAsset("demo-chatbot", TEST_POLICIES)] });
const guards = runtime.assets.get("demo-chatbot")?.guards ?? [];

export function openExchange(path: string): ProxyExchange {
  const route = findRoute(runtime, "POST", path);
  assert.ok(route);
  const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const limiter = { take: () => ({ admitted: true, limit: 1, remaining: 1, resetSeconds: 1 }) };
  const caller = { id: "id", notes: {} };
  // The relay and its checks use neither request nor response.
  const none = {} as never;
  const ingress = openIngress(route, {
    request: none,
    runtime,
    deps: {
      clock,
      load: NO_LOAD,
      scheduling: openScheduling(),
      inlineGuards: new InlineGuards(),
      logger,
      limiter,
      mock: { send: () => Promise.reject(new Error("not asked")) },
      store: null,
      recordGuards: createRecordGuards(),
      metrics: new Metrics(),
    },
    caller,
  });
  return openProxyExchange(ingress, { response: none, memo: new VerdictMemo(100) });
}

export function requestOf(kit: WireKit, count = 1): CompletionRequest {
  const [path = "", query = ""] = kit.path({ stream: true }).split("?");
  const target = { method: "POST", path, query: query === "" ? "" : `?${query}`, readsTools: false };
  const read = kit.codec.readRequest(kit.request("hi", { stream: true, count }), target);
  assert.ok(read.ok);
  return read.value;
}

export function framingOf(kit: WireKit, request: CompletionRequest): StreamFraming {
  const isEventStream = kit.contentType.startsWith("text/event-stream");
  const framing = kit.codec.framing({ isJson: kit.contentType === "application/json", isEventStream }, request);
  assert.ok(framing);
  return framing;
}

/** What the codec says of each event of a stream. */
export function stepsOf(kit: WireKit, parts: readonly string[], count: number): readonly StreamStep[] {
  const request = requestOf(kit, count);
  const framing = framingOf(kit, request);
  const stream = kit.codec.openStream(request, framing);
  const parser = framing.open({ eventMaxBytes: 100_000 });
  return [parser.push(Buffer.from(parts.join(""))), parser.end()].flatMap((parsed) => {
    assert.ok(parsed.ok);
    return parsed.events.map((event) => {
      const step = stream.read(event);
      assert.ok(step.ok);
      return step.value;
    });
  });
}

export interface Relayed {
  readonly text: string;
  readonly state: StreamRelay["state"];
}

/** Runs bytes, cut where `cuts` says, through framing, codec, guard and queue, and out on the wire again. */
export async function relayed(
  kit: WireKit,
  bytes: Buffer,
  run: { cuts: readonly number[]; count: number },
): Promise<Relayed> {
  const request = requestOf(kit, run.count);
  const framing = framingOf(kit, request);
  const relay = new StreamRelay({
    codec: kit.codec.openStream(request, framing),
    checks: openStreamChecks(openExchange(kit.path({ stream: true }).split("?")[0] ?? ""), { remembers: false }),
    request,
    textMaxChars: 100_000,
    bufferedMaxChars: 1_000_000,
    passesUnread: false,
    endsOnce: true,
  });
  let text = "";
  let isFirst = true;
  const write = (events: readonly SseEvent[]): void => {
    for (const event of events) {
      text += framing.wire(event, isFirst);
      isFirst = false;
    }
  };
  const parser = framing.open({ eventMaxBytes: 100_000 });
  for (const [at, cut] of [...run.cuts, bytes.length].entries()) {
    const parsed = parser.push(bytes.subarray(run.cuts[at - 1] ?? 0, cut));
    assert.ok(parsed.ok);
    await relay.push(parsed.events);
    write(relay.takeReady());
    if (relay.state.kind !== "open") break;
  }
  if (relay.state.kind === "open") {
    const rest = parser.end();
    assert.ok(rest.ok);
    await relay.push(rest.events);
    await relay.end();
    write(relay.takeReady());
  }
  const { state } = relay;
  if (state.kind === "blocked") {
    write(relay.refusal());
    text += framing.close;
  }
  return { text, state };
}

/** Placeholder numbers follow the order of decisions, which interleaving may change; types and places may not. */
export const unnumbered = (text: string): string => text.replaceAll(/<([A-Z]+)_\d+>/g, "<$1>");

/** What the engine says of the whole text. */
export function evaluateWhole(text: string): Promise<Evaluation> {
  const signal = new AbortController().signal;
  return evaluate(guards, new Reading(text), { side: "output", origin: "assistant", clock, signal });
}

/** The whole text, masked as the engine would. */
export async function maskedWhole(text: string): Promise<string> {
  const { violations } = await evaluateWhole(text);
  const masks = violations.filter(({ policy }) => policy.mask).flatMap((violation) => violation.masks);
  return unnumbered(maskText(text, masks, new PlaceholderBook()) ?? text);
}
