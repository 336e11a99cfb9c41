import { idCards } from "../cards.ts";
import { digitAt, remainder, weightedSum } from "../checks.ts";

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

const UNP_LETTERS = "ABCEHKMOPT";

const UNP_WEIGHTS = [29, 23, 19, 17, 13, 7, 5, 3];

/** Companies begin with digits, persons with two letters: A = 10 at the first place, A = 0 at the second. */
function isUnp(text: string): boolean {
  const body = text.replace(/^UNP/, "");
  const isPerson = /^[A-Z]/.test(body);
  const first = isPerson ? body.charCodeAt(0) - 55 : digitAt(body, 0);
  const second = isPerson ? UNP_LETTERS.indexOf(body.charAt(1)) : digitAt(body, 1);
  const rest = (first * 29 + second * 23 + weightedSum(body.slice(2), UNP_WEIGHTS.slice(2))) % 11;
  return second !== -1 && rest === digitAt(body, 8);
}

export const EASTERN_EUROPEAN_IDS = idCards(
  `
= BY Belarus
BY_DRIVER_LICENSE driving licence; driver; prado BLR
  form d[A-Z]{2} ?d{6} | [A-Z]{2} ?d{6}; found 7AA 123456 ≠ 7AA 12345
  label водительское удостоверение, пасведчанне кіроўцы, номер водительского удостоверения
BY_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Belarus
  form d{4} ?[ABEIKMHOPCTX]{2}-?[0-8] | [ABEIKMHOPCTX]{2} ?d{4}-?[0-8] | *d{4} [ABEIKMHOPCTX]{2}-[1-8]; found 1234 AB-7 ≠ 1234 AB-9
  label госномер, номер автомобиля, регистрационный знак, нумарны знак
BY_PASSPORT passport; passport; prado BLR
  form [A-Z]{2}d{7}; found MP1234567 ≠ MP12345; label паспорт, номер паспорта, серия и номер паспорта, пашпарт
BY_PERSONAL_NUMBER identification number of a person; national, social, tax; alone; wiki Belarusian_passport
  form [1-6]d{6}[ABCKEMH]d{3}[A-Z]{2}d | *[1-6]d{6}[ABCKEMH]d{3}PBd | *[1-6]d{6}[ABCKEMH]d{3}B[AI]d; check date DDMMYY at 1
  found 3150180A001PB7 ≠ 3151380A001PB7
  label идентификационный номер, личный номер, ідэнтыфікацыйны нумар, асабісты нумар, личный номер паспорта
BY_UNP payer number (UNP); company, tax; https://www.portal.nalog.gov.by/
  form d{9} | [A-Z]{2}d{7} | UNP d{9}; check isUnp; found 200988541, MA1953684 ≠ 200988542
  label унп, unp, учетный номер плательщика, учётный номер плательщика, улп
= RU Russia
RU_BANK_ACCOUNT bank account; bank; https://ru.wikipedia.org/wiki/%D0%A0%D0%B0%D1%81%D1%87%D1%91%D1%82%D0%BD%D1%8B%D0%B9_%D1%81%D1%87%D1%91%D1%82
  form d{20} | ddddd ddd d dddd ddddddd | ddddd.ddd.d.dddd.ddddddd; found 40817810099910004312 ≠ 4081781009991000431
  label расчетный счет, расчётный счёт, р с, номер счета, лицевой счет, корреспондентский счет, к с, счет получателя
RU_BIK bank code (BIK); bank; https://www.cbr.ru/
  form 04d{7}; found 044525225 ≠ 054525225; label бик, bik, бик банка
RU_BIRTH_CERTIFICATE birth certificate; national; https://zags.mos.ru/
  form [IVX]{1,4}-[A-Z]{2} d{6}; found IV-AB 123456 ≠ IV-AB 123; label свидетельство о рождении, серия свидетельства, номер свидетельства
RU_DRIVER_LICENSE driving licence; driver; prado RUS
  form dd dd dddddd | d{10} | dd [A-Z]{2} dddddd; found 77 16 123456 ≠ 77 16 12345
  label водительское удостоверение, в у, номер водительского удостоверения, водительские права
RU_FOREIGN_PASSPORT passport for abroad; passport; prado RUS
  form dd d{7} | d{9}; found 71 1234567 ≠ 71 123456; label загранпаспорт, заграничный паспорт, номер загранпаспорта
# Companies have ten digits with one check, persons twelve with two; only two make it count without a label.
RU_INN taxpayer number (INN); company, tax; alone; tin Russian-Federation
  form d{10} | d{12}
  check /^.{10}$/, weights 2,4,10,3,5,9,4,6,8 01234567890 or weights 7,2,4,10,3,5,9,4,6,8 01234567890, weights 3,7,2,4,10,3,5,9,4,6,8 01234567890
  checkAlone /^.{12}$/; found 366220664163, 1234567894 ≠ 123456789037, 1234567895
  label инн, inn, идентификационный номер налогоплательщика, инн организации, инн физлица
RU_KPP reason of registration (KPP); company; https://www.nalog.gov.ru/
  form d{4}[0-9A-Z]{2}d{3}; found 773601001 ≠ 77360100; label кпп, kpp, код причины постановки
RU_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Russia
  form [ABEKMHOPCTYX] ?d{3} ?[ABEKMHOPCTYX]{2} ?d{2,3} | [ABEKMHOPCTYX]d{3}[ABEKMHOPCTYX]{2} d{2,3}; found A123BC77 ≠ A12BC77
  label госномер, гос номер, номер автомобиля, регистрационный знак, грз, государственный номер, номер машины
RU_OGRN state registration (OGRN, OGRNIP); company; https://ru.wikipedia.org/wiki/%D0%9E%D1%81%D0%BD%D0%BE%D0%B2%D0%BD%D0%BE%D0%B9_%D0%B3%D0%BE%D1%81%D1%83%D0%B4%D0%B0%D1%80%D1%81%D1%82%D0%B2%D0%B5%D0%BD%D0%BD%D1%8B%D0%B9_%D1%80%D0%B5%D0%B3%D0%B8%D1%81%D1%82%D1%80%D0%B0%D1%86%D0%B8%D0%BE%D0%BD%D0%BD%D1%8B%D0%B9_%D0%BD%D0%BE%D0%BC%D0%B5%D1%80
  form d{13} | d{15}; check isOgrn; found 1027700132195 ≠ 1027700132196
  label огрн, огрнип, ogrn, ogrnip, основной государственный регистрационный номер
RU_OKPO statistical number of a company (OKPO); company; https://rosstat.gov.ru/
  form d{8} | d{10}; found 00032537 ≠ 0003253; label окпо, okpo, код по окпо
RU_OMS health insurance (OMS); health; https://www.ffoms.gov.ru/
  form d{16} | dddd dddd dddd dddd; check isOms; found 6038 4367 3215 7028 ≠ 6038 4367 3215 7029
  label омс, полис омс, номер полиса, полис, номер полиса омс, енп
RU_PASSPORT internal passport; national, passport; https://ru.wikipedia.org/wiki/%D0%9F%D0%B0%D1%81%D0%BF%D0%BE%D1%80%D1%82_%D0%B3%D1%80%D0%B0%D0%B6%D0%B4%D0%B0%D0%BD%D0%B8%D0%BD%D0%B0_%D0%A0%D0%BE%D1%81%D1%81%D0%B8%D0%B9%D1%81%D0%BA%D0%BE%D0%B9_%D0%A4%D0%B5%D0%B4%D0%B5%D1%80%D0%B0%D1%86%D0%B8%D0%B8
  form dddd dddddd | dd dd dddddd | d{10}; check /^(?!00|.*000000$)/; found 45 04 123456 ≠ 00 04 123456
  label паспорт, серия и номер паспорта, паспорт серия, номер паспорта, паспорт рф, паспорт гражданина, паспортные данные, серия номер, внутренний паспорт
RU_SNILS pension insurance number (SNILS); national, social; alone; https://ru.wikipedia.org/wiki/%D0%A1%D1%82%D1%80%D0%B0%D1%85%D0%BE%D0%B2%D0%BE%D0%B9_%D0%BD%D0%BE%D0%BC%D0%B5%D1%80_%D0%B8%D0%BD%D0%B4%D0%B8%D0%B2%D0%B8%D0%B4%D1%83%D0%B0%D0%BB%D1%8C%D0%BD%D0%BE%D0%B3%D0%BE_%D0%BB%D0%B8%D1%86%D0%B5%D0%B2%D0%BE%D0%B3%D0%BE_%D1%81%D1%87%D1%91%D1%82%D0%B0
  form *ddd-ddd-ddd dd | ddd-ddd-ddd-dd | d{11} | ddd ddd ddd dd; check isSnils; found 112-233-445 95 ≠ 112-233-445 96
  label снилс, snils, страховой номер, страховой номер индивидуального лицевого счета, номер снилс
= UA Ukraine
UA_DRIVER_LICENSE driving licence; driver; prado UKR
  form [A-Z]{3} ?d{6} | d{6}; found BXX 123456 ≠ BXX 1234; label посвідчення водія, водійське посвідчення, номер водійського посвідчення
# Numbers between 30 and 60 million have other weights.
UA_EDRPOU company number (EDRPOU); company, tax; https://uk.wikipedia.org/wiki/%D0%9A%D0%BE%D0%B4_%D0%84%D0%94%D0%A0%D0%9F%D0%9E%D0%A3
  form d{8}; check /^[^345]/, rounds 1,2,3,4,5,6,7 3,4,5,6,7,8,9 01234567890 or /^[345]/, rounds 7,1,2,3,4,5,6 9,3,4,5,6,7,8 01234567890
  found 32855961 ≠ 32855968; label єдрпоу, edrpou, код єдрпоу, едрпоу, код едрпоу, yedrpou
UA_ID_CARD identity card; national; prado UKR
  form d{9}; found 001234567 ≠ 00123456; label id картка, айді картка, паспорт id, номер id картки
UA_IPN VAT number (IPN); company, tax; https://tax.gov.ua/
  form d{12}; found 123456712345 ≠ 1234567123
  label іпн платника пдв, індивідуальний податковий номер, пдв, свідоцтво пдв, номер платника пдв, іпн
UA_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Ukraine
  form [ABEIKMHOPCTX]{2} ?d{4} ?[ABEIKMHOPCTX]{2}; found AA 1234 BC ≠ AA 123 BB
  label номерний знак, держномер, державний номер, номер авто, номер автомобіля
UA_PASSPORT passport; national, passport; prado UKR
  form [A-Z]{2} ?d{6} | [A-Z]{2}d{6} | d{9}; found FE123456 ≠ F12345
  label паспорт, серія та номер паспорта, номер паспорта, закордонний паспорт, серія паспорта, загранпаспорт
UA_RNTRC taxpayer number (RNOKPP); national, tax; https://uk.wikipedia.org/wiki/%D0%A0%D0%9D%D0%9E%D0%9A%D0%9F%D0%9F
  form d{10}; check weights 10,5,7,9,4,6,10,5,7 01234567890; found 1759013776 ≠ 1759013770
  label рнокпп, rnokpp, rntrc, рнокпп код, іпн, ipn, ідентифікаційний код, ідентифікаційний номер, податковий номер, реєстраційний номер облікової картки, инн, drfo, дрфо
UA_UNZR demographic register (UNZR); national; https://dmsu.gov.ua/
  form d{8}-d{5} | d{13}; check date YYYYMMDD; found 19800115-12345 ≠ 19801315-12345
  label унзр, unzr, запис, унікальний номер запису, унікальний номер запису в реєстрі, номер запису
`,
  { isOgrn, isOms, isSnils, isUnp },
);
