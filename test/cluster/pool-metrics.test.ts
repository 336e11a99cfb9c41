/** Counts of workers that come, go and hang while they are asked. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CountedUses, WorkerMethods } from "../../src/cluster/contract.ts";
import { WorkerPoolCounts } from "../../src/cluster/pool-metrics.ts";
import type { Member } from "../../src/cluster/worker-pool.ts";
import type { MetricSnapshot } from "../../src/telemetry/families.ts";
import { createManualClock, type ManualClock } from "../support/clock.ts";
import { later, linkPair, workerMethods } from "../support/links.ts";
import { parseExposition, valueOf } from "../support/prometheus.ts";
import { until } from "../support/until.ts";

const counted = (value: number): readonly MetricSnapshot[] => [
  { name: "calls_total", help: "Calls.", type: "counter", labels: [], merge: "sum", samples: [{ labels: {}, value }] },
];

interface Stage {
  readonly counts: WorkerPoolCounts;
  readonly clock: ManualClock;
  readonly members: Set<Member>;
  readonly uses: CountedUses[];
}

function stage(...workers: readonly Partial<WorkerMethods>[]): Stage {
  const clock = createManualClock();
  const uses: CountedUses[] = [];
  const members = new Set(
    workers.map((methods, at): Member => {
      const { left: link } = linkPair({ left: {}, right: workerMethods(methods) }, clock);
      const process = { id: at + 1, pid: at + 1, link, exited: new Promise<never>(() => {}), kill: () => {} };
      return { process, state: "ready", startedMs: 0, source: "one", counted: [] };
    }),
  );
  const addUses = (told: CountedUses): void => void uses.push(told);
  const counts = new WorkerPoolCounts({ clock, own: () => [], members: () => [...members], addUses });
  return { counts, clock, members, uses };
}

const calls = async ({ counts }: Stage): Promise<number> =>
  valueOf(parseExposition(await counts.expose()), "calls_total", {});

describe("what all workers have counted", () => {
  test("counts a worker once that goes while another one is asked", async () => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    const on = stage({ metrics: () => counted(3) }, { metrics: () => later(held.then(() => counted(5))) });
    const [first] = on.members;
    assert.ok(first !== undefined);
    const exposed = calls(on);
    await until("the first is heard", () => first.counted.length > 0);
    on.members.delete(first);
    on.counts.keep(first);
    answer();
    assert.equal(await exposed, 8);
    assert.equal(await calls(on), 8);
  });

  test("is what a worker said last where it does not answer", async () => {
    let isSilent = false;
    const on = stage({ metrics: () => (isSilent ? later(new Promise<never>(() => {})) : counted(3)) });
    assert.equal(await calls(on), 3);
    isSilent = true;
    const exposed = calls(on);
    on.clock.advance(3000);
    assert.equal(await exposed, 3);
  });
});

describe("uses that workers tell", () => {
  test("count, too, when they come late", async () => {
    const { promise: held, resolve: answer } = Promise.withResolvers<CountedUses>();
    const on = stage({ uses: () => later(held) });
    const gathered = on.counts.gatherUses();
    on.clock.advance(3000);
    await gathered;
    assert.deepEqual(on.uses, []);
    answer([["k", { count: 2, lastUsedMs: 1 }]]);
    await until("they are added", () => on.uses.length > 0);
    assert.deepEqual(on.uses, [[["k", { count: 2, lastUsedMs: 1 }]]]);
  });
});
