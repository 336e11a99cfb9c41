import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { after, before, beforeEach, describe, test } from "node:test";
import { DEMO_SECRET, makeConfig } from "../support/config.ts";
import { redisSkip, redisStore, startRedis, type TestRedis } from "../support/redis.ts";
import { startServer, type Answer, type ServerParts, type TestServer } from "../support/server.ts";

const VERIFY = "/sdk/v1/verify/api-key";
const LIMIT = 100;

/** Replicas, as far as Redis can tell: each with a connection and windows of its own. */
async function startReplicas(count: number, parts: ServerParts): Promise<AsyncDisposable & { servers: TestServer[] }> {
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(parts)));
  return {
    servers,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

const isLocal = ({ headers }: Answer): boolean => headers.get("x-guardrail-limits") === "local";
const admittedOf = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;
const limitLines = ({ log }: TestServer): string[] => log.filter((line) => line.includes("limits: the store"));

/** Asks until an answer is as wished; the test's own time limit ends what never comes. */
async function until(server: TestServer, wished: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await server.get(VERIFY);
    if (wished(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("shared limits", { skip: redisSkip, timeout: 600_000 }, () => {
  let redis: TestRedis;
  before(async () => {
    redis = await startRedis(["--enable-debug-command", "local"]);
  });
  after(() => redis[Symbol.asyncDispose]());
  beforeEach(async () => {
    await redis.client.flushall();
  });

  const shared = (over: Parameters<typeof redisStore>[1] = {}): Required<Pick<ServerParts, "limits">> => ({
    limits: { store: redisStore(redis.port, over), default: LIMIT, routes: new Map() },
  });

  test("three replicas under load together admit exactly the limit", async () => {
    await using replicas = await startReplicas(3, shared());
    const calls = replicas.servers.flatMap((server) => Array.from({ length: 80 }, () => server.get(VERIFY)));
    const answers = await Promise.all(calls);
    assert.equal(admittedOf(answers), LIMIT);
    assert.equal(answers.filter(({ status }) => status === 429).length, 240 - LIMIT);
    assert.equal(answers.filter(isLocal).length, 0);
    const refused = answers.find(({ status }) => status === 429);
    assert.equal(refused?.headers.get("retry-after"), refused?.headers.get("ratelimit-reset"));
    assert.equal(refused?.headers.get("ratelimit-remaining"), "0");
  });

  // Whatever Redis does, a replica admits at most its own windows besides the shared one; and a Redis that was killed has
  // forgotten its windows, so the shared one is counted once more.
  test("a Redis that is killed and started again under load costs no request and is used again", async () => {
    const limit = 150;
    await using replicas = await startReplicas(3, {
      // However slow the machine is, no window ends meanwhile.
      limits: { store: redisStore(redis.port), windowSeconds: 86_400, default: limit, routes: new Map() },
    });
    const answers: Answer[] = [];
    const over = new AbortController();
    const load = replicas.servers.map(async (server) => {
      while (!over.signal.aborted) {
        answers.push(await server.get(VERIFY));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    const [first] = replicas.servers;
    assert.ok(first !== undefined);
    await until(first, ({ status }) => status === 429);
    await redis.kill();
    for (const server of replicas.servers) await until(server, isLocal);
    await redis.start();
    for (const server of replicas.servers) await until(server, (answer) => !isLocal(answer));
    over.abort();
    await Promise.all(load);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 429]));
    assert.ok(admittedOf(answers) <= limit * 5);
    for (const server of replicas.servers) {
      const lines = limitLines(server);
      assert.equal(lines.length, 2);
      assert.match(lines[1] ?? "", /answers again/);
    }
  });

  test("a Redis that is loading is away until it has loaded", async () => {
    await redis.client.call("DEBUG", "POPULATE", "40000", "name", "10");
    await redis.client.call("SAVE");
    await redis.kill();
    // Loading takes more than a minute, but commands are answered several times a second: with LOADING.
    await redis.start(["--key-load-delay", "2000", "--loading-process-events-interval-bytes", "1024"]);
    await using server = await startServer(shared());
    assert.ok(isLocal(await server.get(VERIFY)));
    assert.match(limitLines(server)[0] ?? "", /"reason":"LOADING"/);
    assert.equal((await server.get("/readyz")).body.limits.counting, "local");
    await redis.client.config("SET", "key-load-delay", "0");
    await until(server, (answer) => !isLocal(answer));
    assert.deepEqual((await server.get("/readyz")).body.limits, { store: "redis", counting: "normal" });
  });

  test("a client that leaves while Redis is asked harms nobody", async () => {
    await using server = await startServer(shared());
    await redis.client.call("CLIENT", "PAUSE", "60000", "WRITE");
    const headers = { "x-api-key": DEMO_SECRET };
    const calls = [VERIFY, "/sdk/v1/verify/asset?asset_id=demo-chatbot"].map((path) =>
      request(server.url + path, { headers }).on("error", () => {}),
    );
    for (const call of calls) await once(call.end(), "finish");
    // What was sent before an answered request has been read.
    await server.get("/healthz");
    for (const call of calls) call.destroy();
    await server.get("/healthz");
    await redis.client.call("CLIENT", "UNPAUSE");
    const { status, headers: told } = await server.get(VERIFY);
    assert.deepEqual([status, told.get("ratelimit-remaining")], [200, "98"]);
  });

  test("a window in Redis is not moved by a jump of the process's clock", async () => {
    const clock = { offsetMs: 0, now: () => performance.now() + clock.offsetMs, epochMs: () => Date.now() };
    const after = (delayMs: number, run: () => void): (() => void) => {
      const timer = setTimeout(run, delayMs).unref();
      return () => clearTimeout(timer);
    };
    await using server = await startServer({ ...shared(), clock: { ...clock, now: () => clock.now(), after } });
    const remaining = async (): Promise<string | null> => (await server.get(VERIFY)).headers.get("ratelimit-remaining");
    assert.equal(await remaining(), "99");
    clock.offsetMs = 3_600_000;
    assert.equal(await remaining(), "98");
    clock.offsetMs = -3_600_000;
    assert.equal(await remaining(), "97");
  });

  test("a reload moves to another Redis without a request counted here, and closes the connection to the old one", async () => {
    await using other = await startRedis();
    await using server = await startServer(shared());
    assert.equal((await server.get(VERIFY)).headers.get("ratelimit-remaining"), "99");
    const gates = async ({ client }: TestRedis): Promise<number> =>
      String(await client.call("CLIENT", "LIST")).split("name=sallyport").length - 1;
    assert.equal(await gates(redis), 1);
    server.app.reload(makeConfig({ limits: { ...shared().limits, store: redisStore(other.port) } }));
    const moved = await until(server, ({ headers }) => headers.get("ratelimit-remaining") === "99");
    assert.ok(!isLocal(moved));
    assert.equal(await gates(other), 1);
    server.app.reload(makeConfig({ limits: { default: LIMIT, routes: new Map() } }));
    assert.equal((await server.get("/readyz")).body.limits.store, "memory");
    while ((await gates(other)) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(limitLines(server), []);
  });

  test("a reload that leaves the store as it is keeps its connection", async () => {
    await using server = await startServer(shared());
    const ids = async (): Promise<unknown> =>
      /id=(\d+)[^\n]*name=sallyport/.exec(String(await redis.client.call("CLIENT", "LIST")))?.[1];
    const before = await ids();
    server.app.reload(makeConfig({ limits: { ...shared().limits, windowSeconds: 30 } }));
    assert.equal((await server.get(VERIFY)).headers.get("ratelimit-reset"), "30");
    assert.equal(await ids(), before);
  });
});
