/**
 * npm run eval:languages [-- --misses]
 * How well language_violation_detection tells languages, on the sets of our own: one sentence in each of many languages, and texts
 * that mix languages or say little of theirs. --misses prints what went wrong.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LANGUAGE_VIOLATION_DETECTION } from "../../src/analyzers/language/index.ts";
import type { PreparedAnalyzer } from "../../src/analyzers/analyzer.ts";
import type { Finding } from "../../src/core/model.ts";
import { Reading } from "../../src/text/reading.ts";
import { jsonLines } from "../json-lines.ts";
import { commandLine } from "../command-line.ts";

commandLine(import.meta);

const SETS = "tools/eval/sets";
/** Letters from which on a sentence is long enough to be told for sure. */
const LONG = 40;
/** Languages of the set that are hardly told apart: one of a group stands for all. */
const TWINS = [
  ["da", "nb"],
  ["pt", "es"],
  ["zh", "zh-Hant"],
];
/** The names that findings give. */
const NAMED: Readonly<Record<string, string>> = { nb: "no", id: "ms", zh: "zh-Hans" };
/** Allowed where the language of a text is asked for, and of texts in Greek. */
const FAR = ["el", "en"] as const;

export interface Share {
  readonly right: number;
  readonly of: number;
}

export interface LanguageFigures {
  readonly accuracy: Share;
  /** Texts in an allowed language that are reported nevertheless. */
  readonly falseViolations: Share;
  /** Texts in a language that is not allowed, each beside every other language of the set. */
  readonly recall: Share;
  readonly recallLong: Share;
  readonly mixed: Share;
  readonly byLanguage: ReadonlyMap<string, { readonly falseViolations: Share; readonly recallLong: Share }>;
  readonly misses: readonly string[];
}

interface Sentence {
  readonly lang: string;
  readonly text: string;
}

interface Mixed {
  readonly allowed: readonly string[];
  readonly found: string | null;
  readonly text: string;
}

const clock = { now: () => 0, epochMs: () => 0, after: () => () => undefined };
const context = { side: "output", origin: "assistant", from: 0, clock, signal: new AbortController().signal } as const;
const prepared = new Map<string, PreparedAnalyzer>();

function policyOf(allowed: readonly string[]): PreparedAnalyzer {
  const name = allowed.join(",");
  const known = prepared.get(name);
  if (known !== undefined) return known;
  const preparation = LANGUAGE_VIOLATION_DETECTION.prepare(allowed);
  if (preparation.kind !== "ready") throw new Error(`${name}: ${preparation.kind}`);
  prepared.set(name, preparation.analyzer);
  return preparation.analyzer;
}

/** What counts at the shipped threshold. */
function findings(allowed: readonly string[], text: string): readonly Finding[] {
  const found = policyOf(allowed).analyze(new Reading(text), context);
  if (found instanceof Promise) throw new TypeError("the policy is synchronous");
  return found.filter(({ score }) => score >= LANGUAGE_VIOLATION_DETECTION.threshold);
}

function rowsOf<Row>(name: string, isRow: (value: unknown) => value is Row): readonly Row[] {
  return jsonLines(join(SETS, `${name}.jsonl`)).map((row, index) => {
    if (!isRow(row)) throw new TypeError(`${name}:${index + 1}: not a row of that set`);
    return row;
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isSentence = (value: unknown): value is Sentence =>
  isObject(value) && typeof value["lang"] === "string" && typeof value["text"] === "string";
const isMixed = (value: unknown): value is Mixed =>
  isObject(value) && Array.isArray(value["allowed"]) && typeof value["text"] === "string" && "found" in value;

class Counter {
  right = 0;
  of = 0;

  note(isRight: boolean): void {
    this.right += isRight ? 1 : 0;
    this.of += 1;
  }
}

const areTwins = (one: string, other: string): boolean =>
  TWINS.some((twins) => twins.includes(one) && twins.includes(other));
const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

export function languageFigures(): LanguageFigures {
  const sentences = rowsOf("languages", isSentence);
  const languages = [...new Set(sentences.map(({ lang }) => lang))];
  const misses: string[] = [];
  const [accuracy, falseViolations, recall, recallLong] = [new Counter(), new Counter(), new Counter(), new Counter()];
  const byLanguage = new Map(
    languages.map((lang) => [lang, { falseViolations: new Counter(), recallLong: new Counter() }]),
  );
  for (const { lang, text } of sentences) {
    const own = byLanguage.get(lang);
    const [told] = findings([lang === FAR[0] ? FAR[1] : FAR[0]], text);
    accuracy.note(told?.label === (NAMED[lang] ?? lang));
    const alarm = findings([lang], text)[0];
    falseViolations.note(alarm !== undefined);
    own?.falseViolations.note(alarm !== undefined);
    if (alarm !== undefined) misses.push(`${lang} allowed, told ${alarm.label} ${alarm.score}: ${text}`);
    for (const other of languages) {
      if (other === lang || areTwins(lang, other)) continue;
      const isFound = findings([other], text).length > 0;
      recall.note(isFound);
      if (lettersIn(text) < LONG && /\p{Script=Latin}|\p{Script=Cyrillic}/u.test(text)) continue;
      recallLong.note(isFound);
      own?.recallLong.note(isFound);
      if (!isFound) misses.push(`${other} allowed, ${lang} not found: ${text}`);
    }
  }
  const mixed = new Counter();
  for (const { allowed, found, text } of rowsOf("languages-mixed", isMixed)) {
    const labels = [...new Set(findings(allowed, text).map(({ label }) => label))];
    const isRight = found === null ? labels.length === 0 : labels.length === 1 && labels[0] === found;
    mixed.note(isRight);
    if (!isRight) misses.push(`${allowed.join(",")} allowed, wanted ${found}, told ${labels.join(",")}: ${text}`);
  }
  return { accuracy, falseViolations, recall, recallLong, mixed, byLanguage, misses };
}

const percent = ({ right, of }: Share): string => `${((100 * right) / of).toFixed(1)} % of ${of}`;

if (import.meta.main) {
  const { values } = parseArgs({ options: { misses: { type: "boolean", default: false } } });
  const print = (line: string): boolean => process.stdout.write(`${line}\n`);
  const figures = languageFigures();
  print(`languages told: ${percent(figures.accuracy)} sentences`);
  print(`false violations in allowed languages: ${percent(figures.falseViolations)} sentences`);
  print(`recall in languages that are not allowed: ${percent(figures.recall)} pairs of sentence and allowed language`);
  print(`recall from ${LONG} letters on: ${percent(figures.recallLong)} pairs`);
  print(`mixed and undetermined texts that are judged right: ${percent(figures.mixed)} texts`);
  for (const [lang, { falseViolations, recallLong }] of figures.byLanguage)
    print(`${lang.padEnd(8)} false violations ${percent(falseViolations)}, recall ${percent(recallLong)}`);
  if (values.misses) for (const miss of figures.misses) print(miss);
}
