import { idCards } from "../cards.ts";
import { digitAt, isLettered, isMod1110Valid, weightedSum } from "../checks.ts";

const STATE = /^(?:1[01]|2[1-46-9]|3[0-2]|4|5|9)/;

/** The nationwide form names the state and has a zero in the middle; the local forms have no shared check. */
const isGermanTaxNumber = (digits: string): boolean =>
  digits.length !== 13 || (STATE.test(digits) && digits.startsWith("0", 4));

/** Physician: weights 4-9 over six digits; the last two name the field. */
const isPhysicianNumber = (digits: string): boolean =>
  !digits.endsWith("00") && (10 - (weightedSum(digits, [4, 9, 4, 9, 4, 9]) % 10)) % 10 === digitAt(digits, 6);

/** The first two digits name the regional association. */
const isPracticeNumber = (digits: string): boolean => !digits.startsWith("00");

const isGermanVat = (text: string): boolean => isMod1110Valid(text.replace("DE", ""));

export const GERMAN_TRADE_IDS = idCards(
  { country: "DE", name: "Germany" },
  `
DE_BANK_ACCOUNT bank account before the international one
  form d{4,10} | d{8} d{4,10}
  label kontonummer, konto nr, kontonr, kto nr, ktonr, girokonto, bankkonto
  found 532013000 ≠ 123
  bank; https://de.wikipedia.org/wiki/Kontonummer
DE_BLZ bank code (BLZ)
  form [1-8]d{7} | [1-8]dd ddd dd
  label blz, bankleitzahl
  found 37040044 ≠ 97040044
  bank; https://de.wikipedia.org/wiki/Bankleitzahl
DE_BSNR number of a medical practice (BSNR)
  form d{9}
  label bsnr, betriebsstättennummer, betriebsstaettennummer, betriebsstätten nr, practice site number, german practice number
  found 709152370 ≠ 70915237
  check isPracticeNumber; https://de.wikipedia.org/wiki/Betriebsst%C3%A4ttennummer
DE_HANDELSREGISTER trade register (HRA, HRB)
  form HR[AB] d{1,6} | HR[AB] d{1,6} [A-Z] | HR[AB]d{1,6} | HR[AB] d{3,6}
  strong HR[AB] d{3,6}
  label handelsregister, handelsregisternummer, handelsregister nr, hrb, hra, registernummer, amtsgericht, trade register number, commercial register number
  found HRB 86891, HRA 12345 B ≠ HRC 12345, HRB 1234567
  company; alone; https://de.wikipedia.org/wiki/Handelsregister_(Deutschland)
DE_LANR number of a physician (LANR)
  form d{9}
  label lanr, lebenslange arztnummer, arztnummer, arzt nr, physician number
  found 568129654 ≠ 56812965
  check isPhysicianNumber; alone; https://de.wikipedia.org/wiki/Lebenslange_Arztnummer
DE_LEITWEG_ID routing of electronic invoices (Leitweg-ID)
  form d{2,12}-x{1,30}-dd
  label leitweg id, leitwegid, leitweg nummer
  found 04011000-12345-03 ≠ 0401
  https://de.wikipedia.org/wiki/Leitweg-ID
DE_TAX_NUMBER tax number of the local office (Steuernummer)
  form ddd/ddd/ddddd | dd/ddd/ddddd | ddd/dddd/dddd | ddd ddd ddddd | d{10,11} | d{13}
  label steuernummer, steuer nr, st nr, stnr
  found 181/815/08155, 2181081508155 ≠ 1781508150001
  tax; check isGermanTaxNumber; https://de.wikipedia.org/wiki/Steuernummer
DE_VAT_ID VAT number (USt-IdNr.)
  form DEd{9} | DE ddd ddd ddd | DE d{9} | d{9}
  strong DEd{9} | DE ddd ddd ddd
  label ust idnr, ust id, ustid, ustidnr, umsatzsteuer id, umsatzsteuer identifikationsnummer, umsatzsteueridentifikationsnummer, ust id nr
  found DE136695976 ≠ DE136695978
  company, tax; check isGermanVat; checkAlone isLettered; alone; https://de.wikipedia.org/wiki/Umsatzsteuer-Identifikationsnummer
`,
  { isPracticeNumber, isPhysicianNumber, isGermanTaxNumber, isGermanVat, isLettered },
);
