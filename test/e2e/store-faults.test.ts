import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ServiceError } from "../../src/core/errors.ts";
import { createNoStore, type RecordStore } from "../../src/store/record-store.ts";
import { realClock, retimed } from "../support/clock.ts";
import { chat } from "../support/proxy-client.ts";
import { makeUpstream } from "../support/proxy.ts";
import { codeOf, spoken } from "../support/realtime.ts";
import { startServer } from "../support/server.ts";
import { chatCompletion, chatStream, replyJson, replyStream, startUpstream } from "../support/upstream.ts";
import { startProvider, TestClient } from "../support/websocket.ts";

const unavailable = (): Promise<void> => Promise.reject(new ServiceError("store_unavailable"));

/** What a store can do wrong, and whether it says so before it is asked to save. */
const FAULTS: Readonly<Record<string, { readonly save: RecordStore["save"]; readonly isKnown: boolean }>> = {
  "rejects a save": { save: unavailable, isKnown: false },
  throws: {
    save: () => {
      throw new Error("disk on fire");
    },
    isKnown: false,
  },
  "never answers": { save: () => new Promise(() => {}), isKnown: false },
  "is full": { save: unavailable, isKnown: true },
};

/** The wait for a save is short. */
const HASTY = retimed({ 10_000: 30 });

const withSave = (save: RecordStore["save"], isReady = true): RecordStore => ({
  ...createNoStore(),
  save,
  isReady: () => isReady,
});

