/** Redis is killed and started again under load of API and proxy: what was configured happens, and counts are right again afterwards. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DEMO_SECRET } from "../support/config.ts";
import { makeUpstream } from "../support/proxy.ts";
import { redisSkip, redisStore, startRedis, type TestRedis } from "../support/redis.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { chatStream, replyStream, startUpstream, STREAM_END, type FakeUpstream } from "../support/upstream.ts";

const VERIFY = "/sdk/v1/verify/api-key";
const REPLICAS = 3;
/** Of each endpoint, and of proxied requests. */
const LIMIT = 90;
/** Never reached while load goes on. */
const PLENTY = 1_000_000;
const KEYED = { "x-api-key": DEMO_SECRET };

interface Told {
  readonly status: number;
  readonly isLocal: boolean;
  readonly retryAfter: string | null;
  /** The stream has its end; of what is no stream always. */
  readonly isWhole: boolean;
}

async function ask({ url }: TestServer, isStream: boolean): Promise<Told> {
  const answer = isStream
    ? await fetch(`${url}/v1/chat/completions`, {
        method: "POST",
        headers: { ...KEYED, "content-type": "application/json" },
        body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "hello" }] }),
      })
    : await fetch(url + VERIFY, { headers: KEYED });
  const text = await answer.text();
  return {
    status: answer.status,
    isLocal: answer.headers.get("x-guardrail-limits") === "local",
    retryAfter: answer.headers.get("retry-after"),
    isWhole: !isStream || answer.status !== 200 || text.endsWith(STREAM_END),
  };
}

/** Each replica is asked over and over, on both doors, until it is stopped. */
function startLoad(servers: readonly TestServer[]): { readonly told: Told[]; readonly stop: () => Promise<void> } {
  const told: Told[] = [];
  const over = new AbortController();
  const workers = servers.flatMap((server) =>
    [true, false].map(async (isStream) => {
      while (!over.signal.aborted) told.push(await ask(server, isStream));
    }),
  );
  return {
    told,
    stop: async () => {
      over.abort();
      await Promise.all(workers);
    },
  };
}

describe("shared limits while Redis is killed and started again", { skip: redisSkip, timeout: 600_000 }, () => {
  let redis: TestRedis;
  let upstream: FakeUpstream;
  before(async () => {
    redis = await startRedis();
    upstream = await startUpstream((response) => replyStream(response, chatStream(["some ", "words"])));
  });
  after(async () => {
    await redis[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });

  const start = (onError: "local" | "reject", limit: number): Promise<readonly TestServer[]> => {
    const limits = { store: redisStore(redis.port, { onError }), default: limit, proxy: limit, routes: new Map() };
    const upstreams = [makeUpstream(upstream.url, { auth: "key" })];
    return Promise.all(Array.from({ length: REPLICAS }, () => startServer({ limits, upstreams })));
  };
  const close = (servers: readonly TestServer[]): Promise<unknown> =>
    Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));

  /** All replicas together admit exactly the limit, on both doors. */
  async function assertCounts(servers: readonly TestServer[]): Promise<void> {
    await redis.client.flushall();
    for (const isStream of [true, false]) {
      const calls = servers.flatMap((server) => Array.from({ length: LIMIT / 2 }, () => ask(server, isStream)));
      const told = await Promise.all(calls);
      assert.equal(told.filter(({ status }) => status === 200).length, LIMIT);
      assert.equal(told.filter(({ status }) => status === 429).length, told.length - LIMIT);
      assert.ok(!told.some(({ isLocal }) => isLocal));
    }
  }

  for (const [onError, away, statuses] of [
    ["local", ({ isLocal }: Told) => isLocal, [200]],
    ["reject", ({ status }: Told) => status === 503, [200, 503]],
  ] as const)
    test(`on_store_error: ${onError} is what callers meet, no stream is cut, and it ends by itself`, async () => {
      const servers = await start(onError, PLENTY);
      const counting = await start(onError, LIMIT);
      const { told, stop } = startLoad(servers);
      const isBack = async (): Promise<boolean> => {
        const now = await Promise.all([...servers, ...counting].map((server) => ask(server, false)));
        return !now.some((each) => away(each));
      };
      for (let turn = 0; turn < 2; turn++) {
        const from = told.length;
        await until("50 calls are answered", () => told.length >= from + 50);
        await redis.kill();
        await until(
          "50 calls are answered without Redis",
          () => told.slice(from).filter((each) => away(each)).length >= 50,
        );
        await redis.start();
        await until("it is back", isBack);
      }
      await stop();
      assert.deepEqual(new Set(told.map(({ status }) => status)), new Set(statuses));
      assert.ok(told.every(({ isWhole }) => isWhole));
      for (const { status, retryAfter } of told) if (status === 503) assert.ok(Number(retryAfter) > 0);
      await assertCounts(counting);
      await close([...servers, ...counting]);
    });
});
