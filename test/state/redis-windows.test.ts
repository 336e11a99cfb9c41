import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { inspect } from "node:util";
import type { RedisLimitStore } from "../../src/core/stores.ts";
import { StoreFailure, type Admission } from "../../src/state/limiter.ts";
import { Limits } from "../../src/state/limits.ts";
import { RedisWindows } from "../../src/state/redis-windows.ts";
import { realClock } from "../support/clock.ts";
import { redisSkip, redisStore, startRedis, type TestRedis } from "../support/redis.ts";
import { startTlsFront } from "../support/tls-front.ts";
import { limiterContract } from "./limiter-contract.ts";

/** Puts the beginning of every window further back: to Redis that much time has gone by. */
async function advance({ client }: TestRedis, byMs: number): Promise<void> {
  for (const name of await client.keys("*")) {
    await client.hincrby(name, "opened", -byMs * 1000);
    await client.pexpire(name, (await client.pttl(name)) - byMs);
  }
}

/** A password that no message may show. */
const PASSWORD = ["open", "sesame", "17"].join("-");
const MINUTE = 60_000;

describe("RedisWindows", { skip: redisSkip }, () => {
  let redis: TestRedis;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis[Symbol.asyncDispose]());

  /** Connected, over an empty database. */
  async function open(over: Partial<RedisLimitStore> = {}): Promise<RedisWindows & AsyncDisposable> {
    await redis.client.flushall();
    const windows = new RedisWindows(redisStore(redis.port, over), () => {});
    await windows.connect();
    return Object.assign(windows, { [Symbol.asyncDispose]: async () => windows.drop() });
  }

  const failure = (reason: string) => (error: unknown) => {
    assert.ok(error instanceof StoreFailure);
    assert.equal(error.reason, reason);
    assert.ok(!inspect(error, { depth: 9, showHidden: true }).includes(PASSWORD));
    return true;
  };

  limiterContract(async () => {
    await redis.client.flushall();
    const store = redisStore(redis.port);
    const limits = new Limits({ store, windowSeconds: 60 }, { clock: realClock, report: () => {} });
    await limits.open();
    return {
      take: (key, limit) => limits.take(key, limit),
      setWindowSeconds: (windowSeconds) => limits.use({ store, windowSeconds }),
      advance: (byMs) => advance(redis, byMs),
      [Symbol.asyncDispose]: async () => limits.close(),
    };
  });

  test("writes one name with the prefix, which expires a second behind its window", async () => {
    await using windows = await open({ prefix: "replicas:" });
    await windows.take("POST /a key", { limit: 2, windowMs: MINUTE });
    assert.deepEqual(await redis.client.keys("*"), ["replicas:POST /a key"]);
    const leftMs = await redis.client.pttl("replicas:POST /a key");
    assert.ok(leftMs > MINUTE - 30_000 && leftMs <= MINUTE + 1000);
  });

  // Arrivals press on the edges of short windows, from three connections. A window opens between the request that was told
  // of it being sent and its answer coming, so the openings of two windows lie at least their length apart.
  test("admits exactly the limit in each of many windows, at their edges too", async () => {
    const windowMs = 40;
    const limit = 7;
    await using first = await open();
    await using second = await open();
    await using third = await open();
    const answers: (Admission & { readonly sentMs: number; readonly cameMs: number })[] = [];
    let opened = 0;
    const press = async (windows: RedisWindows): Promise<void> => {
      // A fast machine asks 400 times within one window.
      for (let index = 0; index < 400 || opened < 3; index++) {
        const sentMs = performance.now();
        const admission = await windows.take("a", { limit, windowMs });
        answers.push({ ...admission, sentMs, cameMs: performance.now() });
        if (admission.admitted && admission.remaining === limit - 1) opened += 1;
      }
    };
    await Promise.all([first, second, third].map(press));
    const admitted = answers.filter((answer) => answer.admitted);
    const openings = admitted
      .filter(({ remaining }) => remaining === limit - 1)
      .toSorted((a, b) => a.sentMs - b.sentMs);
    assert.ok(openings.length >= 2);
    for (const [index, opening] of openings.entries()) {
      const next = openings[index + 1];
      if (next !== undefined) assert.ok(next.cameMs - opening.sentMs >= windowMs);
    }
    assert.ok(admitted.length <= openings.length * limit);
    for (let remaining = 0; remaining < limit; remaining++)
      assert.ok(admitted.filter((answer) => answer.remaining === remaining).length <= openings.length);
  });

  test("begins a window anew, with what it has counted, where the server's clock has gone back an hour", async () => {
    await using windows = await open();
    await windows.take("a", { limit: 1, windowMs: MINUTE });
    await advance(redis, -3_600_000);
    const again = { admitted: false, limit: 1, remaining: 0, resetSeconds: 60 };
    assert.deepEqual(await windows.take("a", { limit: 1, windowMs: MINUTE }), again);
    assert.ok((await redis.client.pttl("test:a")) <= MINUTE + 1000);
    await advance(redis, MINUTE);
    assert.equal((await windows.take("a", { limit: 1, windowMs: MINUTE })).admitted, true);
  });

  test("counts on when the server has forgotten the script", async () => {
    await using windows = await open();
    await windows.take("a", { limit: 3, windowMs: MINUTE });
    await redis.client.script("FLUSH");
    const asked = Array.from({ length: 5 }, () => windows.take("a", { limit: 3, windowMs: MINUTE }));
    const admitted = (await Promise.all(asked)).filter((answer) => answer.admitted);
    assert.equal(admitted.length, 2);
  });

  test("needs no more rights than docs/proxy.md grants", async () => {
    const rights = ["~test:*", "+evalsha", "+eval", "+time", "+hmget", "+hset", "+pexpire"];
    await redis.client.acl("SETUSER", "gate", "reset", "on", `>${PASSWORD}`, ...rights);
    const server = { ...redisStore(redis.port).server, username: "gate", password: PASSWORD };
    await using windows = await open({ server });
    assert.equal((await windows.take("a", { limit: 1, windowMs: MINUTE })).admitted, true);
    assert.equal((await windows.take("a", { limit: 1, windowMs: MINUTE })).admitted, false);
    await redis.client.acl("SETUSER", "gate", "-eval", "-evalsha");
    await assert.rejects(windows.take("b", { limit: 1, windowMs: MINUTE }), failure("NOPERM"));
  });

  test("speaks TLS, and trusts nobody whose certificate it cannot check", async () => {
    await using front = await startTlsFront(`http://127.0.0.1:${redis.port}`);
    const server = { ...redisStore(redis.port).server, port: Number(new URL(front.url).port), isTls: true };
    const stranger = new RedisWindows(redisStore(redis.port, { server }), () => {});
    await assert.rejects(stranger.connect(), failure("DEPTH_ZERO_SELF_SIGNED_CERT"));
    stranger.drop();
    const known = getCACertificates();
    setDefaultCACertificates([...known, front.ca]);
    try {
      await using windows = await open({ server });
      assert.equal((await windows.take("a", { limit: 1, windowMs: MINUTE })).admitted, true);
      // The same address under a name that the certificate does not have.
      const elsewhere = redisStore(redis.port, { server: { ...server, host: "127.1" } });
      const impostor = new RedisWindows(elsewhere, () => {});
      await assert.rejects(impostor.connect(), failure("ERR_TLS_CERT_ALTNAME_INVALID"));
      impostor.drop();
    } finally {
      setDefaultCACertificates(known);
    }
  });

  describe("fails with a code and no credentials", () => {
    const refused: readonly [string, string, Partial<RedisLimitStore["server"]>][] = [
      ["on a wrong password", "WRONGPASS", { username: "someone", password: PASSWORD }],
      ["on a database that does not exist", "ERR", { database: 9999 }],
      ["on a port where nobody listens", "ECONNREFUSED", { port: 1 }],
    ];
    for (const [title, reason, over] of refused)
      test(title, async () => {
        const server = { ...redisStore(redis.port).server, ...over };
        const windows = new RedisWindows(redisStore(redis.port, { server }), () => assert.fail("was never open"));
        await assert.rejects(windows.connect(), failure(reason));
        windows.drop();
      });

    test("on a name that holds something else", async () => {
      await using windows = await open();
      await redis.client.set("test:a", "text");
      await assert.rejects(windows.take("a", { limit: 1, windowMs: MINUTE }), failure("WRONGTYPE"));
    });

    test("before it is connected, and after it was given up", async () => {
      const windows = new RedisWindows(redisStore(redis.port), () => assert.fail("nothing was lost"));
      await assert.rejects(windows.take("a", { limit: 1, windowMs: MINUTE }), failure("closed"));
      await windows.connect();
      windows.drop();
      await assert.rejects(windows.take("a", { limit: 1, windowMs: MINUTE }), failure("closed"));
    });
  });

  test("tells when an open connection ends by itself, and connects anew when asked to", async () => {
    const lost = Promise.withResolvers<string>();
    const windows = new RedisWindows(redisStore(redis.port), lost.resolve);
    await windows.connect();
    await redis.client.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    assert.equal(await lost.promise, "closed");
    await assert.rejects(windows.take("a", { limit: 1, windowMs: MINUTE }), failure("closed"));
    await windows.connect();
    assert.equal((await windows.take("fresh", { limit: 1, windowMs: MINUTE })).admitted, true);
    windows.drop();
  });
});
