import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { loadConfig, partialConfig } from "../../src/config/load-config.ts";
import { renderProblem } from "../../src/config/config-model.ts";
import { loaded, problemsOf } from "../support/load.ts";

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/config/${name}`, import.meta.url), "utf8");

describe("loadConfig", () => {
  test("tells every mistake of a file at once, each at its place", () => {
    const result = loadConfig(fixture("mistakes.yaml"), { file: "mistakes.yaml", env: {} });
    assert.ok(!result.ok);
    assert.deepEqual(result.problems.map(renderProblem), fixture("mistakes.txt").trimEnd().split("\n"));
  });

  test("never quotes a value that may be a secret", () => {
    const result = loadConfig(fixture("mistakes.yaml"), { file: "mistakes.yaml", env: {} });
    assert.doesNotMatch(JSON.stringify(result), /user:word|abc|xyz|key=1/);
  });

  for (const source of [
    "",
    "{}",
    "# nothing but a comment\n",
    "server:\nkeys:\nassets:\nupstreams:\nlimits:\nstore:\n",
  ])
    test(`fills in every default of ${JSON.stringify(source)}`, () => {
      const { server, keys, assets, upstreams, limits, store } = loaded(source);
      assert.deepEqual(server, {
        host: "127.0.0.1",
        port: 8080,
        adminPort: null,
        adminHost: "127.0.0.1",
        workers: 1,
        bodyMaxBytes: 8_388_608,
        textMaxChars: 1_000_000,
        requestWork: { values: 300_000, texts: 100_000, characters: 1_000_000_000, patternSteps: 1_000_000_000 },
        drainSeconds: 20,
        headersTimeoutMs: 10_000,
        requestTimeoutMs: 60_000,
        keepAliveTimeoutMs: 65_000,
        verdictMemoEntries: 20_000,
        maxRequests: 1000,
        maxStreams: 2000,
        maxDelayMs: 2000,
        allowedOrigins: new Set(),
        connectionsPerClient: 5000,
        bufferedMaxBytes: 134_217_728,
        clientShare: 0.9,
        minBytesPerSecond: 500,
        analysisThreads: null,
        analysisQueueMax: 64,
        maskKey: null,
        recordKey: null,
      });
      assert.deepEqual([keys, assets, upstreams], [[], [], []]);
      assert.deepEqual(limits.store, { kind: "memory" });
      assert.deepEqual([limits.windowSeconds, limits.default, limits.proxy], [60, 50, 0]);
      assert.equal(limits.routes.get("POST /sdk/v1/analyze/prompt"), 500);
      assert.deepEqual(store, {
        target: { kind: "sqlite", path: "./data/sallyport.db" },
        content: "masked",
        retentionDays: 30,
        onError: "reject",
      });
    });

  test("reads numbers, booleans and choices from the environment", () => {
    const source = [
      "server: { port: '${PORT}' }",
      "keys: [{ id: a, secret: '${KEY}', organization: o, access_level: '${LEVEL}', active: '${ACTIVE:-false}' }]",
      "store: { content: '${CONTENT}' }",
    ].join("\n");
    const { server, keys, store } = loaded(source, { PORT: "9000", KEY: "12345", LEVEL: "1", CONTENT: "none" });
    assert.equal(server.port, 9000);
    assert.deepEqual([keys[0]?.accessLevel, keys[0]?.active], [1, false]);
    assert.equal(store.content, "none");
  });

  test("reads a number from the environment where a word may stand, too", () => {
    const workers = (value: string): unknown =>
      loaded("server: { workers: '${WORKERS:-1}', analysis_threads: '${THREADS}' }", { WORKERS: value, THREADS: "0" })
        .server;
    assert.partialDeepStrictEqual(workers("3"), { workers: 3, analysisThreads: 0 });
    assert.partialDeepStrictEqual(workers("auto"), { workers: "auto" });
  });

  test("refuses a number in quotes that does not come from the environment", () => {
    assert.deepEqual(problemsOf("server: { port: '9000' }"), ["1:17 server.port: must be a number"]);
  });

  test("takes what the environment holds for the bounds of the schema", () => {
    assert.deepEqual(problemsOf("server:\n  port: ${PORT}", { env: { PORT: "70000" } }), [
      "2:9 server.port: must be at most 65535",
    ]);
  });

  test("goes on checking where a variable is not set", () => {
    const source = [
      "keys:",
      "  - { id: a, secret: '${ONE}', organization: '${TWO}' }",
      "  - { id: a, secret: '${ONE}', organization: o, acces_level: 1 }",
    ].join("\n");
    assert.deepEqual(problemsOf(source), [
      "2:22 keys.0.secret: environment variable ONE is not set; give a default as ${ONE:-…}",
      "2:46 keys.0.organization: environment variable TWO is not set; give a default as ${TWO:-…}",
      "3:22 keys.1.secret: environment variable ONE is not set; give a default as ${ONE:-…}",
      "3:49 keys.1.acces_level: unknown key; did you mean access_level?",
    ]);
  });

  test("tells a mistake that an alias repeats once", () => {
    const source = [
      "assets:",
      "  - { id: a, organization: o, policies: &p [{ policy_name: pii_detection, action: blok }] }",
      "  - { id: b, organization: o, policies: *p }",
    ].join("\n");
    assert.equal(problemsOf(source).length, 1);
  });

  test("gives equal configurations equal digests and others others", () => {
    const { digest } = loaded("server: { port: 1 }");
    assert.equal(loaded("# moved\nserver:\n  port: ${P}\n", { P: "1" }).digest, digest);
    assert.notEqual(loaded("server: { port: 2 }").digest, digest);
    assert.match(digest, /^[0-9a-f]{64}$/);
  });

  test("changes the digest with a secret", () => {
    const keys = (secret: string): string => `keys: [{ id: a, organization: o, secret: ${secret} }]`;
    assert.notEqual(loaded(keys("one")).digest, loaded(keys("two")).digest);
  });

  test("reads the shipped file as it is", () => {
    const source = readFileSync(new URL("../../config/sallyport.yaml", import.meta.url), "utf8");
    const config = loaded(source);
    assert.deepEqual(
      config.upstreams.map(({ target, prefix, asset, unread }) => [target.kind, prefix, asset, unread]),
      [["mock", "/", "demo-chatbot", "deny"]],
    );
  });
});

describe("partialConfig", () => {
  test("keeps the indices of a list around an item that cannot be read", () => {
    const { keys } = partialConfig({ keys: [{ id: 7 }, { id: "b", organization: "o" }, "text"] });
    assert.equal(keys.length, 3);
    assert.equal(keys[1]?.id, "b");
    assert.deepEqual(
      keys.flatMap(({ id }) => [id]),
      ["b"],
    );
  });

  test("keeps an asset whose policies cannot all be read", () => {
    const policies = [{ policy_name: "nonsense" }, { policy_name: "pii_detection", action: "flag" }];
    const { assets } = partialConfig({ assets: [{ id: "a", organization: "o", policies }] });
    assert.equal(assets[0]?.policies.length, 2);
    assert.equal(assets[0]?.policies[1]?.policy_name, "pii_detection");
  });

  for (const value of [null, 3, [], { keys: 3, server: { port: "x" } }])
    test(`has the defaults in place of ${JSON.stringify(value)}`, () => {
      const { keys, server } = partialConfig(value);
      assert.deepEqual(keys, []);
      assert.equal(server.port, 8080);
    });
});
