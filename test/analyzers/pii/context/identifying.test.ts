import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { PII_DETECTION } from "../../../../src/analyzers/pii/index.ts";
import { analyze, assertForgetful, assertStreams, held, mixedText, prepare } from "../../../support/stream-window.ts";
import { runs } from "../../../support/runs.ts";

const analyzer = prepare(PII_DETECTION);

const found = (raw: string): readonly string[] =>
  analyze(analyzer, raw)
    .filter(({ score }) => score >= PII_DETECTION.threshold)
    .map(({ span }) => raw.slice(span?.start, span?.end));

/** A text, and what of it the default selection reports. */
const IDENTIFIED: readonly (readonly [text: string, found: readonly string[]])[] = [
  ["My name is Katarzyna Nowak, call me at +48 601 234 567", ["Katarzyna Nowak", "+48 601 234 567"]],
  ["Contact Anna Kowalska at anna.kowalska@poczta.example.pl.", ["Anna Kowalska", "anna.kowalska@poczta.example.pl"]],
  ["Our colleague Anna Kowalska will help. Call +48 601 234 567.", ["Anna Kowalska", "+48 601 234 567"]],
  ["+48 601 234 567\nAnna Kowalska", ["+48 601 234 567", "Anna Kowalska"]],
  ["name,email\nAnna Kowalska,anna@kow.pl\n", ["Anna Kowalska", "anna@kow.pl"]],
  ['{ "name": "Anna Kowalska",\n  "email": "anna@kow.pl" }', ["Anna Kowalska", "anna@kow.pl"]],
  ["My name is Katarzyna Nowak.", ["Katarzyna Nowak"]],
  ["Ich heiße Jürgen Müller und wohne in Berlin.", ["Jürgen Müller"]],
  ["Je m'appelle Camille Durand.", ["Camille Durand"]],
  ["Me llamo Lucía Fernández.", ["Lucía Fernández"]],
  ["Mi chiamo Giulia Ferrari.", ["Giulia Ferrari"]],
  ["Meu nome é João Pereira.", ["João Pereira"]],
  ["Mijn naam is Pieter de Vries.", ["Pieter de Vries"]],
  ["Nazywam się Piotr Zieliński.", ["Piotr Zieliński"]],
  ["Jmenuji se Tomáš Novotný.", ["Tomáš Novotný"]],
  ["Volám sa Martin Horváth.", ["Martin Horváth"]],
  ["Jag heter Erik Lindqvist.", ["Erik Lindqvist"]],
  ["Jeg hedder Mette Sørensen.", ["Mette Sørensen"]],
  ["Jeg heter Kari Hansen.", ["Kari Hansen"]],
  ["Nimeni on Mikko Virtanen.", ["Mikko Virtanen"]],
  ["A nevem Kovács Péter.", ["Kovács Péter"]],
  ["Mă numesc Andrei Popescu.", ["Andrei Popescu"]],
  ["Benim adım Mehmet Yılmaz.", ["Mehmet Yılmaz"]],
  ["Меня зовут Иван Петров.", ["Иван Петров"]],
  ["Мене звати Олена Шевченко.", ["Олена Шевченко"]],
  ["Казвам се Георги Димитров.", ["Георги Димитров"]],
  ["Zovem se Ivana Horvat.", ["Ivana Horvat"]],
  ["Με λένε Γιώργος Παπαδόπουλος.", ["Γιώργος Παπαδόπουλος"]],
  ["Mano vardas Jonas Kazlauskas.", ["Jonas Kazlauskas"]],
  ["Nama saya Budi Santoso.", ["Budi Santoso"]],
  ["Tôi tên là Nguyễn Văn Hùng.", ["Nguyễn Văn Hùng"]],
  ["Dear Mr Jones,\nyour parcel is here.", ["Jones"]],
  ["Sehr geehrte Frau Brinkmann,", ["Brinkmann"]],
  ["Chère Madame Lefèvre,", ["Lefèvre"]],
  ["Estimado señor García:", ["García"]],
  ["See you on Monday.\n\nKind regards,\nGraham Whitfield Jr.", ["Graham Whitfield Jr."]],
  ["Bis bald!\nMit freundlichen Grüßen\nPetra Vogel", ["Petra Vogel"]],
  ["Cordialement,\nLouis Martin", ["Louis Martin"]],
  ["Patient: Maria Lopez", ["Maria Lopez"]],
  ["The patient's name is Maria Lopez.", ["Maria Lopez"]],
  ["Patient Maria Lopez was admitted.", ["Maria Lopez"]],
  ["Kundin: Petra Vogel", ["Petra Vogel"]],
  ["Applicant: Peter Bauer", ["Peter Bauer"]],
  ['{"customerName": "Amelia Fairbanks", "plan": "pro"}', ["Amelia Fairbanks"]],
  ["<patient>Maria Lopez</patient>", ["Maria Lopez"]],
  ["first_name: Amelia", ["Amelia"]],
  ["id,customer,plan\n7,Amelia Fairbanks,pro\n", ["Amelia Fairbanks"]],
  ["Name: Maria Schmidt\nCity: Rome", ["Maria Schmidt"]],
  ["John Smith\n12 High Street\nLeeds LS1 4AB\n\nHello", ["John Smith", "12 High Street\nLeeds LS1 4AB"]],
  ["My address is Gartenstraße 7, 10178 Berlin.", ["Gartenstraße 7, 10178 Berlin"]],
  ["Address: 27 Oak Avenue, Springwood", ["27 Oak Avenue, Springwood"]],
  ["I live at 12 Quarry Street, Leeds.", ["12 Quarry Street, Leeds"]],
  ["Ich wohne in der Gartenstraße 7 in Berlin.", ["Gartenstraße 7"]],
  ["DOB: 1990-04-12", ["1990-04-12"]],
  ["I was born on 12.04.1990.", ["12.04.1990"]],
  ["Geburtsdatum: 12.04.1990", ["12.04.1990"]],
  ["Anna Kowalska\nDOB: 1990-04-12", ["Anna Kowalska", "1990-04-12"]],
];

