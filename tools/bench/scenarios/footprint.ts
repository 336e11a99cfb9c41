import type { Bench } from "../bench.ts";
import { FOOTPRINT } from "../goals.ts";
import { load, type LoadOptions } from "../load.ts";
import { watchStreams } from "../paced.ts";
import type { Running } from "../processes.ts";
import { median } from "../statistics.ts";
import { analyzeTarget, chatBodies, chatTarget } from "../targets.ts";
import type { Scenario } from "./scenario.ts";

const SPAWNS = 5;
const MIXED = 20_000;
/** Of the mixed requests, in parts of twenty: streams are dearer and rarer. */
const PARTS = { chat: 9, analyze: 9, stream: 2 };
const LOAD_SECONDS = 40;
const SAMPLE_MS = 500;
/** Samples of a window of memory: ten seconds. */
const WINDOW = 20;

const OPEN_STREAMS = 200;
const SLOW = { deltas: 20, paceMs: 250 };
/** When all of them are open and have shown some text. */
const OPEN_AFTER_MS = 3000;
/** Streams that were open before: the code that serves them is compiled. */
const WARM_UP_STREAMS = 20;

async function run(bench: Bench): Promise<void> {
  await spawns(bench);
  const service = await bench.freshService();
  bench.note(FOOTPRINT, "RSS idle", service.rssMb(), "MB");
  await mixed(bench, service, { requests: MIXED });
  bench.note(FOOTPRINT, "RSS after 20,000 mixed requests", service.rssMb(), "MB");
  await growth(bench);
  await streams(bench);
}

async function spawns(bench: Bench): Promise<void> {
  const readyMs: number[] = [];
  for (let spawn = 0; spawn < SPAWNS; spawn++) {
    const service = await bench.freshService();
    readyMs.push(service.readyMs);
    await service.stop();
  }
  bench.note(FOOTPRINT, "spawn to ready", median(readyMs), "ms");
}

/** Chats, streams and analyses side by side. */
async function mixed(bench: Bench, { port }: Running, options: Omit<LoadOptions, "connections">): Promise<void> {
  const targets = {
    chat: chatTarget(port),
    analyze: analyzeTarget(port, 1000),
    stream: chatTarget(port, { stream: true }),
  };
  const all = PARTS.chat + PARTS.analyze + PARTS.stream;
  const share = (kind: keyof typeof PARTS): LoadOptions => ({
    ...options,
    ...(options.requests === undefined ? {} : { requests: (options.requests * PARTS[kind]) / all }),
    connections: Math.max(1, Math.round((bench.options.connections * PARTS[kind]) / all)),
  });
  await Promise.all([
    load(targets.chat, share("chat")),
    load(targets.analyze, share("analyze")),
    load(targets.stream, share("stream")),
  ]);
}

/** How much more memory is held at the end of a load than in its middle. */
async function growth(bench: Bench): Promise<void> {
  const service = await bench.freshService();
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(service.rssMb()), SAMPLE_MS);
  await mixed(bench, service, { seconds: LOAD_SECONDS }).finally(() => clearInterval(timer));
  const half = samples.slice(samples.length >> 1);
  const [first, last] = [median(half.slice(0, WINDOW)), median(half.slice(-WINDOW))];
  bench.note(FOOTPRINT, `growth of RSS in the last half of a load of ${LOAD_SECONDS} s`, (last / first - 1) * 100, "%");
  bench.note(FOOTPRINT, `RSS at the end of a load of ${LOAD_SECONDS} s`, last, "MB");
}

async function streams(bench: Bench): Promise<void> {
  const provider = await bench.launch("./peers/paced-upstream.ts", SLOW.deltas, SLOW.paceMs);
  const service = await bench.freshService({}, provider);
  const bodies = chatBodies({ stream: true });
  let turn = 0;
  const next = (): string => bodies[turn++ % bodies.length] ?? "";
  const openStreams = (streams: number): Promise<unknown> =>
    watchStreams(service.port, { streams, turns: 1, lastsMs: 500, next });
  await openStreams(WARM_UP_STREAMS);
  const beforeMb = service.rssMb();
  const open = openStreams(OPEN_STREAMS);
  await new Promise((resolve) => setTimeout(resolve, OPEN_AFTER_MS));
  const openMb = service.rssMb();
  await open;
  bench.note(FOOTPRINT, `RSS each of ${OPEN_STREAMS} open streams`, ((openMb - beforeMb) * 1024) / OPEN_STREAMS, "KB");
}

export const footprint: Scenario = { name: "footprint", isDefault: true, run };
