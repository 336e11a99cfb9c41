import { fileURLToPath } from "node:url";
import { NODE_FLAGS } from "../build/node-flags.ts";
import { start, type Running } from "./processes.ts";
import { freePort } from "../../test/support/listen.ts";

/** A file beside this one. */
export const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** As `npm start` runs it. */
export const SERVICE: readonly string[] = serviceAt(here("../../dist/main.js"));

/** The arguments of another program of the service, with the options of Node that `npm start` gives. */
export function serviceAt(main: string): readonly string[] {
  return [...NODE_FLAGS, main];
}

/** The key of the benchmark's configuration. */
export const KEY = { "x-api-key": "rsk_bench" } as const;

/** What the benchmark's configuration reads from the environment: where the provider is, and what else is to be other than written there. */
export const serviceEnv = (
  upstreamPort: number,
  rest: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({ BENCH_UPSTREAM: `http://127.0.0.1:${upstreamPort}`, ...rest });

export interface ServiceOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The command line up to the service's own options. */
  readonly args?: readonly string[];
}

/** The compiled service on the benchmark's configuration, when it is ready. */
export async function startService({ env, args = SERVICE }: ServiceOptions): Promise<Running> {
  const port = await freePort();
  const config = ["--config", here("./sallyport.bench.yaml"), "--port", String(port)];
  return start([...args, ...config], { port, readyPath: "/readyz", env });
}
