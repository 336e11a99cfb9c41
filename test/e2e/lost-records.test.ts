import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ServiceError } from "../../src/core/errors.ts";
import { createNoStore, type RecordStore } from "../../src/store/record-store.ts";
import { answerWith, chat } from "../support/proxy-client.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer } from "../support/server.ts";

/** Cannot write; `isKnown` tells whether anybody has noticed. */
const failing = (isKnown: boolean): RecordStore => ({
  ...createNoStore(),
  save: () => Promise.reject(new ServiceError("store_unavailable")),
  isReady: () => !isKnown,
});

async function open(onError: "reject" | "degrade", isKnown: boolean) {
  const upstream = await answerWith("fine");
  const upstreams = [makeUpstream(upstream.url)];
  const server = await startServer({ records: failing(isKnown), store: { onError }, upstreams });
  const ask = async () => {
    const body = JSON.stringify(chat("hello"));
    const answer = await fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    await answer.arrayBuffer();
    return { status: answer.status, lost: answer.headers.get("x-guardrail-record"), asked: upstream.seen.length };
  };
  const analyze = async (save: boolean) => {
    const body = { asset_id: "demo-chatbot", scan_data: { prompt: "hello" }, save };
    const { status, headers } = await server.post("/sdk/v1/analyze/prompt", body);
    return { status, lost: headers.get("x-guardrail-record") };
  };
  const lost = (): number => server.log.filter((line) => line.includes("record lost")).length;
  const close = async (): Promise<void> => {
    await server[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  };
  return { ask, analyze, lost, close, [Symbol.asyncDispose]: close };
}

describe("a record that cannot be written", () => {
  test("rejects a call that is to be saved, and no other", async () => {
    await using service = await open("reject", true);
    assert.deepEqual(await service.analyze(true), { status: 503, lost: null });
    assert.deepEqual(await service.analyze(false), { status: 200, lost: null });
  });

  test("is told by the answer and the log where calls degrade", async () => {
    await using service = await open("degrade", true);
    assert.deepEqual(await service.analyze(true), { status: 200, lost: "lost" });
    assert.equal(service.lost(), 1);
  });

  test("rejects an exchange before the provider hears of it", async () => {
    await using service = await open("reject", true);
    assert.deepEqual(await service.ask(), { status: 503, lost: null, asked: 0 });
  });

  test("is told by the answer of an exchange and by the log where they degrade", async () => {
    await using service = await open("degrade", true);
    assert.deepEqual(await service.ask(), { status: 200, lost: "lost", asked: 1 });
    await service.close();
    assert.equal(service.lost(), 1);
  });

  test("rejects the exchange that meets the failure first, although the provider was asked", async () => {
    await using service = await open("reject", false);
    assert.deepEqual(await service.ask(), { status: 503, lost: null, asked: 1 });
    assert.equal(service.lost(), 1);
  });

  test("is told by the log where it shows behind the answer", async () => {
    await using service = await open("degrade", false);
    assert.deepEqual(await service.ask(), { status: 200, lost: null, asked: 1 });
    await service.close();
    assert.equal(service.lost(), 1);
  });
});
