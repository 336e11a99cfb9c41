import { idCards } from "../cards.ts";
import { isDate, isDayFirstAt, isOneSign, valueAt } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Name's initial, birth, serial, check in base 17. */
function isMauritianId(compact: string): boolean {
  let sum = 0;
  for (let at = 0; at < 13; at++) sum += valueAt(compact, at) * (14 - at);
  return isDayFirstAt(compact, 1) && valueAt(compact, 13) === (17 - (sum % 17)) % 17;
}

/** Year of birth from the second digit, then sex, 7 or 8. */
function isRwandanId(digits: string): boolean {
  const year = Number(digits.slice(1, 5));
  return year >= 1900 && year <= 2040;
}

/** Born on, eight digits. */
const isTanzanianId = (digits: string): boolean => isDate(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8));

/** Eastern Africa and its islands. Sorted by id. */
export const EAST_AFRICA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "ET", name: "Ethiopia" },
    `
ET_FAN Fayda number
  form dddd dddd dddd dddd | dddd dddd dddd
  label fan, fayda, fayda id, fayda number, fcn, fin ethiopia, ፋይዳ
  found 3456 7890 1234 5678, 345678901234 ≠ 3456 7890
  national; https://id.gov.et/
ET_TIN taxpayer
  form 00d{8} | d{10}
  label ethiopian tin, የግብር ከፋይ መለያ ቁጥር
  found 0012345678 ≠ 001234567
  tax; https://www.mor.gov.et/
`,
  ),
  ...idCards(
    { country: "KE", name: "Kenya" },
    `
KE_NATIONAL_ID identity card
  form d{7,8}
  label huduma number, kenyan id, kitambulisho, kitambulisho cha taifa, maisha number, nambari ya kitambulisho
  found 23456789 ≠ 234567
  national; https://en.wikipedia.org/wiki/National_identification_number
KE_PIN taxpayer
  form [AP]d{9}[A-Z]
  strong [AP]d{9}[A-Z]
  label kenyan pin, kra pin, kra pin number, personal identification number kra
  found P051365947M, A001234567B ≠ B051365947M, P05136594M
  tax; alone; https://www.kra.go.ke/
KE_VEHICLE_REGISTRATION number plate
  form K[A-Z]{2} ?ddd[A-Z]
  label kenyan plate, number plate kenya
  found KDA 123A ≠ KD 123A
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Kenya
`,
  ),
  ...idCards(
    { country: "MG", name: "Madagascar" },
    `
MG_CIN identity card
  form ddd ddd ddd ddd
  label cin malagasy, karapanondro, kara panondro
  found 101 234 567 890 ≠ 101 234 567
  national; https://en.wikipedia.org/wiki/National_identification_number
`,
  ),
  ...idCards(
    { country: "MU", name: "Mauritius" },
    `
MU_NID identity card
  form [A-Z]d{12}[0-9A-G]
  strong [A-Z]d{12}[0-9A-G]
  label mauritian id, mauritian national id, mauritius id card, national identity card number, nic, nic number
  found L2207971502833, M090497290349B ≠ M090497290348B, M093497290349B
  national; check isMauritianId; alone; https://mnis.govmu.org/
`,
    { isMauritianId },
  ),
  ...idCards(
    { country: "RW", name: "Rwanda" },
    `
RW_NID identity card
  form [1-3] dddd [5-8] d{7} d dd
  strong 1 [12]ddd [78] d{7} d dd
  label indangamuntu, irangamuntu, nomero y indangamuntu, rwandan id
  found 1 1990 8 0123456 1 23, 1199080123456123 ≠ 1 3990 8 0123456 1 23, 4 1990 8 0123456 1 23
  national; check isRwandanId; alone; weak; https://en.wikipedia.org/wiki/National_identification_number
`,
    { isRwandanId },
  ),
  ...idCards(
    { country: "TZ", name: "Tanzania" },
    `
TZ_NIN identity card
  form d{8}-d{5}-d{5}-dd
  strong d{8}-d{5}-d{5}-dd | [12]d{19}
  label kitambulisho cha nida, namba ya nida, nida, nida number, tanzanian national id
  found 19900101-12345-67890-12 ≠ 19901301-12345-67890-12
  national; check isTanzanianId; alone; https://www.nida.go.tz/
TZ_TIN taxpayer
  form ddd-ddd-ddd
  label tanzanian tin, tra tin
  found 100-123-456 ≠ 100-123-45
  tax; check isVaried; weak; https://www.tra.go.tz/
`,
    { isTanzanianId, isVaried: (digits) => !isOneSign(digits) },
  ),
  ...idCards(
    { country: "UG", name: "Uganda" },
    `
UG_NIN identity card
  form C[MF]d{2}[0-9A-Z]{10}
  strong C[MF]d{8}[0-9A-Z]{3}[A-Z]
  label nin, national identification number, nin number, ugandan nin
  found CM90012345ABCD, CF89034107N6XE ≠ CX90012345ABCD, CM9001234ABCD
  national; https://www.nira.go.ug/
`,
  ),
];
