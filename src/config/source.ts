import { readFileSync, watch, type FSWatcher } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock } from "../core/clock.ts";
import { loadConfig, type LoadOptions } from "./load-config.ts";
import type { Config, ConfigProblem, ConfigResult } from "./config-model.ts";

/** Editors and Kubernetes write a file in several steps; the last of a burst counts. */
const SETTLE_MS = 100;
/** And no longer: a neighbour that is written all the time must not put a reload off for good. */
const SETTLE_MAX_MS = 1000;
/** For file systems without events (network mounts, some containers). */
const POLL_MS = 5000;

const UTF8 = new TextDecoder("utf-8", { fatal: true });

export type Reload =
  | { readonly kind: "unchanged" }
  | { readonly kind: "changed"; readonly config: Config; readonly warnings: readonly ConfigProblem[] }
  | { readonly kind: "rejected"; readonly problems: readonly ConfigProblem[] };

export interface ConfigSourceOptions extends LoadOptions {
  readonly clock: Clock;
}

/** A configuration file that is read again when it changes. A version that is not valid never replaces one that is. */
export class ConfigSource {
  readonly #options: ConfigSourceOptions;
  /** The last version that was read, valid or not, so that one mistake is reported once; `null` when it could not be read. */
  #lastSource: string | null = null;
  #accepted = "";
  /** Of the configuration in force; `null` once a later version was refused, so that going back to it is news. */
  #digest: string | null = null;
  #watcher: FSWatcher | null = null;
  #cancelSettle: () => void = () => {};
  #cancelPoll: () => void = () => {};
  #isClosed = false;

  constructor(options: ConfigSourceOptions) {
    this.#options = options;
  }

  /** The text of the newest configuration that was valid, as it stands in the file. */
  get accepted(): string {
    return this.#accepted;
  }

  /** The first read. */
  load(): ConfigResult {
    const source = this.#read();
    if (typeof source !== "string") return { ok: false, problems: [source] };
    this.#lastSource = source;
    const result = loadConfig(source, this.#options);
    if (result.ok) this.#accept(source, result.config.digest);
    return result;
  }

  /**
   * Reads the file again.
   * @param isForced reports the problems of an already rejected version again (SIGHUP: an operator asked)
   */
  reload(isForced = false): Reload {
    const source = this.#read();
    if (typeof source !== "string") {
      const isNews = this.#lastSource !== null || isForced;
      this.#lastSource = null;
      return isNews ? this.#reject([source]) : { kind: "unchanged" };
    }
    if (source === this.#lastSource && !isForced) return { kind: "unchanged" };
    this.#lastSource = source;
    // A full disk and a writer between two steps leave an empty file, and as a configuration it would shut everybody out.
    if (source.trim() === "")
      return this.#reject([this.#problem("is empty; write {} for a configuration of defaults")]);
    const result = loadConfig(source, this.#options);
    if (!result.ok) return this.#reject(result.problems);
    if (result.config.digest === this.#digest) return { kind: "unchanged" };
    this.#accept(source, result.config.digest);
    return { kind: "changed", config: result.config, warnings: result.warnings };
  }

  /**
   * The reported configuration could not be used, for a reason outside the file: on the next attempt it counts as new.
   * @param digest its own; a later one is not meant
   */
  refuse(digest: string): void {
    if (digest === this.#digest) this.#digest = null;
  }

  /**
   * Calls `onReload` with each change, until `close`. The *directory* is watched: a ConfigMap update swaps a symbolic link
   * beside the file, and an editor puts a new file in its place; either way the file that was opened never changes.
   */
  watch(onReload: (reload: Reload) => void): void {
    const { clock, file } = this.#options;
    let settleByMs: number | null = null;
    const look = (): void => {
      settleByMs = null;
      const reload = this.reload();
      if (reload.kind !== "unchanged") onReload(reload);
    };
    const settle = (): void => {
      this.#cancelSettle();
      if (this.#isClosed) return;
      settleByMs ??= clock.now() + SETTLE_MAX_MS;
      this.#cancelSettle = clock.after(Math.max(0, Math.min(SETTLE_MS, settleByMs - clock.now())), look);
    };
    try {
      this.#watcher = watch(dirname(file), { persistent: false }, settle);
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      // No events on this file system: the poll below finds changes.
      this.#watcher = null;
    }
    const poll = async (): Promise<void> => {
      // Not read at once, but settled like an event: the writer may be half way through.
      if (await this.#isDifferent()) settle();
      if (!this.#isClosed) this.#cancelPoll = clock.after(POLL_MS, () => void poll());
    };
    this.#cancelPoll = clock.after(POLL_MS, () => void poll());
  }

  close(): void {
    this.#isClosed = true;
    this.#watcher?.close();
    this.#cancelSettle();
    this.#cancelPoll();
  }

  #accept(source: string, digest: string): void {
    this.#accepted = source;
    this.#digest = digest;
  }

  #reject(problems: readonly ConfigProblem[]): Reload {
    this.#digest = null;
    return { kind: "rejected", problems };
  }

  /** Off the event loop: a network mount that hangs must not hold up the requests. Never rejects. */
  async #isDifferent(): Promise<boolean> {
    try {
      return UTF8.decode(await readFile(this.#options.file)) !== this.#lastSource;
    } catch {
      return this.#lastSource !== null;
    }
  }

  #read(): string | ConfigProblem {
    try {
      const bytes = readFileSync(this.#options.file);
      return UTF8.decode(bytes);
    } catch (error) {
      if (error instanceof TypeError) return this.#problem("is not UTF-8 text");
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
      return this.#problem(`cannot be read (${code})`);
    }
  }

  #problem(reason: string): ConfigProblem {
    return { file: this.#options.file, line: 1, column: 1, path: "", reason, severity: "error" };
  }
}
