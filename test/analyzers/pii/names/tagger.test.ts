import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { tagger } from "../../../../src/analyzers/pii/names/tagger.ts";
import { Reading } from "../../../../src/text/reading.ts";

const found = (raw: string): readonly string[] =>
  tagger()
    .find(new Reading(raw), 0)
    .map(({ isPerson, start, end }) => `${isPerson ? "person" : "place"} ${raw.slice(start, end)}`);

/** Texts with the names in them; none of the sentences is one that the model has learnt. */
const CASES: readonly (readonly [text: string, names: readonly string[]])[] = [
  ["Please call Dr. Harriet Lindqvist before noon.", ["person Harriet Lindqvist"]],
  ["my name is tobias wernicke", ["person tobias wernicke"]],
  ["Full name: Imogen Clarke-Davies\nPlan: basic", ["person Imogen Clarke-Davies"]],
  ['{"customer_name":"Rasmus Holm","seats":4}', ["person Rasmus Holm"]],
  ["name,email\nGiulia Ferrante,g@example.org\n", ["person Giulia Ferrante"]],
  ["ANNA SCHMIDT MRN 12345", ["person ANNA SCHMIDT"]],
  ["Patient: ANNA SCHMIDT MRN", ["person ANNA SCHMIDT"]],
  ["JAN KOWALSKI PESEL 44051401359", ["person JAN KOWALSKI"]],
  ["RAVI KUMAR PAN ABCDE1234F", ["person RAVI KUMAR"]],
  ["MARTIN KELLER ISIN DE0007164600", ["person MARTIN KELLER"]],
  ["MARTIN KELLER IBAN DE89 3704 0044 0532 0130 00", ["person MARTIN KELLER"]],
  ["Name: PETER PAN", ["person PETER PAN"]],
  ["She left Lisbon for Canada in spring.", ["place Lisbon", "place Canada"]],
  ["Je m'appelle Aurélie Marchand et j'habite à Lyon.", ["person Aurélie Marchand", "place Lyon"]],
  ["Ich wohne in Stuttgart.", ["place Stuttgart"]],
  ["Wir fliegen nach Berlin/Hamburg.", ["place Berlin", "place Hamburg"]],
  ["Меня зовут Ольга Кузнецова.", ["person Ольга Кузнецова"]],
  ["ich heiße bernd krause, wo ist mein paket?", ["person bernd krause"]],
  ["nazywam się ewa nowak", ["person ewa nowak"]],
  ["меня зовут ирина попова", ["person ирина попова"]],
  ["please ring keisha thompson back", ["person keisha thompson"]],
  ["my brother carlos is moving to chicago", ["person carlos", "place chicago"]],
  ["Mr. Jenkins called again.", ["person Jenkins"]],
  ["Hi Grace, the file is attached.", ["person Grace"]],
  ["Grüße an Sabine und Thorsten!", ["person Sabine", "person Thorsten"]],
  ["Поезд идёт из Самары в Казань.", ["place Самары", "place Казань"]],
  ["Hôm qua Nguyễn Thị Hương đã gọi.", ["person Nguyễn Thị Hương"]],
];

const CLEAN: readonly string[] = [
  "Meeting at 10:00 Europe/Berlin time.",
  'tz = "America/New_York"',
  "My zone is Asia/Kolkata, thanks.",
  "America/Argentina/Buenos_Aires or America/Indiana/Knox",
  "TZ=Europe/Berlin",
  "The Export button is next to Import.",
  "const user = await UserService.findById(RequestId);",
  "We will meet in March or on Friday.",
  "mail Martin.Keller@example.org or see https://example.org/Berlin/Map",
  "<PERSON_1> met <PERSON_2> in <LOCATION_1>.",
  "Use Docker, Redis and Postgres on Linux.",
  "WARNING: DO NOT OPEN THE DOOR",
  "Buongiorno, vorrei prenotare un tavolo.",
  "Jenkins is down, restart the agent.",
  "Python or Rust for a parser?",
  "il fait beau et chaud",
  "joyeux noël à tous",
  "Sehr schön, vielen Dank!",
  "che bella giornata",
  "Enable CORS on the server, please.",
  "A. Portez un casque. B. Restez calme. C. Appelez les secours.",
  "Will the backup finish tonight?",
  "Hope you are well.",
  "Mark it as done.",
  "Erkläre mir die Photosynthese.",
  "Rédige un courriel à mon bailleur.",
  "Frohe Weihnachten und einen guten Rutsch",
  "Dear Customer, your order is on its way.",
  "ModuleNotFoundError: No module named 'jinja2'",
  "at com.acme.orders.OrderService.save(OrderService.java:41)",
];

describe("names", () => {
  for (const [text, names] of CASES) test(`finds them in: ${text}`, () => assert.deepEqual(found(text), names));
  for (const text of CLEAN) test(`finds none in: ${text}`, () => assert.deepEqual(found(text), []));

  test("reads past the line ends of quoted text", () => {
    assert.deepEqual(found('{"text":"Kind regards,\\nMonika Sauer\\n"}'), ["person Monika Sauer"]);
  });

  test("decides in a piece as in the whole text", () => {
    const raw = "The office is open. Ask Karen Whitmore. ".repeat(400);
    assert.equal(found(raw).filter((name) => name === "person Karen Whitmore").length, 400);
  });

  test("scores lie between the threshold and one", () => {
    for (const { score } of tagger().find(new Reading("Ask Karen Whitmore in Boston."), 0))
      assert.ok(score >= 0.5 && score <= 1);
  });
});
