import { randomUUID } from "node:crypto";
import { createApp, type App, ownState } from "../app.ts";
import { systemClock, compileSooner, processLoad } from "../cli/process.ts";
import { loadConfig } from "../config/load-config.ts";
import { type Config, type ConfigResult, pinned } from "../config/config-model.ts";
import { unpackBundle } from "../config/named-files.ts";
import { describeError, type Logger } from "../telemetry/logger.ts";
import { snapshotOf } from "../telemetry/families.ts";
import { Metrics } from "../telemetry/metrics.ts";
import { openTracing } from "../telemetry/trace-settings.ts";
import { processMetrics } from "../telemetry/gauges.ts";
import { NO_TRACING, type Tracing } from "../telemetry/tracing.ts";
import type { PrimaryMethods, ReloadOutcome, Started, WorkerMethods, WorkerStart } from "./contract.ts";
import { done, ProcessLink, type Frame } from "./link.ts";
import { remoteSessions, RemoteUses, remoteWindows, remoteStore, type RemoteStore } from "./remote-state.ts";
import { isStoreShared } from "./shared-state.ts";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { pause, type Clock } from "../core/clock.ts";

/** The process edge of a worker. */
interface WorkerEdge {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger & { readonly flush: () => void };
  readonly send: (frames: readonly object[]) => void;
  readonly onFrames: (receive: (frames: readonly Frame[]) => void) => void;
  readonly onSignal: (signal: "SIGTERM" | "SIGINT" | "SIGHUP", run: () => void) => void;
  readonly exit: (code: number) => void;
}

type End = "leave" | "drain" | "close";

/** Serves under the primary's control. */
export function runWorker(edge: WorkerEdge): void {
  const worker = new Worker(edge);
  edge.onFrames((frames) => worker.link.receive(frames));
  // Signals for the service go to the primary process; a terminal sends them to every process.
  edge.onSignal("SIGINT", () => {});
  edge.onSignal("SIGHUP", () => {});
  edge.onSignal("SIGTERM", worker.signalled);
}

class Worker {
  readonly link: ProcessLink<PrimaryMethods>;
  readonly #edge: WorkerEdge;
  readonly #metrics = new Metrics();
  readonly #uses: RemoteUses;
  #store: RemoteStore | null = null;
  #tracing: Tracing = NO_TRACING;
  #app: App | null = null;
  #start: WorkerStart | null = null;
  #drainSeconds = 0;
  #isSignalled = false;
  #isEnding = false;

