import { idCards } from "../cards.ts";
import { digitAt, isDate, isLettered, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

const ROMANIAN_CENTURIES = ["", "19", "19", "18", "18", "20", "20"];

/** Sex and century, `YYMMDD`, county, serial, modulo 11; residents begin with 7 to 9. */
function isRomanianPerson(digits: string): boolean {
  const century = ROMANIAN_CENTURIES[digitAt(digits, 0)] ?? "";
  const county = Number(digits.slice(7, 9));
  if (digits.startsWith("0") || county < 1 || (county > 52 && county !== 70)) return false;
  if (!isDate(century + digits.slice(1, 3), digits.slice(3, 5), digits.slice(5, 7))) return false;
  const rest = weightedSum(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (rest === 10 ? 1 : rest) === digitAt(digits, 12);
}

/** Ten times the sum modulo 11, the number filled with zeros in front. */
function isRomanianCompany(text: string): boolean {
  const digits = text.replace(/^RO/, "");
  if (digits.startsWith("0")) return false;
  const padded = digits.padStart(10, "0");
  return ((10 * weightedSum(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === digitAt(padded, 9);
}

/** Weights 7-3-1 modulo 10, for persons and companies alike. */
const isMoldovan = (digits: string): boolean =>
  weightedSum(digits, [7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]) % 10 === digitAt(digits, 12);

/** Companies are registered from 2000 on, and the number begins so. */
const isMoldovanCompany = (digits: string): boolean => /^1(?:00|01)\d6/.test(digits);

export const ROMANIAN_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "MD", name: "Moldova" },
    `
MD_DRIVER_LICENSE driving licence
  form d{9} | [A-Z]{1,2}d{6,9}
  label permis de conducere, водительское удостоверение
  found 123456789 ≠ 12345
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/MDA/index.html
MD_IDNO number of a company (IDNO)
  form d{13}
  label idno, cod fiscal, număr de identificare de stat, numărul de identificare de stat
  found 1008600038413 ≠ 1008600038412
  company, tax; check isMoldovan; checkAlone isMoldovanCompany; alone; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Moldova-TIN.pdf
MD_IDNP number of a person (IDNP)
  form [02]d{12}
  label idnp, cod personal, număr de identificare personal, numărul de identificare personală, идентификационный номер
  found 0631241129069 ≠ 0631241129060
  national, social, tax; check isMoldovan; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Moldova-TIN.pdf
MD_ID_CARD identity card
  form [A-Z]d{8} | [A-Z] d{8}
  label buletin de identitate, carte de identitate, seria buletinului
  found B12345678 ≠ B1234
  national; https://www.consilium.europa.eu/prado/en/prado-documents/MDA/index.html
MD_LICENSE_PLATE licence plate
  form [A-Z]{3} ?d{3} | [A-Z]{1,2} [A-Z]{2} d{3}
  label număr de înmatriculare, numărul de înmatriculare, номерной знак
  found ABC 123 ≠ ABC 1234
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Moldova
MD_PASSPORT passport
  form [A-Z]{1,2}d{7}
  label pașaport, numărul pașaportului, seria pașaportului
  found AA1234567 ≠ AA12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/MDA/index.html
`,
    { isMoldovan, isMoldovanCompany },
  ),
  ...idCards(
    { country: "RO", name: "Romania" },
    `
RO_CNP personal number (CNP)
  form d{13} | d dddddd dd ddd d | d dddddd dddddd
  label cnp, cod numeric personal, codul numeric personal, cnp ul
  found 1630615123457 ≠ 1630615123458, 0800101221142, 1632215123457
  health, national, social, tax; check isRomanianPerson; alone; https://ro.wikipedia.org/wiki/Cod_numeric_personal_(Rom%C3%A2nia)
RO_CUI company and VAT number (CUI, CIF)
  form ROd{4,10} | RO d{4,10} | d{2,10} | RO ddd ddd dd | ddd ddd dd | ROd{6,10} | RO d{6,10}
  strong ROd{6,10} | RO d{6,10}
  label cui, cif, cod unic de înregistrare, codul unic de înregistrare, cod de identificare fiscală, cod fiscal, cod tva, codul fiscal
  found RO18547290 ≠ 185 472 91
  company, tax; check isRomanianCompany; checkAlone isLettered; alone; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Romania-TIN.pdf
RO_DRIVER_LICENSE driving licence
  form [A-Z]d{8}[A-Z] | [A-Z]{1,2}d{6,8}
  label permis de conducere, permis auto, numărul permisului de conducere
  found B12345678X, C0012345 ≠ B123
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/ROU/index.html
RO_ID_CARD identity card
  form [A-Z]{2} d{6} | [A-Z]{2}d{6,7}
  label carte de identitate, seria ci, buletin, ci seria, serie ci, serie și număr ci, act de identitate, seria și numărul, carte identitate
  found RX 123456 ≠ RX 12345
  national; https://www.consilium.europa.eu/prado/en/prado-documents/ROU/index.html
RO_LICENSE_PLATE licence plate
  form [A-Z]{1,2} d{2,3} [A-Z]{3} | [A-Z]{1,2}-d{2,3}-[A-Z]{3} | [A-Z]{1,2}d{2,3}[A-Z]{3}
  label număr de înmatriculare, numărul de înmatriculare, număr înmatriculare, plăcuță de înmatriculare, nr auto
  found B 123 ABC, CJ-12-XYZ ≠ B 1234 ABC
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Romania
RO_ONRC trade register (ONRC)
  form [JFC]d{1,2}/d{1,6}/d{4} | [JFC]d{4}d{10} | [JFC]d{1,2}/d{1,6}/[12]d{3}
  strong [JFC]d{1,2}/d{1,6}/[12]d{3}
  label onrc, nr reg com, registrul comerțului, număr de ordine în registrul comerțului, reg com, nr registrul comertului, trade register, onrc number
  found J40/1234/2005 ≠ X40/1234/2005
  company; https://www.onrc.ro/
RO_PASSPORT passport
  form d{8,9}
  label pașaport, număr pașaport, numărul pașaportului, seria pașaport
  found 052345678 ≠ 1234567
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/ROU/index.html
`,
    { isRomanianPerson, isRomanianCompany, isLettered },
  ),
];
