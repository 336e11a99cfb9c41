import { CODECS, MESSAGE_CODECS } from "../../src/codecs/registry.ts";
import type { CompletionCodec, CompletionRequest } from "../../src/codecs/codec.ts";
import { withTexts } from "../../src/codecs/shared/body-edits.ts";
import { SSE } from "../../src/codecs/framing/framing.ts";
import { isObject } from "../../src/codecs/shared/json-read.ts";
import { PlaceholderBook } from "../../src/core/masks.ts";
import { parseJson } from "../../src/core/json.ts";
import type { Json } from "../../src/core/model.ts";
import { systemClock } from "../../src/cli/process.ts";
import { ALL_HERE } from "../../src/engine/offload.ts";
import { openScheduling } from "../../src/proxy/scheduling.ts";
import { ConversationLog } from "../../src/proxy/checks/conversation-log.ts";
import { inspectRequest, type RequestExchange } from "../../src/proxy/checks/request-inspection.ts";
import { inspectSlots } from "../../src/proxy/checks/inspect.ts";
import { ExchangeTally } from "../../src/proxy/record/tally.ts";
import { VerdictMemo } from "../../src/proxy/checks/verdict-memo.ts";
import { Metrics } from "../../src/telemetry/metrics.ts";
import { makeAsset } from "../../test/support/config.ts";
import { makeRuntime, TEST_POLICIES } from "../../test/support/proxy.ts";
import type { HostileBody } from "./body-shapes.ts";

const ASSET = makeRuntime({
  assets: [makeAsset("a", { ...TEST_POLICIES, test_score: { action: "flag" } })],
}).assets.get("a");

function checks(): RequestExchange {
  if (ASSET === undefined) throw new TypeError("no asset");
  return {
    asset: ASSET,
    clock: systemClock,
    longTexts: ALL_HERE,
    scheduling: openScheduling(),
    metrics: new Metrics(),
    trace: null,
    abort: new AbortController(),
    tally: new ExchangeTally(),
    book: new PlaceholderBook(),
    memo: new VerdictMemo(100),
    conversation: new ConversationLog(),
    recording: null,
    shadow: null,
    upstream: { blockedHistory: "tombstone", joinedTurns: 4 },
    headers: {},
  };
}

/** `null`: refused, which costs what it costs: an object of too many fields, a number of too many digits. */
function parsed(text: string): Json | null {
  const json = parseJson(text);
  if (!json.ok) JSON.parse(text);
  return json.ok ? json.value : null;
}

function codecOf({ method, path }: HostileBody): CompletionCodec {
  const codec = CODECS.find(({ matches }) => matches(method, path));
  if (codec === undefined) throw new TypeError(`no format: ${method} ${path}`);
  return codec;
}

/** A request: read, checked, and written with every text changed. */
export async function requestPath(body: HostileBody, text: string): Promise<void> {
  const { method, path } = body;
  const json = parsed(text);
  if (json === null) return;
  const read = codecOf(body).readRequest(json, { method, path, query: "", readsTools: true });
  if (!read.ok) throw new TypeError(read.reason);
  const inspection = await inspectRequest(checks(), read.value);
  if (inspection.kind !== "pass") throw new TypeError(inspection.kind);
  const changes = read.value.slots.map(({ pointer, isValue, text: own }) => ({ pointer, isValue, text: own }));
  JSON.stringify(withTexts(json, changes, inspection.takenOut));
}

/** A message over a WebSocket. */
export async function messagePath({ path }: HostileBody, text: string): Promise<void> {
  const codec = MESSAGE_CODECS.find(({ matches }) => matches(path));
  const json = parsed(text);
  if (json === null) return;
  if (codec === undefined || !isObject(json)) throw new TypeError(path);
  const read = codec.open({ readsTools: true }).readClient(json);
  if (!read.ok) throw new TypeError(read.reason);
  await inspectRequest(checks(), read.value);
}

function asked(body: HostileBody): { readonly codec: CompletionCodec; readonly request: CompletionRequest } {
  const codec = codecOf(body);
  const request: CompletionRequest = {
    slots: [],
    stream: true,
    includeUsage: false,
    model: "m",
    choiceCount: 1,
    isJsonOutput: false,
    unreadParts: [],
    readsAnswer: true,
  };
  return { codec, request };
}

/** A whole answer: read, checked, written with every text changed, and refused. */
export async function answerPath(body: HostileBody, text: string): Promise<void> {
  const { codec, request } = asked(body);
  const json = parsed(text);
  if (json === null) return;
  const read = codec.readResponse(json, request);
  if (!read.ok) throw new TypeError(read.reason);
  await inspectSlots(checks(), read.value, { keepsGoing: true });
  const changes = read.value.map(({ pointer, isValue, text: own }) => ({ pointer, isValue, text: own }));
  codec.afterMask(withTexts(json, changes));
  const pointers = read.value.map(({ pointer }) => pointer);
  JSON.stringify(codec.refuseChoices(json, pointers, { message: "no", policies: ["p"], kinds: ["K"], requestId: "r" }));
}

/** One event of a stream: read, and written with every text changed. */
export function eventPath(body: HostileBody, text: string): Promise<void> {
  const { codec, request } = asked(body);
  const step = codec.openStream(request, SSE).read(SSE.event(text));
  if (!step.ok) {
    if (parsed(text) === null) return Promise.resolve();
    throw new TypeError(step.reason);
  }
  const texts = step.value.deltas.map((delta) => (delta.kind === "json" ? delta.text : `${delta.text} changed`));
  step.value.render({ texts, isChanged: true, dropped: new Set(), unfinished: new Set() });
  return Promise.resolve();
}
