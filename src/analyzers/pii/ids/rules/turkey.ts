import { idCards } from "../cards.ts";
import { digitAt, weightedSum } from "../checks.ts";

/** Two checks: odd places times seven less the even ones, and the sum of all. */
function isTurkishPerson(digits: string): boolean {
  if (digits.startsWith("0")) return false;
  const [odd, even] = [weightedSum(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]), weightedSum(digits, [0, 1, 0, 1, 0, 1, 0, 1])];
  const tenth = (odd * 7 - even + 80) % 10;
  return tenth === digitAt(digits, 9) && (odd + even + tenth) % 10 === digitAt(digits, 10);
}

/** Each digit is moved by its place and multiplied by a power of two modulo 9. */
function isTurkishTaxpayer(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < 9; at++) {
    const moved = (digitAt(digits, at) + 9 - at) % 10;
    sum += moved === 0 ? 0 : (moved * 2 ** (9 - at)) % 9 || 9;
  }
  return (10 - (sum % 10)) % 10 === digitAt(digits, 9);
}

const MONTHS = /(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|OCA|SUB|NIS|HAZ|TEM|AGU|EYL|EKI|KAS|ARA)\d{4}$/;

/** Provinces 01 to 81; dates look alike. */
function isTurkishPlate(text: string): boolean {
  const province = Number(text.slice(0, 2));
  return province > 0 && province < 82 && !MONTHS.test(text);
}

export const TURKISH_IDS = idCards(
  { country: "TR", name: "Turkey" },
  `
TR_DRIVER_LICENSE driving licence
  form d{6} | [A-Z]?d{5,8}
  label ehliyet, ehliyet no, ehliyet numarası, sürücü belgesi, sürücü belgesi no, sürücü belgesi numarası
  found 123456 ≠ 123
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/TUR/index.html
TR_ID_CARD serial number of the identity card
  form [A-Z]d{2}[A-Z]d{5}
  label kimlik kartı seri no, kimlik seri no, nüfus cüzdanı seri no, cüzdan seri no
  found A12B34567 ≠ A12B345
  national; https://www.consilium.europa.eu/prado/en/prado-documents/TUR/index.html
TR_LICENSE_PLATE licence plate
  form dd l d{4,5} | dd l{1,3} d{2,5} | ddl{1,3}d{2,5}
  label plaka, araç plakası, plaka no, plaka numarası, plakası, turkish license plate, arac plakasi
  found 34 ABC 1234, 06 A 123 ≠ 82 ABC 123, 00 ABC 123
  plate; check isTurkishPlate; alone; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Turkey
TR_MERSIS company number (MERSIS)
  form 0d{15} | dddd-dddd-dddd-dddd
  label mersis, mersis no, mersis numarası, ticaret sicil no, ticaret sicil numarası
  found 0123456789012345 ≠ 012345678901
  company; https://mersis.ticaret.gov.tr/
TR_NATIONAL_ID identity number (TCKN)
  form [1-9]d{10} | ddd ddd ddd dd
  label tckn, tc kimlik, tc kimlik no, t c kimlik no, tc kimlik numarası, kimlik no, kimlik numarası, t c kimlik numarası, tc no, identity number, tc kimlik numaram, vatandaşlık numarası, yabancı kimlik numarası
  found 10000000146 ≠ 10000000145, 12345678900
  health, national, social, tax; check isTurkishPerson; alone; https://en.wikipedia.org/wiki/Turkish_Identification_Number
TR_PASSPORT passport
  form [USTZ]d{8} | [A-Z] d{8} | [A-Z]{2}d{7}
  label pasaport, pasaport no, pasaport numarası
  found U12345678 ≠ U1234567
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/TUR/index.html
TR_SGK social security number (SGK)
  form d{13} | d{10}
  label sgk, sgk no, sgk sicil no, sosyal güvenlik numarası, ssk no, sgk numarası
  found 1234567890123 ≠ 123456789
  social; https://www.sgk.gov.tr/
TR_VKN tax number (VKN)
  form d{10} | ddd ddd dd dd | ddd ddd dddd
  label vkn, vergi kimlik no, vergi no, vergi kimlik numarası, vergi numarası, vergi kimlik, vergi dairesi no
  found 4540536920 ≠ 4540536921
  company, tax; check isTurkishTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Turkiye-TIN.pdf
`,
  { isTurkishPlate, isTurkishPerson, isTurkishTaxpayer },
);
