/**
 * Numbers that name no person: of logs, tables, shops, code and print. Method: texts of many kinds around drawn numbers; of a
 * thousand of each kind at most ten hold what the policy takes for an identifier, and three of a thousand in all.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { runs } from "../../support/runs.ts";
import { analyze, prepare } from "../../support/stream-window.ts";

const analyzer = prepare(PII_DETECTION);
const THRESHOLD = 0.5;
/** What is no identifier, or what these texts hold on purpose. */
const OTHERS: ReadonlySet<string> = new Set(
  "PERSON LOCATION ORGANIZATION NRP AGE DATE_TIME URL IP_ADDRESS MAC_ADDRESS COORDINATES UK_POSTCODE".split(" "),
);

type Draw = (below: number) => number;

/** Draws that are the same in every run. */
function drawsOf(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Replaces `9` by a digit, `1` by one other than 0, `X` by a capital, `~` by a hexadecimal digit and `^` by a capital one. */
function filled(pattern: string, draw: Draw): string {
  return pattern.replaceAll(/[91X~^]/g, (sign) => {
    if (sign === "9") return String(draw(10));
    if (sign === "1") return String(1 + draw(9));
    if (sign === "X") return String.fromCharCode(65 + draw(26));
    const digit = draw(16).toString(16);
    return sign === "~" ? digit : digit.toUpperCase();
  });
}

const two = (value: number): string => String(value).padStart(2, "0");
const dayOf = (draw: Draw): readonly [year: string, month: string, day: string] => [
  String(1995 + draw(32)),
  two(1 + draw(12)),
  two(1 + draw(28)),
];
const timeOf = (draw: Draw): readonly [string, string, string] => [two(draw(24)), two(draw(60)), two(draw(60))];

/** Weights 1 and 3 in turn from the right, as on products and books. */
function articleOf(prefix: string, length: number, draw: Draw): string {
  let digits = prefix;
  while (digits.length < length - 1) digits += String(draw(10));
  const sum = Array.from(digits).reduceRight(
    (so, digit, at) => so + Number(digit) * ((digits.length - at) % 2 === 0 ? 1 : 3),
    0,
  );
  return digits + String((10 - (sum % 10)) % 10);
}

function isbn10(draw: Draw): string {
  const digits = filled("999999999", draw);
  const sum = Array.from(digits).reduce((so, digit, at) => so + Number(digit) * (10 - at), 0);
  return digits + "0123456789X".charAt((11 - (sum % 11)) % 11);
}

const oneOf = <Value>(list: readonly [Value, ...Value[]], draw: Draw): Value => list[draw(list.length)] ?? list[0];

/** A kind of text with its numbers filled in; `{…}` are left to the kind. */
const KINDS: Readonly<Record<string, (draw: Draw) => string>> = {
  "log lines": (draw) => {
    const [hour, minute, second] = timeOf(draw);
    const line = oneOf(
      [
        "INFO worker-9 finished job 19999999 in 1999 ms",
        'GET /orders/199999999 200 199999 "-" rt=0.999',
        "pid=19999 tid=199999 mem=19999999 cpu=99.9",
        "WARN retry 1 of 9 for batch 1999999999",
        "user=199999 event=view page=/p/~~~~~~~~~~",
        "trace_id=~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ span_id=~~~~~~~~~~~~~~~~",
        "consumer lag 1999999 at offset 19999999999",
        "[19999.999999] eth0: renamed from veth19999~",
      ],
      draw,
    );
    return `${dayOf(draw).join("-")}T${hour}:${minute}:${second}.${filled("999", draw)}Z ${filled(line, draw)}`;
  },
  timestamps: (draw) => {
    const day = dayOf(draw).join("");
    const time = timeOf(draw).join("");
    return oneOf(
      [
        `backup-${day}${time}.tar`,
        `created ${day}${time}`,
        `snapshot ${day}${time}${filled("999", draw)}`,
        filled("at 1799999999", draw),
        filled("ts=1799999999999", draw),
        `report_${day}_${time}.csv`,
        `https://web.example.org/web/${day}${time}/page`,
      ],
      draw,
    );
  },
  "order and ticket numbers": (draw) =>
    filled(
      oneOf(
        [
          "Your order 19999999 ships tomorrow.",
          "Order #1999999999 was refunded.",
          "The ticket is 19999999.",
          "Ticket XXX-19999 blocks XXX-1999.",
          "Tracking number 1Z999XX99999999999",
          "Invoice 2026-199999 is open, invoice 2026-199998 is paid.",
          "Booking code XX9X9X, flight XX1999",
          "Your reference is 1999-9999-99.",
          "Case 199999999 was closed by the support team.",
          "PO 1999999 and delivery note 19999999",
          "reservation 199999999999 for two nights",
          "Bestellung 199999999 kommt morgen.",
          "La commande 1999999999 est partie.",
          "El pedido 19999999 llega el lunes.",
        ],
        draw,
      ),
      draw,
    ),
  "articles and books": (draw) => {
    const number = oneOf(
      [
        articleOf("978", 13, draw),
        articleOf("40", 13, draw),
        articleOf("", 13, draw),
        articleOf("", 12, draw),
        articleOf("", 8, draw),
        isbn10(draw),
      ],
      draw,
    );
    return oneOf(
      [
        `EAN ${number}`,
        `The book with ISBN ${number} is out of print.`,
        `sku,ean,stock\nX-1,${number},4`,
        `GTIN: ${number}`,
        `barcode ${number} scanned`,
        `{"product_id":"${number}","price":19.9}`,
      ],
      draw,
    );
  },
  "versions and builds": (draw) =>
    filled(
      oneOf(
        [
          "v19.9.99-rc.9+build.19999",
          "Upgrade from 1.9.9999.19999 to 2.9.0",
          "Build 199999 of branch release-2026.9",
          "firmware 99.999.99.19 (19999999)",
          "python-3.19.9-amd64 99~9~9~",
          "node 26.9.9, npm 19.9.9, v8 14.9.999.99",
        ],
        draw,
      ),
      draw,
    ),
  "hashes and ids": (draw) =>
    filled(
      oneOf(
        [
          "commit ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
          "sha256:~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
          "id: ~~~~~~~~-~~~~-4~~~-a~~~-~~~~~~~~~~~~",
          "color: #~~~~~~; background: #~~~~~~~~",
          "request ^^^^^^^^^^^^^^^^ failed",
          'etag W/"~~~~~-~~~~~~~~~~~"',
          "objectid ~~~~~~~~~~~~~~~~~~~~~~~~",
          "0x~~~~~~~~ in frame 0x~~~~~~~~~~~~~~~~",
        ],
        draw,
      ),
      draw,
    ),
  "tables of numbers": (draw) => {
    const rows = Array.from({ length: 6 }, () =>
      filled(oneOf(["19999,199.99,1999999,99", "199,19999999,1999.9,19999", "1999999999,19,199,1"], draw), draw),
    );
    return oneOf(
      [
        `id,amount,total,count\n${rows.join("\n")}`,
        `x\ty\n${rows.join("\n").replaceAll(",", "\t")}`,
        `| a | b | c | d |\n|---|---|---|---|\n| ${rows.join(" |\n| ").replaceAll(",", " | ")} |`,
      ],
      draw,
    );
  },
  "quantities in prose": (draw) =>
    filled(
      oneOf(
        [
          "The region has 1.999.999 inhabitants and 199,999 jobs.",
          "Revenue rose to 1 999 999 euros in 2025.",
          "About 19999999 people watched it, 1999999 more than in 1999.",
          "The account has 19999999 followers.",
          "It moved 19999999999 bytes in 199999 calls.",
          "Die Strecke misst 199999 Meter, das Konto hat 1999999 Abonnenten.",
          "Le compte a 19999999 abonnés.",
          "La cuenta tiene 19999999 seguidores.",
          "A conta tem 1999999 seguidores.",
          "Il conto ha 1999999 iscritti.",
          "Hesap 1999999 takipçi kazandı.",
          "Population 1999999 (2020), density 199.9",
          "In 1999 and 2009 the union grew, in 2019 it shrank.",
        ],
        draw,
      ),
      draw,
    ),
  "codes of products and parts": (draw) =>
    filled(
      oneOf(
        [
          "Part 199-9999-999 fits.",
          "Model XX-19999-X",
          "SKU 1999-999-9999",
          "serial XX19X9999999X",
          "The 19999-XX connector",
          "Use M9x99 screws, DIN 199-9",
          "Drawing 19999999-99 rev X",
          "Resistor 1k9 9% code 19999",
          "CVE-2021-19999 and RFC 1999",
          "ISO 19999-1:2019",
          "Bus 199, platform 9, seat 99X",
        ],
        draw,
      ),
      draw,
    ),
  "settings and code": (draw) =>
    filled(
      oneOf(
        [
          "MAX_BYTES = 1999999999",
          "docker run -d -p 1999:1999 app:1.9.9",
          "const LIMIT = 19999999; // 199 KB",
          "seed=1999999999 epochs=199 lr=0.0999",
          "timeout: 199999\nport: 19999\nretries: 9",
          "SELECT * FROM t WHERE id = 199999999 LIMIT 19",
          "chmod 0644 file && kill -9 19999",
          "width: 1999px; height: 999px; z-index: 19999",
          "(1999, 999, 99, 19999999)",
          'integrity: "sha512-9Xy9kqXhX9TR1c2tGXmkNSVlyOpInnWdSMiue4FXX~~~99XX=="',
        ],
        draw,
      ),
      draw,
    ),
  places: (draw) =>
    filled(
      oneOf(
        [
          "49.999999, 19.999999",
          "POINT(19.999999 49.999999)",
          "tile 19/99999/99999",
          "zone 39X 1999999 9999999",
          "#map=19/49.99999/9.99999",
        ],
        draw,
      ),
      draw,
    ),
};

/** The texts of a kind that hold an identifier, with what it is taken for. */
function alarmsOf(textOf: (draw: Draw) => string, count: number): readonly string[] {
  const draw = drawsOf(97);
  return Array.from({ length: count }, () => textOf(draw)).flatMap((raw) => {
    const found = analyze(analyzer, raw).filter(({ kind, score }) => score >= THRESHOLD && !OTHERS.has(kind));
    return found.length === 0
      ? []
      : [
          `${found.map(({ kind, span }) => `${kind} ${raw.slice(span?.start, span?.end)}`).join(", ")} in ${JSON.stringify(raw)}`,
        ];
  });
}

describe("numbers that name no person", () => {
  const count = runs(200);
  let sum = 0;
  for (const [kind, textOf] of Object.entries(KINDS))
    test(`${kind} are rarely identifiers`, () => {
      const alarms = alarmsOf(textOf, count);
      sum += alarms.length;
      assert.ok(alarms.length <= count * 0.01, alarms.join("\n"));
    });

  test("are identifiers in three of a thousand texts at most", () => {
    assert.ok(sum <= Object.keys(KINDS).length * count * 0.003, String(sum));
  });
});
