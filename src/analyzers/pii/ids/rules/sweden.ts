import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { digitAt, isDate, isLettered, less } from "../checks.ts";

/** Check digits of the Nordic and Baltic countries. */

/** Birth date (numbers of coordination: day + 60), serial, check as on a card; the century is not checked. */
function isSwedishPerson(digits: string): boolean {
  const short = digits.slice(-10);
  if (!isLuhnValid(short)) return false;
  const day = Number(short.slice(4, 6)) > 60 ? less(short.slice(4, 6), 60) : short.slice(4, 6);
  return isDate(digits.slice(0, -8), short.slice(2, 4), day);
}

/** As on a card; the third digit is above any month's. */
const isSwedishCompany = (digits: string): boolean =>
  digitAt(digits.slice(-10), 2) > 1 && isLuhnValid(digits.slice(-10));

function isSwedishVat(text: string): boolean {
  const digits = text.replace(/^SE/, "");
  return !digits.endsWith("00") && isLuhnValid(digits.slice(0, 10));
}

export const SWEDISH_IDS = idCards(
  { country: "SE", name: "Sweden" },
  `
SE_BANKGIRO payment account (Bankgiro, Plusgiro)
  form d{3,4}-d{4} | d{1,7}-d | d{7,8}
  label bankgiro, bankgironummer, bg nummer, bg nr, plusgiro, plusgironummer, pg nr, postgiro
  found 5050-1055 ≠ 5050-1056
  bank; check isLuhnValid; https://www.bankgirot.se/
SE_ID_CARD identity card
  form d{8} | [A-Z]{2}d{7}
  label id kort, id kortsnummer, id kortnummer, nationellt id kort, identitetskort
  found 12345678 ≠ 1234567
  national; https://www.consilium.europa.eu/prado/en/prado-documents/SWE/index.html
SE_LICENSE_PLATE licence plate
  form [A-Z]{3} ?d{2}[0-9A-Z] | [A-Z]{3} d{2}[0-9A-Z]
  label registreringsnummer, regnummer, reg nr, registreringsskylt, bilnummer, registreringsnr
  found ABC 123, ABC 12D ≠ ABC 1234
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Sweden
SE_ORGANISATIONSNUMMER organisation number
  form dddddd-dddd | d{10} | 16d{6}-?d{4} | 16d{10} | [1-35-9]d[2-9]ddd-dddd
  strong [1-35-9]d[2-9]ddd-dddd
  label organisationsnummer, organisationsnr, org nummer, orgnummer, org nr, orgnr, organisation number, org no, organization number
  found 556703-7485 ≠ 556703-7486
  company; check isSwedishCompany; alone; https://sv.wikipedia.org/wiki/Organisationsnummer
SE_PASSPORT passport
  form d{8} | [A-Z]{2}d{7} | [A-Z]{2}d{6}
  label passnummer, pass nr, svenskt pass, passnr
  found AA1234567, 12345678 ≠ A1234567
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/SWE/index.html
SE_PERSONNUMMER personal number
  form dddddd-dddd | d{6}+d{4} | d{10} | d{8}-d{4} | d{8}+d{4} | d{12} | d{8} d{4}
  strong dddddd-dddd | d{8}-d{4} | d{6}+d{4} | d{8}+d{4}
  label personnummer, person nr, personnr, pnr, personal number, personal identity number, samordningsnummer, coordination number, swedish pin, person nummer, identitetsnummer
  found 640823-3234 ≠ 640823-3235, 19001309-2393
  driver, health, national, social, tax; check isSwedishPerson; alone; https://sv.wikipedia.org/wiki/Personnummer_i_Sverige
SE_VAT VAT number
  form SEd{10}01 | SE d{10}01 | SE d{6}-d{4}-01 | d{12}
  strong SEd{10}01 | SE d{10}01 | SE d{6}-d{4}-01
  label momsnummer, moms nr, momsregistreringsnummer, vat nr, vat nummer, moms reg nr, momsreg nr
  found SE556703748501 ≠ SE 123456789101
  company, tax; check isSwedishVat; checkAlone isLettered; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
`,
  { isLuhnValid, isSwedishCompany, isSwedishPerson, isSwedishVat, isLettered },
);
