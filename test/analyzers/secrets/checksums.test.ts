import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { base62Checksum, crc32, hasBase62Checksum } from "../../../src/analyzers/secrets/checksums.ts";
import { KeywordIndex } from "../../../src/analyzers/keywords.ts";
import { runDetectors } from "../../../src/analyzers/run-detectors.ts";
import { CODE_TOKENS } from "../../../src/analyzers/secrets/detectors/code-tokens.ts";
import { tokenDetector } from "../../../src/analyzers/token-rule.ts";
import { Reading } from "../../../src/text/reading.ts";

describe("token checksums", () => {
  test("crc32 gives the check value of its standard", () => {
    assert.equal(crc32("123456789"), 0xcbf4_3926);
    assert.equal(crc32(""), 0);
  });

  test("the checksum is six base 62 digits, zeros in front", () => {
    assert.equal(base62Checksum(""), "000000");
    assert.match(base62Checksum("zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ"), /^[0-9A-Za-z]{6}$/);
  });

  test("raises a token's score and never drops one", () => {
    const body = "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ";
    const valid = `ghp_${body}${base62Checksum(body)}`;
    const typed = `ghp_${body}Aa0Bb1`;
    assert.ok(hasBase62Checksum(valid));
    assert.ok(!hasBase62Checksum(typed));
    const detectors = CODE_TOKENS.map(tokenDetector);
    const index = new KeywordIndex(detectors);
    const scores = runDetectors(detectors, new Reading(`${valid} ${typed}`), { from: 0 }, index).map(
      ({ score }) => score,
    );
    assert.deepEqual(scores, [1, 0.75]);
  });
});
