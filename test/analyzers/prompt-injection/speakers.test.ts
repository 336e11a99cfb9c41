import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { spokenIn } from "../../../src/analyzers/prompt-injection/speakers.ts";
import { runs } from "../../support/runs.ts";

/** The whole of it in one expression, which is searched for at each character. */
const SPEAKER =
  /^[ \t]*(?:[-*>]{1,3}[ \t]*)?(?:<\|im_start\|>|<\|?|#{1,6}[ \t]*|\*{1,2}|\[)?(\p{L}[\p{L} ]{0,15})(?:<\||\|?>|\*{1,2}:?|\]:?|[ \t]*[:：>]|(?= ?\n)|[ \t]-[ \t])|\[(\/?INST)\]/gmu;

const PARTS =
  "User:|Assistant: | sure, |**Q**:|### Human\n|<|im_start|>user\n|[INST]|[/INST]|INST]|- A - |用户：|\n|\r\n|\r|\u2028|\u2029|\t|so |\ud83d\ude00|\udc00".split(
    "|",
  );

describe("what speakers say", () => {
  test("is parted as if speakers were searched for at each character", () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom(...PARTS), fc.constantFrom("<|im_start|>", "\n"), fc.string({ maxLength: 4 })))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (raw) => {
        const found = Array.from(raw.matchAll(SPEAKER), (match) => ({
          speaker: (match[1] ?? match[2] ?? "").trim().toLowerCase(),
          start: match.index + match[0].length,
          at: match.index,
        }));
        const expected = found.map(({ speaker, start }, index) => ({
          speaker,
          start,
          end: found[index + 1]?.at ?? raw.length,
        }));
        assert.deepEqual(spokenIn(raw, 1), expected);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("is not asked for where a text has too few lines, unless the marks of a template stand in it", () => {
    assert.deepEqual(spokenIn("User: hello\nBot: hello", 3), []);
    assert.equal(spokenIn("User: hello\nBot: hello", 2).length, 2);
    assert.equal(spokenIn("[INST] hello [/INST] hello", 3).length, 2);
  });
});
