import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Finding } from "../../../src/core/model.ts";
import { SECRETS_KEYS_DETECTION } from "../../../src/analyzers/secrets/index.ts";
import { ALPHABET, drawToken, run } from "../../../src/analyzers/token-rule.ts";
import { HARMLESS, SAID, WHOLE } from "../../support/passwords.ts";
import { analyze, prepare } from "../../support/stream-window.ts";

const analyzer = prepare(SECRETS_KEYS_DETECTION);
const BASE62 = drawToken([run(ALPHABET.base62, 32)], 41);
const HEX = drawToken([run(ALPHABET.hex, 32)], 42);
const UUID = [8, 4, 4, 4, 12].map((length, at) => drawToken([run(ALPHABET.hex, length)], 50 + at)).join("-");

const found = (raw: string): readonly string[] =>
  analyze(analyzer, raw)
    .filter(({ score }: Finding) => score >= SECRETS_KEYS_DETECTION.threshold)
    .map(({ span }) => raw.slice(span?.start, span?.end));

describe("a value behind its name", () => {
  test("is found in every usual notation", () => {
    for (const value of [BASE62, HEX, UUID])
      for (const raw of [
        `ACME_API_KEY=${value}`,
        `export ACME_TOKEN="${value}"`,
        `{"acme":{"apiKey":"${value}"}}`,
        `{"body":"{\\"token\\":\\"${value}\\"}"}`,
        `- name: ACME_TOKEN\n  value: ${value}`,
        `<add key="AcmeApiKey" value="${value}" />`,
        `<api_key>${value}</api_key>`,
        `| Acme API key | ${value} |`,
        `acme login --token ${value}`,
        `curl -H 'X-Api-Key: ${value}' https://api.test`,
        `ENV ACME_TOKEN ${value}`,
        `define('ACME_SECRET', '${value}');`,
        `token = os.getenv("ACME_TOKEN", "${value}")`,
        `my Acme API key is ${value}, why?`,
        `**Token:** \`${value}\``,
        `Your API token:\n\n${value}\n`,
        `api_key <- "${value}"`,
      ])
        assert.deepEqual(found(raw), [value], raw);
  });

  test("is found whole over several lines", () => {
    const [one, other] = [drawToken([run(ALPHABET.base62, 60)], 43), drawToken([run(ALPHABET.base62, 30)], 44)];
    for (const joint of ["\\\n", "=\n", "\n", "\n    "])
      assert.deepEqual(found(`api_secret: ${one}${joint}${other}\nport: 8080\n`), [`${one}${joint}${other}`], joint);
    assert.deepEqual(found(`api_secret: ${one}\nOTHER_SETTING_2=x`), [one]);
  });

  test("is a password under the heading of a network, and in the parameters of templates", () => {
    const chosen = ["Copper_", "1959"].join("");
    for (const raw of [
      `Wi-Fi\n  SSID: Keller\n  Key: ${chosen}`,
      `DBPassword:\n    Type: String\n    Default: ${chosen}\n`,
      `param adminPassword string = '${chosen}'`,
    ])
      assert.deepEqual(found(raw), [chosen], raw);
    assert.deepEqual(found(`Piano\n  Key: ${chosen}`), []);
  });

  test("is no name of a build or a release", () => {
    for (const raw of ["keys:\n  - npm-11984425501-20", "key: linux-x64-node-24.3.1-11984425501"])
      assert.deepEqual(found(raw), [], raw);
  });

  test("is found beside a word that nothing connects with it", () => {
    for (const raw of [
      `the key I got from the Mailgun dashboard: ${HEX}`,
      `Can you check this secret (${BASE62})?`,
      `Shodan("${HEX}")`,
      `我的密钥是${BASE62}。`,
      `ma clé d'API est ${BASE62}`,
    ])
      assert.equal(found(raw).length, 1, raw);
  });

  test("digests, ids, public keys, names and templates are not found", () => {
    for (const raw of [
      `cache key: ${HEX}`,
      `key: ${UUID}`,
      `commit ${HEX} adds the token`,
      `the token's sha256 is ${HEX}`,
      `publicKey = "${BASE62}"`,
      `secretName: some-bucket-name-2`,
      "token: {{ .Values.token }}",
      "password = getPassword('main1')",
      `tokenId: "${UUID}"`,
      `ENC[AES256_GCM,data:${BASE62}] password`,
    ])
      assert.deepEqual(found(raw), [], raw);
  });
});

describe("a password", () => {
  const password = ["j8Kd", "22mX"].join("-");

  test("is found in sentences, calls and commands", () => {
    for (const raw of [
      `the password is ${password}!`.replace("!", "."),
      `username bob and password ${password}`,
      `la contraseña es ${password}`,
      `пароль: ${password}`,
      `CREATE USER bob IDENTIFIED BY '${password}';`,
      `new mysqli("localhost", "root", "${password}", "db")`,
      `jdbc:oracle:thin:scott/${password}@//h:1521/x`,
      `credentials: bob / ${password}`,
      `REDIS_PASSWORD=whiteduke`.replace("whiteduke", password),
    ])
      assert.deepEqual(found(raw), [password], raw);
  });

  test("is not what a form or a sentence says about it", () => {
    for (const raw of [
      'password = "required"',
      "the password field2 is empty",
      'type="password" name="login"',
      "password: string",
      "Reset your password by Friday",
    ])
      assert.deepEqual(found(raw), [], raw);
  });
});

describe("a password is found whole", () => {
  const value = ["Kd9vq", "Lm2!x"].join("");

  test("in every carrier", () => {
    for (const [raw, whole] of WHOLE) assert.deepEqual(found(raw), [whole], raw);
  });

  test("in what sentences say", () => {
    for (const form of SAID) assert.deepEqual(found(form.replace("#", value)), [value], form);
  });

  test("and nothing is found in forms, code and sentences about passwords", () => {
    for (const raw of HARMLESS) assert.deepEqual(found(raw), [], raw);
  });

  test("is no name that follows the word in a list of names", () => {
    for (const raw of [
      'fields = ["username", "password", "address_line1", "oauth2_token"]',
      "exclude = ('password', 'sha256_digest')",
      "`no_password`, `encoding_not_utf8`",
      '["old_password",\n  "verify_2fa_code"]',
      '["password", "addressLine1"]',
      '["password", "address-line-2"]',
    ])
      assert.deepEqual(found(raw), [], raw);
    for (const value of ["winter_2024", "winter_sun_24", "winterSun24", "kd9vq_lm2z"])
      assert.deepEqual(found(`connect("admin_password", "${value}")`), [value]);
  });
});
