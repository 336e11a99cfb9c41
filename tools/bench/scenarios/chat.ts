import type { Bench } from "../bench.ts";
import { compare, type Contender } from "../compare.ts";
import { CHAT, STREAM } from "../goals.ts";
import type { Running } from "../processes.ts";
import { portkeyHeaders } from "../rivals/portkey.ts";
import { chatTarget, type ChatOptions } from "../targets.ts";
import type { Scenario } from "./scenario.ts";

/** Longer than the others have: a stream is a hundred events. */
const STREAM_SLICE = 0.8;
/** Characters of a long prompt. */
const LONG_PROMPT = 32_000;
/** No goal hangs on them. */
const LONG_ROUNDS_MAX = 5;

/** The gate and everything that it is compared with, in front of the same provider. */
async function proxies(bench: Bench, options: ChatOptions): Promise<Map<string, Contender>> {
  const contender = (process: Running, headers: Readonly<Record<string, string>> = {}): Contender => ({
    target: chatTarget(process.port, { ...options, headers }),
    process,
  });
  const contenders = new Map<string, Contender>([
    ["sallyport", contender(await bench.service())],
    ["bare http-proxy-3", contender(await bench.httpProxy("default"))],
    ["http-proxy-3 with keep-alive agent", contender(await bench.httpProxy("keep-alive"))],
    ["bare undici", contender(await bench.undici())],
  ]);
  const nginx = await bench.nginx();
  if (nginx !== null) contenders.set("nginx", contender(nginx));
  const portkey = await bench.portkey();
  if (portkey === null) return contenders;
  const { port } = await bench.upstream();
  contenders.set("Portkey, no guards", contender(portkey, portkeyHeaders(port, { isGuarded: false })));
  contenders.set("Portkey, built-in guards", contender(portkey, portkeyHeaders(port, { isGuarded: true })));
  return contenders;
}

export const chat: Scenario = {
  name: "chat",
  isDefault: true,
  run: async (bench) => compare(bench, { scenario: CHAT, contenders: await proxies(bench, {}) }),
};

export const stream: Scenario = {
  name: "stream",
  isDefault: true,
  run: async (bench) =>
    compare(bench, {
      scenario: STREAM,
      contenders: await proxies(bench, { stream: true }),
      unit: "streams/s",
      slice: STREAM_SLICE,
    }),
};

export const prompts: Scenario = {
  name: "prompts",
  isDefault: true,
  run: async (bench) =>
    compare(bench, {
      scenario: "chat 32 KB / 1 KB",
      contenders: await proxies(bench, { promptChars: LONG_PROMPT }),
      roundsMax: LONG_ROUNDS_MAX,
    }),
};
