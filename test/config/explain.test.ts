import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { problemsOf } from "../support/load.ts";

describe("explainIssue", () => {
  for (const [source, problem] of [
    ["server: 3", "1:9 server: must be a mapping"],
    ["keys: {}", "1:7 keys: must be a list"],
    ["- 1", "1:1 must be a mapping"],
    ["server: { port: 1.5 }", "1:17 server.port: must be a whole number"],
    ["server: { port: -1 }", "1:17 server.port: must be at least 0"],
    ["server: { host: '' }", "1:17 server.host: must not be empty"],
    ["keys: [{ id: a, secret: s, organization: o, active: yes }]", "1:53 keys.0.active: must be true or false"],
    ["keys: [{ id: a, secret: s }]", "1:8 keys.0.organization: is missing"],
    ["store: { content: mask }", "1:19 store.content: must be one of masked, full, none; did you mean masked?"],
    ["limits: { routes: 3 }", "1:19 limits.routes: must be a mapping"],
    ["upstream: []", "1:1 upstream: unknown key; did you mean upstreams?"],
    [
      "keys: [{ id: a, organization: o, secret_sha256: 5 }]",
      "1:49 keys.0.secret_sha256: must be 64 hexadecimal digits, or a list of two such texts or { sha256, expires }",
    ],
    [
      "keys: [{ id: a, organization: o, secret_sha256: abc }]",
      "1:49 keys.0.secret_sha256: must be 64 hexadecimal digits",
    ],
    [
      "keys: [{ id: a, organization: o, secret_sha256: [abc] }]",
      "1:50 keys.0.secret_sha256.0: must be 64 hexadecimal digits",
    ],
    [
      "judges: [{ name: j, kind: onnx, labels: { toxicity_detection: 5 } }]",
      "1:63 judges.0.labels.toxicity_detection: must be a label or a list of labels",
    ],
    ["port: 8080", "1:1 port: unknown key; it belongs under server"],
    ["server: { retention_days: 3 }", "1:11 server.retention_days: unknown key; it belongs under store"],
    [
      "store: { threshold: 1 }",
      "1:10 store.threshold: unknown key; known here: url, content, retention_days, on_error",
    ],
    [
      "mask_style: hash",
      "1:1 mask_style: unknown key; known here: version, server, keys, keys_file, judges, assets, upstreams, egress, limits, alerts, store",
    ],
    ["store: { path: x }", "1:10 store.path: unknown key; known here: url, content, retention_days, on_error"],
  ] as const)
    test(`says of ${source} that it ${problem.replace(/^\S+ /, "")}`, () =>
      assert.deepEqual(problemsOf(source), [problem]));

  for (const metadata of ["5", "{ a: 1 }", "[[a, 5]]", "[true]"])
    test(`says what metadata may be instead of ${metadata}`, () => {
      const source = `assets: [{ id: a, organization: o, policies: [{ policy_name: pii_detection, action: flag, metadata: ${metadata} }] }]`;
      assert.match(problemsOf(source).join("\n"), /^1:\d+ assets\.0\.policies\.0\.metadata\S*: must be /);
    });
});
