import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PII_DETECTION } from "../../../../src/analyzers/pii/index.ts";
import { runs } from "../../../support/runs.ts";
import { assertStreams, held, mixedText, prepare } from "../../../support/stream-window.ts";

const CASES = runs(2500);
const planted = [
  "My name is Katarzyna Nowak.",
  "Dr. J. R. van der Berg Jr. said",
  "name: tobias wernicke\n",
  '{"name":"Anna","city":"São Paulo"}',
  "LONDON, PARIS AND NEW YORK",
  "a,b\nGiulia Ferrante,Roma\n",
  "Jean-Pierre O'Brien",
  "\\nMonika Sauer\\n",
  "Меня зовут Ольга",
  '{"name":"Jos\\u00e9 Garc\\u00eda"}',
  "Zo\\\\u00eb \\ud83d\\ude00 M&#252;ller",
  "Europe/Berlin America/New_York",
  "ANNA SCHMIDT MRN 12345",
  "PETER PAN A1",
  "talk to keisha thompson about it",
  "my sister leila in toronto",
  "nazywam się ewa nowak.",
  "the CORS POLICY of ACME",
  "the CORS headers",
  "an IP. Finalmente",
  "请把合同发给张伟经理，谢谢",
  "我叫李晓梅，住在上海。",
  "鈴木 花子と申します。東京",
  "山本太郎様、京都へ",
  "김민수 씨에게 부산에서",
  "남궁민 교수님이",
  "คุณสมชาย ใจดี โทรมา",
  "นายกรัฐมนตรีไปเชียงใหม่",
  "قال يوسف إبراهيم إن عبد الله الحربي في القاهرة",
  "श्री अमित कुमार दिल्ली से",
  "Chị Hạnh gặp Nguyễn Thị Lan ở Cần Thơ",
];
const words = [
  "the boat ",
  " ",
  "\n",
  ", ",
  ". ",
  "-",
  "'",
  "@",
  "/",
  "_",
  "<",
  ":",
  "Anna ",
  "Paris ",
  "de ",
  "A",
  "7",
  "\\u00e9",
  "\\",
  "PAN ",
  "CORS ",
  "justin ",
  "bieber ",
  "się ",
  "x".repeat(40),
  "王",
  "先生",
  "さん",
  "김",
  "이 ",
  "คุณ",
  "و",
  "Nguyễn ",
  "Hồ ",
];

describe("names on a stream", () => {
  const analyzer = prepare(PII_DETECTION, ["PERSON", "LOCATION"]);

  test("a prefix and a moving window say what the whole text says", () => {
    assertStreams(analyzer, mixedText(words, planted), CASES);
  });

  test("rows of capitals longer than the window stream too", () => {
    assertStreams(analyzer, mixedText(["JOHN SMITH ".repeat(20), "Anna Maria ".repeat(30), " ", "x. "], planted), 300);
  });

  test("prose without names is not held for more than two words", () => {
    const raw = "The harbour was quiet that morning. Nobody asked the keeper, who slept. In the end it was Friday.";
    for (let cut = 0; cut <= raw.length; cut++) {
      const prefix = raw.slice(0, cut).trimEnd();
      const second = prefix.lastIndexOf(" ", prefix.lastIndexOf(" ") - 1);
      assert.ok(held(analyzer, raw.slice(0, cut)) >= second, prefix);
    }
  });
});
