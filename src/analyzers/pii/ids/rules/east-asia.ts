import { idCards } from "../cards.ts";
import { digitAt, valueAt, weightedSum } from "../checks.ts";

// GB/T 2260: first two digits of a place in China; 81 to 83 are residence permits of people from the three other regions.
const isChinesePlace = (compact: string): boolean =>
  /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])/.test(compact);

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

/** The check comes first: 9 minus the remainder of the sum of digits and of twice every other one. */
const isJapaneseCompany = (digits: string): boolean =>
  digitAt(digits, 0) === 9 - (weightedSum(digits.slice(1), [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]) % 9);

function isKoreanBusiness(digits: string): boolean {
  if (Number(digits.slice(0, 3)) < 101 || digits.slice(3, 5) === "00" || digits.slice(5, 9) === "0000") return false;
  const carried = Math.floor((digitAt(digits, 8) * 5) / 10);
  return (weightedSum(digits, [1, 3, 7, 1, 3, 7, 1, 3, 5]) + carried + digitAt(digits, 9)) % 10 === 0;
}

export const EAST_ASIAN_IDS = idCards(
  `
= CN China
CN_HOME_RETURN_PERMIT travel permit of residents of Hong Kong, Macao and Taiwan; wiki Home_Return_Permit
  form [HMC]d{8} | [HM]d{10}; found H12345679, M0123456789 ≠ A12345679, H1234567
  label home return permit, mainland travel permit, taibaozheng, 回乡证, 港澳居民来往内地通行证, 台胞证, 往来港澳通行证
CN_LICENSE_PLATE number plate, after the character of the province; plate; wiki Vehicle_registration_plates_of_China
  form [A-HJ-NP-Z][0-9A-HJ-NP-Z]{5} | [A-HJ-NP-Z][DF][0-9A-HJ-NP-Z]d{4}; found A12345, BD12345 ≠ 112345, AO2345
  label chinese license plate, 车牌, 车牌号, 车牌号码
CN_PASSPORT passport; passport; wiki Chinese_passport
  form [DEGPS]d{8} | E[A-HJ-NP-Z]d{7} | [DSP]Ed{7}; found E12345678, EA1234567, G23456789 ≠ A12345678, E1234567
  label chinese passport, 护照, 护照号, 护照号码, 護照號碼
# Cards before 1999 have two digits of the year and no check: GB 11643-1999.
CN_RIC resident identity card; national; alone; https://openstd.samr.gov.cn/bzgk/gb/newGbInfo?hcno=080D6FBF2BB468F9007657F26D60013E
  form *d{17}[0-9X] | *d{6} d{8} d{3}[0-9X] | d{15}
  check isChinesePlace, /^.{15}$/, date YYMMDD at 6 or isChinesePlace, date YYYYMMDD at 6, weights 7,9,10,5,8,4,2,1,6,3,7,9,10,5,8,4,2 10X98765432
  found 110101196501257336, 33010619800714627X, 110101650125733 ≠ 110101196501257337, 110101196513257336, 990101196501257336
  label chinese id, citizen identity number, id card number, resident id card, resident identity card, resident identity card number, resident identity number, shenfenzheng, sfz, 公民身份号码, 居民身份证, 身份证, 身份证号, 身份证号码, 身份證號碼
CN_USCC unified social credit code of an organisation; company, tax; alone; wiki Unified_Social_Credit_Identifier
  form [1-9ANY][0-9]{7}[0-9A-HJ-NPQRTUWXY]{10} | [1-9ANY][0-9A-GY]d{6}[0-9A-HJ-NPQRTUWXY]{10} | *9[123]d{6}[0-9A-HJ-NPQRTUWXY]{10}
  check isUnifiedCreditCode; found 91110000600037341L ≠ 91110000600037342L, 9111000060003734L
  label social credit code, unified social credit code, uscc, 纳税人识别号, 统一社会信用代码, 税号
= HK Hong Kong
HK_BR business registration; company, tax; https://www.ird.gov.hk/eng/tax/bre.htm
  form d{8} | d{8}-ddd-dd-dd-x; found 12345678, 12345678-000-01-24-9 ≠ 1234567
  label br number, business registration number, hong kong business registration, 商業登記, 商業登記號碼
HK_HKID identity card; national; alone; https://www.immd.gov.hk/eng/services/hkid/smartid.html
  form l{1,2}d{6}[0-9A] | *l{1,2}d{6} ?([0-9A]) | *l{1,2} d{6} ([0-9A]) | l{1,2}d{6}-[0-9A] | *l{1,2} d{6}([0-9A]) | *l{1,2}-d{6}([0-9A]); check isHongKongId
  found AB9876543, A555555(0), G123456A ≠ C5678908, A555555(1)
  label hk id, hkid, hkid card, hkid number, hkic, hong kong id, hong kong identity card, 香港身份證, 香港身份証, 香港身份证, 身份證號碼, 身份證
HK_PASSPORT passport; passport; wiki Hong_Kong_Special_Administrative_Region_passport
  form [HK]d{8} | HJd{7} | K[A-Z]d{7}; found K12345678, KJ1234567 ≠ A12345678, K1234567
  label hksar passport, hong kong passport, 香港護照, 特區護照
= JP Japan
JP_BANK_ACCOUNT branch and account of a bank; bank; https://www.zengin-net.jp/en/zengin_system/
  form d{7} | ddd-d{7} | dddd-ddd-d{7}; found 1234567, 0001-123-1234567 ≠ 123456; label 口座番号, 普通口座, 銀行口座, kouza bangou
JP_CN corporate number; company, tax; https://www.houjin-bangou.nta.go.jp/en/
  form [1-9]d{12} | *[1-9]-dddd-dddd-dddd | *T[1-9]d{12}; check drop T, isJapaneseCompany
  found 5-8356-7825-6246, 5835678256246, T5835678256246 ≠ 2-8356-7825-6246, 583567825624
  label corporate number, houjin bangou, hojin bango, invoice registration number, インボイス番号, 法人番号, 登録番号
JP_DRIVER_LICENSE driving licence; driver; weak; https://www.npa.go.jp/english/index.html
  form d{12} | dddd dddd dddd; check varied; found 301234567890 ≠ 30123456789; label unten menkyo, 免許証番号, 運転免許, 運転免許証番号, 運転免許証
JP_HEALTH_INSURANCE insurer's number and sign of the health insurance; health; https://www.mhlw.go.jp/english/policy/health-medical/health-insurance/index.html
  form d{8} | d{6} | d{4,8}-d{1,7}; found 06139999, 1234-567 ≠ 123; label hokensha bangou, 保険者番号, 健康保険証, 健康保険証番号, 被保険者番号, 後期高齢者
JP_MY_NUMBER individual number; national, social, tax; https://www.digital.go.jp/en/policies/mynumber
  form d{12} | dddd dddd dddd | dddd-dddd-dddd; check varied, weights 6,5,4,3,2,7,6,5,4,3,2 00987654321
  found 123456789018, 1234-5678-9018 ≠ 123456789012, 12345678901
  label individual number, japan my number, kojin bango, my number, my number card, mynumber, マイナンバー, 個人番号
JP_PASSPORT passport; passport; wiki Japanese_passport
  form [A-Z]{2}d{7}; found TK1234567, MZ7654321 ≠ T12345678, TK123456; label japanese passport, パスポート, パスポート番号, 旅券, 旅券番号
JP_PENSION basic pension number; social; https://www.nenkin.go.jp/international/index.html
  form dddd-d{6}; found 1234-567890, 1234567890 ≠ 123-567890; label basic pension number, nenkin bangou, 基礎年金番号, 年金番号, 年金手帳
JP_RESIDENCE_CARD residence card; national; https://www.moj.go.jp/isa/applications/procedures/whatzairyu_00001.html
  form lld{8}ll; found AB12345678CD ≠ AB1234567CD; label residence card number, residence card, zairyu card, 在留カード, 在留カード番号
= KR Korea
KR_BANK_ACCOUNT number of a bank account; bank; https://www.kftc.or.kr/eng/main/main.jsp
  form d{11,14} | d{3}-d{2,6}-d{4,6} | d{3,6}-dd-d{5,7} | d{3}-d{4}-d{4}-dd | d{3}-d{6}-dd-d{3}
  found 110-123-456789, 110123456789 ≠ 110-1-45; label 계좌, 계좌번호, 통장번호, korean bank account
KR_BRN business registration; company, tax; alone; https://www.nts.go.kr/english/main.do
  form *ddd-dd-ddddd; check isKoreanBusiness; found 104-86-56659, 1048656659 ≠ 104-86-56658, 099-86-56659, 104-00-56659
  label brn, business registration no, business registration number, korean brn, 사업자등록번호, 사업자번호, 사업자 등록번호
KR_CRN register of corporations; company; https://www.iros.go.kr/
  form d{6}-d{7}; check varied, weights 1,2,1,2,1,2,1,2,1,2,1,2 0987654321; found 110111-1234569 ≠ 110111-1234568
  label corporate registration number, corporation registration number, 법인등록번호, 법인번호
KR_DRIVER_LICENSE driving licence; driver; https://www.safedriving.or.kr/eng/main.do
  form *[12]d-dd-d{6}-dd | *[12]d dd d{6} dd; check range 0 11..28; found 11-22-123456-12, 112212345612 ≠ 29-22-123456-12, 11-22-12345-12
  label korean driver license, 운전면허, 운전면허번호, 운전면허증, 면허번호
KR_FRN registration of a foreigner; national; alone; wiki Resident_registration_number
  form *d{6}-[5-8]d{6}; check date YYMMDD; found 911124-5678906, 0005056637892 ≠ 001332-5234567, 911124-1678906
  label alien registration number, foreigner registration number, frn, korean frn, 외국인등록번호, 외국인 등록번호
KR_PASSPORT passport; passport; https://www.passport.go.kr/home/eng/index.do
  form [DGMORS]d{8} | [DGMORS]d{3}[A-Z]d{4} | PMd{7}; found M12345678, M123A4567 ≠ A123B4567, M123A456, M1234567
  label korean passport, 여권, 여권번호
# Since October 2020 only date and sex have a meaning, so that the check digit counts for people born from 1880 to 1899 only.
KR_RRN resident registration; national; alone; wiki Resident_registration_number
  form *d{6}-[0-49]d{6}; check date YYMMDD, /^.{6}[1-4]/ or date YYMMDD, /^[89]/, weights 2,3,4,5,6,7,8,9,2,3,4,5 10987654321
  found 960121-1234567, 971013-9019902, 0505053637892 ≠ 001332-1234567, 760413-5212134, 971013-9019903
  label korean rrn, resident registration, resident registration number, rrn, 주민등록번호, 주민번호, 주민등록 번호
= MN Mongolia
MN_REGISTER register number of a person, after two letters, or of a company; national, tax, company; tin
  form l{0,2}d{8} | d{7}; found 90123456, UB90123456, 1234567 ≠ 123456
  label mongolian register number, регистрийн дугаар, регистр, иргэний үнэмлэх
= MO Macao
MO_ID resident identity card; national; wiki Macau_Resident_Identity_Card
  form [1578]d{6}(d) | *[1578]/d{6}/d | [1578]d{7}; found 1234567(8), 5/123456/7 ≠ 2234567(8), 1234567
  label bilhete de identidade de residente, bir, macao id, macau id, macau resident identity card, 澳門身份證, 澳門居民身份證
= TW Taiwan
TW_LICENSE_PLATE number plate; plate; wiki Vehicle_registration_plates_of_Taiwan
  form lll-dddd | dddd-[0-9A-Z]l | [0-9A-Z]l-dddd | lll-ddd; found ABC-1234, 1234-AB ≠ AB-123, ABCD-1234
  label taiwan license plate, 車牌, 車牌號碼, 車號
TW_NATID national identity card; national; alone; https://www.ris.gov.tw/app/en/3911
  form l[1289]d{8}; checkAlone isTaiwaneseId; found A123456789, A100501503 ≠ A12345678, A323456789
  label roc id, taiwan id, taiwan id number, taiwanese id, 國民身分證, 身分證, 身分證字號, 身分證號碼, 身分證統一編號
TW_NHI_CARD card of the health insurance; health; https://www.nhi.gov.tw/en/mp-2.html
  form dddd dddd dddd | d{12}; found 0000 1234 5678, 000012345678 ≠ 00001234567; label nhi card number, nhi card, 健保卡, 健保卡號, 健保卡號碼
TW_PASSPORT passport; passport; wiki Taiwan_passport
  form [1-4]d{8}; found 312345678 ≠ 912345678, 31234567; label roc passport, taiwan passport, 護照, 護照號碼
TW_UBN unified business number; company, tax; https://zh.wikipedia.org/wiki/統一編號
  form d{8}; check isTaiwaneseCompany; found 00501503, 04595257 ≠ 00501502, 0050150
  label gui number, taiwan vat number, ubn, unified business number, 統一編號, 統編, 營利事業統一編號
TW_UI residence certificate as given out until 2020; national; alone; https://www.immigration.gov.tw/5475/5478/141386/
  form l[A-D]d{8}; check isTaiwaneseId; found AD12345671, BC00000004 ≠ AD12345679, AE12345672
  label alien resident certificate, arc number, resident certificate number, uniform id number, 居留證, 居留證號碼, 統一證號
`,
  {
    isChinesePlace,
    isHongKongId,
    isJapaneseCompany,
    isKoreanBusiness,
    isTaiwaneseCompany,
    isTaiwaneseId,
    isUnifiedCreditCode,
  },
);
