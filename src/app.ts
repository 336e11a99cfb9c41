import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AlertSet } from "./alerts/alert-set.ts";
import { countKeyUse } from "./access/callers.ts";
import { InlineGuards } from "./access/inline-guards.ts";
import { expiringKeys } from "./access/expiring-keys.ts";
import { buildRuntime, warmUpAssets, type Runtime } from "./access/runtime.ts";
import { openListeners, type Listener } from "./api/routes.ts";
import type { ApiService } from "./api/service.ts";
import { type Config, restartSettings } from "./config/config-model.ts";
import { waitWhile, type Clock } from "./core/clock.ts";
import type { TlsSettings } from "./core/tls.ts";
import { storePlace, type LimitStoreEvent } from "./core/stores.ts";
import { NO_LOAD, type Load } from "./core/overload.ts";
import { ServiceError } from "./core/errors.ts";
import { AdmissionControl } from "./admission-control.ts";
import {
  openExchange,
  type Arrival,
  type Exchange,
  openUpgrade,
  type OpenedUpgrade,
  logRequest,
  type RequestEnd,
} from "./http/exchange.ts";
import { isOwnPath, isProbe } from "./core/own-paths.ts";
import { addressOf, cut, listen, createHttpServer, setTimeouts, type Upgrade, refuse } from "./http/server.ts";
import { noteCertificate, renewTls } from "./http/tls.ts";
import { fail } from "./http/reply.ts";
import { JudgeSet } from "./judges/judge-set.ts";
import { mockPort } from "./mock-provider/port.ts";
import { ReverseProxy } from "./proxy/proxy.ts";
import { openScheduling } from "./proxy/scheduling.ts";
import { Limits } from "./state/limits.ts";
import { createRecordGuards } from "./records/content.ts";
import { withSaveTimeout, type RecordStore } from "./store/record-store.ts";
import { appMetrics, threadGauges } from "./telemetry/gauges.ts";
import {
  alertReports,
  judgeReports,
  logUnloadable,
  logLimitStore,
  threadReports,
  logStore,
} from "./telemetry/event-log.ts";
import { describeError, type Logger } from "./telemetry/logger.ts";
import { meteredLimiter, Metrics } from "./telemetry/metrics.ts";
import { NO_TRACING, type Tracing } from "./telemetry/tracing.ts";
import { AnalysisThreads, LoopTurns } from "./threads/analysis-threads.ts";
import { availableParallelism } from "node:os";
import type { ThreadBounds } from "./core/threads.ts";
import { threadCount, openThread } from "./threads/thread-port.ts";
import { FixedWindowLimiter } from "./state/fixed-window.ts";
import type { LocalWindows } from "./state/limiter.ts";
import { SessionTurns, type Sessions } from "./state/session-turns.ts";
import { UsageCounts, type UsageTable } from "./state/usage-counts.ts";
import { openStore } from "./store/open-store.ts";

export interface AppOptions {
  readonly config: Config;
  readonly clock: Clock;
  /** How busy the process is; absent: never. */
  readonly load?: Load;
  readonly logger: Logger;
  /** Instead of the configured one. */
  readonly store?: RecordStore;
  /** Of a worker; a single process has its own. */
  readonly state?: ServiceState;
  /** With additions of the process edge; absent: those of the service only. */
  readonly metrics?: Metrics;
  /** The caller closes it after the app. */
  readonly tracing?: Tracing;
  /** Of this service, as receivers of alerts are given it. */
  readonly version?: string;
}

export interface App {
  readonly server: Server;
  /** Listens on the configured addresses; the result is that of the data port. */
  readonly listen: () => Promise<AddressInfo>;
  /** What `/readyz` says: requests are welcome. */
  readonly isReady: () => boolean;
  /** Address of metrics and administration; `null`: no listener of their own, or not yet. */
  readonly adminAddress: () => AddressInfo | null;
  /**
   * Applies a new configuration; requests under way finish with theirs.
   * @returns changed settings that need a restart
   * @throws {Error} when a policy does not compile; the old configuration stays
   */
  readonly reload: (config: Config) => readonly string[];
  /** Makes `/readyz` report that the newest configuration was refused. */
  readonly reportRejectedReload: () => void;
  /** Ends inspected WebSockets as soon as they are idle; requests continue. */
  readonly drainSockets: () => void;
  /** Refuses new requests, waits for those under way, at most `maxMs` (absent: `server.drain_seconds`), and closes. */
  readonly drain: (maxMs?: number) => Promise<void>;
  /** Closes at once. */
  readonly close: () => Promise<void>;
}

/** Wires every port. @throws {Error} when a policy does not compile, or a judge or the store cannot be opened */
export function createApp(options: AppOptions): App {
  return new Application(options);
}

