import { pause, type Clock } from "../core/clock.ts";
import { describeError, type Logger } from "../telemetry/logger.ts";
import type { MetricSnapshot } from "../telemetry/families.ts";
import type { ListenAddresses, ReloadOutcome, Started, WorkerMethods, WorkerStart } from "./contract.ts";
import type { WorkerPoolMetrics, MemberState } from "./pool-metrics.ts";
import type { ProcessLink } from "./link.ts";

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A worker process. */
export interface WorkerProcess {
  /** From 1; never reused. */
  readonly id: number;
  readonly pid: number;
  readonly link: ProcessLink<WorkerMethods>;
  /** Resolves when the process has ended and all its output is read. */
  readonly exited: Promise<Exit>;
  /** Ends it at once. */
  readonly kill: () => void;
}

export interface Member {
  readonly process: WorkerProcess;
  state: MemberState;
  readonly startedMs: number;
  /** Its configuration. */
  source: string;
  /** Its last reported counts. */
  counted: readonly MetricSnapshot[];
}

export interface WorkerPoolOptions {
  readonly size: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Prints why a worker cannot start: such a message may quote input, so it stays out of the log. */
  readonly print: (text: string) => void;
  readonly metrics: WorkerPoolMetrics;
  /** Forks a process, which calls `onLeaving` when someone else asks it to end. @throws {Error} when the system refuses */
  readonly fork: (onLeaving: () => void) => WorkerProcess;
  /** The start message of a new worker. */
  readonly startOf: () => WorkerStart;
  readonly drainSeconds: () => number;
  /** A worker has ended, and its last message is handled. */
  readonly onGone: (member: Member) => void;
}

/** Attempts to start a worker while the service starts; after that the service ends. */
const FIRST_TRIES = 3;
/** Time for a worker to listen, ms: it may have models to load. */
const START_WITHIN_MS = 120_000;
/** Pause before a short-lived worker is replaced, ms: doubled each time, up to the maximum. */
const BACK_OFF_MS = 100;
const BACK_OFF_MAX_MS = 10_000;
/** After this time a crash no longer counts as a failed start, ms. */
const SOUND_AFTER_MS = 60_000;
/** Workers that may die while they try a configuration; after that it is refused, as it may be the cause. */
const RELOAD_TRIES = 2;
/** Time for a worker beyond `drain_seconds`, to write records and report its counts, ms. */
const END_GRACE_MS = 10_000;

