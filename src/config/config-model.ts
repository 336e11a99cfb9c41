import type { AlertSettings } from "../core/alert-model.ts";
import type { WorkLimits } from "../core/work-budget.ts";
import type { JudgeSettings } from "../core/judge-model.ts";
import type { LimitStore, StoreTarget } from "../core/stores.ts";
import type { AssetId, KeyId, OrganizationId, Origin, Policy } from "../core/model.ts";
import type { Egress } from "../core/egress.ts";
import type { TlsSettings } from "../core/tls.ts";
import type { OverloadBounds } from "../core/overload.ts";

/** A validated configuration: immutable, defaults filled in, references checked, secrets hashed. */
export interface Config {
  readonly server: ServerConfig;
  readonly keys: readonly ApiKey[];
  /** Where more of them are kept, as it is written; absent: nowhere. */
  readonly keysFile?: string;
  readonly judges: readonly JudgeSettings[];
  readonly assets: readonly Asset[];
  readonly upstreams: readonly Upstream[];
  readonly alerts: readonly AlertSettings[];
  readonly limits: LimitsConfig;
  readonly store: StoreConfig;
  /** SHA-256 of the source after `${ENV}`; equal digests mean an equal configuration. */
  readonly digest: string;
}

interface ServerConfig extends OverloadBounds {
  /** Processes that serve; `auto`: as many as there are processors. */
  readonly workers: number | "auto";
  readonly host: string;
  readonly port: number;
  /** Of a listener for metrics and administration; `null`: they are on `port`. */
  readonly adminPort: number | null;
  readonly adminHost: string;
  /** Of `port`; absent: plain HTTP. */
  readonly tls?: TlsSettings;
  /** Of `adminPort`; absent: plain HTTP. */
  readonly adminTls?: TlsSettings;
  readonly bodyMaxBytes: number;
  /** UTF-16 code units. */
  readonly textMaxChars: number;
  /** What one request, or its answer, may cost. */
  readonly requestWork: WorkLimits;
  readonly drainSeconds: number;
  /** Time a client has to send its headers, and its whole request. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** Origins of web pages that may open WebSockets and use upstreams without keys; lower case. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** Open connections of one client address. */
  readonly connectionsPerClient: number;
  /** Minimum rate of a request's body; 0: none. */
  readonly minBytesPerSecond: number;
  /** Texts whose verdicts are remembered, at most. */
  readonly verdictMemoEntries: number;
  /** Threads for long texts; 0: none, `null`: by the number of processors. */
  readonly analysisThreads: number | null;
  /** Long texts that wait for a thread, at most. */
  readonly analysisQueueMax: number;
  /** For `mask_style: hash`; `null`: a random one per process. Never log it. */
  readonly maskKey: string | null;
  /** The configured mask key; `null` in every process if there is none. Never log it. */
  readonly recordKey: string | null;
}

export interface ApiKey {
  readonly id: KeyId;
  /** SHA-256 of each valid secret, 32 bytes; nothing else of it is kept. Two while the key is rotated. */
  readonly secretsSha256: readonly Buffer[];
  /** When each of them ends, ms since the epoch; absent or `null`: with the key. */
  readonly secretsExpireMs?: readonly (number | null)[];
  readonly organization: OrganizationId;
  readonly accessLevel: 1 | 2;
  readonly active: boolean;
  /** The only assets that it may use; absent: all of its organization. */
  readonly assets?: ReadonlySet<string>;
  /** From when and until when it is valid, ms since the epoch; absent: always. */
  readonly notBeforeMs?: number;
  readonly expiresMs?: number;
  readonly admin: boolean;
}

/** The asset of direct callers without an asset of their own. It is built in, and takes inline policies only. */
export const DEFAULT_ASSET_ID = "api-user-default";

export interface Asset {
  readonly id: AssetId;
  readonly organization: OrganizationId;
  readonly inlinePolicies: "merge" | "replace" | "tighten" | "deny";
  /** Judge of policies that need one and name none; absent: none. */
  readonly judge?: string;
  /** Prompts of one session that the API judges together; 1: each alone. */
  readonly sessionTurns: number;
  readonly policies: readonly Policy[];
}

