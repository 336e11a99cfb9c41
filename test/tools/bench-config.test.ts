import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { findAnalyzer } from "../../src/analyzers/registry.ts";
import { createApp } from "../../src/app.ts";
import type { Config } from "../../src/config/config-model.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { Side } from "../../src/core/model.ts";
import { createLogger } from "../../src/telemetry/logger.ts";
import { realClock } from "../support/clock.ts";
import { scrape, valueOf } from "../support/prometheus.ts";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function load(path: string, env: Readonly<Record<string, string>> = {}): Config {
  const loaded = loadConfig(readFileSync(file(path), "utf8"), { file: path, env });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  return loaded.config;
}

const SHIPPED = load("../../config/sallyport.yaml");
/** The mock provider in the process answers with what it was asked. */
const BENCH = load("../../tools/bench/sallyport.bench.yaml", { BENCH_UPSTREAM: "builtin:mock" });
const shipped = SHIPPED.assets.find(({ id }) => id === "demo-chatbot")?.policies ?? [];

/** Names of the policies that cover a side, as their analyzers say unless the configuration says otherwise. */
const covering = (side: Side): readonly string[] =>
  shipped
    .filter(({ name, scope }) => ["both", side].includes(scope ?? findAnalyzer(name)?.scope ?? ""))
    .map(({ name }) => name)
    .toSorted();

// What is not measured would make every figure too good.
describe("the benchmarked configuration", () => {
  test("has the policies of the shipped asset, as they are set there", () => {
    const settings = (policies: typeof shipped): readonly unknown[] =>
      policies.map((policy) => ({ ...policy, id: null }));
    assert.ok(shipped.length >= 4);
    assert.deepEqual(settings(BENCH.assets[0]?.policies ?? []), settings(shipped));
  });

  test("covers the input with every policy, and the output with all but those that judge prompts", () => {
    assert.equal(covering("input").length, shipped.length);
    assert.ok(covering("output").length >= 3);
  });

  test("remembers no verdict unless a scenario asks for it", () => {
    assert.equal(BENCH.server.verdictMemoEntries, 0);
    const env = { BENCH_UPSTREAM: "builtin:mock", BENCH_MEMO_ENTRIES: "20000" };
    const agent = load("../../tools/bench/sallyport.bench.yaml", env);
    assert.equal(agent.server.verdictMemoEntries, SHIPPED.server.verdictMemoEntries);
  });

  test("evaluates every policy on the sides that it covers, on the API and on the proxy", async () => {
    const config = { ...BENCH, server: { ...BENCH.server, port: 0 } };
    const app = createApp({ config, clock: realClock, logger: createLogger({ level: "silent" }) });
    try {
      const { port } = await app.listen();
      const url = `http://127.0.0.1:${port}`;
      const post = async (path: string, body: unknown): Promise<unknown> => {
        const headers = { "content-type": "application/json", "x-api-key": "rsk_bench" };
        const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
        assert.equal(answer.status, 200, path);
        return answer.json();
      };
      const asked = { asset_id: "bench", save: false };
      const prompt = "Where is the library?";
      const response = "At the market.";
      const asPrompt = await post("/sdk/v1/analyze/prompt", { ...asked, scan_data: { prompt } });
      const asResponse = await post("/sdk/v1/analyze/response", { ...asked, scan_data: { prompt, response } });
      assert.deepEqual(passed(asPrompt), covering("input"));
      assert.deepEqual(passed(asResponse), covering("output"));
      const messages = [{ role: "user", content: prompt }];
      await post("/v1/chat/completions", { model: "bench", messages });
      const series = await scrape(url);
      for (const surface of ["api", "proxy"])
        for (const side of ["input", "output"])
          assert.ok(valueOf(series, "sallyport_evaluation_duration_seconds_count", { surface, side }) >= 1);
      for (const side of ["input", "output"] as const)
        for (const policy of covering(side)) {
          const labels = { policy, side, asset: "bench", outcome: "passed" };
          assert.ok(valueOf(series, "sallyport_policy_evaluations_total", labels) >= 2, `${policy}, ${side}`);
        }
    } finally {
      await app.close();
    }
  });
});

/** Names of the policies that were evaluated and found nothing. */
function passed(answered: unknown): readonly string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wrong guess of the answer's form fails the test
  const { policies_applied } = answered as { policies_applied: { policy_name: string; status: string }[] };
  return policies_applied
    .filter(({ status }) => status === "passed")
    .map(({ policy_name }) => policy_name)
    .toSorted();
}
