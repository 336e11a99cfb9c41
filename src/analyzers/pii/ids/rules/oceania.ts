import { idCards } from "../cards.ts";
import { digitAt, hasCheck, isOneSign, TEN_LAST_DIGIT, valueAt, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Numbers of Australia and New Zealand. */

/** 1 is taken from the first digit before it is weighed. */
const isAustralianBusiness = (digits: string): boolean =>
  !digits.startsWith("0") && (weightedSum(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;

const isAustralianCompany = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [8, 7, 6, 5, 4, 3, 2, 1], TEN_LAST_DIGIT);

const isTaxFileNumber = (digits: string): boolean =>
  !isOneSign(digits) && weightedSum(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;

/** Ninth digit; the tenth counts the cards, an eleventh the people on it. */
const isMedicare = (digits: string): boolean => hasCheck(digits.slice(0, 9), [1, 3, 7, 9, 1, 3, 7, 9], "0123456789");

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

/** Australia, New Zealand, Fiji, Papua New Guinea. Sorted by id. */
export const OCEANIA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "AU", name: "Australia" },
    `
AU_ABN business number
  form dd ddd ddd ddd | dd-ddd-ddd-ddd | d{11}
  strong [1-9]d ddd ddd ddd
  label abn, abn number, australian business number
  found 51 824 753 556, 83914571673 ≠ 52 824 753 556, 00000000560, 99 999 999 999
  company, tax; check isAustralianBusiness; alone; https://abr.business.gov.au/Help/AbnFormat
AU_ACN company number
  form ddd ddd ddd | ddd-ddd-ddd
  label acn, acn number, australian company number, australian registered body number, arbn
  found 005 499 981, 010499966 ≠ 824 753 557, 999 999 999
  company; check isAustralianCompany; alone; https://asic.gov.au/for-business/registering-a-company/steps-to-register-a-company/australian-company-numbers/
AU_BSB branch of a bank, with or without the account
  form ddd-ddd | ddd-ddd d{5,10} | ddd-ddd-d{5,10}
  label australian bank account, bank state branch, bsb, bsb code, bsb no, bsb number, bsb account
  found 062-000, 033088, 062-000 12345678 ≠ 062-00
  bank; https://bsb.auspaynet.com.au/
AU_CRN customer of Centrelink
  form ddd ddd ddd[A-Z] | d{9}[A-Z]
  strong [2-5]dd ddd ddd[ABCHJKLSTVX]
  label centrelink crn, centrelink customer reference number, centrelink number, centrelink reference number, crn
  found 204 123 456A ≠ 204 123 456
  social; https://www.servicesaustralia.gov.au/customer-reference-number
AU_DRIVER_LICENSE driving licence of a state
  form d{6,10} | ddd ddd ddd | [A-Z]d{5,6} | d{4}[A-Z]{2} | dd ddd ddd
  label australian driver licence, nsw driver licence, queensland driver licence, vicroads licence, victorian driver licence
  found 012345678, 1234AB, A123456 ≠ 12345
  driver; check isVaried; weak; https://austroads.gov.au/drivers-and-vehicles
AU_IHI healthcare identifier of a person or provider
  form 800360d{10} | 8003 60[0-9]{2} dddd dddd | 80036[12]d{10}
  strong 8003 6[0-9]{3} dddd dddd
  label healthcare identifier, hpi i, ihi, ihi number, individual healthcare identifier
  found 8003 6012 3456 7890, 8003601234567890 ≠ 8004 6012 3456 7890
  health; https://www.servicesaustralia.gov.au/individual-healthcare-identifiers
AU_MEDICARE Medicare card
  form [2-6]ddd ddddd d | [2-6]d{9} | [2-6]ddd ddddd d/d | [2-6]ddd-ddddd-d | [2-6]ddd ddddd d d
  strong [2-6]ddd ddddd d
  label medicare, medicare card, medicare card number, medicare no, medicare number
  found 2123 45670 1, 2123456701, 2123 45670 1/2 ≠ 2123 25870 1, 7123 45670 1
  health; check isMedicare; alone; https://www.servicesaustralia.gov.au/medicare-card
AU_PASSPORT passport
  form [A-Z]d{7} | [PR][A-Z]d{7}
  label australian passport
  found N1234567, PA1234567 ≠ N123456, NA1234567
  passport; https://en.wikipedia.org/wiki/Australian_passport
AU_TFN tax file number
  form ddd ddd ddd | ddd-ddd-ddd
  label australian tax file number, tax file no, tax file number, tfn, tfn number
  found 876 543 210, 123 456 782, 699890135 ≠ 824 753 557, 999 999 999, 123 456 789
  tax; check isTaxFileNumber; alone; https://www.ato.gov.au/individuals-and-families/tax-file-number
`,
    {
      isAustralianBusiness,
      isAustralianCompany,
      isVaried: (compact) => !isOneSign(compact),
      isMedicare,
      isTaxFileNumber,
    },
  ),
  ...idCards(
    { country: "FJ", name: "Fiji" },
    `
FJ_TIN taxpayer
  form dd-ddddd-d-d | d{9}
  label fiji tin, fijian tin, frcs tin
  found 12-34567-0-8 ≠ 12-34567
  tax; https://www.frcs.org.fj/
`,
  ),
  ...idCards(
    { country: "NZ", name: "New Zealand" },
    `
NZ_BANK bank account
  form dd-d{3,4}-d{7}-d{2,3}
  strong [0-3]d-d{4}-d{7}-d{2,3} | [0-3]d-d{3}-d{7}-d{2,3}
  label new zealand bank account, nz bank account, nz account number
  found 01-902-0068389-00, 01-0902-0068389-000 ≠ 01-902-0068388-00, 99-902-0068389-00
  bank; check isNewZealandBank; https://www.paymentsnz.co.nz/
NZ_DRIVER_LICENSE driving licence
  form [A-Z]{2}d{6}
  label new zealand driver licence, nz driver licence, nzta licence
  found DA123456 ≠ D123456
  driver; https://www.nzta.govt.nz/driver-licences/
NZ_IRD taxpayer
  form d{2,3}-ddd-ddd | d{7,8}-d | NZ d{7,8}-d
  label gst number nz, inland revenue number, ird, ird no, ird number
  found 4909185-0, NZ 4909185-0, 49-091-850 ≠ 136410133, 49-091-851
  tax; check isNewZealandTax; https://www.ird.govt.nz/
NZ_NHI national health index
  form [A-HJ-NP-Z]{3}d{4} | [A-HJ-NP-Z]{3}d{2}[A-HJ-NP-Z]{2}
  label national health index, nhi, nhi no, nhi number
  found ZAC5361, ZBN77VL ≠ ZAC5362, ZIC5361
  health; check isNationalHealthIndex; https://www.tewhatuora.govt.nz/health-services-and-programmes/health-identity/national-health-index
NZ_PASSPORT passport
  form [EFLNR][A-Z]d{6} | N?d{6}
  label new zealand passport, nz passport
  found LA123456, N123456 ≠ ZA123456, N12345
  passport; https://en.wikipedia.org/wiki/New_Zealand_passport
`,
    { isNewZealandBank, isNewZealandTax, isNationalHealthIndex },
  ),
  ...idCards(
    { country: "PG", name: "Papua New Guinea" },
    `
PG_TIN taxpayer
  form 5d{8} | d{9}
  label irc tin, papua new guinea tin, png tin
  found 500012345 ≠ 50001234
  tax; https://irc.gov.pg/
`,
  ),
];
