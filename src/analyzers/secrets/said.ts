import type { Span } from "../../core/model.ts";
import { isIn, tableOf } from "./bare-value.ts";
import { isTangled } from "./gate.ts";

/**
 * How sentences say what a password is: `the password for the box is …`, `wurde auf … geändert`. Grammar of each language, in
 * our words; verbs that only end a sentence about passwords (`must be`) are left out.
 */

// What a password belongs to: `for the staging box`, `von Anna`, `для стенда`.
const PREPOSITIONS = [
  "for|of|to|on|at|in|from|f\u00fcr|fuer|von|vom|zum|zur|auf|bei|im|pour|de|du|des|d'|sur|para|del|do|da|dos|das|en|no|na|per|di|della|dell'|su|voor|van|op",
  "till|til|f\u00f6r|p\u00e5|hos|dla|od|we?|ke?|pro|untuk|dari|pentru",
  "\u0434\u043b\u044f|\u043e\u0442|\u043d\u0430|\u043a\u043e?|\u0432|\u0443|\u0437\u0430|\u0434\u043e",
].join("|");
// A word beyond ASCII needs no preposition before it: not every language has them.
const SCOPE = String.raw`(?:[ \t](?:${PREPOSITIONS})(?:[ \t][^\s,;:=!?]{1,30}){1,8}?|(?:[ \t](?=[a-z]{0,4}[^\0-\x7f])[^\s,;:=!?]{1,30}){1,4}?|[ \t]d'[^\s,;:=!?]{1,20})?`;
const BE = [
  "is|was|are|will be|should be|has been|have been|had been|will now be|gets|got",
  "ist|war|wird|lautet|hei(?:\\u00df|ss)t|wurde|bleibt",
  "(?:c['\\u2019])?est|\\u00e9tait|sera|devient|a \\u00e9t\\u00e9",
  "es|era|ser\\u00e1|ha sido|fue|qued(?:\\u00f3|a)",
  "\\u00e9|foi|fica|ficou|passou a ser",
  "\\u00e8 stat[ao]|\\u00e8|sar\\u00e0|diventa",
  "luidt|wordt|werd",
  "jest|brzmi|to|\\u00e4r|er|blev|je|bude|este|adalah|ialah|l\\u00e0",
  "\\u044d\\u0442\\u043e|\\u0431\\u0443\\u0434\\u0435\\u0442|\\u03b5\\u03af\\u03bd\\u03b1\\u03b9|\\u0647[\\u064a\\u0648]|\\u05d4[\\u05d5\\u05d9]\\u05d0",
  "(?<=salasana[a-z]{0,4} )on",
].join("|");
const NOW =
  "now|still|currently|temporarily|again|jetzt|nun|neu|derzeit|vor\\u00fcbergehend|maintenant|d\\u00e9sormais|ahora|actualmente|agora|atualmente|ora|adesso|nu";
const CHANGED = [
  "(?:re)?set|changed|updated|switched|rotated|renamed",
  "chang\\u00e9e?|modifi\\u00e9e?|r\\u00e9initialis\\u00e9e?|remplac\\u00e9e?|d\\u00e9finie?",
  "cambiad[ao]|cambi\\u00f3|actualizad[ao]|restablecid[ao]|modificad[ao]|cambiat[ao]|modificat[ao]|reimpostat[ao]|aggiornat[ao]|impostat[ao]",
  "alterad[ao]|mudad[ao]|mudou|trocad[ao]|redefinid[ao]|atualizad[ao]|definid[ao]",
  "gewijzigd|veranderd|ge\\u00e4ndert|gesetzt|zur\\u00fcckgesetzt",
].join("|");
const TO = "to|as|auf|in|zu|en|par|\\u00e0|a|por|para|com|su|naar";
// `password is generated for root:`, as programs report it; `kata sandi server:`, where nothing joins two nouns.
const REPORTED = String.raw`[ \t](?:is|was|has been)(?: [a-z]{3,12}){1,2} (?:for|of) [^\s,;=!?]{1,40}:[ \t]{1,3}`;
const OF =
  "(?!hash|policy|manager|type|format|version|name|file|hint|min|max|length|reset|field|expire|rule|id)[a-z]{2,16}";
const SAID = new RegExp(
  String.raw`['\u2019]s[ \t](?:now[ \t])?|${REPORTED}|["'\x60*)\]]{0,2}${SCOPE}(?:[ \t](?:${NOW}|se))?[ \t](?:(?:${BE})(?:[ \t](?:${NOW}))?(?:[ \t](?:${CHANGED}))?(?:[ \t](?:${TO}))?|(?:${CHANGED})[ \t](?:${TO})|(?:${TO})(?=:))(?:[ \t]{0,2}[:=])?[ \t]{1,3}\*{0,2}|["'\x60*)\]]{0,2}${SCOPE}(?:[ \t]${OF})?(?:[ \t]{0,2}[:=]|[ \t](?:[\u2013\u2014\u2192-]|->))[ \t]{1,3}\*{0,2}`,
  "iy",
);
/** The first letter of what may follow, by far the commonest end of the search. */
const BEGINS = /['\u2019]s[ \t]|["'`*)\]]{0,2}[ \t][a-z\u00c0-\u1fff\u2013\u2014\u2192-]/iy;
const FIRST = tableOf(/["'`*)\] \t]/);

/** Where the value begins that a sentence gives the password whose name ends at `end`; -1 where it gives none. */
export function saidAt(raw: string, end: number): number {
  if (!isIn(FIRST, raw.charCodeAt(end))) return -1;
  BEGINS.lastIndex = end;
  if (!BEGINS.test(raw)) return -1;
  SAID.lastIndex = end;
  return SAID.test(raw) ? SAID.lastIndex : -1;
}

/** How far after the word the password begins that no grammar gives it, and how many words stand between, UTF-16 units. */
const NEAR_MAX = 72;
const WORDS_MAX = 6;
const TANGLED_MAX = 64;
const SIGNS_MIN = 2;
/** A word of any script, perhaps the last of a question or one that says who answers; a time of day before it. */
const WORD = /^(?:[\p{L}\p{M}'\u2019-]{1,24}[:?,]?|\[?\d{1,2}:\d{2}\]?)$/u;
const TOKEN = /(\s{0,2})([^\s\u3000-\uffee]{1,80})/y;
const EDGES = /^["'`*(]+|["'`*),.:;?!]+$/g;
/** Calls, places and options: what code has between signs. */
const CODE = /^[\w.$]{4,}[([{<]|=>|\(\)|[a-z]{3}\.[a-z]{3}|^--|^[A-Za-z_][\w.-]{2,}=|["'`][,;:)}\]]|[,:([{]["'`]/;

/** The first word after `end` that is of all kinds of signs, as only drawn passwords are; words of any language may stand between. */
export function tangledAfter(raw: string, end: number): Span | null {
  let at = end;
  for (let count = 0; count <= WORDS_MAX && at - end <= NEAR_MAX; count++) {
    TOKEN.lastIndex = at;
    const [, space, token] = TOKEN.exec(raw) ?? [];
    if (token === undefined) return null;
    at = TOKEN.lastIndex;
    if (WORD.test(token)) continue;
    // The rest of a longer word, or of code.
    if (space === "") return null;
    const text = token.replace(EDGES, "");
    if (text.length > TANGLED_MAX || !/^[!-~]+$/.test(text) || CODE.test(text) || !isTangled(text, SIGNS_MIN))
      return null;
    const start = at - token.length + token.indexOf(text);
    return { start, end: start + text.length };
  }
  return null;
}
