import fc from "fast-check";

/** Fields of drawn tables: values that a head makes findings, and others. */
const FIELDS = [
  "Anna",
  "Maria Lopez",
  "x",
  "",
  "17",
  "2024-03-01",
  "1990-04-12",
  "536228726",
  "219-09-9999",
  "0431 350690",
  "2125550143",
  "0532013000",
  ["Kd9v", "qLm2"].join(""),
  ["q7Rk2mVx9L", "pT4wZb8N"].join(""),
  '"a, b; c"',
  '"536228726"',
  '"',
  "a|b",
  "token",
  "the boat was quiet today and nobody asked for it",
];
const NAMES = ["name", "ssn", "phone", "password", "api_key", "dob", "account number", "city", "Token count", "", "1"];

const line = (fields: readonly string[]): fc.Arbitrary<readonly string[]> =>
  fc.array(fc.constantFrom(...fields), { minLength: 2, maxLength: 3 });

/** Tables of text, some of them broken: rows of other lengths, several heads, an end in mid-row. */
export const tableText: fc.Arbitrary<string> = fc
  .record({
    sign: fc.constantFrom(",", ",", ";", "\t", " | ", "|"),
    head: line(NAMES),
    rule: fc.constantFrom("", "", "|---|---|\n", "-----+-----\n"),
    rows: fc.array(fc.oneof({ weight: 6, arbitrary: line(FIELDS) }, { weight: 1, arbitrary: line(NAMES) }), {
      maxLength: 30,
    }),
    newline: fc.constantFrom("\n", "\n", "\r\n"),
    end: fc.nat({ max: 12 }),
    isFramed: fc.boolean(),
  })
  .map(({ sign, head, rule, rows, newline, end, isFramed }) => {
    const written = (fields: readonly string[]): string => {
      const text = fields.join(sign);
      return isFramed && sign.includes("|") ? `| ${text} |${newline}` : `${text}${newline}`;
    };
    const kept = rows.map((row) => (row.length > head.length ? row.slice(0, head.length) : row));
    const text = written(head) + rule + kept.map(written).join("");
    return text.slice(0, Math.max(0, text.length - end));
  });
