import { idCards } from "../cards.ts";
import { digitAt, digitSum, isDate, weightedSum } from "../checks.ts";

const AUSTRIAN_WEIGHTS = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6];

const SPARE_MONTHS = /^1[3-5]$/;

/** Modulo 11 at the fourth place; months 13 to 15 are issued when a day's numbers have run out. */
function isAustrianInsured(digits: string): boolean {
  const month = digits.slice(6, 8);
  const isDay = isDate(digits.slice(8, 10), SPARE_MONTHS.test(month) ? "12" : month, digits.slice(4, 6));
  return isDay && !digits.startsWith("0") && weightedSum(digits, AUSTRIAN_WEIGHTS) % 11 === digitAt(digits, 3);
}

/** The sum as on a card, less four. */
function isAustrianVat(text: string): boolean {
  const digits = text.slice(-8);
  let sum = 4;
  for (let at = 0; at < 7; at++) sum += digitSum(digitAt(digits, at) * ((at % 2) + 1));
  return (10 - (sum % 10)) % 10 === digitAt(digits, 7);
}

export const ALPINE_IDS = idCards(
  `
= AT Austria
AT_BANK_ACCOUNT bank account before the international one; bank; wiki International_Bank_Account_Number
  form d{4,11}; found 00234573201 ≠ 123; label kontonummer, konto nr, kto nr
AT_BUSINESSID trade register (Firmenbuchnummer); company; alone; https://de.wikipedia.org/wiki/Firmenbuch
  form FN d{1,6} ?[A-Z] | FNd{1,6}[A-Z] | d{5,6} ?[A-Z] | *FN d{5,6}[A-Z]; checkAlone lettered; found FN 122119m ≠ FN 1221190
  label firmenbuchnummer, firmenbuch, firmenbuch nr, fn nummer, fn nr
AT_DRIVER_LICENSE driving licence; driver; prado AUT
  form d{8}; found 12345678 ≠ 1234567; label führerscheinnummer, führerschein, führerschein nr
AT_ID_CARD identity card; national; prado AUT
  form d{7} | ld{7} | lld{7}; found EC0000001 ≠ EC00000; label personalausweis, personalausweisnummer, ausweisnummer
AT_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Austria
  form l{1,2}-d{1,5} ?l{1,3} | l{1,2} d{1,5} ?l{1,3}; found W-12345 A, GU-123 AB ≠ W-A; label kfz kennzeichen, kennzeichen, nummerntafel
AT_PASSPORT passport; passport; prado AUT
  form ld{7} | l d{7} | lld{7}; found P1234567 ≠ P12345; label reisepass, reisepassnummer, reisepass nr
AT_SVNR social insurance number; health, social; alone; https://de.wikipedia.org/wiki/Sozialversicherungsnummer_(%C3%96sterreich)
  form dddd dddddd | d{10} | dddd-dddddd; check isAustrianInsured; found 1237 010180 ≠ 2237 010180, 1237 410180
  label sozialversicherungsnummer, sozialversicherungs nr, svnr, sv nummer, sv nr, vsnr, versicherungsnummer, e card nummer, zpv nummer
AT_TIN tax account (Abgabenkontonummer); tax; https://de.wikipedia.org/wiki/Abgabenkontonummer
  form *dd-ddd/dddd | dd dddddddd? | dd ddd/dddd | d{9}
  check /^(?:0[346-9]|1[02568]|2[239]|3[38]|4[16]|5[1-479]|6[15789]|7[12]|8[1-4]|9[01378])/, luhn; found 59-119/9013 ≠ 59-119/9012
  label abgabenkontonummer, abgabenkonto, steuernummer, steuer nr, st nr, finanzamtsnummer
AT_VAT VAT number (UID); company, tax; alone; https://de.wikipedia.org/wiki/Umsatzsteuer-Identifikationsnummer
  form *ATUd{8} | *AT Ud{8} | Ud{8} | ATU d{8}; check isAustrianVat; found ATU13585627 ≠ U13585626
  label uid, uid nummer, uid nr, umsatzsteuer identifikationsnummer, umsatzsteueridentifikationsnummer, ust idnr, ust id
AT_ZVR register of associations (ZVR); company; https://de.wikipedia.org/wiki/Zentrales_Vereinsregister
  form d{9,10}; found 123456789 ≠ 12345678; label zvr, zvr zahl, zvr nummer, vereinsregister
= CH Switzerland
CH_AHV social security number (AHV); national, social; alone; https://de.wikipedia.org/wiki/AHV-Nummer
  form *756.dddd.dddd.dd | *756d{10} | 756 dddd dddd dd; check sum 1,3,1,3,1,3,1,3,1,3,1,3,1 mod 10
  found 756.9217.0769.85 ≠ 756.9217.0769.84
  label ahv, ahv nummer, ahv nr, ahvn13, avs, numéro avs, n avs, no avs, avs nr, numero avs, ahv iv, oasi number, nss, sozialversicherungsnummer, numéro de sécurité sociale
CH_DRIVER_LICENSE driving licence; driver; prado CHE
  form d{12} | d{9}; found 001234567001 ≠ 1234567
  label führerausweis, führerausweisnummer, fuehrerausweis, faber, permis de conduire suisse, licenza di condurre
CH_GLN number of a health professional (GLN); group health; alone; https://www.refdata.ch/
  form *760d{10} | 760 d{4} d{5} d; check sum 1,3,1,3,1,3,1,3,1,3,1,3,1 mod 10; found 760 2529 82378 3 ≠ 760 2529 82378 4
  label gln, gln nummer, ean nummer, numéro gln, zsr nummer
CH_HANDELSREGISTER trade register before the UID; company; alone; https://www.zefix.ch/
  form *CH-ddd.d.ddd.ddd-d | CHd{11}; found CH-020.3.020.910-6 ≠ CH-020.3.020.910
  label handelsregisternummer, firmennummer, ch nummer, numéro registre du commerce, numero registro di commercio
CH_HEALTH_INSURANCE health insurance card; health; alone; https://de.wikipedia.org/wiki/Versichertenkarte
  form *80756d{15} | 80756 dddd dddd dddd ddd; found 80756000001234567890 ≠ 80757000001234567890
  label versichertenkarte, krankenversicherungskarte, kartennummer der versichertenkarte, carte d assuré, tessera d assicurato, veka nummer
CH_ID_CARD identity card; national; prado CHE
  form ld{7} | Exxxxxxdx?; found E1234567 ≠ 1234567; label identitätskarte, identitätskartennummer, carte d identité, carta d identità
CH_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Switzerland
  form [A-Z]{2} ?d{1,6} | [A-Z]{2}-d{1,6}; found ZH 123456 ≠ ZH 1234567
  label kontrollschild, autonummer, nummernschild, plaque d immatriculation, numéro de plaque, targa
CH_PASSPORT passport; passport; prado CHE
  form [A-Z]d{7} | [A-Z][A-Z0-9]d{6}; found X1234567 ≠ 12345678
  label schweizer pass, passnummer, pass nr, passeport suisse, numéro de passeport, passaporto svizzero
CH_UID company number (UID); company; alone; https://de.wikipedia.org/wiki/Unternehmens-Identifikationsnummer
  form *CHE-ddd.ddd.ddd | *CHEd{9} | CHE ddd ddd ddd | CHE d{9} | *CHE ddd.ddd.ddd; check weights 0,0,0,5,4,3,2,7,6,5,4 0-987654321
  found CHE-100.155.212 ≠ CHE-100.155.211
  label uid, uid nummer, uid nr, unternehmens identifikationsnummer, ide, numéro ide, numero idi, idi, enterprise identification number
CH_VAT VAT number; tax; alone; https://www.estv.admin.ch/estv/en/home/value-added-tax/vat-liability/vat-no.html
  form *CHE-ddd.ddd.ddd MWST | *CHE-ddd.ddd.ddd TVA | *CHE-ddd.ddd.ddd IVA | CHE-ddd.ddd.ddd VAT | *CHEd{9}MWST | CHEd{9}TVA | CHEd{9}IVA | CHE-ddd.ddd.ddd TPV
  check weights 0,0,0,5,4,3,2,7,6,5,4 0-987654321; found CHE-107.787.577 IVA ≠ CHE-107.787.578 IVA
  label mwst, mwst nr, mwst nummer, mehrwertsteuernummer, mehrwertsteuer nr, tva, no tva, n tva, numéro tva, partita iva, numero iva
CH_ZEMIS number of a foreigner (ZEMIS); national; https://www.sem.admin.ch/sem/en/home/themen/aufenthalt.html
  form d{6,8}.d | d{7,9}; found 1234567.8 ≠ 123456789012
  label zemis, zemis nummer, zemis nr, zar nummer, n symic, symic, numéro symic, ausländerausweis
= LI Liechtenstein
LI_ID_CARD identity card; national; prado LIE
  form IDd{5,8}; found ID0221435 ≠ ID12; label identitätskarte, id karte
LI_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Liechtenstein
  form FL ?d{1,5}; found FL 12345 ≠ FL 123456; label kontrollschild, autonummer
LI_PASSPORT passport; passport; prado LIE
  form [A-Z]d{5,6} | [A-Z]{2}d{5,6}; found R12345 ≠ R1234; label liechtensteiner reisepass, reisepass
LI_PEID number of a person or company (PEID); national, tax; tin Liechtenstein
  form d{4,12}; found 1234567 ≠ 123
  label peid, pe id, pid nummer, personenidentifikationsnummer, personen identifikations nummer, liechtenstein peid
LI_VAT VAT number; tax; https://www.llv.li/en/national-administration/fiscal-authority
  form d{5} | LId{5}; found 12345 ≠ 123; label mwst nr, mwst nummer, mehrwertsteuernummer
`,
  { isAustrianInsured, isAustrianVat },
);
