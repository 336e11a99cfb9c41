/**
 * npm run eval:leaks [-- --misses] [--alarms]
 * How much of a leaked system prompt is found, per form of leak, whole and streamed, and how often harmless answers on the same
 * topics are taken for one. Prompts and sentences are our own (tools/eval/sets/system-prompts.jsonl); every second prompt was looked
 * at while the detector was made, the others were not.
 */
import { parseArgs } from "node:util";
import { measureLeaks, type LeakTally } from "./leak-board.ts";

const { values } = parseArgs({
  options: { misses: { type: "boolean", default: false }, alarms: { type: "boolean", default: false } },
});

const print = (line = ""): void => void process.stdout.write(`${line}\n`);
const share = ({ found, count }: LeakTally): string =>
  count === 0 ? "–" : `${(found / count).toFixed(3)} of ${count}`;

const board = await measureLeaks();
print("| form | seen, whole | seen, streamed | unseen, whole | unseen, streamed |");
print("| --- | --- | --- | --- | --- |");
for (const { name, seen, unseen } of board.rows)
  print(
    `| ${[name, ...[seen, unseen].flatMap(({ whole, streamed }) => [share(whole), share(streamed)])].join(" | ")} |`,
  );
print();
for (const half of ["seen", "unseen"] as const) {
  const { plain, all, alarms } = board.totals[half];
  print(`${half}: nearly verbatim ${share(plain)}, all forms ${share(all)}, harmless answers flagged ${share(alarms)}`);
}
if (values.misses) for (const miss of board.misses) print(`missed: ${miss}`);
if (values.alarms) for (const alarm of board.alarms) print(`alarm: ${alarm}`);
