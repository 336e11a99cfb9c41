import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { noModuleState, WITH_VARIABLES } from "../../tools/lint/module-state.ts";

const source = (file: string): string => readFileSync(new URL(`../../src/${file}`, import.meta.url), "utf8");

/** What the rule says of a file with these statements. */
function problems(filename: string, kinds: readonly string[]): number {
  let count = 0;
  const visitor = noModuleState.create({ filename, report: () => (count += 1) });
  visitor.Program?.({ type: "Program", body: kinds.map((kind) => ({ type: "VariableDeclaration", kind })) });
  return count;
}

describe("state in modules", () => {
  test("is refused in the layers that read texts", () => {
    assert.equal(problems("/home/me/src/text/reading.ts", ["const", "let", "var"]), 2);
    assert.equal(problems("/home/me/src/proxy/proxy.ts", ["let"]), 0);
  });

  test("is excused only where it still stands", () => {
    for (const file of WITH_VARIABLES)
      assert.match(
        source(file),
        /^(?:export )?let /m,
        `take ${file} out of WITH_VARIABLES in tools/lint/module-state.ts`,
      );
  });
});
