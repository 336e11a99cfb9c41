/**
 * npm run eval:doors -- --data DIR [--limit N] [--only pii,secrets,injection,toxicity,unsafe] [--show N]
 * The guardrail API and the proxy over the corpora in DIR, in every format: prompts, results of tools, whole answers and streams.
 * Prints how often they differ, by kind. Exit code 1 when they do where nothing documented explains it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Disagreement } from "../../test/support/door-differences.ts";
import { DOOR_FORMATS, Doors, type DoorAsset } from "../../test/support/doors.ts";
import { evenly, jsonLines } from "../json-lines.ts";
import { UsageError } from "../../src/cli/command.ts";
import { commandLine } from "../command-line.ts";

commandLine(import.meta);

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    limit: { type: "string", default: "2000" },
    only: { type: "string" },
    show: { type: "string", default: "8" },
  },
});

/** Texts of a corpus are met by the asset that does what the corpus is about. */
const CORPORA: readonly { readonly name: string; readonly file: string; readonly assets: readonly DoorAsset[] }[] = [
  { name: "pii", file: "pii/dev.jsonl", assets: ["masks"] },
  { name: "secrets", file: "secrets/dev.jsonl", assets: ["masks", "blocks"] },
  { name: "injection", file: "injection/dev.jsonl", assets: ["blocks"] },
  { name: "toxicity", file: "toxicity/dev.jsonl", assets: ["blocks"] },
  { name: "unsafe", file: "unsafe/dev.jsonl", assets: ["blocks"] },
  { name: "responses", file: "unsafe/responses_dev.jsonl", assets: ["blocks"] },
];

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** As many texts as asked for, spread over the file. @throws {SyntaxError} when a line is not JSON. */
const readTexts = (file: string, count: number): readonly string[] => evenly(jsonLines(file), count).map(textOf);

const textOf = (row: unknown): string =>
  typeof row === "object" && row !== null && "text" in row && typeof row.text === "string" ? row.text : "";

/** Where docs/decisions ("Scores on streams") says that a stream may decide otherwise than the whole text. */
function reasonOf({ place, what, api }: Disagreement): string | null {
  if (place !== "stream" || what !== "verdict") return null;
  // Spans are decided alike, so some score must be what differs.
  const [, names = ""] = api.split(" ");
  const isScored = names.split(",").every((name) => SCORED.has(name) || name === "pii_detection");
  return isScored ? "scores on streams" : null;
}

const SCORED: ReadonlySet<string> = new Set(["toxicity_detection", "unsafe_response_detection"]);

interface Difference extends Disagreement {
  readonly corpus: string;
  readonly text: string;
}

async function compare(
  doors: Doors,
  corpus: string,
  texts: readonly string[],
  asset: DoorAsset,
): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const text of texts)
    for (const disagreement of await doors.compare(text, asset)) found.push({ ...disagreement, corpus, text });
  return found;
}

function show({ corpus, text, format, place, what, api, proxy }: Difference): void {
  const cut = (value: string): string => JSON.stringify(value.slice(0, EXCERPT_CHARS));
  print(`${corpus}, ${format}, ${place}, ${what}`);
  print(`  text  ${cut(text)}\n  API   ${cut(api)}\n  proxy ${cut(proxy)}`);
}

const EXCERPT_CHARS = 400;

/** Lines of the table of differences. */
function kindsOf(differences: readonly Difference[]): readonly string[] {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const { corpus, place, what } = difference;
    const kind = [corpus, place, what, reasonOf(difference) ?? "NOT EXPLAINED"].join(" | ");
    groups.set(kind, [...(groups.get(kind) ?? []), difference]);
  }
  return [...groups].map(([kind, group]) => {
    const formats = [...new Set(group.map(({ format }) => format))];
    return `${kind} | ${new Set(group.map(({ text }) => text)).size} texts | ${formats.join(", ")}`;
  });
}

if (values.data === undefined) throw new UsageError("--data DIR is needed");
const { data } = values;
const only = values.only?.split(",");
const wanted = CORPORA.filter(({ name, file }) => (only?.includes(name) ?? true) && existsSync(join(data, file)));
if (wanted.length === 0) throw new UsageError(`${data} has none of ${CORPORA.map(({ file }) => file).join(", ")}`);
const count = Math.ceil(Number(values.limit) / Math.max(1, wanted.length));
const differences: Difference[] = [];
await using doors = await Doors.open();
for (const { name, file, assets } of wanted) {
  const texts = readTexts(join(data, file), count).filter((text) => text !== "");
  for (const asset of assets) {
    const startedMs = performance.now();
    const found = await compare(doors, name, texts, asset);
    differences.push(...found);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
    const differing = new Set(found.map(({ text }) => text)).size;
    print(`${name}, asset "${asset}": ${texts.length} texts, ${differing} differ (${seconds} s)`);
  }
}
print(`formats: ${DOOR_FORMATS.join(", ")}`);
for (const line of kindsOf(differences)) print(line);
const unexplained = differences.filter((difference) => reasonOf(difference) === null);
for (const difference of unexplained.slice(0, Number(values.show))) show(difference);
process.exitCode = unexplained.length === 0 ? 0 : 1;
