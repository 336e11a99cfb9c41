/** Check digits of Spain, Portugal, Italy, San Marino and Malta. */
import { isLuhnValid } from "../../candidates.ts";
import { digitAt, isDate, remainder, weightedSum } from "../checks.ts";
import { valueAt } from "./europe-checks.ts";

const SPANISH_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

/** The letter is the number modulo 23; minors and residents abroad have `K`, `L` or `M` in front. */
const isSpanishPerson = (text: string): boolean =>
  SPANISH_LETTERS.charAt(Number(text.slice(/^[KLM]/.test(text) ? 1 : 0, -1)) % 23) === text.slice(-1);

/** Foreigners: `X`, `Y`, `Z` count as 0, 1, 2. */
export const isSpanishForeigner = (text: string): boolean =>
  isSpanishPerson(String("XYZ".indexOf(text.charAt(0))) + text.slice(1));

/** As on a card; the check is a digit, or a letter that stands for it. */
export function isSpanishCompany(text: string): boolean {
  const last = text.charAt(8);
  const digit = /\d/.test(last) ? Number(last) : "JABCDEFGHI".indexOf(last);
  return digit !== -1 && isLuhnValid(text.slice(1, 8) + String(digit));
}

/** Citizens, foreigners and companies alike, the country perhaps in front. */
export function isSpanishTaxpayer(text: string): boolean {
  const body = text.replace(/^ES/, "");
  if (/^[XYZ]/.test(body)) return isSpanishForeigner(body);
  return /^[A-HJNP-W]/.test(body) ? isSpanishCompany(body) : isSpanishPerson(body);
}

/** A foreigner's number without a label is known by its own name. */
export const isNotForeigner = (text: string): boolean => !/^[XYZ]/.test(text);

/** Province, serial, and both modulo 97; a serial below ten million has one digit less. */
export function isSpanishInsured(digits: string): boolean {
  const province = Number(digits.slice(0, 2));
  if (province < 1 || (province > 53 && province !== 66)) return false;
  const serial = digits.slice(2, -2);
  const short = serial.length === 8 && serial.startsWith("0") ? serial.slice(1) : serial;
  return remainder(digits.slice(0, 2) + short, 97) === Number(digits.slice(-2));
}

const ACCOUNT_WEIGHTS = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];

/** Bank account: one check digit for bank and branch, one for the account. */
export function isSpanishAccount(digits: string): boolean {
  // 11 is written 0 and 10 is written 1.
  const checkOf = (ten: string): number => {
    const check = 11 - (weightedSum(ten, ACCOUNT_WEIGHTS) % 11);
    return check < 10 ? check : 11 - check;
  };
  return [`00${digits.slice(0, 8)}`, digits.slice(10)].every((ten, at) => checkOf(ten) === digitAt(digits, 8 + at));
}

/** Supply point of power or gas: two letters from sixteen digits modulo 529. */
export function isSupplyPoint(text: string): boolean {
  const rest = remainder(text.slice(2, 18), 529);
  return text.slice(18, 20) === SPANISH_LETTERS.charAt(Math.floor(rest / 23)) + SPANISH_LETTERS.charAt(rest % 23);
}

/** Modulo 11, weights 9 to 2. */
export function isPortugueseTaxpayer(text: string): boolean {
  const digits = text.replace(/^PT/, "");
  return ((11 - (weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === digitAt(digits, 8);
}

/** Citizen card: as on a card, letters from A = 10 on. */
export function isCitizenCard(text: string): boolean {
  let sum = 0;
  for (let at = 0; at < 12; at++) {
    const doubled = valueAt(text, at) * 2;
    sum += at % 2 === 1 ? doubled / 2 : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Social security: prime weights. */
export const isPortugueseInsured = (digits: string): boolean =>
  9 - (weightedSum(digits, [29, 23, 19, 17, 13, 11, 7, 5, 3, 2]) % 10) === digitAt(digits, 10);

/** Bank account: 98 less the rest modulo 97. */
export const isPortugueseAccount = (digits: string): boolean =>
  98 - remainder(`${digits.slice(0, -2)}00`, 97) === Number(digits.slice(-2));

const ODD_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Surname, name, birth date (women's days + 40), municipality; letters stand for digits where two would be alike. */
export function isFiscalCode(text: string): boolean {
  const digits = text.replaceAll(/[LMNPQRSTUV]/g, (letter) => String("LMNPQRSTUV".indexOf(letter)));
  const month = "ABCDEHLMPRST".indexOf(text.charAt(8)) + 1;
  const day = Number(digits.slice(9, 11)) % 40;
  if (!isDate(digits.slice(6, 8), String(month), String(day))) return false;
  let sum = 0;
  for (let at = 0; at < 15; at++) {
    const value = valueAt(text, at);
    const index = value > 9 ? value - 10 : value;
    sum += at % 2 === 0 ? (ODD_VALUES[index] ?? 0) : index;
  }
  return String.fromCharCode(65 + (sum % 26)) === text.charAt(15);
}

/** As on a card; never all zeros. */
export function isItalianVat(text: string): boolean {
  const digits = text.replace(/^IT/, "");
  return !digits.startsWith("0000000") && isLuhnValid(digits);
}

/** Licences of the provinces or of the ministry; the latter's alphabet has no vowels. */
export const isItalianLicence = (text: string): boolean =>
  text.startsWith("U1") ? /^U1[B-DF-HJ-NP-TV-Z0-9]{7}[A-Z]$/.test(text) : /^[A-Z]{2}\d{7}[A-Z]$/.test(text);

/** Modulo 37. */
export function isMalteseVat(text: string): boolean {
  const digits = text.replace(/^MT/, "");
  const rest = weightedSum(digits, [3, 4, 6, 7, 8, 9]) + Number(digits.slice(6));
  return rest % 37 === 0 && !digits.startsWith("0");
}

/** Short numbers of companies that could be a year are left out. */
export const isNoYear = (text: string): boolean => !/^(?:19|20)\d\d$/.test(text);
