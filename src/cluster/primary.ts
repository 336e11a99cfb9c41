import { randomBytes } from "node:crypto";
import type { Writable } from "node:stream";
import type { ServeOptions } from "../cli/serve.ts";
import { systemClock } from "../cli/process.ts";
import { greet } from "../cli/greet.ts";
import { type Config, restartSettings, renderProblem } from "../config/config-model.ts";
import type { Reload } from "../config/source.ts";
import { Counter } from "../telemetry/families.ts";
import { describeError } from "../telemetry/logger.ts";
import { processMetrics } from "../telemetry/gauges.ts";
import type { PrimaryMethods, WorkerCounts, WorkerStart } from "./contract.ts";
import { WorkerPoolCounts, WorkerPoolMetrics } from "./pool-metrics.ts";
import { WorkerPool, type WorkerProcess } from "./worker-pool.ts";
import { openForks } from "./fork.ts";
import { done } from "./link.ts";
import { SharedState } from "./shared-state.ts";

export interface PrimaryOptions extends ServeOptions {
  readonly size: number;
  readonly file: string;
  /** Where lines of workers go. */
  readonly output: Writable;
  /** As the log of workers should have it. */
  readonly logLevel: string;
}

/** An idle timer keeps the process alive while no worker runs, ms. */
const AWAKE_MS = 60_000;

/** Leads the workers: it owns the shared state and watches the file, and serves no requests. */
export async function servePrimary(options: PrimaryOptions): Promise<void> {
  // First: if it fails, nothing may keep the process alive.
  const primary = new Primary(options);
  const awake = setInterval(() => {}, AWAKE_MS);
  try {
    await primary.open();
  } catch (error) {
    await primary.kill();
    throw error;
  } finally {
    if (!primary.isOpen) clearInterval(awake);
  }
}

