import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  getCountryCallingCode,
  getCountries,
  getExampleNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { phoneVerdict, type PhoneVerdict } from "../../../src/analyzers/pii/phone-plans.ts";
import { runs } from "../../support/runs.ts";

const CODES = [
  ...new Set(getCountries().map((country) => getCountryCallingCode(country))),
  "800",
  "808",
  "870",
  "878",
  "881",
  "882",
  "979",
];

/** What the library says, which brings the numbering plans. */
function expected(digits: string): PhoneVerdict {
  const parsed = parsePhoneNumberFromString(`+${digits}`);
  if (parsed === undefined) return null;
  if (parsed.isValid()) return "valid";
  return parsed.isPossible() ? "possible" : null;
}

describe("numbering plans", () => {
  test("judge an example number of every country as the library does, with each digit changed", () => {
    for (const country of getCountries()) {
      const example = getExampleNumber(country, examples)?.number.slice(1) ?? assert.fail(country);
      assert.equal(phoneVerdict(example), "valid", country);
      for (let at = 0; at < example.length; at++)
        for (const digit of "0159") {
          const digits = example.slice(0, at) + digit + example.slice(at + 1);
          assert.equal(phoneVerdict(digits), expected(digits), digits);
        }
    }
  });

  test("judge any digits behind a calling code as the library does", () => {
    const number = fc
      .tuple(fc.constantFrom(...CODES), fc.constantFrom("", "0", "1", "8", "44", "00"), fc.stringMatching(/^\d{1,14}$/))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(number, (digits) => assert.equal(phoneVerdict(digits), expected(digits))),
      { numRuns: runs(5000) },
    );
  });

  test("know no number without a calling code", () => {
    for (const digits of ["", "0", "0049301234567", "999", "210", "2101234567"])
      assert.equal(phoneVerdict(digits), expected(digits), digits);
  });
});
