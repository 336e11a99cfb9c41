import { idCards } from "../cards.ts";
import { digitAt, isBirthNumber, isIcoValid, isLettered, remainder, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Companies have eight digits, persons their birth number, others nine that begin with 6. */
function isCzechVat(text: string): boolean {
  const digits = text.replace(/^CZ/, "");
  if (digits.length === 8) return !digits.startsWith("9") && isIcoValid(digits);
  return isBirthNumber(digits) || (digits.length === 9 && isCzechSpecial(digits));
}

function isCzechSpecial(digits: string): boolean {
  const rest = weightedSum(digits.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11;
  return digits.startsWith("6") && (8 - ((10 - rest + 11) % 11) + 10) % 10 === digitAt(digits, 8);
}

/** Divisible by 11, the third digit tells the kind. */
function isSlovakVat(text: string): boolean {
  const digits = text.replace(/^SK/, "");
  return /^[1-9]\d[2-47-9]/.test(digits) && remainder(digits, 11) === 0;
}

const ACCOUNT_WEIGHTS = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1];

/** Czech and Slovak bank accounts: the number in front of the four digits of the bank, modulo 11. */
const isCzechAccount = (digits: string): boolean => {
  const account = digits.slice(0, -4).slice(-10).padStart(10, "0");
  return Number(account) > 0 && weightedSum(account, ACCOUNT_WEIGHTS) % 11 === 0;
};

/** Those of nine digits have no check. */
const isNewBirthNumber = (digits: string): boolean => digits.length === 10;

export const CZECH_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "CZ", name: "Czechia" },
    `
CZ_BANK_ACCOUNT bank account
  form d{2,10}/dddd | d{1,6}-d{2,10}/dddd | d{1,6}-d{6,10}/dddd
  strong d{1,6}-d{6,10}/dddd
  label číslo účtu, č účtu, bankovní účet, číslo bankovního účtu, účet, předčíslí
  found 19-2000145399/0800 ≠ 19-2000145398/0800
  bank; check isCzechAccount; https://cs.wikipedia.org/wiki/%C4%8C%C3%ADslo_%C3%BA%C4%8Dtu
CZ_DIC tax and VAT number (DIČ)
  form CZd{8,10} | CZ d{8,10} | CZ ddd ddd ddd? | d{8,10} | CZd{8} | CZ d{8} | CZd{10}
  strong CZd{8} | CZ d{8} | CZd{10}
  label dič, dic, daňové identifikační číslo, danove identifikacni cislo, vat dič, čech dič
  found CZ25123891 ≠ 25123890
  company, tax; check isCzechVat; checkAlone isLettered; alone; https://cs.wikipedia.org/wiki/Da%C5%88ov%C3%A9_identifika%C4%8Dn%C3%AD_%C4%8D%C3%ADslo
CZ_DRIVER_LICENSE driving licence
  form [A-Z]{2} d{6} | [A-Z]{2}d{6}
  label řidičský průkaz, číslo řidičského průkazu, řidičák, řp
  found EH 123456 ≠ E 123456
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/CZE/index.html
CZ_ICO company number (IČO)
  form d{8} | ddd dd ddd | ddd ddd dd
  label ičo, ič, ico, identifikační číslo osoby, identifikační číslo, ičo firmy, czech company id
  found 25123891 ≠ 25123890
  company; check isIcoValid; https://cs.wikipedia.org/wiki/Identifika%C4%8Dn%C3%AD_%C4%8D%C3%ADslo_osoby
CZ_ID_CARD identity card
  form d{9} | [A-Z]{2}d{6} | d{6}[A-Z]{2}dd
  label občanský průkaz, číslo občanského průkazu, občanka, číslo op, č op, op číslo
  found 123456789 ≠ 12345678
  national; https://www.consilium.europa.eu/prado/en/prado-documents/CZE/index.html
CZ_LICENSE_PLATE licence plate
  form d[A-Z][0-9A-Z] ?d{4} | d[A-Z][0-9A-Z] dddd
  label spz, rz, státní poznávací značka, registrační značka, poznávací značka
  found 1A2 3456 ≠ 1A2 34567
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_the_Czech_Republic
CZ_PASSPORT passport
  form d{8}
  label cestovní pas, číslo pasu, číslo cestovního pasu
  found 12345678 ≠ 1234567
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/CZE/index.html
CZ_RC birth number (rodné číslo)
  form dddddd/dddd | dddddd/ddd | d{9,10} | dddddd dddd?
  strong dddddd/dddd
  label rodné číslo, rodne cislo, rč, r č, birth number, czech birth number, personal identification number, číslo pojištěnce, rodného čísla, národní identifikační číslo
  found 710319/2745 ≠ 1103492745, 7103192746
  health, national, social, tax; check isBirthNumber; checkAlone isNewBirthNumber; alone; https://cs.wikipedia.org/wiki/Rodn%C3%A9_%C4%8D%C3%ADslo
`,
    { isCzechAccount, isCzechVat, isLettered, isIcoValid, isBirthNumber, isNewBirthNumber },
  ),
  ...idCards(
    { country: "SK", name: "Slovakia" },
    `
SK_BANK_ACCOUNT bank account
  form d{1,6}-d{2,10}/dddd | d{2,10}/dddd
  label číslo účtu, č účtu, bankový účet, číslo bankového účtu
  found 19-2000145399/0900 ≠ 19-2000145398/0900
  bank; check isCzechAccount; https://sk.wikipedia.org/wiki/International_Bank_Account_Number
SK_DIC tax number (DIČ)
  form [1-9]d{9} | d{10}
  label dič, dic, daňové identifikačné číslo
  found 2022749619 ≠ 202274961
  company, tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Slovakia-TIN.pdf
SK_DPH VAT number (IČ DPH)
  form SKd{10} | SK ddd ddd dd dd | SK d{10} | d{10}
  strong SKd{10} | SK d{10}
  label ič dph, ic dph, icdph, ič pre daň, identifikačné číslo pre dph, slovak dph
  found SK2022749619 ≠ SK 202 274 96 18
  company, tax; check isSlovakVat; checkAlone isLettered; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
SK_DRIVER_LICENSE driving licence
  form [A-Z]{1,2}d{6,8} | [A-Z] d{8}
  label vodičský preukaz, číslo vodičského preukazu, vodičák
  found S12345678 ≠ S123
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/SVK/index.html
SK_ICO company number (IČO)
  form d{8} | dd ddd ddd | ddd ddd dd
  label ičo, ico, identifikačné číslo organizácie, identifikačné číslo, slovak company id
  found 98 918 516 ≠ 98 918 517
  company; check isIcoValid; https://sk.wikipedia.org/wiki/Identifika%C4%8Dn%C3%A9_%C4%8D%C3%ADslo_organiz%C3%A1cie
SK_ID_CARD identity card
  form [A-Z]{2}d{6} | [A-Z]{2} d{6}
  label občiansky preukaz, číslo občianskeho preukazu, číslo op, občiansky
  found HC123456 ≠ H123456
  national; https://www.consilium.europa.eu/prado/en/prado-documents/SVK/index.html
SK_LICENSE_PLATE licence plate
  form [A-Z]{2}-?d{3}[A-Z]{2} | [A-Z]{2} d{3}[A-Z]{2}
  label ečv, evidenčné číslo, evidenčné číslo vozidla, špz
  found BA-123AB ≠ BA-12AB
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Slovakia
SK_PASSPORT passport
  form [A-Z]{2}d{7} | [A-Z]{1,2}d{6,7}
  label cestovný pas, číslo pasu, číslo cestovného pasu
  found BD1234567 ≠ BD123
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/SVK/index.html
SK_RC birth number (rodné číslo)
  form dddddd/dddd | dddddd/ddd | d{9,10} | dddddd dddd
  label rodné číslo, rodne cislo, rč, birth number, slovak birth number, rodného čísla
  found 710319/2745 ≠ 7103192746
  health, national, social; check isBirthNumber; https://sk.wikipedia.org/wiki/Rodn%C3%A9_%C4%8D%C3%ADslo
`,
    { isCzechAccount, isSlovakVat, isLettered, isIcoValid, isBirthNumber },
  ),
];
