import { idCards } from "../cards.ts";
import {
  digitAt,
  ELEVEN_LAST_DIGIT,
  ELEVEN_OR_ZERO,
  hasCheck,
  isDateAt,
  isOneSign,
  TEN_LAST_DIGIT,
  weightedSum,
} from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Individual Number: ministerial ordinance 85 of 2014, article 5. */
const isMyNumber = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO);

/** The check comes first: 9 minus the remainder of the sum of digits and of twice every other one. */
const isJapaneseCompany = (digits: string): boolean =>
  digitAt(digits, 0) === 9 - (weightedSum(digits.slice(1), [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]) % 9);

const RRN_WEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];

/** Since October 2020 only date and sex have a meaning, so that the check digit counts for people born from 1880 to 1899 only. */
function isKoreanResident(digits: string): boolean {
  if (!isDateAt(digits, 0)) return false;
  const isLiving = /[1-4]/.test(digits.charAt(6));
  return isLiving || (digitAt(digits, 0) >= 8 && hasCheck(digits, RRN_WEIGHTS, ELEVEN_LAST_DIGIT));
}

function isKoreanBusiness(digits: string): boolean {
  if (Number(digits.slice(0, 3)) < 101 || digits.slice(3, 5) === "00" || digits.slice(5, 9) === "0000") return false;
  const carried = Math.floor((digitAt(digits, 8) * 5) / 10);
  return (weightedSum(digits, [1, 3, 7, 1, 3, 7, 1, 3, 5]) + carried + digitAt(digits, 9)) % 10 === 0;
}

/** Register of companies at the courts. */
const isKoreanCorporation = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2], TEN_LAST_DIGIT);

