/**
 * npm run eval:everyday [-- --data DIR] [--limit N] [--show SOURCE] [--max N] [--write]
 * How often the gate, as it is shipped, gets in the way of harmless texts: each is sent through the proxy with
 * config/sallyport.yaml, and what arrives at the provider is compared with what was sent. Texts: tools/eval/sets/everyday*.jsonl,
 * and with --data the harmless rows of the corpora in DIR, --limit (300) of each source. --show prints what was altered
 * of the sources whose name contains SOURCE, at most --max (40). --write writes docs/evaluation-everyday.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { createApp } from "../../src/app.ts";
import { systemClock } from "../../src/cli/process.ts";
import type { Config } from "../../src/config/config-model.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { createLogger } from "../../src/telemetry/logger.ts";
import { chatCompletion, replyJson, startUpstream, type FakeUpstream } from "../../test/support/upstream.ts";
import { commandLine } from "../command-line.ts";
import { ASIDE, harmlessTexts, isPersonal, type HarmlessText } from "./everyday-texts.ts";

commandLine(import.meta);

const CONFIG = "config/sallyport.yaml";
const PAGE = "docs/evaluation-everyday.md";
/** What the README promises of all texts together, and of each source, shares. */
const GOALS = { altered: 0.01, blocked: 0.003, source: 0.03 };
/** Groups with fewer texts say little. */
const GROUP_MIN = 20;
const CONNECTIONS = 4;

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    limit: { type: "string", default: "300" },
    show: { type: "string" },
    max: { type: "string", default: "40" },
    write: { type: "boolean", default: false },
  },
});

type Fate = "untouched" | "altered" | "flagged" | "blocked";

interface Result extends HarmlessText {
  readonly fate: Fate;
  /** Those that acted, as the header names them. */
  readonly policies: string;
  /** What arrived at the provider; `null`: nothing. */
  readonly arrived: string | null;
}

/** The shipped configuration, with the provider and the free port of this run, and without records. */
function shippedConfig(provider: string): Config {
  const loaded = loadConfig(readFileSync(CONFIG, "utf8"), { file: CONFIG, env: {} });
  if (!loaded.ok) throw new Error(`${CONFIG} is not valid`);
  const { config } = loaded;
  return {
    ...config,
    server: { ...config.server, port: 0 },
    upstreams: config.upstreams.map((upstream) => ({ ...upstream, target: { kind: "url", url: new URL(provider) } })),
    store: { ...config.store, target: { kind: "none" } },
  };
}

const REQUEST = z.object({ model: z.string(), messages: z.array(z.object({ role: z.string(), content: z.string() })) });

/** A provider that keeps what arrives, by the number that stands for the model. */
function startProvider(arrived: Map<number, string>): Promise<FakeUpstream> {
  return startUpstream((response, { body }) => {
    const { model, messages } = REQUEST.parse(JSON.parse(body.toString()));
    const [role, id] = model.split(" ");
    arrived.set(Number(id), messages.find((message) => message.role === role)?.content ?? "");
    replyJson(response, chatCompletion());
  });
}

function messagesOf({ role, text }: HarmlessText): readonly object[] {
  const asked = { role: "user", content: "Hello, please help me with this." };
  if (role === "user") return [{ role, content: text }];
  if (role === "system") return [{ role, content: text }, asked];
  const call = { id: "call_1", type: "function", function: { name: "look_up", arguments: "{}" } };
  return [
    asked,
    { role: "assistant", content: "", tool_calls: [call] },
    { role, tool_call_id: call.id, content: text },
  ];
}

