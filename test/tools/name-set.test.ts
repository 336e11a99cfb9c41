import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isHarmless, nameFinder, readMarks, readNameSet, tallyOf } from "../../tools/eval/name-set.ts";

const LANGUAGES_MIN = 20;
const ROWS_MIN = 30;

describe("the set of names", () => {
  const rows = readNameSet("names");

  test("marks persons and places by their place in the text", () => {
    assert.deepEqual(readMarks("Ask {{Ada Lumen}} in [[Porto]]."), {
      text: "Ask Ada Lumen in Porto.",
      entities: [
        { type: "PERSON", start: 4, end: 13 },
        { type: "LOCATION", start: 17, end: 22 },
      ],
    });
  });

  test("has names and harmless rows in many languages, in both halves", () => {
    const large = [...Map.groupBy(rows, ({ lang }) => lang).values()].filter((list) => list.length >= ROWS_MIN);
    assert.ok(large.length >= LANGUAGES_MIN);
    for (const list of large)
      for (const part of ["open", "kept"]) {
        const half = list.filter((row) => row.part === part);
        assert.ok(half.some(isHarmless) && half.some((row) => !isHarmless(row)), `${list[0]?.lang} ${part}`);
      }
  });

  // What the model reaches is a little better: a worse one is a step back.
  test("is read well in both halves", () => {
    const find = nameFinder();
    for (const part of ["open", "kept"]) {
      const half = rows.filter((row) => row.part === part);
      const { marked, covered, found, wrong, alarmed, harmless } = tallyOf(half, find, isHarmless);
      assert.ok(covered.PERSON >= 0.87 * marked.PERSON, `${part}: persons found`);
      assert.ok(covered.LOCATION >= 0.87 * marked.LOCATION, `${part}: places found`);
      assert.ok(wrong.PERSON <= 0.13 * found.PERSON, `${part}: persons that are none`);
      assert.ok(alarmed.PERSON <= 0.08 * harmless, `${part}: alarms in harmless rows`);
    }
  });

  test("names without a label are read in both halves of the other set", () => {
    const find = nameFinder();
    for (const [part, half] of Map.groupBy(readNameSet("names-unaided"), (row) => row.part)) {
      const { marked, covered, found, wrong, alarmed, harmless } = tallyOf(half, find, isHarmless);
      assert.ok(covered.PERSON >= 0.8 * marked.PERSON, `${part}: persons found`);
      assert.ok(covered.LOCATION >= 0.9 * marked.LOCATION, `${part}: places found`);
      assert.ok(wrong.PERSON <= 0.06 * found.PERSON, `${part}: persons that are none`);
      assert.ok(alarmed.PERSON <= 0.04 * harmless, `${part}: alarms in harmless rows`);
    }
  });
});
