import { createHash } from "node:crypto";
import {
  assetId,
  keyId,
  organizationId,
  policyId,
  type AllowList,
  type Json,
  type NamedEntity,
  type Origin,
  type Policy,
} from "../core/model.ts";
import type { AlertSettings } from "../core/alert-model.ts";
import type { JudgeModel, JudgeSettings, RemoteModel } from "../core/judge-model.ts";
import type { LimitStore } from "../core/stores.ts";
import type { WorkLimits } from "../core/work-budget.ts";
import type { ApiKey, Config, RoleReaders, StoreConfig, Upstream } from "./config-model.ts";
import { readAlertUrl, readPostgresUrl, readRedisUrl } from "./urls.ts";
import type { AlertWire } from "./schema-alerts.ts";
import { toEgress } from "./to-egress.ts";
import type { NamedContents } from "./named-contents.ts";
import type { JudgeWire } from "./schema-services.ts";
import type { LimitsWire, ConfigWire, UpstreamWire, PolicyWire, EntityWire } from "./config-schema.ts";
import type { KeyWire } from "./schema-keys.ts";
import { parseUtcTime } from "../core/clock.ts";
import { findAnalyzer } from "../analyzers/registry.ts";

/** Converts the validated wire form. References and secrets must be checked before. */
export function toConfig(wire: ConfigWire, digest: string, contents: NamedContents = {}): Config {
  const { server, limits, store } = wire;
  const egressOf = (at: Parameters<typeof toEgress>[0]): ReturnType<typeof toEgress> =>
    toEgress(at, wire.egress.ca, contents);
  const judges = wire.judges.map((judge) => toJudge(judge, egressOf(judge)));
  const timeouts = new Map(judges.map(({ name, timeoutMs }) => [name, timeoutMs]));
  return {
    server: toServer(server, contents),
    keys: wire.keys.map(toKey),
    ...(wire.keys_file === undefined ? {} : { keysFile: wire.keys_file }),
    judges,
    assets: wire.assets.map(({ id, organization, inline_policies, session_turns, judge, policies }) => ({
      id: assetId(id),
      organization: organizationId(organization),
      inlinePolicies: inline_policies,
      sessionTurns: session_turns,
      ...(judge === undefined ? {} : { judge }),
      policies: policies.map((policy) => policyFromWire(policy, id, (name = judge) => timeouts.get(name ?? ""))),
    })),
    upstreams: wire.upstreams.map((upstream) => toUpstream(upstream, egressOf(upstream))),
    alerts: wire.alerts.map((alert) => toAlert(alert, egressOf({ url: alert.url }))),
    limits: {
      store: limitStore(limits),
      windowSeconds: limits.window_seconds,
      default: limits.default,
      routes: new Map(Object.entries(limits.routes)),
      proxy: limits.proxy,
    },
    store: {
      target: storeTarget(store.url),
      content: store.content,
      retentionDays: store.retention_days,
      onError: store.on_error,
    },
    digest,
  };
}

function toServer(server: ConfigWire["server"], { tls, adminTls }: NamedContents): Config["server"] {
  return {
    workers: server.workers,
    host: server.host,
    port: server.port,
    adminPort: server.admin_port ?? null,
    adminHost: server.admin_host,
    ...(tls === undefined ? {} : { tls }),
    ...(adminTls === undefined ? {} : { adminTls }),
    bodyMaxBytes: server.body_max_bytes,
    textMaxChars: server.text_max_chars,
    requestWork: workOf(server),
    drainSeconds: server.drain_seconds,
    headersTimeoutMs: server.headers_timeout_ms,
    requestTimeoutMs: server.request_timeout_ms,
    keepAliveTimeoutMs: server.keep_alive_timeout_ms,
    verdictMemoEntries: server.verdict_memo_entries,
    maxRequests: server.max_requests,
    maxStreams: server.max_streams,
    maxDelayMs: server.max_delay_ms,
    allowedOrigins: new Set(server.allowed_origins),
    connectionsPerClient: server.connections_per_client,
    bufferedMaxBytes: server.buffered_max_bytes,
    clientShare: server.client_share / 100,
    minBytesPerSecond: server.min_data_rate,
    analysisThreads: server.analysis_threads === "auto" ? null : server.analysis_threads,
    analysisQueueMax: server.analysis_queue,
    maskKey: keyOf(server.mask_key),
    recordKey: keyOf(server.mask_key),
  };
}

