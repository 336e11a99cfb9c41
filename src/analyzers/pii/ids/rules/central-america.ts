import { idCards } from "../cards.ts";
import {
  ELEVEN_OR_ZERO,
  hasCheck,
  hasCheckFromRight,
  isDayFirstAt,
  isOneSign,
  TEN_LAST_DIGIT,
  weightedSum,
} from "../checks.ts";
import { type IdRule } from "../rule.ts";

// Municipalities of each department, 01 to 22. Registro Nacional de las Personas.
const GT_TOWNS = [17, 8, 16, 16, 13, 14, 19, 8, 24, 21, 9, 30, 32, 21, 8, 17, 14, 5, 11, 11, 7, 17];

function isGuatemalanPerson(digits: string): boolean {
  const town = Number(digits.slice(11));
  if (town < 1 || town > (GT_TOWNS[Number(digits.slice(9, 11)) - 1] ?? 0)) return false;
  return hasCheck(digits.slice(0, 9), [2, 3, 4, 5, 6, 7, 8, 9], "01234567890");
}

const isGuatemalanTaxpayer = (compact: string): boolean =>
  hasCheckFromRight(compact, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], "0K987654321");

/** Numbers up to serial 100 are counted in the old way. Those that begin with a place of birth hold a date. */
function isSalvadoranTaxpayer(digits: string): boolean {
  const isOld = Number(digits.slice(10, 13)) <= 100;
  if (!/^[019]/.test(digits)) return false;
  if (isOld) {
    const sum = weightedSum(digits, [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    return digits.endsWith(String((sum % 11) % 10));
  }
  return hasCheck(digits, [2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO);
}

const isSalvadoranPerson = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [9, 8, 7, 6, 5, 4, 3, 2], TEN_LAST_DIGIT);

/** Department and municipality, year of registration. */
function isHonduranPerson(digits: string): boolean {
  const [department, year] = [Number(digits.slice(0, 2)), Number(digits.slice(4, 8))];
  return department >= 1 && department <= 18 && year >= 1900 && year <= 2040;
}

const isNicaraguanPerson = (compact: string): boolean => isDayFirstAt(compact, 3);

/** Central America. Sorted by id. */
export const CENTRAL_AMERICA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "CR", name: "Costa Rica" },
    `
CR_CPF identity card
  form [1-9]-dddd-dddd | 0[1-9]-dddd-dddd
  label cedula, cedula de identidad, cedula de persona fisica, cedula fisica, costa rican cedula, cedula costarricense
  found 3-0455-0175, 701610395 ≠ 30-1234-1234, 0-1234-1234
  national, tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
CR_CPJ register of companies
  form [2-5]-ddd-d{6}
  strong 3-101-d{6}
  label cedula de persona juridica, cedula juridica, costa rican cpj
  found 3-101-999999, 4000042138 ≠ 9-101-999999
  company, tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
CR_DIMEX card of residents
  form 1d{10,11}
  label cedula de residencia, costa rican residence card, dimex
  found 155812994816 ≠ 300123456789
  national; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
  ...idCards(
    { country: "GT", name: "Guatemala" },
    `
GT_CUI personal identification
  form d{4} d{5} d{4}
  strong d{4} d{5} d{4}
  label codigo unico de identificacion, cui, documento personal de identificacion, dpi, guatemalan cui, numero de dpi
  found 1587564440904, 1580 35224 0101 ≠ 1680352240101, 1587564442304
  national; check isGuatemalanPerson; alone; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
GT_NIT taxpayer
  form d{3,10}-[0-9K]
  label guatemalan nit, nit, numero de identificacion tributaria
  found 7108-0, 576937-K ≠ 8977112-0, 576937-1
  tax; check isGuatemalanTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isGuatemalanPerson, isGuatemalanTaxpayer },
  ),
  ...idCards(
    { country: "HN", name: "Honduras" },
    `
HN_DNI identity card
  form dddd-dddd-ddddd
  strong [01]ddd-[12]ddd-ddddd
  label dni, honduran dni, identidad hondurena, tarjeta de identidad, numero de identidad
  found 0801-1985-12345 ≠ 1901-1985-12345, 0801-2985-12345
  national; check isHonduranPerson; alone; weak; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
HN_RTN taxpayer
  form dddd-dddd-d{6}
  strong [01]ddd-[12]ddd-d{6}
  label registro tributario nacional, rtn
  found 0801-1985-123456, 08011985123456 ≠ 1901-1985-123456
  tax; check isHonduranPerson; weak; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isHonduranPerson },
  ),
  ...idCards(
    { country: "NI", name: "Nicaragua" },
    `
NI_CEDULA identity card
  form ddd-d{6}-dddd[A-Z]
  strong ddd-d{6}-dddd[A-Z] | d{13}[A-Z]
  label cedula, cedula de identidad, cedula nicaraguense, nicaraguan cedula
  found 001-150580-0012K ≠ 001-151380-0012K, 001-150580-00125
  national, tax; check isNicaraguanPerson; alone; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isNicaraguanPerson },
  ),
  ...idCards(
    { country: "PA", name: "Panama" },
    `
PA_CEDULA identity card
  form [1-9]d?-d{1,4}-d{1,6} | PE-d{1,4}-d{1,6} | [EN]-d{1,4}-d{1,6} | [1-9]d?-?[AP][VI]-d{1,4}-d{1,6}
  label cedula, cedula de identidad personal, cedula panamena, panamanian cedula
  found 8-123-4567, PE-12-345 ≠ 8-1
  national; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
PA_RUC taxpayer
  form d{1,8}-d{1,4}-d{1,6} | d{1,8}-d{1,4}-d{1,6} DV ?dd
  label panamanian ruc, registro unico de contribuyente, ruc
  found 55596713-2-2015, 1234567-1-123456 DV 12 ≠ 1-1
  tax, company; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
  ...idCards(
    { country: "SV", name: "El Salvador" },
    `
SV_DUI identity card
  form d{8}-d
  label documento unico de identidad, dui, numero de dui
  found 00016297-5 ≠ 00016297-4
  national, tax; check isSalvadoranPerson; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
SV_NIT taxpayer
  form dddd-d{6}-ddd-d | SV dddd-d{6}-ddd-d
  strong [019]ddd-d{6}-ddd-d
  label nit, numero de identificacion tributaria, salvadoran nit
  found 0614-050707-104-8, 0614-060707-101-0, SV 0614-050707-104-8 ≠ 0614-050707-104-0, 2614-050707-104-8
  tax; check isSvNit; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isSalvadoranPerson, isSvNit: (compact) => isSalvadoranTaxpayer(compact.replace("SV", "")) },
  ),
];