async function open(records: RecordStore, onError: "reject" | "degrade", clock = HASTY) {
  const upstream = await startUpstream((response, { body }) =>
    body.includes('"stream":true')
      ? replyStream(response, chatStream(["a fine ", "word"]))
      : replyJson(response, chatCompletion("a fine word")),
  );
  const server = await startServer({ records, clock, store: { onError }, upstreams: [makeUpstream(upstream.url)] });
  const ask = async (stream: boolean) => {
    const answer = await fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      body: JSON.stringify(chat("hello", { stream })),
      headers: { "content-type": "application/json" },
    });
    const text = await answer.text();
    const isTold = text.includes("store_unavailable") && text.includes('"error"');
    const lost = answer.headers.get("x-guardrail-record");
    return { status: answer.status, isTold, hasAnswer: text.includes("fine"), lost, asked: upstream.seen.length };
  };
  const save = async () => {
    const call = { asset_id: "demo-chatbot", scan_data: { prompt: "hello" } };
    const { status, headers } = await server.post("/sdk/v1/analyze/prompt", call);
    return { status, lost: headers.get("x-guardrail-record") };
  };
  const lostLines = (): number => server.log.filter((line) => line.includes("record lost")).length;
  return {
    server,
    ask,
    save,
    lostLines,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

const REFUSED = { status: 503, isTold: true, hasAnswer: false, lost: null };
const ANSWERED = { status: 200, isTold: false, hasAnswer: true };

for (const [fault, { save, isKnown }] of Object.entries(FAULTS)) {
  describe(`a store that ${fault}, on_error: reject,`, () => {
    test("refuses a call", async () => {
      await using service = await open(withSave(save, !isKnown), "reject");
      assert.deepEqual(await service.save(), { status: 503, lost: null });
    });

    test("refuses a whole answer, also where the provider has given it", async () => {
      await using service = await open(withSave(save, !isKnown), "reject");
      assert.deepEqual(await service.ask(false), { ...REFUSED, asked: isKnown ? 0 : 1 });
    });

    test("refuses a stream where it is known before, and tells the log otherwise", async () => {
      await using service = await open(withSave(save, !isKnown), "reject");
      const answer = await service.ask(true);
      assert.deepEqual(answer, isKnown ? { ...REFUSED, asked: 0 } : { ...ANSWERED, lost: null, asked: 1 });
      await service.server.app.drain();
      assert.equal(service.lostLines(), isKnown ? 0 : 1);
    });
  });

  describe(`a store that ${fault}, on_error: degrade,`, () => {
    test("lets a call be answered, and says so", async () => {
      await using service = await open(withSave(save, !isKnown), "degrade");
      assert.deepEqual(await service.save(), { status: 200, lost: "lost" });
      assert.equal(service.lostLines(), 1);
    });

    for (const stream of [false, true])
      test(`lets an exchange be answered, and says so where it is known (stream: ${stream})`, async () => {
        await using service = await open(withSave(save, !isKnown), "degrade");
        const answer = await service.ask(stream);
        assert.deepEqual(answer, { ...ANSWERED, lost: isKnown ? "lost" : null, asked: 1 });
        await service.server.app.drain();
        assert.equal(service.lostLines(), 1);
      });
  });
}

describe("a store that is slow", () => {
  for (const onError of ["reject", "degrade"] as const)
    test(`is waited for by a whole answer where it must be written, on_error: ${onError}`, async () => {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const { promise: written, resolve: write } = Promise.withResolvers<void>();
      const save = (): Promise<void> => {
        begin();
        return written;
      };
      await using service = await open(withSave(save), onError, realClock);
      let isAnswered = false;
      const asked = service.ask(false).finally(() => (isAnswered = true));
      await begun;
      if (onError === "degrade") await asked;
      // By the time that another request is answered, an answer that does not wait is there.
      else await service.server.get("/healthz");
      assert.equal(isAnswered, onError === "degrade");
      write();
      assert.deepEqual(await asked, { ...ANSWERED, lost: null, asked: 1 });
      assert.deepEqual(await service.save(), { status: 200, lost: null });
      assert.equal(service.lostLines(), 0);
    });
});

describe("a store that does not answer", () => {
  test("counts as down for a while, so that further exchanges are refused before the provider hears of them", async () => {
    await using service = await open(
      withSave(() => new Promise(() => {})),
      "reject",
    );
    assert.equal((await service.ask(false)).asked, 1);
    assert.deepEqual(await service.ask(false), { ...REFUSED, asked: 1 });
    assert.equal((await service.server.get("/readyz")).status, 503);
  });
});

describe("an inspected WebSocket", () => {
  const speak = () =>
    startProvider({
      onMessage: (socket, { type }) => {
        if (type !== "response.create") return;
        for (const each of spoken({ pieces: ["a fine ", "word"] })) socket.send(JSON.stringify(each));
      },
    });
  const start = (url: string, records: RecordStore, onError: "reject" | "degrade") =>
    startServer({ records, store: { onError }, upstreams: [makeUpstream(url, { websocket: "inspect" })] });

  test("is not opened while the store is known to be down, on_error: reject", async () => {
    await using provider = await speak();
    await using server = await start(provider.url, withSave(unavailable, false), "reject");
    const client = new TestClient(`${server.url}/v1/realtime`);
    const answer = await new Promise<number>((resolve) =>
      client.socket.once("unexpected-response", (_request, { statusCode = 0 }) => resolve(statusCode)),
    );
    assert.equal(answer, 503);
    assert.equal(provider.requests.length, 0);
    client.socket.terminate();
  });

  test("is opened and says so, on_error: degrade", async () => {
    await using provider = await speak();
    await using server = await start(provider.url, withSave(unavailable, false), "degrade");
    const client = new TestClient(`${server.url}/v1/realtime`);
    const told = await new Promise((resolve) =>
      client.socket.once("upgrade", ({ headers }) => resolve(headers["x-guardrail-record"])),
    );
    assert.equal(told, "lost");
    await client[Symbol.asyncDispose]();
  });

  test("begins no answer when the store has gone down meanwhile, and does when it is back", async () => {
    let isReady = true;
    const records = { ...withSave(() => Promise.resolve()), isReady: () => isReady };
    await using provider = await speak();
    await using server = await start(provider.url, records, "reject");
    await using client = await TestClient.open(`${server.url}/v1/realtime`);
    isReady = false;
    client.send({ type: "response.create" });
    const refusal = await client.until(({ type }) => type === "error");
    assert.equal(codeOf(refusal), "store_unavailable");
    assert.equal(provider.heard.length, 0);
    isReady = true;
    client.send({ type: "response.create" });
    await client.until(({ type }) => type === "response.done");
  });
});
