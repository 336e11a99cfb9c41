import { idCards } from "../cards.ts";
import { digitAt, digitSum, isDate, isIcaoValid, isMod1110Valid } from "../checks.ts";

/** Check digits of Germany, Austria, Switzerland and Liechtenstein. */

/**
 * Passport or identity card: ten characters end in a check digit, the lines for machines in one over all of their parts.
 * Nine are the bare serial number, where nothing can be checked.
 */
function isGermanDocument(text: string): boolean {
  const parts = text.slice(0, 10) + text.slice(10).replace("D", "");
  return text.length === 9 || (isIcaoValid(parts.slice(0, 10)) && (parts.length === 10 || isIcaoValid(parts)));
}

/**
 * Some registers write the check digit as the ninth character; cards of the first series have `T` and digits only. The old
 * ten digits are too much like other numbers.
 */
const isGermanSerial = (text: string): boolean =>
  text.length > 9 ? /[A-Z]/.test(text) : /^T\d{8}$/.test(text) || isIcaoValid(text);

/** One digit of the first ten may stand twice or three times; MOD 11,10. */
function isGermanTaxId(digits: string): boolean {
  if (digits.startsWith("0")) return false;
  const counts = new Map<string, number>();
  for (const digit of digits.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1);
  return repeated.length <= 1 && (repeated[0] ?? 0) <= 3 && isMod1110Valid(digits);
}

const PENSION_AREAS = /^(?:0[2-9]|[124-7]\d|3[89]|8[0-29])/;

const PENSION_WEIGHTS = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];

/** Area, birth date, letter as two digits, serial; sums of digits modulo 10. */
function isGermanPension(text: string): boolean {
  const day = Number(text.slice(2, 4)) % 50;
  if (!PENSION_AREAS.test(text) || !isDate(text.slice(6, 8), text.slice(4, 6), String(day))) return false;
  const digits = text.slice(0, 8) + letterAsPair(text, 8) + text.slice(9, 11);
  let sum = 0;
  for (const [at, weight] of PENSION_WEIGHTS.entries()) sum += digitSum(digitAt(digits, at) * weight);
  return sum % 10 === digitAt(text, 11);
}

/** Letter as two digits, then weights 1-2 and sums of digits modulo 10. */
function isGermanHealth(text: string): boolean {
  const digits = letterAsPair(text, 0) + text.slice(1, 9);
  let sum = 0;
  for (let at = 0; at < 10; at++) sum += digitSum(digitAt(digits, at) * ((at % 2) + 1));
  return sum % 10 === digitAt(text, 9);
}

const letterAsPair = (text: string, at: number): string => String(text.charCodeAt(at) - 64).padStart(2, "0");

function isGermanPostcode(digits: string): boolean {
  const code = Number(digits);
  return code > 1000 && code < 99_999;
}

