import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";
import type { Analyzer, PreparedAnalyzer } from "../../src/analyzers/analyzer.ts";
import { ANALYZERS } from "../../src/analyzers/registry.ts";
import type { AssetId, Finding, JsonObject, Side } from "../../src/core/model.ts";
import { makeAsset } from "../support/config.ts";
import { scrape, valueOf } from "../support/prometheus.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { chatChunk, chatCompletion, replyJson, replyStream, startUpstream, STREAM_END } from "../support/upstream.ts";
import { watchedStore, type WatchedStore } from "../support/watched-store.ts";

type Analyze = PreparedAnalyzer["analyze"];
const TIMEOUT_MS = 10;

/** What an analyzer can do wrong, and what is told of it. */
const FAULTS: Readonly<Record<string, { readonly analyze: Analyze; readonly reason: "error" | "timeout" }>> = {
  throws: {
    analyze: () => {
      throw new Error("on purpose");
    },
    reason: "error",
  },
  rejects: { analyze: () => Promise.reject(new Error("on purpose")), reason: "error" },
  "never answers": { analyze: () => new Promise(() => {}), reason: "timeout" },
  // That it found nothing comes too late to count.
  "answers late": {
    analyze: () => new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS * 25, [])),
    reason: "timeout",
  },
  // What the types forbid, code from elsewhere may do.
  "answers with no list": { analyze: () => Promise.resolve(NO_LIST), reason: "error" },
  "finds something outside the text": {
    analyze: () => [{ kind: "X", score: 1, span: { start: 0, end: 1_000_000 } }],
    reason: "error",
  },
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fault is that it is none
const NO_LIST = undefined as unknown as readonly Finding[];

/** Its registry's analyzer where and when it runs; what it does there is the fault. */
function faulty(analyze: Analyze, side: Side) {
  return {
    kind: "ready" as const,
    analyzer: {
      lookback: 64,
      details: () => ({ score: 1 }),
      analyze: (...[text, context]: Parameters<Analyze>) => (context.side === side ? analyze(text, context) : []),
    },
  };
}

const TEXT = "a fine word";
const CALL = { id: "call_1", type: "function", function: { name: "look_up", arguments: '{"q":"fine"}' } };
const ANSWER = chatCompletion(TEXT);
const WHOLE = {
  ...ANSWER,
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: TEXT, tool_calls: [CALL] } }],
};
const STREAM = [
  chatChunk({ delta: { role: "assistant", content: "" } }),
  ...["a ", "fine ", "word"].map((content) => chatChunk({ delta: { content } })),
  chatChunk({ delta: { tool_calls: [{ index: 0, ...CALL }] } }),
  chatChunk({ finish: "stop" }),
  STREAM_END,
];

interface Bench extends AsyncDisposable {
  readonly server: TestServer;
  readonly records: WatchedStore;
}

/** One asset and one upstream for each policy, all with the fault. */
async function open(fault: string, onError: "block" | "pass", side: Side): Promise<Bench> {
  const { analyze } = FAULTS[fault] ?? assert.fail(fault);
  const upstream = await startUpstream((response, { body }) =>
    body.includes('"stream":true') ? replyStream(response, STREAM) : replyJson(response, WHOLE),
  );
  const records = watchedStore();
  const mocks = ANALYZERS.map((analyzer) => mock.method(analyzer, "prepare", () => faulty(analyze, side)));
  try {
    const server = await startServer({
      records: records.store,
      server: { verdictMemoEntries: 0 },
      limits: { default: 1000 },
      assets: ANALYZERS.map(({ name }) => makeAsset(name, { [name]: { onError, timeoutMs: TIMEOUT_MS } })),
      upstreams: ANALYZERS.map(({ name }) =>
        makeUpstream(upstream.url, { name, prefix: `/${name}`, asset: name as AssetId, joinedTurns: 1 }),
      ),
    });
    return {
      server,
      records,
      [Symbol.asyncDispose]: async () => {
        await server[Symbol.asyncDispose]();
        await upstream[Symbol.asyncDispose]();
      },
    };
  } finally {
    for (const each of mocks) each.mock.restore();
  }
}

