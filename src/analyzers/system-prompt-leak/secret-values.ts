import { PROHIBITION } from "./words.ts";

/**
 * Values that a prompt calls secret and forbids revealing: "The passphrase is blue heron 42. Never reveal it." They are too short to be recognised
 * by runs of letters, and revealing one is a leak by itself.
 *
 * Source of the words: our own knowledge of the languages.
 */

/** Values of one prompt; more are not looked for. */
const VALUES_MAX = 16;
/** UTF-16 units. */
const VALUE_LENGTH_MAX = 40;
const WORDS_MAX = 4;

const LABELS = [
  "pass ?words?|pass ?phrases?|pass ?codes?|code ?words?|secret words?|secret|codes?|pin|keys?|tokens?",
  "kennwort|passwort|losungswort|codewort|schlüssel|mot de passe|clé|contraseña|clave|código|parola d.ordine|senha|wachtwoord",
  "hasło|heslo|jelszó|пароль|код|lösenord|adgangskode|kodeord|passord|salasana|şifre|parola|kata sandi|mật khẩu",
  "비밀번호|암호|كلمة السر|كلمة المرور|पासवर्ड",
].join("|");
/** Where words are not parted. */
const UNPARTED_LABELS = "密码|密碼|口令|暗号|パスワード|合言葉|비밀번호는|암호는";
const LINKS =
  "(?<!\\p{L})(?:is|are|was|reads|lautet|ist|est|es|è|é|är|er|jest|je|to|on|adalah|là)(?!\\p{L})|[是为は는은—–:=-]";
/** Whose or what for it is, between a label and its value. */
const PURPOSE = "(?:\\s(?:for|of|to|für|zum|zur|pour|de|para|per|voor|do|till|til)\\s[^.!?:=\\n]{1,40}?)?";
const NAMED = new RegExp(
  `(?:(?<!\\p{L})(?:${LABELS})(?!\\p{L})|${UNPARTED_LABELS})(?:${PURPOSE}\\s{0,2}(${LINKS}))?\\s{0,2}(?=\\S)`,
  "giu",
);
const QUOTED = /^["“„«`*'‘(「『]{1,3}([^"”“»`*'’)」』\n]{3,40})["”“»`*'’)」』]/u;
const TOKEN = /^[\p{L}\p{N}][\p{L}\p{N}_/#@$!+.-]{2,39}/u;
const PHRASE = /^[^.!?,;:。、"\n]{4,40}(?=[.!?,;。、"\n]|$)/u;
/** A sentence, its end included; longer ones are cut, UTF-16 units. */
const SENTENCE = /[^.!?。！？।\n]{1,1000}(?:[.!?](?=\S)[^.!?。！？।\n]{0,200}){0,4}[.!?。！？।\n]?/gu;

/** The values that a prompt names as secrets, or that it consists of. */
export function secretValues(prompt: string): readonly string[] {
  const passages = passagesOf(prompt);
  if (passages.length > 0) return passages;
  const sentences = prompt.match(SENTENCE)?.map((text) => ({ text, forbids: PROHIBITION.test(text) })) ?? [];
  const values = new Set<string>();
  sentences.forEach(({ text }, index) => {
    const around = sentences.slice(Math.max(0, index - 1), index + 2);
    if (!around.some(({ forbids }) => forbids)) return;
    for (const match of text.matchAll(NAMED)) {
      const value = valueAt(text.slice(match.index + match[0].length), match[1] !== undefined);
      if (value !== null && values.size < VALUES_MAX) values.add(value);
    }
  });
  return [...values];
}

/** Short passages that are codes, each in its line, and nothing else: a list of what must not get out. */
function passagesOf(prompt: string): readonly string[] {
  if (prompt.length > VALUES_MAX * VALUE_LENGTH_MAX) return [];
  const lines = prompt.split("\n").map((line) => line.trim());
  const isList =
    lines.length <= VALUES_MAX && lines.every((line) => line.length <= VALUE_LENGTH_MAX && isCodePhrase(line));
  return isList ? lines : [];
}

/** @param isLinked a word or sign says that what follows is the value */
function valueAt(rest: string, isLinked: boolean): string | null {
  const quoted = QUOTED.exec(rest)?.[1];
  if (quoted !== undefined) return quoted;
  const token = TOKEN.exec(rest)?.[0].replace(/[.!-]+$/, "");
  if (token !== undefined && isCode(token)) return token;
  const phrase = isLinked ? PHRASE.exec(rest)?.[0] : undefined;
  return phrase !== undefined && isCodePhrase(phrase) ? phrase : null;
}

/** Digits and letters, all in capitals, or with a capital inside: no word. */
const isCode = (token: string): boolean =>
  /\p{N}/u.test(token) ||
  (token.length >= 4 && !/\p{Ll}/u.test(token) && /\p{Lu}/u.test(token)) ||
  /\p{Ll}\p{Lu}/u.test(token);

const isCodePhrase = (text: string): boolean =>
  text.split(/\s+/).length <= WORDS_MAX &&
  (/\p{N}/u.test(text) ? /\p{L}/u.test(text) : !/\s/.test(text) && isCode(text));
