import { describe, test } from "node:test";
import { proxyPage, readmePage } from "../../tools/policy-docs.ts";
import { assertFresh } from "../support/fresh.ts";

describe("tables of policies", () => {
  for (const [path, page] of [
    ["README.md", readmePage],
    ["docs/proxy.md", proxyPage],
  ] as const)
    test(`${path} has every policy as the registry has it: run \`npm run docs:policies\``, () => {
      assertFresh(path, page(), "npm run docs:policies");
    });
});
