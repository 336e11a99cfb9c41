import { createHash } from "node:crypto";
import type { ApiKey, Asset, Config, StoreConfig, Upstream } from "../../src/config/config-model.ts";
import {
  PLAIN_MASKING,
  type AssetId,
  type KeyId,
  type OrganizationId,
  type Policy,
  type PolicyId,
} from "../../src/core/model.ts";

/** The secret of the key that tests use unless they say otherwise. */
export const DEMO_SECRET = "rsk_demo";

export function makeKey(
  id: string,
  over: Partial<Omit<ApiKey, "id" | "secretsSha256">> & { readonly secret?: string; readonly oldSecret?: string } = {},
): ApiKey {
  const { secret = `rsk_${id}`, oldSecret, ...rest } = over;
  const secrets = oldSecret === undefined ? [secret] : [oldSecret, secret];
  return {
    id: id as KeyId,
    secretsSha256: secrets.map((text) => createHash("sha256").update(text).digest()),
    organization: "demo" as OrganizationId,
    accessLevel: 2,
    active: true,
    admin: false,
    ...rest,
  };
}

export function makePolicy(assetId: string, name: string, over: Partial<Policy> = {}): Policy {
  return {
    id: `${assetId}:${name}` as PolicyId,
    name,
    action: "block",
    scope: null,
    metadata: null,
    threshold: null,
    mask: false,
    ...PLAIN_MASKING,
    stream: "window",
    onError: "block",
    timeoutMs: 60_000,
    ...over,
  };
}

export function makeAsset(
  id: string,
  policies: Readonly<Record<string, Partial<Policy>>> = {},
  over: Partial<Asset> = {},
): Asset {
  return {
    id: id as AssetId,
    organization: "demo" as OrganizationId,
    inlinePolicies: "merge",
    sessionTurns: 1,
    policies: Object.entries(policies).map(([name, policy]) => makePolicy(id, name, policy)),
    ...over,
  };
}

export interface ConfigParts {
  readonly keys?: readonly ApiKey[];
  readonly judges?: Config["judges"];
  readonly alerts?: Config["alerts"];
  readonly assets?: readonly Asset[];
  readonly upstreams?: readonly Upstream[];
  readonly server?: Partial<Config["server"]>;
  readonly limits?: Partial<Config["limits"]>;
  readonly store?: Partial<StoreConfig>;
  readonly digest?: string;
}

/** A configuration that needs no file: the shipped defaults, port 0, no records. */
export function makeConfig(parts: ConfigParts = {}): Config {
  return {
    server: {
      workers: 1,
      host: "127.0.0.1",
      port: 0,
      adminPort: null,
      adminHost: "127.0.0.1",
      bodyMaxBytes: 8_388_608,
      textMaxChars: 1_000_000,
      requestWork: { values: 300_000, texts: 100_000, characters: 1_000_000_000, patternSteps: 1_000_000_000 },
      drainSeconds: 20,
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 60_000,
      keepAliveTimeoutMs: 65_000,
      verdictMemoEntries: 1000,
      maxRequests: 1000,
      maxStreams: 2000,
      maxDelayMs: 600_000,
      allowedOrigins: new Set(),
      connectionsPerClient: 5000,
      bufferedMaxBytes: 134_217_728,
      clientShare: 0.9,
      minBytesPerSecond: 500,
      analysisThreads: null,
      analysisQueueMax: 64,
      maskKey: null,
      recordKey: null,
      ...parts.server,
    },
    keys: parts.keys ?? [makeKey("demo", { secret: DEMO_SECRET, admin: true })],
    judges: parts.judges ?? [],
    alerts: parts.alerts ?? [],
    assets: parts.assets ?? [makeAsset("demo-chatbot")],
    upstreams: parts.upstreams ?? [],
    limits: {
      store: { kind: "memory" },
      windowSeconds: 60,
      default: 50,
      routes: new Map([
        ["POST /sdk/v1/analyze/prompt", 500],
        ["POST /sdk/v1/analyze/response", 500],
        ["POST /sdk/v1/events/record", 500],
      ]),
      proxy: 0,
      ...parts.limits,
    },
    store: { target: { kind: "none" }, content: "masked", retentionDays: 30, onError: "reject", ...parts.store },
    digest: parts.digest ?? "0".repeat(64),
  };
}
