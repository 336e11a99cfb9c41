import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { presentEvaluation, buildTraceTree } from "../../src/api/present.ts";
import type { Evaluation, Mask, Violation } from "../../src/core/model.ts";
import { makePolicy } from "../support/config.ts";
import fc from "fast-check";
import { makeRecord } from "../support/records.ts";
import type { ScanRecord } from "../../src/store/record-store.ts";

describe("presentEvaluation", () => {
  const violation = (name: string, masks: readonly Mask[]): Violation => ({
    policy: makePolicy("a", name),
    action: "block",
    scope: "both",
    threshold: 0.5,
    findings: [],
    details: { score: 1 },
    masks,
  });
  const evaluation = (violations: readonly Violation[]): Evaluation => ({
    verdict: "blocked",
    violations,
    applied: [],
    failedClosed: [],
    isRepeatable: true,
    degraded: [],
  });
  const mask = (start: number, end: number, type: string): Mask => ({
    start,
    end,
    type,
    score: 1,
    style: "placeholder",
  });
  const present = (result: Evaluation, text: string) =>
    presentEvaluation("id", { evaluation: result, shadows: [], text, maskHash: () => "0a1b2c3d" });

  test("masks overlapping findings of several policies as one, and each policy's alone", () => {
    const violations = [
      violation("secrets_keys_detection", [mask(0, 6, "KEY")]),
      violation("pii_detection", [mask(4, 8, "MAIL")]),
    ];
    const presented = present(evaluation(violations), "abcdefgh rest");
    assert.equal(presented["masked_result"], "<KEY_1> rest");
    const each = (presented["policies_violated"] as { masked_result: string }[]).map((item) => item.masked_result);
    assert.deepEqual(each, ["<KEY_2>gh rest", "abcd<MAIL_1> rest"]);
  });

  test("has null for a policy that masks nothing, and no key when none does", () => {
    const presented = present(evaluation([violation("toxicity_detection", [])]), "text");
    assert.equal((presented["policies_violated"] as { masked_result: null }[])[0]?.masked_result, null);
    assert.equal("masked_result" in presented, false);
  });

  test("tells why a policy was skipped, and whole microseconds", () => {
    const policy = makePolicy("a", "toxicity_detection");
    const applied = [
      { policy, scope: "both", status: "skipped", reason: "disabled", durationUs: 0 },
      { policy, scope: "both", status: "passed", durationUs: 1.6 },
    ] as const;
    const presented = present({ ...evaluation([]), applied }, "text")["policies_applied"] as Record<string, unknown>[];
    assert.deepEqual(
      presented.map(({ status, reason, duration_us }) => [status, reason, duration_us]),
      [
        ["skipped", "disabled", 0],
        ["passed", undefined, 2],
      ],
    );
  });
});

type Shape = readonly [string, readonly Shape[]];

function record(spanId: string, parentSpanId: string | null, index: number): ScanRecord {
  const event = {
    traceId: "t",
    spanId,
    parentSpanId,
    nodeName: "n",
    nodeType: "AGENT",
    nodeSubtype: null,
    nodeMetadata: null,
  };
  return makeRecord(`r${index}`, { event });
}

const shapesOf = (spans: readonly (readonly [string, string | null])[]): readonly Shape[] => {
  const shape = (node: unknown): Shape => {
    const { span_id, children } = node as { span_id: string; children: unknown[] };
    return [span_id, children.map(shape)];
  };
  return buildTraceTree(spans.map(([span, parent], index) => record(span, parent, index))).map(shape);
};

describe("buildTraceTree", () => {
  test("hangs children on parents that come later", () => {
    assert.deepEqual(
      shapesOf([
        ["b", "a"],
        ["a", null],
        ["c", "a"],
      ]),
      [
        [
          "a",
          [
            ["b", []],
            ["c", []],
          ],
        ],
      ],
    );
  });
  test("makes roots of orphans", () => assert.deepEqual(shapesOf([["b", "gone"]]), [["b", []]]));
  test("opens circles at their last link", () => {
    assert.deepEqual(
      shapesOf([
        ["a", "b"],
        ["b", "a"],
      ]),
      [["b", [["a", []]]]],
    );
    assert.deepEqual(shapesOf([["a", "a"]]), [["a", []]]);
  });
  test("hangs children of a span that stands twice on the first", () => {
    assert.deepEqual(
      shapesOf([
        ["a", null],
        ["a", null],
        ["b", "a"],
      ]),
      [
        ["a", [["b", []]]],
        ["a", []],
      ],
    );
  });
  test("hangs scans and exchanges below their callers' spans, or makes roots of them", () => {
    const caller = (requestId: string, spanId: string, endpoint = "POST /x"): ScanRecord =>
      makeRecord(requestId, { caller: { traceId: "t", spanId }, endpoint });
    const records = [caller("scan", "b"), record("a", null, 0), record("b", "a", 1)];
    const tree = buildTraceTree([
      ...records,
      caller("exchange", "b", "proxy main openai-chat"),
      caller("root", "gone"),
    ]);
    const shape = (node: unknown): unknown => {
      const { kind, span_id, parent_span_id, children } = node as Record<string, unknown> & { children: unknown[] };
      return [kind, span_id, parent_span_id, children.map(shape)];
    };
    assert.deepEqual(tree.map(shape), [
      [
        "event",
        "a",
        null,
        [
          [
            "event",
            "b",
            "a",
            [
              ["scan", null, "b", []],
              ["exchange", null, "b", []],
            ],
          ],
        ],
      ],
      ["scan", null, "gone", []],
    ]);
  });
  test("shows every event exactly once, whatever the parents are", () => {
    const span = fc.constantFrom("a", "b", "c", "d", "e");
    fc.assert(
      fc.property(fc.array(fc.tuple(span, fc.option(span)), { maxLength: 12 }), (spans) => {
        const count = (shapes: readonly Shape[]): number =>
          shapes.reduce((sum, [, children]) => sum + 1 + count(children), 0);
        assert.equal(count(shapesOf(spans)), spans.length);
      }),
    );
  });
});
