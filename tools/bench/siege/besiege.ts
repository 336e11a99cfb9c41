import { spawn } from "node:child_process";
import { start, type Running } from "../processes.ts";
import { freePort } from "../../../test/support/listen.ts";
import { here } from "../service.ts";
import type { ProbeSample } from "../soak/probe.ts";
import type { Besieged } from "./report.ts";
import { Victim } from "./victim.ts";

/** How often the resident memory is read. */
const MEMORY_EVERY_MS = 50;
/** The first requests of an attack are being made, and the measurement begins when they have come. */
const HEAD_START_MS = 500;

export interface Siege {
  /** Of attacks; none: how it is without. */
  readonly names: readonly string[];
  readonly seconds: number;
  /** The configuration's file. */
  readonly file: string;
  /** What Node runs. */
  readonly program: readonly string[];
}

/** Runs attacks by their names for some seconds, in a process of their own. @returns what became of their requests */
function attack(
  port: number,
  { names, seconds }: Pick<Siege, "names" | "seconds">,
): Promise<Readonly<Record<string, number>>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [here("./siege/attacker.ts"), String(port), String(seconds + 1), ...names], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(JSON.parse(said));
      else reject(new Error(`the attacker of ${names.join(", ")} ended with code ${code}`));
    });
  });
}

/** One attack, or several at once, on a service of their own. */
export async function besiege(title: string, { names, seconds, file, program }: Siege): Promise<Besieged> {
  const port = await freePort();
  let probe: ProbeSample | null = null;
  const service = await start(
    ["--import", here("./soak/probe.ts"), ...program, "--config", file, "--port", String(port)],
    {
      port,
      readyPath: "/readyz",
      onMessage: (sample) => {
        // Only the probe sends: tools/bench/soak/probe.ts
        probe = sample as ProbeSample;
      },
    },
  );
  const victim = new Victim(port);
  try {
    await victim.warmUp();
    let rssMaxMb = 0;
    const memory = setInterval(() => (rssMaxMb = Math.max(rssMaxMb, service.rssMb() || 0)), MEMORY_EVERY_MS);
    const attacking = names.length === 0 ? Promise.resolve({}) : attack(port, { names, seconds });
    await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
    service.tell("begin");
    const suffered = await victim.suffer(seconds);
    clearInterval(memory);
    const outcomes = await attacking;
    const isAlive = !Number.isNaN(service.rssMb());
    return {
      title,
      ...suffered,
      outcomes,
      isAlive,
      rssMaxMb,
      freeze: isAlive ? await freezeOf(service, () => probe) : null,
    };
  } finally {
    victim.close();
    await service.stop();
  }
}

/** How long the event loop was held; `null`: it still is, and does not answer. */
async function freezeOf(service: Running, last: () => ProbeSample | null): Promise<Besieged["freeze"]> {
  const before = last();
  service.tell("sample");
  for (let turn = 0; turn < 300 && last() === before; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const sample = last();
  return sample === null || sample === before
    ? null
    : { delayMaxMs: sample.delays[3] ?? Number.NaN, heldMaxMs: sample.heldMs };
}
