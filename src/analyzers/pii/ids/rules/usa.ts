import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { digitAt, isOneSign, weightedSum } from "../checks.ts";

/** Numbers of the United States. */

/** American Bankers Association: the first two digits name a Federal Reserve district or a kind of institution. */
function isRoutingNumber(digits: string): boolean {
  const first = Number(digits.slice(0, 2));
  const isIssued = first <= 12 || (first >= 21 && first <= 32) || (first >= 61 && first <= 72) || first === 80;
  return isIssued && !isOneSign(digits) && weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
}

/** Drug Enforcement Administration, registration number: 21 CFR 1301. */
function isDeaNumber(compact: string): boolean {
  const digits = compact.slice(2);
  return weightedSum(digits, [1, 2, 1, 2, 1, 2]) % 10 === digitAt(digits, 6);
}

/** The groups that the Internal Revenue Service gives out, the fourth and fifth digit. */
function isItin(digits: string): boolean {
  const group = Number(digits.slice(3, 5));
  if (group >= 50 && group <= 65) return true;
  return group >= 70 && group <= 99 && group !== 89 && group !== 93;
}

// https://www.irs.gov/businesses/small-businesses-self-employed/how-eins-are-assigned-and-valid-ein-prefixes
const EIN_NEVER = new Set([
  "00",
  "07",
  "08",
  "09",
  "17",
  "18",
  "19",
  "28",
  "29",
  "49",
  "69",
  "70",
  "78",
  "79",
  "89",
  "96",
  "97",
]);

const isEin = (digits: string): boolean => !EIN_NEVER.has(digits.slice(0, 2)) && !isOneSign(digits.slice(2));

/** Health identifiers carry the prefix of the United States in ISO/IEC 7812 while they are checked. */
const isNpi = (digits: string): boolean => !isOneSign(digits.slice(0, -1)) && isLuhnValid(`80840${digits}`);

