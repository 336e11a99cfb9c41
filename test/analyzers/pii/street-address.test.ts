import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { STREET_ADDRESS } from "../../../src/analyzers/pii/detectors/street-address.ts";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { found } from "../../support/pii-found.ts";
import { assertForgetful, assertStreams, held, mixedText, prepare } from "../../support/stream-window.ts";

/** What clean prose may hold, UTF-16 units: two short words, or one and what may follow it. */
const WORDS_MAX = 16;

/** Whole addresses, one or more of each way of writing. */
const WHOLE: readonly string[] = [
  "221B Baker Street, London NW1 6XE",
  "Flat 2, 15 Rose Gardens, Leeds LS1 4DY",
  "742 Evergreen Terrace, Springfield, IL 62704",
  "123 Main St\nSpringfield, IL 62704",
  "Unit 4/12 Smith St, Fitzroy VIC 3065",
  "1234 Rue Sainte-Catherine Ouest, Montréal, QC H3G 1P1",
  "P.O. Box 123, Wellington 6140",
  "Unit 8505 Box 3866\nDPO AP 93558",
  "Am Markt 12a, 23552 Lübeck",
  "Unter den Linden 77, 10117 Berlin",
  "12 bis, rue de la République, 69002 Lyon",
  "3 place de l'Église, 35000 Rennes",
  "Calle Mayor 5, 3º B, 28013 Madrid",
  "Carrera 7 # 71-21, Bogotá",
  "Av. Paulista, 1578 - Bela Vista, São Paulo - SP, 01310-200",
  "Rua Augusta, 12, 4º andar, Lisboa",
  "Piazza del Duomo, 3, Milano",
  "Keizersgracht 174, 1016 DW Amsterdam",
  "Karl Johans gate 22, 0026 Oslo",
  "Mannerheimintie 12, 00100 Helsinki",
  "ul. Marszałkowska 10/5, 00-590 Warszawa",
  "Václavské náměstí 1, 110 00 Praha 1",
  "Andrássy út 60., 1062 Budapest",
  "Strada Lipscani 5, București 030031",
  "Brīvības iela 55, Rīga LV-1010",
  "Trg Republike 5, 11000 Beograd",
  "Bağdat Caddesi No:12 Kat:3 Daire:7 Kadıköy",
  "ул. Ленина, д. 5, кв. 12, Москва, 101000",
  "вул. Хрещатик, 22, Київ, 01001",
  "Ερμού 15, 105 63 Αθήνα",
  "〒150-0041 東京都渋谷区神南1-19-11",
  "大阪府大阪市北区梅田3番1号",
  "北京市海淀区中关村大街27号院5号楼302室",
  "台北市信義區信義路五段7號",
  "서울특별시 종로구 세종대로 209",
  "شارع الملك فهد 25، الرياض",
  "רחוב הרצל 12, תל אביב",
  "12/4, Gandhi Nagar, Chennai - 600020",
  "Flat No. 5, Shanti Apartments, MG Road, Andheri East, Mumbai 400053",
  "Blk 45, Lot 7, Brgy. San Isidro, Quezon City",
  "Jl. Sudirman No. 5, RT 01/RW 02, Jakarta Selatan 12190",
  "12 Đường Lê Lợi, Quận 1",
  "123/45 ถนนสุขุมวิท แขวงคลองเตย กรุงเทพฯ 10110",
  "Plot 12, Ngong Road, Nairobi",
  "the corner of 4748 Westfall Avenue and Maclean Street",
  "1360 Copper Cove, Durban",
  "Kastanjelaan 93 3 hoog achter, 3011 AB Rotterdam",
  "96 Rue de Presbourg 6 étage",
  "Rožu laukums 53 dz. 12, Rīga LV-1050",
  "Zirəli küçəsi, 41",
  "Zirəli küçəsi, 41, Bakı AZ1065",
  "53634 Davis Road, Belleville, ON K8N 5W6",
  "12 Mill Lane, Stoke-on-Trent ST4 2DN",
  "Aleea Dealului, Bloc 5, Ap. 12, Galați",
  "Tátra sugárút 9. 1. em. 4 ajtó, Budapest",
  "14 Elm Close\nReading\nRG1 2AB",
  "HC 68 Box 23, Murray KY",
  "广东省深圳市南山区科技园南区5栋301",
  "14 Protea Road, eThekwini 4001",
];

/** Names and numbers that a label makes an address. */
const LABELLED: readonly (readonly [string, string])[] = [
  ["My address is Perseverancia 209, Havana.", "Perseverancia 209, Havana"],
  ['{"street":"Resslova 343/10","city":"Plzeň"}', "Resslova 343/10"],
  ["Address:\n14 Oak Way\nReading\nRG1 2AB\nPhone: 555", "14 Oak Way\nReading\nRG1 2AB"],
  ["Anschrift: Am Alten Hof 3, 20457 Hamburg", "Am Alten Hof 3, 20457 Hamburg"],
  ["mi dirección es calle luna 12", "calle luna 12"],
  ["deliver it to 45 king street, manchester", "45 king street, manchester"],
  ["My address is 1428 elm st springwood oh 45501", "1428 elm st springwood oh 45501"],
  ["our house is located at 27 old oak ave, springwood, ohio", "27 old oak ave, springwood, ohio"],
  ["my address is 9 willow drive", "9 willow drive"],
  ["She lives at 12 Quarry Bottom, Leeds with her cat", "12 Quarry Bottom, Leeds"],
  ["He is staying at Tallinder 14 with friends", "Tallinder 14"],
  ["ship to: Hollowfen 8b", "Hollowfen 8b"],
  ["Vivo en Torrente Rosal 9.", "Torrente Rosal 9"],
  ["ich wohne in der Lindenhöhe 5.", "Lindenhöhe 5"],
  ["Asun osoitteessa Kivikko 9", "Kivikko 9"],
  ["J'habite au 48 Faustine de Monceau, Lille", "48 Faustine de Monceau, Lille"],
];

