import { createServer, type Server } from "node:http";
import { InlineGuards } from "../../src/access/inline-guards.ts";
import { type Runtime, buildKeyTable, partShadows, routedUpstreams } from "../../src/access/runtime.ts";
import { createCursors } from "../../src/access/cursors.ts";
import { createNameHash, createCanary, createMaskHash } from "../../src/access/keyed-hashes.ts";
import { SecretFinder } from "../../src/access/secret-finder.ts";
import type { Analyzer } from "../../src/analyzers/analyzer.ts";
import type { Asset, Upstream } from "../../src/config/config-model.ts";
import { NO_LOAD } from "../../src/core/overload.ts";
import type { Clock } from "../../src/core/clock.ts";
import { toServiceError } from "../../src/core/errors.ts";
import type { AssetId } from "../../src/core/model.ts";
import { compilePolicy } from "../../src/engine/compile.ts";
import { isWebSocketUpgrade } from "../../src/http/server.ts";
import { mockPort } from "../../src/mock-provider/port.ts";
import { ReverseProxy } from "../../src/proxy/proxy.ts";
import { openScheduling } from "../../src/proxy/scheduling.ts";
import { FixedWindowLimiter } from "../../src/state/fixed-window.ts";
import type { Limiter } from "../../src/state/limiter.ts";
import { createRecordGuards } from "../../src/records/content.ts";
import { Metrics } from "../../src/telemetry/metrics.ts";
import type { RecordStore } from "../../src/store/record-store.ts";
import { analyzerOf } from "./analyzers.ts";
import { realClock } from "./clock.ts";
import { makeAsset, makeConfig, type ConfigParts } from "./config.ts";
import { listen } from "./listen.ts";

/** A detector of test matches: what `pattern` finds, masked as `type`. */
export function patternAnalyzer(name: string, pattern: RegExp, type: string): Analyzer {
  return analyzerOf(name, {
    lookback: 48,
    analyze: (text) =>
      [...text.raw.matchAll(pattern)].map((match) => ({
        kind: type,
        score: 1,
        span: { start: match.index, end: match.index + match[0].length },
      })),
    mask: () => type,
  });
}

/** Scores a text that tells to open the vault, whatever stands between the words; the score says how loud. */
const SCORED: Analyzer = {
  ...patternAnalyzer("test_score", /never/g, "NEVER"),
  scope: "input",
  covers: (side, origin) => side === "input" && origin === "user",
  measure: "score",
  masks: false,
  prepare: () => ({
    kind: "ready",
    analyzer: {
      lookback: 1024,
      analyze: ({ raw }, { from }) => {
        for (const { 0: words, index } of raw.matchAll(/open (?:the )?vault|OPEN (?:the )?VAULT/g)) {
          const end = index + words.length;
          if (end <= from) continue;
          const about = { kind: "vault", score: words.startsWith("OPEN") ? 0.95 : 0.6 };
          return [about, { ...about, span: { start: index, end } }];
        }
        return [{ kind: "vault", score: 0.1 }];
      },
      details: () => null,
    },
  }),
};

/** An analyzer that throws where its trigger stands. */
const failing = analyzerOf("test_failing", {
  lookback: 8,
  analyze: (text) => {
    if (text.raw.includes("explode")) throw new Error("on purpose");
    return [];
  },
});

/** Keys `AK` + 10 digits block, addresses at `.test` mask; `explode` makes an analyzer fail. */
export const TEST_ANALYZERS: readonly Analyzer[] = [
  patternAnalyzer("test_keys", /(?<![A-Za-z0-9])AK[0-9]{10}(?![A-Za-z0-9])/g, "KEY"),
  patternAnalyzer("test_mail", /(?<![a-z0-9])[a-z0-9]{1,12}@[a-z0-9]{1,12}\.test(?![a-z0-9])/g, "MAIL"),
  SCORED,
  failing,
];

export const TEST_KEY = ["AK", "1234567890"].join("");
export const TEST_MAIL = ["jane", "acme.test"].join("@");

export const TEST_POLICIES: Parameters<typeof makeAsset>[1] = {
  test_keys: { action: "block" },
  test_mail: { action: "flag", mask: true },
  test_failing: { action: "block" },
};

