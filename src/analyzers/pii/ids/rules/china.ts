import { idCards } from "../cards.ts";
import { digitAt, hasCheck, isDate, isDateAt, valueAt, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Numbers of China, Hong Kong, Japan, Korea, Macao and Taiwan. */

// GB/T 2260: first two digits of a place in China; 81 to 83 are residence permits of people from the three other regions.
const CN_PROVINCE = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])/;

const CN_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** GB 11643-1999: place, date, serial number, ISO 7064 mod 11-2. Cards before 1999 have two digits of the year and no check. */
function isChineseId(compact: string): boolean {
  if (!CN_PROVINCE.test(compact)) return false;
  if (compact.length === 15) return isDateAt(compact, 6);
  const isBorn = isDate(compact.slice(6, 10), compact.slice(10, 12), compact.slice(12, 14));
  return isBorn && hasCheck(compact, CN_WEIGHTS, "10X98765432");
}

const USCC_SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY";

const USCC_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** GB 32100-2015. */
function isUnifiedCreditCode(compact: string): boolean {
  const sum = USCC_WEIGHTS.reduce((so, weight, at) => so + weight * USCC_SIGNS.indexOf(compact.charAt(at)), 0);
  return compact.charAt(17) === USCC_SIGNS.charAt((31 - (sum % 31)) % 31);
}

/** One letter counts as if a space, 36, stood before it. */
function isHongKongId(compact: string): boolean {
  const signs = compact.length - 1;
  let sum = signs === 7 ? 36 * 9 : 0;
  for (let at = 0; at < signs; at++) sum += valueAt(compact, at) * (signs + 1 - at);
  const check = compact.endsWith("A") ? 10 : digitAt(compact, signs);
  return (sum + check) % 11 === 0;
}

/** The order in which Taiwan numbered its counties; the first is 10. */
const TW_LETTERS = "ABCDEFGHJKLMNPQRSTUVXYWZIO";

/** National identity card and residence certificate; the old certificate has a letter, A to D, at the second place. */
function isTaiwaneseId(compact: string): boolean {
  const county = TW_LETTERS.indexOf(compact.charAt(0)) + 10;
  const second = /\d/.test(compact.charAt(1)) ? digitAt(compact, 1) : TW_LETTERS.indexOf(compact.charAt(1)) % 10;
  const rest = weightedSum(compact.slice(2), [7, 6, 5, 4, 3, 2, 1, 1]);
  return (Math.floor(county / 10) + (county % 10) * 9 + second * 8 + rest) % 10 === 0;
}

/** Digits of the products are added; a 7 at the seventh place may count as 0 or as 1. */
function isTaiwaneseCompany(digits: string): boolean {
  let sum = 0;
  for (const [at, weight] of [1, 2, 1, 2, 1, 2, 4, 1].entries()) {
    const product = digitAt(digits, at) * weight;
    sum += Math.floor(product / 10) + (product % 10);
  }
  return sum % 5 === 0 || (digits.charAt(6) === "7" && (sum + 1) % 5 === 0);
}