export const GERMAN_IDS = idCards(
  { country: "DE", name: "Germany" },
  `
DE_FUEHRERSCHEIN driving licence
  form lxxx{6}dx
  label führerschein, fuehrerschein, führerscheinnummer, fuehrerscheinnummer, führerschein nr, fahrerlaubnisnummer, fahrerlaubnis nr
  found B072RRE2I55 ≠ 12345678901
  driver; https://de.wikipedia.org/wiki/F%C3%BChrerschein_(EU-Recht)
DE_HEALTH_INSURANCE health insurance number (KVNR)
  form ld{9} | l ddd ddd ddd
  label kvnr, krankenversichertennummer, krankenversicherungsnummer, krankenversicherten nr, krankenversicherungs nr, versichertennummer, versicherten nr, versicherten id, gesundheitskarte, egk nummer
  found A123456780 ≠ A123456787
  health; check isGermanHealth; alone; https://de.wikipedia.org/wiki/Krankenversichertennummer
DE_ID_CARD identity card (Personalausweis)
  form [CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8} | [CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}d | [CFGHJKLMNPRTVWXYZ0-9]{9}dD? | d{10}D d{7} d{7} d | d{10}-d{7}-d{7}-D-d | [CFGHJKLMNPRTVWXYZ0-9]{9}d d{7} d{7}D d
  label personalausweis, personalausweisnummer, personalausweis nr, ausweisnummer, ausweis nr, perso nummer
  found L01X00T471, L01X00T47 ≠ L01X00T479, T2200012, T22000129364081252010315D9
  national; check isGermanDocument; checkAlone isGermanSerial; alone; https://de.wikipedia.org/wiki/Personalausweis_(Deutschland)
DE_KFZ licence plate
  form l{1,3}-l{1,2} ?d{1,4}[EH]? | l{1,3} l{1,2} ?d{1,4}[EH]? | l{1,3}-l{1,2}-d{1,4}[EH]?
  label kfz kennzeichen, kennzeichen, autokennzeichen, amtliches kennzeichen, nummernschild, kfz nummer
  found B-MW 1234, M-AB 123E ≠ B 1234, BXYZ AB 1234
  plate; https://de.wikipedia.org/wiki/Kfz-Kennzeichen_(Deutschland)
DE_PASSPORT passport
  form [CFGHJK][CFGHJKLMNPRTVWXYZ0-9]{8} | [CFGHJK][CFGHJKLMNPRTVWXYZ0-9]{8}d | [CFGHJK][CFGHJKLMNPRTVWXYZ0-9]{8}dD? | [LMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}
  label reisepass, reisepassnummer, reisepass nr, passnummer, pass nr
  found C01X00T478, C01X00T47 ≠ C01X00T479, C0123456
  passport; check isGermanDocument; checkAlone isGermanSerial; alone; https://de.wikipedia.org/wiki/Deutscher_Reisepass
DE_PLZ postal code
  form d{5} | D-d{5}
  label plz, postleitzahl, german postal code, german postcode, german zip code
  found 10115 ≠ 01000, 99999
  check isGermanPostcode; https://de.wikipedia.org/wiki/Postleitzahl_(Deutschland)
DE_RESIDENCE_PERMIT residence permit
  form [YZ][CFGHJKLMNPRTVWXYZ0-9]{8}d? | [A-Z]d{8}
  label aufenthaltstitel, aufenthaltstitel nummer, aufenthaltserlaubnis, elektronischer aufenthaltstitel, eat nummer, ausländerakte, azr nummer
  found Y1234567L, Y01234567 ≠ Y1234
  national; https://www.consilium.europa.eu/prado/en/prado-documents/DEU/index.html
DE_SOCIAL_SECURITY pension insurance number (RVNR, SVNR)
  form dd d{6} l ddd | d{8}ld{3} | dd d{6} l dd d
  strong dd d{6} l ddd | d{8}ld{3}
  label sozialversicherungsnummer, sozialversicherungs nr, svnr, sv nummer, sv nr, rentenversicherungsnummer, rentenversicherungs nr, rvnr, versicherungsnummer, vsnr, sozialversicherungsausweis, pension insurance number
  found 15070649C103 ≠ 15070649C100, 15071349C103
  social; check isGermanPension; alone; https://de.wikipedia.org/wiki/Versicherungsnummer
DE_TAX_ID tax number of a person (Steuer-ID)
  form dd ddd ddd ddd | d{11}
  label steuer id, steueridentifikationsnummer, steuerliche identifikationsnummer, steuer identifikationsnummer, steuer idnr, idnr, steuer id nr, identifikationsnummer
  found 36574261809 ≠ 36574261808, 11112345678
  tax; check isGermanTaxId; alone; https://de.wikipedia.org/wiki/Steuerliche_Identifikationsnummer
`,
  { isGermanHealth, isGermanDocument, isGermanSerial, isGermanPostcode, isGermanPension, isGermanTaxId },
);
