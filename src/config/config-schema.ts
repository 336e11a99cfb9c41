import { z } from "zod";
import { POLICY_NAMES } from "../analyzers/registry.ts";
import { keySchema, KEYS_MAX } from "./schema-keys.ts";
import { fileName, tlsSchema } from "./schema-tls.ts";
import { alertSchema } from "./schema-alerts.ts";
import { problemOfReading, readPostgresUrl, readRedisUrl } from "./urls.ts";
import { judgeSchema, DAY_MS, GIB, id, integer, milliseconds, MIB, upstreamSchema } from "./schema-services.ts";

const REQUESTS_MAX = 1_000_000_000;
const requests = (): z.ZodInt => integer(1, REQUESTS_MAX);
/** A caller waits for it. */
const STORE_TIMEOUT_MAX_MS = 5000;

/** Fixed windows per key and endpoint, and where they are counted. */
const limitsSchema = z.strictObject({
  store: z
    .string()
    .superRefine((value, context) => {
      const message = value === "memory" ? null : problemOfReading(readRedisUrl(value));
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .default("memory")
    .describe(
      "Where windows are counted: `memory`, each process by itself, or `redis://[user:password@]host[:port][/database]` (`rediss://` with TLS), all replicas together.",
    ),
  store_prefix: z
    .string()
    .regex(/^[\x21-\x7e]{0,64}$/, "must be at most 64 printable ASCII characters without spaces")
    .default("sallyport:limit:")
    .describe("Before the name of every window in Redis. Replicas share what has the same prefix."),
  store_timeout_ms: integer(1, STORE_TIMEOUT_MAX_MS)
    .default(100)
    .describe("How long a request waits for Redis, milliseconds; then Redis is taken for away."),
  on_store_error: z
    .enum(["local", "reject"])
    .default("local")
    .describe(
      "While Redis is away: windows of this process, reported in `x-guardrail-limits: local`; each replica then admits a limit of its own. Or refuse with 503.",
    ),
  window_seconds: integer(1, 86_400).default(60).describe("Length of a window, seconds."),
  default: requests().default(50).describe("Requests per window, key and endpoint where `routes` says nothing."),
  routes: z
    .record(
      z.string().regex(/^(GET|POST) \/\S*$/, "must be a method and a path, such as POST /sdk/v1/analyze/prompt"),
      requests(),
    )
    .default({
      "POST /sdk/v1/analyze/prompt": 500,
      "POST /sdk/v1/analyze/response": 500,
      "POST /sdk/v1/events/record": 500,
    })
    .describe("Requests per window and key, by endpoint."),
  proxy: integer(0, REQUESTS_MAX).default(0).describe("Requests per window and key on proxied routes; 0 = unlimited."),
});

export type LimitsWire = z.output<typeof limitsSchema>;

/**
 * The wire form of the configuration: every key with its unit, default and bounds. One schema validates the file, gives
 * the types, the editors' JSON Schema and docs/configuration.md.
 */

/** More than the processors of a large machine; each worker takes some 100 MB. */
const WORKERS_MAX = 64;

/** Scheme, host and port, as browsers write them; extensions and desktop apps have schemes of their own. @see RFC 6454 §6.2 */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@A-Z]+$/;
const ORIGINS_MAX = 1000;
/** Each costs a socket and a parser; a process that meets more is under attack. */
const CONNECTIONS_MAX = 20_000;

/** Bounds of a single client, and the web pages that may use the service. */
const connections = {
  allowed_origins: z
    .array(z.string().regex(ORIGIN, "must be an origin in lower case, such as https://app.example.com"))
    .max(ORIGINS_MAX)
    .default([])
    .describe(
      "Origins of web pages that may open WebSockets, and use upstreams with `auth: none`. Other pages get 403; clients that are no browsers send no `Origin` and are not affected.",
    ),
  connections_per_client: integer(1, CONNECTIONS_MAX)
    .default(5000)
    .describe(
      `Open connections of one client address (IPv6: of one /64 network); further ones are closed. All clients together may have ${CONNECTIONS_MAX}.`,
    ),
  buffered_max_bytes: integer(MIB, 64 * GIB)
    .default(128 * MIB)
    .describe(
      "Memory for bodies of requests from their first byte until their answer is over, for answers that wait for their client, and for messages of WebSockets that have come in part, all together, bytes; over it 503 with `Retry-After`. The service needs about four times as much while it reads them.",
    ),
  client_share: integer(1, 100)
    .default(90)
    .describe(
      "Share of `max_requests`, of `max_streams` and of `buffered_max_bytes` that one client address may take, percent; over it 503 with `Retry-After`. 100: all.",
    ),
  min_data_rate: integer(0, 1_000_000_000)
    .default(500)
    .describe(
      "Bytes per second that the body of a request must arrive with, on average over each 5 seconds in which the service waits for it; slower ones get 408. 0: none.",
    ),
};

/** Bounds of the process: beyond them requests get 503 with `Retry-After` before their body is read. */
const overload = {
  max_requests: integer(1, 1_000_000)
    .default(1000)
    .describe(
      "Requests of the API and proxied exchanges under way whose answer has not begun: further ones get 503 with `Retry-After`. Each may hold a body in memory.",
    ),
  max_streams: integer(1, 1_000_000)
    .default(2000)
    .describe(
      "Answers under way that have begun, and open WebSockets: at that many no proxied exchange is taken on. What was taken on before may still become one.",
    ),
  max_delay_ms: milliseconds(600_000)
    .default(2000)
    .describe(
      "How long a request may wait for the processor, milliseconds: when requests have waited for longer for half a second on end, those that would get 503 with `Retry-After`; those that would wait twice as long do in any case.",
    ),
  analysis_threads: z
    .union([integer(0, 64), z.literal("auto")])
    .default("auto")
    .describe(
      "Threads that read texts of more than 32768 characters, so that short requests need not wait for them. `auto`: one fewer than each of the `workers` has processors, 1 to 4. 0: the event loop reads them. Each takes some 100 MB while it is there.",
    ),
  analysis_queue: integer(1, 100_000)
    .default(64)
    .describe(
      "Long texts that wait for a thread: at that many a further request with one gets 503 with `Retry-After`. Answers and records of requests that were taken on wait in any case.",
    ),
};

const server = z.strictObject({
  host: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .describe("Address to listen on. `0.0.0.0` opens it to the network: set your own keys first."),
  port: integer(0, 65_535).default(8080).describe("TCP port; 0 takes a free one."),
  admin_port: integer(0, 65_535)
    .nullish()
    .describe(
      "TCP port of a listener of its own for `/metrics`, `/admin/*` and `/console*`, which `port` then answers with 404; health is on both. Without it everything is on `port`.",
    ),
  admin_host: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .describe("Address that `admin_port` listens on. Metrics need no key: open it to those who may read them."),
  tls: tlsSchema
    .optional()
    .describe(
      "TLS on `port` in place of plain HTTP. The files are read again when they change; a pair that cannot be used changes nothing.",
    ),
  admin_tls: z
    .union([z.literal(["same", "off"]), tlsSchema])
    .default("same")
    .describe(
      "TLS on `admin_port`: the `same` as on `port`, `off`, or its own settings, such as without `client_auth` for probes and Prometheus.",
    ),
  workers: z
    .union([integer(1, WORKERS_MAX), z.literal("auto")], {
      error: `must be a whole number from 1 to ${WORKERS_MAX}, or auto`,
    })
    .default(1)
    .describe(
      "Processes that serve on `port`, with one count of limits, sessions and records; `auto`: one for each processor. 1: everything is in one process.",
    ),
  body_max_bytes: integer(1024, GIB).default(8_388_608).describe("Largest request body, bytes; over it 413."),
  text_max_chars: integer(1, 100_000_000)
    .default(1_000_000)
    .describe("Longest text to analyse, UTF-16 code units; over it 413."),
  request_values_max: integer(1, 100_000_000)
    .default(300_000)
    .describe(
      "Values in the JSON of one request, lists and objects among them; over it 413. An answer may have ten times as many; over it 502.",
    ),
  request_texts_max: integer(1, 100_000_000)
    .default(100_000)
    .describe(
      "Texts in one request (messages, parts, fields), in its answer, or in one message over a WebSocket; over it 413, of an answer 502. Each costs memory and is asked about by every policy, however short.",
    ),
  request_work_max: integer(1, 1_000_000_000_000)
    .default(1_000_000_000)
    .describe(
      "UTF-16 code units of one request, times the policies that read them, and as many of its answer; over it 413, of an answer 502. Texts whose verdicts are remembered cost nothing. The default leaves room for the largest bodies with every policy on.",
    ),
  request_pattern_steps_max: integer(1, 1_000_000_000_000)
    .default(1_000_000_000)
    .describe(
      "Steps that patterns of policies may take on one request: characters times the instructions of the patterns. Beyond it a policy counts as failed.",
    ),
  drain_seconds: integer(0, 3600)
    .default(20)
    .describe(
      "How long requests under way may go on after SIGTERM, seconds. Keep it under the pod's terminationGracePeriodSeconds.",
    ),
  headers_timeout_ms: milliseconds(DAY_MS)
    .default(10_000)
    .describe("Time for a client to send its headers, milliseconds."),
  request_timeout_ms: milliseconds(DAY_MS)
    .default(60_000)
    .describe("Time for a client to send its whole request, milliseconds."),
  keep_alive_timeout_ms: milliseconds(DAY_MS)
    .default(65_000)
    .describe(
      "How long an idle connection stays open, milliseconds. Longer than a load balancer's, or it meets closed connections.",
    ),
  verdict_memo_entries: integer(0, 10_000_000)
    .default(20_000)
    .describe(
      "Texts whose verdicts are remembered, so that a conversation's history is not judged again at every turn; 0: none. Digests only, no text.",
    ),
  ...overload,
  ...connections,
  mask_key: z
    .string()
    .regex(/^(?:[\s\S]{16,1024})?$/, "must have 16 to 1024 characters, or none")
    .nullish()
    .describe(
      "Key of `mask_style: hash` and of canaries, 16 characters or more; replicas that share it write equal masks. Without it each process makes one up.",
    ),
});

const ALLOWED_MAX = 1000;
/** Each is tried on each finding. */
const ALLOWED_PATTERNS_MAX = 100;
const allow = z.strictObject({
  values: z
    .array(z.string().max(1000))
    .max(ALLOWED_MAX)
    .default([])
    .describe("Whole values, compared without case and without spaces at their ends. They are never logged."),
  patterns: z
    .array(z.string())
    .max(ALLOWED_PATTERNS_MAX)
    .default([])
    .describe(
      "RE2 patterns without look-around; one must match a whole value, at most 1000 characters each, and 5000 instructions together.",
    ),
  types: z.array(z.string()).max(ALLOWED_MAX).default([]).describe("Kinds of findings that are never reported."),
});

/** Items of a policy's `entities`: there are fewer types and groups. */
const ENTITIES_MAX = 1000;
const action = z.enum(["block", "flag"]);
const threshold = z.number().min(0).max(1);
const maskStyle = z.enum(["placeholder", "partial", "hash", "redact"]);

const entity = z.strictObject({
  name: z.string().describe("A type or a group."),
  action: action.optional().describe("What a finding of it does; the verdict is that of its worst finding."),
  threshold: threshold.optional().describe("Score from which its findings count."),
  mask: z.boolean().optional().describe("Whether the proxy masks it."),
  mask_style: maskStyle.optional().describe("What stands in the place of its values."),
});

export const policySchema = z.strictObject({
  policy_name: z
    .enum(POLICY_NAMES)
    .describe("Which policy. One that this version does not have is skipped, and answers say so."),
  action: z
    .enum(["block", "flag", "disabled"])
    .describe("What a violation does: refuse, report, or the policy is off."),
  policy_id: id()
    .optional()
    .describe(
      "Name in answers and records; default `<asset id>:<policy name>`, of a shadow policy with `:shadow` appended.",
    ),
  shadow: z
    .boolean()
    .default(false)
    .describe(
      "`true`: the policy is evaluated and recorded, and never acts: it changes no verdict and no text, holds nothing back and fails no request. To try it out, beside the one of its name that acts or alone.",
    ),
  scope: z
    .enum(["input", "output", "both"])
    .optional()
    .describe("Narrows where the policy runs, prompts or answers; default: wherever it has something to say."),
  metadata: z
    .union([z.string(), z.array(z.union([z.string(), z.array(z.string())]))], {
      error: "must be text, a list of texts, or a list of [name, pattern] pairs",
    })
    .nullish()
    .describe(
      'What the policy needs to know: names, topics, rules, `[name, pattern]` pairs. `""`, `[]` and `null` mean none.',
    ),
  entities: z
    .array(z.union([z.string(), entity], { error: "must be a name, or a mapping with a name" }))
    .max(ENTITIES_MAX)
    .nullish()
    .describe(
      "In place of `metadata`, for policies with types and groups: the same names, or `{ name, action, threshold, mask, mask_style }` where one differs from the policy. A type counts before its group, a group before a broader one.",
    ),
  threshold: threshold
    .optional()
    .describe("Score from which a finding counts, 0..1; default: the policy's own. 0 reports every score."),
  sensitivity: z
    .enum(["low", "medium", "high"])
    .optional()
    .describe(
      "In place of a threshold: about 0.2, 1 or 5 % of harmless texts are flagged. For injection, toxicity and unsafe content.",
    ),
  mask: z
    .literal([false, true, "restore"])
    .default(false)
    .describe(
      "`true`: the proxy forwards the masked text; the API reports it in any case. `restore`: what was masked in a prompt is put back where the answer repeats its mask; needs `mask_style` `placeholder` or `hash`.",
    ),
  restore_into: z
    .array(z.string().min(1).max(200))
    .max(200)
    .optional()
    .describe(
      "Tools, by name, `*` for any run of characters, whose arguments get values back that the user has not said, such as those of other tools' results; for `mask: restore`. What the user said comes back into every tool's arguments.",
    ),
  mask_style: maskStyle
    .default("placeholder")
    .describe(
      "What stands in the place of a value: `<TYPE_1>`, `*` before its last four letters or digits, `<TYPE_h:…>` equal for equal values everywhere, or `<TYPE>`.",
    ),
  allow: allow
    .nullish()
    .describe("What is no finding of this policy although it looks like one. For policies that find spans."),
  ignore_test_values: z
    .boolean()
    .default(false)
    .describe(
      "Values kept for documentation and tests (example.com, 192.0.2.1, 4111 1111 1111 1111) are no findings. Otherwise their score is 0.2 lower, but not below 0.5 by that.",
    ),
  stream: z
    .enum(["window", "hold", "observe"])
    .default("window")
    .describe("How streams are decided: held-back window, whole answer first, or after the fact."),
  on_error: z
    .enum(["block", "pass"])
    .default("block")
    .describe("When the policy cannot be evaluated: refuse with 503, or go on and say so in `x-guardrail-degraded`."),
  timeout_ms: milliseconds(600_000)
    .optional()
    .describe(
      "Deadline of one evaluation, milliseconds: of a judge, and of patterns of your own, which have as much again for every 32,768 characters of a longer text. Detectors of the service finish, however busy the machine: a verdict that is known stands. Default 500, or the judge's own where one is asked.",
    ),
  judge: id().optional().describe("Name of a judge that is asked too, or instead of the policy's own detector."),
  judge_mode: z
    .enum(["alone", "after"])
    .optional()
    .describe(
      "`after`: only where the detector's score is uncertain, which is the default where the policy has a detector. `alone`: about every text; streamed answers are held until they are whole.",
    ),
  judge_band: z
    .array(z.number().min(0).max(1))
    .refine(({ length }) => length === 2, "must be [low, high]")
    .optional()
    .describe(
      "`[low, high]`: scores that are uncertain. Default: from halfway below the threshold to halfway above it.",
    ),
});

export const assetSchema = z.strictObject({
  id: id().describe("What callers send as `asset_id`."),
  organization: id().describe("Who owns it; keys of others get 404."),
  inline_policies: z
    .enum(["merge", "replace", "tighten", "deny"])
    .default("merge")
    .describe(
      "What a caller's own `policies` may do: win over the configured ones of their names, replace all, only add and strengthen, or nothing (400). On the proxy, those of `x-guardrail-policies` only add and strengthen unless the request has a service key of the organization.",
    ),
  judge: id()
    .optional()
    .describe("Judge of `policy_violation_detection` where the policy names none, in inline policies too."),
  session_turns: integer(1, 16)
    .default(1)
    .describe(
      "Prompts of one `session_id` that the API also judges as one text, for attacks that are spread over them; 1: each by itself. The last 2,000 characters of a session stay in memory, an hour after its last prompt at most.",
    ),
  policies: z.array(policySchema).max(100).default([]).describe("At most one of each name, and one shadow policy."),
});

const egress = z.strictObject({
  proxy: z
    .string()
    .optional()
    .describe(
      "Forward proxy to upstreams, judges and receivers of alerts, `http://[user:password@]host:port` (or `https://`), asked with `CONNECT`; `none`: no proxy. Default: `HTTPS_PROXY`, for http URLs `HTTP_PROXY`, from the environment.",
    ),
  no_proxy: z
    .array(z.string().max(300))
    .max(1000)
    .optional()
    .describe(
      "What is reached directly: names with their subdomains, addresses, subnets, each with or without a port; `*`: all. This machine always is. Default: `NO_PROXY` from the environment.",
    ),
  ca: fileName().optional().describe("File with authorities that are trusted beside the system's own, PEM."),
});

const store = z.strictObject({
  url: z
    .string()
    .superRefine((value, context) => {
      const message = /^(none$|sqlite:.)/.test(value) ? null : problemOfReading(readPostgresUrl(value));
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .default("sqlite:./data/sallyport.db")
    .describe(
      "`sqlite:` and a path, relative to the working directory or absolute; `postgres://user:password@host:port/database`, which replicas share; or `none`.",
    ),
  content: z
    .enum(["masked", "full", "none"])
    .default("masked")
    .describe("What a record keeps of the text: personal data and secrets masked, everything, nothing."),
  retention_days: integer(1, 36_500).default(30).describe("Older records are deleted, days."),
  on_error: z
    .enum(["reject", "degrade"])
    .default("reject")
    .describe(
      "When a record cannot be written: refuse with 503, or answer and say so in `x-guardrail-record` and in the log.",
    ),
});

/** What `version` may be. A new one is added where a key changes its meaning, and not where one is added. */
const VERSIONS = [1] as const;

/** Why a version is none of them. */
export const versionReason = (version: unknown): string =>
  VERSIONS.some((known) => String(known) === version)
    ? "must be a number: write it without quotes"
    : `this build reads version ${VERSIONS.join(", ")}; docs/migrating.md says what changes between versions`;

export const configSchema = z.strictObject({
  version: z
    .literal(VERSIONS)
    .default(1)
    .describe(
      `The \`version\` of the file's format: ${VERSIONS.join(", ")}, which is the default. Another one is an error. What changes between versions: docs/migrating.md.`,
    ),
  server: server.prefault({}).describe("The listener and its bounds."),
  keys: z.array(keySchema).max(KEYS_MAX).default([]).describe("Who may call the API."),
  keys_file: fileName()
    .optional()
    .describe(
      'File with further keys, as `sallyport keys` writes it: `{ "keys": [ … ] }`, each as under `keys`. Relative to the working directory; read again when it changes.',
    ),
  judges: z.array(judgeSchema).max(100).default([]).describe("Models that policies may ask."),
  assets: z.array(assetSchema).max(10_000).default([]).describe("What is protected, and by which policies."),
  upstreams: z.array(upstreamSchema).max(1000).default([]).describe("Providers that the proxy forwards to."),
  egress: egress.prefault({}).describe("The way to upstreams, judges and receivers of alerts."),
  limits: limitsSchema.prefault({}).describe("Fixed windows per key and endpoint."),
  alerts: z
    .array(alertSchema)
    .max(100)
    .default([])
    .describe("Receivers of alerts about blocked requests (docs/alerts.md)."),
  store: store.prefault({}).describe("Records of scans and events."),
});

export type ConfigWire = z.output<typeof configSchema>;
export type EntityWire = z.output<typeof entity>;
export type PolicyWire = z.output<typeof policySchema>;
export type UpstreamWire = z.output<typeof upstreamSchema>;
