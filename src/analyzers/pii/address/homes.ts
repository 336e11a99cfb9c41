import { isAsciiDigit } from "../numbers.ts";
import type { Core } from "./street.ts";
import { wordBefore, wordsAfter } from "./tokens.ts";
import { isRareBehind } from "./words.ts";
import { EndPattern } from "../end-pattern.ts";

/** How far before an address the words that lead to it may begin, UTF-16 units. */
const LEAD_REACH = 56;

/** What is said right before where someone lives, works, waits, or gets something: written by us, in the languages we read. */
const AT = new EndPattern(
  /(?<!\p{L})(?:liv(?:es?|ed|ing)|resid(?:es?|ed|ing)|stay(?:s|ed|ing)?|located|situated|based|headquartered|registered|arrived|left|delivered|dropped|meet(?:ing)? (?:me|us|him|her|them)|house|home|apartment|flat|offices?|shop|store|property|pick(?:ed)? (?:me|us|him|her|them|it) up)(?: \p{Ll}{1,10}){0,2} (?:at|from):?\s{1,2}$|(?<!\p{L})(?:ship|deliver|send|mail)(?:ped|ed)? to:\s{1,2}$|(?<!\p{L})(?:osoitteessa|osoitteeseen|на адресу|по адресу|за адресою|sur adresse|an die Adresse|na adrese|na adresu|pod adresem|på adressen|op het adres|a la dirección|all['’]indirizzo|no endereço|la adresa|na adresi|στη διεύθυνση)\s$/iu,
);
const TO = new EndPattern(
  /(?<!\p{L})(?:deliver|ship|send|sent|mail|post|courier|forward|return|bring|relocate|move|moving|drive|ride|cab|taxi)(?:p?ed|d|s)?(?: (?!to )\p{L}{1,12}){0,3} to\s{1,2}$/iu,
);
/** Behind these a town may stand as well, and a number that counts: `ich wohne in Kiel 5 Minuten …`. */
const IN = new EndPattern(
  /(?<!\p{L})(?:(?:wohn(?:e|t|en|te|ten|haft)|gemeldet|liefern|zustellen|ansässig)(?: (?:wir|ich|sie|er|es|uns))? (?:in|an|am|im|auf)(?: der| dem| den| die)?|(?:habit(?:e|ons|ez|ent|ait)|résid(?:e|ons|ent)|demeure|loge|situé[es]{0,2}|livre[rz]|envoye[rz])(?: \p{Ll}{1,8})? (?:au|aux|à|à la|dans la|sur la|rue)|(?:viv(?:o|e|imos|en)|resid(?:o|e|imos)|ubicad[oa]|situad[oa]|env[ií](?:ar|e|a)(?:lo|la|los|las)?|entreg(?:ar|ue|a)(?:lo|la)?|mor(?:o|a|amos)|localizad[oa]|abit(?:o|a|iamo)|risied[oe]|situat[oa]|ubicat[oa]|spedi(?:re|sci|te)|consegn(?:are|a|ate)|invia(?:re|te)?) (?:en|em|a|na|no|in|al|alla|para a|en la|en el|presso)|(?:woon|woont|wonen|gevestigd|bezorgen|bezorgd|stuur) (?:op|aan|in|naar)(?: de| het)?|(?:bor|bodde|boede|bodd|bosatt|flyttat|flyttet|levere[rs]?|leverera[st]?|skickas?|sende[sr]?) (?:på|i|till|til|ved)|(?:asun|asuu|asumme|asuvat)|(?:mieszka(?:m|my|ją)?|zamieszka[łl][ya]|dostarczyć|wysłać) (?:przy|na|pod|w)|(?:bydlí(?:m|me)?|bydliště|býva(?:m|me)?|sídlí|doručit|doručiť) (?:na|v|ve)|(?:locui(?:esc|ește|m)|stau|livra(?:ți)?|trimite(?:ți)?) (?:pe|în|in|la)|(?:živi(?:m|mo)?|stanuje(?:m|mo)?|dostaviti|poslati) (?:u|na|v)|(?:живу|живёт|живет|живём|проживаю|проживает|находится|доставить|живе|мешкаю|мешкає|доставити|живея|живее|живеам|живее) (?:на|по|в|у|за)|(?:μένω|μένει|μένουμε|κατοικώ|κατοικεί) (?:στην|στη|στον|στο|επί)|(?:tinggal|kirim|dikirim|antar) (?:di|ke)|(?:sống|ở) (?:tại|ở)|(?:elan|elab)|(?:gyvenu|gyvena)|(?:dzīvoju|dzīvo)|(?:ninaishi|anaishi))\s$/iu,
);

/** What a lead ends with. Few words do, so most texts are not looked at any closer. */
const LAST = new Set(
  (
    "at from to in an am im auf der dem den die au aux à la rue en em a na no al alla presso op aan naar de het på i till til ved " +
    "asun asuu asumme asuvat przy pod w v ve pe în u на по в у за στην στη στον στο επί di ke tại ở el elan elab gyvenu gyvena dzīvoju " +
    "dzīvo ninaishi anaishi osoitteessa osoitteeseen адресу адресою adresse adrese adresu adresem adressen adres dirección " +
    "all'indirizzo all’indirizzo endereço adresa adresi διεύθυνση"
  ).split(" "),
);

/** Places with a number that are no address: `Gate 12`, and zones of time: `at 10 Eastern`. */
const THINGS = new Set(
  (
    "gate terminal platform hall pier dock exit stand booth table desk stop camp base studio stage court field lane track bus train " +
    "flight route highway interstate motel studio area district zone sector ward precinct eastern pacific central mountain noon midnight uhr " +
    "sharp gmt euro euros dollars celsius fahrenheit percent guys eleven star stars locker night box"
  ).split(" "),
);

/**
 * Whether the sentence leads to a home, so that a name with a number is an address: `she lives at 12 Quarry Bottom`,
 * `vivo en Torrente Ana 9`.
 */
export function leadsHome(raw: string, start: number, core: Core): boolean {
  const gap = raw.charCodeAt(start - 1) === 0x3a ? 0 : 1;
  const colon = raw.charCodeAt(start - 1 - gap) === 0x3a ? 1 : 0;
  const last = wordBefore(raw, start - gap - colon);
  if (last === null || !LAST.has(last.text.toLowerCase())) return false;
  const before = raw.slice(Math.max(0, start - LEAD_REACH), start);
  const isFirst = isAsciiDigit(raw.charCodeAt(start));
  if (AT.test(before)) return isFirst ? isNumbered(raw, core) : isNamed(raw, core);
  if (isFirst) return (TO.test(before) || IN.test(before)) && isNumbered(raw, core);
  return IN.test(before) && isNamed(raw, core) && isClosed(raw, core.end);
}

/** A name before the number. */
function isNamed(raw: string, core: Core): boolean {
  const name = NAME_BEFORE.exec(raw.slice(core.start, core.end))?.[1]?.toLowerCase();
  return name !== undefined && !THINGS.has(name) && !isRareBehind(name);
}

const NAME_BEFORE = /([\p{L}\p{M}'’.-]{2,40}),? \D{0,4}\d[^ ]{0,9}(?: \p{L})?\.?$/u;

/** Two names behind the number, or one and a place behind a comma; behind three digits a name is enough. */
function isNumbered(raw: string, core: Core): boolean {
  const digits = NUMBER.exec(raw.slice(core.start, core.start + 8))?.[0].length ?? 0;
  const at = raw.charCodeAt(core.start + digits);
  const [first, second] = wordsAfter(raw, core.start + digits + (at === 0x20 ? 1 : 2), 2);
  if (first === undefined || THINGS.has(first.bare)) return false;
  if (digits > 2 && !YEAR.test(raw.slice(core.start, core.start + digits))) return true;
  if (second !== undefined && (second.isParticle || (second.isName && !second.isStranger)))
    return !THINGS.has(second.bare);
  return PLACE_BEHIND.test(raw.slice(first.end, first.end + 4));
}

const NUMBER = /^\d{1,5}[A-Za-z]?/;
const YEAR = /^(?:19|20)\d\d$/;
const PLACE_BEHIND = /^(?:, ?|\n)\p{Lu}/u;

/** Nothing is counted: no word stands behind the number. */
const isClosed = (raw: string, end: number): boolean => !/^[ ]?\p{L}/u.test(raw.slice(end, end + 2));

/** A street by the name of a landscape, with a number of three digits, and a place behind: `1360 Copper Cove, Durban`. */
export function isLandscape(raw: string, core: Core): boolean {
  const text = raw.slice(core.start, core.end);
  const last = LANDSCAPE.exec(text)?.[1]?.toLowerCase();
  return (
    last !== undefined &&
    !/^(?:19|20)\d\d /.test(text) &&
    isRareBehind(last) &&
    PLACE_BEHIND.test(raw.slice(core.end, core.end + 3))
  );
}

const LANDSCAPE = /^\d{3,5}[A-Z]? \p{Lu}[\p{L}\p{M}'’. -]{1,40} (\p{Lu}\p{L}{2,12})$/u;
