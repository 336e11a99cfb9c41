import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { digitAt, digitSum, isDate, isLettered, weightedSum } from "../checks.ts";

const AUSTRIAN_WEIGHTS = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6];

const SPARE_MONTHS = /^1[3-5]$/;

/** Modulo 11 at the fourth place; months 13 to 15 are given out when a day's numbers have run out. */
function isAustrianInsured(digits: string): boolean {
  const month = digits.slice(6, 8);
  const isDay = isDate(digits.slice(8, 10), SPARE_MONTHS.test(month) ? "12" : month, digits.slice(4, 6));
  return isDay && !digits.startsWith("0") && weightedSum(digits, AUSTRIAN_WEIGHTS) % 11 === digitAt(digits, 3);
}

const TAX_OFFICES = /^(?:0[346-9]|1[02568]|2[239]|3[38]|4[16]|5[1-479]|6[15789]|7[12]|8[1-4]|9[01378])/;

/** Tax office, six digits, check digit as on a card. */
const isAustrianTaxAccount = (digits: string): boolean => TAX_OFFICES.test(digits) && isLuhnValid(digits);

/** The sum as on a card, less four. */
function isAustrianVat(text: string): boolean {
  const digits = text.slice(-8);
  let sum = 4;
  for (let at = 0; at < 7; at++) sum += digitSum(digitAt(digits, at) * ((at % 2) + 1));
  return (10 - (sum % 10)) % 10 === digitAt(digits, 7);
}

export const AUSTRIAN_IDS = idCards(
  { country: "AT", name: "Austria" },
  `
AT_BANK_ACCOUNT bank account before the international one
  form d{4,11}
  label kontonummer, konto nr, kto nr
  found 00234573201 ≠ 123
  bank; https://en.wikipedia.org/wiki/International_Bank_Account_Number
AT_BUSINESSID trade register (Firmenbuchnummer)
  form FN d{1,6} ?[A-Z] | FNd{1,6}[A-Z] | d{5,6} ?[A-Z] | FN d{5,6}[A-Z]
  strong FN d{5,6}[A-Z]
  label firmenbuchnummer, firmenbuch, firmenbuch nr, fn nummer, fn nr
  found FN 122119m ≠ FN 1221190
  company; checkAlone isLettered; alone; https://de.wikipedia.org/wiki/Firmenbuch
AT_DRIVER_LICENSE driving licence
  form d{8}
  label führerscheinnummer, führerschein, führerschein nr
  found 12345678 ≠ 1234567
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/AUT/index.html
AT_ID_CARD identity card
  form d{7} | ld{7} | lld{7}
  label personalausweis, personalausweisnummer, ausweisnummer
  found EC0000001 ≠ EC00000
  national; https://www.consilium.europa.eu/prado/en/prado-documents/AUT/index.html
AT_LICENSE_PLATE licence plate
  form l{1,2}-d{1,5} ?l{1,3} | l{1,2} d{1,5} ?l{1,3}
  label kfz kennzeichen, kennzeichen, nummerntafel
  found W-12345 A, GU-123 AB ≠ W-A
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Austria
AT_PASSPORT passport
  form ld{7} | l d{7} | lld{7}
  label reisepass, reisepassnummer, reisepass nr
  found P1234567 ≠ P12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/AUT/index.html
AT_SVNR social insurance number
  form dddd dddddd | d{10} | dddd-dddddd
  label sozialversicherungsnummer, sozialversicherungs nr, svnr, sv nummer, sv nr, vsnr, versicherungsnummer, e card nummer, zpv nummer
  found 1237 010180 ≠ 2237 010180, 1237 410180
  health, social; check isAustrianInsured; alone; https://de.wikipedia.org/wiki/Sozialversicherungsnummer_(%C3%96sterreich)
AT_TIN tax account (Abgabenkontonummer)
  form dd-ddd/dddd | dd dddddddd? | dd ddd/dddd | d{9}
  strong dd-ddd/dddd
  label abgabenkontonummer, abgabenkonto, steuernummer, steuer nr, st nr, finanzamtsnummer
  found 59-119/9013 ≠ 59-119/9012
  tax; check isAustrianTaxAccount; https://de.wikipedia.org/wiki/Abgabenkontonummer
AT_VAT VAT number (UID)
  form ATUd{8} | AT Ud{8} | Ud{8} | ATU d{8}
  strong ATUd{8} | AT Ud{8}
  label uid, uid nummer, uid nr, umsatzsteuer identifikationsnummer, umsatzsteueridentifikationsnummer, ust idnr, ust id
  found ATU13585627 ≠ U13585626
  company, tax; check isAustrianVat; alone; https://de.wikipedia.org/wiki/Umsatzsteuer-Identifikationsnummer
AT_ZVR register of associations (ZVR)
  form d{9,10}
  label zvr, zvr zahl, zvr nummer, vereinsregister
  found 123456789 ≠ 12345678
  company; https://de.wikipedia.org/wiki/Zentrales_Vereinsregister
`,
  { isLettered, isAustrianInsured, isAustrianTaxAccount, isAustrianVat },
);
