import assert from "node:assert/strict";
import { createServer, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { createServer as createTlsServer } from "node:tls";
import { AlertSet } from "../../src/alerts/alert-set.ts";
import type { AlertSettings } from "../../src/core/alert-model.ts";
import { makeAlert } from "../support/alerts.ts";
import { createManualClock, realClock } from "../support/clock.ts";
import { selfSigned } from "../support/certificates.ts";
import { startConnectProxy } from "../support/connect-proxy.ts";
import { listen } from "../support/listen.ts";
import { startUpstream } from "../support/upstream.ts";
import { until } from "../support/until.ts";

const VERSION = "1.2.3";
const BLOCKED = { verdict: "blocked", violated: ["pii_detection"], assetId: "shop", keyId: "web" };

/** A receiver, the alerts of a set that sends to it, and what became of them. */
async function scene(over: Partial<AlertSettings> = {}, statuses: readonly number[] = []) {
  const clock = createManualClock();
  const answers = [...statuses];
  const receiver = await startUpstream((response) => void response.writeHead(answers.shift() ?? 204, RETRY).end());
  const outcomes: string[] = [];
  const set = new AlertSet({
    clock,
    version: VERSION,
    outcome: (name, outcome, reason) => outcomes.push([name, outcome, reason].filter(Boolean).join(" ")),
  });
  // An hour: a test that moves time on does not mean what is on its way.
  const settings = makeAlert({
    timeoutMs: 3_600_000,
    target: { kind: "http", url: `${receiver.url}/hook?token=t` },
    ...over,
  });
  set.use([settings]);
  return {
    clock,
    receiver,
    outcomes,
    set,
    settings,
    bodies: () => receiver.seen.map(({ body }) => JSON.parse(body.toString()) as { data: Record<string, unknown> }),
    [Symbol.asyncDispose]: async () => {
      set.close();
      await receiver[Symbol.asyncDispose]();
    },
  };
}
const RETRY = { "retry-after": "7" };

describe("AlertSet", () => {
  test("sends what a receiver is for, and nothing else", async () => {
    await using at = await scene({
      verdicts: new Set(["blocked", "flagged"]),
      policies: new Set(["pii_detection"]),
      assets: new Set(["shop"]),
    });
    at.set.ended("1", { ...BLOCKED, verdict: "passed" });
    at.set.ended("2", { ...BLOCKED, verdict: "unavailable" });
    at.set.ended("3", { ...BLOCKED, violated: ["toxicity_detection"] });
    at.set.ended("4", { ...BLOCKED, assetId: "other" });
    at.set.ended("5", {});
    at.set.ended("6", { ...BLOCKED, verdict: "flagged" });
    at.set.ended("7", BLOCKED);
    await until("the alerts have come", () => at.outcomes.length === 2);
    assert.deepEqual(
      at.bodies().map(({ data }) => data["request_id"]),
      ["6", "7"],
    );
    assert.equal(at.receiver.seen[0]?.url, "/hook?token=t");
  });

  test("counts equal alerts for a while, and the next one says how many there were", async () => {
    await using at = await scene({ dedupeMs: 1000 });
    for (const id of ["1", "2", "3"]) at.set.ended(id, BLOCKED);
    at.set.ended("4", { ...BLOCKED, keyId: "other" });
    at.clock.advance(1000);
    at.set.ended("5", BLOCKED);
    await until("the alerts have come", () => at.receiver.seen.length === 3);
    assert.deepEqual(
      at.bodies().map(({ data }) => [data["request_id"], data["repeated"]]),
      [
        ["1", 0],
        ["4", 0],
        ["5", 2],
      ],
    );
    assert.equal(at.outcomes.filter((outcome) => outcome === "soc suppressed").length, 2);
  });

  test("sends no more than so many a minute", async () => {
    await using at = await scene({ perMinute: 2, dedupeMs: 0 });
    for (let id = 0; id < 5; id++) at.set.ended(String(id), BLOCKED);
    assert.equal(at.outcomes.filter((outcome) => outcome === "soc dropped").length, 3);
    at.clock.advance(60_000);
    at.set.ended("5", BLOCKED);
    await until("the alerts have come", () => at.receiver.seen.length === 3);
    assert.equal(at.bodies()[2]?.data["repeated"], 3);
  });

  test("tries again after a passing failure, no sooner than the receiver asks", async () => {
    await using at = await scene({}, [503]);
    at.set.ended("1", BLOCKED);
    await until("the alerts have come", () => at.receiver.seen.length === 1);
    // The pause begins when the answer is read.
    await until("the alerts have come", () => {
      at.clock.advance(250);
      return at.receiver.seen.length === 2;
    });
    assert.ok(at.clock.now() >= 7000, String(at.clock.now()));
    await until("the alerts have come", () => at.outcomes.includes("soc sent"));
  });

  test("gives up on a refusal, and after four attempts", async () => {
    await using at = await scene({ dedupeMs: 0 }, [401, 500, 500, 500, 500]);
    at.set.ended("1", BLOCKED);
    await until("the alerts have come", () => at.outcomes.includes("soc failed status 401"));
    at.set.ended("2", BLOCKED);
    await until("the last attempt has failed", () => {
      at.clock.advance(1000);
      return at.outcomes.includes("soc failed status 500");
    });
    assert.equal(at.receiver.seen.length, 5);
  });

  test("drops what is more than a receiver can take, and never waits for it", async () => {
    await using at = await scene({ dedupeMs: 0, perMinute: 6000 });
    at.receiver.script = () => {};
    for (let id = 0; id < 300; id++) at.set.ended(String(id), BLOCKED);
    assert.ok(at.outcomes.filter((outcome) => outcome === "soc dropped").length >= 199);
  });

  test("keeps the receivers that a reload leaves as they are", async () => {
    await using at = await scene();
    at.set.ended("1", BLOCKED);
    at.set.use([{ ...at.settings }]);
    at.set.ended("2", BLOCKED);
    await until("the first has come", () => at.outcomes.includes("soc sent"));
    at.set.use([{ ...at.settings, dedupeMs: 1 }]);
    at.set.ended("3", BLOCKED);
    await until("the alerts have come", () => at.receiver.seen.length === 2);
    assert.deepEqual(
      at.bodies().map(({ data }) => data["request_id"]),
      ["1", "3"],
    );
  });

  test("writes a line to a syslog server", async () => {
    const lines: Promise<string>[] = [];
    const server = createServer((socket) => void lines.push(text(socket)));
    const port = await listen(server);
    const outcomes: string[] = [];
    const set = new AlertSet({ clock: realClock, version: VERSION, outcome: (_, outcome) => outcomes.push(outcome) });
    set.use([makeAlert({ kind: "cef", target: { kind: "syslog", host: "127.0.0.1", port, isTls: false } })]);
    set.ended("1", BLOCKED);
    await until("the alerts have come", () => outcomes.length === 1 && lines.length === 1);
    const line = await lines[0];
    assert.match(line ?? "", /^<108>1 - - sallyport - - - CEF:0\|sallyport\|.* externalId=1 .*\n$/);
    set.close();
    server.close();
  });

  test("writes to a syslog server over TLS that has an address and no name, with an authority of one's own", async () => {
    const { key, cert } = selfSigned();
    const lines: Promise<string>[] = [];
    await using server = createTlsServer({ key, cert }, (socket) => void lines.push(text(socket)));
    const port = await listen(server);
    await using at = await scene({
      kind: "cef",
      target: { kind: "syslog", host: "127.0.0.1", port, isTls: true },
      egress: { id: "own", proxy: null, ca: cert },
    });
    at.set.ended("1", BLOCKED);
    await until("it is sent or has failed", () => {
      at.clock.advance(1000);
      return at.outcomes.length === 1;
    });
    assert.deepEqual(at.outcomes, ["soc sent"]);
    assert.match((await lines[0]) ?? "", /CEF:0/);
  });

  test("lets go of a syslog server that never ends its connections", async (context) => {
    const linger = context.mock.method(Socket.prototype, "setTimeout");
    const held: Socket[] = [];
    const server = createServer({ allowHalfOpen: true }, (socket) => void held.push(socket.resume()));
    const port = await listen(server);
    context.after(() => {
      for (const socket of held) socket.destroy();
      server.close();
    });
    await using at = await scene({ kind: "cef", target: { kind: "syslog", host: "127.0.0.1", port, isTls: false } });
    at.set.ended("1", BLOCKED);
    await until("it is sent", () => at.outcomes.includes("soc sent"));
    const call = linger.mock.calls.find(({ arguments: [, run] }) => run !== undefined);
    assert.ok(call?.this instanceof Socket);
    call.arguments[1]?.();
    assert.equal(call.this.destroyed, true);
  });

  test("goes through the proxy of the way out, and says what that answers", async () => {
    await using proxy = await startConnectProxy("Basic aA==");
    const { port } = proxy;
    const through = (authorization: string) => ({
      id: authorization,
      proxy: { isTls: false, host: "127.0.0.1", port, authorization },
      ca: null,
    });
    await using at = await scene();
    const target = `receiver.test:${new URL(at.receiver.url).port}`;
    const settings = { ...at.settings, target: { kind: "http", url: `http://${target}/hook` } } as const;
    at.set.use([{ ...settings, egress: through("Basic aA==") }]);
    at.set.ended("1", BLOCKED);
    await until("it is sent", () => at.outcomes.includes("soc sent"));
    assert.deepEqual([proxy.targets, at.receiver.seen.length], [[target], 1]);
    at.set.use([{ ...settings, egress: through("Basic wrong") }]);
    at.set.ended("2", BLOCKED);
    await until("the last attempt has failed", () => {
      at.clock.advance(1000);
      return at.outcomes.includes("soc failed EGRESS_PROXY_407");
    });
  });
});
