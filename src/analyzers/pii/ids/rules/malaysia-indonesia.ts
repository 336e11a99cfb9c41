import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { isDate, isDateAt, isOneSign } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Seventh and eighth digit: the state or country of birth; these were never given out. */
const MALAYSIA_NOWHERE = /^\d{6}(?:00|1[7-9]|20|69|70|73|8[01]|9[4-7])/;

const isMalaysianId = (digits: string): boolean => isDateAt(digits, 0) && !MALAYSIA_NOWHERE.test(digits);

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

/** Indonesia, Cambodia, Myanmar, Malaysia. Sorted by id. */
export const MALAYSIA_INDONESIA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "ID", name: "Indonesia" },
    `
ID_BPJS card of the health insurance
  form 000d{10} | d{11}
  label bpjs, bpjs kesehatan, bpjs ketenagakerjaan, nomor bpjs, kpj, nomor kartu bpjs
  found 0001234567890, 12345678901 ≠ 1234567890
  health, social; https://bpjs-kesehatan.go.id/
ID_NIK population register
  form d{16} | dddddd-dddddd-dddd | dddddd dddddd dddd | dddd dddd dddd dddd
  label e ktp, ektp, ktp, nik, no ktp, nomor induk kependudukan, nomor ktp, nomor nik, kartu tanda penduduk
  found 3171230507900123, 3174055708900001 ≠ 3171327213900001, 4174055708900001
  national; check isIndonesianId; alone; https://id.wikipedia.org/wiki/Nomor_Induk_Kependudukan
ID_NPWP taxpayer
  form dd.ddd.ddd.d-ddd.ddd | d{16} | dddd dddd dddd dddd
  strong dd.ddd.ddd.d-ddd.ddd
  label no npwp, nomor npwp, nomor pokok wajib pajak, npwp
  found 01.312.166.0-091.000, 016090524017000 ≠ 01.312.166.1-091.000, 01609052401700
  tax; check isIndonesianTaxpayer; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
ID_SIM driving licence
  form d{12} | d{14} | dddd-dddd-d{4,6}
  label nomor sim, no sim, surat izin mengemudi
  found 1234-5678-901234, 901212345678 ≠ 12345678
  driver; https://en.wikipedia.org/wiki/Driving_license_in_Indonesia
`,
    { isIndonesianId, isIndonesianTaxpayer },
  ),
  ...idCards(
    { country: "KH", name: "Cambodia" },
    `
KH_NID identity card
  form d{9} | d{9}(d{2})
  label cambodian id card, khmer id card, khmer identity card, អត្តសញ្ញាណប័ណ្ណ
  found 010123456, 010123456(01) ≠ 01012345
  national; https://en.wikipedia.org/wiki/Cambodian_identity_card
`,
  ),
  ...idCards(
    { country: "MM", name: "Myanmar" },
    `
MM_NRC national registration card, as written in Latin letters
  form d{1,2}/l{3,9}(l{1,3})d{6}
  strong d{1,2}/l{3,9}([ACENPRSTVY])d{6}
  label myanmar nrc, national registration card, nrc, nrc number, မှတ်ပုံတင်
  found 12/BAHANA(N)123456 ≠ 12/BAHANA(N)12345
  national; https://en.wikipedia.org/wiki/National_Registration_Card_(Myanmar)
`,
  ),
  ...idCards(
    { country: "MY", name: "Malaysia" },
    `
MY_EPF member of the provident fund
  form d{8,9}
  label epf number, kwsp, no kwsp, nombor kwsp, epf no
  found 12345678 ≠ 1234567
  social; https://www.kwsp.gov.my/
MY_NRIC registration identity card
  form d{6}-dd-dddd
  strong d{6}-dd-dddd
  label ic no, ic number, kad pengenalan, malaysian nric, mykad, mykad number, no ic, no kad pengenalan, no kp, nric, nric no
  found 770305-02-1234, 770305021234 ≠ 771305-02-1234, 770305-17-1234
  national; check isMalaysianId; alone; https://en.wikipedia.org/wiki/Malaysian_identity_card
MY_SSM register of companies
  form [12]d{3}0[1-6]d{6} | d{5,7}-l
  label brn malaysia, no syarikat, ssm number, ssm registration, nombor pendaftaran syarikat
  found 202001012345, 123456-A ≠ 202009012345, 12345678
  company; https://www.ssm.com.my/Pages/Home.aspx
MY_TIN taxpayer
  form IGd{9,11} | [CDEFGJNOPT][ASG]? ?d{8,11} | [OS]G ?d{8,11}
  label income tax number, lhdn number, no cukai pendapatan, nombor cukai pendapatan, sg number malaysia
  found IG12345678901, SG 12345678901, C20880050010 ≠ IG1234567, 12345678901
  tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/
`,
    { isMalaysianId },
  ),
];
