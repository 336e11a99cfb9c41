import { idCards } from "../cards.ts";
import { digitAt, isBalticCode, isDate, isLettered, isTwoRoundValid, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

const isEstonianPerson = (digits: string): boolean => /^[1-8]/.test(digits) && isBalticCode(digits);

/** Companies, societies and offices begin with digits of their own. */
const isEstonianCompany = (digits: string): boolean => /^[1789]/.test(digits) && isTwoRoundValid(digits);

/** Weights 3-7-1 modulo 10. */
const isEstonianVat = (text: string): boolean =>
  weightedSum(text.replace(/^EE/, ""), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;

/** Companies begin above 3; persons have `DDMMYY` and a century, or since 2017 the prefix 32 and no date. */
function isLatvian(text: string): boolean {
  const digits = text.replace(/^LV/, "");
  if (digits.startsWith("32")) return true;
  if (/^[4-9]/.test(digits)) return weightedSum(digits, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  if (!isDate(String(18 + digitAt(digits, 6)) + digits.slice(4, 6), digits.slice(2, 4), digits.slice(0, 2)))
    return false;
  return ((1 + weightedSum(digits, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === digitAt(digits, 10);
}

export const BALTIC_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "EE", name: "Estonia" },
    `
EE_DRIVER_LICENSE driving licence
  form [A-Z]{2}d{6}
  label juhiluba, juhiloa number, juhiload
  found ET123456 ≠ E12345
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/EST/index.html
EE_ID_CARD identity card
  form [A-Z]{2}d{7} | [A-Z]d{7}
  label id kaart, id kaardi number, isikutunnistus, dokumendi number, digi id
  found AA1234567 ≠ AA12345
  national; https://www.consilium.europa.eu/prado/en/prado-documents/EST/index.html
EE_IK personal code (isikukood)
  form d{11}
  label isikukood, isikukoodi, ik, personal code, personal identification code, isiku kood, id code, личный код
  found 36805280109 ≠ 36805280108
  health, national, social, tax; check isEstonianPerson; alone; https://et.wikipedia.org/wiki/Isikukood
EE_LICENSE_PLATE licence plate
  form d{3} ?[A-Z]{3} | d{2} ?[A-Z]{3}
  label registreerimismärk, autonumber, numbrimärk, registreerimisnumber, auto number
  found 123 ABC ≠ 1234 ABC
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Estonia
EE_PASSPORT passport
  form [A-Z]{1,2}d{7}
  label passi number, passinumber
  found KE1234567, K1234567 ≠ K12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/EST/index.html
EE_REGISTRIKOOD company number (registrikood)
  form d{8}
  label registrikood, registrikoodi, reg kood, registry code, äriregistri kood, rg kood, регистрационный код, estonian registry code
  found 12345678 ≠ 12345679
  company; check isEstonianCompany; https://ariregister.rik.ee/eng
EE_VAT VAT number (KMKR)
  form EEd{9} | EE d{9} | EE ddd ddd ddd | d{9}
  strong EEd{9} | EE d{9}
  label kmkr, km kr, kmkr number, kmkr nr, käibemaksukohustuslase number, käibemaksunumber, km number
  found EE100594102 ≠ EE100594103
  company, tax; check isEstonianVat; checkAlone isLettered; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
`,
    { isEstonianPerson, isEstonianCompany, isEstonianVat, isLettered },
  ),
  ...idCards(
    { country: "LV", name: "Latvia" },
    `
LV_DRIVER_LICENSE driving licence
  form [A-Z]{2}d{6}
  label vadītāja apliecība, vadītāja apliecības numurs, autovadītāja apliecība
  found AF123456 ≠ A12345
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/LVA/index.html
LV_ID_CARD identity card
  form PAd{7} | [A-Z]{2}d{7}
  label personas apliecība, personas apliecības numurs, eid karte, id karte
  found PA1234567 ≠ P1234
  national; https://www.consilium.europa.eu/prado/en/prado-documents/LVA/index.html
LV_LICENSE_PLATE licence plate
  form [A-Z]{2}-d{1,4} | [A-Z]{2} ?d{1,4}
  label valsts numurs, reģistrācijas numurs, auto numurs, numurzīme
  found AB-1234 ≠ AB-12345
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Latvia
LV_PASSPORT passport
  form [A-Z]{2}d{7} | LVd{7}
  label pase, pases numurs, pases nr
  found LV1234567 ≠ L123456
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/LVA/index.html
LV_PVN personal code and VAT number
  form dddddd-ddddd | LVd{11} | LV dddd dddd ddd | d{11} | LV d{11}
  strong LVd{11} | dddddd-ddddd
  label pvn, pvn nr, pvn numurs, pvn reģistrācijas numurs, personas kods, personas koda, personas kodu, personal code, reģistrācijas numurs, reg nr, vienotais reģistrācijas numurs, nodokļu maksātāja kods, персональный код
  found 161175-19997, LV 4000 3521 600 ≠ 161375-19997, 40003521601
  company, health, national, social, tax; check isLatvian; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Latvia-TIN.pdf
`,
    { isLatvian },
  ),
];
