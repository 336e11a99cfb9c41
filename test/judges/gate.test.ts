import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Gate } from "../../src/judges/gate.ts";

const { signal } = new AbortController();

describe("Gate", () => {
  test("lets so many in, queues so many, refuses the rest, and admits in order", async () => {
    const gate = new Gate({ concurrencyMax: 2, queueMax: 2 });
    const leave = await gate.enter(signal);
    await gate.enter(signal);
    const order: string[] = [];
    const third = gate.enter(signal).then((out) => (order.push("third"), out));
    const fourth = gate.enter(signal).then((out) => (order.push("fourth"), out));
    await assert.rejects(gate.enter(signal), { kind: "overloaded" });
    assert.equal(gate.inside, 2);
    leave();
    (await third)();
    await fourth;
    assert.deepEqual(order, ["third", "fourth"]);
    assert.equal(gate.inside, 2);
  });

  test("forgets who gives up waiting", async () => {
    const gate = new Gate({ concurrencyMax: 1, queueMax: 1 });
    const leave = await gate.enter(signal);
    const controller = new AbortController();
    const waiting = gate.enter(controller.signal);
    controller.abort();
    await assert.rejects(waiting, { kind: "timeout" });
    const next = gate.enter(signal);
    leave();
    (await next)();
    assert.equal(gate.inside, 0);
  });
});
