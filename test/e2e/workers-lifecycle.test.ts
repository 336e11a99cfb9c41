/** Workers that die, are asked to end, or cannot start, under load: nothing that was promised is lost, no stream is cut without need. */
import assert from "node:assert/strict";
import { after, describe } from "node:test";
import { parseExposition, valueOf } from "../support/prometheus.ts";
import { verifyChain } from "../../src/store/sqlite-reading.ts";
import { assertKept, idsIn, SAVED_KEY, startCalls } from "../support/saved-calls.ts";
import { runs, testLonger, testOnce } from "../support/runs.ts";
import { openServices, runCommand, type ServiceProcess } from "../support/service.ts";
import { until } from "../support/until.ts";
import { startUpstream, type UpstreamScript } from "../support/upstream.ts";
import { startProvider, TestClient } from "../support/websocket.ts";
import { openAiChatKit } from "../support/wire/openai-chat.ts";

const services = openServices();
const { place, path } = services;
after(() => services[Symbol.dispose]());

const ROUTE = "POST /sdk/v1/analyze/prompt";
const STREAMS = runs(40);
const WORDS = Array.from({ length: 30 }, (_, index) => `word ${index}, `);
const WORD_MS = 40;

const config = (upstream: string, database: string): string => `
server: { port: 0, workers: 2, drain_seconds: 30, max_delay_ms: 600000 }
keys: [{ id: k, secret: ${SAVED_KEY}, organization: o, admin: true }]
assets: [{ id: a, organization: o, policies: [{ policy_name: secrets_keys_detection, action: flag, mask: true }] }]
upstreams: [{ name: u, url: "${upstream}", asset: a }]
limits: { default: 1000000, routes: { "${ROUTE}": 1000000 } }
store: { url: "sqlite:${database}" }
`;

/** A model that writes one word after the other; the last waits for `release`. */
function pacedModel(): { readonly script: UpstreamScript; readonly release: () => void } {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const script: UpstreamScript = async (response) => {
    response.writeHead(200, { "content-type": openAiChatKit.contentType });
    const parts = openAiChatKit.stream([WORDS]);
    for (const part of parts) {
      if (part === parts.at(-1)) await released;
      if (response.destroyed) return;
      response.write(part);
      await new Promise((resolve) => setTimeout(resolve, WORD_MS));
    }
    response.end();
  };
  return { script, release };
}

interface OpenStream {
  readonly begun: Promise<void>;
  /** Whether it came whole. */
  readonly isWhole: Promise<boolean>;
}

function openStream(url: string): OpenStream {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const read = async (): Promise<boolean> => {
    let wire = "";
    try {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "hello" }] }),
      });
      assert.equal(response.status, 200);
      for await (const bytes of response.body ?? []) {
        wire += Buffer.from(bytes).toString();
        begin();
      }
    } catch {
      return false;
    }
    const { texts, isComplete } = openAiChatKit.read(wire);
    return isComplete && texts[0] === WORDS.join("");
  };
  return { begun, isWhole: read() };
}

async function start(file: string, env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const service = await services.start(file, env);
  await service.says('"msg":"listening"');
  return service;
}

/** Process ids of workers in the order in which they came. */
const pidsOf = ({ output }: ServiceProcess): readonly number[] =>
  [...output().matchAll(/"worker_pid":(\d+),"msg":"worker listens"/g)].map(([, pid]) => Number(pid));

const isGone = ({ output }: ServiceProcess, pid: number): boolean =>
  new RegExp(`"worker_pid":${pid},"code":\\S+,"msg":"worker has (?:ended|died)"`).test(output());

async function countOf(url: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { connection: "close" } });
  return valueOf(parseExposition(await response.text()), "sallyport_requests_total", { route: ROUTE, status: "200" });
}

