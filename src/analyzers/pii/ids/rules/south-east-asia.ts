import { idCards } from "../cards.ts";
import { ELEVEN_LAST_DIGIT, hasCheck, isOneSign, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Numbers of Indonesia, Malaysia, the Philippines, Singapore, Thailand and Vietnam. */

/** What the sum begins with and the letters that it leads to, by the first letter. */
const NRIC_LETTERS: ReadonlyMap<string, readonly [start: number, letters: string]> = new Map([
  ["S", [0, "JZIHGFEDCBA"]],
  ["T", [4, "JZIHGFEDCBA"]],
  ["F", [0, "XWUTRQPNMLK"]],
  ["G", [4, "XWUTRQPNMLK"]],
  ["M", [3, "XWUTRQPNJLK"]],
]);

/** Identity card (S, T) and number of a foreigner (F, G, M). */
function isSingaporeId(compact: string): boolean {
  const [start, letters] = NRIC_LETTERS.get(compact.charAt(0)) ?? [0, ""];
  const sum = start + weightedSum(compact.slice(1), [2, 7, 6, 5, 4, 3, 2]);
  return compact.endsWith(letters.charAt(sum % 11) || "none");
}

const UEN_SIGNS = "ABCDEFGHJKLMNPQRSTUVWX0123456789";

// https://www.uen.gov.sg/ueninternet/faces/pages/admin/aboutUEN.jspx
const UEN_KINDS = new Set(
  "CC CD CH CL CM CP CS CX DP FB FC FM FN GA GB GS HC HS LL LP MB MC MD MH MM MQ NB NR PA PB PF RF RP SM SS TC TU VH XL".split(
    " ",
  ),
);

/** Businesses, local companies, and since 2009 others such as partnerships and clubs. */
function isSingaporeEntity(compact: string): boolean {
  if (/^\d{8}[A-Z]$/.test(compact)) return hasCheck(compact, [10, 4, 9, 3, 8, 2, 7, 1], "XMKECAWLJDB");
  if (/^\d{9}[A-Z]$/.test(compact)) {
    return /^(?:19|20)/.test(compact) && hasCheck(compact, [10, 8, 6, 4, 9, 7, 5, 3, 1], "ZKCMDNERGWH");
  }
  if (!UEN_KINDS.has(compact.slice(3, 5))) return false;
  let sum = 6;
  for (const [at, weight] of [4, 3, 5, 3, 10, 2, 2, 5, 7].entries())
    sum += weight * UEN_SIGNS.indexOf(compact.charAt(at));
  return compact.endsWith(UEN_SIGNS.charAt(sum % 11));
}

const THAI_WEIGHTS = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];

/** People (first digit 1 to 8) and registered companies (0). */
const isThaiNumber = (digits: string): boolean =>
  !digits.startsWith("9") && !isOneSign(digits) && hasCheck(digits, THAI_WEIGHTS, ELEVEN_LAST_DIGIT);

/** Second and third digit: the province. */
const THAI_PROVINCE = /^[1-8](?:1\d|2[0-7]|3\d|4\d|5[0-8]|6[0-7]|7[0-7]|8[0-6]|9[0-6])/;

const isThaiPerson = (digits: string): boolean => THAI_PROVINCE.test(digits) && isThaiNumber(digits);

/** Bureau of Internal Revenue: ninth digit. A branch code may follow. */
const isPhilippineTaxpayer = (digits: string): boolean =>
  Number(digits.slice(0, 9)) > 0 && hasCheck(digits.slice(0, 9), [9, 8, 7, 6, 5, 4, 3, 2], "0123456789-");

function isVietnameseTaxpayer(digits: string): boolean {
  if (digits.startsWith("00") || digits.slice(2, 9) === "0000000" || digits.slice(10) === "000") return false;
  return hasCheck(digits.slice(0, 10), [31, 29, 23, 19, 17, 13, 7, 5, 3], "-9876543210");
}

/** Place of birth 001 to 096, then century and sex. */
function isVietnameseId(digits: string): boolean {
  const place = Number(digits.slice(0, 3));
  return place >= 1 && place <= 96 && /^\d{3}[0-3]/.test(digits);
}

