import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { makeAsset } from "../support/config.ts";
import { scrape } from "../support/prometheus.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer } from "../support/server.ts";
import { runs } from "../support/runs.ts";

const assets = [
  makeAsset("demo-chatbot", { pii_detection: { action: "flag" }, secrets_keys_detection: { action: "block" } }),
];
const upstreams = [makeUpstream("mock", { unread: "pass" })];

/** What a caller may choose freely, wherever a header or a path can carry it; known again by its beginning. */
const WORD = fc.stringMatching(/^zq[A-Za-z0-9_-]{8,24}$/);
const PREFIX = fc.constantFrom(
  "/",
  "/sdk/v1/",
  "/scan/",
  "/admin/records/",
  "/v1/",
  "/v1/chat/completions",
  "/v1/models/",
  "/metrics/",
);
const METHOD = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND");

interface Attack {
  readonly path: string;
  readonly init: RequestInit;
}

const anywhere: fc.Arbitrary<Attack> = fc
  .record({ prefix: PREFIX, word: WORD, query: WORD, method: METHOD, header: WORD, value: WORD })
  .map(({ prefix, word, query, method, header, value }) => ({
    path: `${prefix}${word}?${query}=${value}`,
    init: { method, headers: { [`x-${header}`]: value, "x-api-key": value, "user-agent": value } },
  }));

const json = (path: string, body: unknown): Attack => ({
  path,
  init: {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "rsk_demo" },
    body: JSON.stringify(body),
  },
});

const analyzed: fc.Arbitrary<Attack> = fc
  .record({ asset: fc.oneof(WORD, fc.constant("demo-chatbot")), name: WORD, known: fc.boolean(), word: WORD })
  .map(({ asset, name, known, word }) =>
    json("/sdk/v1/analyze/prompt", {
      asset_id: asset,
      scan_data: { prompt: word },
      session_id: word,
      user_id: word,
      metadata: { [word]: word },
      policies: [{ policy_name: known ? "competitor_mention_detection" : name, action: "flag", metadata: [word] }],
    }),
  );

const proxied: fc.Arbitrary<Attack> = fc
  .record({ model: WORD, role: fc.oneof(WORD, fc.constant("user")), type: WORD, word: WORD, stream: fc.boolean() })
  .map(({ model, role, type, word, stream }) =>
    json("/v1/chat/completions", {
      model,
      stream,
      messages: [
        { role, content: word },
        { role: "user", content: [{ type, [type]: word }] },
      ],
      [word]: type,
    }),
  );

/** Fewer than there are words in the requests, each of which is another: one label that took them would exceed it. */
const SERIES_MAX = 800;

test("no string of a caller becomes a label, and series stay few", async () => {
  await using server = await startServer({ assets, upstreams, limits: { default: 1e6, routes: new Map() } });
  let requests = 0;
  const send = async ({ path, init }: Attack): Promise<void> => {
    requests += 1;
    await (await fetch(server.url + path, init)).arrayBuffer();
  };
  await fc.assert(fc.asyncProperty(fc.oneof(anywhere, analyzed, proxied), send), {
    numRuns: runs(1000),
    endOnFailure: true,
  });
  const series = await scrape(server.url);
  const counted = series.filter(({ name }) => name === "sallyport_requests_total");
  assert.equal(
    counted.reduce((sum, { value }) => sum + value, 0),
    requests,
  );
  assert.ok(series.length < SERIES_MAX, `${series.length} series`);
  for (const { name, labels } of series) assert.doesNotMatch(Object.values(labels).join(" "), /zq/i, name);
});
