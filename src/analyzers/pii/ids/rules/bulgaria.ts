import { idCards } from "../cards.ts";
import { digitAt, isDate, isLettered, weightedSum } from "../checks.ts";

/** `YYMMDD`: months + 20 for the 19th century, + 40 for the 21st; modulo 11. */
function isBulgarianPerson(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  const [century, offset] = month > 40 ? ["20", 40] : month > 20 ? ["18", 20] : ["19", 0];
  if (!isDate(century + digits.slice(0, 2), String(month - offset), digits.slice(4, 6))) return false;
  return (weightedSum(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digitAt(digits, 9);
}

const isBulgarianForeigner = (digits: string): boolean =>
  weightedSum(digits, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === digitAt(digits, 9);

/** Companies by two rounds modulo 11; ten digits are a person's, a foreigner's or another payer's. */
function isBulgarianVat(text: string): boolean {
  const digits = text.replace(/^BG/, "");
  if (digits.length === 10) {
    const other = (11 - (weightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    return isBulgarianPerson(digits) || isBulgarianForeigner(digits) || other === digitAt(digits, 9);
  }
  const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const check = first === 10 ? (weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : first;
  return check === digitAt(digits, 8);
}

export const BULGARIAN_IDS = idCards(
  { country: "BG", name: "Bulgaria" },
  `
BG_DRIVER_LICENSE driving licence
  form d{9}
  label свидетелство за управление, шофьорска книжка, сумпс, номер на шофьорска книжка
  found 281234567 ≠ 28123456
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/BGR/index.html
BG_EGN personal number (EGN)
  form d{10} | dddddd dddd
  label егн, egn, единен граждански номер, edinen grazhdanski nomer, uniform civil number, ucn
  found 8032056031 ≠ 8032056032, 2992070971, 8019010008
  health, national, social, tax; check isBulgarianPerson; alone; https://bg.wikipedia.org/wiki/%D0%95%D0%B4%D0%B8%D0%BD%D0%B5%D0%BD_%D0%B3%D1%80%D0%B0%D0%B6%D0%B4%D0%B0%D0%BD%D1%81%D0%BA%D0%B8_%D0%BD%D0%BE%D0%BC%D0%B5%D1%80
BG_ID_CARD identity card
  form d{9} | [A-Z]{2}d{7}
  label лична карта, номер на лична карта, лк, л к, документ за самоличност
  found 641234567, AA1234567 ≠ 64123456
  national; https://www.consilium.europa.eu/prado/en/prado-documents/BGR/index.html
BG_LICENSE_PLATE licence plate
  form [ABCEHKMOPTXY]{1,2} ?d{4} ?[ABCEHKMOPTXY]{1,2}
  label регистрационен номер, рег номер, регистрационен номер на автомобил
  found CB 1234 AB ≠ CB 123 AB
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Bulgaria
BG_PASSPORT passport
  form d{9}
  label паспорт, номер на паспорт, задграничен паспорт
  found 381234567 ≠ 38123456
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/BGR/index.html
BG_PNF personal number of a foreigner (LNCh)
  form d{10} | dddd ddd ddd
  label лнч, lnch, pnf, личен номер на чужденец, foreigner number, foreigners number
  found 7111 042 925 ≠ 7111 042 926
  national; check isBulgarianForeigner; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Bulgaria-TIN.pdf
BG_VAT company and VAT number (EIK)
  form BGd{9,10} | BG ddd ddd ddd | BG d{9,10} | d{9,10} | ddd ddd ddd | BG d{9}
  strong BGd{9,10} | BG d{9} | BG ddd ddd ddd
  label ддс, ддс номер, еик, eik, булстат, bulstat, идентификационен номер по ддс, ин по зддс
  found BG175074752 ≠ BG 175 074 754
  company, tax; check isBulgarianVat; checkAlone isLettered; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
`,
  { isBulgarianPerson, isBulgarianForeigner, isBulgarianVat, isLettered },
);
