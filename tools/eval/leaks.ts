/**
 * npm run eval:leaks [-- --data DIR] [--misses] [--alarms]
 * How much of a leaked system prompt is found, per form of leak, whole and streamed, and how often harmless answers on the same
 * topics are taken for one. Prompts and sentences are our own (tools/eval/sets/system-prompts.jsonl); every second prompt was looked
 * at while the detector was made, the others were not. Then the prompt side: attempts and look-alikes of our own, and with --data
 * those of DIR/injection/dev.jsonl.
 */
import { parseArgs } from "node:util";
import { measureAttempts } from "./attempt-board.ts";
import { leakCost } from "./leak-cost.ts";
import { measureLeaks, type LeakTally } from "./leak-board.ts";
import { commandLine } from "../command-line.ts";

commandLine(import.meta);

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    misses: { type: "boolean", default: false },
    alarms: { type: "boolean", default: false },
  },
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
print(`answers that quote facts of the prompt word for word, flagged: ${share(board.close)}`);
for (const { name, tally } of measureAttempts(values.data ?? null)) print(`${name}, flagged: ${share(tally)}`);
print(`cost of a harmless answer, µs per KB: ${leakCost().toFixed(0)}`);
if (values.misses) for (const miss of board.misses) print(`missed: ${miss}`);
if (values.alarms) for (const alarm of board.alarms) print(`alarm: ${alarm}`);
