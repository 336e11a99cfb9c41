import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { GROUPS } from "../../../src/analyzers/pii/groups.ts";
import { PII_TYPES } from "../../../src/analyzers/pii/kinds.ts";
import {
  defaultSelection,
  fullSelection,
  readSelection,
  typesByGroup,
  type Selection,
} from "../../../src/analyzers/pii/selection.ts";
import type { Json } from "../../../src/core/model.ts";

function selected(metadata: Json): Selection {
  const read = readSelection(metadata);
  assert.equal(read.kind, "selection");
  return read.kind === "selection" ? read.selection : new Map();
}

function problems(metadata: Json): readonly (readonly [string, string])[] {
  const read = readSelection(metadata);
  return read.kind === "invalid" ? read.problems.map(({ path, reason }) => [path, reason]) : [];
}

describe("readSelection", () => {
  test("takes no list as identifiers", () => {
    for (const none of [null, "", []]) assert.deepEqual(selected(none), selected(["identifiers"]));
  });

  test("takes identifiers everywhere, contextual types in context, and nothing that says little of a person", () => {
    const selection = defaultSelection();
    for (const type of [
      "EMAIL_ADDRESS",
      "PHONE_NUMBER",
      "IBAN_CODE",
      "US_SSN",
      "UK_NHS",
      "VIN",
      "URL_CREDENTIALS",
      "US_EIN",
    ])
      assert.equal(selection.get(type), "everywhere", type);
    for (const type of ["PERSON", "STREET_ADDRESS", "DATE_OF_BIRTH"])
      assert.equal(selection.get(type), "in_context", type);
    for (const type of ["LOCATION", "AGE", "URL", "IP_ADDRESS", "MAC_ADDRESS", "COORDINATES", "UK_POSTCODE", "IMEI"])
      assert.equal(selection.has(type), false, type);
  });

  test("takes a type wherever it stands, its name alone or in a list", () => {
    assert.deepEqual([...selected("PERSON")], [["PERSON", "everywhere"]]);
    assert.deepEqual([...selected(["PERSON", "people"])], [["PERSON", "everywhere"]]);
    assert.deepEqual([...selected(["people"])], [["PERSON", "in_context"]]);
  });

  test("leaves out what a minus precedes, wherever it stands in the list", () => {
    const selection = selected(["-URL", "everything", "-dates"]);
    assert.deepEqual([...fullSelection().keys()].filter((type) => !selection.has(type)).sort(), [
      "AGE",
      "DATE_OF_BIRTH",
      "URL",
    ]);
  });

  test("begins with identifiers where the list only leaves out", () => {
    const selection = selected(["-EMAIL_ADDRESS"]);
    assert.equal(selection.size, defaultSelection().size - 1);
    assert.equal(selection.has("EMAIL_ADDRESS"), false);
  });

  test("leaves names elsewhere alone when it leaves out people", () => {
    assert.equal(selected(["everything", "-people"]).get("PERSON"), "everywhere");
    assert.equal(selected(["-people"]).has("PERSON"), false);
    assert.equal(selected(["-names"]).has("PERSON"), false);
  });

  test("names what was meant, never the whole list", () => {
    const what = "is no type or group of personal data";
    assert.deepEqual(problems("EMAIL"), [["", `${what}; did you mean EMAIL_ADDRESS?`]]);
    assert.deepEqual(problems(["financal", 5, "PERSON", "-CONTACT"]), [
      ["0", `${what}; did you mean financial?`],
      ["1", "must be text: a type or group of personal data"],
      ["3", `${what}; did you mean contact?`],
    ]);
    assert.deepEqual(problems(["qqqqqqqqqq"]), [["0", what]]);
    assert.ok(problems(Array.from({ length: 1000 }, () => "EMAIL")).length <= 20);
  });

  test("knows a group without types", () => {
    assert.deepEqual(
      [...selected(["organizations"])].filter(([, reach]) => reach !== "everywhere"),
      [],
    );
  });

  test("refuses a list that leaves out everything", () => {
    assert.match(problems(["-identifiers", "PERSON", "-PERSON"])[0]?.[1] ?? "", /^leaves out every type/);
  });
});

describe("groups of types", () => {
  test("every type belongs to a group that exists, and every group but organizations has one", () => {
    const used = new Set(PII_TYPES.map(({ group }) => group));
    assert.deepEqual([...used, "organizations"].sort(), Object.keys(GROUPS).sort());
  });

  test("the broadest come first", () => {
    assert.deepEqual([...typesByGroup().keys()].slice(0, 2), ["everything", "identifiers"]);
    assert.deepEqual([...typesByGroup().keys()].at(-1), "people");
  });

  for (const [type, group] of [
    ["SE_PERSONNUMMER", "government"],
    ["UK_NHS", "health"],
    ["CVV", "financial"],
    ["DE_PLZ", "places"],
    ["LICENSE_PLATE", "vehicle"],
    ["IMEI", "network"],
    ["DE_VAT_ID", "government"],
    ["ID_NUMBER", "government"],
    ["MRZ", "government"],
  ] as const)
    test(`${type} is among ${group}`, () => assert.equal(PII_TYPES.find(({ id }) => id === type)?.group, group));
});
