/**
 * npm run eval:hidden
 * Text that is hidden in invisible characters, by `prompt_injection_detection` as shipped: each form in which a harmless text can be
 * hidden, by the length of what is hidden, harmless texts in scripts that are written with such characters, and what looking costs.
 */
import { findAnalyzer } from "../../src/analyzers/registry.ts";
import { hiddenIn } from "../../src/text/decode/hidden.ts";
import { Reading } from "../../src/text/reading.ts";
import { TEXTS } from "../bench/detector-texts.ts";
import { CARRIERS, HIDDEN_FORMS, readHarmless, SECRETS } from "./hidden-forms.ts";
import { commandLine } from "../command-line.ts";

commandLine(import.meta);

const clock = { now: () => 0, epochMs: () => 0, after: () => () => undefined };
const context = { side: "input", origin: "user", from: 0, clock, signal: new AbortController().signal } as const;
const analyzer = findAnalyzer("prompt_injection_detection");
const prepared = analyzer?.prepare(null);
if (analyzer === undefined || prepared?.kind !== "ready") throw new Error("the policy cannot run");

/** What is found at the shipped threshold: the category, or `null`. */
async function found(raw: string): Promise<string | null> {
  if (analyzer === undefined || prepared?.kind !== "ready") return null;
  const [whole] = await prepared.analyzer.analyze(new Reading(raw), context);
  return whole !== undefined && whole.score >= analyzer.threshold ? whole.kind : null;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

print("| hidden text, characters | texts in all forms | found |");
print("| --- | --- | --- |");
for (const secret of [...SECRETS].sort((a, b) => a.length - b.length)) {
  const texts = HIDDEN_FORMS.flatMap(({ write }) => CARRIERS.map((carrier) => write(carrier, secret)));
  const hits = (await Promise.all(texts.map(found))).filter((kind) => kind !== null).length;
  print(`| ${secret.length} | ${texts.length} | ${hits} |`);
}
const harmless = readHarmless();
const kinds = await Promise.all(harmless.map(({ text }) => found(text)));
const hits = (kind: string): number => kinds.filter((found) => found === kind).length;
print("");
print(`harmless texts: ${harmless.length}; flagged as hidden text: ${hits("hidden_text")};`);
print(`flagged for what they say: ${kinds.filter((kind) => kind !== null).length - hits("hidden_text")}`);

/** Least time of many looks, µs per 1024 UTF-16 units. */
function costOf(text: string): string {
  const raw = text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now();
    hiddenIn(new Reading(raw));
    least = Math.min(least, performance.now() - startedMs);
  }
  return ((least * 1000) / (LENGTH / 1024)).toFixed(1);
}

const LENGTH = 16 * 1024;
const ROUNDS = 300;
const persian = harmless.find(({ kind }) => kind === "persian")?.text ?? "";
const payload = HIDDEN_FORMS.find(({ name }) => name === "bits: space and non-joiner")?.write(
  "a",
  "some words ".repeat(99),
);
print("");
print(`cost, µs per KB: prose ${costOf(TEXTS.get("prose") ?? "")}, Persian ${costOf(persian)},`);
print(`nothing but a payload ${costOf(payload ?? "")}`);