/** Texts of which it reports nothing. */
const HARMLESS: readonly string[] = [
  "What is the weather in Paris?",
  "il fait beau aujourd'hui",
  "Python's Flask",
  "Hi Emma, how are you?",
  "Dear Emma,\nthanks for the book.",
  "Hello Tom\nsee you tomorrow",
  "Albert Einstein was born on 14 March 1879 in Ulm.",
  "Marie Curie (born 7 November 1867) won two prizes.",
  "Sherlock Holmes lives at 221B Baker Street, London.",
  "The White House is at 1600 Pennsylvania Avenue NW, Washington.",
  "My friend Tom said that Anna is ill.",
  "Angela Merkel met Emmanuel Macron in Berlin.",
  "Is the capital of Norway Oslo?",
  "Write a poem about Julia and Romeo.",
  "import React from 'react';",
  '{"name": "Alice", "age": 30}',
  '{"author": "Jane Austen", "title": "Emma"}',
  "| Name | Born |\n| --- | --- |\n| Ada Lovelace | 1815 |\n",
  "Who wrote Hamlet? William Shakespeare, in about 1600.",
  "The server at 203.0.113.7 runs Django 4.2.",
  "Thanks,\nthat helps a lot!",
  "See you!\nBest,\nJana",
  'name = "Anna Kowalska"',
  '{"name":"John Rylands","address":"n/a"}',
  "Date of birth: 14 March 1879",
];

describe("identifying context", () => {
  for (const [raw, expected] of IDENTIFIED)
    test(`counts in ${JSON.stringify(raw)}`, () => assert.deepEqual(found(raw), expected));

  for (const raw of HARMLESS) test(`is none: ${JSON.stringify(raw)}`, () => assert.deepEqual(found(raw), []));

  test("an identifier counts in the same line or the next, at most 80 characters away, in one object", () => {
    const mail = "anna@kow.pl";
    const isFound = (raw: string): boolean => found(raw).includes("Anna Kowalska");
    assert.equal(isFound(`Anna Kowalska\n${mail}`), true);
    assert.equal(isFound(`Anna Kowalska\n\n${mail}`), false);
    assert.equal(isFound(`Anna Kowalska ${"and so on ".repeat(7)}${mail}`), true);
    assert.equal(isFound(`Anna Kowalska ${"and so on ".repeat(8)}${mail}`), false);
    assert.equal(isFound(`{"by": "Anna Kowalska"}, {"mail": "${mail}"}`), false);
    assert.equal(isFound(`Anna Kowalska came. It rained. Then write to ${mail}.`), false);
    assert.equal(isFound(`${mail} is the mail of Anna Kowalska`), true);
    assert.equal(isFound(`VAT id DE136695976 of Anna Kowalska`), false);
    assert.equal(isFound("tax id: 9X9-4433-22, Anna Kowalska"), false);
  });

  test("a name is held until its context is decided, and no longer", () => {
    assert.equal(held(analyzer, "We met Anna Kowalska yesterday and "), "We met ".length);
    const line = "We met Anna Kowalska yesterday\nand then went home\n";
    assert.ok(held(analyzer, `${line}some words more `) >= line.length);
    const long = `We met Anna Kowalska ${"and so on ".repeat(12)}`;
    assert.ok(held(analyzer, long) > "We met Anna Kowalska ".length);
    assert.ok(held(analyzer, "My name is Anna Kowalska and this is ") > "My name is Anna Kowalska".length);
  });
});

describe("identifying context on a stream", () => {
  const CASES = runs(2500);
  const texts = [...IDENTIFIED.map(([text]) => text), ...HARMLESS];
  const words = [
    " ",
    "\n",
    ", ",
    ". ",
    "Anna ",
    "Kowalska",
    "Dear Mr ",
    "Best regards,\n",
    "my name is ",
    "Patient: ",
    "anna@kow.pl",
    " +48 601 234 567 ",
    "the boat went home and ",
    "{",
    "}",
    "12 High Street, Leeds",
    "born on 12.04.1990",
    "DOB: ",
    "4111 1111 1111 1111",
    "and so on ".repeat(7),
  ];

  test("a prefix and a moving window say what the whole text says", () => {
    assertStreams(analyzer, mixedText(words, texts), CASES);
  });

  test("so do long texts, of which a window keeps a part", () => {
    const long = fc.array(mixedText(words, texts), { minLength: 4, maxLength: 8 });
    assertStreams(
      analyzer,
      long.map((parts) => parts.join(" ")),
      runs(1000),
    );
  });

  test("what was read of a text before changes nothing", () => {
    assertForgetful(analyzer, mixedText(words, texts), CASES);
  });

  test("every cut of every text gives the same", () => {
    for (const text of texts) assertStreams(analyzer, fc.constantFrom(text, `${text}\n${text}`), 40);
  });
});
