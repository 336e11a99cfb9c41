import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { hasCheck, isDateAt, isOneSign } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Numbers of Africa. */

/** Birth, sex, citizenship (0 to 2), a digit without meaning, Luhn. */
const isSouthAfricanId = (digits: string): boolean =>
  isDateAt(digits, 0) && /^\d{10}[0-2]/.test(digits) && digits.slice(6, 10) !== "0000" && isLuhnValid(digits);

const isSouthAfricanTaxpayer = (digits: string): boolean => !isOneSign(digits) && isLuhnValid(digits);

const isMozambicanTaxpayer = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [8, 9, 4, 5, 6, 7, 8, 9], "01234567891");

const isNamibianId = (digits: string): boolean => isDateAt(digits, 0);

/** Southern Africa. Sorted by id. */
export const SOUTHERN_AFRICA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "AO", name: "Angola" },
    `
AO_BI identity card
  form d{9}[A-Z]{2}ddd
  strong d{9}[A-Z]{2}0dd
  label angolan identity card, bilhete de identidade, bilhete de identidade angolano, numero do bilhete
  found 007128828LA043, 000204688CA010 ≠ 00712882LA043, 007128828L0043
  national; alone; https://en.wikipedia.org/wiki/National_identification_number
AO_NIF taxpayer
  form d{10} | d{9}[A-Z]{2}ddd
  label angolan nif, nif, numero de identificacao fiscal
  found 5001191020, 003534962LA033 ≠ 500119102
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
  ...idCards(
    { country: "BW", name: "Botswana" },
    `
BW_OMANG identity card
  form d{4}[12]d{4}
  label omang, omang number
  found 379219515 ≠ 379239515
  national; https://en.wikipedia.org/wiki/National_identification_number
`,
  ),
  ...idCards(
    { country: "MZ", name: "Mozambique" },
    `
MZ_BI identity card
  form d{12}[A-Z]
  label bilhete de identidade, bilhete de identidade mocambicano, mozambican identity card, numero do bi
  found 110102345678A ≠ 11010234567A
  national; https://en.wikipedia.org/wiki/National_identification_number
MZ_NUIT taxpayer
  form ddd ddd ddd
  label mozambican nuit, nuit, numero unico de identificacao tributaria
  found 400339910 ≠ 400339911
  tax; check isMozambicanTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isMozambicanTaxpayer },
  ),
  ...idCards(
    { country: "NA", name: "Namibia" },
    `
NA_ID identity card
  form d{11} | dd dd dd ddd dd
  label namibian id, namibian identity number
  found 85011512345 ≠ 85131512345
  national; check isNamibianId; https://en.wikipedia.org/wiki/National_identification_number
`,
    { isNamibianId },
  ),
  ...idCards(
    { country: "ZA", name: "South Africa" },
    `
ZA_ID_NUMBER identity number
  form d{13} | d{6} d{4} ddd | d{6} d{4} d d d
  strong d{6} d{4} [0-2][089]d | d{6} d{4} [0-2] [089] d
  label id nommer, identiteitsnommer, identity number, inombolo kamazisi, rsa id, rsa id number, sa id, sa id number, south african id, south african id number
  found 8001015009087, 750330 5044 089 ≠ 8001015009086, 9902294321191, 1234567890123
  national; check isSouthAfricanId; alone; https://en.wikipedia.org/wiki/South_African_identity_card
ZA_PASSPORT passport
  form [ADMT]d{8}
  label paspoort, south african passport
  found A01234567 ≠ B01234567
  passport; https://en.wikipedia.org/wiki/South_African_passport
ZA_TIN taxpayer
  form [01239]d{9} | [01239]ddd/ddd/dd/d | [01239]ddd ddd ddd
  label belastingverwysingsnommer, income tax reference, sars tax number, south african tax number, tax reference number, tax ref number
  found 0001339050 ≠ 0001339051, 2449/494/16/0
  tax; check isSouthAfricanTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
ZA_VAT value added tax
  form 4d{9}
  label btw nommer, sars vat, south african vat
  found 4012345678 ≠ 5012345678
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isSouthAfricanId, isSouthAfricanTaxpayer },
  ),
  ...idCards(
    { country: "ZM", name: "Zambia" },
    `
ZM_NRC registration card
  form d{6}/dd/[1-3]
  strong d{6}/dd/[1-3]
  label national registration card, nrc, nrc number, zambian nrc
  found 123456/78/1 ≠ 123456/78/9
  national; https://en.wikipedia.org/wiki/National_identification_number
`,
  ),
  ...idCards(
    { country: "ZW", name: "Zimbabwe" },
    `
ZW_NATIONAL_ID registration
  form dd-d{6,7}-?[A-Z]-?dd | dd-d{6,7} [A-Z] dd
  strong [0-8]d-d{6,7}-?[A-Z]-?[0-8]d
  label national registration number, zimbabwean id, zimbabwean national id
  found 63-123456A78, 08-2047823-Q-29 ≠ 63-12345A78
  national; https://en.wikipedia.org/wiki/National_identification_number
`,
  ),
];
