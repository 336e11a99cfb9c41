import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { policySchema } from "../../src/config/config-schema.ts";
import { policyFromWire } from "../../src/config/to-config.ts";
import { problemsOf } from "../support/load.ts";

const source = (fields: string, name = "pii_detection"): string =>
  `keys: [{ id: k, organization: o, secret: s }]
assets:
  - id: a
    organization: o
    policies:
      - { policy_name: ${name}, action: flag, ${fields} }
`;

const problems = (fields: string, name?: string): readonly string[] =>
  problemsOf(source(fields, name)).map((problem) => problem.replace(/^\d+:(\d+) assets\.0\.policies\.0\./, ""));

const UNKNOWN = "is no type or group of personal data";

describe("entities of a policy", () => {
  test("are names, or names with settings", () => {
    const wire = policySchema.parse({
      policy_name: "pii_detection",
      action: "flag",
      entities: ["contact", { name: "financial", action: "block", threshold: 0.7, mask: false, mask_style: "partial" }],
    });
    const { metadata, entities } = policyFromWire(wire, "a");
    assert.deepEqual(metadata, ["contact", "financial"]);
    assert.deepEqual(entities, [
      { name: "contact" },
      { name: "financial", action: "block", threshold: 0.7, mask: false, maskStyle: "partial" },
    ]);
  });

  test("of names alone are the same as metadata", () => {
    const wire = policySchema.parse({ policy_name: "pii_detection", action: "flag", entities: ["contact", "-URL"] });
    const { metadata, entities } = policyFromWire(wire, "a");
    assert.deepEqual([metadata, entities], [["contact", "-URL"], undefined]);
  });

  test("an empty list says nothing", () => {
    const wire = policySchema.parse({ policy_name: "pii_detection", action: "flag", entities: [] });
    assert.equal(policyFromWire(wire, "a").metadata, null);
    assert.deepEqual(problems("entities: [], metadata: [contact]"), []);
  });

  test("are refused by the place of every mistake at once", () => {
    assert.deepEqual(problemsOf(source("entities: [contact, EMAIL, { name: financal, action: block }]")), [
      `6:73 assets.0.policies.0.entities.1: ${UNKNOWN}; did you mean EMAIL_ADDRESS?`,
      `6:88 assets.0.policies.0.entities.2.name: ${UNKNOWN}; did you mean financial?`,
    ]);
    assert.deepEqual(problems("metadata: [EMAIL, -URLS]"), [
      `metadata.0: ${UNKNOWN}; did you mean EMAIL_ADDRESS?`,
      `metadata.1: ${UNKNOWN}; did you mean URL?`,
    ]);
  });

  for (const [fields, problem] of [
    ["metadata: [contact], entities: [financial]", "entities: metadata is set as well: choose one"],
    ["entities: [contact, contact]", "entities.1: is in the list twice"],
    ["entities: [{ name: -URL, action: block }]", "entities.0.name: is left out, so it has no settings"],
    [
      "mask: restore, entities: [{ name: contact, mask_style: partial }]",
      "entities.0.mask_style: does not tell one value from another, and the policy has mask: restore",
    ],
    ["entities: [{ name: contact, action: disabled }]", "entities.0.action: must be one of block, flag"],
    ["entities: [{ name: contact, threshold: 2 }]", "entities.0.threshold: must be at most 1"],
    ["entities: [{ action: block }]", "entities.0.name: is missing"],
    ["entities: [{ name: contact, masks: true }]", "entities.0.masks: unknown key; did you mean mask?"],
    ["entities: [5]", "entities.0: must be a name, or a mapping with a name"],
    ["entities: contact", "entities: must be a list"],
  ] as const)
    test(`says of ${fields} that it ${problem}`, () => assert.deepEqual(problems(fields), [problem]));

  test("are for policies that have types", () => {
    assert.deepEqual(problems("entities: [contact]", "secrets_keys_detection"), [
      "entities: secrets_keys_detection has no types and groups to name",
    ]);
  });
});
