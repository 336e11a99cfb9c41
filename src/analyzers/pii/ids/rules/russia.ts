import { idCards } from "../cards.ts";
import { digitAt, remainder, weightedSum } from "../checks.ts";

/** Check digits of Russia, Ukraine, Belarus and the Caucasus. */

const INN_WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** Companies have ten digits with one check, persons twelve with two. */
function isInn(digits: string): boolean {
  const checks = digits.length === 10 ? [9] : [10, 11];
  return checks.every((at) => (weightedSum(digits, INN_WEIGHTS.slice(11 - at)) % 11) % 10 === digitAt(digits, at));
}

/** Only two checks make it stand without a label. */
const isPersonInn = (digits: string): boolean => digits.length === 12;

/** Weights 9 to 1 modulo 101; numbers up to 001-001-998 have no check. */
function isSnils(digits: string): boolean {
  if (/^(\d)\1{8}/.test(digits)) return false;
  const sum = weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]);
  return (sum % 101) % 100 === Number(digits.slice(9));
}

/** State registration: the number modulo 11, of a sole trader modulo 13. */
function isOgrn(digits: string): boolean {
  const front = digits.slice(0, -1);
  return (
    /^[1-9]/.test(digits) &&
    remainder(front, digits.length === 13 ? 11 : 13) % 10 === digitAt(digits, digits.length - 1)
  );
}

/** Series: region and year of print. */
const isRussianPassport = (digits: string): boolean => !digits.startsWith("00") && !digits.endsWith("000000");

/** Health insurance since 2011: as on a card, but the even places are joined and doubled as one number. */
function isOms(digits: string): boolean {
  let [odd, even, sum] = ["", "", 0];
  for (let at = 14; at >= 0; at--) {
    if (at % 2 === 0) odd += digits.charAt(at);
    else even += digits.charAt(at);
  }
  for (const digit of even + String(Number(odd) * 2)) sum += Number(digit);
  return (10 - (sum % 10)) % 10 === digitAt(digits, 15);
}

