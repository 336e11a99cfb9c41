import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { RE2JS } from "re2js";
import { patternShape } from "../../../src/analyzers/patterns/pattern-shape.ts";

const longestMatch = (pattern: string): number => patternShape(pattern).longest;

describe("longestMatch", () => {
  test("is infinite for open repeats and for the beginning of the text", () => {
    for (const pattern of ["a*", "a+", "x(?:ab|c+)d", "a{3,}", "^a", "\\Aa", "(?m)^a", "[a-z]+?", "(?:a|b*)c"])
      assert.equal(longestMatch(pattern), Infinity, pattern);
  });

  test("is at least the longest match, with context", () => {
    for (const [pattern, match] of [
      ["abc", "abc"],
      ["[0-9]{6}", "123456"],
      ["a{2,5}b?", "aaaaab"],
      ["(?:foo|barbaz)\\d{2}", "barbaz12"],
      ["(?P<name>x[^\\]]y){3}", "x😀yx😀yx😀y"],
      ["\\Qa+b*\\Ec", "a+b*c"],
      ["\\pL{2}\\p{Greek}\\x{1F600}\\x41", "abγ😀A"],
      ["(?i)\\bkey[[:digit:]]{3}\\b", "KEY123"],
      ["(?s:.{4})$", "😀😀😀😀"],
      ["[]a]{2}[^]a]", "]a😀"],
      ["\\(x\\)|\\.\\|\\.", "(x)"],
    ] as const) {
      assert.ok(RE2JS.compile(pattern).matcher(match).find(), pattern);
      const longest = longestMatch(pattern);
      assert.ok(longest >= match.length + 2, pattern);
      assert.ok(longest <= match.length * 2 + 4, `${pattern}: ${longest}`);
    }
  });
});
