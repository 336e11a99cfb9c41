/**
 * Numbers that need no label are found wherever and however they are written. Method: generated valid numbers of every
 * structure × the groupings that people write × the texts that carry them; the whole number must be covered.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { analyze, prepare } from "../../support/stream-window.ts";

const analyzer = prepare(PII_DETECTION);
const THRESHOLD = 0.5;

/** Draws that are the same in every run. */
function drawsOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Draw = (below: number) => number;
const drawn = (signs: string, count: number, draw: Draw): string =>
  Array.from({ length: count }, () => signs.charAt(draw(signs.length))).join("");
const DIGITS = "0123456789";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Where a value stands; `#` stands for it. */
const CARRIERS: readonly string[] = [
  "#",
  "#.",
  "(#)",
  "[#]",
  "'#'",
  "value: #, next",
  "value=#;",
  "value:#",
  '{"value":"#"}',
  '{"value": ["#", "x"]}',
  "<value>#</value>",
  "| id | # |",
  "a,#,b",
  "a\t#\tb",
  "first line\n#\nlast line",
  "**#**",
  "`#`",
  "value – #",
  "https://example.org/pay?to=#&amount=5",
  "https://example.org/pay/#/done",
  "Please look at # and answer soon",
  "no: # (new)",
  "ref#: #",
  "日本#日本",
  `${"Nothing to see here, all quiet. ".repeat(40)}#`,
];

/** Whether findings cover all letters and digits of the value. */
function isCovered(carrier: string, value: string): boolean {
  const start = carrier.lastIndexOf("#");
  const raw = carrier.slice(0, start) + value + carrier.slice(start + 1);
  const covered = new Set<number>();
  for (const { span, score } of analyze(analyzer, raw))
    if (span !== undefined && score >= THRESHOLD) for (let at = span.start; at < span.end; at++) covered.add(at);
  return Array.from(value).every((sign, at) => !/[\p{L}\p{N}]/u.test(sign) || covered.has(start + at));
}

/** A URL holds no spaces or brackets. */
const mayCarry = (carrier: string, value: string): boolean => !carrier.startsWith("http") || /^[\w.-]*$/.test(value);

function missed(values: readonly string[]): readonly string[] {
  return values.flatMap((value) =>
    CARRIERS.filter((carrier) => mayCarry(carrier, value) && !isCovered(carrier, value)).map(
      (carrier) => `${JSON.stringify(carrier.slice(-40))} ${JSON.stringify(value)}`,
    ),
  );
}

const inGroups = (value: string, sizes: readonly number[], joint: string): string => {
  let at = 0;
  return sizes
    .map((size) => value.slice(at, (at += size)))
    .concat(value.slice(at))
    .filter((group) => group !== "")
    .join(joint);
};

const JOINTS: readonly string[] = [" ", "-", "\u00a0", "\u202f", "\u2013", "  ", ".", "_"];
const FOURS = [4, 4, 4, 4, 4, 4, 4, 4, 4];

// The parts of a number after country and check digits: n digits, a capitals, c either; from the SWIFT registry.
const IBANS =
  "AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BR23n1a1c BY4c4n16c CH5n12c CR18n CY8n16c CZ20n DE18n DK14n " +
  "DO4c20n EE16n EG25n ES20n FI14n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n GR7n16c GT4c20c HR17n HU24n IE4a14n IL19n " +
  "IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n MD2c18c " +
  "ME18n MK3n10c2n MR23n MT4a5n18c MU4a19n3a NL4a10n NO11n PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n SA2n18c SC4a20n3a " +
  "SE20n SI15n SK20n SM1a10n12c ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n VG4a16n XK16n AO21n BF2c22n BJ2c22n CF23n CG23n CI2c22n " +
  "CM23n CV21n DZ22n GA23n GQ23n GW2c19n IR22n KM23n MA24n MG23n ML2c22n MZ21n NE2c22n SN2c22n TD23n TG2c22n";

function ibanOf(structure: string, draw: Draw): string {
  const country = structure.slice(0, 2);
  const signs = { n: DIGITS, a: CAPITALS, c: DIGITS + CAPITALS };
  const parts = Array.from(structure.slice(2).matchAll(/(\d+)([nac])/g), ({ 1: count, 2: kind }) =>
    drawn(kind === "n" ? signs.n : kind === "a" ? signs.a : signs.c, Number(count), draw),
  );
  const bban = parts.join("");
  const digits = `${bban}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${String(check).padStart(2, "0")}${bban}`;
}

