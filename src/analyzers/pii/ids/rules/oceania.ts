import { idCards } from "../cards.ts";
import { digitAt, valueAt, weightedSum } from "../checks.ts";

/** The first weights lead to 10 for some numbers: those are weighed again. */
function isNewZealandTax(compact: string): boolean {
  const digits = compact.replace("NZ", "").padStart(9, "0");
  const front = digits.slice(0, 8);
  const value = Number(digits);
  if (value < 10_000_000 || value > 150_000_000) return false;
  const first = (11 - (weightedSum(front, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  const check = first === 10 ? (11 - (weightedSum(front, [7, 4, 3, 2, 5, 2, 7, 6]) % 11)) % 11 : first;
  return check === digitAt(digits, 8);
}

/** What the banks weigh: bank, branch, account (8), suffix (4). https://www.ird.govt.nz/ ("RWT and NRWT specification") */
const NZ_WEIGHTS: ReadonlyMap<string, readonly [weights: readonly number[], divisor: number]> = new Map([
  ["08", [[0, 0, 0, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0], 11]],
  ["25", [[0, 0, 0, 0, 0, 0, 1, 7, 3, 1, 7, 3, 1, 0, 0, 0, 0, 0], 10]],
  ["A", [[0, 0, 6, 3, 7, 9, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], 11]],
  ["B", [[0, 0, 0, 0, 0, 0, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], 11]],
]);

/** Banks that weigh in a third way, by digits of products; their numbers are taken as they are. */
const NZ_UNCHECKED = new Set(["09", "26", "28", "29", "31", "33"]);

/** 01 to 31 and a few more: Payments NZ, bank branch register. */
const NZ_BANK_CODE = /^(?:0[1-9]|[12]\d|3[01358]|88)/;

/** Bank (2), branch (4, without its leading zero in numbers of 14 digits), account (7), suffix (2 or 3, not weighed). */
function isNewZealandBank(compact: string): boolean {
  const digits = compact.length === 14 ? `${compact.slice(0, 2)}0${compact.slice(2)}` : compact;
  const bank = digits.slice(0, 2);
  if (!NZ_BANK_CODE.test(bank) || NZ_UNCHECKED.has(bank)) return NZ_UNCHECKED.has(bank);
  const account = digits.slice(6, 13);
  const [weights, divisor] = NZ_WEIGHTS.get(bank) ?? NZ_WEIGHTS.get(Number(account) < 990_000 ? "A" : "B") ?? [[], 1];
  return weightedSum(`${digits.slice(0, 6)}0${account}0000`, weights) % divisor === 0;
}

const NHI_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** HISO 10046: letters count by their place without I and O; new numbers end with a letter that is not checked here. */
function isNationalHealthIndex(compact: string): boolean {
  if (/[A-Z]$/.test(compact)) return !Number.isNaN(valueAt(compact, 6));
  let sum = 0;
  for (let at = 0; at < 6; at++) {
    const sign = compact.charAt(at);
    sum += (at < 3 ? NHI_LETTERS.indexOf(sign) + 1 : Number(sign)) * (7 - at);
  }
  return sum % 11 !== 0 && digitAt(compact, 6) === (11 - (sum % 11)) % 10;
}

export const OCEANIAN_IDS = idCards(
  `
= AU Australia
# 1 is taken from the first digit before it is weighed.
AU_ABN business number; company, tax; alone; https://abr.business.gov.au/Help/AbnFormat
  form dd ddd ddd ddd | dd-ddd-ddd-ddd | d{11} | *[1-9]d ddd ddd ddd; check /^[^0]/, sum 10,1,3,5,7,9,11,13,15,17,19 mod 89 = 10
  found 51 824 753 556, 83914571673 ≠ 52 824 753 556, 00000000560, 99 999 999 999; label abn, abn number, australian business number
AU_ACN company number; company; alone; https://asic.gov.au/for-business/registering-a-company/steps-to-register-a-company/australian-company-numbers/
  form ddd ddd ddd | ddd-ddd-ddd; check varied, weights 8,7,6,5,4,3,2,1 0987654321; found 005 499 981, 010499966 ≠ 824 753 557, 999 999 999
  label acn, acn number, australian company number, australian registered body number, arbn
AU_BSB branch of a bank, with or without the account; bank; https://bsb.auspaynet.com.au/
  form ddd-ddd | ddd-ddd d{5,10} | ddd-ddd-d{5,10}; found 062-000, 033088, 062-000 12345678 ≠ 062-00
  label australian bank account, bank state branch, bsb, bsb code, bsb no, bsb number, bsb account
AU_CRN customer of Centrelink; social; https://www.servicesaustralia.gov.au/customer-reference-number
  form ddd ddd ddd[A-Z] | d{9}[A-Z] | *[2-5]dd ddd ddd[ABCHJKLSTVX]; found 204 123 456A ≠ 204 123 456
  label centrelink crn, centrelink customer reference number, centrelink number, centrelink reference number, crn
AU_DRIVER_LICENSE driving licence of a state; driver; weak; https://austroads.gov.au/drivers-and-vehicles
  form d{6,10} | ddd ddd ddd | [A-Z]d{5,6} | d{4}[A-Z]{2} | dd ddd ddd; check varied; found 012345678, 1234AB, A123456 ≠ 12345
  label australian driver licence, nsw driver licence, queensland driver licence, vicroads licence, victorian driver licence
AU_IHI healthcare identifier of a person or provider; health; https://www.servicesaustralia.gov.au/individual-healthcare-identifiers
  form 800360d{10} | 8003 60[0-9]{2} dddd dddd | 80036[12]d{10} | *8003 6[0-9]{3} dddd dddd
  found 8003 6012 3456 7890, 8003601234567890 ≠ 8004 6012 3456 7890
  label healthcare identifier, hpi i, ihi, ihi number, individual healthcare identifier
# The check is the ninth digit; the tenth counts the cards, an eleventh the people on it.
AU_MEDICARE Medicare card; health; alone; https://www.servicesaustralia.gov.au/medicare-card
  form *[2-6]ddd ddddd d | [2-6]d{9} | [2-6]ddd ddddd d/d | [2-6]ddd-ddddd-d | [2-6]ddd ddddd d d; check weights 1,3,7,9,1,3,7,9 0123456789
  found 2123 45670 1, 2123456701, 2123 45670 1/2 ≠ 2123 25870 1, 7123 45670 1
  label medicare, medicare card, medicare card number, medicare no, medicare number
AU_PASSPORT passport; passport; wiki Australian_passport
  form [A-Z]d{7} | [PR][A-Z]d{7}; found N1234567, PA1234567 ≠ N123456, NA1234567; label australian passport
AU_TFN tax file number; tax; alone; https://www.ato.gov.au/individuals-and-families/tax-file-number
  form ddd ddd ddd | ddd-ddd-ddd; check varied, sum 1,4,3,7,5,8,6,9,10 mod 11
  found 876 543 210, 123 456 782, 699890135 ≠ 824 753 557, 999 999 999, 123 456 789
  label australian tax file number, tax file no, tax file number, tfn, tfn number
= FJ Fiji
FJ_TIN taxpayer; tax; https://www.frcs.org.fj/
  form dd-ddddd-d-d | d{9}; found 12-34567-0-8 ≠ 12-34567; label fiji tin, fijian tin, frcs tin
= NZ New Zealand
NZ_BANK bank account; bank; https://www.paymentsnz.co.nz/
  form dd-d{3,4}-d{7}-d{2,3} | *[0-3]d-d{4}-d{7}-d{2,3} | *[0-3]d-d{3}-d{7}-d{2,3}; check isNewZealandBank
  found 01-902-0068389-00, 01-0902-0068389-000 ≠ 01-902-0068388-00, 99-902-0068389-00
  label new zealand bank account, nz bank account, nz account number
NZ_DRIVER_LICENSE driving licence; driver; https://www.nzta.govt.nz/driver-licences/
  form [A-Z]{2}d{6}; found DA123456 ≠ D123456; label new zealand driver licence, nz driver licence, nzta licence
NZ_IRD taxpayer; tax; https://www.ird.govt.nz/
  form d{2,3}-ddd-ddd | d{7,8}-d | NZ d{7,8}-d; check isNewZealandTax; found 4909185-0, NZ 4909185-0, 49-091-850 ≠ 136410133, 49-091-851
  label gst number nz, inland revenue number, ird, ird no, ird number
NZ_NHI national health index; health; https://www.tewhatuora.govt.nz/health-services-and-programmes/health-identity/national-health-index
  form [A-HJ-NP-Z]{3}d{4} | [A-HJ-NP-Z]{3}d{2}[A-HJ-NP-Z]{2}; check isNationalHealthIndex; found ZAC5361, ZBN77VL ≠ ZAC5362, ZIC5361
  label national health index, nhi, nhi no, nhi number
NZ_PASSPORT passport; passport; wiki New_Zealand_passport
  form [EFLNR][A-Z]d{6} | N?d{6}; found LA123456, N123456 ≠ ZA123456, N12345; label new zealand passport, nz passport
= PG Papua New Guinea
PG_TIN taxpayer; tax; https://irc.gov.pg/
  form 5d{8} | d{9}; found 500012345 ≠ 50001234; label irc tin, papua new guinea tin, png tin
`,
  { isNationalHealthIndex, isNewZealandBank, isNewZealandTax },
);
