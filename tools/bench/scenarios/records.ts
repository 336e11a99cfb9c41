import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresSkip, startPostgres } from "../../../test/support/postgres.ts";
import type { Bench } from "../bench.ts";
import { compare, type Contender } from "../compare.ts";
import type { Running } from "../processes.ts";
import { analyzeTarget } from "../targets.ts";
import type { Scenario } from "./scenario.ts";

const saved = (process: Running): Contender => ({ target: analyzeTarget(process.port, 1000, { save: true }), process });

async function run(bench: Bench): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  bench.atEnd(async () => rmSync(folder, { recursive: true }));
  const recording = await bench.freshService({ BENCH_STORE: `sqlite:${join(folder, "records.db")}` });
  const contenders = new Map([
    ["save: true", saved(recording)],
    ["store: none", saved(await bench.service())],
  ]);
  if (postgresSkip === false) {
    // As durable as a server is by default: a commit waits for the disk.
    const postgres = await startPostgres(["fsync=on", "full_page_writes=on"]);
    bench.atEnd(() => postgres[Symbol.asyncDispose]());
    const { user, port, database } = await postgres.database();
    const shared = await bench.freshService({ BENCH_STORE: `postgres://${user}@127.0.0.1:${port}/${database}` });
    contenders.set("save: true, PostgreSQL", saved(shared));
  }
  await compare(bench, { scenario: "analyze 1000 B, recorded", contenders });
}

export const records: Scenario = { name: "records", isDefault: false, run };
