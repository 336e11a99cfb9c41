import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findScriptNames, scriptsStableUntil } from "../../../../../src/analyzers/pii/names/scripts/script-names.ts";

const found = (raw: string, from = 0): readonly string[] =>
  findScriptNames(raw, from).map(
    ({ isPerson, start, end }) => `${isPerson ? "person" : "place"} ${raw.slice(start, end)}`,
  );

/** Texts with the names in them. */
const CASES: readonly (readonly [text: string, names: readonly string[]])[] = [
  ["请转告周晓东律师。", ["person 周晓东"]],
  ["我叫陈雨欣，来自成都。", ["person 陈雨欣", "place 成都"]],
  ["诸葛明先生住在苏州。", ["person 诸葛明", "place 苏州"]],
  ["彭小姐没有来。", ["person 彭"]],
  ["林志玲說她喜歡臺北。", ["person 林志玲", "place 臺北"]],
  ["岡田様、お待たせしました。", ["person 岡田"]],
  ["遠藤 美咲と申します。", ["person 遠藤 美咲"]],
  ["西村健太さんは札幌に住んでいます。", ["person 西村健太", "place 札幌"]],
  ["同僚の三浦が休みです。", ["person 三浦"]],
  ["東京都とスペインの時差は？", ["place 東京都", "place スペイン"]],
  ["노하윤 씨가 울산에서 왔어요.", ["person 노하윤", "place 울산"]],
  ["제 이름은 민서현입니다.", ["person 민서현"]],
  ["선우은숙 배우가 나왔다", ["person 선우은숙"]],
  ["คุณวิชัย ทองดี อยู่ที่เชียงราย", ["person วิชัย ทองดี", "place เชียงราย"]],
  ["นายกขตง สุขใจนัก มาถึง", ["person กขตง สุขใจนัก"]],
  ["سافر وليد الخطيب إلى الدوحة.", ["person وليد الخطيب", "place الدوحة"]],
  ["الأستاذة هند غائبة.", ["person هند"]],
  ["عاد من السعودية ولبنان.", ["place السعودية", "place لبنان"]],
  ["श्री गौरव त्रिपाठी पटना में हैं।", ["person गौरव त्रिपाठी", "place पटना"]],
  ["फ्रांस और फ़्रांस", ["place फ्रांस", "place फ़्रांस"]],
  ["Đoàn Minh Châu làm ở Quy Nhơn.", ["person Đoàn Minh Châu", "place Quy Nhơn"]],
  ["Ông Thắng sang Nhật Bản rồi.", ["person Thắng", "place Nhật Bản"]],
];

const CLEAN: readonly string[] = [
  "高中同学明天聚会",
  "方便的话请回复",
  "国王先生",
  "奥さんとお母さんへ",
  "ローマ字で書いて",
  "日本語を教えて",
  "고객님께 안내드립니다",
  "강아지가 귀여워요",
  "คุณสมบัติของสินค้า",
  "นายกรัฐมนตรี",
  "الطقس جميل والرجل كريم",
  "मुझे आशा है",
  "Hồ sơ của tôi",
  "Phan, Cao and Mai are words here.",
  "<PERSON_1>和李晓梅先生",
  "李** 先生",
];

describe("names in scripts without case, and in Vietnamese", () => {
  for (const [text, names] of CASES) test(`finds them in: ${text}`, () => assert.deepEqual(found(text), names));
  for (const text of CLEAN) test(`finds none in: ${text}`, () => assert.deepEqual(found(text), []));

  test("a name that begins before the place is left out", () => {
    assert.deepEqual(found("周晓东律师和周晓东律师", 1), ["person 周晓东"]);
  });

  test("text without such names is decided to its end", () => {
    const raw = "The harbour was quiet, and no one asked.";
    assert.equal(scriptsStableUntil(raw), raw.length);
  });

  test("a text that may go on as a name is held from there", () => {
    assert.equal(scriptsStableUntil("a quiet harbour. 王"), 17);
    assert.equal(scriptsStableUntil("Hôm qua Nguyễn "), 8);
  });
});