const workOf = (server: ConfigWire["server"]): WorkLimits => ({
  values: server.request_values_max,
  texts: server.request_texts_max,
  characters: server.request_work_max,
  patternSteps: server.request_pattern_steps_max,
});

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** SHA-256 of each of a key's secrets, whichever way they are given. */
export function secretDigests(key: KeyWire): readonly Buffer[] {
  return secretsOf(key).map(({ sha256: digest }) => digest);
}

interface Secret {
  readonly sha256: Buffer;
  /** `null`: it ends with the key. */
  readonly expiresMs: number | null;
}

/** A key's secrets, whichever way they are given. */
export function secretsOf({ secret, secret_sha256 }: KeyWire): readonly Secret[] {
  if (secret_sha256 === undefined) return secret === undefined ? [] : [{ sha256: sha256(secret), expiresMs: null }];
  return [secret_sha256].flat().map((given) => {
    const { sha256: digits, expires } = typeof given === "string" ? { sha256: given } : given;
    return { sha256: Buffer.from(digits, "hex"), expiresMs: expires === undefined ? null : parseUtcTime(expires) };
  });
}

/** The part of a key that says where and when it is valid. */
function boundsOf(wire: KeyWire): Pick<ApiKey, "assets" | "notBeforeMs" | "expiresMs" | "secretsExpireMs"> {
  const { assets, not_before: notBefore, expires } = wire;
  const [notBeforeMs, expiresMs] = [notBefore, expires].map((text) => (text === undefined ? null : parseUtcTime(text)));
  const ends = secretsOf(wire).map((each) => each.expiresMs);
  return {
    ...(assets === undefined ? {} : { assets: new Set(assets) }),
    ...(notBeforeMs == null ? {} : { notBeforeMs }),
    ...(expiresMs == null ? {} : { expiresMs }),
    ...(ends.every((each) => each === null) ? {} : { secretsExpireMs: ends }),
  };
}

function toKey(wire: KeyWire): ApiKey {
  return {
    id: keyId(wire.id),
    secretsSha256: secretDigests(wire),
    organization: organizationId(wire.organization),
    accessLevel: wire.access_level,
    active: wire.active,
    admin: wire.admin,
    ...boundsOf(wire),
  };
}

/** The `url` of the built-in mock provider. */
export const MOCK_URL = "builtin:mock";

function toAlert(wire: AlertWire, way: Pick<AlertSettings, "egress">): AlertSettings {
  return {
    name: wire.name,
    kind: wire.kind,
    target: readAlertUrl(wire.url) ?? { kind: "http", url: wire.url },
    ...way,
    secret: wire.secret ?? null,
    authorization: wire.authorization ?? null,
    verdicts: new Set(wire.verdicts),
    policies: wire.policies === undefined ? null : new Set(wire.policies),
    assets: wire.assets === undefined ? null : new Set(wire.assets),
    perMinute: wire.per_minute,
    dedupeMs: wire.dedupe_seconds * 1000,
    timeoutMs: wire.timeout_ms,
  };
}

const ROLES = ["system", "user", "assistant", "tool"] as const satisfies readonly Origin[];

/** A role whose policies are each policy's own choice is left out. */
function readersOf(read: UpstreamWire["read"]): RoleReaders {
  const chosen = ROLES.flatMap((role) => {
    const names = read[role];
    return names === "default" ? [] : [[role, new Set<string>(names === "none" ? [] : names)] as const];
  });
  return Object.fromEntries(chosen);
}

/** `/openai/` and `/openai` serve the same paths. */
export const normalizePrefix = (prefix: string): string => (prefix === "/" ? "/" : prefix.replace(/\/+$/, "") || "/");

