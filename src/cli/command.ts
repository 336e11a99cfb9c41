import type { Env } from "../config/document.ts";
import { loadConfig } from "../config/load-config.ts";
import { readNamedFile } from "../config/named-files.ts";
import { type Asset, type Config, renderProblem } from "../config/config-model.ts";

/** What the process provides to every command. */
export interface CommandPorts {
  readonly env: Env;
  readonly readFile: (file: string) => string;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** The same, with the configuration that applies where no option names one. */
export interface ConfiguredPorts extends CommandPorts {
  readonly configFile: string;
}

export interface ConfiguredAsset {
  readonly config: Config;
  readonly asset: Asset;
}

/** `null` when it has errors. Prints errors and warnings. */
export function loadedConfig(file: string, ports: CommandPorts): Config | null {
  const result = loadConfig(ports.readFile(file), { file, env: ports.env, readFile: readNamedFile, isServed: false });
  for (const problem of result.ok ? result.warnings : result.problems) ports.printError(`${renderProblem(problem)}\n`);
  return result.ok ? result.config : null;
}

/** The asset of that name, or the only one. `null` when the configuration does not say which; the reason is printed. */
export function configuredAsset(file: string, wanted: string | undefined, ports: CommandPorts): ConfiguredAsset | null {
  const config = loadedConfig(file, ports);
  if (config === null) return null;
  const [asset, ...others] = config.assets.filter(({ id }) => wanted === undefined || String(id) === wanted);
  if (asset !== undefined && others.length === 0) return { config, asset };
  const asked = wanted === undefined ? "--asset is needed" : `there is no asset ${wanted}`;
  const ids = config.assets.map(({ id }) => id);
  ports.printError(`sallyport: ${asked}; ${file} has ${ids.length === 0 ? "none" : ids.join(", ")}\n`);
  return null;
}

const PRINTED_MAX = 20;

/** Problems of a command's input: printed up to a bound, then only counted. */
export class Problems {
  readonly #printError: (text: string) => void;
  count = 0;

  constructor({ printError }: { readonly printError: (text: string) => void }) {
    this.#printError = printError;
  }

  report(place: string, reason: string): void {
    this.count += 1;
    if (this.count <= PRINTED_MAX) this.#printError(`${place}: ${reason}\n`);
  }

  /** Prints how many problems were not printed. */
  end(): void {
    if (this.count > PRINTED_MAX) this.#printError(`sallyport: ${this.count - PRINTED_MAX} more problems\n`);
  }
}

/** A problem with the command line itself: printed with the usage, exit code 2. */
export class UsageError extends Error {}
