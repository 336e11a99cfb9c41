import { createApp, type App } from "../app.ts";
import { renderProblem, type Config } from "../config/config-model.ts";
import type { ConfigSource, Reload } from "../config/source.ts";
import { describeError, type Logger } from "../telemetry/logger.ts";
import { Metrics } from "../telemetry/metrics.ts";
import { openTracing } from "../telemetry/trace-settings.ts";
import { processMetrics } from "../telemetry/gauges.ts";
import type { Tracing } from "../telemetry/tracing.ts";
import { systemClock, compileSooner, processLoad } from "./process.ts";
import { greet } from "./greet.ts";

export interface ServeOptions {
  readonly source: ConfigSource;
  readonly config: Config;
  /** From the command line; they override every version of the file. */
  readonly overrides: { readonly host?: string; readonly port?: number };
  /** Environment; `openTracing` reads the collector's address from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of this service. */
  readonly version: string;
  readonly logger: Logger & { readonly flush: () => void };
  /** Whether a person reads what is printed: a file or a pipe is a log. */
  readonly isTerminal: boolean;
  /** Prints the welcome text and configuration problems. */
  readonly print: (text: string) => void;
  readonly onSignal: (signal: "SIGTERM" | "SIGINT" | "SIGHUP", run: () => void) => void;
  readonly exit: (code: number) => void;
}

/** Starts the service and reloads its file on changes until a signal ends it. */
export async function serve(options: ServeOptions): Promise<void> {
  const { source, logger } = options;
  const config = withOverrides(options.config, options.overrides);
  const metrics = new Metrics();
  metrics.include(processMetrics());
  const tracing = await openTracing(options.env, { clock: systemClock, logger, version: options.version });
  const app = createApp({
    config,
    clock: systemClock,
    load: processLoad(),
    logger,
    metrics,
    tracing,
    version: options.version,
  });
  const address = await app.listen();
  compileSooner();
  const admin = app.adminAddress();
  const places = { host: address.address, port: address.port, ...(admin === null ? {} : { admin_port: admin.port }) };
  logger.info({ ...places, config: config.digest.slice(0, 12) }, "listening");
  const onReload = (reload: Reload): void => applyReload(app, reload, options);
  source.watch(onReload);
  options.onSignal("SIGHUP", () => {
    const reload = source.reload(true);
    if (reload.kind === "unchanged") logger.info({}, "configuration unchanged");
    else onReload(reload);
  });
  let isStopping = false;
  const stop = (): void => {
    // A second signal aborts requests under way; acknowledged records are kept.
    if (isStopping) void app.close();
    else void end({ app, tracing }, options);
    isStopping = true;
  };
  options.onSignal("SIGTERM", stop);
  options.onSignal("SIGINT", stop);
  // Last: a reader of this output may send a signal at once.
  await greet({
    ...options,
    config,
    port: address.port,
    clock: systemClock,
    isReady: app.isReady,
    isStopping: () => isStopping,
  });
}

function withOverrides(config: Config, overrides: ServeOptions["overrides"]): Config {
  return { ...config, server: { ...config.server, ...overrides } };
}

function applyReload(app: App, reload: Reload, { source, overrides, logger, print }: ServeOptions): void {
  switch (reload.kind) {
    case "unchanged":
      return;
    case "rejected":
      app.reportRejectedReload();
      for (const problem of reload.problems) print(`${renderProblem(problem)}\n`);
      logger.error({ problems: reload.problems }, "configuration rejected, the old one stays");
      return;
    case "changed": {
      const waiting = tryReload(app, withOverrides(reload.config, overrides), { logger, print });
      if (waiting === null) {
        source.refuse(reload.config.digest);
        return;
      }
      for (const problem of reload.warnings) print(`${renderProblem(problem)}\n`);
      logger.info({ config: reload.config.digest.slice(0, 12), waits_for_restart: waiting }, "configuration reloaded");
    }
  }
}

/** `null`: the configuration is valid, but something it names is missing (files of a local model). */
function tryReload(
  app: App,
  config: Config,
  { logger, print }: Pick<ServeOptions, "logger" | "print">,
): readonly string[] | null {
  try {
    return app.reload(config);
  } catch (error) {
    app.reportRejectedReload();
    print(`sallyport: ${error instanceof Error ? error.message : "the configuration cannot be used"}\n`);
    logger.error({ error: describeError(error) }, "configuration rejected, the old one stays");
    return null;
  }
}

async function end(
  { app, tracing }: { readonly app: App; readonly tracing: Tracing },
  { source, logger, exit }: ServeOptions,
): Promise<void> {
  source.close();
  logger.info({}, "draining");
  try {
    await app.drain();
    await tracing.close();
    logger.info({}, "stopped");
    logger.flush();
    exit(0);
  } catch (error) {
    logger.error({ error: describeError(error) }, "stopping failed");
    logger.flush();
    exit(1);
  }
}
