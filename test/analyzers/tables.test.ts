/** What the head of a table says of the values below: each text is a head, and rows that push the last one far away from it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PreparedAnalyzer } from "../../src/analyzers/analyzer.ts";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { analyze, prepare } from "../support/stream-window.ts";

const THRESHOLD = 0.5;
const ROWS = 40;
const secrets = prepare(SECRETS_KEYS_DETECTION);
const pii = prepare(PII_DETECTION, ["everything"]);

// Drawn, and split so that scanners of this repository stay quiet.
const PASSWORD = ["Kd9v", "qLm2"].join("");
const OTHER_PASSWORD = ["tr0ub", "4dor&3x"].join("");
const TOKEN = ["q7Rk2mVx9L", "pT4wZb8N"].join("");
const HEX = ["5f1c9ae07b", "34d28866e0", "1a2b7f93cd"].join("");
const HASH = ["$2b$12$R9h/cIPz0gi.URN", "Nd3uE4OoQ3v8kJ7yqvW5g1yZ2tK6uT5b2G1pQm"].join("");

/** Kinds found in the last row, names and places left out. */
function kindsIn(analyzer: PreparedAnalyzer, head: string, row: string): readonly string[] {
  const raw = `${head}\n${`${row}\n`.repeat(ROWS)}`;
  const start = raw.length - row.length - 1;
  return analyze(analyzer, raw)
    .filter(
      ({ kind, score, span }) => score >= THRESHOLD && (span?.start ?? 0) >= start && !/PERSON|LOCATION/.test(kind),
    )
    .map(({ kind, span }) => `${kind} ${raw.slice(span?.start, span?.end)}`);
}

const SECRET_COLUMNS: readonly (readonly [head: string, row: string, value: string])[] = [
  ["name,ssn,phone,password", `Anna,x,y,${PASSWORD}`, PASSWORD],
  ["password,name", `${PASSWORD},Anna`, PASSWORD],
  ["user;Passwort;Stadt", `anna;${PASSWORD};Ulm`, PASSWORD],
  ["user\tapi_token", `anna\t${TOKEN}`, TOKEN],
  ["| user | password |\n|---|---|", `| anna | ${PASSWORD} |`, PASSWORD],
  ["| **user** | **password** |\n|:--|--:|", `| anna | \`${PASSWORD}\` |`, PASSWORD],
  ["user | password\n---|---", `anna | ${PASSWORD}`, PASSWORD],
  [" user | password \n------+----------", ` anna | ${PASSWORD}     `, PASSWORD],
  ["+------+----------+\n| user | password |\n+------+----------+", `| anna | ${PASSWORD} |`, PASSWORD],
  ["id,API Key,created", `17,${TOKEN},2024-03-01`, TOKEN],
  ["id,client_secret,scope", `17,${TOKEN},read`, TOKEN],
  ["Username,Password,Notes", `anna,${OTHER_PASSWORD},old`, OTHER_PASSWORD],
  ['"user","password"', `"anna","${PASSWORD}"`, PASSWORD],
  ["host,port,dbPassword", `db1,5432,${PASSWORD}`, PASSWORD],
  ["usuario,contraseña", `ana,${PASSWORD}`, PASSWORD],
  ["utilisateur;mot de passe", `anne;${PASSWORD}`, PASSWORD],
  ["service,access_token,refresh_token", `a,${TOKEN},b`, TOKEN],
  ["account,Password (plain)", `anna,${PASSWORD}`, PASSWORD],
];

const PERSONAL_COLUMNS: readonly (readonly [head: string, row: string, found: string])[] = [
  ["name,ssn,city", "Anna,536228726,Rome", "US_SSN 536228726"],
  ["name,Social Security Number", "Anna,219099999", "US_SSN 219099999"],
  ["| name | SSN |\n|---|---|", "| Anna | 536228726 |", "US_SSN 536228726"],
  ["ssn,name", "536228726,Anna", "US_SSN 536228726"],
  ['"name";"ssn"', '"Anna";"536228726"', "US_SSN 536228726"],
  ["name,phone,city", "Anna,0431 350690,Kiel", "PHONE_NUMBER 0431 350690"],
  ["name\tMobile number", "Anna\t2125550143", "PHONE_NUMBER 2125550143"],
  ["Name;Telefon;Ort", "Anna;0431 350690;Kiel", "PHONE_NUMBER 0431 350690"],
  ["name,dob,joined", "Anna,1990-04-12,2024-03-01", "DATE_OF_BIRTH 1990-04-12"],
  ["Name;Geburtsdatum;Ort", "Anna;12.04.1990;Kiel", "DATE_OF_BIRTH 12.04.1990"],
  ["| name | birth date |\n|---|---|", "| Anna | 04/12/1990 |", "DATE_OF_BIRTH 04/12/1990"],
  ["name,account number,bank", "Anna,0532013000,X", "US_BANK_NUMBER 0532013000"],
  ["name,passport_no,city", "Anna,C01X00T47,Ulm", "DE_PASSPORT C01X00T47"],
  ["nome,cpf,cidade", "Ana,52998224725,Rio", "BR_CPF 52998224725"],
  ["name,German tax id,city", "Anna,86095742719,Ulm", "DE_TAX_ID 86095742719"],
];

