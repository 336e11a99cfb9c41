import { idCards } from "../cards.ts";
import { digitAt, isDate, weightedSum } from "../checks.ts";

/** `YYMMDD`: months + 20 for the 19th century, + 40 for the 21st; modulo 11. */
function isBulgarianPerson(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  const [century, offset] = month > 40 ? ["20", 40] : month > 20 ? ["18", 20] : ["19", 0];
  if (!isDate(century + digits.slice(0, 2), String(month - offset), digits.slice(4, 6))) return false;
  return (weightedSum(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digitAt(digits, 9);
}

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

export const ROMANIAN_BULGARIAN_IDS = idCards(
  `
= BG Bulgaria
BG_DRIVER_LICENSE driving licence; driver; prado BGR
  form d{9}; found 281234567 ≠ 28123456; label свидетелство за управление, шофьорска книжка, сумпс, номер на шофьорска книжка
BG_EGN personal number (EGN); health, national, social, tax; alone; https://bg.wikipedia.org/wiki/%D0%95%D0%B4%D0%B8%D0%BD%D0%B5%D0%BD_%D0%B3%D1%80%D0%B0%D0%B6%D0%B4%D0%B0%D0%BD%D1%81%D0%BA%D0%B8_%D0%BD%D0%BE%D0%BC%D0%B5%D1%80
  form d{10} | dddddd dddd; check isBulgarianPerson; found 8032056031 ≠ 8032056032, 2992070971, 8019010008
  label егн, egn, единен граждански номер, edinen grazhdanski nomer, uniform civil number, ucn
BG_ID_CARD identity card; national; prado BGR
  form d{9} | [A-Z]{2}d{7}; found 641234567, AA1234567 ≠ 64123456; label лична карта, номер на лична карта, лк, л к, документ за самоличност
BG_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Bulgaria
  form [ABCEHKMOPTXY]{1,2} ?d{4} ?[ABCEHKMOPTXY]{1,2}; found CB 1234 AB ≠ CB 123 AB
  label регистрационен номер, рег номер, регистрационен номер на автомобил
BG_PASSPORT passport; passport; prado BGR
  form d{9}; found 381234567 ≠ 38123456; label паспорт, номер на паспорт, задграничен паспорт
BG_PNF personal number of a foreigner (LNCh); national; tin Bulgaria
  form d{10} | dddd ddd ddd; check weights 21,19,17,13,11,9,7,3,1 0123456789; found 7111 042 925 ≠ 7111 042 926
  label лнч, lnch, pnf, личен номер на чужденец, foreigner number, foreigners number
BG_VAT company and VAT number (EIK); company, tax; alone; vies
  form *BGd{9,10} | *BG ddd ddd ddd | BG d{9,10} | d{9,10} | ddd ddd ddd | *BG d{9}
  check drop BG, /^.{9}$/, rounds 1,2,3,4,5,6,7,8 3,4,5,6,7,8,9,10 01234567890 or drop BG, isBulgarianPerson or drop BG, weights 21,19,17,13,11,9,7,3,1 0123456789 or drop BG, weights 4,3,2,7,6,5,4,3,2 0-987654321
  checkAlone lettered; found BG175074752 ≠ BG 175 074 754
  label ддс, ддс номер, еик, eik, булстат, bulstat, идентификационен номер по ддс, ин по зддс
= MD Moldova
MD_DRIVER_LICENSE driving licence; driver; prado MDA
  form d{9} | [A-Z]{1,2}d{6,9}; found 123456789 ≠ 12345; label permis de conducere, водительское удостоверение
MD_IDNO number of a company (IDNO); company, tax; alone; tin Moldova
  form d{13}; check weights 7,3,1,7,3,1,7,3,1,7,3,1 0123456789; checkAlone /^1(?:00|01).6/; found 1008600038413 ≠ 1008600038412
  label idno, cod fiscal, număr de identificare de stat, numărul de identificare de stat
MD_IDNP number of a person (IDNP); national, social, tax; tin Moldova
  form [02]d{12}; check weights 7,3,1,7,3,1,7,3,1,7,3,1 0123456789; found 0631241129069 ≠ 0631241129060
  label idnp, cod personal, număr de identificare personal, numărul de identificare personală, идентификационный номер
MD_ID_CARD identity card; national; prado MDA
  form [A-Z]d{8} | [A-Z] d{8}; found B12345678 ≠ B1234; label buletin de identitate, carte de identitate, seria buletinului
MD_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Moldova
  form [A-Z]{3} ?d{3} | [A-Z]{1,2} [A-Z]{2} d{3}; found ABC 123 ≠ ABC 1234
  label număr de înmatriculare, numărul de înmatriculare, номерной знак
MD_PASSPORT passport; passport; prado MDA
  form [A-Z]{1,2}d{7}; found AA1234567 ≠ AA12345; label pașaport, numărul pașaportului, seria pașaportului
= RO Romania
RO_CNP personal number (CNP); health, national, social, tax; alone; https://ro.wikipedia.org/wiki/Cod_numeric_personal_(Rom%C3%A2nia)
  form d{13} | d dddddd dd ddd d | d dddddd dddddd; check isRomanianPerson
  found 1630615123457 ≠ 1630615123458, 0800101221142, 1632215123457; label cnp, cod numeric personal, codul numeric personal, cnp ul
RO_CUI company and VAT number (CUI, CIF); company, tax; alone; tin Romania
  form ROd{4,10} | RO d{4,10} | d{2,10} | RO ddd ddd dd | ddd ddd dd | *ROd{6,10} | *RO d{6,10}
  check drop RO, /^[^0]/, pad 10, weights 7,5,3,2,1,7,5,3,2 00987654321; checkAlone lettered; found RO18547290 ≠ 185 472 91
  label cui, cif, cod unic de înregistrare, codul unic de înregistrare, cod de identificare fiscală, cod fiscal, cod tva, codul fiscal
RO_DRIVER_LICENSE driving licence; driver; prado ROU
  form [A-Z]d{8}[A-Z] | [A-Z]{1,2}d{6,8}; found B12345678X, C0012345 ≠ B123
  label permis de conducere, permis auto, numărul permisului de conducere
RO_ID_CARD identity card; national; prado ROU
  form [A-Z]{2} d{6} | [A-Z]{2}d{6,7}; found RX 123456 ≠ RX 12345
  label carte de identitate, seria ci, buletin, ci seria, serie ci, serie și număr ci, act de identitate, seria și numărul, carte identitate
RO_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Romania
  form [A-Z]{1,2} d{2,3} [A-Z]{3} | [A-Z]{1,2}-d{2,3}-[A-Z]{3} | [A-Z]{1,2}d{2,3}[A-Z]{3}; found B 123 ABC, CJ-12-XYZ ≠ B 1234 ABC
  label număr de înmatriculare, numărul de înmatriculare, număr înmatriculare, plăcuță de înmatriculare, nr auto
RO_ONRC trade register (ONRC); company; https://www.onrc.ro/
  form [JFC]d{1,2}/d{1,6}/d{4} | [JFC]d{4}d{10} | *[JFC]d{1,2}/d{1,6}/[12]d{3}; found J40/1234/2005 ≠ X40/1234/2005
  label onrc, nr reg com, registrul comerțului, număr de ordine în registrul comerțului, reg com, nr registrul comertului, trade register, onrc number
RO_PASSPORT passport; passport; prado ROU
  form d{8,9}; found 052345678 ≠ 1234567; label pașaport, număr pașaport, numărul pașaportului, seria pașaport
`,
  { isBulgarianPerson, isRomanianPerson },
);