/** Lines of which the first ones are an address. */
const LINES: readonly (readonly [string, string])[] = [
  ["12 Oak Street, Springfield, IL 62701\nCall me tomorrow.", "12 Oak Street, Springfield, IL 62701"],
  ["12 Oak Street\nSpringfield, IL 62701\nTom Smith", "12 Oak Street\nSpringfield, IL 62701"],
  ["12 Oak Street, Springfield\nCall me tomorrow.", "12 Oak Street, Springfield"],
  ["Hauptstr. 5\n10115 Berlin\nBitte anrufen", "Hauptstr. 5\n10115 Berlin"],
  ["12 High Street\nLeeds\nLS1 4AP\nFrance is nice", "12 High Street\nLeeds\nLS1 4AP"],
  ["my address is 27 oak ave, springwood 62701\ncall me\n", "27 oak ave, springwood 62701"],
  ["12 High Street\nLeeds\nLS1 4AP\nUnited Kingdom\nTom", "12 High Street\nLeeds\nLS1 4AP\nUnited Kingdom"],
  ["Hauptstr. 5\n10115 Berlin\nDeutschland", "Hauptstr. 5\n10115 Berlin\nDeutschland"],
  ["12 Oak Street\nSuite 1500\nLeeds LS1 4AP\n", "12 Oak Street\nSuite 1500\nLeeds LS1 4AP"],
];

const PROSE: readonly string[] = [
  "In 2008 Wall Street crashed",
  "the 3 major road closures",
  "Baldur's Gate 3 is a game",
  "Section 5 Road Safety, page 12",
  "Windows 11, Build 7955",
  "We moved to Windows 11, Linux is next",
  "meet me at 10 Eastern, 9 Central",
  "meet me at Gate 12",
  "they meet at Fight Night 128",
  "ich wohne in Berlin 10 Jahre",
  "moved to 12 Factor",
  "write to <EMAIL_ADDRESS_1> and Falmark 14600",
  "at <STREET_ADDRESS_1> Falmark 14600",
  "we moved to 4 wheel drive",
  "it was sent to 12 other place holders",
  "In 1360 Copper Creek was founded",
  "at 60 Hertz, 3000 RPM",
  "a score of 23-16 in 2019",
  "IP address: 10.0.0.1, port 8080",
  "memory address 0x7fff, offset 12",
  "The keynote address at the 2005 Radio convention",
  "Send all amounts to account DE00 1234 5678",
];

describe("STREET_ADDRESS", () => {
  for (const address of WHOLE)
    test(`finds all of: ${address}`, () => {
      assert.deepEqual(found("STREET_ADDRESS", address), [address]);
      assert.deepEqual(found("STREET_ADDRESS", `"${address}"`), [address]);
    });

  for (const [raw, address] of LABELLED)
    test(`finds behind its label: ${address}`, () => assert.deepEqual(found("STREET_ADDRESS", raw), [address]));

  for (const [raw, address] of LINES)
    test(`ends with its last line: ${JSON.stringify(raw)}`, () =>
      assert.deepEqual(found("STREET_ADDRESS", raw), [address]));

  for (const raw of PROSE) test(`finds nothing in: ${raw}`, () => assert.deepEqual(found("STREET_ADDRESS", raw), []));

  test("streams like the whole text", () => {
    const { hits, misses } = STREET_ADDRESS.examples;
    const words = [
      "\n",
      ", ",
      "the ",
      "Anna ",
      "address: ",
      "Street ",
      "12 ",
      "rue ",
      "de ",
      "Hauptstr. ",
      "No: ",
      "Apt. 5 ",
      "區",
      "路",
    ];
    const more = [
      " ",
      "5",
      "London",
      "10115 Berlin",
      "P.O. Box ",
      "ship it to ",
      "corner of ",
      ". ",
      "park avenue ",
      "went ",
    ];
    const planted = [...hits.flat(), ...misses, ...WHOLE, ...LABELLED.flat(), ...LINES.flat(), ...PROSE];
    const analyzer = prepare(PII_DETECTION, ["STREET_ADDRESS"]);
    assertStreams(analyzer, mixedText([...words, ...more], planted), 2000);
    assertForgetful(analyzer, mixedText([...words, ...more], planted), 2000);
  });

  test("holds at most two short words of clean prose", () => {
    const analyzer = prepare(PII_DETECTION, ["STREET_ADDRESS"]);
    const raw = "The harbour was quiet that morning, and nobody asked the keeper about the street or the road.";
    for (let cut = 0; cut <= raw.length; cut++) {
      const prefix = raw.slice(0, cut);
      assert.ok(held(analyzer, prefix) >= cut - WORDS_MAX, prefix);
    }
  });
});