const failures = async (server: TestServer, policy: string, side: Side, reason: string): Promise<number> =>
  valueOf(await scrape(server.url), "sallyport_policy_evaluations_total", { policy, side, outcome: "failed", reason });

interface Expected {
  readonly name: string;
  readonly reason: string;
  readonly isClosed: boolean;
  /** Stands in every answer, and is what the policy would have read. */
  readonly unchecked: string;
}

/** The policy's entry of a list of applied ones says that it failed. */
function assertFailed(applied: unknown, { name, reason }: Expected): void {
  const entry = (applied as readonly JsonObject[]).find(({ policy_name }) => policy_name === name);
  assert.deepEqual([entry?.["status"], entry?.["reason"]], ["failed", reason], JSON.stringify(applied));
}

async function assertApi({ server, records }: Bench, side: Side, expected: Expected): Promise<void> {
  const { name, isClosed } = expected;
  const [path, field] = side === "input" ? ["prompt", "prompt"] : ["response", "response"];
  const call = { asset_id: name, scan_data: { [field]: TEXT } };
  const { status, body, headers } = await server.post(`/sdk/v1/analyze/${path}`, call);
  assert.equal(status, isClosed ? 503 : 200);
  if (isClosed) {
    assert.equal(body.error, `A guardrail policy could not be evaluated: ${name}`);
    const record = await records.next();
    assertFailed(record.applied, expected);
    assert.deepEqual([headers.get("x-guardrail-verdict"), record.verdict], ["unavailable", "unavailable"]);
    return;
  }
  assert.equal(headers.get("x-guardrail-degraded"), name);
  assertFailed(body.policies_applied, expected);
  assertFailed((await records.next()).applied, expected);
}

async function assertProxy({ server, records }: Bench, stream: boolean, expected: Expected): Promise<void> {
  const { name, isClosed, unchecked } = expected;
  const answer = await fetch(`${server.url}/${name}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "m", stream, messages: [{ role: "user", content: "hello" }] }),
    headers: { "content-type": "application/json" },
  });
  const text = await answer.text();
  if (isClosed) {
    assert.match(text, /guardrail_unavailable/);
    assert.ok(text.includes(name), text);
    // Of a stream that has begun the status has gone; what was not checked has not.
    if (answer.status !== 503) assert.ok(stream && answer.status === 200);
    assert.ok(!text.includes(unchecked), text);
  } else {
    assert.equal(answer.status, 200);
    assert.ok(text.includes(unchecked), text);
    if (!stream) assert.equal(answer.headers.get("x-guardrail-degraded"), name);
  }
  assertFailed((await records.next()).applied, expected);
}

/** Whether the policy reads that text at all. */
function reads({ reads: what, covers, scope }: Analyzer, side: Side): boolean {
  if (what === "tool_calls") return side === "output";
  return (scope === "both" || scope === side) && covers(side, side === "input" ? "user" : "assistant");
}

for (const [fault, { reason }] of Object.entries(FAULTS))
  for (const onError of ["block", "pass"] as const)
    describe(`a policy that ${fault}, on_error: ${onError},`, () => {
      for (const side of ["input", "output"] as const)
        test(`has failed on side ${side}, wherever that is told, and never passed`, async () => {
          await using bench = await open(fault, onError, side);
          for (const analyzer of ANALYZERS.filter((each) => reads(each, side))) {
            const { name } = analyzer;
            const unchecked = analyzer.reads === undefined ? "fine" : "look_up";
            const expected = { name, reason, isClosed: onError === "block", unchecked };
            let times = 0;
            if (analyzer.reads === undefined) {
              await assertApi(bench, side, expected);
              times += 1;
            }
            for (const stream of side === "input" ? [false] : [false, true]) {
              await assertProxy(bench, stream, expected);
              times += 1;
            }
            const counted = await failures(bench.server, name, side, reason);
            assert.ok(counted >= times, `${name}: ${counted} of ${times}`);
          }
          const told = onError === "block" ? '"error":"guardrail_unavailable"' : '"degraded":[';
          assert.ok(bench.server.log.some((line) => line.includes(told)));
        });
    });
