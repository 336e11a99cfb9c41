import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SecretFinder } from "../../src/access/secret-finder.ts";
import { makeKey } from "../support/config.ts";

const SECRET = "rsk_one-Two/3+four==";
const OLD = "a b;c,d=e";
const finder = new SecretFinder([makeKey("one", { secret: SECRET }), makeKey("off", { secret: OLD, active: false })]);
const base64 = (text: string): string => Buffer.from(text).toString("base64");

test("a service key is found in every form that headers have for credentials", () => {
  const forms = (secret: string): readonly string[] => [
    secret,
    `  ${secret} `,
    `Bearer ${secret}`,
    `Token ${secret}`,
    `token=${secret}`,
    `Token token="${secret}"`,
    `Basic ${base64(`user:${secret}`)}`,
    `basic ${base64(`${secret}:`)}`,
    base64(secret),
    base64(secret).replaceAll("=", ""),
    Buffer.from(secret).toString("base64url"),
    encodeURIComponent(secret),
    `session=${encodeURIComponent(secret)}; a=b`,
    `https://x.test/?a=b&key=${encodeURIComponent(secret)}`,
  ];
  for (const value of [...forms(SECRET), ...forms(OLD)]) assert.ok(finder.isIn(value), value);
  for (const value of [
    `a=b; session=${SECRET}; c=d`,
    `x, ${SECRET}, y`,
    `Digest key="${SECRET}", a="b"`,
    `{"key":"${SECRET}"}`,
    `{"key":"\\u0072${SECRET.slice(1)}"}`,
    `"${SECRET.replace("_", "\\_")}"`,
    `[${SECRET}]`,
    // Behind more pieces than a list has that anyone writes.
    `${"a,".repeat(7000)}${SECRET}`,
    `${"a ".repeat(7000)}${SECRET}`,
    `a=%zz&key=%72${SECRET.slice(1)}`,
    `base64url.bearer.${Buffer.from(SECRET).toString("base64url")}`,
    base64(Buffer.from(`user:${SECRET}`, "utf16le").toString("latin1")),
  ])
    assert.ok(finder.isIn(value), value);
});

test("encodings on top of each other hide no key", () => {
  const encodings: readonly ((text: string) => string)[] = [
    encodeURIComponent,
    base64,
    (text) => `Basic ${base64(`user:${text}`)}`,
    (text) => `"${text}"`,
    (text) => Buffer.from(text).toString("hex"),
    (text) => `https://x.test/?u=${encodeURIComponent(text)}`,
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(SECRET, OLD),
      fc.array(fc.constantFrom(...encodings), { maxLength: 3 }),
      (secret, all) => finder.isIn(all.reduce<string>((text, encode) => encode(text), secret)),
    ),
  );
});

test("a value of more pieces than can be looked up counts as one that holds a key", () => {
  assert.ok(finder.isIn(Array.from({ length: 9000 }, (_, at) => `piece${at}`).join(",")));
});

test("no other value is taken for one", () => {
  const others = [
    `${SECRET}x`,
    SECRET.slice(0, -1),
    "application/json",
    "",
    "Basic",
    `Basic ${base64("user:password")}`,
  ];
  for (const value of others) assert.ok(!finder.isIn(value), value);
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (value) => !finder.isIn(value)));
  assert.ok(!new SecretFinder([]).isIn(SECRET));
});
