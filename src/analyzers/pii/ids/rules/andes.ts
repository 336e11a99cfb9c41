import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { digitAt, hasCheck, hasCheckFromRight, isOneSign, TEN_LAST_DIGIT, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** The first two digits tell people from companies. */
const isCuit = (digits: string): boolean =>
  /^(?:2[0347]|3[034]|5[015])/.test(digits) && hasCheck(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], "09987654321");

/** Two blocks, bank and account, each with a check digit. */
const isCbu = (digits: string): boolean =>
  hasCheck(digits.slice(0, 8), [7, 1, 3, 9, 7, 1, 3], TEN_LAST_DIGIT) &&
  hasCheck(digits.slice(8), [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3], TEN_LAST_DIGIT);

const isRut = (compact: string): boolean => hasCheckFromRight(compact, [2, 3, 4, 5, 6, 7, 2, 3], "0K987654321");

const isColombianNit = (digits: string): boolean =>
  hasCheckFromRight(digits, [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71], "01987654321");

/** Province 01 to 24, 30 and 50 for people abroad. */
const isProvince = (digits: string): boolean => {
  const province = Number(digits.slice(0, 2));
  return (province >= 1 && province <= 24) || province === 30 || province === 50;
};

const isEcuadorianPerson = (digits: string): boolean =>
  isProvince(digits) && digitAt(digits, 2) <= 6 && isLuhnValid(digits);

