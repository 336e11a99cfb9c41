import { z } from "zod";
import { redisUrlProblem } from "./redis-url.ts";
import { integer } from "./schema-parts.ts";

const REQUESTS_MAX = 1_000_000_000;
const requests = (): z.ZodInt => integer(1, REQUESTS_MAX);
/** A caller waits for it, so it is no time to wait long. */
const STORE_TIMEOUT_MAX_MS = 5000;

/** Fixed windows per key and endpoint, and where they are counted. */
export const limitsSchema = z.strictObject({
  store: z
    .string()
    .superRefine((value, context) => {
      const message = value === "memory" ? null : redisUrlProblem(value);
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
