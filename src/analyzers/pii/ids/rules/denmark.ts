import { idCards } from "../cards.ts";
import { digitAt, isDate, isDdMmYy, isLettered, less, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

const isDayFirst = (digits: string): boolean => isDdMmYy(digits, 0);

/** `DDMMYY`, the seventh digit tells the century; since 2007 numbers need not pass modulo 11. */
function isDanishPerson(digits: string): boolean {
  const year = Number(digits.slice(4, 6));
  const sign = digitAt(digits, 6);
  const isOld = sign < 4 || ((sign === 4 || sign === 9) && year > 36);
  const century = isOld ? "19" : sign > 4 && sign < 9 && year > 57 ? "18" : "20";
  // Nobody is born in a year so far ahead.
  if (century === "20" && year > 40) return false;
  const day = Number(digits.slice(0, 2)) > 60 ? less(digits.slice(0, 2), 60) : digits.slice(0, 2);
  return isDate(century + digits.slice(4, 6), digits.slice(2, 4), day);
}

/** Numbers before 2007 pass modulo 11, and most since; those of hospitals have a day above 60. */
const isDanishChecked = (digits: string): boolean =>
  /^[0-3]/.test(digits) && weightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

/** Modulo 11. */
function isDanishCompany(text: string): boolean {
  const digits = text.replace(/^DK/, "");
  return !digits.startsWith("0") && weightedSum(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

/** `DDMMYY` (companies: day + 40), modulo 11 at the ninth place, century at the tenth. */
function isIcelandic(digits: string): boolean {
  const day = digits.slice(0, 2);
  const year = (digits.endsWith("0") ? "20" : "19") + digits.slice(4, 6);
  if (!/[089]$/.test(digits) || !isDate(year, digits.slice(2, 4), Number(day) > 40 ? less(day, 40) : day)) return false;
  return weightedSum(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

export const DANISH_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "DK", name: "Denmark" },
    `
DK_CPR personal number (CPR)
  form dddddd-dddd | d{10} | dddddd dddd
  strong dddddd-dddd
  label cpr, cpr nummer, cpr nr, cpr no, personnummer, person nr, cpr number, central person register, sundhedskort, erstatnings cpr
  found 010180-1234 ≠ 511062-5629, 2110525629
  health, national, social, tax; check isDanishPerson; checkAlone isDanishChecked; alone; https://cpr.dk/cpr-systemet/opbygning-af-cpr-nummeret
DK_CVR company and VAT number (CVR)
  form DKd{8} | DK d{8} | DK dd dd dd dd | d{8} | dd dd dd dd
  strong DKd{8} | DK d{8}
  label cvr, cvr nummer, cvr nr, cvr no, se nummer, se nr, momsnummer, moms nr, momsregistreringsnummer, cvr number, virksomhedsnummer
  found DK 13585628, 13585628 ≠ DK 13585627
  company, tax; check isDanishCompany; checkAlone isLettered; alone; https://datacvr.virk.dk/
DK_DRIVER_LICENSE driving licence
  form d{8}
  label kørekort, kørekortnummer, koerekort, kørekort nr
  found 12345678 ≠ 1234567
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/DNK/index.html
DK_KONTONR bank account
  form dddd d{6,10} | dddd-d{6,10} | d{14}
  label kontonummer, konto nr, kontonr, reg nr og kontonummer, bankkonto
  found 1234 1234567890 ≠ 1234 12
  bank; https://en.wikipedia.org/wiki/International_Bank_Account_Number
DK_LICENSE_PLATE licence plate
  form [A-Z]{2} dd ddd | [A-Z]{2} ?d{5}
  label nummerplade, registreringsnummer, indregistreringsnummer, reg nr
  found AB 12 345 ≠ AB 12 34
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Denmark
DK_PASSPORT passport
  form d{9} | [A-Z]d{8}
  label pasnummer, pas nr, dansk pas, pasnr
  found 212345678 ≠ 21234567
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/DNK/index.html
`,
    { isDanishPerson, isDanishChecked, isDanishCompany, isLettered },
  ),
  ...idCards(
    { country: "FO", name: "Faroe Islands" },
    `
FO_P_TAL personal number (p-tal)
  form dddddd-ddd | d{9}
  label p tal, ptal, persónstal, personstal, p talið
  found 010180-123 ≠ 320180-123
  national, tax; check isDayFirst; https://www.us.fo/
FO_VN company number (V-tal)
  form d{6} | FOd{6} | FO d{6} | ddd.ddd
  label v tal, vtal, v number, vinnutal, v nummar, mvg tal, mvg nr, skráseting
  found 623857 ≠ 12345
  company, tax; https://www.taks.fo/
`,
    { isDayFirst },
  ),
  ...idCards(
    { country: "IS", name: "Iceland" },
    `
IS_BANK_ACCOUNT bank account
  form dddd-dd-d{6} | dddd-d{2}-d{1,6} | d{12} | 0ddd-dd-d{6}
  strong 0ddd-dd-d{6}
  label bankareikningur, reikningsnúmer, reikningsnumer, banka hb reikningur
  found 0159-26-007654 ≠ 0159-26
  bank; https://en.wikipedia.org/wiki/International_Bank_Account_Number
IS_DRIVER_LICENSE driving licence
  form d{8,9}
  label ökuskírteini, ökuskírteinisnúmer, okuskirteini
  found 12345678 ≠ 1234567
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/ISL/index.html
IS_KENNITALA number of a person or company (kennitala)
  form dddddd-dddd | d{10} | dddddd dddd
  strong dddddd-dddd
  label kennitala, kt, kennitölu, kennitalan, kennitala nr, icelandic id number, kennitala mín
  found 120174-3399 ≠ 320174-3399, 530575-0299
  company, health, national, social, tax; check isIcelandic; alone; https://is.wikipedia.org/wiki/Kennitala
IS_LICENSE_PLATE licence plate
  form [A-Z]{2}[0-9A-Z] ?d{2} | [A-Z]{2}-?[0-9A-Z]d{2}
  label bílnúmer, skráningarnúmer, bilnumer, fastanúmer, númeraplata
  found ABC 12, AB123 ≠ A123
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Iceland
IS_PASSPORT passport
  form Ad{7} | [A-Z]d{7,8}
  label vegabréf, vegabréfsnúmer, vegabref, vegabréfs nr
  found A1234567 ≠ A12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/ISL/index.html
IS_VAT VAT number (VSK)
  form ISd{5,6} | IS d{5,6} | d{5,6}
  label vsk, vsk númer, vsk nr, virðisaukaskattsnúmer, virðisaukaskattur, vsk number
  found IS 00621, 00621 ≠ IS 0062199
  tax; https://www.skatturinn.is/
`,
    { isIcelandic },
  ),
];
