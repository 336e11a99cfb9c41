import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { loadConfig } from "../../src/config/load-config.ts";
import { problemsOf } from "../support/load.ts";

const digestOf = (source: string): string => {
  const result = loadConfig(source, { file: "test.yaml", env: { VERSION: "1" } });
  assert.ok(result.ok, JSON.stringify(result.ok ? "" : result.problems));
  assert.deepEqual(result.warnings, []);
  return result.config.digest;
};
const shipped = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("the version of a configuration", () => {
  test("is 1 where the file names none, without a warning", () => {
    const digests = ["{}", "version: 1", "version:", 'version: "${VERSION}"'].map(digestOf);
    assert.deepEqual(new Set(digests).size, 1);
  });

  for (const [version, reason] of [
    ["2", "this build reads version 1; docs/migrating.md says what changes between versions"],
    ["0", "this build reads version 1; docs/migrating.md says what changes between versions"],
    ["1.5", "this build reads version 1; docs/migrating.md says what changes between versions"],
    ["[1]", "this build reads version 1; docs/migrating.md says what changes between versions"],
    ["'1'", "must be a number: write it without quotes"],
  ] as const)
    test(`${version} is refused`, () => {
      assert.deepEqual(problemsOf(`version: ${version}`), [`1:10 version: ${reason}`]);
    });

  test("that is unknown is the only problem: the keys of another version mean something else", () => {
    assert.deepEqual(
      problemsOf("assetz: []\nserver: { prot: 1, admin_port: 8080 }\nversion: 3").map((line) => line.split(":")[0]),
      ["3"],
    );
  });

  for (const path of [
    "config/sallyport.yaml",
    "config/kubernetes/base/sallyport.yaml",
    "config/kubernetes/overlays/standalone/sallyport.yaml",
  ])
    test(`stands in ${path}`, () => {
      assert.equal((parse(shipped(path)) as { readonly version: unknown }).version, 1);
    });

  test("stands in the values of the chart", () => {
    const values = parse(shipped("deploy/helm/sallyport/values.yaml")) as {
      readonly config: { readonly version: unknown };
    };
    assert.equal(values.config.version, 1);
  });

  test("leaves every example of docs/migrating.md valid, without a warning", () => {
    const examples = [...shipped("docs/migrating.md").matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml = ""]) => yaml);
    assert.equal(examples.length, 4);
    for (const example of examples) assert.deepEqual(problemsOf(example), [], example);
  });
});
