import { idCards } from "../cards.ts";
import { digitAt, isDate, isDdMmYy, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Modulo 11 over nine digits that count days since 1899. */
const isUkrainianPerson = (digits: string): boolean =>
  (((weightedSum(digits, [-1, 5, 7, 9, 4, 6, 10, 5, 7]) % 11) + 11) % 11) % 10 === digitAt(digits, 9);

/** Two rounds modulo 11; numbers between 30 and 60 million have other weights. */
function isEdrpou(digits: string): boolean {
  const weights = /^[345]/.test(digits) ? [7, 1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5, 6, 7];
  const first = weightedSum(digits, weights) % 11;
  const second =
    weightedSum(
      digits,
      weights.map((weight) => weight + 2),
    ) % 11;
  return (first === 10 ? second % 10 : first) === digitAt(digits, 7);
}

/** Demographic register: birth date, then a serial whose check digit is not published. */
const isUnzr = (digits: string): boolean => isDate(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8));

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

/** Sex and century, `DDMMYY`, region, serial, citizenship; the last digit's rule is not published. */
const isBelarusian = (text: string): boolean => isDdMmYy(text, 1);

export const UKRAINIAN_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "BY", name: "Belarus" },
    `
BY_DRIVER_LICENSE driving licence
  form d[A-Z]{2} ?d{6} | [A-Z]{2} ?d{6}
  label водительское удостоверение, пасведчанне кіроўцы, номер водительского удостоверения
  found 7AA 123456 ≠ 7AA 12345
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/BLR/index.html
BY_LICENSE_PLATE licence plate
  form d{4} ?[ABEIKMHOPCTX]{2}-?[0-8] | [ABEIKMHOPCTX]{2} ?d{4}-?[0-8] | d{4} [ABEIKMHOPCTX]{2}-[1-8]
  strong d{4} [ABEIKMHOPCTX]{2}-[1-8]
  label госномер, номер автомобиля, регистрационный знак, нумарны знак
  found 1234 AB-7 ≠ 1234 AB-9
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Belarus
BY_PASSPORT passport
  form [A-Z]{2}d{7}
  label паспорт, номер паспорта, серия и номер паспорта, пашпарт
  found MP1234567 ≠ MP12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/BLR/index.html
BY_PERSONAL_NUMBER identification number of a person
  form [1-6]d{6}[ABCKEMH]d{3}[A-Z]{2}d | [1-6]d{6}[ABCKEMH]d{3}PBd | [1-6]d{6}[ABCKEMH]d{3}B[AI]d
  strong [1-6]d{6}[ABCKEMH]d{3}PBd | [1-6]d{6}[ABCKEMH]d{3}B[AI]d
  label идентификационный номер, личный номер, ідэнтыфікацыйны нумар, асабісты нумар, личный номер паспорта
  found 3150180A001PB7 ≠ 3151380A001PB7
  national, social, tax; check isBelarusian; alone; https://en.wikipedia.org/wiki/Belarusian_passport
BY_UNP payer number (UNP)
  form d{9} | [A-Z]{2}d{7} | UNP d{9}
  label унп, unp, учетный номер плательщика, учётный номер плательщика, улп
  found 200988541, MA1953684 ≠ 200988542
  company, tax; check isUnp; https://www.portal.nalog.gov.by/
`,
    { isBelarusian, isUnp },
  ),
  ...idCards(
    { country: "UA", name: "Ukraine" },
    `
UA_DRIVER_LICENSE driving licence
  form [A-Z]{3} ?d{6} | d{6}
  label посвідчення водія, водійське посвідчення, номер водійського посвідчення
  found BXX 123456 ≠ BXX 1234
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/UKR/index.html
UA_EDRPOU company number (EDRPOU)
  form d{8}
  label єдрпоу, edrpou, код єдрпоу, едрпоу, код едрпоу, yedrpou
  found 32855961 ≠ 32855968
  company, tax; check isEdrpou; https://uk.wikipedia.org/wiki/%D0%9A%D0%BE%D0%B4_%D0%84%D0%94%D0%A0%D0%9F%D0%9E%D0%A3
UA_ID_CARD identity card
  form d{9}
  label id картка, айді картка, паспорт id, номер id картки
  found 001234567 ≠ 00123456
  national; https://www.consilium.europa.eu/prado/en/prado-documents/UKR/index.html
UA_IPN VAT number (IPN)
  form d{12}
  label іпн платника пдв, індивідуальний податковий номер, пдв, свідоцтво пдв, номер платника пдв, іпн
  found 123456712345 ≠ 1234567123
  company, tax; https://tax.gov.ua/
UA_LICENSE_PLATE licence plate
  form [ABEIKMHOPCTX]{2} ?d{4} ?[ABEIKMHOPCTX]{2}
  label номерний знак, держномер, державний номер, номер авто, номер автомобіля
  found AA 1234 BC ≠ AA 123 BB
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Ukraine
UA_PASSPORT passport
  form [A-Z]{2} ?d{6} | [A-Z]{2}d{6} | d{9}
  label паспорт, серія та номер паспорта, номер паспорта, закордонний паспорт, серія паспорта, загранпаспорт
  found FE123456 ≠ F12345
  national, passport; https://www.consilium.europa.eu/prado/en/prado-documents/UKR/index.html
UA_RNTRC taxpayer number (RNOKPP)
  form d{10}
  label рнокпп, rnokpp, rntrc, рнокпп код, іпн, ipn, ідентифікаційний код, ідентифікаційний номер, податковий номер, реєстраційний номер облікової картки, инн, drfo, дрфо
  found 1759013776 ≠ 1759013770
  national, tax; check isUkrainianPerson; https://uk.wikipedia.org/wiki/%D0%A0%D0%9D%D0%9E%D0%9A%D0%9F%D0%9F
UA_UNZR demographic register (UNZR)
  form d{8}-d{5} | d{13}
  label унзр, unzr, запис, унікальний номер запису, унікальний номер запису в реєстрі, номер запису
  found 19800115-12345 ≠ 19801315-12345
  national; check isUnzr; https://dmsu.gov.ua/
`,
    { isEdrpou, isUkrainianPerson, isUnzr },
  ),
];
