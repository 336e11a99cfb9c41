import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { normalizePrefix, storeTarget, normalizeMetadata, policyFromWire } from "../../src/config/to-config.ts";
import { loaded } from "../support/load.ts";
import { policySchema } from "../../src/config/config-schema.ts";

const source = readFileSync(new URL("../fixtures/config/everything.yaml", import.meta.url), "utf8");

describe("toConfig", () => {
  const config = loaded(source);

  // Every key of the fixture differs from its default, so a key that is dropped or confused shows.
  test("carries every key over", () => {
    assert.deepEqual(config.server, {
      workers: 3,
      host: "0.0.0.0",
      port: 9000,
      adminPort: 9001,
      adminHost: "::1",
      bodyMaxBytes: 1024,
      textMaxChars: 2000,
      requestWork: { values: 10, texts: 11, characters: 12, patternSteps: 13 },
      drainSeconds: 0,
      headersTimeoutMs: 1001,
      requestTimeoutMs: 1002,
      keepAliveTimeoutMs: 1003,
      verdictMemoEntries: 1004,
      maxRequests: 1005,
      maxStreams: 1006,
      maxDelayMs: 1007,
      allowedOrigins: new Set(["https://app.example.com"]),
      connectionsPerClient: 1009,
      bufferedMaxBytes: 1_048_577,
      clientShare: 0.5,
      minBytesPerSecond: 1010,
      analysisThreads: 3,
      analysisQueueMax: 1008,
      maskKey: "a key of sixteen",
      recordKey: "a key of sixteen",
    });
    assert.deepEqual(config.judges, [
      {
        name: "gpt",
        model: {
          kind: "chat",
          model: "small",
          temperature: 0.5,
          url: "https://judge.example/v1",
          apiKey: "sk-judge",
          apiKeyHeader: "x-judge-key",
          responseMaxBytes: 1008,
        },
        timeoutMs: 3001,
        concurrencyMax: 3,
        queueMax: 4,
        retries: 5,
        breaker: { failures: 6, openMs: 3002 },
        memoEntries: 7,
        pieceChars: 900,
        labels: new Map(),
      },
      {
        name: "served",
        model: {
          kind: "kserve",
          model: "guard",
          input: "words",
          output: "logits",
          classes: ["no", "yes"],
          activation: "sigmoid",
          url: "http://judge.example",
          apiKey: null,
          apiKeyHeader: null,
          responseMaxBytes: 65_536,
        },
        timeoutMs: 5000,
        concurrencyMax: 16,
        queueMax: 64,
        retries: 1,
        breaker: { failures: 5, openMs: 10_000 },
        memoEntries: 10_000,
        pieceChars: 1200,
        labels: new Map([
          ["toxicity_detection", ["yes"]],
          ["toxicity_detection.hate", ["yes"]],
        ]),
      },
    ]);
    assert.deepEqual(config.assets, [
      {
        id: "chat",
        organization: "acme",
        inlinePolicies: "tighten",
        judge: "gpt",
        sessionTurns: 3,
        policies: [
          {
            id: "p-secrets",
            name: "secrets_keys_detection",
            action: "block",
            scope: "output",
            metadata: [["employee", "EMP-[0-9]{6}"]],
            threshold: 0.75,
            mask: true,
            restores: false,
            maskStyle: "hash",
            allow: { values: ["Ann"], patterns: ["E[0-9]"], types: ["employee"] },
            ignoreTestValues: true,
            stream: "hold",
            onError: "pass",
            timeoutMs: 250,
          },
          {
            id: "chat:toxicity_detection",
            name: "toxicity_detection",
            action: "flag",
            scope: null,
            metadata: null,
            threshold: null,
            mask: false,
            restores: false,
            maskStyle: "placeholder",
            allow: null,
            ignoreTestValues: false,
            stream: "window",
            onError: "block",
            // The judge's own.
            timeoutMs: 5000,
            judge: { name: "served", mode: "after", band: { low: 0.2, high: 0.6 } },
          },
        ],
      },
    ]);
    assert.deepEqual(config.upstreams, [
      {
        name: "openai",
        prefix: "/openai",
        target: { kind: "url", url: new URL("https://api.openai.com/v1") },
        apiKey: "sk-upstream",
        apiKeyHeader: "x-goog-api-key",
        asset: "chat",
        auth: "key",
        unread: "pass",
        unreadParts: "deny",
        readsTools: true,
        readers: { system: new Set(["pii_detection"]), tool: new Set() },
        websocket: "inspect",
        blockedHistory: "block",
        joinedTurns: 2,
        blockedResponse: "in_band",
        canary: true,
        connectTimeoutMs: 2001,
        headersTimeoutMs: 2002,
        bodyTimeoutMs: 2003,
        answerTimeoutMs: 2004,
        responseMaxBytes: 2004,
        conversationMaxBytes: 16_777_216,
        eventMaxBytes: 2005,
      },
    ]);
    assert.deepEqual(config.limits, {
      store: {
        kind: "redis",
        server: { host: "cache", port: 6379, isTls: true, username: null, password: "p@ss", database: 3 },
        prefix: "mine:",
        timeoutMs: 250,
        onError: "reject",
      },
      windowSeconds: 30,
      default: 7,
      routes: new Map([["GET /sdk/v1/verify/asset", 8]]),
      proxy: 9,
    });
    assert.deepEqual(config.store, {
      target: { kind: "sqlite", path: "/var/lib/sallyport.db" },
      content: "none",
      retentionDays: 3,
      onError: "degrade",
    });
  });

  test("keeps nothing of a secret but its hash", () => {
    const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
    assert.deepEqual(config.keys, [
      { id: "one", secretsSha256: [hash("rsk_one")], organization: "acme", accessLevel: 1, active: false, admin: true },
      { id: "two", secretsSha256: [hash("abc")], organization: "acme", accessLevel: 2, active: true, admin: false },
    ]);
  });

  test("keeps both hashes of a key that is being rotated, in their order", () => {
    const [first, second] = ["a".repeat(64), "B".repeat(64)];
    const [key] = loaded(`keys: [{ id: k, organization: o, secret_sha256: [${first}, ${second}] }]`).keys;
    assert.deepEqual(key?.secretsSha256, [Buffer.alloc(32, 0xaa), Buffer.alloc(32, 0xbb)]);
  });

  test("takes an empty api_key for none", () => {
    const text =
      "assets: [{ id: a, organization: o }]\nupstreams: [{ name: n, asset: a, url: 'builtin:mock', api_key: '${K:-}' }]";
    assert.equal(loaded(text).upstreams[0]?.apiKey, null);
    assert.equal(loaded(text, { K: "sk-1" }).upstreams[0]?.apiKey, "sk-1");
  });
});

