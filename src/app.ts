import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { buildRuntime, type Runtime } from "./access/runtime.ts";
import { InlineGuards } from "./api/inline.ts";
import { API_ROUTES } from "./api/routes.ts";
import type { ApiService, Handler } from "./api/service.ts";
import type { Config } from "./config/model.ts";
import { pause, type Clock } from "./core/clock.ts";
import { NO_LOAD, type Load } from "./core/load.ts";
import { ServiceError, toServiceError } from "./core/errors.ts";
import { warmUp } from "./engine/warm-up.ts";
import { loggedNotes, openExchange, type Exchange, type Notes } from "./http/exchange.ts";
import { sendError } from "./http/reply.ts";
import { isOwnPath, Router } from "./http/router.ts";
import { createHttpServer, refuse } from "./http/server.ts";
import { JudgeSet } from "./judges/judge-set.ts";
import { createProxy, type Proxy } from "./proxy/proxy.ts";
import { FixedWindowLimiter } from "./state/fixed-window.ts";
import { SessionTurns } from "./state/session-turns.ts";
import { createNoStore } from "./store/none.ts";
import { openSqliteStore } from "./store/sqlite.ts";
import type { RecordStore } from "./store/store.ts";
import { logJudge } from "./telemetry/judge-log.ts";
import { describeError, type Logger } from "./telemetry/logger.ts";

export interface AppOptions {
  readonly config: Config;
  readonly clock: Clock;
  /** How busy the process is; never, when absent. */
  readonly load?: Load;
  readonly logger: Logger;
  /** Instead of the configured one. */
  readonly store?: RecordStore;
}

export interface App {
  readonly server: Server;
  /** Listens on the configured address. */
  readonly listen: () => Promise<AddressInfo>;
  /**
   * Puts a new configuration in the place of the old; requests under way end on theirs.
   * @returns the settings whose change waits for the next start
   * @throws {Error} when a policy does not compile; the old configuration stays
   */
  readonly reload: (config: Config) => readonly string[];
  /** Makes `/readyz` tell that the newest configuration was refused. */
  readonly reportRejectedReload: () => void;
  /** Refuses new requests, waits for those under way, at most `server.drain_seconds`, and closes. */
  readonly drain: () => Promise<void>;
  /** Closes at once. */
  readonly close: () => Promise<void>;
}

/** Wires every port. @throws {Error} when a policy does not compile, or a judge or the store cannot be opened */
export function createApp(options: AppOptions): App {
  return new Application(options);
}

/** How often a drain looks whether all is done. */
const DRAIN_POLL_MS = 25;

class Application implements App {
  readonly server: Server;
  readonly #options: AppOptions;
  readonly #started: Config;
  readonly #router = new Router<Handler>(API_ROUTES);
  readonly #service: ApiService;
  readonly #limiter: FixedWindowLimiter;
  readonly #proxy: Proxy;
  readonly #judges: JudgeSet;
  #runtime: Runtime;
  #lastReload: "none" | "accepted" | "rejected" = "none";
  #inFlight = 0;
  #isDraining = false;

  constructor(options: AppOptions) {
    const { config, clock, load = NO_LOAD, logger } = options;
    this.#options = options;
    this.#started = config;
    this.#judges = new JudgeSet({ clock, report: (event) => logJudge(event, logger) });
    this.#runtime = this.#build(config);
    this.#warmUp();
    const limiter = new FixedWindowLimiter({ windowSeconds: config.limits.windowSeconds, clock });
    this.#limiter = limiter;
    this.#service = {
      clock,
      logger,
      limiter,
      store: options.store ?? openStore(config, clock),
      isRecording: options.store !== undefined || config.store.target.kind !== "none",
      inlineGuards: new InlineGuards(),
      sessions: new SessionTurns({ clock }),
      health: { isDraining: () => this.#isDraining, lastReload: () => this.#lastReload },
    };
    const { store, isRecording } = this.#service;
    this.#proxy = createProxy({ clock, load, logger, limiter, store: isRecording ? store : null });
    this.server = createHttpServer({
      headersTimeoutMs: config.server.headersTimeoutMs,
      requestTimeoutMs: config.server.requestTimeoutMs,
      keepAliveTimeoutMs: config.server.keepAliveTimeoutMs,
      handle: this.#handle,
      upgrade: this.#upgrade,
      onClientError: (code) => logger.debug({ code }, "connection refused"),
    });
  }

  readonly listen = async (): Promise<AddressInfo> => {
    await this.#judges.load();
    return this.#listen();
  };

