import { percentDecoded } from "../core/strings.ts";
import type { Clock } from "../core/clock.ts";
import type { Logger } from "./logger.ts";
import { NO_TRACING, type Tracing } from "./tracing.ts";

/** Values by name, as a process is given them. */
type Env = Readonly<Record<string, string | undefined>>;

type SamplerName =
  | "always_on"
  | "always_off"
  | "traceidratio"
  | "parentbased_always_on"
  | "parentbased_always_off"
  | "parentbased_traceidratio";

/** The collector and the sampling. The exporter reads headers, deadline, compression and certificates itself. */
export interface TraceSettings {
  /** May hold credentials: never log it. */
  readonly url: string;
  readonly sampler: SamplerName;
  /** 0 to 1: share of new traces of a sampler by ratio. */
  readonly ratio: number;
  readonly resource: Readonly<Record<string, string>>;
  readonly batch: BatchSettings;
}

interface BatchSettings {
  readonly delayMs: number;
  readonly timeoutMs: number;
  /** Finished spans that wait; more are dropped. */
  readonly queueMax: number;
  /** Spans of one export. */
  readonly sizeMax: number;
}

interface ReadTraceSettings {
  /** `null`: nothing is traced. */
  readonly settings: TraceSettings | null;
  /** Invalid settings, by the names of variables, never their values. */
  readonly problems: readonly string[];
}

const SAMPLERS: readonly SamplerName[] = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
];
const ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
const TRACES_ENDPOINT = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
const PROTOCOL = "OTEL_EXPORTER_OTLP_PROTOCOL";
const TRACES_PROTOCOL = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL";
/** A queue is memory: about 2 KB a span. */
const QUEUE_MAX = 65_536;
const WAIT_MAX_MS = 600_000;

/**
 * Reads OpenTelemetry's variables. As the specification asks, an invalid setting never prevents the start.
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export function readTraceSettings(env: Env): ReadTraceSettings {
  const reader = new EnvReader(env);
  const name = reader.text(TRACES_ENDPOINT) === "" ? ENDPOINT : TRACES_ENDPOINT;
  const endpoint = reader.text(name);
  const isOff = reader.text("OTEL_SDK_DISABLED").toLowerCase() === "true";
  if (endpoint === "" || isOff || reader.text("OTEL_TRACES_EXPORTER") === "none")
    return { settings: null, problems: [] };
  const url = URL.parse(endpoint);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    return { settings: null, problems: [`${name} is no http URL: nothing is traced`] };
  if (name === ENDPOINT) url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/traces`;
  const protocol = reader.text(TRACES_PROTOCOL) === "" ? PROTOCOL : TRACES_PROTOCOL;
  if (reader.text(protocol) === "grpc") reader.problems.push(`${protocol}: http/json is spoken, not grpc`);
  const queueMax = reader.whole("OTEL_BSP_MAX_QUEUE_SIZE", { fallback: 2048, max: QUEUE_MAX });
  const settings: TraceSettings = {
    url: url.href,
    ...reader.sampling(),
    resource: resourceOf(reader),
    batch: {
      delayMs: reader.whole("OTEL_BSP_SCHEDULE_DELAY", { fallback: 5000, max: WAIT_MAX_MS }),
      timeoutMs: reader.whole("OTEL_BSP_EXPORT_TIMEOUT", { fallback: 30_000, max: WAIT_MAX_MS }),
      queueMax,
      sizeMax: reader.whole("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", { fallback: Math.min(512, queueMax), max: queueMax }),
    },
  };
  return { settings, problems: reader.problems };
}

function resourceOf(reader: EnvReader): Readonly<Record<string, string>> {
  const named = reader.text("OTEL_SERVICE_NAME");
  const resource = { "service.name": "sallyport", ...reader.pairs("OTEL_RESOURCE_ATTRIBUTES") };
  return named === "" ? resource : { ...resource, "service.name": named };
}

/** Reads values and collects problems. */
class EnvReader {
  readonly problems: string[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  /** An empty variable is an absent one. */
  text(name: string): string {
    return this.#env[name]?.trim() ?? "";
  }

  /** From 1 to `max`. */
  whole(name: string, { fallback, max }: { readonly fallback: number; readonly max: number }): number {
    const text = this.text(name);
    if (text === "") return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= 1 && value <= max) return value;
    this.problems.push(`${name} must be a whole number from 1 to ${max}: ${fallback} is taken`);
    return fallback;
  }

  /** `name=value,name=value`, values percent-encoded. */
  pairs(name: string): Readonly<Record<string, string>> {
    const pairs: Record<string, string> = {};
    for (const item of this.text(name).split(",")) {
      const at = item.indexOf("=");
      const key = item.slice(0, Math.max(0, at)).trim();
      const value = percentDecoded(item.slice(at + 1).trim());
      if (key !== "" && value !== null) pairs[key] = value;
      else if (item.trim() !== "") this.problems.push(`${name} has an entry that is no name=value: it is left out`);
    }
    return pairs;
  }

  sampling(): Pick<TraceSettings, "sampler" | "ratio"> {
    const wanted = this.text("OTEL_TRACES_SAMPLER").toLowerCase();
    const sampler = SAMPLERS.find((name) => name === wanted);
    if (sampler === undefined && wanted !== "")
      this.problems.push("OTEL_TRACES_SAMPLER is none that is known: parentbased_always_on is taken");
    const text = this.text("OTEL_TRACES_SAMPLER_ARG");
    const ratio = text === "" ? 1 : Number(text);
    const isRatio = ratio >= 0 && ratio <= 1;
    if (!isRatio) this.problems.push("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1: 1 is taken");
    return { sampler: sampler ?? "parentbased_always_on", ratio: isRatio ? ratio : 1 };
  }
}

interface TracingDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of this service. */
  readonly version: string;
}

/** Tracing as the environment configures it. Without a collector OpenTelemetry is not loaded. */
export async function openTracing(
  env: Readonly<Record<string, string | undefined>>,
  deps: TracingDeps,
): Promise<Tracing> {
  const { settings, problems } = readTraceSettings(env);
  for (const problem of problems) deps.logger.warn({ problem }, "tracing: setting not understood");
  if (settings === null) return NO_TRACING;
  const { startTracing } = await import("./traces/start.ts");
  return startTracing(settings, deps);
}
