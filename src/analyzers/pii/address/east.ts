import { EndPattern } from "../end-pattern.ts";
import type { Core } from "./street.ts";

/** Longest text before the number that belongs to the address, UTF-16 units. */
const REACH = 48;
const HAN = String.raw`[\p{sc=Han}\p{sc=Katakana}ー々〆ヶケノ之]`;

// Japan: prefecture, municipality, district, then block numbers or 丁目, 番地, 番, 号.
const JAPAN_HEAD = String.raw`(?:〒?\s?\d{3}-\d{4}[\s、,]{0,2})?(?:(?:東京都|北海道|(?:京都|大阪)府|\p{sc=Han}{2,3}県) ?|(?<![\p{sc=Han}\p{sc=Hiragana}])\p{sc=Han}{1,6}[市区郡町村])`;
const JAPAN_LEFT = new RegExp(String.raw`${JAPAN_HEAD}[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々ヶ]{0,28}$`, "u");
const JAPAN_NUMBER =
  /\d{1,4}(?:丁目|番地?|-(?=\d))(?:\d{1,4}(?:番地?|号|-|の)?){0,3}(?:号)?(?:[ 　]?[\p{sc=Han}\p{sc=Katakana}ーA-Za-z]{0,16} ?\d{1,4}(?:号室|号|階|F)(?:室)?)?/uy;
// China and Taiwan: road, lane, number, building, unit, floor, room.
const CHINA_LEFT = new EndPattern(
  new RegExp(
    String.raw`${HAN}{0,28}(?:路|街|大道|道|巷|弄|胡同|里|村|段|[東西南北东]路|园区|園區|大街|邨|苑|新村|花园|花園|[东西南北]区|小区|社区|科技园|园|園|广场|廣場|大厦|大廈)$`,
    "u",
  ),
);
const CHINA_NUMBER =
  /(?:\d{1,3}段)?(?:\d{1,4}巷)?(?:\d{1,4}弄)?\d{1,5}(?:-\d{1,4}|之\d{1,3})?(?:号|號)?(?:院|楼|樓|[栋棟幢座]\d{0,5}(?:室|房)?)?(?:[\p{sc=Han}]{0,12}?[A-Za-z]?\d{1,5}(?:号楼|號樓|号|號|栋|棟|幢|座|单元|單元|层|層|楼|樓|室)(?:之\d{1,3})?){0,4}/uy;
// Korea: province, city, district; road and number.
const KOREA_LEFT = new EndPattern(
  /(?:[가-힣]{1,6}(?:특별시|광역시|특별자치시|특별자치도|시|도|군|구|읍|면|동)\s){0,4}[가-힣0-9·]{1,12}(?:로|길|번길|동|가|리)\s?$/u,
);
const KOREA_NUMBER =
  /\d{1,5}(?:번길\s?\d{1,4})?(?:-\d{1,4})?(?:번지)?(?:,? \d{1,4}동)?(?:,? ?\d{1,5}(?:층|호))?(?:\s?\([가-힣0-9, ]{1,24}\))?(?:,? ?\d{1,5}(?:층|호))?/uy;
const KOREA_PLACE =
  /(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충[청북남]|전[라북남]|경[상북남]|제주)[^\n]{0,24}$|[가-힣]{2,}(?:시|도|군|구)\s[^\n]{0,14}(?:로|길)\s?$/u;
/** Particles and verbs between a sentence and the address. */
const CHINA_LEAD = /^.*[的了和与與及在于於是到往至址为為住寄]/u;
const CHINA_ROAD = /(?:路|街|大道|道|巷|弄|胡同)$/u;
const PLACE_SIGN = /[省市区區县縣镇鎮乡鄉]/u;

/** Japanese, Chinese, Taiwanese and Korean addresses: from large to small, the number last. */
export function eastBefore(raw: string, start: number): Core | null {
  const before = raw.slice(Math.max(0, start - REACH), start);
  const last = before.trimEnd().charCodeAt(before.trimEnd().length - 1);
  if (last >= 0xac00 && last <= 0xd7a3) return korea(raw, start, before);
  if (!(last >= 0x3040 && last <= 0x9fff)) return null;
  return japan(raw, start, before) ?? china(raw, start, before);
}

