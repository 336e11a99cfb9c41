import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Reply, Task } from "../../src/threads/task.ts";
import { openThread, type ThreadPort, threadCount } from "../../src/threads/thread-port.ts";
import { makePolicy } from "../support/config.ts";

const shared = (text: string): Uint8Array => {
  const bytes = new TextEncoder().encode(text);
  const json = new Uint8Array(new SharedArrayBuffer(bytes.length));
  json.set(bytes);
  return json;
};

const taskOf = (json: Uint8Array): Task => ({
  text: "write to ann.lee@acme-mail.com",
  policies: [{ key: 1, json, isReviewed: false }],
  side: "input",
  origin: "user",
  from: 0,
  isOpen: false,
  conversation: null,
  tool: null,
});

/** A real thread: what it says, in order. */
function start(): { readonly port: ThreadPort; readonly next: () => Promise<Reply | Error> } {
  const said: (Reply | Error)[] = [];
  let wake = (): void => {};
  const hear = (message: Reply | Error): void => {
    said.push(message);
    wake();
  };
  const port = openThread({ reply: hear, lost: hear });
  const next = async (): Promise<Reply | Error> => {
    for (;;) {
      const message = said.shift();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return { port, next };
}

describe("a thread", () => {
  test("tells that it is ready, reads texts one after the other, and ends when told to", async () => {
    const { port, next } = start();
    assert.deepEqual(await next(), { kind: "ready" });
    for (let count = 0; count < 2; count++) {
      port.post(taskOf(shared(JSON.stringify(makePolicy("a", "pii_detection")))));
      const reply = await next();
      assert.ok(!(reply instanceof Error) && reply.kind === "done");
      const [outcome] = reply.outcomes;
      assert.ok(outcome?.kind === "findings");
      assert.deepEqual(outcome.serialized.labels, [{ kind: "EMAIL_ADDRESS" }]);
      assert.deepEqual([...outcome.serialized.numbers].slice(2), [9, 30]);
    }
    port.rest();
    await port.end();
  });

  test("is lost where something is thrown in it", async () => {
    const { port, next } = start();
    await next();
    port.post(taskOf(shared("no JSON")));
    assert.ok((await next()) instanceof Error);
    await port.end();
  });
});

describe("threadCount", () => {
  test("leaves a processor to the event loop, and is never more than four by itself", () => {
    assert.deepEqual(
      [1, 2, 3, 5, 64].map((cores) => threadCount(null, { cores, workers: 1 })),
      [1, 1, 2, 4, 4],
    );
  });

  test("shares the processors with other workers", () => {
    assert.deepEqual(
      [1, 2, 4, 8, 16].map((workers) => threadCount(null, { cores: 16, workers })),
      [4, 4, 3, 1, 1],
    );
  });

  test("is what the configuration says", () => {
    assert.deepEqual([threadCount(0, { cores: 8, workers: 1 }), threadCount(16, { cores: 2, workers: 1 })], [0, 16]);
  });
});