  constructor(edge: WorkerEdge) {
    this.#edge = edge;
    this.#metrics.include(processMetrics());
    const handlers: WorkerMethods = {
      start: this.#open,
      isReady: () => this.#app?.isReady() ?? false,
      reload: (source) => this.#reload(source),
      reportRejectedReload: () => done(() => this.#app?.reportRejectedReload()),
      storeReady: (isReady) => done(() => this.#store?.setReady(isReady)),
      metrics: () => snapshotOf(this.#metrics.list),
      uses: () => this.#uses.takeAll(),
      leave: () => done(() => this.#order("leave")),
      drain: () => done(() => this.#order("drain")),
      close: () => done(() => this.#order("close")),
    };
    this.link = new ProcessLink({ clock: systemClock, send: edge.send, defer: setImmediate, handlers });
    this.#uses = new RemoteUses(this.link, systemClock);
  }

  /** On the first signal a replacement starts before this worker ends. A second signal ends it at once. */
  readonly signalled = (): void => {
    if (this.#isSignalled || this.#app === null) this.#order("close");
    else this.link.call("leaving", null).catch(() => {});
    this.#isSignalled = true;
  };

  readonly #open = async (start: WorkerStart): Promise<Started> => {
    const { env, logger } = this.#edge;
    this.#start = start;
    try {
      const config = this.#read(start.source);
      this.#tracing = await openTracing(withInstance(env), { clock: systemClock, logger, version: start.version });
      const app = createApp({
        config,
        clock: systemClock,
        load: processLoad(),
        logger,
        metrics: this.#metrics,
        tracing: this.#tracing,
        state: this.#state(config, start),
        version: start.version,
      });
      const { address, port } = await app.listen();
      compileSooner();
      if (start.isRejected) app.reportRejectedReload();
      this.#drainSeconds = config.server.drainSeconds;
      this.#app = app;
      const adminPort = app.adminAddress()?.port ?? null;
      return { kind: "listening", places: { host: address, port, adminPort } };
    } catch (error) {
      logger.error({ error: describeError(error) }, "worker cannot start");
      // The primary ends this process.
      logger.flush();
      return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    }
  };

  #state(config: Config, { isStoreReady }: WorkerStart): Parameters<typeof createApp>[0]["state"] & object {
    this.#store = isStoreShared(config) ? remoteStore(this.link, isStoreReady) : null;
    const { logger } = this.#edge;
    const deps = { clock: systemClock, logger, metrics: this.#metrics };
    const { store } = ownState(config, this.#store === null ? deps : { ...deps, store: this.#store });
    return {
      store,
      windows: remoteWindows(this.link),
      sessions: remoteSessions(this.link),
      keyUsage: this.#uses,
      exposition: () => this.link.call("metrics", null),
    };
  }

  /** @throws {Error} when it is no longer valid, which only a change of files that it names can cause */
  #read(source: string): Config {
    const { file, startedSource, overrides, maskKey } = this.#startOf();
    const load = (bundle: string): ConfigResult => {
      const { source: text, readFile } = unpackBundle(bundle);
      return loadConfig(text, { file, env: this.#edge.env, readFile, ...overrides });
    };
    const current = load(source);
    const started = source === startedSource ? current : load(startedSource);
    if (!started.ok || !current.ok) throw new Error("the configuration is not valid any more");
    const config = pinned(started.config, current.config);
    const { server } = config;
    return { ...config, server: { ...server, ...overrides, maskKey: server.maskKey ?? maskKey } };
  }

  #startOf(): WorkerStart {
    if (this.#start === null) throw new Error("the worker has no configuration to serve");
    return this.#start;
  }

  #reload(source: string): ReloadOutcome {
    if (this.#app === null) return { kind: "refused", message: "the worker does not serve" };
    try {
      const config = this.#read(source);
      this.#app.reload(config);
      this.#drainSeconds = config.server.drainSeconds;
      return { kind: "taken" };
    } catch (error) {
      this.#edge.logger.error({ error: describeError(error) }, "configuration cannot be used");
      return { kind: "refused", message: error instanceof Error ? error.message : "the configuration cannot be used" };
    }
  }

  /** A stricter order overtakes the current one. */
  #order(how: End): void {
    const app = this.#app;
    if (app === null) this.#edge.exit(0);
    else if (how === "close") void app.close();
    else if (how === "drain") void app.drain();
    if (app === null || this.#isEnding) return;
    this.#isEnding = true;
    void this.#end(app, how);
  }

  async #end(app: App, how: End): Promise<void> {
    const { logger, exit } = this.#edge;
    let code = 0;
    try {
      if (how === "leave") await this.#leave(app);
      else await (how === "close" ? app.close() : app.drain());
      await this.#tracing.close();
      await this.link.call("ended", { metrics: snapshotOf(this.#metrics.list), uses: this.#uses.takeAll() });
    } catch (error) {
      logger.error({ error: describeError(error) }, "stopping failed");
      code = 1;
    }
    logger.flush();
    exit(code);
  }

  /** Within `drain_seconds` in total: the primary kills this process soon after. */
  async #leave(app: App): Promise<void> {
    const maxMs = this.#drainSeconds * 1000;
    const endMs = systemClock.now() + maxMs;
    // Otherwise WebSocket clients would stay as long as they may.
    app.drainSockets();
    await drainServer(app.server, { clock: systemClock, maxMs });
    await app.drain(Math.max(0, endMs - systemClock.now()));
  }
}

/** Gives each worker's spans an instance id; one from the environment names the service as a whole. */
function withInstance(env: WorkerEdge["env"]): WorkerEdge["env"] {
  const named = env["OTEL_RESOURCE_ATTRIBUTES"]?.trim() ?? "";
  const instance = `service.instance.id=${randomUUID()}`;
  return { ...env, OTEL_RESOURCE_ATTRIBUTES: named === "" ? instance : `${named},${instance}` };
}

/** How long a connection may idle before it is closed, and how often to look for idle ones, ms. */
const REST_MS = 1000;

/**
 * Accepts no more connections, answers requests on open ones, and asks each client to reconnect. Resolves when no
 * connection is left, or after `maxMs`. No client is refused: another process accepts new connections.
 */
async function drainServer(
  server: Server,
  { clock, maxMs }: { readonly clock: Clock; readonly maxMs: number },
): Promise<void> {
  const endMs = clock.now() + maxMs;
  server.prependListener("request", (_, response) => void response.setHeader("connection", "close"));
  const state = { isClosed: false };
  // HTTP's own `close` closes idle connections at once, and a request may be on its way.
  NetServer.prototype.close.call(server, () => (state.isClosed = true));
  while (!state.isClosed && clock.now() < endMs) {
    await pause(clock, Math.min(REST_MS, Math.max(0, endMs - clock.now())));
    server.closeIdleConnections();
  }
}