/** Sorted by id. The social security number has a detector of its own. */
export const USA_IDS = idCards(
  { country: "US", name: "United States" },
  `
ABA_ROUTING_NUMBER routing number of a bank (ABA)
  form d{9} | dddd-dddd-d
  strong dddd-dddd-d
  label aba, aba number, aba routing, ach routing, bank routing, routing no, routing number, routing transit number, rtn, transit routing number, wire routing
  found 121000358, 0711-0130-7 ≠ 421042111, 121000359, 000000000
  bank; check isRoutingNumber; alone; https://www.aba.com/about-us/routing-number
MEDICAL_LICENSE registration of a prescriber with the Drug Enforcement Administration
  form [ABCDEFGHJKLMPRSTUX][A-Z9]d{7} | [ABCDEFGHJKLMPRSTUX][A-Z9]-?d{7}
  label certificate number, dea, dea license, dea no, dea number, dea registration, drug enforcement administration, medical certificate, medical license, medical licence, prescriber id, prescriber number
  found GL0285191, BB1388568, F91234563 ≠ GL0285192, NB1388568
  health; check isDeaNumber; alone; https://www.ecfr.gov/current/title-21/chapter-II/part-1301
US_ALIEN_NUMBER alien registration number of USCIS
  form A?d{7,9} | A-?ddd-ddd-ddd | Ad{2}-ddd-ddd
  label a number uscis, alien number, alien registration number, uscis number, uscis no, uscis a number
  found A123456782, A-096-345-678, 096345678 ≠ A12345, B123456789
  check isUsAlienNumber; weak; https://www.uscis.gov/glossary-term/50684
US_ATIN taxpayer number for pending adoptions (ATIN)
  form 9dd-93-dddd
  strong 9dd-93-dddd
  label adoption taxpayer identification number, atin
  found 912-93-4567 ≠ 812-93-4567, 912-94-4567
  tax; https://www.irs.gov/individuals/adoption-taxpayer-identification-number
US_BANK_NUMBER number of a bank account
  form d{8,17} | d{4}-d{4}-d{2,4} | d{3}-d{6}-d{1,2} | d{3,4} d{4} d{2,4}
  label account no, account number, acct no, acct number, ach account, bank account, bank account number, bank acct, checking account, checking account number, deposit account, direct deposit account, savings account, savings account number
  found 945456787654, 00123456, 1234-5678-90 ≠ 1234567, 00000000
  bank; check isVaried; weak; https://www.aba.com/about-us/routing-number
US_DOD_ID number of a member of the armed forces (EDIPI)
  form [1-9]d{9}
  label dod id, dod id number, dod identification number, dodid, edipi, military id
  found 1298345670 ≠ 0123456789, 129834567
  https://www.cac.mil/common-access-card/
# Digits alone, one to three letters and digits, and the states that mix them (Idaho, Iowa, Washington and others).
US_DRIVER_LICENSE driver's licence of any state
  form d{7,14} | [A-Z]d{4,14} | [A-Z]{2}d{3,8} | [A-Z]{3}d{6,9} | [A-Z]{2}d{6}[A-Z] | d{7,9}[A-Z] | ddd[A-Z]{2}d{4} | dd[A-Z]{3}d{5} | [A-Z]{3,7}ddd[0-9A-Z]{2} | [A-Z]ddd-dddd-dddd | [A-Z]ddd-ddd-dd-ddd-d | [A-Z]dddd ddddd ddddd
  label driver license, driver license no, driver license number, driver's license, driver's license number, drivers license, drivers license number, california driver license, dl no, dl number, dmv license, florida driver license, new york driver license, state id number, texas driver license, us driver license, us drivers license
  found H12234567, U62928788557186, LH329609T, 123456789, 1234567901234, D400-7836-0001 ≠ C12T345672X, ABCDEFGHIJ
  driver; https://www.aamva.org/identity/anti-fake-driver-license-id
# The last form is a number typed in the groups of a social security number.
US_EIN employer identification number
  form dd-d{7} | ddd-dd-dddd
  label ein, employer id number, employer identification number, federal employer identification number, federal tax id, federal tax identification number, fein
  found 12-3456789, 943456781 ≠ 00-3456789, 07-3456789
  tax, company; check isEin; weak; https://www.irs.gov/businesses/small-businesses-self-employed/how-eins-are-assigned-and-valid-ein-prefixes
US_ITIN individual taxpayer identification number
  form 9dd-dd-dddd
  strong 9dd-dd-dddd
  label individual taxpayer identification number, individual taxpayer number, itin
  found 911-70-1234, 911-64-1234, 911701234 ≠ 911-89-1234, 911-93-1234, 811-70-1234, 911-69-1234
  tax; check isItin; https://www.irs.gov/individuals/individual-taxpayer-identification-number
US_MBI Medicare beneficiary identifier
  form [1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]d-?[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y]dd
  strong [1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]d-?[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y]dd
  label mbi, medicare beneficiary identifier, medicare beneficiary number, medicare id, medicare no, medicare number
  found 1EG4-TE5-MK73, 2AG9XC4NN22 ≠ 1SG4-TE5-MK73, AEG4-TE5-MK73, 1EG4-TE5-MI73
  health; alone; https://www.cms.gov/medicare/new-medicare-card/understanding-the-mbi-format.pdf
US_NPI national provider identifier
  form [12]d{9} | [12]ddd-ddd-ddd | [12]ddd ddd ddd
  label provider identifier, national provider id, national provider identifier, npi, npi number, provider npi
  found 1234567893, 1245319599, 1003-000-126 ≠ 3234567893, 1234567890, 1111111112
  health; check isNpi; alone; https://www.cms.gov/Regulations-and-Guidance/Administrative-Simplification/NationalProvIdentStand
US_PASSPORT passport
  form [1-9]d{8} | ld{8}
  label american passport, passport book, passport card, us passport, usa passport
  found 912803456, A12803456 ≠ 91280345, AB1280345
  passport; check isVaried; weak; https://travel.state.gov/content/travel/en/passports/passport-help/next-generation-passport.html
`,
  {
    isRoutingNumber,
    isDeaNumber,
    isUsAlienNumber: (compact) => !isOneSign(compact.replace("A", "")),
    isVaried: (compact) => !isOneSign(compact),
    isEin,
    isItin,
    isNpi,
  },
);