/** A person's card and a branch; public bodies have 6, other companies 9 as third digit. */
function isEcuadorianTaxpayer(digits: string): boolean {
  if (!isProvince(digits) || digits.endsWith("000")) return false;
  if (digitAt(digits, 2) < 6) return isEcuadorianPerson(digits.slice(0, 10));
  if (digitAt(digits, 2) === 9) return weightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
  const isPublic = digitAt(digits, 2) === 6 && weightedSum(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
  return isPublic || (digitAt(digits, 2) === 6 && isEcuadorianPerson(digits.slice(0, 10)));
}

/** Argentina, Bolivia, Chile, Colombia, Ecuador. Sorted by id. */
export const ANDES_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "AR", name: "Argentina" },
    `
AR_CBU standardised bank account (CBU)
  form d{22} | d{8} d{14} | d{8}-d{14}
  strong [0-4]dd[0-9]{19}
  label cbu, clave bancaria uniforme, cvu
  found 2850590940090418135201, 0720429088000002339140 ≠ 2810590940090418135201, 0720429088000002339141
  bank; check isCbu; https://www.bcra.gob.ar/
AR_CUIT taxpayer, worker (CUIT, CUIL)
  form dd-d{8}-d | dd d{8} d | dd.d{8}.d
  strong [235]d-d{8}-d
  label argentinian cuit, clave unica de identificacion tributaria, cuil, cuit, cuit cuil, numero de cuit
  found 20-05536168-2, 20267565393 ≠ 20-05536168-3, 40-05536168-2
  tax, social; check isCuit; alone; https://www.afip.gob.ar/
AR_DNI identity card
  form d{1,2}.ddd.ddd | [MF]d{7}
  label argentine dni, dni, documento nacional de identidad, libreta civica, libreta de enrolamiento
  found 20.123.456, 5123456 ≠ 123.456, 11.111.111
  national; check isVaried; weak; https://www.argentina.gob.ar/dni
AR_LICENSE_PLATE number plate
  form [A-Z]{2}ddd[A-Z]{2} | [A-Z]{2} ddd [A-Z]{2} | [A-Z]{3} ddd
  label chapa patente, dominio, patente
  found AB123CD, ABC 123 ≠ AB12CD
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Argentina
AR_PASSPORT passport
  form [A-Z]{3}d{6}
  label argentine passport, pasaporte argentino
  found AAB123456 ≠ AAB12345
  passport; https://en.wikipedia.org/wiki/Argentine_passport
`,
    { isCbu, isCuit, isVaried: (compact) => !isOneSign(compact) },
  ),
  ...idCards(
    { country: "BO", name: "Bolivia" },
    `
BO_CI identity card
  form d{5,8} | d{5,8}-?[BCLOPST][ABCDEHJPRTZ] | d{5,8}-[0-9A-Z]{2}-?[BCLOPST][ABCDEHJPRTZ] | d{5,8} [BCLOPST][ABCDEHJPRTZ]
  label bolivian ci, carnet de identidad, cedula de identidad, ci, ci boliviana
  found 1234567 LP, 4567890 ≠ 1234
  national; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
BO_NIT taxpayer
  form d{7,12}
  label bolivian nit, nit, numero de identificacion tributaria
  found 1023456022 ≠ 123456
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
  ...idCards(
    { country: "CL", name: "Chile" },
    `
CL_LICENSE_PLATE number plate
  form [A-Z]{4}-dd | [A-Z]{2}-dddd | [A-Z]{2}-[A-Z]{2}-dd
  label patente, placa patente, ppu
  found BBCL-12, AB-1234 ≠ BBC-1
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Chile
CL_RUT taxpayer, person (RUT, RUN)
  form d{1,2}.ddd.ddd-[0-9K] | CL d{1,2}.ddd.ddd-[0-9K] | d{7,8}-[0-9K]
  strong d{1,2}.ddd.ddd-[0-9K] | [1-9]d{7}-[0-9K] | CL [1-9]d{6,7}-[0-9K] | CL d{1,2}.ddd.ddd-[0-9K]
  label cedula de identidad chilena, chilean rut, rol unico nacional, rol unico tributario, run, rut, rut empresa
  found 12.531.909-2, 76086428-5, CL 7.727.230-5 ≠ 12.531.909-3, 76086A28-5
  tax, national; check isClRut; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isClRut: (compact) => isRut(compact.replace("CL", "")) },
  ),
  ...idCards(
    { country: "CO", name: "Colombia" },
    `
CO_CC identity card of a citizen, of a foreigner
  form d{6,10} | d{1,2}.ddd.ddd | d.ddd.ddd.ddd
  label cedula, cedula colombiana, cedula de ciudadania, cedula de extranjeria, colombian cedula, nuip, tarjeta de identidad
  found 1.020.345.678, 79123456 ≠ 12345
  national; check isVaried; weak; https://www.registraduria.gov.co/
CO_NIT taxpayer
  form ddd.ddd.ddd-d | d{8,10}-d | d{1,2}.ddd.ddd-d | d.ddd.ddd.ddd-d
  strong [89]dd.ddd.ddd-d
  label colombian nit, nit, numero de identificacion tributaria
  found 213.123.432-1, 900544472-2, 10184648519 ≠ 2131234325, 900544472-3
  tax, company; check isColombianNit; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
CO_PASSPORT passport
  form [A-Z]{2}d{6,7}
  label colombian passport, pasaporte colombiano
  found AN123456 ≠ A123456
  passport; https://en.wikipedia.org/wiki/Colombian_passport
`,
    { isVaried: (digits) => !isOneSign(digits), isColombianNit },
  ),
  ...idCards(
    { country: "EC", name: "Ecuador" },
    `
EC_CI identity card
  form d{9}-d
  label cedula, cedula de ciudadania, cedula de identidad, cedula ecuatoriana, ecuadorian cedula, ecuadorian ci
  found 171430710-3, 1714307103 ≠ 1714307104, 2714307104
  national; check isEcuadorianPerson; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
EC_RUC taxpayer
  form d{10}-ddd | d{13}
  strong [0-3]d{9}-00[1-9]
  label ecuadorian ruc, registro unico de contribuyentes, ruc
  found 1792060346-001, 1803557964001 ≠ 1792060347-001, 1792060346000
  tax, company; check isEcuadorianTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isEcuadorianPerson, isEcuadorianTaxpayer },
  ),
];
