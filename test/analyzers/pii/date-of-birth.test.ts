import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { DATE_OF_BIRTH } from "../../../src/analyzers/pii/detectors/date-of-birth.ts";
import { found } from "../../support/pii-found.ts";
import { assertStreams, held, mixedText, prepare } from "../../support/stream-window.ts";
import { Reading } from "../../../src/text/reading.ts";

/** What clean prose may hold, UTF-16 units: two short words, or one and what may follow it. */
const WORDS_MAX = 16;

/** Text and the date in it. */
const BORN: readonly (readonly [string, string])[] = [
  ["Born: 4/12/90", "4/12/90"],
  ["Date of Birth (DD/MM/YYYY): 12/04/1990", "12/04/1990"],
  ["Geb.-Datum: 12.04.90", "12.04.90"],
  ["née le 1er mars 1985", "1er mars 1985"],
  ["nacida el 5 de mayo de 1975", "5 de mayo de 1975"],
  ["nato a Roma il 3 giugno 1966", "3 giugno 1966"],
  ["Data de nascimento: 03/06/1966", "03/06/1966"],
  ["geboortedatum: 3 juni 1966", "3 juni 1966"],
  ["född den 3 juni 1966", "3 juni 1966"],
  ["syntynyt 3. kesäkuuta 1966", "3. kesäkuuta 1966"],
  ["ur. 3 czerwca 1966 r.", "3 czerwca 1966"],
  ["narozen 3. června 1966", "3. června 1966"],
  ["родилась 3 июня 1966 года", "3 июня 1966"],
  ["ημερομηνία γέννησης: 3 Ιουνίου 1966", "3 Ιουνίου 1966"],
  ["出生于1966年6月3日", "1966年6月3日"],
  ["sinh ngày 3 tháng 6 năm 1966", "3 tháng 6 năm 1966"],
  ["3 Haziran 1966 doğumlu", "3 Haziran 1966"],
  ["जन्म तिथि: 03/06/1966", "03/06/1966"],
  ["วันเกิด 3 มิถุนายน 2509", "3 มิถุนายน 2509"],
  ["תאריך לידה: 03.06.1966", "03.06.1966"],
  ["data nașterii: 03.06.1966", "03.06.1966"],
  ["dob=19660603", "19660603"],
  ["date_naissance: '1966-06-03'", "1966-06-03"],
  ["<DateOfBirth>1966-06-03</DateOfBirth>", "1966-06-03"],
  ["My birthday? It's the 3rd of June, 1966.", "3rd of June, 1966"],
  ["Date of Birth\n12 April 1990\nNationality", "12 April 1990"],
  ["INSERT INTO people (id, dob) VALUES (88, '16 August 1997');", "16 August 1997"],
  ["| Name | DOB | Joined |\n|---|---|---|\n| Bo | 1966-06-03 | 2020-01-01 |", "1966-06-03"],
];

describe("DATE_OF_BIRTH", () => {
  for (const [raw, date] of BORN)
    test(`finds the date alone in: ${raw}`, () => assert.deepEqual(found("DATE_OF_BIRTH", raw), [date]));

  test("reads the column of a table that its head names, row by row", () => {
    assert.deepEqual(
      found("DATE_OF_BIRTH", "name,joined,birth_date\nBo,2020-01-02,1966-06-03\nEva,2021-01-02,1970-01-02"),
      ["1966-06-03", "1970-01-02"],
    );
  });

  test("leaves the dates of other events and numbers that are no date", () => {
    assert.deepEqual(found("DATE_OF_BIRTH", "DOB 06/03/1966, admitted 04/12/2024"), ["06/03/1966"]);
    for (const raw of [
      "She was born in Leeds, died 12/04/2015",
      "born in version 1.2.90",
      "The company was born in 1999 and sold on 12/04/2015",
      "dob: 45/45/1990",
      "invoice 12.04.1990",
    ])
      assert.deepEqual(found("DATE_OF_BIRTH", raw), [], raw);
  });

  test("streams like the whole text, and holds at most two short words of clean prose", () => {
    const analyzer = prepare(PII_DETECTION, ["DATE_OF_BIRTH"]);
    const { hits, misses } = DATE_OF_BIRTH.examples;
    const words = [
      " ",
      "\n",
      ",",
      ":",
      "born ",
      "dob",
      "April ",
      "12",
      "1990",
      "-",
      "/",
      ".",
      "the ",
      "昭和",
      "is my birthday",
    ];
    assertStreams(analyzer, mixedText(words, [...hits.flat(), ...misses, ...BORN.flat()]), 2000);
    const raw = "The harbour was quiet that morning, and nobody asked the keeper for anything.";
    for (let cut = 0; cut <= raw.length; cut++) assert.ok(held(analyzer, raw.slice(0, cut)) >= cut - WORDS_MAX);
  });

  test("finds the one date of birth among many others, and none without what makes one", () => {
    const dates = "12.04.1990 and 5 May 1990, ".repeat(20);
    const find = (raw: string): readonly string[] =>
      DATE_OF_BIRTH.find(new Reading(raw), [], 0).map(({ start, end }) => raw.slice(start, end));
    assert.deepEqual(find(dates), []);
    const words = "x ".repeat(40);
    for (const said of ["born on 1 March 1980 ", "1 March 1980 is my birthday. ", "生年月日 1 March 1980 "])
      for (const place of ["", dates])
        assert.deepEqual(find(`${place}${words}${said}${words}${dates}`), ["1 March 1980"], said);
    const rows = "name,dob\n" + "Anna,1980-03-01\n".repeat(20);
    assert.equal(find(rows).length, 20);
  });
});
