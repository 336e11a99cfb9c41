/** Check digits of France, Monaco, Andorra and the Benelux countries. */
import { isLuhnValid } from "../../candidates.ts";
import { digitAt, isDate, remainder, weightedSum } from "../checks.ts";
import { isMod97Pair } from "./europe-checks.ts";
import { isVerhoeffValid } from "./world-checks.ts";

/** 97 less the first thirteen digits modulo 97; Corsica's `2A` and `2B` count as 19 and 18. */
export function isFrenchInsured(text: string): boolean {
  const month = Number(text.slice(3, 5));
  if (month < 1 || (month > 12 && month < 20) || (month > 42 && month < 50)) return false;
  const digits = text.replace("2A", "19").replace("2B", "18");
  if (!/^\d{15}$/.test(digits)) return false;
  return 97 - remainder(digits.slice(0, 13), 97) === Number(digits.slice(13));
}

/** The last three digits are the first ten modulo 511. */
export const isFrenchTaxpayer = (digits: string): boolean =>
  digits.length === 13 &&
  Number(digits.slice(0, 10)) > 0 &&
  Number(digits.slice(0, 10)) % 511 === Number(digits.slice(10));

export const isSiren = (digits: string): boolean => digits !== "000000000" && isLuhnValid(digits);

const POST_OFFICE = "356000000";

/** As on a card; the offices of the post add up to a multiple of five instead. */
export function isSiret(digits: string): boolean {
  if (isLuhnValid(digits)) return isSiren(digits.slice(0, 9));
  let sum = 0;
  for (const digit of digits) sum += Number(digit);
  return digits.startsWith(POST_OFFICE) && sum % 5 === 0;
}

const VAT_KEYS = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Two units of check in front of the company's number. */
export const isFrenchVat = (text: string): boolean =>
  !text.startsWith("000", text.length - 9) && isSiren(text.slice(-9)) && isVatKeyValid(text);

/** Digits by modulo 97, letters by modulo 11. */
function isVatKeyValid(text: string): boolean {
  const body = text.slice(-11);
  const siren = body.slice(2);
  if (/^\d\d/.test(body)) return (12 + 3 * remainder(siren, 97)) % 97 === Number(body.slice(0, 2));
  const [first, second] = [VAT_KEYS.indexOf(body.charAt(0)), VAT_KEYS.indexOf(body.charAt(1))];
  const key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(siren) + 1 + Math.floor(key / 11)) % 11 === key % 11;
}

/** Monaco's companies share the French system with a number that begins with zeros. */
export const isMonacoVat = (text: string): boolean => /000\d{6}$/.test(text) && isVatKeyValid(text);

/** Bank, branch, account (letters as digits), key: modulo 97. */
export function isFrenchAccount(text: string): boolean {
  const digits = text.replaceAll(/[A-Z]/g, (letter) => "12345678912345678923456789".charAt(letter.charCodeAt(0) - 65));
  const [bank, branch, account] = [digits.slice(0, 5), digits.slice(5, 10), digits.slice(10, 21)];
  const sum = 89 * Number(bank) + 15 * Number(branch) + 3 * Number(account);
  return 97 - (sum % 97) === Number(digits.slice(21));
}

/** Health professionals: eleven digits as on a card. */
export const isFrenchPractitioner = (digits: string): boolean => /^[018]/.test(digits) && isLuhnValid(digits);

/** Persons (`E`, `F`) and companies count in ranges of their own. */
export function isAndorranTaxpayer(text: string): boolean {
  const digits = Number(text.slice(1, 7));
  if (text.startsWith("F")) return digits <= 699_999;
  return !/^[AL]/.test(text) || (digits > 699_999 && digits < 800_000);
}

/** Birth date (unknown parts are zero, months + 20 or + 40 for those not registered), serial; 97 less the rest modulo 97. */
export function isBelgianPerson(digits: string): boolean {
  const month = Number(digits.slice(2, 4)) % 20;
  if (Number(digits.slice(2, 4)) > 52 || month > 12 || Number(digits.slice(4, 6)) > 31) return false;
  const check = Number(digits.slice(9));
  // Nobody is born in a year so far ahead.
  const centuries = Number(digits.slice(0, 2)) > 40 ? [""] : ["", "2"];
  return centuries.some((century) => 97 - remainder(century + digits.slice(0, 9), 97) === check);
}

/** The month says that the person is not registered. */
export const isBelgianBis = (digits: string): boolean => /^\d\d[2-5]/.test(digits) && isBelgianPerson(digits);

/** Identity cards of ten digits and two modulo 97; newer ones begin with `B` and have none published. */
export const isBelgianCard = (text: string): boolean => text.startsWith("B") || isMod97Pair(text);

/** 97 less the first eight digits modulo 97; numbers of nine digits lack a zero in front. */
export function isBelgianCompany(text: string): boolean {
  const digits = text.replace(/^BE/, "").padStart(10, "0");
  return /^[01][1-9]/.test(digits) && 97 - remainder(digits.slice(0, 8), 97) === Number(digits.slice(8));
}

const DUTCH_WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2];

/** The eleven test: weights 9 to 2, and the last digit counts against. */
export const isDutchPerson = (digits: string): boolean => dutchRest(digits) === 0 && Number(digits) > 0;

/** Pupils without a citizen number have one that leaves five. */
export const isDutchPupil = (digits: string): boolean => digits.startsWith("10") && dutchRest(digits) === 5;

function dutchRest(digits: string): number {
  const padded = digits.padStart(9, "0");
  return (weightedSum(padded, DUTCH_WEIGHTS) - digitAt(padded, 8) + 11) % 11;
}

/** Nine digits pass the eleven test, or since 2020 the whole is 1 modulo 97 with letters as two digits. */
export function isDutchVat(text: string): boolean {
  const [first = "", suffix = ""] = text.replace(/^NL/, "").split("B");
  const digits = first.padStart(9, "0");
  // N, L and B count as 23, 21 and 11.
  return suffix !== "00" && (isDutchPerson(digits) || remainder(`2321${digits}11${suffix}`, 97) === 1);
}

/** Accounts before the international ones: the eleven test over ten digits. */
export const isDutchAccount = (digits: string): boolean =>
  digits.length < 9 || weightedSum(digits.padStart(10, "0"), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

/** The last two digits are the first six modulo 89. */
export function isLuxembourgVat(text: string): boolean {
  const digits = text.replace(/^LU/, "");
  return Number(digits.slice(0, 6)) % 89 === Number(digits.slice(6));
}

/** Letters and digits both. */
export const isMixed = (text: string): boolean => /\d/.test(text) && /[A-Z]/.test(text);

/** Birth date, serial, then a check as on a card and one of Verhoeff's, both over the first eleven digits. */
export const isLuxembourgPerson = (digits: string): boolean =>
  isDate(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)) &&
  isLuhnValid(digits.slice(0, 12)) &&
  isVerhoeffValid(digits.slice(0, 11) + digits.charAt(12));
