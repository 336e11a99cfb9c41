import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { isOneSign, remainder, valueAt, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Numbers that no single country gives out. */

const isImei = (digits: string): boolean =>
  !isOneSign(digits.slice(0, 8)) && (digits.length === 16 || isLuhnValid(digits));

/** ITU-T E.118: 89, then a country. Some cards leave the check digit out or end with a filling letter. */
const isIccid = (compact: string): boolean => compact.endsWith("F") || isLuhnValid(compact);

/** ITU-T E.212: first three digits, a country's code. */
const isImsi = (digits: string): boolean => !isOneSign(digits) && /^[2-7]/.test(digits);

/** What letters count for in ISO 3779: three rows of a keyboard's digits, without I, O, Q. */
const VIN_VALUES = new Map(
  "A1B2C3D4E5F6G7H8J1K2L3M4N5P7R9S2T3U4V5W6X7Y8Z9"
    .match(/../g)
    ?.map((pair) => [pair.charAt(0), Number(pair.charAt(1))]),
);

const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** 49 CFR 565: vehicles of North America (1 to 5) have a check digit at the ninth place; others need a letter and a digit. */
function isVin(compact: string): boolean {
  if (!/[A-Z]/.test(compact) || !/\d/.test(compact)) return false;
  if (!/^[1-5]/.test(compact)) return /\d{3}$/.test(compact);
  const digits = compact.replaceAll(/[A-Z]/g, (letter) => String(VIN_VALUES.get(letter) ?? 0));
  return "0123456789X".charAt(weightedSum(digits, VIN_WEIGHTS) % 11) === compact.charAt(8);
}

/** ISO 17442: ISO 7064 mod 97-10, letters as two digits. */
function isLei(compact: string): boolean {
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
function isExpiry(digits: string): boolean {
  const month = Number(digits.slice(0, 2));
  return month >= 1 && month <= 12 && (digits.length === 4 || /^\d\d20/.test(digits));
}

/** Devices, vehicles, payment cards, banks, hospitals. Sorted by id. */
export const INTERNATIONAL_IDS: readonly IdRule[] = [
  ...idCards(
    { country: null },
    `
CARD_EXPIRY expiry date of a payment card
  form dd/dd | dd / dd | dd-dd | dd/20dd | dd / 20dd | dd-20dd
  label ablaufdatum karte, card exp, card expiration, card expires, card expiry, card valid thru, card valid until, cc exp, exp date, expdate, expiration date, expiry date, fecha de caducidad, fecha de vencimiento, good thru, gueltig bis, valid thru, valid through, validade do cartao
  found 04/27, 12 / 2029, 0928 ≠ 13/27, 00/27
  check isExpiry; https://www.iso.org/standard/70484.html
CVV security code of a payment card
  form d{3,4}
  label card security code, card verification, card verification code, card verification number, card verification value, cav2, codigo de seguranca, codigo de seguridad, cryptogramme visuel, csc, cvc, cvc code, cvc2, cvv, cvv code, cvv number, cvv2, kartenpruefnummer, pruefziffer karte
  found 123, 0427 ≠ 12, 12345
  https://www.pcisecuritystandards.org/
ICCID number of a SIM card
  form 89d{17,18} | 89d{16,17}F | 89dd dddd dddd dddd ddd | 89dd dddd dddd dddd dddd
  strong 89d{17} | 89d{18}
  label e sim, esim id, iccid, iccid number, sim card number, sim id, sim number, sim serial, sim serial number
  found 8949222074451242066, 8991101200003204514 ≠ 8949222074451242067, 7991101200003204510
  device; check isIccid; alone; https://www.itu.int/rec/T-REC-E.118
IMEI number of a mobile device, of its software version
  form d{15} | dd-d{6}-d{6}-d | dd d{6} d{6} d | d{16} | dd-d{6}-d{6}-dd
  strong dd-d{6}-d{6}-d
  label device imei, imei, imei no, imei number, imei1, imei2, imeisv, international mobile equipment identity
  found 352664167727723, 35-266416-772772-3 ≠ 352664167727724, 35266416772772
  device; check isImei; https://www.gsma.com/
IMSI subscriber of a mobile network
  form d{14,15} | ddd-d{2,3}-d{9,10} | ddd d{2,3} d{9,10}
  label imsi, imsi number, international mobile subscriber identity, subscriber identity
  found 310150123456789, 262-01-1234567890 ≠ 110150123456789, 31015012345
  device; check isImsi; weak; https://www.itu.int/rec/T-REC-E.212
LEI legal entity identifier
  form [0-9A-Z]{18}dd
  strong dddd00[0-9A-Z]{12}dd
  label legal entity identifier, lei, lei code
  found 7LTWFZYICNSX8D621K86, 5493001KJTIIGC8Y1R12 ≠ 7LTWFZYICNSX8D621K87, 7LTWFZYICNSX8D621K8
  company; check isLei; alone; https://www.gleif.org/en/about-lei/iso-17442-the-lei-code-structure
MEDICAL_RECORD_NUMBER number of a patient in a hospital
  form [A-Z]{0,4}-?d{5,12} | d{2,3}-dd-dd-?d{0,4} | [A-Z]{1,3}-?d{2,4}-?d{4,6}
  label medical record, medical record no, medical record number, mrn, numero de historia clinica, patient id, patient identifier, patient no, patient number, patientennummer, patienten id
  found MRN-0045678, 12345678 ≠ 1234, ABCDE12345
  check isVaried; weak; https://www.hhs.gov/hipaa/for-professionals/privacy/special-topics/de-identification/index.html
PIN secret number of a card or an account
  form d{4,6} | d{8}
  label atm pin, bank pin, card pin, codigo pin, debit card pin, geheimzahl, pin code, pin number, sim pin, pin is, pin
  found 4831, 048317 ≠ 483, 4831745
  https://www.iso.org/standard/68669.html
SWIFT_CODE business identifier code of a bank
  form [A-Z]{6}[0-9A-Z]{2} | [A-Z]{6}[0-9A-Z]{5} | [A-Z]{4} [A-Z]{2} [0-9A-Z]{2} ?[0-9A-Z]{3}
  label bank identifier code, bic, bic code, bic swift, bic number, codigo bic, codigo swift, code swift, swift, swift bic, swift code, swift number
  found DEUTDEFF, DEUTDEFF500, NEDSZAJJXXX ≠ DEUTXXFF, DEUTDEF
  bank; check isBic; https://www.swift.com/standards/data-standards/bic-business-identifier-code
`,
    { isExpiry, isIccid, isImei, isImsi, isLei, isVaried: (compact) => !isOneSign(compact), isBic },
  ),
  ...idCards(
    { country: "US" },
    `
US_LICENSE_PLATE number plate of a state of the United States or of Canada
  form d?[A-Z]{3}-?d{3,4} | [A-Z]{2,4}-?d{2,4}[A-Z]? | d{2,3}-?[A-Z]{2,4} | d[A-Z]{2,3}d{2,4} | [A-Z]d{2}-?[A-Z]{3}
  label american license plate, lic plate, license plate, license plate number, plate no, plate number, tag number, vehicle tag, us license plate
  found 7ABC123, ABC-1234, K12 ABC ≠ ABCDE, 12345678
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_the_United_States
`,
  ),
  ...idCards(
    { country: null },
    `
VIN number of a vehicle
  form [0-9A-HJ-NPR-Z]{17} | [0-9A-HJ-NPR-Z]{3}-?[0-9A-HJ-NPR-Z]{6}-?[0-9A-HJ-NPR-Z]{8}
  strong [1-5][A-HJ-NPR-Z][0-9A-HJ-NPR-Z]{11}d{4}
  label chassis, chassis no, chassis number, fahrgestellnummer, fin fahrzeug, numero de bastidor, numero de chassi, numero de serie del vehiculo, numero di telaio, vehicle identification, vehicle identification number, vin, vin code, vin no, vin number, 车架号
  found 1HGCM82633A004352, WVWZZZ1JZXW000001 ≠ 1HGCM82633A004353, WVWZZZ1JZXW00000, 12345678901234567
  vehicle; check isVin; alone; https://www.ecfr.gov/current/title-49/subtitle-B/chapter-V/part-565
`,
    { isVin },
  ),
];
