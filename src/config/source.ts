import { codeOf } from "../core/errors.ts";
import { decodeUtf8 } from "../core/json.ts";
import { readFileSync, watch, type FSWatcher } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock } from "../core/clock.ts";
import { loadConfig, type LoadOptions } from "./load-config.ts";
import type { Config, ConfigProblem, ConfigResult } from "./config-model.ts";
import { packBundle, readNamedFile, textOf, unreadable, type ConfigBundle, type FileReading } from "./named-files.ts";

/** Pause after the last event of a burst: editors and Kubernetes write a file in several steps. */
const DEBOUNCE_MS = 100;
/** Longest delay: constant writes to a neighbouring file must not postpone a reload forever. */
const DEBOUNCE_MAX_MS = 1000;
/** For file systems without events (network mounts, some containers). */
const POLL_MS = 5000;

export type Reload =
  | { readonly kind: "unchanged" }
  | { readonly kind: "changed"; readonly config: Config; readonly warnings: readonly ConfigProblem[] }
  | { readonly kind: "rejected"; readonly problems: readonly ConfigProblem[] };

export interface ConfigSourceOptions extends Omit<LoadOptions, "readFile" | "nowMs"> {
  readonly clock: Clock;
}

/**
 * A configuration file, and the files that it names, which are read again when they change. A version that is not valid never
 * replaces one that is.
 */
export class ConfigSource {
  readonly #options: ConfigSourceOptions;
  /** The last version that was read, valid or not, so that an error is reported once; `null`: it could not be read. */
  #lastSource: string | null = null;
  #accepted: ConfigBundle = { source: "", files: new Map() };
  /** What the last version that was read named, with what stood in it. */
  #named: ReadonlyMap<string, FileReading> = new Map();
  /** Digest of the current configuration; `null` after a later version was rejected, so that a return to it counts as a change. */
  #digest: string | null = null;
  /** By directory. */
  readonly #watchers = new Map<string, FSWatcher>();
  #onEvent: (() => void) | null = null;
  #cancelDebounce: () => void = () => {};
  #cancelPoll: () => void = () => {};
  #isClosed = false;

  constructor(options: ConfigSourceOptions) {
    this.#options = options;
  }

