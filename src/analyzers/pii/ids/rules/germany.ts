import { idCards } from "../cards.ts";
import { digitAt, digitSum, isDate, isMod1110Valid, valueAt } from "../checks.ts";

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

/** ICAO 9303-3 §4.9: weights 7-3-1 over the characters before the last digit. */
function isIcaoValid(text: string): boolean {
  let sum = 0;
  const last = text.length - 1;
  for (let at = 0; at < last; at++) sum += valueAt(text, at) * ([7, 3, 1][at % 3] ?? 0);
  return sum % 10 === digitAt(text, last);
}

export const GERMAN_IDS = idCards(
  `
= DE Germany
DE_BANK_ACCOUNT bank account before the international one; bank; https://de.wikipedia.org/wiki/Kontonummer
  form d{4,10} | d{8} d{4,10}; found 532013000 ≠ 123; label kontonummer, konto nr, kontonr, kto nr, ktonr, girokonto, bankkonto
DE_BLZ bank code (BLZ); bank; https://de.wikipedia.org/wiki/Bankleitzahl
  form [1-8]d{7} | [1-8]dd ddd dd; found 37040044 ≠ 97040044; label blz, bankleitzahl
DE_BSNR number of a medical practice (BSNR); group health; https://de.wikipedia.org/wiki/Betriebsst%C3%A4ttennummer
  form d{9}; check /^(?!00)/; found 709152370 ≠ 70915237
  label bsnr, betriebsstättennummer, betriebsstaettennummer, betriebsstätten nr, practice site number, german practice number
DE_FUEHRERSCHEIN driving licence; driver; https://de.wikipedia.org/wiki/F%C3%BChrerschein_(EU-Recht)
  form lxxx{6}dx; found B072RRE2I55 ≠ 12345678901
  label führerschein, fuehrerschein, führerscheinnummer, fuehrerscheinnummer, führerschein nr, fahrerlaubnisnummer, fahrerlaubnis nr
DE_HANDELSREGISTER trade register (HRA, HRB); company; alone; https://de.wikipedia.org/wiki/Handelsregister_(Deutschland)
  form HR[AB] d{1,6} | HR[AB] d{1,6} [A-Z] | HR[AB]d{1,6} | *HR[AB] d{3,6}; found HRB 86891, HRA 12345 B ≠ HRC 12345, HRB 1234567
  label handelsregister, handelsregisternummer, handelsregister nr, hrb, hra, registernummer, amtsgericht, trade register number, commercial register number
DE_HEALTH_INSURANCE health insurance number (KVNR); health; alone; https://de.wikipedia.org/wiki/Krankenversichertennummer
  form ld{9} | l ddd ddd ddd; check isGermanHealth; found A123456780 ≠ A123456787
  label kvnr, krankenversichertennummer, krankenversicherungsnummer, krankenversicherten nr, krankenversicherungs nr, versichertennummer, versicherten nr, versicherten id, gesundheitskarte, egk nummer
DE_ID_CARD identity card (Personalausweis); national; alone; https://de.wikipedia.org/wiki/Personalausweis_(Deutschland)
  form [CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8} | [CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}d | [CFGHJKLMNPRTVWXYZ0-9]{9}dD? | d{10}D d{7} d{7} d | d{10}-d{7}-d{7}-D-d | [CFGHJKLMNPRTVWXYZ0-9]{9}d d{7} d{7}D d
  check isGermanDocument; checkAlone isGermanSerial; found L01X00T471, L01X00T47 ≠ L01X00T479, T2200012, T22000129364081252010315D9
  label personalausweis, personalausweisnummer, personalausweis nr, ausweisnummer, ausweis nr, perso nummer
DE_KFZ licence plate; plate; https://de.wikipedia.org/wiki/Kfz-Kennzeichen_(Deutschland)
  form l{1,3}-l{1,2} ?d{1,4}[EH]? | l{1,3} l{1,2} ?d{1,4}[EH]? | l{1,3}-l{1,2}-d{1,4}[EH]?
  found B-MW 1234, M-AB 123E ≠ B 1234, BXYZ AB 1234
  label kfz kennzeichen, kennzeichen, autokennzeichen, amtliches kennzeichen, nummernschild, kfz nummer
DE_LANR number of a physician (LANR); group health; alone; https://de.wikipedia.org/wiki/Lebenslange_Arztnummer
  form d{9}; check /^(?!.*00$)/, weights 4,9,4,9,4,9 0987654321; found 568129654 ≠ 56812965
  label lanr, lebenslange arztnummer, arztnummer, arzt nr, physician number
DE_LEITWEG_ID routing of electronic invoices (Leitweg-ID); https://de.wikipedia.org/wiki/Leitweg-ID
  form d{2,12}-x{1,30}-dd; found 04011000-12345-03 ≠ 0401; label leitweg id, leitwegid, leitweg nummer
DE_PASSPORT passport; passport; alone; https://de.wikipedia.org/wiki/Deutscher_Reisepass
  form [CFGHJK][CFGHJKLMNPRTVWXYZ0-9]{8} | [CFGHJK][CFGHJKLMNPRTVWXYZ0-9]{8}d | [CFGHJK][CFGHJKLMNPRTVWXYZ0-9]{8}dD? | [LMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}
  check isGermanDocument; checkAlone isGermanSerial; found C01X00T478, C01X00T47 ≠ C01X00T479, C0123456
  label reisepass, reisepassnummer, reisepass nr, passnummer, pass nr
DE_PLZ postal code; group places; https://de.wikipedia.org/wiki/Postleitzahl_(Deutschland)
  form d{5} | D-d{5}; check range 0 01001..99998; found 10115 ≠ 01000, 99999
  label plz, postleitzahl, german postal code, german postcode, german zip code
DE_RESIDENCE_PERMIT residence permit; national; prado DEU
  form [YZ][CFGHJKLMNPRTVWXYZ0-9]{8}d? | [A-Z]d{8}; found Y1234567L, Y01234567 ≠ Y1234
  label aufenthaltstitel, aufenthaltstitel nummer, aufenthaltserlaubnis, elektronischer aufenthaltstitel, eat nummer, ausländerakte, azr nummer
DE_SOCIAL_SECURITY pension insurance number (RVNR, SVNR); social; alone; https://de.wikipedia.org/wiki/Versicherungsnummer
  form *dd d{6} l ddd | *d{8}ld{3} | dd d{6} l dd d; check isGermanPension; found 15070649C103 ≠ 15070649C100, 15071349C103
  label sozialversicherungsnummer, sozialversicherungs nr, svnr, sv nummer, sv nr, rentenversicherungsnummer, rentenversicherungs nr, rvnr, versicherungsnummer, vsnr, sozialversicherungsausweis, pension insurance number
DE_TAX_ID tax number of a person (Steuer-ID); tax; alone; https://de.wikipedia.org/wiki/Steuerliche_Identifikationsnummer
  form dd ddd ddd ddd | d{11}; check isGermanTaxId; found 36574261809 ≠ 36574261808, 11112345678
  label steuer id, steueridentifikationsnummer, steuerliche identifikationsnummer, steuer identifikationsnummer, steuer idnr, idnr, steuer id nr, identifikationsnummer
DE_TAX_NUMBER tax number of the local office (Steuernummer); tax; https://de.wikipedia.org/wiki/Steuernummer
  form ddd/ddd/ddddd | dd/ddd/ddddd | ddd/dddd/dddd | ddd ddd ddddd | d{10,11} | d{13}
  check /^(?!.{13}$)/ or /^(?:1[01]|2[1-46-9]|3[0-2]|4|5|9)/, /^.{4}0/; found 181/815/08155, 2181081508155 ≠ 1781508150001
  label steuernummer, steuer nr, st nr, stnr
DE_VAT_ID VAT number (USt-IdNr.); company, tax; alone; https://de.wikipedia.org/wiki/Umsatzsteuer-Identifikationsnummer
  form *DEd{9} | *DE ddd ddd ddd | DE d{9} | d{9}; check drop DE, mod1110; checkAlone lettered; found DE136695976 ≠ DE136695978
  label ust idnr, ust id, ustid, ustidnr, umsatzsteuer id, umsatzsteuer identifikationsnummer, umsatzsteueridentifikationsnummer, ust id nr
`,
  { isGermanDocument, isGermanHealth, isGermanPension, isGermanSerial, isGermanTaxId },
);
