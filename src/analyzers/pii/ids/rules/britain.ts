import { idCards } from "../cards.ts";
import { isDate, weightedSum } from "../checks.ts";

/** The check digit comes first, modulo 11. */
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

const IRISH_LETTERS = "WABCDEFGHIJKLMNOPQRSTUV";

/** Modulo 23; a second letter counts nine times, `W` and `T` were ignored until 2013. */
function isIrishPerson(text: string): boolean {
  const second = text.slice(8);
  const extra = "WT".includes(second) ? 0 : IRISH_LETTERS.indexOf(second) * 9;
  return IRISH_LETTERS.charAt((weightedSum(text, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23) === text.charAt(7);
}

/** As a person's number, or in the old style a letter at the second place. */
function isIrishVat(text: string): boolean {
  const body = text.replace(/^IE/, "");
  if (/^\d{7}/.test(body)) return isIrishPerson(body);
  return isIrishPerson(`0${body.slice(2, 7)}${body.charAt(0)}${body.charAt(7)}`);
}

export const BRITISH_IDS = idCards(
  `
= GB United Kingdom
UK_BANK_ACCOUNT bank account; bank; https://www.vocalink.com/tools/modulus-checking/
  form d{8} | dd-dd-dd d{8}; found 31926819 ≠ 3192681; label sort code and account number, uk bank account, bacs account
UK_BRP biometric residence permit; national; https://www.gov.uk/biometric-residence-permits
  form [A-Z]{2}xd{6} | [A-Z]{2} ?d{7}; found RE1234567, ZU1234567 ≠ R1234567
  label brp, brp number, biometric residence permit, residence permit number
UK_CHI health number of Scotland (CHI); health; alone; https://www.ndc.scot.nhs.uk/Dictionary-A-Z/Definitions/index.asp?ID=128
  form d{10} | dddddd dddd; check date DDMMYY, varied, weights 10,9,8,7,6,5,4,3,2 0-987654321; found 2206845830 ≠ 2206845831
  label chi, chi number, chi no, community health index
UK_COMPANY_NUMBER company number; company; https://www.gov.uk/get-information-about-a-company
  form d{8} | [A-Z]{2}d{6} | OCd{6}; check /^(?!00000000)/; found 07496944, SC123456 ≠ 1234567, 00000000
  label companies house number, crn, company reg no, companies house, ch number
UK_DRIVING_LICENCE driving licence; driver; alone; https://www.gov.uk/government/publications/dvla-driving-licence-number
  form [A-Z]{1,5}[9]{0,4}d[0156]d[0-3]dd[A-Z9]{2}xll | *[A-Z][A-Z9]{4}d[0156]d[0-3]dd[A-Z9]{2}x[A-Z]{2} | [A-Z][A-Z9]{4} d{6} [A-Z9]{2}x[A-Z]{2}
  check isDrivingLicence; found MORGA657054SM9IJ ≠ MORGA637054SM9IJ
  label driving licence number, driving licence no, driving licence, driver number, dvla number, dvla licence
UK_GMC number of a physician (GMC); group health; https://www.gmc-uk.org/registration-and-licensing/our-registers
  form d{7}; found 1234567 ≠ 123456; label gmc, gmc number, gmc reference, gmc no
UK_NHS health number (NHS); health; alone; https://www.datadictionary.nhs.uk/attributes/nhs_number.html
  form ddd ddd dddd | ddd-ddd-dddd | d{10}; check varied, weights 10,9,8,7,6,5,4,3,2 0-987654321; found 943 476 5919 ≠ 943 476 5910
  label nhs, nhs number, nhs no, nhs num, nhs id, national health service number, h c number, health and care number
# Prefixes that are never issued: kept for administration, or too like another.
UK_NINO national insurance number; national, social; alone; https://www.gov.uk/hmrc-internal-manuals/national-insurance-manual/nim39110
  form *[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] dd dd dd [A-D] | *[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]d{6}[A-D] | [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] d{6} [A-D] | [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]d{6} [A-D] | [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] d{6}[A-D] | [A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?d{6}
  check /^(?!BG|GB|KN|NK|NT|TN|ZZ|..000000)/; checkAlone /^.{9}$/; found AA123456C, AA 12 34 56 B ≠ BG123612A, AA 12 34 56 H
  label national insurance number, national insurance no, national insurance, ni number, ni no, nino, insurance number
UK_PASSPORT passport; passport; prado GBR
  form d{9} | [A-Z]{2}d{7}; found AB1234567, 925665416 ≠ ABC123456, AB123456; label uk passport, british passport, hmpo
UK_PAYE_REFERENCE employer's tax reference (PAYE); tax; https://www.gov.uk/find-hmrc-contacts/employer-paye-reference
  form ddd/[A-Z]{1,2}d{1,8} | ddd/[A-Z]d{1,4}[A-Z]? | ddd/[A-Z]{2}xd{1,6}; found 123/AB456 ≠ 12/AB456
  label paye, paye reference, paye ref, employer paye reference, ern, employer reference number
UK_SORT_CODE branch of a bank (sort code); bank; wiki Sort_code
  form dd-dd-dd | d{6} | dd dd dd; check /^(?!000000)/; found 20-45-53 ≠ 00-00-00
  label sort code, sortcode, sort code number, bank sort code
UK_UPN pupil number; alone; https://www.gov.uk/government/publications/unique-pupil-numbers
  form *[A-HJ-NP-RT-Z]d{12}; check isPupilNumber; found F034005497290 ≠ F034005497291; label upn, unique pupil number, pupil number
UK_UTR taxpayer reference; tax; https://www.gov.uk/find-utr-number
  form d{10} | ddddd ddddd | d{10}K | d{13}; check isTaxpayerReference; found 1955839661 ≠ 2955839661
  label utr, utr number, utr no, unique taxpayer reference, unique tax reference, self assessment reference, taxpayer reference
UK_VAT VAT number; company, tax; alone; https://www.gov.uk/guidance/vat-eu-country-codes-vat-numbers-and-vat-in-other-languages
  form *GBd{9} | *GB ddd dddd dd | *GB d{9} | GBd{12} | ddd dddd dd | d{9} | GBGDd{3} | GBHAd{3} | XId{9}; check isBritishVat
  checkAlone lettered; found GB980780684 ≠ 802311781; label vat reg no, vat registration number, vat reg, vrn
UK_VEHICLE_REGISTRATION licence plate; plate; alone; wiki Vehicle_registration_plates_of_the_United_Kingdom
  form *[A-HJ-PR-Y]{2}d{2} [A-HJ-PR-Z]{3} | [A-HJ-PR-Y]{2}d{2}-?[A-HJ-PR-Z]{3} | [A-Z]d{1,3} ?[A-Z]{3} | [A-Z]{3} ?d{1,3}[A-Z] | [A-Z]{2,3} d{1,4}
  check isBritishPlate; checkAlone isCurrentPlate; found AB51 ABC, K1 ABC ≠ AB35 ABC, ABC 123I
  label vehicle registration, vehicle registration mark, vehicle reg, vrm, reg plate, number plate, car reg, car registration
= IE Ireland
IE_DRIVER_LICENSE driving licence; driver; prado IRL
  form ddd ddd ddd | d{9}; found 123 456 789 ≠ 12345678; label irish driver number, driver number
IE_EIRCODE postal code of one address; group places; https://www.eircode.ie/what-is-eircode
  form [AC-FHKNPRTV-Y]d[0-9W] [0-9AC-FHKNPRTV-Y]{4} | [AC-FHKNPRTV-Y]d[0-9W][0-9AC-FHKNPRTV-Y]{4}; found D02 X285 ≠ B02 X285
  label eircode, eir code, irish postcode
IE_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_the_Republic_of_Ireland
  form d{2,3}-[A-Z]{1,2}-d{1,6} | d{2,3} [A-Z]{1,2} d{1,6}; found 191-D-12345 ≠ 191-12345; label irish number plate
IE_PASSPORT passport; passport; prado IRL
  form [A-Z]{1,2}d{7} | [A-Z]xd{7}; found PA1234567, XN5003339 ≠ P12345; label irish passport, uimhir phas
IE_PPS personal public service number; national, social, tax; alone; wiki Personal_Public_Service_Number
  form d{7}[A-W] | *d{7}[A-W][A-IW] | d{7}[A-W]T | d{7} [A-W]; check isIrishPerson; found 6433435F, 6433435OA ≠ 6433435E, 6433435VH
  label pps, ppsn, pps number, pps no, personal public service number, personal public service, uimhir psp, rsi number, rsi no
IE_VAT VAT number; company, tax; alone; vies
  form *IEd{7}[A-W][A-IW]? | IE d{7}[A-W][A-IW]? | IEd[A-Z]d{5}[A-W] | d{7}[A-W][A-IW]? | d[A-Z]d{5}[A-W]; check isIrishVat
  found IE6433435F, 8D79739I ≠ IE6433435E; label cbl, uimhir chláraithe cbl, irish vat number
`,
  {
    isBritishPlate,
    isBritishVat,
    isCurrentPlate,
    isDrivingLicence,
    isIrishPerson,
    isIrishVat,
    isPupilNumber,
    isTaxpayerReference,
  },
);