  /** The newest valid version, with its files: a `ConfigBundle`. */
  get accepted(): string {
    return packBundle(this.#accepted);
  }

  /** The text of that version. */
  get acceptedText(): string {
    return this.#accepted.source;
  }

  /** The first read. */
  load(): ConfigResult {
    const source = this.#read();
    if (typeof source !== "string") return { ok: false, problems: [source] };
    const result = this.#check(source);
    if (result.ok) this.#accept(source, result.config);
    return result;
  }

  #check(source: string): ConfigResult {
    this.#lastSource = source;
    // A full disk, or a writer between two steps, leaves an empty file, which as a configuration would lock everyone out.
    if (source.trim() === "")
      return { ok: false, problems: [this.#problem("is empty; write {} for a configuration of defaults")] };
    const named = new Map<string, FileReading>();
    const readFile = (file: string): FileReading => {
      const reading = readNamedFile(file);
      named.set(file, reading);
      return reading;
    };
    const result = loadConfig(source, { ...this.#options, readFile, nowMs: this.#options.clock.epochMs() });
    // A version with a syntax error names nothing: what the one before named may be what the next one needs.
    if (result.ok || named.size > 0) this.#named = named;
    this.#watchDirectories();
    return result;
  }

  /**
   * Reads the file again.
   * @param isForced reports the problems of a rejected version again (SIGHUP: the operator asked)
   */
  reload(isForced = false): Reload {
    const source = this.#read();
    if (typeof source !== "string") {
      const isNews = this.#lastSource !== null || isForced;
      this.#lastSource = null;
      return isNews ? this.#reject([source]) : { kind: "unchanged" };
    }
    if (source === this.#lastSource && !isForced && !this.#areFilesChanged()) return { kind: "unchanged" };
    const result = this.#check(source);
    if (!result.ok) return this.#reject(result.problems);
    if (result.config.digest === this.#digest) return { kind: "unchanged" };
    this.#accept(source, result.config);
    return { kind: "changed", config: result.config, warnings: result.warnings };
  }

  /**
   * The reported configuration could not be applied for a reason outside the file: the next attempt counts it as new.
   * @param digest of that configuration
   */
  refuse(digest: string): void {
    if (digest === this.#digest) this.#digest = null;
  }

  /**
   * Calls `onReload` with each change, until `close`. The *directory* is watched: a ConfigMap update swaps a symbolic link
   * beside the file, and an editor puts a new file in its place; either way the file that was opened never changes.
   */
  watch(onReload: (reload: Reload) => void): void {
    const { clock } = this.#options;
    let latestMs: number | null = null;
    const look = (): void => {
      latestMs = null;
      const reload = this.reload();
      if (reload.kind !== "unchanged") onReload(reload);
    };
    const debounced = (): void => {
      this.#cancelDebounce();
      if (this.#isClosed) return;
      latestMs ??= clock.now() + DEBOUNCE_MAX_MS;
      this.#cancelDebounce = clock.after(Math.max(0, Math.min(DEBOUNCE_MS, latestMs - clock.now())), look);
    };
    this.#onEvent = debounced;
    this.#watchDirectories();
    const poll = async (): Promise<void> => {
      // Debounced like an event: the writer may not have finished.
      if (await this.#isDifferent()) debounced();
      if (!this.#isClosed) this.#cancelPoll = clock.after(POLL_MS, () => void poll());
    };
    this.#cancelPoll = clock.after(POLL_MS, () => void poll());
  }

  /** Those of all files that are read now. */
  #watchDirectories(): void {
    if (this.#onEvent === null || this.#isClosed) return;
    const wanted = new Set([this.#options.file, ...this.#named.keys()].map((file) => dirname(file)));
    for (const [directory, watcher] of this.#watchers) {
      if (wanted.has(directory)) continue;
      watcher.close();
      this.#watchers.delete(directory);
    }
    for (const directory of wanted) {
      if (this.#watchers.has(directory)) continue;
      try {
        const watcher = watch(directory, { persistent: false }, this.#onEvent);
        watcher.on("error", () => watcher.close());
        this.#watchers.set(directory, watcher);
      } catch {
        // No events on this file system: the poll finds changes.
      }
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#cancelDebounce();
    this.#cancelPoll();
  }

  #accept(source: string, { digest }: Config): void {
    this.#accepted = { source, files: this.#named };
    this.#digest = digest;
  }

  #areFilesChanged(): boolean {
    return [...this.#named].some(([file, before]) => !isSame(readNamedFile(file), before));
  }

  #reject(problems: readonly ConfigProblem[]): Reload {
    this.#digest = null;
    return { kind: "rejected", problems };
  }

  /** Off the event loop: a network mount that hangs must not hold up the requests. Never rejects. */
  async #isDifferent(): Promise<boolean> {
    try {
      if (decodeUtf8(await readFile(this.#options.file)) !== this.#lastSource) return true;
    } catch {
      return this.#lastSource !== null;
    }
    for (const [file, before] of this.#named) {
      const reading = await readFile(file).then(textOf, unreadable);
      if (!isSame(reading, before)) return true;
    }
    return false;
  }

  #read(): string | ConfigProblem {
    try {
      return decodeUtf8(readFileSync(this.#options.file)) ?? this.#problem("is not UTF-8 text");
    } catch (error) {
      return this.#problem(`cannot be read (${codeOf(error) ?? "unknown error"})`);
    }
  }

  #problem(reason: string): ConfigProblem {
    return { file: this.#options.file, line: 1, column: 1, path: "", reason, severity: "error" };
  }
}

const isSame = (one: FileReading, other: FileReading): boolean =>
  one.ok && other.ok ? one.text === other.text : !one.ok && !other.ok && one.reason === other.reason;
