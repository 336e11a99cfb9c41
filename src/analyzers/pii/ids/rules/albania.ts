import { idCards } from "../cards.ts";
import { digitAt, isDate, isJmbgValid } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Decade as a letter, year, month (men abroad + 30, women + 50 and + 80), day, serial; the last letter's rule is not public. */
function isAlbanian(text: string): boolean {
  const year = 1900 + (text.charCodeAt(0) - 65) * 10 + digitAt(text, 1);
  const month = Number(text.slice(2, 4));
  const offset = [80, 50, 30, 0].find((added) => month > added) ?? 0;
  return isDate(String(year), String(month - offset), text.slice(4, 6));
}

/** Companies: half-decades as a letter, district hidden in the month. */
function isAlbanianTaxpayer(text: string): boolean {
  const body = text.replace(/^AL/, "");
  const year = 1900 + (body.charCodeAt(0) - 65) * 10 + digitAt(body, 1);
  return isDate(String(year), String(((Number(body.slice(2, 4)) + 11) % 12) + 1), body.slice(4, 6));
}

/** Citizen number of Kosovo: as in the other successors, or ten digits by modulo 11. */
const isKosovan = (digits: string): boolean => digits.length === 10 || isJmbgValid(digits);

export const ALBANIAN_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "AL", name: "Albania" },
    `
AL_DRIVER_LICENSE driving licence
  form [A-Z]{2}d{6,7} | d{9} | [A-Z]d{8}[A-Z]
  label leje drejtimi, patentë, patenta, numri i patentës
  found TI1234567 ≠ TI123
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/ALB/index.html
AL_ID_CARD identity card
  form d{9} | [A-Z]{2}d{7}
  label letërnjoftim, numri i letërnjoftimit, karta e identitetit, numri i kartës
  found 024657893 ≠ 02465789
  national; https://www.consilium.europa.eu/prado/en/prado-documents/ALB/index.html
AL_LICENSE_PLATE licence plate
  form [A-Z]{2} ?d{3} ?[A-Z]{2} | [A-Z]{2} d{3} [A-Z]{2}
  label targa, numri i targës, targa e makinës
  found AA 123 BB ≠ AA 12 BB
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Albania
AL_NID personal number (NID)
  form [A-T]d{8}[A-W]
  label nid, numri personal, numri i identitetit, nip, numri i letërnjoftimit, letërnjoftim, kartë identiteti, numri personal i identitetit
  found J10101999Q ≠ J19901999Q
  health, national, social, tax; check isAlbanian; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Albania-TIN.pdf
AL_NIPT tax number (NIPT, NUIS)
  form [A-M]d{8}[A-Z] | AL [A-M] d{8} [A-Z] | (AL) [A-M] d{8}[A-Z] | AL[A-M]d{8}[A-Z] | [A-M] d{8} [A-Z] | [J-M]d{8}[A-Z]
  strong [J-M]d{8}[A-Z] | AL[A-M]d{8}[A-Z]
  label nipt, nuis, nipti, numri i identifikimit, numri unik i identifikimit të subjektit
  found J91402501L ≠ J91400001L
  company, tax; check isAlbanianTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Albania-TIN.pdf
AL_PASSPORT passport
  form [A-Z]{2}d{7}
  label pasaportë, pasaporta, numri i pasaportës
  found BA1234567 ≠ BA12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/ALB/index.html
`,
    { isAlbanian, isAlbanianTaxpayer },
  ),
  ...idCards(
    { country: "XK", name: "Kosovo" },
    `
XK_ID_CARD identity card
  form d{9} | [A-Z]{2}d{7}
  label letërnjoftim, numri i letërnjoftimit, lična karta
  found 123456789 ≠ 12345678
  national; https://www.consilium.europa.eu/prado/en/prado-documents/RKS/index.html
XK_LICENSE_PLATE licence plate
  form d{2} d{3} [A-Z]{2} | d{2}-d{3}-[A-Z]{2} | 0[1-7]-d{3}-[A-Z]{2}
  strong 0[1-7]-d{3}-[A-Z]{2}
  label targa, targat, registarske tablice
  found 01 123 AB ≠ 01 12 AB
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Kosovo
XK_NUI company and fiscal number (NUI)
  form 8d{8} | 6d{8}
  label nui, numri unik identifikues, numri fiskal, fiskalni broj, numri i biznesit
  found 811234567 ≠ 711234567
  company, tax; https://arbk.rks-gov.net/
XK_PASSPORT passport
  form [A-Z]d{8} | [A-Z]{2}d{7}
  label pasaportë, pasaporta, pasoš
  found P00123456 ≠ P0012
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/RKS/index.html
XK_PERSONAL_NUMBER personal number
  form d{10} | d{13}
  label numri personal, lični broj, licni broj, numri personal i identifikimit
  found 1234567892 ≠ 123456789
  national, tax; check isKosovan; https://mpb.rks-gov.net/
`,
    { isKosovan },
  ),
];
