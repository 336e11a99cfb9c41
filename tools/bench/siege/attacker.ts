/** One attack, or all that are named, for so long: `attacker.ts PORT SECONDS NAME…`. Prints what became of its requests, as JSON. */
import type { Attack } from "./attack.ts";
import { ATTACKS } from "./attacks.ts";
import { ATTACKER, Door } from "./door.ts";

const [port = "", seconds = "", ...names] = process.argv.slice(2);
const chosen = ATTACKS.filter(({ name }) => names.includes(name));
const outcomes = new Map<string, number>();
const note = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
const over = AbortSignal.timeout(Number(seconds) * 1000);
const door = new Door(Number(port), ATTACKER);

async function attack({ run, atOnce = 1 }: Attack): Promise<void> {
  if (run.kind === "connections") {
    for (const outcome of await run.go(Number(port), over)) note(outcome);
    return;
  }
  // Made once: what builds them would take the processor from the service.
  const bodies = run.make();
  let turn = 0;
  const goOn = async (): Promise<void> => {
    while (!over.aborted) {
      const next = bodies[turn++ % bodies.length];
      if (next === undefined) return;
      const outcome = await door.send(next);
      if (!over.aborted) note(outcome);
    }
  };
  await Promise.race([
    Promise.all(Array.from({ length: atOnce }, goOn)),
    new Promise<void>((resolve) => over.addEventListener("abort", () => resolve(), { once: true })),
  ]);
}

await Promise.all(chosen.map(attack));
door.close();
process.stdout.write(JSON.stringify(Object.fromEntries(outcomes)), () => process.exit(0));
