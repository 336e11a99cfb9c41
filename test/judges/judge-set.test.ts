import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { JudgeSet } from "../../src/judges/judge-set.ts";
import { realClock } from "../support/clock.ts";
import { makeAsset } from "../support/config.ts";
import { makeJudge } from "../support/judges.ts";
import { startServer } from "../support/server.ts";
import { tinyFolder } from "../support/tiny-onnx.ts";

const set = () => new JudgeSet({ clock: realClock, report: () => {} });
const local = (files: Readonly<Record<string, string | null>> = {}) => ({
  ...makeJudge({}, { labels: new Map([["toxicity_detection", ["insult", "threat"]]]) }),
  model: { kind: "onnx", folder: tinyFolder(files), activation: "sigmoid" } as const,
});

describe("JudgeSet", () => {
  test("keeps what has not changed, and only that", () => {
    const judges = set();
    const [same, other] = [makeJudge({ url: "http://a" }), makeJudge({ url: "http://b" }, { name: "other" })];
    const first = judges.open([same, other]);
    judges.use(first);
    const second = judges.open([{ ...other, retries: 3 }, { ...same }]);
    assert.equal(second.get("judge"), first.get("judge"));
    assert.notEqual(second.get("other"), first.get("other"));
  });

  test("names the judge that cannot be opened", () => {
    assert.throws(
      () => set().open([makeJudge({ url: "http://a" }), local({ "labels.json": null })]),
      /^Error: judges\.1: folder: /,
    );
  });
});

describe("a service with a local model", () => {
  const asset = { judge: { name: "judge", mode: "alone", band: null }, action: "block", timeoutMs: 5000 } as const;
  const start = (files?: Readonly<Record<string, string | null>>) =>
    startServer({ judges: [local(files)], assets: [makeAsset("demo-chatbot", { toxicity_detection: asset })] });

  test("asks it", async () => {
    await using server = await start();
    const verdicts = ["Hello you.", "Hello fool."].map(async (prompt) => {
      const answer = await server.post("/sdk/v1/analyze/prompt", { asset_id: "demo-chatbot", scan_data: { prompt } });
      return answer.body.verdict as string;
    });
    assert.deepEqual(await Promise.all(verdicts), ["passed", "blocked"]);
  });

  test("does not start when the model is missing or cannot be run", async () => {
    await assert.rejects(async () => start({ "model.onnx": null }), /judges\.0: folder: .*model\.onnx is missing/);
    await assert.rejects(start({ "model.onnx": "no model" }), /model\.onnx cannot be run/);
  });
});