describe("normalizePrefix", () => {
  for (const [prefix, normal] of [
    ["/", "/"],
    ["/a", "/a"],
    ["/a/", "/a"],
    ["/a//", "/a"],
    ["//", "/"],
  ] as const)
    test(`reads ${prefix} as ${normal}`, () => assert.equal(normalizePrefix(prefix), normal));
});

describe("storeTarget", () => {
  test("reads a path", () => assert.deepEqual(storeTarget("sqlite:./a.db"), { kind: "sqlite", path: "./a.db" }));
  test("reads none", () => assert.deepEqual(storeTarget("none"), { kind: "none" }));
});

describe("normalizeMetadata", () => {
  for (const metadata of ["", [], null, undefined])
    test(`takes ${JSON.stringify(metadata)} for none`, () => assert.equal(normalizeMetadata(metadata), null));
  for (const metadata of ["text", ["a"], [["name", "pattern"]]])
    test(`keeps ${JSON.stringify(metadata)}`, () => assert.deepEqual(normalizeMetadata(metadata), metadata));
});

describe("policyFromWire", () => {
  const wire = policySchema.parse({ policy_name: "pii_detection", action: "flag" });

  test("fills in the defaults", () => {
    assert.deepEqual(policyFromWire(wire, "chat"), {
      id: "chat:pii_detection",
      name: "pii_detection",
      action: "flag",
      scope: null,
      metadata: null,
      threshold: null,
      mask: false,
      restores: false,
      maskStyle: "placeholder",
      allow: null,
      ignoreTestValues: false,
      stream: "window",
      onError: "block",
      timeoutMs: 500,
    });
  });

  test("turns a sensitivity into the threshold of its policy", () => {
    const thresholds = (["low", "medium", "high"] as const).map(
      (sensitivity) =>
        policyFromWire({ ...wire, policy_name: "toxicity_detection", sensitivity }, "chat").threshold ?? Number.NaN,
    );
    assert.ok(
      thresholds.every((threshold, index) => threshold > (thresholds[index + 1] ?? 0)),
      String(thresholds),
    );
    assert.equal(policyFromWire({ ...wire, threshold: 0.3, sensitivity: "low" }, "chat").threshold, 0.3);
  });

  test("takes restoring for masking", () => {
    const masking = ([false, true, "restore"] as const).map((mask) => policyFromWire({ ...wire, mask }, "chat"));
    assert.deepEqual(
      masking.map(({ mask, restores }) => [mask, restores]),
      [
        [false, false],
        [true, false],
        [true, true],
      ],
    );
  });

  test("keeps a chosen id", () => assert.equal(policyFromWire({ ...wire, policy_id: "p" }, "chat").id, "p"));
});
