import { idCards } from "../cards.ts";
import { digitAt, isDate, isDdMmYy, isLettered, weightedSum } from "../checks.ts";

/** Check digits of the United Kingdom and Ireland. */

const TEN_TO_TWO = [10, 9, 8, 7, 6, 5, 4, 3, 2];

/** Modulo 11; a check of 10 is not given out. */
const isNhsNumber = (digits: string): boolean =>
  !/^(\d)\1{9}$/.test(digits) && (11 - (weightedSum(digits, TEN_TO_TWO) % 11)) % 11 === digitAt(digits, 9);

/** Scotland: a birth date in front. */
const isChiNumber = (digits: string): boolean => isDdMmYy(digits, 0) && isNhsNumber(digits);

/** Prefixes that are never given out: kept for administration, or too like another. */
const isInsuranceNumber = (text: string): boolean =>
  !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(text) && !text.startsWith("000000", 2);

/** The letter at the end may be left out beside a label only. */
const isWholeInsuranceNumber = (text: string): boolean => text.length === 9;

/** The check digit stands in front, modulo 11. */
const isTaxpayerReference = (digits: string): boolean =>
  digits.length === 13
    ? isTaxpayerReference(digits.slice(0, 10))
    : "21987654321".charAt(weightedSum(digits.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11) === digits.charAt(0);

/** Modulo 97, since 2010 also with 55 added; departments and health authorities count up. */
function isBritishVat(text: string): boolean {
  const body = text.replace(/^(?:GB|XI)/, "");
  if (body.startsWith("GD")) return Number(body.slice(2)) < 500;
  if (body.startsWith("HA")) return Number(body.slice(2)) >= 500;
  const rest = weightedSum(body, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  return rest === 0 || (Number(body.slice(0, 3)) >= 100 && (rest === 42 || rest === 55));
}

/** Five of the surname, filled with nines; decade, month (women + 50), day, year; initials. */
function isDrivingLicence(text: string): boolean {
  if (!/^[A-Z]+9*\d/.test(text)) return false;
  const month = Number(text.slice(6, 8)) % 50;
  return isDate(text.charAt(5) + text.charAt(10), String(month), text.slice(8, 10));
}

const CURRENT = /^[A-HJ-PR-Y]{2}(\d\d)[A-HJ-PR-Z]{3}$/;

const PREFIX = /^[A-HJ-NP-TV-Y][1-9]\d{0,2}[A-HJ-PR-Y][A-HJ-PR-Z]{2}$/;

const SUFFIX = /^[A-Z]{2}[A-HJ-Y][1-9]\d{0,2}[A-HJ-NP-TV-Y]$/;

const NORTHERN = /^(?:[A-Z]I[A-Z]|[A-Z]{2}Z|[A-Z]Z)[1-9]\d{0,3}$/;

/** The current style counts half-years from 02 (March) and 51 (September) on. */
function isCurrentPlate(text: string): boolean {
  const age = Number(CURRENT.exec(text)?.[1] ?? 0);
  return (age > 1 && age < 30) || (age > 50 && age < 80);
}

const isBritishPlate = (text: string): boolean =>
  isCurrentPlate(text) || [PREFIX, SUFFIX, NORTHERN].some((style) => style.test(text));

const PUPIL_LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZ";

/** Unique pupil number: the letter is a sum modulo 23; the last unit may be a letter while temporary. */
const isPupilNumber = (text: string): boolean =>
  /^[A-Z]\d{12}$/.test(text) &&
  PUPIL_LETTERS.charAt(weightedSum(text.slice(1), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]) % 23) === text.charAt(0);

/** Numbers of companies begin with digits or the register's letters. */
const isBritishCompany = (text: string): boolean => !text.startsWith("00000000");

/** `DD-DD-DD` with some digit. */
const isSortCode = (digits: string): boolean => digits !== "000000";

export const BRITISH_IDS = idCards(
  { country: "GB", name: "United Kingdom" },
  `
UK_BANK_ACCOUNT bank account
  form d{8} | dd-dd-dd d{8}
  label sort code and account number, uk bank account, bacs account
  found 31926819 ≠ 3192681
  bank; https://www.vocalink.com/tools/modulus-checking/
UK_BRP biometric residence permit
  form [A-Z]{2}xd{6} | [A-Z]{2} ?d{7}
  label brp, brp number, biometric residence permit, residence permit number
  found RE1234567, ZU1234567 ≠ R1234567
  national; https://www.gov.uk/biometric-residence-permits
UK_CHI health number of Scotland (CHI)
  form d{10} | dddddd dddd
  label chi, chi number, chi no, community health index
  found 2206845830 ≠ 2206845831
  health; check isChiNumber; alone; https://www.ndc.scot.nhs.uk/Dictionary-A-Z/Definitions/index.asp?ID=128
UK_COMPANY_NUMBER company number
  form d{8} | [A-Z]{2}d{6} | OCd{6}
  label companies house number, crn, company reg no, companies house, ch number
  found 07496944, SC123456 ≠ 1234567, 00000000
  company; check isBritishCompany; https://www.gov.uk/get-information-about-a-company
UK_DRIVING_LICENCE driving licence
  form [A-Z]{1,5}[9]{0,4}d[0156]d[0-3]dd[A-Z9]{2}xll | [A-Z][A-Z9]{4}d[0156]d[0-3]dd[A-Z9]{2}x[A-Z]{2} | [A-Z][A-Z9]{4} d{6} [A-Z9]{2}x[A-Z]{2}
  strong [A-Z][A-Z9]{4}d[0156]d[0-3]dd[A-Z9]{2}x[A-Z]{2}
  label driving licence number, driving licence no, driving licence, driver number, dvla number, dvla licence
  found MORGA657054SM9IJ ≠ MORGA637054SM9IJ
  driver; check isDrivingLicence; alone; https://www.gov.uk/government/publications/dvla-driving-licence-number
UK_GMC number of a physician (GMC)
  form d{7}
  label gmc, gmc number, gmc reference, gmc no
  found 1234567 ≠ 123456
  https://www.gmc-uk.org/registration-and-licensing/our-registers
UK_NHS health number (NHS)
  form ddd ddd dddd | ddd-ddd-dddd | d{10}
  label nhs, nhs number, nhs no, nhs num, nhs id, national health service number, h c number, health and care number
  found 943 476 5919 ≠ 943 476 5910
  health; check isNhsNumber; alone; https://www.datadictionary.nhs.uk/attributes/nhs_number.html
UK_NINO national insurance number
  form [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] dd dd dd [A-D] | [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]d{6}[A-D] | [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] d{6} [A-D] | [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]d{6} [A-D] | [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] d{6}[A-D] | [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?d{6}
  strong [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] dd dd dd [A-D] | [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]d{6}[A-D]
  label national insurance number, national insurance no, national insurance, ni number, ni no, nino, insurance number
  found AA123456C, AA 12 34 56 B ≠ BG123612A, AA 12 34 56 H
  national, social; check isInsuranceNumber; checkAlone isWholeInsuranceNumber; alone; https://www.gov.uk/hmrc-internal-manuals/national-insurance-manual/nim39110
UK_PASSPORT passport
  form d{9} | [A-Z]{2}d{7}
  label uk passport, british passport, hmpo
  found AB1234567, 925665416 ≠ ABC123456, AB123456
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/GBR/index.html
UK_PAYE_REFERENCE employer's tax reference (PAYE)
  form ddd/[A-Z]{1,2}d{1,8} | ddd/[A-Z]d{1,4}[A-Z]? | ddd/[A-Z]{2}xd{1,6}
  label paye, paye reference, paye ref, employer paye reference, ern, employer reference number
  found 123/AB456 ≠ 12/AB456
  tax; https://www.gov.uk/find-hmrc-contacts/employer-paye-reference
UK_SORT_CODE branch of a bank (sort code)
  form dd-dd-dd | d{6} | dd dd dd
  label sort code, sortcode, sort code number, bank sort code
  found 20-45-53 ≠ 00-00-00
  bank; check isSortCode; https://en.wikipedia.org/wiki/Sort_code
UK_UPN pupil number
  form [A-HJ-NP-RT-Z]d{12}
  strong [A-HJ-NP-RT-Z]d{12}
  label upn, unique pupil number, pupil number
  found F034005497290 ≠ F034005497291
  check isPupilNumber; alone; https://www.gov.uk/government/publications/unique-pupil-numbers
UK_UTR taxpayer reference
  form d{10} | ddddd ddddd | d{10}K | d{13}
  label utr, utr number, utr no, unique taxpayer reference, unique tax reference, self assessment reference, taxpayer reference
  found 1955839661 ≠ 2955839661
  tax; check isTaxpayerReference; https://www.gov.uk/find-utr-number
UK_VAT VAT number
  form GBd{9} | GB ddd dddd dd | GB d{9} | GBd{12} | ddd dddd dd | d{9} | GBGDd{3} | GBHAd{3} | XId{9}
  strong GBd{9} | GB ddd dddd dd | GB d{9}
  label vat reg no, vat registration number, vat reg, vrn
  found GB980780684 ≠ 802311781
  company, tax; check isBritishVat; checkAlone isLettered; alone; https://www.gov.uk/guidance/vat-eu-country-codes-vat-numbers-and-vat-in-other-languages
UK_VEHICLE_REGISTRATION licence plate
  form [A-HJ-PR-Y]{2}d{2} [A-HJ-PR-Z]{3} | [A-HJ-PR-Y]{2}d{2}-?[A-HJ-PR-Z]{3} | [A-Z]d{1,3} ?[A-Z]{3} | [A-Z]{3} ?d{1,3}[A-Z] | [A-Z]{2,3} d{1,4}
  strong [A-HJ-PR-Y]{2}d{2} [A-HJ-PR-Z]{3}
  label vehicle registration, vehicle registration mark, vehicle reg, vrm, reg plate, number plate, car reg, car registration
  found AB51 ABC, K1 ABC ≠ AB35 ABC, ABC 123I
  plate; check isBritishPlate; checkAlone isCurrentPlate; alone; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_the_United_Kingdom
`,
  {
    isChiNumber,
    isBritishCompany,
    isDrivingLicence,
    isNhsNumber,
    isInsuranceNumber,
    isWholeInsuranceNumber,
    isSortCode,
    isPupilNumber,
    isTaxpayerReference,
    isBritishVat,
    isLettered,
    isBritishPlate,
    isCurrentPlate,
  },
);
