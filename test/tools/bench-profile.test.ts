import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { digest, mergeDigests, placeOf, type CpuProfile } from "../../tools/bench/profile-digest.ts";
import { renderProfile } from "../../tools/bench/profile-page.ts";

const frame = (functionName: string, url = "", lineNumber = 0): CpuProfile["nodes"][number]["callFrame"] => ({
  functionName,
  url,
  lineNumber,
});

/** (root) → idle; (root) → read → read → scan: the function in the middle calls itself. Samples every 100 µs. */
const PROFILE: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame("(root)"), children: [2, 3] },
    { id: 2, callFrame: frame("(idle)") },
    { id: 3, callFrame: frame("read", "file:///app/dist/proxy/answer.js", 4), children: [4] },
    { id: 4, callFrame: frame("read", "file:///app/dist/proxy/answer.js", 4), children: [5] },
    { id: 5, callFrame: frame("scan", "file:///app/dist/0123456789abcdef/text/automaton.js", 9) },
  ],
  startTime: 1000,
  samples: [3, 4, 5, 2, 5, 2],
  timeDeltas: [0, 100, 100, 100, 100, 100],
};
const ALL = { fromUs: 0, untilUs: Infinity };

describe("digest", () => {
  test("gives each function its own time, and one that calls itself its whole time once", () => {
    const { busyUs, functions } = digest(PROFILE, ALL);
    assert.equal(busyUs, 400);
    assert.deepEqual(
      functions.map(({ name, place, group, selfUs, inclusiveUs }) => [name, place, group, selfUs, inclusiveUs]),
      [
        ["scan", "text/automaton.js:10", "sallyport text", 200, 200],
        ["read", "proxy/answer.js:5", "sallyport proxy", 200, 400],
      ],
    );
  });

  test("counts only samples within the window", () => {
    const { busyUs } = digest(PROFILE, { fromUs: 1100, untilUs: 1400 });
    assert.equal(busyUs, 200);
  });

  test("adds up processes and threads", () => {
    const once = digest(PROFILE, ALL);
    const twice = mergeDigests([once, once]);
    assert.equal(twice.busyUs, 800);
    assert.deepEqual(
      twice.functions.map(({ selfUs }) => selfUs),
      [400, 400],
    );
  });
});

test("placeOf tells layers, packages, Node and native code apart", () => {
  const groups = [
    frame("f", "file:///app/dist/main.js"),
    frame("f", "file:///app/node_modules/undici/lib/dispatcher/client.js"),
    frame("f", "file:///app/node_modules/@scope/name/index.js"),
    frame("f", "node:internal/streams/readable"),
    frame("f", "wasm://wasm/0034a1ce"),
    frame("writev"),
    frame("(garbage collector)"),
    frame("(program)"),
  ].map((one) => placeOf(one).group);
  assert.deepEqual(groups, [
    "sallyport wiring",
    "package undici",
    "package @scope/name",
    "Node's JavaScript",
    "WebAssembly",
    "native: called by JavaScript",
    "garbage collection",
    "native: outside of JavaScript",
  ]);
});

test("renderProfile tells times per request, most first", () => {
  const page = renderProfile("chat", digest(PROFILE, ALL), { requests: 2, top: 1 });
  assert.match(page, /2 requests, 200\.0 µs of the event loop's time each/);
  assert.match(page, /\| 100\.0 +\| 50\.0 % \| 200\.0 +\| 100\.0 % +\| read /);
});