function japan(raw: string, start: number, before: string): Core | null {
  const number = tail(JAPAN_NUMBER, raw, start);
  const left = number === null ? null : JAPAN_LEFT.exec(before);
  if (left === null || number === null) return null;
  // Without a prefecture, two numbers with a dash are a score.
  const isSure = JAPAN_SURE.test(left[0]) || /丁目|番/.test(raw.slice(start, number));
  return isSure ? { start: start - left[0].length, end: number, trust: "sure", isLower: false } : null;
}

const JAPAN_SURE = /[都道府県]|^〒/;

function china(raw: string, start: number, before: string): Core | null {
  const left = CHINA_LEFT.exec(before.trimEnd());
  const number = tail(CHINA_NUMBER, raw, start);
  if (left === null || number === null) return null;
  const lead = CHINA_LEAD.exec(left[0])?.[0].length ?? 0;
  const name = left[0].slice(lead);
  const gap = before.length - before.trimEnd().length;
  const written = raw.slice(start, number);
  const isSure = CHINA_ROAD.test(name)
    ? /[号號]/.test(written) || PLACE_SIGN.test(name)
    : /[号號栋棟幢室]/.test(written) && PLACE_SIGN.test(name);
  if (name.length < 2) return null;
  return { start: start - gap - name.length, end: number, trust: isSure ? "sure" : "unsure", isLower: false };
}

function korea(raw: string, start: number, before: string): Core | null {
  const left = KOREA_LEFT.exec(before);
  const number = tail(KOREA_NUMBER, raw, start);
  if (left === null || number === null || /^[가-힣]{0,4}으로\s?$/.test(left[0])) return null;
  return {
    start: start - left[0].length,
    end: number,
    trust: KOREA_PLACE.test(left[0]) ? "sure" : "unsure",
    isLower: false,
  };
}

function tail(pattern: RegExp, raw: string, start: number): number | null {
  pattern.lastIndex = start;
  return pattern.test(raw) && pattern.lastIndex > start ? pattern.lastIndex : null;
}

const EAST = /[\u3012\u3040-\u9fff\uac00-\ud7a3]/;
const JAPAN_OPEN = new RegExp(String.raw`${JAPAN_HEAD}[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々ヶ]{0,30}$`, "u");
const HAN_OPEN = new RegExp(String.raw`${HAN}{1,30}\s?$`, "u");
const KOREA_OPEN = /(?:[가-힣]{1,8}(?:시|도|군|구|읍|면|동)\s){0,4}[가-힣0-9·]{1,13}\s?$/u;

/** A number that may be an unfinished part of the address: `東京都 2024-`, `中山路 1`. */
const NUMBER_OPEN = /[\s、,]{0,2}\d[\d-]{0,11}$/;
/** Longest of it, UTF-16 units. */
const NUMBER_MAX = 14;

/** Start of the East Asian address that the text may end with; the text's length without one. */
export function eastOpen(raw: string): number {
  const number = NUMBER_OPEN.exec(raw.slice(-NUMBER_MAX))?.[0].length ?? 0;
  const open = leftOpen(number === 0 ? raw : raw.slice(0, -number));
  return open < raw.length - number ? open : raw.length;
}

function leftOpen(raw: string): number {
  if (!EAST.test(raw.slice(-2))) return raw.length;
  const tail = raw.slice(-REACH - 12);
  const base = raw.length - tail.length;
  const japan = JAPAN_OPEN.exec(tail)?.index ?? tail.length;
  const korea = KOREA_OPEN.exec(tail)?.index ?? tail.length;
  const han = HAN_OPEN.exec(tail);
  const china = han === null ? tail.length : han.index + (CHINA_LEAD.exec(han[0])?.[0].length ?? 0);
  return base + Math.min(japan, korea, china);
}
