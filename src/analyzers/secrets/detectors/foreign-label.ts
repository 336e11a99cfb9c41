import type { RawText } from "../../../text/units.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { ALPHABET, drawToken, run } from "../../token-rule.ts";
import type { Label } from "../gate.ts";
import { holdLabelled, LABELLED_MAX, readLabelled } from "../labelled-value.ts";

/** Words for password, key, token and secret outside ASCII; those that ASCII letters begin stand with the other labels. */
const WORDS: readonly (readonly [word: string, label: Label])[] = [
  ...[
    "пароль",
    "Пароль",
    "паролем",
    "пароля",
    "密码",
    "密碼",
    "口令",
    "パスワード",
    "비밀번호",
    "암호",
    "hasło",
    "Hasło",
    "hasłem",
    "hasła",
    "parolası",
    "parolanız",
    "Parolanız",
    "şifre",
    "Şifre",
    "jelszó",
    "Jelszó",
    "κωδικός",
    "كلمة المرور",
    "סיסמה",
    "पासवर्ड",
    "mật khẩu",
    "Mật khẩu",
    "รหัสผ่าน",
    "lösenord",
    "Lösenord",
    "پسورد",
    "رمز عبور",
    "slaptažod",
    "парола",
    "лозинка",
  ].map((word) => [word, "password"] as const),
  ...[
    "ключ",
    "Ключ",
    "токен",
    "Токен",
    "секрет",
    "Секрет",
    "密钥",
    "密鑰",
    "令牌",
    "キー",
    "トークン",
    "シークレット",
    "토큰",
    "비밀",
    "clé",
    "Clé",
    "schlüssel",
    "Schlüssel",
    "κλειδί",
    "المفتاح",
    "מפתח",
    "कुंजी",
    "khóa",
  ].map((word) => [word, "strong"] as const),
];
const LABELS: ReadonlyMap<string, Label> = new Map(WORDS);
/** All of them. */
export const FOREIGN_WORDS: readonly string[] = [...LABELS.keys()];
/** Letters of Latin-1 that some of the words have; the other words cannot stand in a text of one byte a character. */
const LATIN = ["\u00e9", "\u00fc", "\u00f6"];
const isLatin = (word: string): boolean => LATIN.some((letter) => word.includes(letter)) && /^[\0-\u00ff]*$/.test(word);
const patternOf = (words: readonly string[]): RegExp => new RegExp(words.join("|"), "g");
const LATIN_WORDS = patternOf([...LABELS.keys()].filter(isLatin));
const OTHER_WORDS = patternOf([...LABELS.keys()].filter((word) => !isLatin(word)));
const sample = drawToken([run(ALPHABET.base62, 32)], 9);

/** A value that a word in another script, or with letters outside ASCII, calls a password, a key or a token. */
export const FOREIGN_LABEL: SpanDetector = {
  id: "foreign-label",
  placeholder: "SECRET",
  keywords: [],
  maxLength: LABELLED_MAX,
  source: "https://cldr.unicode.org/",
  about: {
    name: "value that a word of another script calls a password or key",
    form: "as an assigned secret, after words of some fifteen languages",
  },
  find: (reading, _, from, meter) => {
    const matches: Match[] = [];
    for (const { start, end, label } of wordsIn(reading))
      for (const match of readLabelled(reading, { start, end }, { given: label, meter }))
        if (match.start >= from && match.start !== matches.at(-1)?.start) matches.push(match);
    return matches;
  },
  stableUntil: (reading, _, from) =>
    holdLabelled(
      reading,
      wordsIn(reading).map((word) => ({ keyword: 0, ...word })),
      { from, given: ({ start, end }) => LABELS.get(reading.raw.slice(start, end)) ?? null },
    ),
  examples: {
    hits: [
      [`Мой ключ API: ${sample}`, sample],
      [`ma clé mailgun est ${sample}, merci`, sample],
      [["密码是 ", "Berlin_7909。"].join(""), "Berlin_7909"],
    ],
    misses: ["Пароль должен быть длинным", "la clé de voûte est là", "密码是什么？"],
  },
};

const NO_WORDS: readonly Word[] = [];

interface Word {
  readonly start: number;
  readonly end: number;
  readonly label: Label;
}

/** Places of the words, in order; most texts have no letter that one of them needs. */
function wordsIn({ raw, isAscii }: RawText): readonly Word[] {
  if (isAscii) return NO_WORDS;
  const latin = LATIN.some((letter) => raw.includes(letter)) ? allOf(raw, LATIN_WORDS) : [];
  const others = allOf(raw, OTHER_WORDS);
  return latin.length === 0 ? others : [...latin, ...others].sort((a, b) => a.start - b.start);
}

function allOf(raw: string, pattern: RegExp): readonly Word[] {
  pattern.lastIndex = 0;
  const words: Word[] = [];
  for (let found = pattern.exec(raw); found !== null; found = pattern.exec(raw))
    words.push({ start: found.index, end: pattern.lastIndex, label: LABELS.get(found[0]) ?? "strong" });
  return words;
}