/** Japan, Korea, Mongolia. Sorted by id. */
export const JAPAN_KOREA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "JP", name: "Japan" },
    `
JP_BANK_ACCOUNT branch and account of a bank
  form d{7} | ddd-d{7} | dddd-ddd-d{7}
  label 口座番号, 普通口座, 銀行口座, kouza bangou
  found 1234567, 0001-123-1234567 ≠ 123456
  bank; https://www.zengin-net.jp/en/zengin_system/
JP_CN corporate number
  form [1-9]d{12} | [1-9]-dddd-dddd-dddd | T[1-9]d{12}
  strong [1-9]-dddd-dddd-dddd | T[1-9]d{12}
  label corporate number, houjin bangou, hojin bango, invoice registration number, インボイス番号, 法人番号, 登録番号
  found 5-8356-7825-6246, 5835678256246, T5835678256246 ≠ 2-8356-7825-6246, 583567825624
  company, tax; check isJpCn; https://www.houjin-bangou.nta.go.jp/en/
JP_DRIVER_LICENSE driving licence
  form d{12} | dddd dddd dddd
  label unten menkyo, 免許証番号, 運転免許, 運転免許証番号, 運転免許証
  found 301234567890 ≠ 30123456789
  driver; check isVaried; weak; https://www.npa.go.jp/english/index.html
JP_HEALTH_INSURANCE insurer's number and sign of the health insurance
  form d{8} | d{6} | d{4,8}-d{1,7}
  label hokensha bangou, 保険者番号, 健康保険証, 健康保険証番号, 被保険者番号, 後期高齢者
  found 06139999, 1234-567 ≠ 123
  health; https://www.mhlw.go.jp/english/policy/health-medical/health-insurance/index.html
JP_MY_NUMBER individual number
  form d{12} | dddd dddd dddd | dddd-dddd-dddd
  label individual number, japan my number, kojin bango, my number, my number card, mynumber, マイナンバー, 個人番号
  found 123456789018, 1234-5678-9018 ≠ 123456789012, 12345678901
  national, social, tax; check isMyNumber; https://www.digital.go.jp/en/policies/mynumber
JP_PASSPORT passport
  form [A-Z]{2}d{7}
  label japanese passport, パスポート, パスポート番号, 旅券, 旅券番号
  found TK1234567, MZ7654321 ≠ T12345678, TK123456
  passport; https://en.wikipedia.org/wiki/Japanese_passport
JP_PENSION basic pension number
  form dddd-d{6}
  label basic pension number, nenkin bangou, 基礎年金番号, 年金番号, 年金手帳
  found 1234-567890, 1234567890 ≠ 123-567890
  social; https://www.nenkin.go.jp/international/index.html
JP_RESIDENCE_CARD residence card
  form lld{8}ll
  label residence card number, residence card, zairyu card, 在留カード, 在留カード番号
  found AB12345678CD ≠ AB1234567CD
  national; https://www.moj.go.jp/isa/applications/procedures/whatzairyu_00001.html
`,
    {
      isJpCn: (compact) => isJapaneseCompany(compact.replace("T", "")),
      isVaried: (digits) => !isOneSign(digits),
      isMyNumber,
    },
  ),
  ...idCards(
    { country: "KR", name: "Korea" },
    `
KR_BANK_ACCOUNT number of a bank account
  form d{11,14} | d{3}-d{2,6}-d{4,6} | d{3,6}-dd-d{5,7} | d{3}-d{4}-d{4}-dd | d{3}-d{6}-dd-d{3}
  label 계좌, 계좌번호, 통장번호, korean bank account
  found 110-123-456789, 110123456789 ≠ 110-1-45
  bank; https://www.kftc.or.kr/eng/main/main.jsp
KR_BRN business registration
  form ddd-dd-ddddd
  strong ddd-dd-ddddd
  label brn, business registration no, business registration number, korean brn, 사업자등록번호, 사업자번호, 사업자 등록번호
  found 104-86-56659, 1048656659 ≠ 104-86-56658, 099-86-56659, 104-00-56659
  company, tax; check isKoreanBusiness; alone; https://www.nts.go.kr/english/main.do
KR_CRN register of corporations
  form d{6}-d{7}
  label corporate registration number, corporation registration number, 법인등록번호, 법인번호
  found 110111-1234569 ≠ 110111-1234568
  company; check isKoreanCorporation; https://www.iros.go.kr/
KR_DRIVER_LICENSE driving licence
  form [12]d-dd-d{6}-dd
  strong [12]d-dd-d{6}-dd | [12]d dd d{6} dd
  label korean driver license, 운전면허, 운전면허번호, 운전면허증, 면허번호
  found 11-22-123456-12, 112212345612 ≠ 29-22-123456-12, 11-22-12345-12
  driver; check isKrDriverLicense; https://www.safedriving.or.kr/eng/main.do
KR_FRN registration of a foreigner
  form d{6}-[5-8]d{6}
  strong d{6}-[5-8]d{6}
  label alien registration number, foreigner registration number, frn, korean frn, 외국인등록번호, 외국인 등록번호
  found 911124-5678906, 0005056637892 ≠ 001332-5234567, 911124-1678906
  national; check isKrFrn; alone; https://en.wikipedia.org/wiki/Resident_registration_number
KR_PASSPORT passport
  form [DGMORS]d{8} | [DGMORS]d{3}[A-Z]d{4} | PMd{7}
  label korean passport, 여권, 여권번호
  found M12345678, M123A4567 ≠ A123B4567, M123A456, M1234567
  passport; https://www.passport.go.kr/home/eng/index.do
KR_RRN resident registration
  form d{6}-[0-49]d{6}
  strong d{6}-[0-49]d{6}
  label korean rrn, resident registration, resident registration number, rrn, 주민등록번호, 주민번호, 주민등록 번호
  found 960121-1234567, 971013-9019902, 0505053637892 ≠ 001332-1234567, 760413-5212134, 971013-9019903
  national; check isKoreanResident; alone; https://en.wikipedia.org/wiki/Resident_registration_number
`,
    {
      isKoreanBusiness,
      isKoreanCorporation,
      isKrDriverLicense: (digits) => Number(digits.slice(0, 2)) >= 11 && Number(digits.slice(0, 2)) <= 28,
      isKrFrn: (digits) => isDateAt(digits, 0),
      isKoreanResident,
    },
  ),
  ...idCards(
    { country: "MN", name: "Mongolia" },
    `
MN_REGISTER register number of a person, behind two letters, or of a company
  form l{0,2}d{8} | d{7}
  label mongolian register number, регистрийн дугаар, регистр, иргэний үнэмлэх
  found 90123456, UB90123456, 1234567 ≠ 123456
  national, tax, company; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
  ),
];