describe("bank account numbers", () => {
  const draw = drawsOf(41);
  for (const structure of IBANS.split(" "))
    test(`of ${structure.slice(0, 2)} are found in every grouping and carrier`, () => {
      const iban = ibanOf(structure, draw);
      assert.deepEqual(
        missed([
          iban,
          iban.toLowerCase(),
          ...JOINTS.map((joint) => inGroups(iban, FOURS, joint)),
          `${iban.slice(0, 2)} ${iban.slice(2, 4)} ${iban.slice(4)}`,
          inGroups(iban, [4, 8, 10], " "),
          inGroups(iban, FOURS, " ").toLowerCase(),
          Array.from(iban, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join(""),
        ]),
        [],
      );
    });

  test("are found beside labels that are glued to them, and broken over two lines", () => {
    const iban = ibanOf("DE18n", draw);
    const broken = inGroups(iban, FOURS, " ").replace(/^(.{14}) /, "$1\n");
    const wrong = [
      "IBAN:#",
      "IBAN#",
      "iban=#",
      "iban_#",
      "iban/#",
      "payto://iban/#?amount=1",
      "IBAN\n#",
      "IBAN No.#",
    ].filter((carrier) => !isCovered(carrier, iban));
    assert.deepEqual(wrong, []);
    assert.deepEqual(missed([broken]), []);
  });
});

/** First digits and lengths of networks. */
const CARDS: readonly (readonly [prefix: string, length: number])[] = [
  ["4", 13],
  ["4", 16],
  ["4", 19],
  ["51", 16],
  ["55", 16],
  ["2221", 16],
  ["2720", 16],
  ["34", 15],
  ["37", 15],
  ["300", 14],
  ["36", 14],
  ["38", 14],
  ["3528", 16],
  ["3589", 16],
  ["6011", 16],
  ["644", 16],
  ["65", 16],
  ["62", 16],
  ["622202", 19],
  ["5018", 12],
  ["5020", 13],
  ["6304", 16],
  ["6759", 19],
  ["2200", 16],
  ["60", 16],
  ["81", 16],
  ["82", 16],
  ["508", 16],
  ["9792", 16],
  ["5067", 16],
  ["6362", 16],
];

function cardOf(prefix: string, length: number, draw: Draw): string {
  const digits = prefix + drawn(DIGITS, length - prefix.length - 1, draw);
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const doubled = Number(digits.charAt(digits.length - 1 - at)) * (at % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits + String((10 - (sum % 10)) % 10);
}

/** How digits are printed, by their count. */
const PRINTED: ReadonlyMap<number, string> = new Map([
  [12, "4,4,4"],
  [13, "4,4,5 4,3,3,3 4,4,4,1"],
  [14, "4,6,4 4,4,4,2"],
  [15, "4,6,5 4,4,4,3 4,5,6"],
  [16, "4,4,4,4"],
  [19, "4,4,4,4,3"],
]);
/** Groups that a label must precede. */
const PAIRS: ReadonlyMap<number, string> = new Map([
  [16, "8,8 6,10"],
  [19, "6,13"],
]);

const groupings = (value: string, printed: string | undefined): readonly string[] =>
  (printed?.split(" ") ?? []).flatMap((sizes) =>
    JOINTS.map((joint) => inGroups(value, sizes.split(",").map(Number), joint)),
  );

describe("payment cards", () => {
  const draw = drawsOf(7);
  for (const [prefix, length] of CARDS)
    test(`${prefix}… of ${length} digits are found in every grouping and carrier`, () => {
      const card = cardOf(prefix, length, draw);
      const grouped = groupings(card, PRINTED.get(length));
      const wide = Array.from(card, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join("");
      assert.deepEqual(missed([card, wide, ...grouped]), []);
      const pairs = groupings(card, PAIRS.get(length)).filter((value) => !isCovered("my card number is #.", value));
      assert.deepEqual(pairs, []);
    });

  test("are found as JSON numbers, beside glued labels, expiry dates and codes", () => {
    const card = cardOf("4", 16, draw);
    const carriers = [
      '{"value":#}',
      '{"value":#,"x":1}',
      "[1,#]",
      "cc##",
      "CC:#",
      "card no.#",
      "card#",
      "VISA#",
      "cc#",
      "PAN#",
      "Mastercard#",
      "# 12/26",
      "# 12/26 123",
      "# exp 12/26",
      "#|12|2026|123",
      "#,12/26,123",
      "#:12:26:123",
      "#/12/26",
      "$5.00 on #",
    ];
    const values = [card, inGroups(card, FOURS, " "), inGroups(card, FOURS, "-")];
    const wrong = values.flatMap((value) =>
      carriers.filter((carrier) => !isCovered(carrier, value)).map((carrier) => carrier.replace("#", value)),
    );
    assert.deepEqual(wrong, []);
    assert.ok(isCovered("my card: #", inGroups(card, [8], "\n")));
  });
});

/** Hong Kong: letters count from 10 on, a space before a single one as 36. */
function hkidOf(letters: string, draw: Draw): string {
  const body = letters + drawn(DIGITS, 6, draw);
  const values = Array.from(body.padStart(8, " "), (sign) => (sign === " " ? 36 : Number.parseInt(sign, 36)));
  const sum = values.reduce((so, value, at) => so + value * (9 - at), 0);
  return body + "0123456789A".charAt((11 - (sum % 11)) % 11);
}

describe("identity cards of Hong Kong", () => {
  const draw = drawsOf(11);
  for (const letters of ["A", "C", "G", "K", "M", "P", "R", "V", "Y", "Z", "WX", "XA"])
    test(`${letters}… are found in every form`, () => {
      const id = hkidOf(letters, draw);
      const [body, check] = [id.slice(0, -1), id.slice(-1)];
      const digits = body.slice(letters.length);
      const forms = [
        `${body}(${check})`,
        `${body} (${check})`,
        `${letters} ${digits}(${check})`,
        `${letters} ${digits} (${check})`,
        `${letters}-${digits}(${check})`,
        `${body}\uff08${check}\uff09`,
      ];
      const bare = [
        id,
        `${body}-${check}`,
        `${body}/${check}`,
        `${letters} ${digits} ${check}`,
        `${body} ${check}`,
        id.toLowerCase(),
      ];
      assert.deepEqual(missed(forms), []);
      const labels = [
        "HKID: #",
        "HKID #",
        "my HKID is #",
        "hkid=#",
        "身份證號碼:#",
        "身份證#",
        "香港身份證號碼是#",
        "# is my HKID",
        "identity card number #",
        "ID card no. #",
        "HKIC no.: #",
      ];
      // Small letters that a space separates from their digits are a word of the sentence.
      const small = forms.map((form) => form.toLowerCase()).filter((form) => !/[a-z] \d/.test(form));
      const wrong = [...forms, ...small, ...bare].flatMap((value) =>
        labels.filter((label) => !isCovered(label, value)).map((label) => label.replace("#", value)),
      );
      assert.deepEqual(wrong, []);
    });
});
