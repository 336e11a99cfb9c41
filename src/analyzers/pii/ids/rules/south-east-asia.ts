import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { hasCheck, isDate, isOneSign, weightedSum } from "../checks.ts";

// Badan Pusat Statistik: codes of the provinces, those of 2022 included.
const INDONESIA_PROVINCE = /^(?:1[1-9]|21|3[1-6]|5[1-3]|6[1-5]|7[1-6]|8[12]|9[1-7])/;

/** Women's day of birth is raised by 40. */
function isIndonesianId(digits: string): boolean {
  if (!INDONESIA_PROVINCE.test(digits) || digits.endsWith("0000")) return false;
  const day = Number(digits.slice(6, 8)) % 40;
  return isDate(digits.slice(10, 12), digits.slice(8, 10), String(day)) && Number(digits.slice(6, 8)) <= 71;
}

/** The taxpayer's nine digits pass Luhn; since 2024 the number has 16 digits, a person's being that of the identity card. */
function isIndonesianTaxpayer(digits: string): boolean {
  if (digits.length === 15) return isLuhnValid(digits.slice(0, 9)) && !isOneSign(digits);
  return digits.startsWith("0") ? isLuhnValid(digits.slice(1, 10)) : isIndonesianId(digits);
}

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

export const SOUTH_EAST_ASIAN_IDS = idCards(
  `
= ID Indonesia
ID_BPJS card of the health insurance; health, social; https://bpjs-kesehatan.go.id/
  form 000d{10} | d{11}; found 0001234567890, 12345678901 ≠ 1234567890
  label bpjs, bpjs kesehatan, bpjs ketenagakerjaan, nomor bpjs, kpj, nomor kartu bpjs
ID_NIK population register; national; alone; https://id.wikipedia.org/wiki/Nomor_Induk_Kependudukan
  form d{16} | dddddd-dddddd-dddd | dddddd dddddd dddd | dddd dddd dddd dddd; check isIndonesianId
  found 3171230507900123, 3174055708900001 ≠ 3171327213900001, 4174055708900001
  label e ktp, ektp, ktp, nik, no ktp, nomor induk kependudukan, nomor ktp, nomor nik, kartu tanda penduduk
ID_NPWP taxpayer; tax; tin
  form *dd.ddd.ddd.d-ddd.ddd | d{16} | dddd dddd dddd dddd; check isIndonesianTaxpayer
  found 01.312.166.0-091.000, 016090524017000 ≠ 01.312.166.1-091.000, 01609052401700
  label no npwp, nomor npwp, nomor pokok wajib pajak, npwp
ID_SIM driving licence; driver; wiki Driving_license_in_Indonesia
  form d{12} | d{14} | dddd-dddd-d{4,6}; found 1234-5678-901234, 901212345678 ≠ 12345678; label nomor sim, no sim, surat izin mengemudi
= KH Cambodia
KH_NID identity card; national; wiki Cambodian_identity_card
  form d{9} | d{9}(d{2}); found 010123456, 010123456(01) ≠ 01012345
  label cambodian id card, khmer id card, khmer identity card, អត្តសញ្ញាណប័ណ្ណ
= MM Myanmar
MM_NRC national registration card, as written in Latin letters; national; wiki National_Registration_Card_(Myanmar)
  form d{1,2}/l{3,9}(l{1,3})d{6} | *d{1,2}/l{3,9}([ACENPRSTVY])d{6}; found 12/BAHANA(N)123456 ≠ 12/BAHANA(N)12345
  label myanmar nrc, national registration card, nrc, nrc number, မှတ်ပုံတင်
= MY Malaysia
MY_EPF member of the provident fund; social; https://www.kwsp.gov.my/
  form d{8,9}; found 12345678 ≠ 1234567; label epf number, kwsp, no kwsp, nombor kwsp, epf no
# Seventh and eighth digit: the state or country of birth; those excluded were never issued.
MY_NRIC registration identity card; national; alone; wiki Malaysian_identity_card
  form *d{6}-dd-dddd; check date YYMMDD, /^.{6}(?!00|1[7-9]|20|69|70|73|8[01]|9[4-7])/
  found 770305-02-1234, 770305021234 ≠ 771305-02-1234, 770305-17-1234
  label ic no, ic number, kad pengenalan, malaysian nric, mykad, mykad number, no ic, no kad pengenalan, no kp, nric, nric no
MY_SSM register of companies; company; https://www.ssm.com.my/Pages/Home.aspx
  form [12]d{3}0[1-6]d{6} | d{5,7}-l; found 202001012345, 123456-A ≠ 202009012345, 12345678
  label brn malaysia, no syarikat, ssm number, ssm registration, nombor pendaftaran syarikat
MY_TIN taxpayer; tax; tin
  form IGd{9,11} | [CDEFGJNOPT][ASG]? ?d{8,11} | [OS]G ?d{8,11}; found IG12345678901, SG 12345678901, C20880050010 ≠ IG1234567, 12345678901
  label income tax number, lhdn number, no cukai pendapatan, nombor cukai pendapatan, sg number malaysia
= PH Philippines
PH_PASSPORT passport; passport; wiki Philippine_passport
  form [A-Z]d{7}[A-Z] | lld{7}; found P1234567A, EB1234567 ≠ P123456A, 12345678; label pasaporte, philippine passport
PH_PHILHEALTH health insurance; health; https://www.philhealth.gov.ph/
  form dd-d{9}-d | *[012]d-d{9}-d; found 12-345678901-2 ≠ 12-34567890-1
  label phic, philhealth, philhealth id, philhealth number, philhealth no
PH_PHILSYS national identity system; national; https://philsys.gov.ph/
  form dddd-dddd-dddd-dddd | dddd-dddddddd-dddd | dddd-dddd-dddd; found 1234-5678-9012-3456, 1234-5678-9012 ≠ 1234-5678
  label pcn, philid, philsys, philsys card number, philsys number, psn, national id philippines
PH_SSS social security system; social; https://www.sss.gov.ph/
  form dd-d{7}-d; found 34-1234567-8, 3412345678 ≠ 34-123456-8; label philippine sss, sss, sss id, sss no, sss number
PH_TIN taxpayer; tax; alone; https://www.bir.gov.ph/
  form ddd-ddd-ddd | *ddd-ddd-ddd-ddd | *ddd-ddd-ddd-d{5}; check /^(?!000000000)/, weights 9,8,7,6,5,4,3,2 0123456789-
  found 000-123-456-000, 000123456 ≠ 000-123-457-000, 123456789, 600-000-000; label bir tin, philippine tin, tin
PH_UMID unified identity card; national, social; https://www.gsis.gov.ph/
  form dddd-d{7}-d; found 0033-1234567-8 ≠ 0033-123456-8
  label common reference number, crn, gsis, gsis number, umid, umid number, pag ibig, pag ibig mid, pagibig number
= SG Singapore
SG_NRIC_FIN identity card, number of a foreigner; national, tax; alone; wiki National_Registration_Identity_Card
  form [A-Z]d{7}[A-Z] | *[STFGM]d{7}[A-Z]; checkAlone isSingaporeId; found S2740116C, F2568869N ≠ S274011C, 2740116C
  label fin, fin number, foreign identification number, nric, nric fin, nric no, nric number, singapore id, singapore nric
SG_UEN unique entity number; company, tax; alone; https://www.uen.gov.sg/ueninternet/faces/pages/admin/aboutUEN.jspx
  form d{8}[A-Z] | d{9}[A-Z] | *[RST]d{2}[A-Z]{2}d{4}[A-Z]; check isSingaporeEntity
  found 53125226D, 201434292D, T16RF0037C ≠ 53125226E, T16RF0037D; label acra number, singapore uen, uen, uen number, unique entity number
= TH Thailand
TH_DRIVER_LICENSE driving licence; driver; https://www.dlt.go.th/
  form d{8} | dd-d{6} | d{8}/dd; found 61012345 ≠ 610123; label thai driver license, ใบขับขี่, เลขที่ใบขับขี่, ใบอนุญาตขับรถ
TH_PASSPORT passport; passport; wiki Thai_passport
  form [A-Z]{1,2}d{6,7}; found AA1234567, G123456 ≠ A12345, 123456789; label thai passport, หนังสือเดินทาง, เลขที่หนังสือเดินทาง, พาสปอร์ต
TH_TIN taxpayer, companies included; tax, company; tin
  form *d-dd-d-ddd-ddddd-d | d-dd-d-dddd-dddd-d | d-dd-ddd-ddddd-dd | d-dd-dd-ddddd-dd-d | *d-dddd-ddddd-dd-d | d dddd ddddd dd d | d{13}
  check /^[^9]/, varied, weights 13,12,11,10,9,8,7,6,5,4,3,2 10987654321
  found 0-11-5-561-01623-6, 0105552029681 ≠ 0-11-5-561-01623-7, 0101700230705
  label thai tax id, thai tin, เลขประจำตัวผู้เสียภาษี, เลขผู้เสียภาษี, เลขประจำตัวผู้เสียภาษีอากร
TH_TNIN identity card; national; alone; wiki Thai_identity_card
  form *d-dddd-ddddd-dd-d | *d dddd ddddd dd d | d-dd-d-ddd-ddddd-d
  check /^[1-8](?:1[0-9]|2[0-7]|[34][0-9]|5[0-8]|[67][0-7]|8[0-6]|9[0-6])/, varied, weights 13,12,11,10,9,8,7,6,5,4,3,2 10987654321
  found 1-2345-45678-78-1, 1234567890121 ≠ 1234567890122, 0234567890124, 1284567890124
  label pin thailand, thai id, thai national id, thai id card, บัตรประชาชน, เลขบัตรประชาชน, เลขที่บัตรประชาชน, เลขประจำตัวประชาชน, หมายเลขบัตรประชาชน
= VN Vietnam
VN_CCCD identity card; national; https://vi.wikipedia.org/wiki/C%C4%83n_c%C6%B0%E1%BB%9Bc_c%C3%B4ng_d%C3%A2n
  form d{12} | ddd ddd ddd ddd; check range 0 001..096, /^.{3}[0-3]/
  found 001099012345, 079203001234 ≠ 000099012345, 099203001234, 07920300123
  label can cuoc, can cuoc cong dan, cccd, so cccd, ma dinh danh, so dinh danh ca nhan, the can cuoc
VN_CMND identity card as given out until 2020; national; https://vi.wikipedia.org/wiki/Gi%E1%BA%A5y_ch%E1%BB%A9ng_minh_nh%C3%A2n_d%C3%A2n_(Vi%E1%BB%87t_Nam)
  form d{9} | ddd ddd ddd; found 012345678 ≠ 01234567; label chung minh nhan dan, chung minh thu, cmnd, so cmnd
VN_MST taxpayer; tax, company; tin
  form d{10} | d{10}-ddd | *0[1-9]d{8}-0dd; check /^(?!00|..0000000|.{10}000$)/, weights 31,29,23,19,17,13,7,5,3 -9876543210
  found 0100233488, 0314409058-002 ≠ 0100233480, 0314409058-000; label ma so doanh nghiep, ma so thue, mst, vietnamese tax code, mst ca nhan
VN_SOCIAL_INSURANCE social and health insurance; social, health; https://baohiemxahoi.gov.vn/
  form d{10} | l{2}d{13} | l{2} d ddd ddd ddd dddd; found 0123456789, HC4010123456789 ≠ 012345678
  label bao hiem xa hoi, bao hiem y te, bhxh, bhyt, ma so bhxh, so the bhyt, so bhxh
`,
  { isIndonesianId, isIndonesianTaxpayer, isSingaporeEntity, isSingaporeId },
);