const HARMLESS: readonly (readonly [head: string, row: string])[] = [
  ["item,price,stock", "screwdriver,12.50,1400250"],
  ["package,version,released", "left-pad,1.3.0,2024-03-01"],
  ["| option | default |\n|---|---|", "| token_ttl | 3600000 |"],
  ["| option | default |\n|---|---|", "| password | changeme |"],
  ["| key | value |\n|---|---|", "| retries | 12 |"],
  ["| Key | Action |\n|---|---|", "| Ctrl+Shift+K | delete the line |"],
  ["user,password_policy", "anna,strong-2024-v2"],
  ["model,token_count", "gpt-x,128000000"],
  ["model,Token count,Price per token", "gpt-x,128000000,0.000002"],
  ["user,password_hash", `anna,${HASH}`],
  ["user,password", `anna,${HASH}`],
  ["user,password", "anna,********"],
  ["user,password", "anna,<redacted>"],
  ["user,password", "anna,${ANNA_PASSWORD}"],
  ["user,password", "anna,not-set"],
  ["user,password_changed", "anna,2024-03-01T10:00"],
  ["field,type,password required", "login,string,yes"],
  ["name,public_key,size", `a,${TOKEN},12`],
  ["name,key_id,size", `a,${TOKEN},12`],
  ["name,etag,sha256", `a,${HEX},${HEX}`],
  ["token,lemma,pos", "authentication,authentication,NOUN"],
  ["Passwords,Tokens", "documentation,internationalization"],
  ["order,invoice,total", "4155552671,536228726,1299.00"],
  ["name,phone_model,price", "Anna,4155552671,12"],
  ["account balance,currency", "10234567.55,EUR"],
  ["id,joined,updated", "17,1990-04-12,2024-03-01"],
  ["date,calls,phone minutes", "2024-03-01,4155552,4155552671"],
  ["x,y,z", "536228726,4155552671,86095742719"],
  ["city,population,area", "Hamburg,1892122,755.09"],
  ["time,level,message", "10:22:11,INFO,started worker 4155552671"],
  ["sha,author,date", `${HEX},Anna,2024-03-01`],
];

describe("the head of a table", () => {
  for (const [head, row, value] of SECRET_COLUMNS)
    test(`makes a secret of the column: ${head.replaceAll("\n", " / ")}`, () => {
      assert.deepEqual(kindsIn(secrets, head, row), [`assigned-secret ${value}`]);
    });

  for (const [head, row, found] of PERSONAL_COLUMNS)
    test(`is a label of the column: ${head.replaceAll("\n", " / ")}`, () => {
      assert.deepEqual(kindsIn(pii, head, row), [found]);
    });

  for (const [head, row] of HARMLESS)
    test(`says nothing of: ${head.replaceAll("\n", " / ")} / ${row.slice(0, 40)}`, () => {
      assert.deepEqual(kindsIn(secrets, head, row), []);
      assert.deepEqual(kindsIn(pii, head, row), []);
    });

  test("counts in every tuple of a statement", () => {
    const rows = Array.from({ length: ROWS }, () => `('Anna', '536228726', '${PASSWORD}', NOW())`);
    for (const between of [",", ",\n  "]) {
      const raw = `INSERT INTO users (name, ssn, password, created) VALUES ${rows.join(between)};\n`;
      assert.equal(analyze(secrets, raw).filter(({ kind }) => kind === "assigned-secret").length, ROWS);
      assert.equal(analyze(pii, raw).filter(({ kind }) => kind === "US_SSN").length, ROWS);
      const hashed = raw.replaceAll(PASSWORD, HASH);
      assert.deepEqual(analyze(secrets, hashed), []);
    }
  });

  test("judges a value as an assignment to the name does", () => {
    for (const value of [PASSWORD, HASH, TOKEN, HEX, "changeme", "${X}", "sunshine", "12345678", "not-set"]) {
      const assigned = analyze(secrets, `password=${value}`).map(({ kind, score }) => `${kind} ${score}`);
      const listed = analyze(secrets, `user,password,city\n${"anna,,Rome\n".repeat(ROWS)}anna,${value},Rome\n`);
      assert.deepEqual(
        listed.map(({ kind, score }) => `${kind} ${score}`),
        assigned,
        value,
      );
    }
  });
});
