import { readFileSync } from "node:fs";
import { WorkerPoolMetrics } from "../src/cluster/pool-metrics.ts";
import { appMetrics, processMetrics, threadGauges } from "../src/telemetry/gauges.ts";
import type { Metric } from "../src/telemetry/families.ts";
import { Metrics } from "../src/telemetry/metrics.ts";
import { writeGenerated } from "./docs/generated-files.ts";
import { withGenerated } from "./docs/generated-part.ts";
import { markdownTable } from "../src/cli/markdown-table.ts";

const COMMAND = "npm run docs:metrics";
const PAGE = new URL("../docs/operations.md", import.meta.url);

/** Every metric of a running service, as it lists them. */
export function allMetrics(): readonly Metric[] {
  const metrics = new Metrics();
  metrics.include(processMetrics());
  metrics.include(
    appMetrics({
      requests: () => 0,
      exchanges: () => 0,
      bounded: { requests: 0, streams: 0 },
      isDraining: () => false,
      isConfigCurrent: () => true,
      configDigest: () => "",
      expiringKeys: () => 0,
    }),
  );
  metrics.include(threadGauges({ waiting: 0, threads: 0, busy: 0 }));
  metrics.include(new WorkerPoolMetrics(() => []).metrics);
  return metrics.list;
}

/** docs/operations.md with its table of metrics as the code has them. */
export function operationsPage(): string {
  const rows = allMetrics().map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(", "),
    help,
  ]);
  const table = markdownTable(["metric", "type", "labels", "what it counts"], rows);
  return withGenerated(readFileSync(PAGE, "utf8"), COMMAND, table);
}

if (import.meta.main) writeGenerated([["docs/operations.md", operationsPage()]], COMMAND);