class Primary {
  readonly #options: PrimaryOptions;
  readonly #shared: SharedState;
  readonly #pool: WorkerPool;
  readonly #counts: WorkerPoolCounts;
  readonly #reloads = new Counter({
    name: "sallyport_config_reloads_total",
    help: "Changed configurations by what became of them: accepted, or rejected while the old one stays.",
    labels: ["result"],
  });
  readonly #startedSource: string;
  readonly #maskKey = randomBytes(32).toString("base64url");
  /** In force. */
  #config: Config;
  #source: string;
  #isRejected = false;
  /** Reloads run one after the other. */
  #reloading: Promise<void> = Promise.resolve();
  #stopping: Promise<void> | null = null;
  isOpen = false;

  constructor(options: PrimaryOptions) {
    const { config, source, logger, size, output, logLevel, print } = options;
    const clock = systemClock;
    this.#options = options;
    this.#config = config;
    this.#startedSource = source.accepted;
    this.#source = source.accepted;
    const onStoreReady = (isReady: boolean): void => this.#pool.broadcast("storeReady", isReady);
    this.#shared = new SharedState({ config, clock, logger, onStoreReady });
    const fork = openForks({ clock, output, env: { SALLYPORT_LOG_LEVEL: logLevel } });
    const metrics = new WorkerPoolMetrics(() => this.#pool.members.map(({ state }) => state));
    this.#pool = new WorkerPool({
      size,
      clock,
      logger,
      print,
      metrics,
      fork: (onLeaving) => this.#fork(fork, onLeaving),
      startOf: () => this.#startOf(),
      drainSeconds: () => this.#config.server.drainSeconds,
      onGone: (member) => this.#counts.keep(member),
    });
    for (const result of ["accepted", "rejected"]) this.#reloads.show(result);
    const ownMetrics = [...metrics.metrics, this.#reloads, ...processMetrics()];
    this.#counts = new WorkerPoolCounts({
      clock,
      own: () => ownMetrics,
      members: () => this.#pool.members,
      addUses: (uses) => this.#shared.addUses(uses),
    });
  }

  /** Resolves when all workers are ready, or the service stops before. @throws {Error} when they cannot */
  async open(): Promise<void> {
    const { logger, source, config, onSignal, overrides } = this.#options;
    const places = await this.#pool.open();
    this.isOpen = true;
    const { host, port, adminPort } = places;
    const details = { host, port, ...(adminPort === null ? {} : { admin_port: adminPort }) };
    logger.info({ ...details, workers: this.#options.size, config: config.digest.slice(0, 12) }, "listening");
    source.watch(this.#take);
    onSignal("SIGHUP", () => {
      const reload = source.reload(true);
      if (reload.kind === "unchanged") logger.info({}, "configuration unchanged");
      else this.#take(reload);
    });
    onSignal("SIGTERM", this.#stop);
    onSignal("SIGINT", this.#stop);
    // Last: a reader of this output may send a signal at once.
    await greet({
      ...this.#options,
      config: { ...config, server: { ...config.server, ...overrides } },
      port,
      clock: systemClock,
      isReady: this.#pool.isReady,
      isStopping: () => this.#stopping !== null,
    });
  }

  async kill(): Promise<void> {
    await this.#pool.kill();
    await this.#shared.close();
    this.#options.logger.flush();
  }

  #fork(fork: (handlers: PrimaryMethods) => WorkerProcess, onLeaving: () => void): WorkerProcess {
    const forked: WorkerProcess = fork({
      ...this.#shared.methods(),
      metrics: this.#counts.expose,
      readUses: async (names) => {
        await this.#counts.gatherUses();
        return this.#shared.usesOf(names);
      },
      leaving: () => done(onLeaving),
      ended: ({ metrics, uses }: WorkerCounts) => {
        const member = this.#pool.members.find(({ process }) => process === forked);
        if (member !== undefined) member.counted = metrics;
        this.#shared.addUses(uses);
        return null;
      },
    });
    return forked;
  }

  #startOf(): WorkerStart {
    const { file, overrides, version } = this.#options;
    return {
      file,
      startedSource: this.#startedSource,
      source: this.#source,
      overrides,
      maskKey: this.#maskKey,
      version,
      isRejected: this.#isRejected,
      isStoreReady: this.#shared.isStoreReady,
    };
  }

  readonly #take = (reload: Reload): void => {
    const source = this.#options.source.accepted;
    this.#reloading = this.#reloading.then(() => this.#takeOver(reload, source));
  };

  /** @param source of the configuration, where it is valid */
  async #takeOver(reload: Reload, source: string): Promise<void> {
    const { print, logger } = this.#options;
    switch (reload.kind) {
      case "unchanged":
        return;
      case "rejected":
        for (const problem of reload.problems) print(`${renderProblem(problem)}\n`);
        this.#reject({ problems: reload.problems });
        return;
      case "changed": {
        const outcome = await this.#pool.reload(source, () => this.#use(reload.config, source));
        if (outcome.kind === "refused") {
          print(`sallyport: ${outcome.message}\n`);
          this.#options.source.refuse(reload.config.digest);
          // The worker has logged what may be logged.
          this.#reject({});
          return;
        }
        for (const problem of reload.warnings) print(`${renderProblem(problem)}\n`);
        const digest = reload.config.digest.slice(0, 12);
        logger.info({ config: digest, waits_for_restart: this.#waiting(reload.config) }, "configuration reloaded");
      }
    }
  }

  /** From now on in force. */
  #use(config: Config, source: string): void {
    this.#source = source;
    this.#config = config;
    this.#isRejected = false;
    this.#shared.use(config);
    this.#reloads.add("accepted");
  }

  /** Settings that wait for a restart. Workers cannot tell: their configuration has the values from the start. */
  #waiting(config: Config): readonly string[] {
    const { overrides, config: started } = this.#options;
    const served = (each: Config): Config => ({ ...each, server: { ...each.server, ...overrides } });
    return restartSettings(served(started), served(config));
  }

  #reject(why: object): void {
    this.#isRejected = true;
    this.#reloads.add("rejected");
    this.#pool.broadcast("reportRejectedReload", null);
    this.#options.logger.error(why, "configuration rejected, the old one stays");
  }

  readonly #stop = (): void => {
    // A second signal aborts requests under way; acknowledged records are kept.
    if (this.#stopping === null) this.#stopping = this.#end();
    else void this.#pool.stop("close");
  };

  async #end(): Promise<void> {
    const { source, logger, exit } = this.#options;
    source.close();
    logger.info({}, "draining");
    let code = 0;
    try {
      await this.#pool.stop("drain");
      // After the last worker, so that its records are written.
      await this.#shared.close();
      logger.info({}, "stopped");
    } catch (error) {
      logger.error({ error: describeError(error) }, "stopping failed");
      code = 1;
    }
    logger.flush();
    exit(code);
  }
}
