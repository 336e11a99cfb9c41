import { idCards } from "../cards.ts";
import {
  ELEVEN_LAST_DIGIT,
  ELEVEN_OR_ZERO,
  hasCheck,
  hasCheckFromRight,
  isOneSign,
  TEN_LAST_DIGIT,
  weightedSum,
} from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Eight digits; the check, a digit or a letter, is often left out. */
function isPeruvianPerson(compact: string): boolean {
  const weights = [3, 2, 7, 6, 5, 4, 3, 2];
  if (compact.length === 8) return !isOneSign(compact);
  return hasCheck(compact, weights, "65432110987") || hasCheck(compact, weights, "KJIHGFEDCBA");
}

const isPeruvianTaxpayer = (digits: string): boolean =>
  hasCheck(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], ELEVEN_LAST_DIGIT);

/** Seven digits stand for eight with a leading zero. */
const isUruguayanPerson = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits.padStart(8, "0"), [2, 9, 8, 7, 6, 3, 4], TEN_LAST_DIGIT);

function isUruguayanTaxpayer(compact: string): boolean {
  const digits = compact.replace("UY", "");
  const office = Number(digits.slice(0, 2));
  return office >= 1 && office <= 22 && hasCheck(digits, [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], "0-987654321");
}

const RIF_KINDS = "VEJPG";

function isRif(compact: string): boolean {
  const kind = RIF_KINDS.indexOf(compact.charAt(0)) + 1;
  const sum = kind * 4 + weightedSum(compact.slice(1, 9), [3, 2, 7, 6, 5, 4, 3, 2]);
  return compact.endsWith(ELEVEN_OR_ZERO.charAt(sum % 11));
}

const isParaguayanTaxpayer = (digits: string): boolean =>
  hasCheckFromRight(digits, [2, 3, 4, 5, 6, 7, 8, 9, 10], ELEVEN_OR_ZERO);

/** Paraguay, Peru, Uruguay, Venezuela. Sorted by id. */
export const SOUTH_AMERICA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "PE", name: "Peru" },
    `
PE_CE card of a foreigner
  form 00d{7} | d{9}
  label carne de extranjeria, carnet de extranjeria, carnet extranjeria, peruvian foreigner card
  found 000494998, 001766062 ≠ 00049499
  national; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
PE_CUI identity card
  form d{8} | d{8}-[0-9A-K]
  label codigo unico de identificacion, cui, dni, documento nacional de identidad, peruvian cui, peruvian dni
  found 10117410-2, 10117410-G, 10117410 ≠ 10117410-3, 1011741
  national; check isPeruvianPerson; https://www.reniec.gob.pe/
PE_RUC taxpayer
  form 1[0567]d{9} | 20d{9}
  label peruvian ruc, registro unico de contribuyentes, ruc
  found 20512333797, 20480977239 ≠ 20512333798, 30512333797
  tax, company; check isPeruvianTaxpayer; https://www.sunat.gob.pe/
`,
    { isPeruvianPerson, isPeruvianTaxpayer },
  ),
  ...idCards(
    { country: "PY", name: "Paraguay" },
    `
PY_CI identity card
  form d{5,7} | d.ddd.ddd | ddd.ddd
  label cedula, cedula de identidad civil, cedula paraguaya, paraguayan cedula
  found 1.234.567, 812345 ≠ 1234
  national; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
PY_RUC taxpayer
  form d{4,8}-d
  label paraguayan ruc, registro unico de contribuyentes, ruc
  found 2660-3, 80028061-0, 8765432-6 ≠ 2660-4
  tax, company; check isParaguayanTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isParaguayanTaxpayer },
  ),
  ...idCards(
    { country: "UY", name: "Uruguay" },
    `
UY_CI identity card
  form d.ddd.ddd-d | ddd.ddd-d
  strong [1-6].ddd.ddd-d
  label cedula, cedula de identidad, cedula uruguaya, uruguayan cedula, uruguayan ci
  found 1.234.567-2, 12345672 ≠ 1.234.567-3, 12345673
  national; check isUruguayanPerson; https://www.gub.uy/
UY_RUT taxpayer
  form dd-d{6}-ddd-d | UY dd d{6} ddd d | d{12}
  strong [012]d-d{6}-001-d
  label registro unico tributario, rut, uruguayan rut
  found 21-100342-001-7, UY 21 140634 001 1 ≠ 210303670014, 31-100342-001-7
  tax, company; check isUruguayanTaxpayer; https://www.dgi.gub.uy/
`,
    { isUruguayanPerson, isUruguayanTaxpayer },
  ),
  ...idCards(
    { country: "VE", name: "Venezuela" },
    `
VE_CI identity card
  form [VE]?-?d{1,2}.?ddd.?ddd
  strong [VE]-d{1,2}.ddd.ddd
  label cedula, cedula de identidad, cedula venezolana, venezuelan cedula
  found V-12.345.678, 12345678 ≠ X-12.345.678, V-12.345
  national; https://en.wikipedia.org/wiki/National_identification_number
VE_RIF taxpayer
  form [VEJPG]-?d{8}-?d
  strong [VEJPG]-d{8}-d
  label registro de informacion fiscal, rif, venezuelan rif
  found V-11470283-4 ≠ V-11470283-3, O-11470283-3
  tax, company; check isRif; alone; https://www.seniat.gob.ve/
`,
    { isRif },
  ),
];