export interface Upstream {
  readonly name: string;
  /** Begins with `/`; ends without one, save for the bare `/`. */
  readonly prefix: string;
  readonly target: { readonly kind: "mock" } | { readonly kind: "url"; readonly url: URL };
  /** How it is reached; absent: directly. */
  readonly egress?: Egress;
  /** Replaces the caller's credential; `null` = the caller's goes through. */
  readonly apiKey: string | null;
  /** Header that carries `apiKey`; `null` = the format's own. */
  readonly apiKeyHeader: string | null;
  readonly asset: AssetId;
  readonly auth: "none" | "key";
  readonly unread: "deny" | "pass";
  readonly unreadParts: "deny" | "pass";
  /** Whether descriptions and schemas of tools are read. */
  readonly readsTools: boolean;
  /** Which policies read the texts of a role. */
  readonly readers: RoleReaders;
  readonly websocket: "inspect" | "unread";
  /** How a request with a blocked message in its history is handled. */
  readonly blockedHistory: "block" | "tombstone";
  /** Recent user messages that are judged together; 1: each alone. */
  readonly joinedTurns: number;
  /** A blocked answer that is not streamed: HTTP 400, or 200 ended natively. */
  readonly blockedResponse: "error" | "in_band";
  /** Whether a random line is put into system prompts, to be looked for in answers. */
  readonly canary: boolean;
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** Longest silence between two chunks of an answer. */
  readonly bodyTimeoutMs: number;
  readonly answerTimeoutMs: number;
  readonly responseMaxBytes: number;
  readonly conversationMaxBytes: number;
  readonly eventMaxBytes: number;
}

/** By role: names of the policies that read its texts, and no others do; absent: each policy's own default. */
export type RoleReaders = Partial<Readonly<Record<Origin, ReadonlySet<string>>>>;

export interface LimitsConfig {
  readonly store: LimitStore;
  readonly windowSeconds: number;
  readonly default: number;
  /** `"POST /sdk/v1/analyze/prompt"` → requests per window and key. */
  readonly routes: ReadonlyMap<string, number>;
  /** Proxied requests per window and key (or upstream without keys); 0 = unlimited. */
  readonly proxy: number;
}

export interface StoreConfig {
  readonly target: StoreTarget;
  readonly content: "masked" | "full" | "none";
  readonly retentionDays: number;
  /** How a call is answered whose record cannot be written. */
  readonly onError: "reject" | "degrade";
}

/** One problem of a configuration file, with its place. */
export interface ConfigProblem {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** `assets.0.policies.1.action`, or `` for the file as a whole. */
  readonly path: string;
  readonly reason: string;
  readonly severity: "error" | "warning";
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config; readonly warnings: readonly ConfigProblem[] }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** `file:line:column: path: reason`; a warning says that it is one. */
export function renderProblem({ file, line, column, path, reason, severity }: ConfigProblem): string {
  const place = path === "" ? "" : `${path}: `;
  return `${file}:${line}:${column}: ${severity === "warning" ? "warning: " : ""}${place}${reason}`;
}

/** Changed settings that only a restart applies, so that the log can name them. */
export function restartSettings(started: Config, config: Config): readonly string[] {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ["server.host", started.server.host, config.server.host],
    ["server.port", started.server.port, config.server.port],
    ["server.admin_port", started.server.adminPort, config.server.adminPort],
    ["server.admin_host", started.server.adminHost, config.server.adminHost],
    ["server.tls", tlsForm(started.server.tls), tlsForm(config.server.tls)],
    ["server.admin_tls", tlsForm(started.server.adminTls), tlsForm(config.server.adminTls)],
    ["server.workers", started.server.workers, config.server.workers],
    ["store.url", JSON.stringify(started.store.target), JSON.stringify(config.store.target)],
    ["store.retention_days", started.store.retentionDays, config.store.retentionDays],
  ];
  return pairs.filter(([, before, after]) => before !== after).map(([name]) => name);
}

/** What of TLS is fixed when a listener opens; certificates, their issuers and versions are not. */
const tlsForm = (tls: TlsSettings | undefined): string => tls?.clientAuth ?? "off";

/** A listener keeps its form, and takes new certificates where it speaks TLS. */
function pinnedTls(started: TlsSettings | undefined, tls: TlsSettings | undefined): TlsSettings | undefined {
  return started === undefined || tls === undefined ? started : { ...tls, clientAuth: started.clientAuth };
}

/** The configuration with the start-up values of settings that need a restart, for a process that joins running ones. */
export function pinned(started: Config, config: Config): Config {
  const { host, port, adminPort, adminHost, workers } = started.server;
  const { target, retentionDays } = started.store;
  const { tls: _tls, adminTls: _adminTls, ...server } = config.server;
  const tls = pinnedTls(started.server.tls, config.server.tls);
  const adminTls = pinnedTls(started.server.adminTls, config.server.adminTls);
  return {
    ...config,
    server: {
      ...server,
      host,
      port,
      adminPort,
      adminHost,
      workers,
      ...(tls === undefined ? {} : { tls }),
      ...(adminTls === undefined ? {} : { adminTls }),
    },
    store: { ...config.store, target, retentionDays },
  };
}
