import type { Clock } from "../core/clock.ts";
import type { Logger } from "./logger.ts";
import { readTraceSettings } from "./trace-settings.ts";
import { NO_TRACING, type Tracing } from "./tracing.ts";

export interface TracingDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of this service. */
  readonly version: string;
}

/** Tracing as the environment asks for it. Where it does not, nothing of OpenTelemetry is loaded. */
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
