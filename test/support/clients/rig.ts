import assert from "node:assert/strict";
import { mockPort } from "../../../src/mock-provider/port.ts";
import { createManualClock } from "../clock.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_POLICIES, type TestProxyParts } from "../proxy.ts";
import { waitFor } from "../proxy-client.ts";
import { replyJson, replyStream, startUpstream, type FakeUpstream, type UpstreamScript } from "../upstream.ts";
import { startTee, type Tee } from "./tee.ts";

/** Opens a wait for what the mock says now: true once the client has heard enough of it. */
type Hearing = () => () => boolean;

/**
 * The mock provider as a server of its own. Where a prompt makes a guard fail, or the provider hang up, the second half of a
 * stream waits until the client has heard of the first: so that it happens in mid-stream however the reads fall.
 */
const mockScript =
  (listen: Hearing, pausesAlways: boolean): UpstreamScript =>
  async (response, { method, url: path, rawHeaders: headers, body }) => {
    const isHeard = listen();
    const { signal } = new AbortController();
    const made = await mockPort.send({ method, path, headers: [...headers], body, signal });
    const chunks: Buffer[] = [];
    for await (const chunk of made.body) chunks.push(chunk as Buffer);
    const pauses = pausesAlways || body.includes(FAILS) || body.includes(HANGS_UP);
    const half = pauses ? chunks.length >> 1 : 0;
    response.writeHead(made.status, made.headers);
    for (const chunk of chunks.slice(0, half)) response.write(chunk);
    if (half > 0) await waitFor(() => isHeard() || response.destroyed);
    if (half > 0 && body.includes(HANGS_UP)) response.destroy();
    for (const chunk of chunks.slice(half)) response.write(chunk);
    response.end();
  };

/** A provider that streams those parts, whatever it is asked. */
export const streams =
  (parts: readonly (string | Uint8Array)[]): UpstreamScript =>
  (response) =>
    replyStream(response, parts);

/** A provider that tells that body, whatever it is asked. */
export const replies =
  (body: unknown, status = 200, headers: Record<string, string> = {}): UpstreamScript =>
  (response) =>
    replyJson(response, body, status, headers);

/** A provider, and two ways to it: straight, and through the gate. Both are written down. */
export interface Rig extends AsyncDisposable {
  readonly upstream: FakeUpstream;
  readonly direct: Tee;
  readonly gate: Tee;
}

export interface RigParts {
  /** The mock, unless another is given. */
  readonly script?: UpstreamScript;
  readonly policies?: NonNullable<TestProxyParts["policies"]>;
  readonly over?: Parameters<typeof makeUpstream>[1];
  /** The mock says no more than half of a stream until the gate, which holds it, has given a sign of life. */
  readonly isSlow?: boolean;
}

export async function startRig(parts: RigParts = {}): Promise<Rig> {
  const { policies = TEST_POLICIES, over = {}, isSlow = false } = parts;
  const clock = createManualClock();
  const listen: Hearing = () => {
    // The answer to come is the gate's next one.
    const at = gate.exchanges.length;
    return () => {
      if (isSlow) clock.advance(15_000);
      return gate.exchanges[at]?.told().includes(isSlow ? ": keep-alive" : "calm") === true;
    };
  };
  const script = parts.script ?? mockScript(listen, isSlow);
  const upstream = await startUpstream(script);
  const timing = isSlow ? { clock } : {};
  const proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, over)], policies, ...timing });
  const [direct, gate] = [await startTee(upstream.url), await startTee(proxy.url)];
  const close = async (): Promise<void> => {
    for (const each of [direct, gate, proxy, upstream]) await each[Symbol.asyncDispose]();
  };
  return { upstream, direct, gate, [Symbol.asyncDispose]: close };
}

/** The test policies, on answers only: the mock repeats its prompt, so a prompt says what an answer will hold. */
export const ANSWERS_ONLY: NonNullable<RigParts["policies"]> = Object.fromEntries(
  Object.entries(TEST_POLICIES ?? {}).map(([name, policy]) => [name, { ...policy, scope: "output" }]),
);

/** The same, and streams are held until they are complete. */
export const HELD_ANSWERS: NonNullable<RigParts["policies"]> = Object.fromEntries(
  Object.entries(ANSWERS_ONLY).map(([name, policy]) => [name, { ...policy, stream: "hold" }]),
);

/** What a prompt must hold for the gate to act on it, or on the mock's answer to it. */
export const KEY_PROMPT = `the key is ${TEST_KEY} so keep it`;
/** The part of that answer which may leave before the key. */
export const KEY_RELEASED = "You said: the key is ";
/** What the failing guard of the test policies stumbles over. */
const FAILS = "explode";
/** What makes the mock of these tests break off. */
const HANGS_UP = "hang up";
const CALM = "a calm beginning that may well leave, for there is nothing in it that would harm anybody who reads it, ";
export const FAILING_PROMPT = `${CALM.repeat(2)}then ${FAILS} now`;
export const BREAKING_PROMPT = `${CALM.repeat(2)}then ${HANGS_UP}`;
/** Its second half, which never comes, holds this. */
export const NEVER_TOLD = HANGS_UP;

/** Two letters of the key that the gate blocks, which stand nowhere else in an answer. */
const KEY_START = TEST_KEY.slice(0, 2);

/** Every answer of the gate so far holds nothing of the key. */
export function assertNoLeak(gate: Tee): void {
  for (const { told } of gate.exchanges) assert.ok(!told().includes(KEY_START), "a part of the match has left");
}

/** Small enough to part every character of more than one byte somewhere. */
const PIECE_BYTES = 7;

/**
 * The events of a stream in a framing that is allowed and odd: comments between them, other line ends, cut anywhere. The last
 * one stays whole, for a client may hang up in its middle, and how much of it has passed by then is chance.
 */
export function reframed(events: readonly string[]): readonly Uint8Array[] {
  const framed = events.map((event) => Buffer.from(`: keep-alive\n\n${event}`.replaceAll(/\r?\n/g, "\r\n")));
  const bytes = Buffer.concat(framed.slice(0, -1));
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  const pieces = Array.from({ length: count }, (_, at) => bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES));
  return [...pieces, ...framed.slice(-1)];
}

/** A client gets the same through the gate as without it, and so does the provider: objects, and bytes both ways. */
export async function assertTransparent(run: (url: string) => Promise<unknown>, parts: RigParts = {}): Promise<void> {
  await using rig = await startRig(parts);
  const straight = await run(rig.direct.url);
  const { length } = rig.upstream.seen;
  assert.ok(length > 0, "the client has asked nothing");
  assert.deepEqual(await run(rig.gate.url), straight);
  assert.equal(rig.gate.exchanges.length, rig.direct.exchanges.length);
  for (const [at, gated] of rig.gate.exchanges.entries()) {
    const direct = rig.direct.exchanges[at];
    const [through, to] = [rig.upstream.seen[length + at], rig.upstream.seen[at]];
    assert.deepEqual([gated.method, gated.path, gated.status], [direct?.method, direct?.path, direct?.status]);
    assert.deepEqual([through?.method, through?.url], [to?.method, to?.url]);
    assert.equal(through?.body.toString(), to?.body.toString());
    assert.equal(gated.told().toString("latin1"), direct?.told().toString("latin1"));
    assert.equal(gated.headers["content-type"], direct?.headers["content-type"]);
    assert.equal(gated.headers["x-guardrail-verdict"], "passed");
  }
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** @throws what `run` does not throw */
export async function thrownBy(run: Promise<unknown>): Promise<unknown> {
  try {
    await run;
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
