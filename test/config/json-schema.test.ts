import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { configJsonSchema } from "../../src/config/json-schema.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const validate = new Ajv2020({ strict: false }).compile(configJsonSchema());
const isValid = (source: string): boolean => validate(parse(source));

describe("configJsonSchema", () => {
  test("is committed as it is: run `npm run docs:config`", () => {
    assert.deepEqual(JSON.parse(read("config/sallyport.schema.json")), configJsonSchema());
  });

  test("names its dialect", () =>
    assert.equal(configJsonSchema()["$schema"], "https://json-schema.org/draft/2020-12/schema"));

  test("is named by the shipped file for editors", () =>
    assert.match(read("config/sallyport.yaml"), /^# yaml-language-server: \$schema=\.\/sallyport\.schema\.json\n/));

  for (const path of ["config/sallyport.yaml", "test/fixtures/config/everything.yaml"])
    test(`accepts ${path}, references unreplaced`, () =>
      assert.ok(isValid(read(path)), JSON.stringify(validate.errors)));

  test("refuses the file of mistakes", () =>
    assert.ok(!isValid(read("test/fixtures/config/mistakes.yaml").replace(", secret: xyz", ""))));

  for (const source of [
    "server: { port: '${PORT}', body_max_bytes: '${B:-1}' }",
    "keys: [{ id: '${ID}', organization: o, access_level: '${L}', active: '${A:-true}', secret_sha256: '${H}' }]",
    "limits: { routes: { POST /sdk/v1/analyze/prompt: '${N}' } }",
    "store: { content: '${C:-none}' }",
  ])
    test(`accepts a reference in ${source}`, () => assert.ok(isValid(source), JSON.stringify(validate.errors)));

  for (const source of [
    "server: { port: '8080' }",
    "server: { prot: 8080 }",
    "keys: [{ id: a }]",
    "store: { content: some }",
  ])
    test(`refuses ${source}`, () => assert.ok(!isValid(source)));

  test("accepts a section without a value, as the loader does", () =>
    assert.ok(isValid("server:\nkeys:\nlimits: {}\n")));
});
