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
  ])
    assert.ok(finder.isIn(value), value);
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
