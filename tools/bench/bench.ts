import type { Figure } from "./figures.ts";
import { start, type Running } from "./processes.ts";
import { freePort } from "../../test/support/listen.ts";
import { findNginx, startNginx } from "./rivals/nginx.ts";
import { installPortkey, startPortkey } from "./rivals/portkey.ts";
import { here, serviceEnv, startService } from "./service.ts";

export interface BenchOptions {
  readonly rounds: number;
  readonly connections: number;
  /** Where Portkey is or will be installed; `null`: the user's cache; "none": left out. */
  readonly portkey: string | null;
  /** A checkout whose build `builds` compares with this one's; `null`: none. */
  readonly other: string | null;
}

/** What scenarios share: the processes of one run, each started when it is first asked for, and what is told at the end. */
export class Bench implements AsyncDisposable {
  readonly options: BenchOptions;
  readonly figures: Figure[] = [];
  /** What was left out, and why. */
  readonly skipped: string[] = [];
  /** Versions of rivals that are not dependencies. */
  readonly facts: string[] = [];
  readonly #shared = new Map<string, Promise<Running | null>>();
  #hasFailed = false;
  readonly #closing: (() => PromiseLike<unknown>)[] = [];

  constructor(options: BenchOptions) {
    this.options = options;
  }

  note(scenario: string, figure: string, value: number, unit: Figure["unit"]): void {
    this.figures.push({ scenario, figure, value, unit });
  }

  /** Kept until the end of the run. */
  own(running: Running): Running {
    this.#closing.push(running.stop);
    return running;
  }

  atEnd(close: () => PromiseLike<unknown>): void {
    this.#closing.push(close);
  }

  /** A program of ours that listens: `FILE PORT …`. */
  async launch(file: string, ...rest: readonly (string | number)[]): Promise<Running> {
    const port = await freePort();
    return this.own(await start([here(file), String(port), ...rest.map(String)], { port }));
  }

  /** The mock provider. */
  upstream(): Promise<Running> {
    return this.#always("upstream", () => this.launch("./peers/upstream.ts"));
  }

  /** The service in front of the mock provider, as it is measured unless a scenario says otherwise. */
  service(): Promise<Running> {
    return this.#always("service", () => this.freshService());
  }

  /** Another one: with another environment, or without what the first has been through. */
  async freshService(env: Readonly<Record<string, string>> = {}, upstream?: Running): Promise<Running> {
    const { port } = upstream ?? (await this.upstream());
    return this.own(await startService({ env: serviceEnv(port, env) }));
  }

  undici(): Promise<Running> {
    return this.#always("undici", async () => this.launch("./peers/undici-proxy.ts", (await this.upstream()).port));
  }

  /** @param agent as it comes, or with connections that stay open */
  httpProxy(agent: "default" | "keep-alive"): Promise<Running> {
    return this.#always(`http-proxy ${agent}`, async () =>
      this.launch("./peers/http-proxy.ts", (await this.upstream()).port, agent),
    );
  }

  echo(): Promise<Running> {
    return this.#always("echo", () => this.launch("./peers/echo.ts"));
  }

  /** `null`: not installed, which is told once. */
  nginx(): Promise<Running | null> {
    return this.#once("nginx", async () => {
      const found = findNginx();
      if (found === null) return this.#skip("nginx is not installed (Debian: `apt-get install nginx-light`)");
      this.facts.push(`${found.version}, one worker, keep-alive to the provider, no buffering`);
      return this.own(await startNginx(found.command, (await this.upstream()).port));
    });
  }

  /** `null`: cannot be installed, which is told once. */
  portkey(): Promise<Running | null> {
    return this.#once("portkey", async () => {
      const { portkey } = this.options;
      if (portkey === "none") return this.#skip("Portkey (`--portkey none`)");
      try {
        const installed = installPortkey(portkey ?? undefined);
        const running = this.own(await startPortkey(installed));
        this.facts.push(installed.version);
        return running;
      } catch (error) {
        return this.#skip(`Portkey cannot be installed or started: ${error instanceof Error ? error.message : "?"}`);
      }
    });
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** A scenario could not be measured to its end: the others are. */
  failed(scenario: string, error: unknown): void {
    this.#hasFailed = true;
    this.#skip(`the rest of \`${scenario}\`, which failed: ${error instanceof Error ? error.message : String(error)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const close of this.#closing.toReversed()) await close();
  }

  #skip(why: string): null {
    process.stderr.write(`LEFT OUT: ${why}\n`);
    this.skipped.push(why.replaceAll(/\s+/g, " "));
    return null;
  }

  #once(name: string, make: () => Promise<Running | null>): Promise<Running | null> {
    const known = this.#shared.get(name) ?? make();
    this.#shared.set(name, known);
    return known;
  }

  async #always(name: string, make: () => Promise<Running>): Promise<Running> {
    const running = await this.#once(name, make);
    if (running === null) throw new Error(`${name} is missing`);
    return running;
  }
}
