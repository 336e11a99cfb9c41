/**
 * npm run bench:first-token [-- --streams 50 --pace 10 --rounds 5 --json FILE]
 * What the gate adds to the time until a client sees something of a stream, over direct access: many streams at once, deltas
 * at a pace, gate and direct by turns in one run. `first event` is the first event of the answer. `first text` is the first
 * text: its last word is held until the next delta shows where it ends, so a pace of the provider is part of it; what the gate
 * itself adds is told by `delta that shows it`, counted from the same delta on the direct way.
 */
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { freePort, start, type Running } from "./processes.ts";
import { proseOf } from "./texts.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: {
    streams: { type: "string", default: "50" },
    pace: { type: "string", default: "10" },
    rounds: { type: "string", default: "5" },
    json: { type: "string" },
  },
});
const DELTAS = 60;
/** Of each client and round. */
const STREAMS_EACH = 4;
const streams = Number(values.streams);
const paceMs = Number(values.pace);

const BODY = JSON.stringify({ model: "bench", stream: true, messages: [{ role: "user", content: proseOf(900) }] });
const TEXT = /"content":"[^"]/g;

/** Milliseconds from the request to each thing that a client sees. */
interface Seen {
  readonly firstEvent: number;
  /** When the n-th delta with text was there. */
  readonly deltas: readonly number[];
}

function stream(port: number): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let firstEvent = 0;
    const deltas: number[] = [];
    const sent = request(
      {
        port,
        host: "127.0.0.1",
        method: "POST",
        path: "/v1/chat/completions",
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(BODY) },
      },
      (answer) => {
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => {
          const elapsed = performance.now() - started;
          if (firstEvent === 0) firstEvent = elapsed;
          for (const _ of part.matchAll(TEXT)) deltas.push(elapsed);
        });
        answer.on("end", () => resolve({ firstEvent, deltas }));
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(BODY);
  });
}

/** As many clients as streams, each taking one stream after the other, begun at different times: a steady state. */
async function round(port: number): Promise<readonly Seen[]> {
  const all = Array.from({ length: streams }, async (_, at) => {
    await new Promise((resolve) => setTimeout(resolve, (at * paceMs * DELTAS) / streams));
    const seen: Seen[] = [];
    for (let turn = 0; turn < STREAMS_EACH; turn++) seen.push(await stream(port));
    // While some clients have ended the others are not as many.
    return seen.slice(0, -1);
  });
  return (await Promise.all(all)).flat();
}

const running: Running[] = [];
async function launch(
  args: readonly string[],
  port: number,
  rest: { readonly readyPath?: string; readonly env?: Record<string, string> } = {},
): Promise<Running> {
  const process = await start([...args], { port, ...rest });
  running.push(process);
  return process;
}

const quantile = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? Number.NaN;

try {
  const upstreamPort = await freePort();
  await launch([here("./peers/paced-upstream.ts"), String(upstreamPort), String(DELTAS), values.pace], upstreamPort);
  const port = await freePort();
  await launch(
    [
      "--max-semi-space-size=4",
      "--heap-growing-percent=10",
      here("../../dist/main.js"),
      "--config",
      here("./sallyport.bench.yaml"),
      "--port",
      String(port),
    ],
    port,
    { readyPath: "/readyz", env: { BENCH_UPSTREAM: `http://127.0.0.1:${upstreamPort}` } },
  );
  const direct: Seen[] = [];
  const gate: Seen[] = [];
  for (let turn = -1; turn < Number(values.rounds); turn++) {
    const [before, behind] = [await round(upstreamPort), await round(port)];
    if (turn < 0) continue; // Warm-up.
    direct.push(...before);
    gate.push(...behind);
  }
  const figures = (["firstEvent", "firstText", "lag"] as const).flatMap((what) =>
    [0.5, 0.99].map((share) => {
      const of = (list: readonly Seen[], shown: number): number =>
        quantile(
          list.map((seen) => (what === "firstEvent" ? seen.firstEvent : (seen.deltas[shown] ?? Number.NaN))),
          share,
        );
      // Direct access shows the second delta when the gate shows the first.
      const added = of(gate, 0) - of(direct, what === "lag" ? 1 : 0);
      return { what, share, addedMs: added };
    }),
  );
  const names = { firstEvent: "first event", firstText: "first text", lag: "delta that shows it" } as const;
  console.log(
    `\n${streams} streams at a time, a delta every ${paceMs} ms, ${values.rounds} rounds: added over direct access\n`,
  );
  console.log("| what a client waits for | p50 | p99 |\n|---|---|---|");
  for (const what of ["firstEvent", "firstText", "lag"] as const) {
    const [p50, p99] = figures
      .filter((figure) => figure.what === what)
      .map(({ addedMs }) => `${addedMs.toFixed(1)} ms`);
    console.log(`| ${names[what]} | ${p50 ?? ""} | ${p99 ?? ""} |`);
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  await Promise.all(running.map((process) => process.stop()));
}
