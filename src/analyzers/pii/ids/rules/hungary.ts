import { idCards } from "../cards.ts";
import { digitAt, isDate, weightedSum } from "../checks.ts";

const NINE_SEVEN = [9, 7, 3, 1, 9, 7, 3, 1];

/** Weights 9-7-3-1; the kind of taxation and the county may follow. */
const isHungarianCompany = (text: string): boolean => weightedSum(text.replace(/^HU/, ""), NINE_SEVEN) % 10 === 0;

/** Begins with 8; weights 1 to 9. */
const isHungarianTaxpayer = (digits: string): boolean =>
  weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 === digitAt(digits, 9);

/** Weights 3 and 7. */
const isHungarianInsured = (digits: string): boolean =>
  weightedSum(digits, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === digitAt(digits, 8);

/** Sex and century, `YYMMDD`, serial; weights rise before 1997 and fall since. */
function isHungarianPerson(digits: string): boolean {
  if (!isDate(digits.slice(1, 3), digits.slice(3, 5), digits.slice(5, 7))) return false;
  const [rising, falling] = [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
  ];
  return [rising, falling].some((weights) => weightedSum(digits, weights ?? []) % 11 === digitAt(digits, 10));
}

/** Groups of eight, each with a check digit of its own; the last may be left out. */
const isHungarianAccount = (digits: string): boolean =>
  weightedSum(digits, NINE_SEVEN) % 10 === 0 &&
  (digits.length === 16
    ? weightedSum(digits.slice(8), NINE_SEVEN) % 10 === 0
    : weightedSum(digits.slice(8), [...NINE_SEVEN, ...NINE_SEVEN]) % 10 === 0);

export const HUNGARIAN_IDS = idCards(
  { country: "HU", name: "Hungary" },
  `
HU_BANK_ACCOUNT bank account
  form dddddddd-dddddddd-dddddddd | dddddddd-dddddddd | d{24}
  strong dddddddd-dddddddd-dddddddd
  label bankszámlaszám, bankszámla, számlaszám, bankszamlaszam
  found 11773016-11111018-00000000 ≠ 11773016-11111019-00000000
  bank; check isHungarianAccount; https://www.mnb.hu/en/payments
HU_COMPANY trade register (cégjegyzékszám)
  form dd-dd-dddddd | dd dd dddddd | d{10}
  label cégjegyzékszám, cegjegyzekszam, cg, cégjegyzék szám, nyilvántartási szám
  found 01-09-123456 ≠ 01-09-12345
  company; https://www.e-cegjegyzek.hu/
HU_DRIVER_LICENSE driving licence
  form [A-Z]{2}d{6} | [A-Z]{2} d{6}
  label vezetői engedély, jogosítvány, vezetői engedély száma, jogosítvány száma
  found AB123456 ≠ A123456
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/HUN/index.html
HU_ID_CARD identity card
  form d{6}[A-Z]{2} | d{6} [A-Z]{2} | [A-Z]{2}-d{6}
  label személyi igazolvány, személyi igazolvány száma, személyazonosító igazolvány, szig, szig szám, személyi
  found 123456AB ≠ 12345AB
  national; https://www.consilium.europa.eu/prado/en/prado-documents/HUN/index.html
HU_LICENSE_PLATE licence plate
  form [A-Z]{3}-d{3} | [A-Z]{2} [A-Z]{2}-d{3} | [A-Z]{4}-d{3}
  label rendszám, rendszámtábla, forgalmi rendszám
  found ABC-123, AA BB-123 ≠ ABC-12
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Hungary
HU_PASSPORT passport
  form [A-Z]{2}d{6,7} | [A-Z]{2} d{6,7}
  label útlevél, útlevélszám, útlevél száma, utlevelszam
  found BA1234567 ≠ B123456
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/HUN/index.html
HU_PERSONAL_ID personal identifier (személyi szám)
  form d dddddd dddd | d-dddddd-dddd | d{11} | [1-8]-dddddd-dddd
  strong [1-8]-dddddd-dddd
  label személyi szám, személyi azonosító, szemelyi szam, személyazonosító jel, személyi azonosító jel
  found 9-510317-5791 ≠ 9-510317-5792
  national; check isHungarianPerson; alone; https://en.wikipedia.org/wiki/National_identification_number
HU_TAJ social security number (TAJ)
  form ddd ddd ddd | d{9} | ddd-ddd-ddd
  label taj, taj szám, tajszám, társadalombiztosítási azonosító jel, taj kártya, tb szám
  found 863047893 ≠ 863047894
  health, social; check isHungarianInsured; https://hu.wikipedia.org/wiki/TAJ-sz%C3%A1m
HU_TAX_ID tax number of a person (adóazonosító jel)
  form 8d{9}
  label adóazonosító jel, adóazonosító, adoazonosito jel, adoazonosito
  found 8253887523 ≠ 8253887524
  tax; check isHungarianTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Hungary-TIN.pdf
HU_VAT tax and VAT number of a company (adószám)
  form HUd{8} | HU-d{8} | HU d{8} | d{8}-d-dd | d{8} | d{11} | d{8}-[1-5]-dd
  strong HUd{8} | HU-d{8} | d{8}-[1-5]-dd
  label adószám, adoszam, közösségi adószám, kozossegi adoszam, eu adószám, áfa szám, csoportazonosító
  found HU12892312 ≠ HU-12892313
  company, tax; check isHungarianCompany; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Hungary-TIN.pdf
`,
  { isHungarianAccount, isHungarianPerson, isHungarianInsured, isHungarianTaxpayer, isHungarianCompany },
);