function toUpstream(wire: UpstreamWire, way: Pick<Upstream, "egress">): Upstream {
  const apiKey = wire.api_key ?? "";
  return {
    name: wire.name,
    prefix: normalizePrefix(wire.prefix),
    target: wire.url === MOCK_URL ? { kind: "mock" } : { kind: "url", url: new URL(wire.url) },
    ...way,
    apiKey: apiKey === "" ? null : apiKey,
    apiKeyHeader: wire.api_key_header ?? null,
    asset: assetId(wire.asset),
    auth: wire.auth,
    unread: wire.unread,
    unreadParts: wire.unread_parts,
    readsTools: wire.read.tool_definitions,
    readers: readersOf(wire.read),
    websocket: wire.websocket,
    blockedHistory: wire.blocked_history,
    joinedTurns: wire.joined_turns,
    canary: wire.canary,
    blockedResponse: wire.blocked_response,
    connectTimeoutMs: wire.connect_timeout_ms,
    headersTimeoutMs: wire.headers_timeout_ms,
    bodyTimeoutMs: wire.body_timeout_ms,
    answerTimeoutMs: wire.answer_timeout_ms,
    responseMaxBytes: wire.response_max_bytes,
    conversationMaxBytes: wire.conversation_max_bytes,
    eventMaxBytes: wire.event_max_bytes,
  };
}

const SQLITE_PREFIX = "sqlite:";

/** Where records are kept, from a checked URL. */
export function storeTarget(url: string): StoreConfig["target"] {
  if (url.startsWith(SQLITE_PREFIX)) return { kind: "sqlite", path: url.slice(SQLITE_PREFIX.length) };
  const reading = readPostgresUrl(url);
  return reading.ok ? { kind: "postgres", server: reading.server } : { kind: "none" };
}

const keyOf = (key: string | null | undefined): string | null => (key === undefined || key === "" ? null : key);

/** Where windows are counted, from a checked wire form. */
function limitStore(wire: LimitsWire): LimitStore {
  // Only `memory` is valid and no Redis URL.
  const reading = readRedisUrl(wire.store);
  if (!reading.ok) return { kind: "memory" };
  return {
    kind: "redis",
    server: reading.server,
    prefix: wire.store_prefix,
    timeoutMs: wire.store_timeout_ms,
    onError: wire.on_store_error,
  };
}

/** By kind: a chat model reads pages, a classifier reads some 512 tokens. UTF-16 units. */
const PIECE_CHARS: Readonly<Record<JudgeWire["kind"], number>> = {
  chat: 16_000,
  moderations: 8000,
  classifier: 1200,
  kserve: 1200,
  onnx: 1200,
};

/** From a checked wire form. */
function toJudge(wire: JudgeWire, way: Pick<RemoteModel, "egress">): JudgeSettings {
  return {
    name: wire.name,
    model: toModel(wire, way),
    timeoutMs: wire.timeout_ms,
    concurrencyMax: wire.concurrency_max,
    queueMax: wire.queue_max,
    retries: wire.retries,
    breaker: { failures: wire.breaker.failures, openMs: wire.breaker.open_ms },
    memoEntries: wire.memo_entries,
    pieceChars: wire.piece_chars ?? PIECE_CHARS[wire.kind],
    labels: new Map(
      Object.entries(wire.labels).map(([name, labels]) => [name, typeof labels === "string" ? [labels] : labels]),
    ),
  };
}

function toModel(wire: JudgeWire, way: Pick<RemoteModel, "egress">): JudgeModel {
  const { kind, model = "", input, output, classes = [], temperature, folder = "" } = wire;
  switch (kind) {
    case "chat":
      return { kind, model, temperature, ...toRemote(wire, way) };
    case "moderations":
      return { kind, model: wire.model ?? null, ...toRemote(wire, way) };
    case "classifier":
      return { kind, ...toRemote(wire, way) };
    case "kserve":
      return { kind, model, input, output, classes, activation: wire.activation ?? "none", ...toRemote(wire, way) };
    case "onnx":
      return { kind, folder, activation: wire.activation ?? "softmax" };
  }
}

