import { idCards } from "../cards.ts";
import { remainder, valueAt, weightedSum } from "../checks.ts";

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

export const INTERNATIONAL_IDS = idCards(
  `
= -
BANK_ACCOUNT bank account of an unknown country; bank; weak; https://www.iso.org/standard/81090.html
  form d{7,18} | d{2,6}-d{4,10} | d{2,6} d{4,10}; check varied; found 123456789012, 1234-567890 ≠ 12345, 00000000
  label iban or account, numero de cuenta bancaria
CARD_EXPIRY expiry date of a payment card; group financial; https://www.iso.org/standard/70484.html
  form dd/dd | dd / dd | dd-dd | dd/20dd | dd / 20dd | dd-20dd; check range 0 01..12, /^.{4}$|^..20/
  found 04/27, 12 / 2029, 0928 ≠ 13/27, 00/27
  label ablaufdatum karte, card exp, card expiration, card expires, card expiry, card valid thru, card valid until, cc exp, exp date, expdate, expiration date, expiry date, fecha de caducidad, fecha de vencimiento, good thru, gueltig bis, valid thru, valid through, validade do cartao
CVV security code of a payment card; group financial; https://www.pcisecuritystandards.org/
  form d{3,4}; found 123, 0427 ≠ 12, 12345
  label card security code, card verification, card verification code, card verification number, card verification value, cav2, codigo de seguranca, codigo de seguridad, cryptogramme visuel, csc, cvc, cvc code, cvc2, cvv, cvv code, cvv number, cvv2, kartenpruefnummer, pruefziffer karte
DRIVER_LICENSE driving licence of an unknown country; driver; weak; wiki Driver%27s_license
  form [A-Z]{0,3}d{6,14} | [A-Z]d{3,6}-d{3,6}-d{3,6} | d{2,9}[A-Z]{1,3}d{0,6} | dd-dd-d{6} | dd-dd-d{6}-dd; check varied
  found AB1234567, 12345678 ≠ 12345, ABCDEFGH; label driver id, driver identification
# ITU-T E.118: 89, then a country. Some cards leave the check digit out or end with a filling letter.
ICCID number of a SIM card; device; alone; https://www.itu.int/rec/T-REC-E.118
  form 89d{17,18} | 89d{16,17}F | 89dd dddd dddd dddd ddd | 89dd dddd dddd dddd dddd | *89d{17} | *89d{18}; check /F$/ or luhn
  found 8949222074451242066, 8991101200003204514 ≠ 8949222074451242067, 7991101200003204510
  label e sim, esim id, iccid, iccid number, sim card number, sim id, sim number, sim serial, sim serial number
IMEI number of a mobile device, of its software version; device; https://www.gsma.com/
  form d{15} | *dd-d{6}-d{6}-d | dd d{6} d{6} d | d{16} | dd-d{6}-d{6}-dd; check /^.{16}$/, first 8, varied or luhn, first 8, varied
  found 352664167727723, 35-266416-772772-3 ≠ 352664167727724, 35266416772772
  label device imei, imei, imei no, imei number, imei1, imei2, imeisv, international mobile equipment identity
# ITU-T E.212: first three digits, a country's code.
IMSI subscriber of a mobile network; device; weak; https://www.itu.int/rec/T-REC-E.212
  form d{14,15} | ddd-d{2,3}-d{9,10} | ddd d{2,3} d{9,10}; check /^[2-7]/, first 8, varied
  found 310150123456789, 262-01-1234567890 ≠ 110150123456789, 31015012345
  label imsi, imsi number, international mobile subscriber identity, subscriber identity
LEI legal entity identifier; company; alone; https://www.gleif.org/en/about-lei/iso-17442-the-lei-code-structure
  form [0-9A-Z]{18}dd | *dddd00[0-9A-Z]{12}dd; check isLei
  found 7LTWFZYICNSX8D621K86, 5493001KJTIIGC8Y1R12 ≠ 7LTWFZYICNSX8D621K87, 7LTWFZYICNSX8D621K8; label legal entity identifier, lei, lei code
LICENSE_PLATE number plate of an unknown country; plate; wiki Vehicle_registration_plate
  form [A-Z]{1,3}-?d{2,4}-?[A-Z]{0,3} | d{1,4}-?[A-Z]{1,3}-?d{1,4} | [A-Z]{1,3}-?[A-Z]{1,2}-?d{1,4} | d{1,4} [A-Z]{2,3}
  found AB-123-CD, 1234 ABC ≠ ABCDEF, 1234567; label number plates, plates
MEDICAL_RECORD_NUMBER number of a patient in a hospital; group health; weak; https://www.hhs.gov/hipaa/for-professionals/privacy/special-topics/de-identification/index.html
  form [A-Z]{0,4}-?d{5,12} | d{2,3}-dd-dd-?d{0,4} | [A-Z]{1,3}-?d{2,4}-?d{4,6}; check varied; found MRN-0045678, 12345678 ≠ 1234, ABCDE12345
  label medical record, medical record no, medical record number, mrn, numero de historia clinica, patient id, patient identifier, patient no, patient number, patientennummer, patienten id
NATIONAL_ID identity card or personal number of an unknown country; national; weak; wiki National_identification_number
  form d{7,14} | [A-Z]{1,3}d{6,10}[A-Z]? | d{6,10}[A-Z] | d{5,8}-d{3,7}-?d? | d{1,2}.ddd.ddd-?[0-9A-Z]?; check varied
  found 1234567890, AB1234567 ≠ 123456, 0000000000; label national insurance card, national registration card
PASSPORT passport of an unknown country; passport; weak; https://www.icao.int/publications/Documents/9303_p4_cons_en.pdf
  form [A-Z]{0,2}d{6,9} | [A-Z]d{3}[A-Z]d{4} | [A-Z]d{6,7}[A-Z]{1,2} | dd[A-Z]{2}d{5}; check varied
  found A12345678, M123A4567, 912803456 ≠ A12345, 00000000; label passport book number, passport details
PIN secret number of a card or an account; group financial; https://www.iso.org/standard/68669.html
  form d{4,6} | d{8}; found 4831, 048317 ≠ 483, 4831745
  label atm pin, bank pin, card pin, codigo pin, debit card pin, geheimzahl, pin code, pin number, sim pin, pin is, pin
SOCIAL_SECURITY_NUMBER social insurance of an unknown country; social; weak; wiki National_identification_number
  form d{8,13} | d{2,4}-d{2,6}-d{2,6} | d{2,4} d{2,6} d{2,6} | [A-Z]{1,2}d{6,10}[A-Z]?; check varied
  found 123456789, 12-345678-90 ≠ 12345, 00000000; label social insurance id, social security id
SWIFT_CODE business identifier code of a bank; bank; https://www.swift.com/standards/data-standards/bic-business-identifier-code
  form [A-Z]{6}[0-9A-Z]{2} | [A-Z]{6}[0-9A-Z]{5} | [A-Z]{4} [A-Z]{2} [0-9A-Z]{2} ?[0-9A-Z]{3}; check isBic
  found DEUTDEFF, DEUTDEFF500, NEDSZAJJXXX ≠ DEUTXXFF, DEUTDEF
  label bank identifier code, bic, bic code, bic swift, bic number, codigo bic, codigo swift, code swift, swift, swift bic, swift code, swift number
TAX_ID taxpayer of an unknown country; tax; weak; tin
  form [A-Z]{0,2}d{8,14}[A-Z]? | d{2,4}-d{2,7}-d{1,4} | d{2,3} ddd ddd ddd? | d{2,3}/d{3,4}/d{4,5}; check varied
  found 123456789, 12-345-678 ≠ 1234, 00000000; label tax payer reference number
VIN number of a vehicle; vehicle; alone; https://www.ecfr.gov/current/title-49/subtitle-B/chapter-V/part-565
  form [0-9A-HJ-NPR-Z]{17} | [0-9A-HJ-NPR-Z]{3}-?[0-9A-HJ-NPR-Z]{6}-?[0-9A-HJ-NPR-Z]{8} | *[1-5][A-HJ-NPR-Z][0-9A-HJ-NPR-Z]{11}d{4}
  check isVin; found 1HGCM82633A004352, WVWZZZ1JZXW000001 ≠ 1HGCM82633A004353, WVWZZZ1JZXW00000, 12345678901234567
  label chassis, chassis no, chassis number, fahrgestellnummer, fin fahrzeug, numero de bastidor, numero de chassi, numero de serie del vehiculo, numero di telaio, vehicle identification, vehicle identification number, vin, vin code, vin no, vin number, 车架号
= - European Union
EU_EHIC health insurance card; health; https://ec.europa.eu/social/main.jsp?catId=559
  form 80[0-9]{18} | *80ddd ddddd ddddd ddddd; found 80276001234567890123 ≠ 8027600123456789012
  label ehic, european health insurance card, ehic number, ghic, ghic number
EU_EORI economic operator (EORI); company; https://ec.europa.eu/taxation_customs/dds2/eos/eori_home.jsp
  form [A-Z]{2}[0-9A-Z]{5,15} | [A-Z]{2} [0-9A-Z]{5,15}; check mixed; found DE123456789012345, GB123456789000 ≠ DE12
  label eori, eori number, eori nummer, eori no, eori nr, numéro eori, código eori, número eori, numer eori, codice eori
EU_OSS VAT number of the one-stop shop; tax; https://vat-one-stop-shop.ec.europa.eu/
  form *EUd{9} | *IMd{10}; found EU372000041 ≠ EU37200004; label oss, ioss, vat oss, ioss number, one stop shop, moss
= US
US_LICENSE_PLATE number plate of a state of the United States or of Canada; plate; wiki Vehicle_registration_plates_of_the_United_States
  form d?[A-Z]{3}-?d{3,4} | [A-Z]{2,4}-?d{2,4}[A-Z]? | d{2,3}-?[A-Z]{2,4} | d[A-Z]{2,3}d{2,4} | [A-Z]d{2}-?[A-Z]{3}
  found 7ABC123, ABC-1234, K12 ABC ≠ ABCDE, 12345678
  label american license plate, lic plate, license plate, license plate number, plate no, plate number, tag number, vehicle tag, us license plate
`,
  { isBic, isLei, isVin },
);