/** China, Hong Kong, Macao, Taiwan. Sorted by id. */
export const CHINA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "CN", name: "China" },
    `
CN_HOME_RETURN_PERMIT travel permit of residents of Hong Kong, Macao and Taiwan
  form [HMC]d{8} | [HM]d{10}
  label home return permit, mainland travel permit, taibaozheng, 回乡证, 港澳居民来往内地通行证, 台胞证, 往来港澳通行证
  found H12345679, M0123456789 ≠ A12345679, H1234567
  https://en.wikipedia.org/wiki/Home_Return_Permit
CN_LICENSE_PLATE number plate, behind the character of the province
  form [A-HJ-NP-Z][0-9A-HJ-NP-Z]{5} | [A-HJ-NP-Z][DF][0-9A-HJ-NP-Z]d{4}
  label chinese license plate, 车牌, 车牌号, 车牌号码
  found A12345, BD12345 ≠ 112345, AO2345
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_China
CN_PASSPORT passport
  form [DEGPS]d{8} | E[A-HJ-NP-Z]d{7} | [DSP]Ed{7}
  label chinese passport, 护照, 护照号, 护照号码, 護照號碼
  found E12345678, EA1234567, G23456789 ≠ A12345678, E1234567
  passport; https://en.wikipedia.org/wiki/Chinese_passport
CN_RIC resident identity card
  form d{17}[0-9X] | d{6} d{8} d{3}[0-9X] | d{15}
  strong d{17}[0-9X] | d{6} d{8} d{3}[0-9X]
  label chinese id, citizen identity number, id card number, resident id card, resident identity card, resident identity card number, resident identity number, shenfenzheng, sfz, 公民身份号码, 居民身份证, 身份证, 身份证号, 身份证号码, 身份證號碼
  found 110101196501257336, 33010619800714627X, 110101650125733 ≠ 110101196501257337, 110101196513257336, 990101196501257336
  national; check isChineseId; alone; https://openstd.samr.gov.cn/bzgk/gb/newGbInfo?hcno=080D6FBF2BB468F9007657F26D60013E
CN_USCC unified social credit code of an organisation
  form [1-9ANY][0-9]{7}[0-9A-HJ-NPQRTUWXY]{10} | [1-9ANY][0-9A-GY]d{6}[0-9A-HJ-NPQRTUWXY]{10}
  strong 9[123]d{6}[0-9A-HJ-NPQRTUWXY]{10}
  label social credit code, unified social credit code, uscc, 纳税人识别号, 统一社会信用代码, 税号
  found 91110000600037341L ≠ 91110000600037342L, 9111000060003734L
  company, tax; check isUnifiedCreditCode; alone; https://en.wikipedia.org/wiki/Unified_Social_Credit_Identifier
`,
    { isChineseId, isUnifiedCreditCode },
  ),
  ...idCards(
    { country: "HK", name: "Hong Kong" },
    `
HK_BR business registration
  form d{8} | d{8}-ddd-dd-dd-x
  label br number, business registration number, hong kong business registration, 商業登記, 商業登記號碼
  found 12345678, 12345678-000-01-24-9 ≠ 1234567
  company, tax; https://www.ird.gov.hk/eng/tax/bre.htm
HK_HKID identity card
  form l{1,2}d{6}[0-9A] | l{1,2}d{6}([0-9A]) | l{1,2} d{6} ([0-9A]) | l{1,2}d{6}-[0-9A]
  strong l{1,2}d{6}([0-9A]) | l{1,2} d{6}([0-9A])
  label hk id, hkid, hkid card, hkid number, hkic, hong kong id, hong kong identity card, 香港身份證, 香港身份証, 香港身份证, 身份證號碼, 身份證
  found AB9876543, A555555(0), G123456A ≠ C5678908, A555555(1)
  national; check isHongKongId; alone; https://www.immd.gov.hk/eng/services/hkid/smartid.html
HK_PASSPORT passport
  form [HK]d{8} | HJd{7} | K[A-Z]d{7}
  label hksar passport, hong kong passport, 香港護照, 特區護照
  found K12345678, KJ1234567 ≠ A12345678, K1234567
  passport; https://en.wikipedia.org/wiki/Hong_Kong_Special_Administrative_Region_passport
`,
    { isHongKongId },
  ),
  ...idCards(
    { country: "MO", name: "Macao" },
    `
MO_ID resident identity card
  form [1578]d{6}(d) | [1578]/d{6}/d | [1578]d{7}
  strong [1578]/d{6}/d
  label bilhete de identidade de residente, bir, macao id, macau id, macau resident identity card, 澳門身份證, 澳門居民身份證
  found 1234567(8), 5/123456/7 ≠ 2234567(8), 1234567
  national; https://en.wikipedia.org/wiki/Macau_Resident_Identity_Card
`,
  ),
  ...idCards(
    { country: "TW", name: "Taiwan" },
    `
TW_LICENSE_PLATE number plate
  form lll-dddd | dddd-[0-9A-Z]l | [0-9A-Z]l-dddd | lll-ddd
  label taiwan license plate, 車牌, 車牌號碼, 車號
  found ABC-1234, 1234-AB ≠ AB-123, ABCD-1234
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Taiwan
TW_NATID national identity card
  form l[1289]d{8}
  label roc id, taiwan id, taiwan id number, taiwanese id, 國民身分證, 身分證, 身分證字號, 身分證號碼, 身分證統一編號
  found A123456789, A100501503 ≠ A12345678, A323456789
  national; checkAlone isTaiwaneseId; alone; https://www.ris.gov.tw/app/en/3911
TW_NHI_CARD card of the health insurance
  form dddd dddd dddd | d{12}
  label nhi card number, nhi card, 健保卡, 健保卡號, 健保卡號碼
  found 0000 1234 5678, 000012345678 ≠ 00001234567
  health; https://www.nhi.gov.tw/en/mp-2.html
TW_PASSPORT passport
  form [1-4]d{8}
  label roc passport, taiwan passport, 護照, 護照號碼
  found 312345678 ≠ 912345678, 31234567
  passport; https://en.wikipedia.org/wiki/Taiwan_passport
TW_UBN unified business number
  form d{8}
  label gui number, taiwan vat number, ubn, unified business number, 統一編號, 統編, 營利事業統一編號
  found 00501503, 04595257 ≠ 00501502, 0050150
  company, tax; check isTaiwaneseCompany; https://zh.wikipedia.org/wiki/統一編號
TW_UI residence certificate as given out until 2020
  form l[A-D]d{8}
  label alien resident certificate, arc number, resident certificate number, uniform id number, 居留證, 居留證號碼, 統一證號
  found AD12345671, BC00000004 ≠ AD12345679, AE12345672
  national; check isTaiwaneseId; alone; https://www.immigration.gov.tw/5475/5478/141386/
`,
    { isTaiwaneseId, isTaiwaneseCompany },
  ),
];
