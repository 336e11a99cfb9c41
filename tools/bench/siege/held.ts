/**
 * `node tools/bench/siege/held.ts [NAME…]`: how long each request of an attack holds the event loop at a time. One request after the other,
 * each some times; what counts is processor time of the loop's thread between two of its turns, so that a busy machine changes little.
 * PROFILE=FOLDER has Node write a profile there; SOURCE=FOLDER runs another tree.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { markdownTable } from "../../../src/cli/markdown-table.ts";
import { NODE_FLAGS } from "../../build/node-flags.ts";
import { start } from "../processes.ts";
import { freePort } from "../../../test/support/listen.ts";
import { here } from "../service.ts";
import { ATTACKS } from "./attacks.ts";
import { siegeConfig } from "./config.ts";
import { ATTACKER, chat, Door, said } from "./door.ts";

const TIMES = Number(process.env["TIMES"] ?? 3);
/** The first runs of code are dearer than all others. */
const WARM_UP = 40;

const names = process.argv.slice(2);
const chosen = ATTACKS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
const folder = mkdtempSync(join(tmpdir(), "sallyport-held-"));
const upstreamPort = await freePort();
const upstream = await start([here("./siege/provider.ts"), String(upstreamPort)], { port: upstreamPort });
const file = join(folder, "sallyport.yaml");
writeFileSync(file, siegeConfig(`http://127.0.0.1:${upstreamPort}`));

interface Held {
  readonly longestMs: number;
  readonly processorMs: number;
}

/** The service with its watch. */
async function open(port: number) {
  const { PROFILE: profile, SOURCE: source = here("../..") } = process.env;
  const child = spawn(
    process.execPath,
    [
      ...NODE_FLAGS,
      ...(profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]),
      "--import",
      here("../fuzz/turn-watch.ts"),
      join(source, "src/main.ts"),
      "--config",
      file,
      "--port",
      String(port),
    ],
    { stdio: ["ignore", "ignore", "inherit", "pipe"] },
  );
  const lines = createInterface({ input: child.stdio[3] as NodeJS.ReadableStream });
  const sample = async (): Promise<Held> => {
    const line = once(lines, "line");
    child.kill("SIGUSR2");
    const [said] = (await line) as [string];
    return JSON.parse(said) as Held;
  };
  const close = async (): Promise<void> => {
    const over = once(child, "exit");
    child.kill("SIGTERM");
    await over;
  };
  return { sample, close };
}

const rows: string[][] = [];
try {
  const port = await freePort();
  const service = await open(port);
  const door = new Door(port, ATTACKER);
  while ((await door.send({ method: "GET", path: "/readyz" })) !== "200")
    await new Promise((resolve) => setTimeout(resolve, 100));
  for (let at = 0; at < WARM_UP; at++) await door.send(chat(Array.from({ length: 40 }, () => said(`Hello ${at}`))));
  for (const { name, run } of chosen) {
    if (run.kind !== "requests") continue;
    for (const [at, sent] of run.make().entries()) {
      const held: number[] = [];
      let outcome = "";
      let before = await service.sample();
      let totalMs = Number.POSITIVE_INFINITY;
      for (let round = 0; round < TIMES; round++) {
        outcome = await door.send(sent);
        const after = await service.sample();
        held.push(after.longestMs);
        totalMs = Math.min(totalMs, after.processorMs - before.processorMs);
        before = after;
      }
      const ms = (value: number): string => `${Math.round(value)} ms`;
      const row = [`${name} ${at + 1}`, ms(Math.min(...held)), ms(Math.max(...held)), ms(totalMs), outcome];
      rows.push(row);
      process.stderr.write(`${row.join(" | ")}\n`);
    }
  }
  door.close();
  await service.close();
  process.stdout.write(markdownTable(["request", "held, least", "held, most", "processor time", "answer"], rows));
} finally {
  await upstream.stop();
  rmSync(folder, { recursive: true });
}