/** How often the log warns of keys that expire soon, and of how many. */
const KEY_WARNING_MS = 86_400_000;
const KEYS_WARNED_MAX = 100;
/** How often a drain polls. */
const DRAIN_POLL_MS = 25;

class Application implements App {
  readonly server: Server;
  readonly #options: AppOptions;
  readonly #started: Config;
  readonly #adminServer: Server | null;
  readonly #service: ApiService;
  readonly #limits: Limits;
  readonly #proxy: ReverseProxy;
  readonly #judges: JudgeSet;
  readonly #alerts: AlertSet;
  readonly #threads: AnalysisThreads;
  readonly #metrics: Metrics;
  readonly #tracing: Tracing;
  readonly #admission: AdmissionControl;
  #runtime: Runtime;
  #lastReload: "none" | "accepted" | "rejected" = "none";
  #inFlight = 0;
  #isDraining = false;
  #closing: Promise<void> | null = null;
  #cancelKeyWarning = (): void => {};

  constructor(options: AppOptions) {
    const { config, clock, load = NO_LOAD, logger, metrics = new Metrics() } = options;
    this.#options = options;
    this.#started = config;
    this.#metrics = metrics;
    this.#tracing = options.tracing ?? NO_TRACING;
    const scheduling = openScheduling();
    this.#admission = new AdmissionControl({ clock, logger, metrics, scheduling });
    this.#alerts = new AlertSet({ clock, version: options.version ?? "0.0.0", ...alertReports(logger, metrics) });
    this.#alerts.use(config.alerts);
    this.#judges = new JudgeSet({ clock, ...judgeReports(logger, metrics, this.#tracing) });
    this.#runtime = this.#build(config);
    warmUpAssets(this.#runtime, clock);
    this.#threads = openThreads(config, { clock, logger, metrics });
    const { windows, store, ...others } = options.state ?? ownState(config, { ...options, metrics });
    const report = (event: LimitStoreEvent): void => logLimitStore(event, logger);
    this.#limits = new Limits(config.limits, { clock, report, local: windows });
    const metered = meteredLimiter(this.#limits, metrics);
    this.#service = {
      clock,
      logger,
      limiter: metered,
      store: withSaveTimeout(store, clock),
      metrics,
      recorded: (requestId) => this.#proxy.recorded(requestId),
      isRecording: options.store !== undefined || config.store.target.kind !== "none",
      inlineGuards: new InlineGuards(),
      recordGuards: createRecordGuards(),
      longTexts: this.#threads,
      ...others,
      health: {
        isDraining: () => this.#isDraining,
        lastReload: () => this.#lastReload,
        limits: () => this.#limits.state,
        load: () => this.#admission.overload.state,
      },
    };
    const { isRecording, recordGuards, inlineGuards } = this.#service;
    const recorded = isRecording ? this.#service.store : null;
    const deps = { clock, load, logger, metrics, scheduling, recordGuards, inlineGuards, longTexts: this.#threads };
    this.#proxy = new ReverseProxy({ ...deps, limiter: metered, mock: mockPort, store: recorded });
    metrics.include(
      appMetrics({
        isDraining: () => this.#isDraining,
        requests: () => this.#inFlight,
        exchanges: this.#proxy.inFlight,
        bounded: this.#admission.overload,
        isConfigCurrent: () => this.#lastReload !== "rejected",
        configDigest: () => this.#runtime.config.digest,
        expiringKeys: () => this.#expiringKeys().length,
      }),
    );
    const { adminPort, tls, adminTls } = config.server;
    const { data, admin } = openListeners(adminPort !== null);
    this.server = this.#createServer(data, tls);
    this.#adminServer = admin === null ? null : this.#createServer(admin, adminTls);
  }

  #createServer(listener: Listener, tls: TlsSettings | undefined): Server {
    const { config, clock, logger } = this.#options;
    const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs } = config.server;
    return createHttpServer({
      headersTimeoutMs,
      requestTimeoutMs,
      keepAliveTimeoutMs,
      ...(tls === undefined ? {} : { tls }),
      clock,
      handle: (request, response) => this.#handle(listener, request, response),
      upgrade: (request, socket, head) => this.#upgrade(listener, { request, socket, head }),
      connectionsPerClient: () => this.#runtime.config.server.connectionsPerClient,
      onSurplus: () => this.#admission.overload.shed("client"),
      onFailure: (error) => logger.error({ error: describeError(error) }, "request failed at the entry"),
      onClientError: (code) => logger.debug({ code }, "connection refused"),
    });
  }

