import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { valuesOfJson } from "../../support/calls/judged.ts";
import { runs } from "../../support/runs.ts";

interface Told {
  readonly path: readonly string[];
  readonly value: string;
  readonly isKey: boolean;
}

/** What a reader of the value sees, by another way: keys, strings, numbers and booleans in the order of their text. */
function told(value: unknown, path: readonly string[] = []): readonly Told[] {
  if (typeof value === "string") return value === "" ? [] : [{ path, value, isKey: false }];
  if (typeof value === "number" || typeof value === "boolean")
    return [{ path, value: JSON.stringify(value), isKey: false }];
  if (Array.isArray(value)) return value.flatMap((item) => told(item, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const within = [...path, key];
    return [...(key === "" ? [] : [{ path: within, value: key, isKey: true }]), ...told(item, within)];
  });
}

describe("jsonArguments", () => {
  test("tells every value with its path, and where it stands in the text that is judged", () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), fc.nat(3), (value, indent) => {
        const raw = JSON.stringify(value, null, indent);
        const { text, values } = valuesOfJson(raw);
        const expected = told(JSON.parse(raw));
        assert.deepEqual(
          values.map(({ path, value: own, isKey }) => ({ path, value: own, isKey })),
          expected,
        );
        for (const { value: own, span } of values) assert.equal(text.slice(span.start, span.end), own);
      }),
      { numRuns: runs(300) },
    );
  });

  test("undoes escapes", () => {
    const { values } = valuesOfJson('{"t\\u006f": ["a\\u0040b.test", "x\\"y", -1.5e3, true, null]}');
    assert.deepEqual(
      values.map(({ path, value }) => [path.join("."), value]),
      [
        ["to", "to"],
        ["to", "a@b.test"],
        ["to", 'x"y'],
        ["to", "-1.5e3"],
        ["to", "true"],
      ],
    );
  });
});
