import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { configurationPage, generatedFiles } from "../../tools/config-docs.ts";
import { assertFresh } from "../support/fresh.ts";

describe("generatedFiles", () => {
  for (const [path, text] of generatedFiles())
    test(`${path} is committed as generated: run \`npm run docs:config\``, () => {
      assertFresh(path, text, "npm run docs:config");
    });
});

describe("configurationPage", () => {
  test("has a row for every key that the shipped file shows", () => {
    const page = configurationPage();
    const shipped = readFileSync(new URL("../../config/sallyport.yaml", import.meta.url), "utf8");
    const keys = new Set([...shipped.matchAll(/^(?:[ -]*|  +# )([a-z][a-z0-9_]*): /gm)].map((match) => match[1]));
    assert.ok(keys.size > 40, `${keys.size}`);
    for (const key of keys) assert.match(page, new RegExp(`\`${key}\``));
  });

  test("tells what a number may be where it may be left empty, too", () => {
    assert.match(configurationPage(), /^\| `admin_port` +\| whole number, 0 to 65 535 +\|/m);
  });

  test("has no key that the shipped file does not show", () => {
    const shipped = readFileSync(new URL("../../config/sallyport.yaml", import.meta.url), "utf8");
    const keys = [...configurationPage().matchAll(/^\| `([a-z][a-z0-9_]*)` +\|/gm)].map((match) => match[1] ?? "");
    assert.ok(keys.length > 50, `${keys.length}`);
    const missing = keys.filter((key) => !new RegExp(`(?:^|[ {#])${key}:`, "m").test(shipped));
    assert.deepEqual(missing, []);
  });
});
