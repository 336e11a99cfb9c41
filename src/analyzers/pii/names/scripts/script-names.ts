import type { Meter } from "../../../step-meter.ts";
import { dictionary, USE } from "./dictionary.ts";
import { hangulName, isInsideHangul } from "./hangul.ts";
import { hanName } from "./han.ts";
import { type IsInside, LEFT_MAX, RIGHT_MAX, type ScriptName, type ScriptRule } from "./rule.ts";
import { isInsideSpaced, isServantOf, spacedName } from "./spaced.ts";
import { isInsideThai, isTitledThai, thaiName } from "./thai.ts";
import { mayBeVietnamese, TONED, vietnameseName } from "./vietnamese.ts";

/** A name that a rule found; offsets in UTF-16 units. */
interface Found {
  readonly isPerson: boolean;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** How the names of a block of units are found. */
interface Script {
  readonly first: number;
  readonly last: number;
  readonly rule: ScriptRule;
  /** Units from the beginning of a name on that decide. */
  readonly rightMax: number;
  /** What a word that a unit begins must be for the rule to be asked; a bit set. */
  readonly uses: number;
  /** `null`: a name may begin anywhere. */
  readonly isInside: IsInside | null;
  /** Whether the word that begins there may be a name though it is in no list. */
  readonly isUnlisted: ((raw: string, at: number) => boolean) | null;
}

const DENSE_MAX = 24;
const HAN_USES = USE.chineseSurname | USE.japaneseSurname | USE.japaneseGiven | USE.place;
const ARABIC_USES = USE.arabicGiven | USE.place;
const HINDI_USES = USE.hindiGiven | USE.place;
const KOREAN_USES = USE.koreanSurname | USE.koreanGiven | USE.place;
const SPACED = { rule: spacedName, rightMax: RIGHT_MAX, isInside: isInsideSpaced };
const HAN = { rule: hanName, rightMax: DENSE_MAX, uses: HAN_USES, isInside: null, isUnlisted: null };
/** In the order of their units. */
const SCRIPTS: readonly Script[] = [
  { first: 0x0620, last: 0x06d3, ...SPACED, uses: ARABIC_USES, isUnlisted: isServantOf },
  { first: 0x0900, last: 0x097f, ...SPACED, uses: HINDI_USES, isUnlisted: null },
  // A title says of any word that it is a name.
  {
    first: 0x0e01,
    last: 0x0e44,
    rule: thaiName,
    rightMax: RIGHT_MAX,
    uses: -1,
    isInside: isInsideThai,
    isUnlisted: isTitledThai,
  },
  { first: 0x3041, last: 0x30fe, ...HAN },
  { first: 0x3400, last: 0x9fff, ...HAN },
  {
    first: 0xac00,
    last: 0xd7a3,
    rule: hangulName,
    rightMax: DENSE_MAX,
    uses: KOREAN_USES,
    isInside: isInsideHangul,
    isUnlisted: null,
  },
];
const LOWEST = 0x0620;
/** Cheap where a text has one byte a unit. */
const ANY = /[\u0620-\u06d3\u0904-\u097f\u0e01-\u0e44\u3041-\u30fe\u3400-\u9fff\uac00-\ud7a3]/g;
const CAPITAL = /(?<![\p{L}\p{M}\p{N}_])\p{Lu}/gu;
/** Beside a mask nothing new is found: the text was analysed already. */
const MASK = /<[A-Z][A-Z_0-9]*(?:>|$)|[A-Z_0-9]>|(?<!\S)\*{2,}(?![\p{L}\p{N}])|\*{3}/u;
/** Cost of a look at what begins somewhere, and of a rule. */
const LOOK_STEPS = 1;
const STEPS = 20;

function scriptOf(code: number): Script | undefined {
  if (code < LOWEST) return undefined;
  for (const script of SCRIPTS) if (code <= script.last) return code < script.first ? undefined : script;
  return undefined;
}

/** Whether a name may begin with the unit. */
const mayBegin = ({ uses }: Script, code: number): boolean => uses < 0 || (dictionary().begins(code) & uses) !== 0;

/** Whether the rule of a script is asked about a place: what begins there is a word that it knows. Most places are none. */
function isAsked({ uses, rightMax, isInside, isUnlisted }: Script, raw: string, at: number): boolean {
  if (isInside !== null && isInside(raw, at)) return false;
  const words = dictionary();
  if ((words.begins(raw.charCodeAt(at)) & uses) !== 0 && (words.beginAt(raw, at, rightMax) & uses) !== 0) return true;
  return isUnlisted !== null && isUnlisted(raw, at);
}

function foundAt(raw: string, at: number, { rule, rightMax }: Pick<Script, "rule" | "rightMax">): ScriptName | null {
  const left = raw.slice(Math.max(0, at - LEFT_MAX), at);
  const right = raw.slice(at, at + rightMax);
  const name = rule({ left, right });
  return name === null || MASK.test(left) || MASK.test(right) ? null : name;
}

/** A name that lies in one which begins at most so far before it is none of its own: `京都` in `東京都`. UTF-16 units. */
const NESTED_MAX = 16;

/** Names of Vietnamese and of scripts without case that begin at or after `from`; some may overlap. */
export function findScriptNames(raw: string, from: number, meter?: Meter): readonly Found[] {
  const first = Math.max(0, from - NESTED_MAX);
  const found: Found[] = [];
  const add = (at: number, script: Pick<Script, "rule" | "rightMax">): void => {
    meter?.spend(STEPS);
    const name = foundAt(raw, at, script);
    if (name !== null) found.push({ isPerson: name.isPerson, start: at, end: at + name.length, score: name.score });
  };
  // Neighbours are mostly of one script.
  let script: Script | undefined;
  ANY.lastIndex = first;
  for (let at = ANY.exec(raw)?.index ?? raw.length; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (script === undefined || code < script.first || code > script.last) script = scriptOf(code);
    if (script === undefined) continue;
    meter?.spend(LOOK_STEPS);
    if (isAsked(script, raw, at)) add(at, script);
  }
  for (const at of vietnameseStarts(raw, first)) add(at, VIETNAMESE);
  const ordered = found.toSorted((a, b) => a.start - b.start);
  return ordered.filter((name, index) => name.start >= from && !isNested(ordered, index));
}

function isNested(names: readonly Found[], index: number): boolean {
  const { start = 0, end = 0 } = names[index] ?? {};
  for (let at = index - 1; at >= 0; at--) {
    const earlier = names[at];
    if (earlier === undefined || start - earlier.start > NESTED_MAX) return false;
    if (earlier.end >= end) return true;
  }
  return false;
}

const VIETNAMESE = { rule: vietnameseName, rightMax: RIGHT_MAX } as const;

/** Capitals near a letter of Vietnamese. */
function vietnameseStarts(raw: string, from: number): readonly number[] {
  const starts: number[] = [];
  let toned = nextToned(raw, Math.max(0, from - LEFT_MAX));
  if (toned < 0) return starts;
  CAPITAL.lastIndex = from;
  for (let at = CAPITAL.exec(raw)?.index; at !== undefined; at = CAPITAL.exec(raw)?.index) {
    while (toned >= 0 && toned < at - LEFT_MAX) toned = nextToned(raw, at - LEFT_MAX);
    if (toned < 0) break;
    if (toned < at + RIGHT_MAX) starts.push(at);
  }
  return starts;
}

/** Whether the unit may be a capital: of ASCII, or any beyond it. */
const isCapital = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || code > 0x7f;

function nextToned(raw: string, from: number): number {
  TONED.lastIndex = from;
  return TONED.exec(raw)?.index ?? -1;
}

/** From where on more text may make or change a name. */
export function scriptsStableUntil(raw: string): number {
  for (let at = Math.max(0, raw.length - RIGHT_MAX); at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    const script = scriptOf(code);
    if (script !== undefined && at + script.rightMax > raw.length && mayBegin(script, code)) return at;
    if (code < LOWEST && isCapital(code) && mayBeVietnamese(raw.slice(Math.max(0, at - LEFT_MAX), at), raw.slice(at)))
      return at;
  }
  return raw.length;
}
