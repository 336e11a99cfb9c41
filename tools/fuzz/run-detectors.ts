/** npm run fuzz:detectors [-- --seed N --rounds N --policy NAME]… | --replay NAME */
import { parseArgs } from "node:util";
import { fuzzDetectors, replay } from "./detectors.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "1500" },
    policy: { type: "string", multiple: true },
    replay: { type: "string" },
  },
});
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
if (values.replay !== undefined) {
  const { problems, figures } = replay(values.replay);
  print(figures);
  for (const { reason, figure } of problems) print(`${reason}: ${figure.toFixed(2)}`);
} else {
  const problems = await fuzzDetectors({
    seed: Number(values.seed),
    rounds: Number(values.rounds),
    ...(values.policy === undefined ? {} : { policies: values.policy }),
    report: print,
  });
  for (const { name, reason, figure } of problems) print(`${reason} ${figure.toFixed(2)}: ${name}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
