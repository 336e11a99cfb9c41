/**
 * npm run train:ordinary -- --data DIR
 * Writes src/analyzers/competitors/ordinary.json: words that the training texts write small where no sentence begins.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { WordSet } from "../../../src/analyzers/competitors/ordinary.ts";
import { UsageError } from "../../../src/cli/command.ts";
import { commandLine } from "../../command-line.ts";

commandLine(import.meta);

const TARGET = "src/analyzers/competitors/ordinary.json";
const FILES = ["injection/train.jsonl", "toxicity/train.jsonl", "unsafe/train.jsonl", "unsafe/responses_train.jsonl"];
const BYTES = 1 << 17;
/** Texts that must hold a word in small letters, and the share of its places where it is written so. */
const TEXTS_MIN = 3;
const SHARE_MIN = 0.45;
/** Names that people who chat write small, and words that the texts have mostly as names. */
const BRANDS = new Set(
  "adidas adobe airbnb anthropic bing bmw chatgpt ebay facebook gmail google instagram intel linkedin microsoft netflix nokia nvidia openai paypal pinterest reddit samsung siemens sony spotify telegram tiktok toyota twitter uber whatsapp wikipedia yahoo youtube zalando".split(
    " ",
  ),
);
const WORDS =
  "alphabet amazon amazons apples asset blackberry box caterpillar chimes cohere coheres corner delta discord ford fords fox friday gemini giant gusto halo hermes jaguar jaguars june kin lark lemonade lime limes lyric mars mercury monday mondays mustang notions oracle oracles owl pandora pilot puma pumas ring rings sage sapphire saturn shells slack slacks snowflake snowflakes sonnet sprout squarely squares striper stripes sun suns tides united virgin vector zebra".split(
    " ",
  );
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}]{3,24}/gu;
/** Behind one of these a capital says nothing. */
const SENTENCE_START = /(?:^|[.!?:;\n\r"'“”‘’(*#>\-–—•\d])\s*$/u;

interface Count {
  texts: number;
  small: number;
  capital: number;
  last: number;
}

const counts = new Map<string, Count>();

function read(text: string, index: number): void {
  // Texts that know no capitals, or nothing else, say nothing of how a word is written.
  if (!/\p{Lu}/u.test(text) || !/\p{Ll}{3}/u.test(text)) return;
  for (const match of text.matchAll(WORD)) {
    const word = match[0];
    const lower = word.toLowerCase();
    const isSmall = word === lower;
    if (
      !isSmall &&
      (word === word.toUpperCase() || SENTENCE_START.test(text.slice(Math.max(0, match.index - 4), match.index)))
    )
      continue;
    const neighbour = text.charAt(match.index - 1) + text.charAt(match.index + word.length);
    if (/[_/@#.\d]\S|\S[_/@\d]/.test(`${neighbour} `) && /[_/@#\d]/.test(neighbour)) continue;
    const count = counts.get(lower) ?? { texts: 0, small: 0, capital: 0, last: -1 };
    counts.set(lower, count);
    if (!isSmall) count.capital += 1;
    else {
      count.small += 1;
      if (count.last !== index) count.texts += 1;
      count.last = index;
    }
  }
}

function textOf(row: unknown): string {
  return typeof row === "object" && row !== null && "text" in row && typeof row.text === "string" ? row.text : "";
}

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (values.data === undefined) throw new UsageError("--data DIR is needed");
let index = 0;
for (const file of FILES)
  for (const line of readFileSync(join(values.data, file), "utf8").split("\n"))
    if (line !== "") read(textOf(JSON.parse(line)), index++);
const words = new WordSet(new Uint8Array(BYTES));
let kept = 0;
for (const [word, { texts, small, capital }] of counts) {
  if (BRANDS.has(word) || texts < TEXTS_MIN || small < SHARE_MIN * (small + capital)) continue;
  words.add(word);
  kept += 1;
}
for (const word of WORDS) words.add(word);
writeFileSync(TARGET, `{\n  "bits": "${Buffer.from(words.bits).toString("base64")}"\n}\n`);
process.stdout.write(`${kept} words of ${counts.size}\n`);
