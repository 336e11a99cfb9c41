import { dateCheck } from "../checks.ts";
import type { IdRule } from "../rule.ts";

/** How countries print mobile and trunk numbers: no other number is grouped so after its zero. */
const PRINTED =
  "0[1-9] dd dd dd dd|0[1-9].dd.dd.dd.dd|07ddd dddddd|07ddd ddd ddd|0[23]d dddd dddd|04dd ddd ddd|09dd ddd dddd|" +
  "09dd-ddd-dddd|0[2345]dd ddd dd dd|0 [2345]dd ddd dd dd|0-[2345]dd-ddd-dd-dd|0 ([2345]dd) ddd dd dd|" +
  "0 ([2345]dd) d{7}|0d-dddd-dddd|0[5789]0-dddd-dddd|01d-d{3,4}-dddd|05d-d{7}|05d-ddd-dddd|06-d{8}|06 d{8}|" +
  "07d-ddd dd dd|8 (9dd) ddd-dd-dd|(dd) 9dddd-dddd|1[3-9]d-dddd-dddd|1[3-9]d dddd dddd";
const GROUPED =
  "d{7,13}|d{2,6} d{3,9}|d{1,5} d{2,4} d{2,5}|d{1,5} d{2,4} d{2,4} d{2,4}|d{1,3} d{2,3} d{2,3} d{2,3} d{2,3}";

/** National numbers, of which no form is sure: they need the word for telephone beside them, in whatever language. */
export const PHONE_IDS: readonly IdRule[] = [
  {
    id: "PHONE_NUMBER",
    name: "Telephone number",
    country: null,
    forms: `${GROUPED}|${PRINTED}`.split("|"),
    strong: PRINTED.split("|"),
    isAlone: true,
    checkAlone: isMobile,
    check: isPlausible,
    isWeak: true,
    labels: [],
    categories: ["phone"],
    source: "https://www.itu.int/rec/T-REC-E.164",
    examples: ["0532 123 45 67", "0431 35 06 90", "8123-4567"],
    misses: ["2024-03-01", "20240301", "123-456", "0000 0000"],
  },
];

/** As long as national numbers are, not a date, and not one digit all over. */
export function isPlausible(digits: string): boolean {
  if (digits.length < 7 || digits.length > 13 || /^(\d)\1+$/.test(digits)) return false;
  if (digits.length !== 8 || !/^(?:19|20)|(?:19|20)\d\d$/.test(digits)) return true;
  return !["YYYYMMDD", "DDMMYYYY"].some((layout) => dateCheck(layout, 0)(digits));
}

/** Begins as mobile numbers do where they are long enough to say: after a zero, or as those of China. */
function isMobile(digits: string): boolean {
  return /^(?:0[1-9]\d{8,9}|1[3-9]\d{9}|8\d{10}|\d{2}9\d{8})$/.test(digits);
}
