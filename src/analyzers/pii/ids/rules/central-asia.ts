import { idCards } from "../cards.ts";
import { digitAt, hasCheck, isDate, isDateAt, isDayFirstAt, isOneSign, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

const isIranianId = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2], "01987654321");

/** Weighed by 1 to 11; where that leads to 10, by 3 to 11, 1, 2. */
function isKazakhCheck(digits: string): boolean {
  const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11;
  const check = first === 10 ? weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11 : first;
  return check === digitAt(digits, 11);
}

/** Date of birth, then century and sex. */
const isKazakhPerson = (digits: string): boolean =>
  isDateAt(digits, 0) && /^\d{6}[0-6]/.test(digits) && isKazakhCheck(digits);

/** Year and month of registration, kind of company. */
function isKazakhCompany(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  return month >= 1 && month <= 12 && /^\d{4}[456][0-3]/.test(digits) && isKazakhCheck(digits);
}

/** Sex and century, date of birth, district, serial, check. */
const isUzbekPerson = (digits: string): boolean => isDayFirstAt(digits, 1);

/** Sex, date of birth with four digits of the year, serial. */
const isKyrgyzPerson = (digits: string): boolean => isDate(digits.slice(5, 9), digits.slice(3, 5), digits.slice(1, 3));

/** Azerbaijan, Central Asia, Iran. Sorted by id. */
export const CENTRAL_ASIA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "AZ", name: "Azerbaijan" },
    `
AZ_PIN personal identification
  form d{10}
  label azerbaijan pin, azerbaijani pin
  found 1234567890 ≠ 123456789
  national; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
  ...idCards(
    { country: "IR", name: "Iran" },
    `
IR_NATIONAL_ID national code
  form ddd-d{6}-d
  label code melli, iranian national id, kode melli, کد ملی, شماره ملی, کدملی
  found 0499370899 ≠ 0499370898, 1111111111
  national; check isIranianId; https://en.wikipedia.org/wiki/National_identification_number
`,
    { isIranianId },
  ),
  ...idCards(
    { country: "KG", name: "Kyrgyzstan" },
    `
KG_INN personal number, taxpayer
  form [0-2]d{13}
  label kyrgyz inn, kyrgyz pin, инн, пин, персональный номер
  found 20101199012345 ≠ 20113199012345
  national, tax; check isKyrgyzPerson; https://grs.gov.kg/
`,
    { isKyrgyzPerson },
  ),
  ...idCards(
    { country: "KZ", name: "Kazakhstan" },
    `
KZ_BIN business identification
  form d{12}
  label kazakh bin, бин, бсн
  found 130240012343 ≠ 131340012345
  company, tax; check isKazakhCompany; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
KZ_IIN individual identification
  form d{12} | dddddd-dddddd | dddddd dddddd
  label individual identification number, kazakh iin, жсн, иин, жеке сәйкестендіру нөмірі
  found 850115301238 ≠ 851315301234
  national, tax; check isKazakhPerson; alone; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isKazakhCompany, isKazakhPerson },
  ),
  ...idCards(
    { country: "TJ", name: "Tajikistan" },
    `
TJ_TIN taxpayer
  form d{9}
  label tajik tin, рма, рақами мушаххаси андозсупоранда
  found 020012345 ≠ 02001234
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
  ...idCards(
    { country: "UZ", name: "Uzbekistan" },
    `
UZ_PINFL personal number
  form [1-6]d{13}
  label jshshir, pinfl, жшшир, пинфл
  found 31501850123456 ≠ 31513850123456
  national; check isUzbekPerson; alone; https://en.wikipedia.org/wiki/National_identification_number
UZ_STIR taxpayer
  form [2-9]d{8}
  label stir, uzbek tin, стир, инн
  found 301234567 ≠ 30123456
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isUzbekPerson },
  ),
];