export function makeUpstream(url: string, over: Partial<Upstream> = {}): Upstream {
  return {
    name: "test",
    prefix: "/",
    target: url === "mock" ? { kind: "mock" } : { kind: "url", url: new URL(url) },
    apiKey: null,
    apiKeyHeader: null,
    asset: "demo-chatbot" as AssetId,
    auth: "none",
    unread: "deny",
    unreadParts: "pass",
    readsTools: false,
    readers: {},
    websocket: "unread",
    blockedHistory: "tombstone",
    joinedTurns: 4,
    blockedResponse: "error",
    canary: false,
    conversationMaxBytes: 16_777_216,
    connectTimeoutMs: 2000,
    headersTimeoutMs: 5000,
    bodyTimeoutMs: 5000,
    answerTimeoutMs: 60_000,
    responseMaxBytes: 33_554_432,
    eventMaxBytes: 1_048_576,
    ...over,
  };
}

/** A snapshot whose policies find `TEST_ANALYZERS` by name. */
export function makeRuntime(parts: ConfigParts, more: readonly Analyzer[] = []): Runtime {
  const config = makeConfig(parts);
  const known = [...more, ...TEST_ANALYZERS];
  const find = (name: string): Analyzer | undefined => known.find((analyzer) => analyzer.name === name);
  const compile = (asset: Asset) => ({
    asset,
    ...partShadows(
      asset.policies.map((policy) => {
        const compiled = compilePolicy(policy, find);
        if (compiled.kind !== "guard") throw new Error(compiled.reason);
        return compiled.guard;
      }),
    ),
  });
  const assets = new Map(config.assets.map((asset) => [asset.id, compile(asset)]));
  return {
    config,
    keys: buildKeyTable(config.keys),
    secrets: new SecretFinder(config.keys),
    assets,
    upstreams: routedUpstreams(config, assets),
    maskHash: createMaskHash(config.server.maskKey),
    canary: createCanary(config.server.maskKey),
    nameHash: createNameHash(config.server.recordKey),
    cursors: createCursors(config.server.maskKey, config.keys),
  };
}

export interface TestProxy extends AsyncDisposable {
  readonly url: string;
  readonly proxy: ReverseProxy;
  readonly server: Server;
  readonly log: readonly string[];
  readonly metrics: Metrics;
}

export interface TestProxyParts extends Omit<ConfigParts, "upstreams"> {
  readonly upstreams: readonly Upstream[];
  readonly policies?: Parameters<typeof makeAsset>[1];
  /** Beside `TEST_ANALYZERS`. */
  readonly analyzers?: readonly Analyzer[];
  readonly clock?: Clock;
  /** Windows in memory when absent. */
  readonly limiter?: Limiter;
  readonly records?: RecordStore;
}

/** The proxy behind a bare HTTP server on a free port of the loopback interface. */
export async function startProxy(parts: TestProxyParts): Promise<TestProxy> {
  const clock = parts.clock ?? realClock;
  const assets = parts.assets ?? [makeAsset("demo-chatbot", parts.policies ?? TEST_POLICIES)];
  const runtime = makeRuntime({ ...parts, assets }, parts.analyzers);
  const log: string[] = [];
  const write = (fields: object, message: string): void => void log.push(JSON.stringify({ message, ...fields }));
  const logger = { debug: write, info: write, warn: write, error: write };
  const metrics = new Metrics();
  const proxy = new ReverseProxy({
    inlineGuards: new InlineGuards(),
    clock,
    load: NO_LOAD,
    scheduling: openScheduling(),
    metrics,
    mock: mockPort,
    logger,
    limiter: parts.limiter ?? new FixedWindowLimiter({ windowSeconds: 60, clock }),
    store: parts.records ?? null,
    recordGuards: createRecordGuards(),
  });
  const server = createServer({ shouldUpgradeCallback: isWebSocketUpgrade }, (request, response) => {
    proxy.handle(request, response, runtime).catch((error: unknown) => {
      const failure = toServiceError(error);
      response.writeHead(failure.status).end(JSON.stringify({ error: failure.message }));
    });
  });
  server.on("upgrade", (request, socket, head) => proxy.upgrade(request, socket, { head, runtime }));
  server.on("clientError", (_error, socket) => socket.destroy());
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    proxy,
    server,
    log,
    metrics,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await proxy.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