export const RUSSIAN_IDS = idCards(
  { country: "RU", name: "Russia" },
  `
RU_BANK_ACCOUNT bank account
  form d{20} | ddddd ddd d dddd ddddddd | ddddd.ddd.d.dddd.ddddddd
  label расчетный счет, расчётный счёт, р с, номер счета, лицевой счет, корреспондентский счет, к с, счет получателя
  found 40817810099910004312 ≠ 4081781009991000431
  bank; https://ru.wikipedia.org/wiki/%D0%A0%D0%B0%D1%81%D1%87%D1%91%D1%82%D0%BD%D1%8B%D0%B9_%D1%81%D1%87%D1%91%D1%82
RU_BIK bank code (BIK)
  form 04d{7}
  label бик, bik, бик банка
  found 044525225 ≠ 054525225
  bank; https://www.cbr.ru/
RU_BIRTH_CERTIFICATE birth certificate
  form [IVX]{1,4}-[A-Z]{2} d{6}
  label свидетельство о рождении, серия свидетельства, номер свидетельства
  found IV-AB 123456 ≠ IV-AB 123
  national; https://zags.mos.ru/
RU_DRIVER_LICENSE driving licence
  form dd dd dddddd | d{10} | dd [A-Z]{2} dddddd
  label водительское удостоверение, в у, номер водительского удостоверения, водительские права
  found 77 16 123456 ≠ 77 16 12345
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/RUS/index.html
RU_FOREIGN_PASSPORT passport for abroad
  form dd d{7} | d{9}
  label загранпаспорт, заграничный паспорт, номер загранпаспорта
  found 71 1234567 ≠ 71 123456
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/RUS/index.html
RU_INN taxpayer number (INN)
  form d{10} | d{12}
  label инн, inn, идентификационный номер налогоплательщика, инн организации, инн физлица
  found 366220664163, 1234567894 ≠ 123456789037, 1234567895
  company, tax; check isInn; checkAlone isPersonInn; alone; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Russian-Federation-TIN.pdf
RU_KPP reason of registration (KPP)
  form d{4}[0-9A-Z]{2}d{3}
  label кпп, kpp, код причины постановки
  found 773601001 ≠ 77360100
  company; https://www.nalog.gov.ru/
RU_LICENSE_PLATE licence plate
  form [ABEKMHOPCTYX] ?d{3} ?[ABEKMHOPCTYX]{2} ?d{2,3} | [ABEKMHOPCTYX]d{3}[ABEKMHOPCTYX]{2} d{2,3}
  label госномер, гос номер, номер автомобиля, регистрационный знак, грз, государственный номер, номер машины
  found A123BC77 ≠ A12BC77
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Russia
RU_OGRN state registration (OGRN, OGRNIP)
  form d{13} | d{15}
  label огрн, огрнип, ogrn, ogrnip, основной государственный регистрационный номер
  found 1027700132195 ≠ 1027700132196
  company; check isOgrn; https://ru.wikipedia.org/wiki/%D0%9E%D1%81%D0%BD%D0%BE%D0%B2%D0%BD%D0%BE%D0%B9_%D0%B3%D0%BE%D1%81%D1%83%D0%B4%D0%B0%D1%80%D1%81%D1%82%D0%B2%D0%B5%D0%BD%D0%BD%D1%8B%D0%B9_%D1%80%D0%B5%D0%B3%D0%B8%D1%81%D1%82%D1%80%D0%B0%D1%86%D0%B8%D0%BE%D0%BD%D0%BD%D1%8B%D0%B9_%D0%BD%D0%BE%D0%BC%D0%B5%D1%80
RU_OKPO statistical number of a company (OKPO)
  form d{8} | d{10}
  label окпо, okpo, код по окпо
  found 00032537 ≠ 0003253
  company; https://rosstat.gov.ru/
RU_OMS health insurance (OMS)
  form d{16} | dddd dddd dddd dddd
  label омс, полис омс, номер полиса, полис, номер полиса омс, енп
  found 6038 4367 3215 7028 ≠ 6038 4367 3215 7029
  health; check isOms; https://www.ffoms.gov.ru/
RU_PASSPORT internal passport
  form dddd dddddd | dd dd dddddd | d{10}
  label паспорт, серия и номер паспорта, паспорт серия, номер паспорта, паспорт рф, паспорт гражданина, паспортные данные, серия номер, внутренний паспорт
  found 45 04 123456 ≠ 00 04 123456
  national, passport; check isRussianPassport; https://ru.wikipedia.org/wiki/%D0%9F%D0%B0%D1%81%D0%BF%D0%BE%D1%80%D1%82_%D0%B3%D1%80%D0%B0%D0%B6%D0%B4%D0%B0%D0%BD%D0%B8%D0%BD%D0%B0_%D0%A0%D0%BE%D1%81%D1%81%D0%B8%D0%B9%D1%81%D0%BA%D0%BE%D0%B9_%D0%A4%D0%B5%D0%B4%D0%B5%D1%80%D0%B0%D1%86%D0%B8%D0%B8
RU_SNILS pension insurance number (SNILS)
  form ddd-ddd-ddd dd | ddd-ddd-ddd-dd | d{11} | ddd ddd ddd dd
  strong ddd-ddd-ddd dd
  label снилс, snils, страховой номер, страховой номер индивидуального лицевого счета, номер снилс
  found 112-233-445 95 ≠ 112-233-445 96
  national, social; check isSnils; alone; https://ru.wikipedia.org/wiki/%D0%A1%D1%82%D1%80%D0%B0%D1%85%D0%BE%D0%B2%D0%BE%D0%B9_%D0%BD%D0%BE%D0%BC%D0%B5%D1%80_%D0%B8%D0%BD%D0%B4%D0%B8%D0%B2%D0%B8%D0%B4%D1%83%D0%B0%D0%BB%D1%8C%D0%BD%D0%BE%D0%B3%D0%BE_%D0%BB%D0%B8%D1%86%D0%B5%D0%B2%D0%BE%D0%B3%D0%BE_%D1%81%D1%87%D1%91%D1%82%D0%B0
`,
  { isInn, isPersonInn, isOgrn, isOms, isRussianPassport, isSnils },
);