/** The Philippines, Singapore, Thailand, Vietnam. Sorted by id. */
export const SOUTH_EAST_ASIA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "PH", name: "Philippines" },
    `
PH_PASSPORT passport
  form [A-Z]d{7}[A-Z] | lld{7}
  label pasaporte, philippine passport
  found P1234567A, EB1234567 ≠ P123456A, 12345678
  passport; https://en.wikipedia.org/wiki/Philippine_passport
PH_PHILHEALTH health insurance
  form dd-d{9}-d
  strong [012]d-d{9}-d
  label phic, philhealth, philhealth id, philhealth number, philhealth no
  found 12-345678901-2 ≠ 12-34567890-1
  health; https://www.philhealth.gov.ph/
PH_PHILSYS national identity system
  form dddd-dddd-dddd-dddd | dddd-dddddddd-dddd | dddd-dddd-dddd
  label pcn, philid, philsys, philsys card number, philsys number, psn, national id philippines
  found 1234-5678-9012-3456, 1234-5678-9012 ≠ 1234-5678
  national; https://philsys.gov.ph/
PH_SSS social security system
  form dd-d{7}-d
  label philippine sss, sss, sss id, sss no, sss number
  found 34-1234567-8, 3412345678 ≠ 34-123456-8
  social; https://www.sss.gov.ph/
PH_TIN taxpayer
  form ddd-ddd-ddd | ddd-ddd-ddd-ddd | ddd-ddd-ddd-d{5}
  strong ddd-ddd-ddd-ddd | ddd-ddd-ddd-d{5}
  label bir tin, philippine tin, tin
  found 000-123-456-000, 000123456 ≠ 000-123-457-000, 123456789, 600-000-000
  tax; check isPhilippineTaxpayer; alone; https://www.bir.gov.ph/
PH_UMID unified identity card
  form dddd-d{7}-d
  label common reference number, crn, gsis, gsis number, umid, umid number, pag ibig, pag ibig mid, pagibig number
  found 0033-1234567-8 ≠ 0033-123456-8
  national, social; https://www.gsis.gov.ph/
`,
    { isPhilippineTaxpayer },
  ),
  ...idCards(
    { country: "SG", name: "Singapore" },
    `
SG_NRIC_FIN identity card, number of a foreigner
  form [A-Z]d{7}[A-Z]
  strong [STFGM]d{7}[A-Z]
  label fin, fin number, foreign identification number, nric, nric fin, nric no, nric number, singapore id, singapore nric
  found S2740116C, F2568869N ≠ S274011C, 2740116C
  national, tax; checkAlone isSingaporeId; alone; https://en.wikipedia.org/wiki/National_Registration_Identity_Card
SG_UEN unique entity number
  form d{8}[A-Z] | d{9}[A-Z] | [RST]d{2}[A-Z]{2}d{4}[A-Z]
  strong [RST]d{2}[A-Z]{2}d{4}[A-Z]
  label acra number, singapore uen, uen, uen number, unique entity number
  found 53125226D, 201434292D, T16RF0037C ≠ 53125226E, T16RF0037D
  company, tax; check isSingaporeEntity; alone; https://www.uen.gov.sg/ueninternet/faces/pages/admin/aboutUEN.jspx
`,
    { isSingaporeId, isSingaporeEntity },
  ),
  ...idCards(
    { country: "TH", name: "Thailand" },
    `
TH_DRIVER_LICENSE driving licence
  form d{8} | dd-d{6} | d{8}/dd
  label thai driver license, ใบขับขี่, เลขที่ใบขับขี่, ใบอนุญาตขับรถ
  found 61012345 ≠ 610123
  driver; https://www.dlt.go.th/
TH_PASSPORT passport
  form [A-Z]{1,2}d{6,7}
  label thai passport, หนังสือเดินทาง, เลขที่หนังสือเดินทาง, พาสปอร์ต
  found AA1234567, G123456 ≠ A12345, 123456789
  passport; https://en.wikipedia.org/wiki/Thai_passport
TH_TIN taxpayer, companies included
  form d-dd-d-ddd-ddddd-d | d-dd-d-dddd-dddd-d | d-dd-ddd-ddddd-dd | d-dd-dd-ddddd-dd-d | d-dddd-ddddd-dd-d | d dddd ddddd dd d | d{13}
  strong d-dd-d-ddd-ddddd-d | d-dddd-ddddd-dd-d
  label thai tax id, thai tin, เลขประจำตัวผู้เสียภาษี, เลขผู้เสียภาษี, เลขประจำตัวผู้เสียภาษีอากร
  found 0-11-5-561-01623-6, 0105552029681 ≠ 0-11-5-561-01623-7, 0101700230705
  tax, company; check isThaiNumber; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
TH_TNIN identity card
  form d-dddd-ddddd-dd-d | d dddd ddddd dd d | d-dd-d-ddd-ddddd-d
  strong d-dddd-ddddd-dd-d | d dddd ddddd dd d
  label pin thailand, thai id, thai national id, thai id card, บัตรประชาชน, เลขบัตรประชาชน, เลขที่บัตรประชาชน, เลขประจำตัวประชาชน, หมายเลขบัตรประชาชน
  found 1-2345-45678-78-1, 1234567890121 ≠ 1234567890122, 0234567890124, 1284567890124
  national; check isThaiPerson; alone; https://en.wikipedia.org/wiki/Thai_identity_card
`,
    { isThaiNumber, isThaiPerson },
  ),
  ...idCards(
    { country: "VN", name: "Vietnam" },
    `
VN_CCCD identity card
  form d{12} | ddd ddd ddd ddd
  label can cuoc, can cuoc cong dan, cccd, so cccd, ma dinh danh, so dinh danh ca nhan, the can cuoc
  found 001099012345, 079203001234 ≠ 000099012345, 099203001234, 07920300123
  national; check isVietnameseId; https://vi.wikipedia.org/wiki/C%C4%83n_c%C6%B0%E1%BB%9Bc_c%C3%B4ng_d%C3%A2n
VN_CMND identity card as given out until 2020
  form d{9} | ddd ddd ddd
  label chung minh nhan dan, chung minh thu, cmnd, so cmnd
  found 012345678 ≠ 01234567
  national; https://vi.wikipedia.org/wiki/Gi%E1%BA%A5y_ch%E1%BB%A9ng_minh_nh%C3%A2n_d%C3%A2n_(Vi%E1%BB%87t_Nam)
VN_MST taxpayer
  form d{10} | d{10}-ddd
  strong 0[1-9]d{8}-0dd
  label ma so doanh nghiep, ma so thue, mst, vietnamese tax code, mst ca nhan
  found 0100233488, 0314409058-002 ≠ 0100233480, 0314409058-000
  tax, company; check isVietnameseTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
VN_SOCIAL_INSURANCE social and health insurance
  form d{10} | l{2}d{13} | l{2} d ddd ddd ddd dddd
  label bao hiem xa hoi, bao hiem y te, bhxh, bhyt, ma so bhxh, so the bhyt, so bhxh
  found 0123456789, HC4010123456789 ≠ 012345678
  social, health; https://baohiemxahoi.gov.vn/
`,
    { isVietnameseId, isVietnameseTaxpayer },
  ),
];