async function send(gate: string, text: HarmlessText, id: number, arrived: Map<number, string>): Promise<Result> {
  const response = await fetch(`${gate}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: `${text.role} ${id}`, messages: messagesOf(text) }),
  });
  await response.arrayBuffer();
  const came = arrived.get(id) ?? null;
  arrived.delete(id);
  const verdict = response.headers.get("x-guardrail-verdict");
  return {
    ...text,
    fate: fateOf(verdict, came === text.text),
    policies: response.headers.get("x-guardrail-policies") ?? "",
    arrived: came,
  };
}

function fateOf(verdict: string | null, isUntouched: boolean): Fate {
  if (verdict === "blocked") return "blocked";
  if (verdict !== "passed" && verdict !== "flagged") throw new Error(`the gate's verdict is ${verdict ?? "missing"}`);
  if (!isUntouched) return "altered";
  return verdict === "passed" ? "untouched" : "flagged";
}

async function sendAll(texts: readonly HarmlessText[]): Promise<readonly Result[]> {
  const arrived = new Map<number, string>();
  await using provider = await startProvider(arrived);
  const app = createApp({
    config: shippedConfig(provider.url),
    clock: systemClock,
    logger: createLogger({ level: "silent" }),
  });
  const { port } = await app.listen();
  const results: Result[] = [];
  const waiting = texts.entries();
  const work = async (): Promise<void> => {
    for (const [id, text] of waiting) results.push(await send(`http://127.0.0.1:${port}`, text, id, arrived));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  await app.close();
  return results;
}

const lines: string[] = [];
const print = (line = ""): void => {
  lines.push(line);
  process.stdout.write(`${line}\n`);
};
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

interface Figures {
  readonly texts: number;
  /** Shares. */
  readonly touched: number;
  readonly blocked: number;
  /** Texts by the policies that acted, most first. */
  readonly reasons: string;
}

function figuresOf(results: readonly Result[]): Figures {
  const touched = results.filter(({ fate }) => fate !== "untouched");
  const counts = [...Map.groupBy(touched, ({ policies }) => policies)].map(([name, { length }]) => ({ name, length }));
  return {
    texts: results.length,
    touched: touched.length / Math.max(1, results.length),
    blocked: results.filter(({ fate }) => fate === "blocked").length / Math.max(1, results.length),
    reasons: counts
      .sort((a, b) => b.length - a.length)
      .map(({ name, length }) => `${name.replaceAll("_detection", "")} ${length}`)
      .join("; "),
  };
}

function showTable(heading: string, groups: readonly (readonly [string, readonly Result[]])[]): void {
  print(`| ${heading} | texts | altered or not passed | blocked | by |`);
  print("| --- | --- | --- | --- | --- |");
  for (const [name, results] of groups) {
    const { texts, touched, blocked, reasons } = figuresOf(results);
    print(`| ${name} | ${texts} | ${percent(touched)} | ${percent(blocked)} | ${reasons} |`);
  }
  print();
}

function report(results: readonly Result[]): void {
  print("# Harmless texts as shipped");
  print();
  print(
    "See how often the gate, as it is shipped, gets in the way of harmless texts. `npm run eval:everyday -- --data DIR --write`",
  );
  print(
    "makes this page: each text is sent through the proxy with `config/sallyport.yaml`, and what arrives is compared with it.",
  );
  print();
  const isOwn = ({ source }: Result): boolean => source.startsWith("own");
  const own = results.filter(isOwn);
  showTable("sets", [
    ["all but texts full of personal data", results.filter((result) => !isPersonal(result))],
    ["prompts of our own, looked at", own.filter(({ source }) => source !== ASIDE)],
    ["prompts of our own, kept aside", own.filter(({ source }) => source === ASIDE)],
    ["corpora", results.filter((result) => !isOwn(result) && !isPersonal(result))],
    ["texts full of personal data", results.filter(isPersonal)],
  ]);
  print(
    `Goals: at most ${percent(GOALS.altered)} altered or not passed, ${percent(GOALS.blocked)} blocked, ${percent(GOALS.source)} of each source.`,
  );
  print();
  const sources = [...Map.groupBy(results, ({ source }) => source)].sort(([a], [b]) => (a < b ? -1 : 1));
  showTable(
    "source",
    sources.filter(([, list]) => list.length >= GROUP_MIN),
  );
}

function showAltered(results: readonly Result[], source: string): void {
  const asked = results.filter((result) => result.source !== ASIDE && result.source.includes(source));
  for (const { fate, policies, text, arrived, source: from } of asked
    .filter(({ fate }) => fate !== "untouched")
    .slice(0, Number(values.max))) {
    print(
      `${fate} ${from} ${policies}: ${JSON.stringify(fate === "altered" ? changed(text, arrived ?? "") : text.slice(0, 200))}`,
    );
  }
}

/** What arrived, from a little before the first difference on. */
function changed(text: string, arrived: string): string {
  let at = 0;
  while (at < text.length && text[at] === arrived[at]) at += 1;
  const from = Math.max(0, at - 40);
  return `${text.slice(from, at + 60)} → ${arrived.slice(from, at + 60)}`;
}

const results = await sendAll(harmlessTexts(values.data, Number(values.limit)));
report(results);
if (values.write) writeFileSync(PAGE, `${lines.join("\n").trimEnd()}\n`);
if (values.show !== undefined) showAltered(results, values.show);
