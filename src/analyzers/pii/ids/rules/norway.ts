import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { isDate, less, weightedSum } from "../checks.ts";

const SECOND_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1];

/** Birth date (day + 40: not registered; month + 40: hospitals, + 65 and + 80: tests), serial, two checks modulo 11. */
function isNorwegianPerson(digits: string): boolean {
  const day = digits.slice(0, 2);
  const month = Number(digits.slice(2, 4));
  const offset = [80, 65, 40, 0].find((added) => month > added) ?? 0;
  if (!isDate(digits.slice(4, 6), String(month - offset), Number(day) > 40 ? less(day, 40) : day)) return false;
  const first = weightedSum(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11;
  return first === 0 && weightedSum(digits, SECOND_WEIGHTS) % 11 === 0;
}

/** Modulo 11. */
function isNorwegianCompany(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  return /^[89]/.test(digits) && weightedSum(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

/** Modulo 11; accounts of the old post bank have zeros in front and a check as on a card. */
const isNorwegianAccount = (digits: string): boolean =>
  digits.startsWith("0000") ? isLuhnValid(digits.slice(4)) : weightedSum(digits, SECOND_WEIGHTS) % 11 === 0;

export const NORWEGIAN_IDS = idCards(
  { country: "NO", name: "Norway" },
  `
NO_DRIVER_LICENSE driving licence
  form dd dd dddddd d | d{10,11}
  label førerkort, førerkortnummer, forerkort, førekort
  found 12 34 567890 1 ≠ 12345
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/NOR/index.html
NO_FNR birth number and D number
  form dddddd ddddd | d{11} | dddddd-ddddd | dddddd ddd dd
  strong dddddd-ddddd
  label fødselsnummer, fodselsnummer, foedselsnummer, fødselsnr, fnr, personnummer, person nr, d nummer, dnr, birth number, national identity number, hjelpenummer, norwegian id number
  found 151086 95088 ≠ 151086 95077
  health, national, social, tax; check isNorwegianPerson; alone; https://www.skatteetaten.no/en/person/national-registry/identitetsnummer/
NO_HPR number of a health professional (HPR)
  form d{5,9}
  label hpr, hpr nummer, hpr nr, helsepersonellnummer
  found 1234567 ≠ 1234
  https://www.helsedirektoratet.no/
NO_KONTONR bank account
  form dddd.dd.ddddd | dddd dd ddddd | d{11} | dddd.ddddddd
  strong dddd.dd.ddddd
  label kontonummer, konto nr, kontonr, bankkontonummer, bankkonto, konto
  found 8601 11 17947 ≠ 8601 11 17949
  bank; check isNorwegianAccount; https://no.wikipedia.org/wiki/Kontonummer
NO_LICENSE_PLATE licence plate
  form [A-Z]{2} ?d{5} | [A-Z]{2} ?d{4}
  label registreringsnummer, regnummer, bilskilt, skiltnummer, kjennemerke, regnr
  found AB 12345 ≠ AB 123
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Norway
NO_MVA VAT number (MVA)
  form NO ddd ddd ddd MVA | NOd{9}MVA | ddd ddd ddd MVA | d{9}MVA | d{9} MVA
  strong NO ddd ddd ddd MVA | NOd{9}MVA | ddd ddd ddd MVA | d{9}MVA | d{9} MVA
  label mva, mva nummer, mva nr, merverdiavgift, mva registrert, merverdiavgiftsnummer
  found NO 995 525 828 MVA ≠ NO 995 525 829 MVA
  tax; check isNorwegianCompany; alone; https://www.brreg.no/
NO_ORGNR organisation number
  form ddd ddd ddd | d{9} | NOd{9} | NO d{9}
  strong NOd{9}
  label organisasjonsnummer, organisasjonsnr, org nummer, orgnummer, org nr, orgnr, foretaksnummer, organisation number, organization number
  found 988 077 917 ≠ 988 077 918
  company; check isNorwegianCompany; https://www.brreg.no/en/about-us-2/our-registers/about-the-central-coordinating-register-for-legal-entities-ccr/about-the-organisation-number/
NO_PASSPORT passport
  form d{8} | [A-Z]{3}d{6} | [A-Z]{2}d{7}
  label passnummer, pass nr, norsk pass, passnr
  found 12345678, CCC123456 ≠ 1234567
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/NOR/index.html
`,
  { isNorwegianPerson, isNorwegianAccount, isNorwegianCompany },
);
