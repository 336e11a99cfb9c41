import { idCards } from "../cards.ts";
import { hasCheck, isDateAt, isLuhnNumber, isOneSign } from "../checks.ts";
import { type IdRule } from "../rule.ts";

const isDominicanCompany = (digits: string): boolean => hasCheck(digits, [7, 9, 8, 6, 5, 4, 3, 2], "21987654321");

/** A date, then the century. */
const isCubanPerson = (digits: string): boolean => isDateAt(digits, 0);

/** The Caribbean and Belize. Sorted by id. */
export const CARIBBEAN_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "AI", name: "Anguilla" },
    `
AI_TIN taxpayer
  form [1-3]d{9} | [1-3]dddd-ddddd
  label anguilla tin, anguillan tin, tin
  found 1234567890, 12345-67890 ≠ 123456788, 4234567890
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
  ...idCards(
    { country: "BB", name: "Barbados" },
    `
BB_NRN national registration
  form d{6}-dddd
  label barbados id, barbados national registration number, nrn
  found 850113-0013 ≠ 850113-001
  national; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
  ...idCards(
    { country: "BZ", name: "Belize" },
    `
BZ_TIN taxpayer
  form d{6} | d{6}-[16][036]
  label belize tin, belizean tin, tin
  found 000005, 123456-10 ≠ 12345, 123456-99
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
  ...idCards(
    { country: "CU", name: "Cuba" },
    `
CU_NI identity card
  form d{11}
  label carne de identidad, carnet de identidad, cuban identity number, numero de identidad, numero de identidad permanente
  found 91021027775 ≠ 91221027775
  national; check isCubanPerson; https://en.wikipedia.org/wiki/National_identification_number
`,
    { isCubanPerson },
  ),
  ...idCards(
    { country: "DO", name: "Dominican Republic" },
    `
DO_CEDULA identity card
  form ddd-d{7}-d
  strong [04]dd-d{7}-d
  label cedula, cedula de identidad y electoral, cedula dominicana, dominican cedula
  found 00113918205, 001-1391820-5 ≠ 00113918204
  national; check isLuhnNumber; https://dgii.gov.do/
DO_NCF fiscal receipt
  form Bd{10} | E[34]d{11} | [AP]d{18}
  label comprobante fiscal, e ncf, ncf, numero de comprobante fiscal
  found B0100000005, E310000000005 ≠ C0100000005
  tax; https://dgii.gov.do/
DO_RNC taxpayer
  form d-dd-ddddd-d
  strong [145]-dd-ddddd-d
  label dominican rnc, registro nacional del contribuyente, rnc
  found 1-01-85004-3, 401505967 ≠ 101850042
  tax, company; check isDominicanCompany; https://dgii.gov.do/
`,
    { isLuhnNumber, isDominicanCompany },
  ),
  ...idCards(
    { country: "HT", name: "Haiti" },
    `
HT_NIF taxpayer
  form ddd-ddd-ddd-d
  label haitian nif, matricule fiscale, nif, numero d identification fiscale
  found 001-234-567-8 ≠ 001-234-567
  tax; https://dgi.gouv.ht/
`,
  ),
  ...idCards(
    { country: "JM", name: "Jamaica" },
    `
JM_TRN taxpayer registration
  form ddd-ddd-ddd
  label jamaican trn, taxpayer registration number, trn
  found 123-456-789 ≠ 123-456-78
  tax, driver; check isVaried; weak; https://www.jamaicatax.gov.jm/
`,
    { isVaried: (digits) => !isOneSign(digits) },
  ),
  ...idCards(
    { country: "TT", name: "Trinidad and Tobago" },
    `
TT_BIR taxpayer, identity card
  form d{10} | d{11}
  label bir file number, bir number, trinidad id, trinidad national id
  found 1001234567, 19800101012 ≠ 100123456
  tax, national; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
];