function toRemote(wire: JudgeWire, way: Pick<RemoteModel, "egress">): RemoteModel {
  const apiKey = wire.api_key ?? "";
  return {
    url: (wire.url ?? "").replace(/\/+$/, ""),
    apiKey: apiKey === "" ? null : apiKey,
    apiKeyHeader: wire.api_key_header ?? null,
    responseMaxBytes: wire.response_max_bytes,
    ...way,
  };
}

/** `""`, `[]`, `null` and absent are the same. */
export function normalizeMetadata(metadata: PolicyWire["metadata"]): Json {
  return metadata === undefined || metadata === null || metadata.length === 0 ? null : metadata;
}

/** The metadata of a policy: its own, or the names of its `entities`. */
export function policyMetadata({ metadata, entities }: Pick<PolicyWire, "metadata" | "entities">): Json {
  const names = (entities ?? []).map((item) => (typeof item === "string" ? item : item.name));
  return names.length === 0 ? normalizeMetadata(metadata) : names;
}

function policySelection(wire: PolicyWire): Pick<Policy, "metadata" | "entities"> {
  const metadata = policyMetadata(wire);
  return saysSomething(wire.entities) ? { metadata, entities: wire.entities.map(namedEntity) } : { metadata };
}

const namedEntity = (item: string | EntityWire): NamedEntity => {
  if (typeof item === "string") return { name: item };
  const { name, action, threshold, mask, mask_style: maskStyle } = item;
  return {
    name,
    ...(action === undefined ? {} : { action }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(mask === undefined ? {} : { mask }),
    ...(maskStyle === undefined ? {} : { maskStyle }),
  };
};

/** `null` when it allows nothing. */
export function allowList(allow: PolicyWire["allow"]): AllowList | null {
  if (allow === undefined || allow === null) return null;
  return allow.values.length + allow.patterns.length + allow.types.length === 0 ? null : allow;
}

/** Whether an item has settings of its own: the names alone are in the metadata. */
const saysSomething = (entities: PolicyWire["entities"]): entities is (string | EntityWire)[] =>
  entities?.some((item) => typeof item !== "string" && Object.keys(item).length > 1) === true;

function namedThreshold({ policy_name: name, sensitivity }: PolicyWire): number | null {
  return sensitivity === undefined ? null : (findAnalyzer(name)?.sensitivities?.[sensitivity] ?? null);
}

/** Of a policy that asks no judge, ms. */
export const TIMEOUT_MS = 500;

/** The id of a policy that has none of its own. */
export const defaultPolicyId = (assetId: string, wire: Pick<PolicyWire, "policy_name" | "shadow">): string =>
  `${assetId}:${wire.policy_name}${wire.shadow ? ":shadow" : ""}`;

/** @param judgeTimeout of a judge by name, ms; of none, that of the asset's own */
export function policyFromWire(
  wire: PolicyWire,
  assetId: string,
  judgeTimeout: (judge: string | undefined) => number | undefined = () => undefined,
): Policy {
  const asksJudge = wire.judge !== undefined || findAnalyzer(wire.policy_name)?.isJudged === true;
  return {
    id: policyId(wire.policy_id ?? defaultPolicyId(assetId, wire)),
    name: wire.policy_name,
    action: wire.action,
    scope: wire.scope ?? null,
    ...policySelection(wire),
    threshold: wire.threshold ?? namedThreshold(wire),
    mask: wire.mask !== false,
    restores: wire.mask === "restore",
    ...(wire.restore_into === undefined ? {} : { restoreInto: wire.restore_into }),
    maskStyle: wire.mask_style,
    allow: allowList(wire.allow),
    ignoreTestValues: wire.ignore_test_values,
    stream: wire.stream,
    onError: wire.on_error,
    timeoutMs: wire.timeout_ms ?? (asksJudge ? judgeTimeout(wire.judge) : undefined) ?? TIMEOUT_MS,
    ...policyJudge(wire),
    ...(wire.shadow ? { isShadow: true } : {}),
  };
}

function policyJudge({ judge: name, judge_mode: mode, judge_band: band }: PolicyWire): Pick<Policy, "judge"> {
  if (name === undefined) return {};
  const [low = 0, high = 1] = band ?? [];
  return { judge: { name, mode: mode ?? null, band: band === undefined ? null : { low, high } } };
}
