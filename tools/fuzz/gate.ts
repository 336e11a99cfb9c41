import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { POLICY_NAMES } from "../../src/analyzers/registry.ts";

/** What one request cost the service. */
export interface Cost {
  readonly status: number;
  /** How long it held the event loop at a time, at most: processor time of its thread. */
  readonly longestMs: number;
  readonly processorMs: number;
  /** Resident memory at its peak, and before. */
  readonly peakBytes: number;
  readonly restBytes: number;
}

/** Policies that need settings to do anything. */
const METADATA: Readonly<Record<string, string>> = {
  banned_topics_detection: '["politics"]',
  competitor_mention_detection: '["Acme"]',
  language_violation_detection: '["en"]',
};

/** Policies that do nothing without a judge, or without rules of a deployment's own. */
const UNREADY: ReadonlySet<string> = new Set(["policy_violation_detection", "tool_use_rules"]);

const CONFIG = `
server: { port: 0 }
store: { url: "none" }
limits: { proxy: 0 }
assets:
  - id: demo-chatbot
    organization: demo
    policies:
${POLICY_NAMES.filter((name) => !UNREADY.has(name))
  .map((name) => `      - { policy_name: ${name}, action: flag, mask: ${name === "pii_detection"}${metadataOf(name)} }`)
  .join("\n")}
upstreams:
  - { name: mock, prefix: /, url: "builtin:mock", asset: demo-chatbot, auth: none, unread: deny }
`;

function metadataOf(name: string): string {
  const metadata = METADATA[name];
  return metadata === undefined ? "" : `, metadata: ${metadata}`;
}

const READY_MS = 60_000;

/** The service itself, in a process of its own with a small heap, every policy on, before a provider that is built in. */
export class Gate {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #lines: Interface;
  readonly #url: string;

  private constructor(
    child: ChildProcess,
    parts: { readonly folder: string; readonly lines: Interface; readonly url: string },
  ) {
    this.#child = child;
    this.#folder = parts.folder;
    this.#lines = parts.lines;
    this.#url = parts.url;
  }

  /** @param heapMegabytes of the old generation, at most */
  static async open(heapMegabytes: number): Promise<Gate> {
    const folder = mkdtempSync(join(tmpdir(), "fuzz-bodies-"));
    const config = join(folder, "config.yaml");
    writeFileSync(config, CONFIG);
    const root = new URL("../../", import.meta.url).pathname;
    const args = [
      "--max-semi-space-size=8",
      `--max-old-space-size=${heapMegabytes}`,
      "--import",
      join(root, "tools/fuzz/turn-watch.ts"),
    ];
    const child = spawn(process.execPath, [...args, join(root, "src/main.ts"), "--config", config], {
      stdio: ["ignore", "pipe", "inherit", "pipe"],
    });
    const [, output, , watch] = child.stdio;
    if (output === null || watch === null || watch === undefined || !("read" in watch) || !("read" in output))
      throw new Error("no pipes");
    const url = await urlIn(createInterface({ input: output }));
    return new Gate(child, { folder, lines: createInterface({ input: watch }), url });
  }

  /** False: it has died. */
  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Cost> {
    const before = await this.#look();
    const restBytes = this.#resetPeak();
    const answer = await fetch(this.#url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    await answer.arrayBuffer();
    const after = await this.#look();
    return {
      status: answer.status,
      longestMs: after.longestMs,
      processorMs: after.processorMs - before.processorMs,
      peakBytes: this.#memory("VmHWM"),
      restBytes,
    };
  }

  async close(): Promise<void> {
    if (this.isAlive) {
      this.#child.kill("SIGKILL");
      await once(this.#child, "exit");
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #look(): Promise<Pick<Cost, "longestMs" | "processorMs">> {
    const line = once(this.#lines, "line");
    this.#child.kill("SIGUSR2");
    const [text] = (await line) as [string];
    return JSON.parse(text) as Pick<Cost, "longestMs" | "processorMs">;
  }

  #resetPeak(): number {
    // man 5 proc: 5 resets the peak.
    writeFileSync(`/proc/${this.#child.pid}/clear_refs`, "5");
    return this.#memory("VmRSS");
  }

  #memory(field: "VmHWM" | "VmRSS"): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(status)?.[1] ?? 0) * 1024;
  }
}

/** Where the service says that it listens. */
async function urlIn(lines: Interface): Promise<string> {
  const timer = setTimeout(() => lines.close(), READY_MS);
  for await (const line of lines) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? portIn(line);
    if (url === null) continue;
    clearTimeout(timer);
    return url;
  }
  throw new Error("the service did not start");
}

function portIn(line: string): string | null {
  const port = /"port":(\d+)/.exec(line)?.[1];
  return port === undefined ? null : `http://127.0.0.1:${port}`;
}
