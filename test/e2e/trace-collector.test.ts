/** A collector that does not do what it should, and what the service makes of it. */
import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { after, describe, test } from "node:test";
import { makeAsset } from "../support/config.ts";
import { startCollector, startTraced, type TracedServer } from "../support/collector.ts";
import { listen } from "../support/listen.ts";
import { openServices } from "../support/service.ts";
import { replyJson } from "../support/upstream.ts";

const assets = [makeAsset("demo-chatbot", { pii_detection: { action: "flag" } })];
const PASSWORD = "hunter2";

async function analyze({ server }: Pick<TracedServer, "server">, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    const answer = await server.post("/sdk/v1/analyze/prompt", {
      asset_id: "demo-chatbot",
      scan_data: { prompt: `hello ${time}` },
    });
    assert.equal(answer.status, 200);
  }
}

const lines = ({ server }: TracedServer, message: string): readonly string[] =>
  server.log.filter((line) => line.includes(message));
const LOST = "traces are lost";
const TAKEN = "traces are taken again";

/** Sends requests until the log says so. */
async function untilLogged(service: TracedServer, message: string): Promise<void> {
  while (lines(service, message).length === 0) {
    await analyze(service);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("a collector that fails", () => {
  test("is told of once, and once when it works again", async () => {
    let isDown = true;
    await using collector = await startCollector((response) =>
      replyJson(response, { message: "why" }, isDown ? 400 : 200),
    );
    await using service = await startTraced(collector.url.replace("//", `//user:${PASSWORD}@`), { assets });
    await untilLogged(service, LOST);
    await analyze(service, 5);
    await untilLogged(service, LOST);
    isDown = false;
    await untilLogged(service, TAKEN);
    assert.equal(lines(service, LOST).length, 1);
    assert.match(lines(service, LOST)[0] ?? "", /"reason":"status 400"/);
    assert.match(lines(service, TAKEN)[0] ?? "", /"lost_spans":[1-9]/);
    assert.ok(!service.server.log.join("").includes(PASSWORD));
  });

  test("that is away delays neither requests nor the end for long", async () => {
    // A port that was free might be another test's a moment later.
    await using service = await startTraced("http://127.0.0.1:9", { assets });
    await analyze(service, 20);
    await service.finish();
    assert.ok(lines(service, LOST).length <= 1);
  });

  test("that takes connections and says nothing is left with a bounded queue, and not waited for", async () => {
    const sockets: Socket[] = [];
    let taken = "";
    const silent = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {}).on("data", (chunk: Buffer) => (taken += chunk.toString()));
    });
    const port = await listen(silent);
    const bounds = { OTEL_BSP_MAX_QUEUE_SIZE: "8", OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "8" };
    await using service = await startTraced(`http://127.0.0.1:${port}`, { assets }, bounds);
    await analyze(service, 50);
    await service.finish();
    // The exporter would wait longer.
    assert.ok(sockets.length > 0 && sockets.every((socket) => !socket.closed));
    const sent = taken.split('"spanId"').length - 1;
    assert.ok(sent >= 1 && sent <= 16, `${sent} of 100 spans`);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});

describe("the process", () => {
  const services = openServices();
  after(() => services[Symbol.dispose]());
  const config = `
server: { port: 0, drain_seconds: 5 }
keys: [{ id: k, secret: rsk_k, organization: o }]
assets: [{ id: a, organization: o, policies: [{ policy_name: pii_detection, action: flag }] }]
store: { url: none }
`;

  test("sends what waits before it ends, with the headers, the coding and the names of its environment", async () => {
    await using collector = await startCollector();
    const service = await services.start(services.place("traced.yaml", config), {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-token=abc%20def",
      OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
      OTEL_SERVICE_NAME: "gate",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      OTEL_BSP_SCHEDULE_DELAY: "600000",
    });
    const answer = await fetch(`${service.url}/sdk/v1/analyze/prompt`, {
      method: "POST",
      headers: { "x-api-key": "rsk_k", "content-type": "application/json" },
      body: JSON.stringify({ asset_id: "a", scan_data: { prompt: "hello" } }),
    });
    assert.equal(answer.status, 200);
    await answer.text();
    assert.equal(collector.upstream.seen.length, 0);
    service.child.kill("SIGTERM");
    assert.equal(await service.exit, 0);
    assert.equal(collector.upstream.seen[0]?.url, "/v1/traces");
    const headers = collector.upstream.seen[0]?.headers ?? {};
    assert.deepEqual([headers["x-token"], headers["content-encoding"]], ["abc def", "gzip"]);
    assert.deepEqual(
      collector
        .spans()
        .map(({ name }) => name)
        .toSorted(),
      ["POST /sdk/v1/analyze/prompt", "apply_guardrail pii_detection"],
    );
    const resource = collector.resource();
    assert.equal(resource["service.name"], "gate");
    assert.equal(resource["deployment.environment.name"], "test");
    assert.match(String(resource["service.version"]), /^\d+\.\d+\.\d+/);
  });

  test("loads nothing of it where no collector is named", async () => {
    const env = { NODE_OPTIONS: "--import ./test/support/list-modules.ts" };
    const isTraces = (line: string): boolean => line.includes("@opentelemetry/") || line.includes("telemetry/traces/");
    const loaded = async (file: string): Promise<readonly string[]> => {
      const service = await services.start(services.place(file, config), env);
      return service
        .output()
        .split("\n")
        .filter((line) => line.startsWith("loaded "));
    };
    const plain = await loaded("plain.yaml");
    assert.ok(plain.length > 100);
    assert.deepEqual(plain.filter(isTraces), []);
    const told = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" };
    // A busy machine may show them later than that the service is ready.
    await (await services.start(services.place("told.yaml", config), told)).says("telemetry/traces/");
  });
});
