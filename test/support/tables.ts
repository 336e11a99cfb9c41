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

/** Lines of fields, some of them broken: rows of other lengths, several heads, an end in mid-row. */
const lineTable: fc.Arbitrary<string> = fc
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

const COLUMNS = NAMES.filter((name) => /^\w+$/.test(name) && name !== "1");
const VALUES = FIELDS.filter((field) => !field.includes("'")).map((field) => `'${field}'`);

/** Statements with one tuple or many, some of them broken. */
const insertTable: fc.Arbitrary<string> = fc
  .record({
    before: fc.constantFrom("", "Then: ", "a;\n"),
    head: line(COLUMNS),
    rows: fc.array(line([...VALUES, "NULL", "NOW()", "f(1, 2)", "12", "'it''s, so'", "'"]), {
      minLength: 1,
      maxLength: 24,
    }),
    between: fc.constantFrom(",", ", ", ",\n  "),
    behind: fc.constantFrom(";\n", ";", " ON CONFLICT\n", " name,ssn\nAnna,536228726\n"),
    end: fc.nat({ max: 60 }),
  })
  .map(({ before, head, rows, between, behind, end }) => {
    const tuples = rows.map((row) => `(${row.join(between.trimEnd() === between ? "," : ", ")})`).join(between);
    const text = `${before}INSERT INTO users (${head.join(", ")}) VALUES ${tuples}${behind}`;
    return text.slice(0, Math.max(0, text.length - Math.max(0, end - 40)));
  });

/** Tables of text, whole ones and broken ones. */
export const tableText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: lineTable },
  { weight: 1, arbitrary: insertTable },
);
