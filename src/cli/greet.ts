import type { Config } from "../config/config-model.ts";
import type { ConfigSource } from "../config/source.ts";
import type { Env } from "../config/document.ts";
import { pause, type Clock } from "../core/clock.ts";
import { waiting, welcome } from "./welcome.ts";

export interface GreetOptions {
  readonly config: Config;
  readonly source: Pick<ConfigSource, "acceptedText">;
  readonly env: Env;
  /** Whether a person reads along: a file or a pipe is a log. */
  readonly isTerminal: boolean;
  /** Where the service listens. */
  readonly port: number;
  readonly clock: Clock;
  readonly print: (text: string) => void;
  /** What `/readyz` says. */
  readonly isReady: () => boolean | Promise<boolean>;
  readonly isStopping: () => boolean;
}

/** How often readiness is looked at, ms. */
const LOOK_MS = 100;

/** Prints the welcome text when the service is ready, and before that what it waits for. */
export async function greet(options: GreetOptions): Promise<void> {
  const { config, source, env, isTerminal, port, clock, print, isReady, isStopping } = options;
  if (!(await isReady())) {
    print(waiting(config, port));
    do await pause(clock, LOOK_MS);
    while (!isStopping() && !(await isReady()));
  }
  if (!isStopping()) print(welcome(config, { port, source: source.acceptedText, env, isTerminal }));
}
