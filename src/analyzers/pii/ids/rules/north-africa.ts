import { idCards } from "../cards.ts";
import { isDate, isOneSign, remainder } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Century, date of birth, governorate (88: born abroad), serial, check (not published). */
function isEgyptianId(digits: string): boolean {
  const place = Number(digits.slice(7, 9));
  const isPlace = (place >= 1 && place <= 4) || (place >= 11 && place <= 35) || place === 88;
  return (
    isPlace &&
    isDate(`${digits.startsWith("2") ? "19" : "20"}${digits.slice(1, 3)}`, digits.slice(3, 5), digits.slice(5, 7))
  );
}

/** ISO 7064 mod 97 over the whole. */
const isMoroccanCompany = (digits: string): boolean => !isOneSign(digits) && remainder(digits, 97) === 0;

/** Algeria, Egypt, Libya, Morocco, Tunisia. Sorted by id. */
export const NORTH_AFRICA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "DZ", name: "Algeria" },
    `
DZ_NIF taxpayer
  form d{15} | d{20} | ddd ddd ddd ddd ddd | ddd ddd ddd ddd ddd ddddd
  label algerian nif, nif, numero d identification fiscale, numero identifiant fiscal, رقم التعريف الجبائي
  found 416001000000007, 408 020 000 150 039, 000 216 001 808 337 13010 ≠ 41600100000000
  tax; https://www.mfdgi.gov.dz/
DZ_NIN national number
  form [12]d{17}
  label nin algerie, numero d identification national, رقم التعريف الوطني
  found 109850123456780001 ≠ 309850123456780001
  national; https://en.wikipedia.org/wiki/National_identification_number
`,
  ),
  ...idCards(
    { country: "EG", name: "Egypt" },
    `
EG_NID identity card
  form [23]d{13} | [23] dd dd dd dd ddddd
  strong [23]d{13}
  label egyptian id, egyptian national id, الرقم القومي, رقم البطاقة, رقم قومي, بطاقة الرقم القومي
  found 29001011234567 ≠ 29013011234567, 29001019934567
  national; check isEgyptianId; alone; https://en.wikipedia.org/wiki/National_identification_number
EG_TN tax registration
  form ddd-ddd-ddd | d{9}
  label egyptian tax registration number, tax registration number, الرقم الضريبي, رقم التسجيل الضريبي
  found 431-134-189, 455273677 ≠ 431-134-18
  tax; https://www.eta.gov.eg/
`,
    { isEgyptianId },
  ),
  ...idCards(
    { country: "LY", name: "Libya" },
    `
LY_NID national number
  form [12]d{11}
  label libyan national number, الرقم الوطني الليبي
  found 119850123456 ≠ 319850123456
  national; https://en.wikipedia.org/wiki/National_identification_number
`,
  ),
  ...idCards(
    { country: "MA", name: "Morocco" },
    `
MA_CIN identity card
  form [A-Z]{1,2}d{5,7}
  label carte nationale, carte nationale d identite electronique, cin, cnie, moroccan cin, numero de cin, رقم البطاقة الوطنية, بطاقة التعريف الوطنية
  found AB123456, J45678 ≠ ABC12345, A123
  national; https://en.wikipedia.org/wiki/National_identification_number
MA_ICE common identifier of companies
  form d{15} | d{9} dddd dd
  label ice, identifiant commun de l entreprise, moroccan ice, numero ice
  found 001561191000066 ≠ 001561191000065
  company, tax; check isMaIce; alone; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
MA_IF taxpayer
  form d{7,8}
  label identifiant fiscal, numero d identification fiscale marocain
  found 14123456 ≠ 141234
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isMaIce: (digits) => isMoroccanCompany(digits) },
  ),
  ...idCards(
    { country: "TN", name: "Tunisia" },
    `
TN_CIN identity card
  form [01]d{7}
  label carte d identite nationale tunisienne, cin, numero cin, رقم بطاقة التعريف الوطنية, بطاقة التعريف
  found 01234567 ≠ 91234567
  national; https://en.wikipedia.org/wiki/National_identification_number
TN_MF taxpayer
  form d{7}[A-HJ-NP-TV-Z] | d{7} [A-HJ-NP-TV-Z] | d{7}/?[A-HJ-NP-TV-Z]/?[APBDN]/?[MPCNE]/?ddd
  strong d{7}/[A-HJ-NP-TV-Z]/[APBDN]/[MPCNE]/ddd | d{7}[A-HJ-NP-TV-Z]/[APBDN]/[MPCNE]/ddd
  label matricule fiscal, matricule fiscale, tunisian mf, mf, المعرف الجبائي
  found 1234567/M/A/E/001, 1282182 W ≠ 1234567/M/A/X/000, 1282182 O
  tax, company; https://www.finances.gov.tn/
`,
  ),
];