  readonly listen = async (): Promise<AddressInfo> => {
    await Promise.all([this.#judges.load(), this.#limits.open()]);
    const { host, port, adminHost, adminPort } = this.#started.server;
    try {
      if (this.#adminServer !== null) await listen(this.#adminServer, { host: adminHost, port: adminPort ?? 0 });
      const address = await listen(this.server, { host, port });
      this.#warnOfKeys();
      return address;
    } catch (error) {
      await this.close();
      throw error;
    }
  };

  readonly isReady = (): boolean => !this.#isDraining && this.#service.store.isReady();

  readonly adminAddress = (): AddressInfo | null => (this.#adminServer === null ? null : addressOf(this.#adminServer));

  /** @throws {Error} when the configuration cannot be applied; nothing has changed then */
  #build(config: Config): Runtime {
    const judges = this.#judges.open(config.judges);
    const runtime = buildRuntime(config, judges);
    this.#judges.use(judges);
    this.#metrics.judges.configured([...judges.keys()]);
    return runtime;
  }

  readonly reload = (config: Config): readonly string[] => {
    this.#runtime = this.#build(config);
    // Local models load after the reload. Until then, or permanently if one cannot run, their policies fail visibly.
    logUnloadable(this.#judges.load(), this.#options.logger);
    warmUpAssets(this.#runtime, this.#options.clock);
    this.#lastReload = "accepted";
    this.#alerts.use(config.alerts);
    this.#limits.use(config.limits);
    this.#threads.use(threadBounds(config));
    this.#metrics.reloaded("accepted");
    for (const server of this.#servers()) setTimeouts(server, config.server);
    this.#renewTls(config);
    return restartSettings(this.#started, config);
  };

  readonly reportRejectedReload = (): void => {
    this.#lastReload = "rejected";
    this.#metrics.reloaded("rejected");
  };

  readonly drainSockets = (): void => this.#proxy.drain();
  readonly drain = async (maxMs = this.#runtime.config.server.drainSeconds * 1000): Promise<void> => {
    this.#isDraining = true;
    this.drainSockets();
    const isBusy = (): boolean => this.#inFlight + this.#proxy.inFlight() > 0;
    await waitWhile(isBusy, { clock: this.#options.clock, maxMs, pollMs: DRAIN_POLL_MS });
    await this.close();
  };

  readonly close = (): Promise<void> => (this.#closing ??= this.#close());
  async #close(): Promise<void> {
    this.#isDraining = true;
    this.#cancelKeyWarning();
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    await this.#proxy.close();
    this.server.closeAllConnections();
    await closed;
    await this.#threads.close();
    this.#limits.close();
    this.#alerts.close();
    await this.#judges.close();
    await this.#service.store.close();
    // Last, so that monitoring sees the shutdown.
    if (this.#adminServer !== null) await cut(this.#adminServer);
  }

  #expiringKeys(): ReturnType<typeof expiringKeys> {
    return expiringKeys(this.#runtime.config.keys, this.#options.clock.epochMs());
  }

  #warnOfKeys(): void {
    if (this.#closing !== null) return;
    const keys = this.#expiringKeys();
    if (keys.length > 0) this.#options.logger.warn({ keys: keys.slice(0, KEYS_WARNED_MAX) }, "keys expire soon");
    this.#cancelKeyWarning = this.#options.clock.after(KEY_WARNING_MS, () => this.#warnOfKeys());
  }

  #renewTls({ server: { tls, adminTls } }: Config): void {
    if (tls !== undefined) renewTls(this.server, tls);
    if (adminTls !== undefined && this.#adminServer !== null) renewTls(this.#adminServer, adminTls);
  }

  #servers(): readonly Server[] {
    return this.#adminServer === null ? [this.server] : [this.server, this.#adminServer];
  }

  #arrival(): Arrival {
    return { startedMs: this.#options.clock.now(), tracing: this.#tracing };
  }

  #handle(listener: Listener, request: IncomingMessage, response: ServerResponse): void {
    const exchange = openExchange(request, response, this.#arrival());
    noteCertificate(exchange.notes, request.socket);
    if (listener.isData) this.#inFlight += 1;
    const routed = this.#route(exchange, listener).catch((error: unknown) => fail(exchange, error, this.#service));
    response.once("close", () => {
      // A client that disconnects before the answer receives no status.
      const status = response.headersSent ? response.statusCode : null;
      const end = { status, isAborted: !response.writableFinished, endedMs: this.#options.clock.now() };
      // Work does not stop at once when a client disconnects: its outcome is logged.
      void routed.then(() => {
        if (listener.isData) this.#inFlight -= 1;
        this.#ended(exchange, end);
      });
    });
  }

  async #route(exchange: Exchange, { router, isData }: Listener): Promise<void> {
    // The one snapshot of this request.
    const runtime = this.#runtime;
    if (this.#isDraining) {
      exchange.headers["connection"] = "close";
      if (!isProbe(exchange.path)) {
        this.#admission.refuse(exchange, runtime, new ServiceError("draining"));
        return;
      }
    }
    if (isData && !(await this.#admission.admits(exchange, runtime))) return;
    const match = router.match(exchange.method, exchange.path);
    switch (match.kind) {
      case "route": {
        const { route, parameter } = match;
        const endpoint = `${route.method} ${route.path}`;
        exchange.notes.route = endpoint;
        await route.handler({ exchange, runtime, parameter, endpoint }, this.#service);
        return;
      }
      case "method_not_allowed":
        exchange.headers["Allow"] = match.allow;
        throw new ServiceError("method_not_allowed");
      case "not_found":
        throw new ServiceError("not_found");
      case "foreign":
        if (!isData) throw new ServiceError("not_found");
        exchange.notes.route = "proxy";
        await this.#proxy.handle(exchange.request, exchange.response, runtime, exchange);
    }
  }

  #ended(exchange: Pick<Exchange, "id" | "method" | "startedMs" | "notes">, end: RequestEnd): void {
    logRequest(exchange, end, this.#service);
    this.#alerts.ended(exchange.id, exchange.notes);
    countKeyUse(exchange.notes, this.#service.keyUsage);
  }

  #upgrade({ isData }: Listener, { request, socket, head }: Upgrade): void | Promise<void> {
    const arrival = this.#arrival();
    const caller = openUpgrade(request, arrival);
    noteCertificate(caller.notes, socket);
    let over: void | Promise<void> = undefined;
    socket.once("close", () => {
      const { status = null } = caller.notes;
      const end = { status, isAborted: status === null, endedMs: this.#options.clock.now() };
      const log = (): void => this.#ended({ ...caller, ...arrival, method: "GET" }, end);
      // The caller reports failures.
      void Promise.resolve(over).then(log, log);
    });
    over = this.#upgraded(isData, caller, { request, socket, head });
    return over;
  }

  #upgraded(isData: boolean, caller: OpenedUpgrade, { request, socket, head }: Upgrade): void | Promise<void> {
    const runtime = this.#runtime;
    if (!isData || isOwnPath(caller.path)) {
      caller.notes.status = 404;
      refuse(socket, 404, "Not found", caller.id);
    } else if (this.#isDraining) this.#admission.refuseUpgrade(socket, caller, new ServiceError("draining"));
    else if (this.#admission.admitsUpgrade(socket, caller, runtime))
      return this.#proxy.upgrade(request, socket, { head, runtime, caller });
    return undefined;
  }
}

/** The thread limits of a configuration. */
function threadBounds({ server }: Config): ThreadBounds {
  const cores = availableParallelism();
  const workers = server.workers === "auto" ? cores : server.workers;
  return { threads: threadCount(server.analysisThreads, { cores, workers }), queueMax: server.analysisQueueMax };
}

/** The threads that read long texts, reported in log and metrics. A thread starts with its first text. */
function openThreads(
  config: Config,
  { clock, logger, metrics }: { readonly clock: Clock; readonly logger: Logger; readonly metrics: Metrics },
): AnalysisThreads {
  const report = threadReports(logger, metrics);
  const threads = new AnalysisThreads(threadBounds(config), {
    clock,
    open: openThread,
    report,
    turns: new LoopTurns(),
  });
  metrics.include(threadGauges(threads));
  return threads;
}

/** State that exists once, however many processes serve: a single process has its own, workers use the primary's. */
export interface ServiceState {
  readonly windows: LocalWindows;
  readonly sessions: Sessions;
  readonly keyUsage: UsageTable;
  readonly store: RecordStore;
  /** The metrics of all processes, in Prometheus' text format. */
  readonly exposition: () => string | Promise<string>;
}

export interface ServiceStateDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Instead of the configured one. */
  readonly store?: RecordStore;
}

/** The state of a single process. @throws {Error} when the store cannot be opened */
export function ownState(
  config: Pick<Config, "limits" | "store">,
  { clock, logger, metrics, store }: ServiceStateDeps,
): ServiceState {
  return {
    windows: new FixedWindowLimiter({ windowSeconds: config.limits.windowSeconds, clock }),
    sessions: new SessionTurns({ clock }),
    keyUsage: new UsageCounts({ clock }),
    exposition: () => metrics.expose(),
    store:
      store ??
      openStore(config.store, { clock, report: (event) => logStore(event, storePlace(config.store.target), logger) }),
  };
}
