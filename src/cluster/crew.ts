import { pause, type Clock } from "../core/clock.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { MetricSnapshot } from "../telemetry/merged-metrics.ts";
import type { Places, ReloadOutcome, Started, WorkerMethods, WorkerStart } from "./contract.ts";
import type { CrewMetrics, MemberState } from "./crew-metrics.ts";
import type { Link } from "./link.ts";

/** How a process has ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process that serves. */
export interface WorkerProcess {
  /** Counted from 1; none is given twice. */
  readonly id: number;
  readonly pid: number;
  readonly link: Link<WorkerMethods>;
  /** Resolves when the process is gone and all that it wrote has been read. */
  readonly exited: Promise<Exit>;
  /** Ends it at once. */
  readonly kill: () => void;
}

export interface Member {
  readonly process: WorkerProcess;
  state: MemberState;
  readonly startedMs: number;
  /** The configuration that it runs on. */
  source: string;
  /** What it had counted when it was asked last. */
  counted: readonly MetricSnapshot[];
}

export interface CrewOptions {
  readonly size: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: CrewMetrics;
  /** Makes a process, which says `onLeaving` when it was asked to end by others than us. */
  readonly fork: (onLeaving: () => void) => WorkerProcess;
  /** What a worker that starts now has to know. */
  readonly startOf: () => WorkerStart;
  readonly drainSeconds: () => number;
  /** A worker is gone, and everything that it said has been heard. */
  readonly onGone: (member: Member) => void;
}

/** Times that a worker may end before it listens, while the service starts; then the service ends, too. */
const FIRST_TRIES = 3;
/** How long a worker may take to listen, ms: it may have models to load. */
const START_WITHIN_MS = 120_000;
/** Pause before a worker is replaced that did not live for long, ms: doubled each time, up to the longest. */
const BACK_OFF_MS = 100;
const BACK_OFF_MAX_MS = 10_000;
/** A worker that has lived for so long has not failed for its start, ms. */
const SOUND_AFTER_MS = 60_000;
/** What a worker is given beyond `drain_seconds`, to write and to say what it has counted, ms. */
const END_GRACE_MS = 10_000;

/** The workers of the service: as many as are wanted, whoever dies. */
export class Crew {
  readonly #options: CrewOptions;
  readonly #members = new Set<Member>();
  #failures = 0;
  #isStopping = false;

  constructor(options: CrewOptions) {
    this.#options = options;
  }

  get members(): readonly Member[] {
    return [...this.#members];
  }

  get #ready(): readonly Member[] {
    return this.members.filter(({ state }) => state === "ready");
  }

  /** Resolves when all workers listen. @throws {Error} when they cannot, with a message for the operator */
  async open(): Promise<Places> {
    const [places] = await Promise.all(Array.from({ length: this.#options.size }, () => this.#open()));
    if (places === undefined) throw new Error("there are no workers");
    return places;
  }

  /**
   * Puts a configuration to work everywhere, or nowhere: one worker tries it, and the others follow.
   * A worker that cannot follow it is replaced.
   */
  async reload(source: string): Promise<ReloadOutcome> {
    const [first, ...others] = this.#ready;
    if (first === undefined) return { kind: "refused", message: "no worker is there to try the configuration" };
    const outcome = await this.#reloadOne(first, source);
    if (outcome.kind === "taken") await Promise.all(others.map((member) => this.#follow(member, source)));
    return outcome;
  }

  /** Says something to all workers that listen; who does not hear it is about to be gone. */
  tell<Name extends keyof WorkerMethods>(method: Name, argument: Parameters<WorkerMethods[Name]>[0]): void {
    for (const { state, process } of this.#members)
      if (state !== "starting") process.link.call(method, argument).catch(() => {});
  }

  /** Another one takes its place first. */
  #leave(member: Member): void {
    if (this.#isStopping || member.state !== "ready") return;
    member.state = "leaving";
    this.#options.metrics.restarted("asked");
    this.#options.logger.info(named(member), "worker is replaced");
    // Who stops meanwhile has given it an order of its own.
    void this.#replace().then(() => this.#isStopping || this.#order(member, "retire"));
  }

  /** Ends all workers as `how` says. Resolves when they are gone. */
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

  #order(member: Member, how: "retire" | "drain" | "close"): void {
    const { process } = member;
    member.state = "leaving";
    const waitMs = how === "close" ? 0 : this.#options.drainSeconds() * 1000;
    const cancel = this.#options.clock.after(waitMs + END_GRACE_MS, () => process.kill());
    void process.exited.then(cancel);
    process.link.call(how, null).catch(() => {});
  }

  /** One of the first. */
  async #open(): Promise<Places> {
    for (let tries = 1; ; tries++) {
      const started = await this.#start();
      if (started?.kind === "listening") return started.places;
      if (started !== null) throw new Error(started.message);
      if (tries === FIRST_TRIES || this.#isStopping)
        throw new Error(`a worker ended ${tries} times before it listened`);
      await pause(this.#options.clock, backOffMs(tries));
    }
  }

  /** Puts a worker in the place of one that is gone or goes. Never gives up: the others serve meanwhile. */
  async #replace(): Promise<void> {
    while (!this.#isStopping) {
      const waitMs = backOffMs(this.#failures);
      if (waitMs > 0) await pause(this.#options.clock, waitMs);
      if (this.#isStopping) return;
      const started = await this.#start();
      if (started?.kind === "listening") return;
      this.#failures += 1;
      const { logger } = this.#options;
      if (started !== null) logger.error({ reason: started.message }, "worker cannot start");
    }
  }

  /** `null`: it ended before it listened. */
  async #start(): Promise<Started | null> {
    const { clock, startOf, fork, logger } = this.#options;
    const start = startOf();
    const onLeaving = (): void => this.#leave(member);
    const process = fork(onLeaving);
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
    // The configuration may have changed while it started.
    await this.#follow(member, startOf().source);
    return started;
  }

  async #watch(member: Member): Promise<void> {
    const { code, signal } = await member.process.exited;
    const { clock, logger, metrics, onGone } = this.#options;
    member.process.link.close();
    this.#members.delete(member);
    onGone(member);
    const told = { ...named(member), code, signal };
    if (member.state === "leaving" || this.#isStopping) {
      logger.info(told, "worker has ended");
      return;
    }
    logger.error(told, "worker has died");
    // Who starts it looks after it until it listens.
    if (member.state === "starting") return;
    metrics.restarted("crashed");
    this.#failures = clock.now() - member.startedMs < SOUND_AFTER_MS ? this.#failures + 1 : 0;
    await this.#replace();
  }

  async #follow(member: Member, source: string): Promise<void> {
    if (member.source === source) return;
    const outcome = await this.#reloadOne(member, source);
    if (outcome.kind === "taken" || !this.#members.has(member)) return;
    this.#options.logger.error({ ...named(member), reason: outcome.message }, "worker cannot follow the configuration");
    this.#leave(member);
  }

  async #reloadOne(member: Member, source: string): Promise<ReloadOutcome> {
    const gone = { kind: "refused", message: "the worker that tried the configuration is gone" } as const;
    const outcome = await member.process.link.call("reload", source).catch(() => gone);
    if (outcome.kind === "taken") member.source = source;
    return outcome;
  }
}

const backOffMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(BACK_OFF_MS * 2 ** (failures - 1), BACK_OFF_MAX_MS);

const named = ({ process }: Member): object => ({ worker: process.id, worker_pid: process.pid });
