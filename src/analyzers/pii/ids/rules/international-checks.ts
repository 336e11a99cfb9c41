/** Numbers that no single country gives out. */
import { isLuhnValid } from "../../candidates.ts";
import { remainder, weightedSum } from "../checks.ts";
import { isOneSign, valueAt } from "./world-checks.ts";

export const isImei = (digits: string): boolean =>
  !isOneSign(digits.slice(0, 8)) && (digits.length === 16 || isLuhnValid(digits));

/** ITU-T E.118: 89, then a country. Some cards leave the check digit out or end with a filling letter. */
export const isIccid = (compact: string): boolean => compact.endsWith("F") || isLuhnValid(compact);

/** ITU-T E.212: first three digits, a country's code. */
export const isImsi = (digits: string): boolean => !isOneSign(digits) && /^[2-7]/.test(digits);

/** What letters count for in ISO 3779: three rows of a keyboard's digits, without I, O, Q. */
const VIN_VALUES = new Map(
  "A1B2C3D4E5F6G7H8J1K2L3M4N5P7R9S2T3U4V5W6X7Y8Z9"
    .match(/../g)
    ?.map((pair) => [pair.charAt(0), Number(pair.charAt(1))]),
);
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** 49 CFR 565: vehicles of North America (1 to 5) have a check digit at the ninth place; others need a letter and a digit. */
export function isVin(compact: string): boolean {
  if (!/[A-Z]/.test(compact) || !/\d/.test(compact)) return false;
  if (!/^[1-5]/.test(compact)) return /\d{3}$/.test(compact);
  const digits = compact.replaceAll(/[A-Z]/g, (letter) => String(VIN_VALUES.get(letter) ?? 0));
  return "0123456789X".charAt(weightedSum(digits, VIN_WEIGHTS) % 11) === compact.charAt(8);
}

/** ISO 17442: ISO 7064 mod 97-10, letters as two digits. */
export function isLei(compact: string): boolean {
  let digits = "";
  for (let at = 0; at < compact.length; at++) digits += String(valueAt(compact, at));
  return remainder(digits, 97) === 1;
}

// ISO 3166-1, as of 2026, and XK.
const COUNTRIES = new Set(
  (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD " +
    "CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF " +
    "GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN " +
    "KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA " +
    "NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI " +
    "SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI " +
    "VN VU WF WS XK YE YT ZA ZM ZW"
  ).split(" "),
);

/** ISO 9362: four letters of the institution, the country, the place. */
export const isBic = (compact: string): boolean => COUNTRIES.has(compact.slice(4, 6));

/** Month and year of a payment card. */
export function isExpiry(digits: string): boolean {
  const month = Number(digits.slice(0, 2));
  return month >= 1 && month <= 12 && (digits.length === 4 || /^\d\d20/.test(digits));
}
