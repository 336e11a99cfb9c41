import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { hasCheck, isDateAt, isOneSign } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Numbers of the Middle East, the Caucasus and Central Asia. */

/** Leading zeros are often left out. */
const isIsraeliId = (digits: string): boolean => Number(digits) > 1000 && isLuhnValid(digits.padStart(9, "0"));

const isIsraeliCompany = (digits: string): boolean => !isOneSign(digits) && isLuhnValid(digits);

/** ISO 3166-1 number of the country, year of birth. The last digit's rule is not published. */
const isEmiratesId = (digits: string): boolean => /^784(?:19|20)/.test(digits);

/** 1 for citizens, 2 for residents. */
const isSaudiId = (digits: string): boolean => !isOneSign(digits.slice(1)) && isLuhnValid(digits);

/** Century, date of birth, serial, check. */
const isKuwaitiId = (digits: string): boolean =>
  isDateAt(digits, 1) && hasCheck(digits, [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2], "-A987654321");

/** Year and month of birth, serial, check (not published). */
function isBahrainiId(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  return month >= 1 && month <= 12;
}

/** Century and year of birth, then three digits of the country. */
const isQatariId = (digits: string): boolean => Number(digits.slice(3, 6)) > 0 && Number(digits.slice(3, 6)) < 900;

/** The Arab countries of Asia, and Israel. Sorted by id. */
export const MIDDLE_EAST_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "AE", name: "United Arab Emirates" },
    `
AE_EMIRATES_ID identity card
  form 784-dddd-d{7}-d
  strong 784-dddd-d{7}-d | 784[12][90]d{10}
  label eid number, emirates id, emirates id card, emirates id number, uae id, رقم الهوية الإماراتية, الهوية الإماراتية, رقم الهوية
  found 784-1990-1234567-1, 784199012345671 ≠ 785-1990-1234567-1, 784-2190-1234567-1
  national; check isEmiratesId; alone; weak; https://icp.gov.ae/
AE_TRN tax registration
  form 100d{12} | 100-dddd-dddd-dddd
  label tax registration number, trn, trn number, uae trn, uae vat, رقم التسجيل الضريبي
  found 100123456700003 ≠ 200123456700003
  tax, company; https://tax.gov.ae/
`,
    { isEmiratesId },
  ),
  ...idCards(
    { country: "BH", name: "Bahrain" },
    `
BH_CPR population register
  form d{9}
  label bahraini cpr, central population registration, cpr, cpr number, الرقم الشخصي, الرقم السكاني
  found 850112345 ≠ 851312345
  national; check isBahrainiId; weak; https://en.wikipedia.org/wiki/National_identification_number
`,
    { isBahrainiId },
  ),
  ...idCards(
    { country: "IL", name: "Israel" },
    `
IL_DRIVER_LICENSE driving licence
  form d{7,8}
  label israeli driver license, מספר רישיון נהיגה, רישיון נהיגה, רשיון נהיגה
  found 1234567 ≠ 123456
  driver; https://www.gov.il/en/departments/ministry_of_transport_and_road_safety
IL_HP companies and associations
  form 5d-d{7} | 5d-d{6}-d | 5d{8}
  label company number, hevra pratit, israeli company number, osek murshe, ח.פ, ח.פ., ח"פ, חפ, מספר חברה, עוסק מורשה, ע.מ., עמותה
  found 516179157, 51-617915-7 ≠ 516179158, 416179158
  company, tax; check isIsraeliCompany; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
IL_ID identity number
  form d{5,8}-d | d{9}
  label israeli id, israeli id number, mispar zehut, tehudat zehut, teudat zehut, מספר זהות, ת.ז, ת.ז., ת"ז, תעודת זהות, מספר תעודת זהות
  found 3933742-3, 039337423 ≠ 3933742-2, 0-0
  national, tax; check isIsraeliId; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
IL_PASSPORT passport
  form d{7,8}
  label israeli passport, דרכון, מספר דרכון
  found 12345678 ≠ 123456
  passport; https://en.wikipedia.org/wiki/Israeli_passport
`,
    { isIsraeliCompany, isIsraeliId },
  ),
  ...idCards(
    { country: "IQ", name: "Iraq" },
    `
IQ_NID national card
  form [12]d{11}
  label iraqi national id, البطاقة الوطنية, البطاقة الموحدة, رقم البطاقة الوطنية
  found 199012345678 ≠ 399012345678
  national; https://en.wikipedia.org/wiki/National_identification_number
`,
  ),
  ...idCards(
    { country: "JO", name: "Jordan" },
    `
JO_NATIONAL_ID national number
  form [29]d{9}
  label jordanian national number, الرقم الوطني, الرقم الوطني الأردني
  found 9901234567 ≠ 3901234567
  national; https://en.wikipedia.org/wiki/National_identification_number
`,
  ),
  ...idCards(
    { country: "KW", name: "Kuwait" },
    `
KW_CIVIL_ID civil identity card
  form [1-3]d{11}
  label civil id, civil id number, kuwait civil id, kuwaiti civil id, paci, الرقم المدني, البطاقة المدنية
  found 285011501232 ≠ 285131501234
  national; check isKuwaitiId; alone; https://www.paci.gov.kw/
`,
    { isKuwaitiId },
  ),
  ...idCards(
    { country: "LB", name: "Lebanon" },
    `
LB_ID identity card
  form 0000d{8} | d{12}
  label lebanese id, lebanese identity card, رقم الهوية اللبنانية, تذكرة هوية
  found 000012345678 ≠ 00001234567
  national; https://en.wikipedia.org/wiki/National_identification_number
`,
  ),
  ...idCards(
    { country: "OM", name: "Oman" },
    `
OM_ID civil number
  form d{7,9}
  label oman civil number, omani id, omani resident card, الرقم المدني
  found 12345678 ≠ 123456
  national; check isVaried; weak; https://en.wikipedia.org/wiki/National_identification_number
`,
    { isVaried: (digits) => !isOneSign(digits) },
  ),
  ...idCards(
    { country: "QA", name: "Qatar" },
    `
QA_QID identity card
  form [23]d{10}
  label qatar id, qatari id, qatari id number, qid, qid number, الرقم الشخصي, البطاقة الشخصية القطرية
  found 28563412345 ≠ 18563412345, 28500012345
  national; check isQatariId; weak; https://portal.moi.gov.qa/
`,
    { isQatariId },
  ),
  ...idCards(
    { country: "SA", name: "Saudi Arabia" },
    `
SA_NID identity card, residence permit
  form [12]d{9}
  label iqama, iqama number, muqeem, saudi id, saudi national id, رقم الإقامة, رقم الهوية, رقم الهوية الوطنية, الهوية الوطنية, السجل المدني, رقم السجل المدني, إقامة
  found 1012345672 ≠ 1012345671, 3012345672
  national; check isSaudiId; https://en.wikipedia.org/wiki/National_identification_number
SA_VAT value added tax
  form 3d{13}3
  strong 3d{9}00003
  label saudi vat, saudi vat number, zatca, الرقم الضريبي, رقم ضريبة القيمة المضافة
  found 310122393500003 ≠ 310122393500004, 210122393500003
  tax, company; https://zatca.gov.sa/
`,
    { isSaudiId },
  ),
];
