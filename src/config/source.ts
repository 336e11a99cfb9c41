import { readFileSync, watch, type FSWatcher } from "node:fs";
import { dirname } from "node:path";
import type { Clock } from "../core/clock.ts";
import { loadConfig } from "./load.ts";
import type { Config, ConfigProblem, ConfigResult } from "./model.ts";

/** Editors and Kubernetes write a file in several steps; the last of a burst counts. */
const SETTLE_MS = 100;
/** For file systems without events (network mounts, some containers). */
const POLL_MS = 5000;

export type Reload =
  | { readonly kind: "unchanged" }
  | { readonly kind: "changed"; readonly config: Config; readonly warnings: readonly ConfigProblem[] }
  | { readonly kind: "rejected"; readonly problems: readonly ConfigProblem[] };

export interface ConfigSourceOptions {
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** A configuration file that is read again when it changes. A version that is not valid never replaces one that is. */
export class ConfigSource {
  readonly #options: ConfigSourceOptions;
  /** Of the last version that was read, valid or not, so that one mistake is told once. */
  #lastSource: string | null = null;
  #digest: string | null = null;
  #watcher: FSWatcher | null = null;
  #cancelSettle: () => void = () => {};
  #cancelPoll: () => void = () => {};

  constructor(options: ConfigSourceOptions) {
    this.#options = options;
  }

  /** The first read. */
  load(): ConfigResult {
    const source = this.#read();
    if (typeof source !== "string") return { ok: false, problems: [source] };
    this.#lastSource = source;
    const result = loadConfig(source, this.#options);
    if (result.ok) this.#digest = result.config.digest;
    return result;
  }

  /**
   * Reads the file again.
   * @param isForced tells the problems of a version again that was rejected already (SIGHUP: somebody asked)
   */
  reload(isForced = false): Reload {
    const source = this.#read();
    if (typeof source !== "string") {
      const isNews = this.#lastSource !== null || isForced;
      this.#lastSource = null;
      return isNews ? { kind: "rejected", problems: [source] } : { kind: "unchanged" };
    }
    if (source === this.#lastSource && !isForced) return { kind: "unchanged" };
    this.#lastSource = source;
    const result = loadConfig(source, this.#options);
    if (!result.ok) return { kind: "rejected", problems: result.problems };
    if (result.config.digest === this.#digest) return { kind: "unchanged" };
    this.#digest = result.config.digest;
    return { kind: "changed", config: result.config, warnings: result.warnings };
  }

  /**
   * Calls `onReload` with each change, until `close`. The *directory* is watched: a ConfigMap update swaps a symbolic link
   * beside the file, and an editor puts a new file in its place; either way the file that was opened never changes.
   */
  watch(onReload: (reload: Reload) => void): void {
    const look = (): void => {
      const reload = this.reload();
      if (reload.kind !== "unchanged") onReload(reload);
    };
    const settle = (): void => {
      this.#cancelSettle();
      this.#cancelSettle = this.#options.clock.after(SETTLE_MS, look);
    };
    try {
      this.#watcher = watch(dirname(this.#options.file), { persistent: false }, settle);
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      // No events on this file system: the poll below finds changes.
      this.#watcher = null;
    }
    const poll = (): void => {
      look();
      this.#cancelPoll = this.#options.clock.after(POLL_MS, poll);
    };
    this.#cancelPoll = this.#options.clock.after(POLL_MS, poll);
  }

  close(): void {
    this.#watcher?.close();
    this.#cancelSettle();
    this.#cancelPoll();
  }

  #read(): string | ConfigProblem {
    const { file } = this.#options;
    try {
      return readFileSync(file, "utf8");
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
      return { file, line: 1, column: 1, path: "", reason: `cannot be read (${code})`, severity: "error" };
    }
  }
}