/** Keeps the configured number of workers running. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #members = new Set<Member>();
  #failures = 0;
  #isStopping = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  get members(): readonly Member[] {
    return [...this.#members];
  }

  /** Ready workers first, then leaving ones. */
  get #serving(): readonly Member[] {
    const inState = (wanted: MemberState): readonly Member[] => this.members.filter(({ state }) => state === wanted);
    return [...inState("ready"), ...inState("leaving")];
  }

  /** Resolves when all workers listen. @throws {Error} when they cannot, with a message for the operator */
  async open(): Promise<ListenAddresses> {
    const [places] = await Promise.all(Array.from({ length: this.#options.size }, () => this.#open()));
    if (places === undefined) throw new Error("there are no workers");
    return places;
  }

  /** Whether every worker answers `/readyz` with 200. One that does not answer this is not ready. */
  readonly isReady = async (): Promise<boolean> => {
    const asked = this.#serving.map(({ process }) => process.link.call("isReady", null).catch(() => false));
    const answers = await Promise.all(asked);
    return answers.length > 0 && answers.every(Boolean);
  };

  /**
   * Applies a configuration to all workers or to none: one worker tries it, then the others follow. A worker that cannot follow is
   * replaced. Without a worker to try it, new workers start with it.
   * @param onTaken runs as soon as it is in force: `startOf` returns it from then on
   */
  async reload(source: string, onTaken: () => void): Promise<ReloadOutcome> {
    const tried = new Set<Member>();
    const outcome = await this.#tryOut(source, tried);
    if (outcome.kind === "refused") return outcome;
    // In the same turn as the call to the others: a worker that becomes ready later reads the new configuration.
    onTaken();
    const others = this.#serving.filter((member) => !tried.has(member));
    await Promise.all(others.map((member) => this.#follow(member, source)));
    return outcome;
  }

  /** Calls a method of all listening workers. A worker that misses the call is about to end. */
  broadcast<Name extends keyof WorkerMethods>(method: Name, argument: Parameters<WorkerMethods[Name]>[0]): void {
    for (const { process } of this.#serving) process.link.call(method, argument).catch(() => {});
  }

  /** Replaces a worker, then ends it. */
  #leave(member: Member): void {
    if (this.#isStopping || member.state !== "ready") return;
    member.state = "leaving";
    this.#options.metrics.restarted("asked");
    this.#options.logger.info(named(member), "worker is replaced");
    // A stop that began in the meantime has its own order.
    void this.#replace().then(() => this.#isStopping || this.#order(member, "leave"));
  }

  /** Ends all workers. Resolves when they have ended. */
  async stop(how: "drain" | "close"): Promise<void> {
    this.#isStopping = true;
    for (const member of this.#members)
      if (member.state === "starting") member.process.kill();
      else this.#order(member, how);
    await Promise.all(this.members.map(({ process }) => process.exited));
  }

  /** Ends all workers at once. */
  async kill(): Promise<void> {
    this.#isStopping = true;
    for (const { process } of this.#members) process.kill();
    await Promise.all(this.members.map(({ process }) => process.exited));
  }

  #order(member: Member, how: "leave" | "drain" | "close"): void {
    const { process } = member;
    member.state = "leaving";
    const waitMs = how === "close" ? 0 : this.#options.drainSeconds() * 1000;
    const cancel = this.#options.clock.after(waitMs + END_GRACE_MS, () => process.kill());
    void process.exited.then(cancel);
    process.link.call(how, null).catch(() => {});
  }

  /** Starts one of the initial workers. */
  async #open(): Promise<ListenAddresses> {
    for (let tries = 1; ; tries++) {
      if (this.#isStopping) throw new Error("the service stops");
      const started = await this.#start();
      if (started?.kind === "listening") return started.places;
      if (started !== null) throw new Error(started.message);
      if (tries === FIRST_TRIES) throw new Error(`a worker ended ${tries} times before it listened`);
      await pause(this.#options.clock, backOffMs(tries));
    }
  }

  /** Replaces a worker that has ended or is leaving. Retries forever: the others keep serving. */
  async #replace(): Promise<void> {
    while (!this.#isStopping) {
      const waitMs = backOffMs(this.#failures);
      if (waitMs > 0) await pause(this.#options.clock, waitMs);
      if (this.#isStopping) return;
      const started = await this.#start();
      if (started?.kind === "listening") return;
      this.#failures += 1;
      // The worker has logged what may be logged.
      if (started !== null) this.#options.print(`sallyport: ${started.message}\n`);
    }
  }

  /** `null`: it ended before it listened, or could not be forked. */
  async #start(): Promise<Started | null> {
    const { clock, startOf, logger } = this.#options;
    const start = startOf();
    const process = this.#fork(() => this.#leave(member));
    if (process === null) return null;
    const member: Member = { process, state: "starting", startedMs: clock.now(), source: start.source, counted: [] };
    this.#members.add(member);
    void this.#watch(member);
    const started = await process.link.call("start", start, { withinMs: START_WITHIN_MS }).catch(() => null);
    if (started?.kind !== "listening") {
      process.kill();
      await process.exited;
      return started;
    }
    if (member.state === "starting") member.state = "ready";
    logger.info(named(member), "worker listens");
    await this.#catchUp(member, start);
    return started;
  }

  #fork(onLeaving: () => void): WorkerProcess | null {
    try {
      return this.#options.fork(onLeaving);
    } catch (error) {
      this.#options.logger.error({ error: describeError(error) }, "worker cannot be forked");
      return null;
    }
  }

  /** Sends a worker the changes since its fork. */
  async #catchUp(member: Member, start: WorkerStart): Promise<void> {
    const { source, isStoreReady, isRejected } = this.#options.startOf();
    const { link } = member.process;
    if (isStoreReady !== start.isStoreReady) link.call("storeReady", isStoreReady).catch(() => {});
    // A reload also clears the report of a rejected version.
    const isReloaded = source !== start.source || (start.isRejected && !isRejected);
    const following = isReloaded ? this.#follow(member, source) : null;
    // After the reload under way.
    if (isRejected && (isReloaded || !start.isRejected)) link.call("reportRejectedReload", null).catch(() => {});
    await following;
  }

  async #watch(member: Member): Promise<void> {
    const { code, signal } = await member.process.exited;
    const { clock, logger, metrics, onGone } = this.#options;
    member.process.link.close();
    this.#members.delete(member);
    onGone(member);
    const details = { ...named(member), code, signal };
    if (member.state === "leaving" || this.#isStopping) {
      logger.info(details, "worker has ended");
      return;
    }
    logger.error(details, "worker has died");
    // `#start` handles workers that do not listen yet.
    if (member.state === "starting") return;
    metrics.restarted("crashed");
    this.#failures = clock.now() - member.startedMs < SOUND_AFTER_MS ? this.#failures + 1 : 0;
    await this.#replace();
  }

  /** @param tried collects the workers that have tried it */
  async #tryOut(source: string, tried: Set<Member>): Promise<ReloadOutcome> {
    if (this.#serving.length === 0) return { kind: "taken" };
    while (tried.size < RELOAD_TRIES) {
      const member = this.#serving.find((each) => !tried.has(each));
      if (member === undefined) break;
      tried.add(member);
      const outcome = await this.#reloadOne(member, source);
      if (outcome !== null) return outcome;
      if (!this.#members.has(member)) continue;
      // It may still apply it: it is brought back to the current one, or replaced.
      void this.#follow(member, this.#options.startOf().source);
      return { kind: "refused", message: "the worker that tries the configuration does not answer" };
    }
    return { kind: "refused", message: "the worker that tried the configuration is gone" };
  }

  async #follow(member: Member, source: string): Promise<void> {
    const outcome = await this.#reloadOne(member, source);
    if (outcome?.kind === "taken" || !this.#members.has(member)) return;
    const { logger, print } = this.#options;
    logger.error(named(member), "worker cannot follow the configuration");
    if (outcome !== null) print(`sallyport: ${outcome.message}\n`);
    this.#leave(member);
  }

  /** `null`: it has ended, or does not answer. */
  async #reloadOne(member: Member, source: string): Promise<ReloadOutcome | null> {
    const outcome = await member.process.link.call("reload", source).catch(() => null);
    if (outcome?.kind === "taken") member.source = source;
    return outcome;
  }
}

const backOffMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(BACK_OFF_MS * 2 ** (failures - 1), BACK_OFF_MAX_MS);

const named = ({ process }: Member): object => ({ worker: process.id, worker_pid: process.pid });