  #listen(): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      const { host, port } = this.#started.server;
      this.server.once("error", reject);
      this.server.listen({ host, port }, () => {
        this.server.off("error", reject);
        const address = this.server.address();
        if (address === null || typeof address === "string") reject(new Error("the server has no address"));
        else resolve(address);
      });
    });
  }

  /** @throws {Error} when something of the configuration cannot be put to work: nothing has changed then */
  #build(config: Config): Runtime {
    const judges = this.#judges.open(config.judges);
    const runtime = buildRuntime(config, judges);
    this.#judges.use(judges);
    return runtime;
  }

  readonly reload = (config: Config): readonly string[] => {
    this.#runtime = this.#build(config);
    this.#loadJudges();
    this.#warmUp();
    this.#lastReload = "accepted";
    this.#limiter.windowSeconds = config.limits.windowSeconds;
    this.server.headersTimeout = config.server.headersTimeoutMs;
    this.server.requestTimeout = Math.max(config.server.requestTimeoutMs, config.server.headersTimeoutMs);
    this.server.keepAliveTimeout = config.server.keepAliveTimeoutMs;
    return restartSettings(this.#started, config);
  };

  /** Local models load behind the reload; until then, and for good where one cannot be run, their policies fail visibly. */
  #loadJudges(): void {
    this.#judges.load().catch((error: unknown) => {
      this.#options.logger.error({ error: describeError(error) }, "judge cannot be loaded");
    });
  }

  #warmUp(): void {
    warmUp(
      [...this.#runtime.assets.values()].flatMap(({ guards }) => guards),
      this.#options.clock,
    );
  }

  readonly reportRejectedReload = (): void => {
    this.#lastReload = "rejected";
  };

  readonly drain = async (): Promise<void> => {
    this.#isDraining = true;
    this.#proxy.drain();
    const { clock } = this.#options;
    const endMs = clock.now() + this.#runtime.config.server.drainSeconds * 1000;
    while (this.#inFlight + this.#proxy.inFlight() > 0 && clock.now() < endMs) {
      await pause(clock, DRAIN_POLL_MS);
    }
    await this.close();
  };

  readonly close = async (): Promise<void> => {
    this.#isDraining = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    await this.#proxy.close();
    this.server.closeAllConnections();
    await closed;
    await this.#judges.close();
    await this.#service.store.close();
  };

  readonly #handle = (request: IncomingMessage, response: ServerResponse): void => {
    const exchange = openExchange(request, response, this.#options.clock.now());
    this.#inFlight += 1;
    response.once("close", () => {
      this.#inFlight -= 1;
      // No status was told to a client that left before the answer.
      const status = response.headersSent ? response.statusCode : null;
      this.#log(exchange, { status, isAborted: !response.writableFinished });
    });
    this.#route(exchange).catch((error: unknown) => {
      this.#fail(exchange, error);
    });
  };

  async #route(exchange: Exchange): Promise<void> {
    if (this.#isDraining) {
      exchange.headers["connection"] = "close";
      if (exchange.path !== "/healthz" && exchange.path !== "/readyz") throw new ServiceError("draining");
    }
    // The one snapshot of this request.
    const runtime = this.#runtime;
    const match = this.#router.match(exchange.method, exchange.path);
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
        exchange.notes.route = "proxy";
        await this.#proxy.handle(exchange.request, exchange.response, runtime, exchange);
    }
  }

  #fail(exchange: Exchange, error: unknown): void {
    const failure = toServiceError(error);
    if (failure.status >= 500) {
      const fields = { request_id: exchange.id, code: failure.code, error: describeError(failure) };
      this.#options.logger[failure.code === "internal" ? "error" : "warn"](fields, "request failed");
    }
    sendError(exchange, failure, this.#options.clock);
  }

  readonly #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const startedMs = this.#options.clock.now();
    const caller = { id: randomUUID(), notes: notesOf(path) };
    socket.once("close", () => {
      const { status = null } = caller.notes;
      this.#log({ ...caller, method: "GET", startedMs }, { status, isAborted: status === null });
    });
    if (this.#isDraining) refuseBare(socket, caller, { status: 503, message: "The service is shutting down" });
    else if (isOwnPath(path)) refuseBare(socket, caller, { status: 404, message: "Not found" });
    else this.#proxy.upgrade(request, socket, { head, runtime: this.#runtime, caller });
  };

  #log(
    { id, method, startedMs, notes }: Pick<Exchange, "id" | "method" | "startedMs" | "notes">,
    { status, isAborted }: { readonly status: number | null; readonly isAborted: boolean },
  ): void {
    const { clock, logger } = this.#options;
    const fields = {
      request_id: id,
      method,
      route: notes.route ?? null,
      status,
      duration_ms: Math.round((clock.now() - startedMs) * 1000) / 1000,
      ...(isAborted ? { aborted: true } : {}),
      ...loggedNotes(notes),
    };
    logger.info(fields, "request");
  }
}

function notesOf(path: string): Notes {
  return isOwnPath(path) ? {} : { route: "proxy" };
}

/** Refuses an upgrade that is not the proxy's. */
function refuseBare(
  socket: Duplex,
  { id, notes }: Pick<Exchange, "id" | "notes">,
  { status, message }: { readonly status: number; readonly message: string },
): void {
  notes.status = status;
  refuse(socket, status, message, id);
}

function openStore(config: Config, clock: Clock): RecordStore {
  const { target, retentionDays } = config.store;
  return target.kind === "none" ? createNoStore() : openSqliteStore({ path: target.path, retentionDays, clock });
}

/** Settings that are read at the start only, where they differ: nobody shall believe that they were taken over. */
function restartSettings(started: Config, config: Config): readonly string[] {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ["server.host", started.server.host, config.server.host],
    ["server.port", started.server.port, config.server.port],
    ["store.url", JSON.stringify(started.store.target), JSON.stringify(config.store.target)],
    ["store.retention_days", started.store.retentionDays, config.store.retentionDays],
  ];
  return pairs.filter(([, before, after]) => before !== after).map(([name]) => name);
}