describe("workers under load", { timeout: 600_000 }, () => {
  testLonger("that are replaced one after the other cut no stream, refuse no call and lose no record", async () => {
    const model = pacedModel();
    await using upstream = await startUpstream(model.script);
    const database = path("rolling.db");
    const service = await start(place("rolling.yaml", config(upstream.url, database)));
    const { url } = service;
    await using load = startCalls(url, 4);
    const streams = Array.from({ length: STREAMS }, () => openStream(url));
    await Promise.all(streams.map(({ begun }) => begun));
    const old = pidsOf(service);
    assert.equal(old.length, 2);
    for (const [index, pid] of old.entries()) {
      process.kill(pid, "SIGTERM");
      await until("another one listens", () => pidsOf(service).length === 3 + index);
      await load.more("acknowledged", 30);
    }
    const before = await countOf(url);
    model.release();
    assert.deepEqual(new Set(await Promise.all(streams.map(({ isWhole }) => isWhole))), new Set([true]));
    await until("the old ones are gone", () => old.every((pid) => isGone(service, pid)));
    await load.more("acknowledged", 30);
    await load.stop();
    assert.ok((await countOf(url)) >= before, "no count becomes smaller");
    assert.equal(await countOf(url), load.calls.acknowledged.length);
    assert.deepEqual([load.calls.cut, load.calls.refused.length], [0, 0]);
    assert.equal(upstream.aborted(), 0);
    service.child.kill("SIGTERM");
    assert.equal(await service.exit, 0);
    assertKept(load.calls, database);
    assert.equal(idsIn(database).size, load.calls.acknowledged.length + STREAMS);
  });

  testLonger("end WebSockets that rest as soon as they are replaced", async () => {
    await using provider = await startProvider();
    const text = config(provider.url, path("socket.db"))
      .replace("asset: a }]", "asset: a, websocket: inspect }]")
      .replace("drain_seconds: 30", "drain_seconds: 3600");
    const service = await start(place("socket.yaml", text));
    await using client = await TestClient.open(`${service.url}/v1/realtime`);
    const old = pidsOf(service);
    for (const pid of old) process.kill(pid, "SIGTERM");
    assert.equal((await client.untilClosed())[0], 1001);
    await until("they are gone", () => old.every((pid) => isGone(service, pid)));
    service.child.kill("SIGTERM");
    assert.equal(await service.exit, 0);
  });

  testOnce("of which one is killed go on, lose no acknowledged record, and are soon as many again", async () => {
    const database = path("killed.db");
    const service = await start(place("killed.yaml", config("builtin:mock", database)));
    await using load = startCalls(service.url, 16);
    await load.more("acknowledged", 200);
    const [victim = 0] = pidsOf(service);
    const before = await countOf(service.url);
    process.kill(victim, "SIGKILL");
    await until("it is replaced", () => pidsOf(service).length === 3);
    await load.more("acknowledged", 200);
    assert.ok((await countOf(service.url)) >= before, "no count becomes smaller");
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    assert.match(metrics, /sallyport_worker_restarts_total\{reason="crashed"\} 1\n/);
    service.child.kill("SIGTERM");
    assert.equal(await service.exit, 0);
    await load.stop();
    assertKept(load.calls, database);
  });

  testLonger("lose no acknowledged record when all are killed with the process that leads them", async () => {
    const database = path("all.db");
    const service = await start(place("all.yaml", config("builtin:mock", database)));
    await using load = startCalls(service.url, 16, 5000);
    await load.more("acknowledged", 300);
    service.child.kill("SIGKILL");
    await service.exit;
    await load.stop();
    assertKept({ ...load.calls, refused: [] }, database);
  });
});

describe("the end of a service with workers", { timeout: 600_000 }, () => {
  testOnce("waits for streams, refuses what comes, and a second signal cuts them", async () => {
    const model = pacedModel();
    await using upstream = await startUpstream(model.script);
    const database = path("end.db");
    const service = await start(place("end.yaml", config(upstream.url, database)));
    const streams = Array.from({ length: 4 }, () => openStream(service.url));
    await Promise.all(streams.map(({ begun }) => begun));
    service.child.kill("SIGTERM");
    await service.says("draining");
    await until("calls are refused", async () => (await fetch(`${service.url}/readyz`)).status === 503);
    service.child.kill("SIGTERM");
    assert.equal(await service.exit, 0);
    assert.deepEqual(new Set(await Promise.all(streams.map(({ isWhole }) => isWhole))), new Set([false]));
    assert.equal(verifyChain(database).broken, null);
  });
});

describe("workers that cannot start", { timeout: 600_000 }, () => {
  testOnce("end the service with a code and a message", async () => {
    const file = place("broken.yaml", config("builtin:mock", path("broken.db")));
    const { code, output } = await runCommand("--config", file, "--host", "192.0.2.1");
    assert.equal(code, 2);
    assert.match(output, /^sallyport: .*EADDRNOTAVAIL/m);
  });

  testOnce("nor their leader, where the store cannot be opened", async () => {
    const file = place("storeless.yaml", config("builtin:mock", path(".")));
    const { code, output } = await runCommand("--config", file);
    assert.equal(code, 2, output);
    assert.match(output, /^sallyport: /m);
  });
});
