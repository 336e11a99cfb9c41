import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { isDate, valueAt } from "../checks.ts";
import { type IdRule } from "../rule.ts";

const ODD_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Surname, name, birth date (women's days + 40), municipality; letters stand for digits where two would be alike. */
function isFiscalCode(text: string): boolean {
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
function isItalianVat(text: string): boolean {
  const digits = text.replace(/^IT/, "");
  return !digits.startsWith("0000000") && isLuhnValid(digits);
}

/** Licences of the provinces or of the ministry; the latter's alphabet has no vowels. */
const isItalianLicence = (text: string): boolean =>
  text.startsWith("U1") ? /^U1[B-DF-HJ-NP-TV-Z0-9]{7}[A-Z]$/.test(text) : /^[A-Z]{2}\d{7}[A-Z]$/.test(text);

/** Short numbers of companies that could be a year are left out. */
const isNoYear = (text: string): boolean => !/^(?:19|20)\d\d$/.test(text);

export const ITALIAN_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "IT", name: "Italy" },
    `
IT_BBAN bank account before the international one (BBAN)
  form [A-Z]d{10}[0-9A-Z]{12} | [A-Z] d{5} d{5} [0-9A-Z]{12} | [A-Z] d{5} d{5} d{12}
  strong [A-Z] d{5} d{5} d{12}
  label bban, coordinate bancarie, conto corrente, numero di conto, numero conto
  found X 05428 11101 000000123456 ≠ X 05428 11101 123456
  bank; https://en.wikipedia.org/wiki/International_Bank_Account_Number
IT_DRIVER_LICENSE driving licence
  form [A-Z]{2}d{7}[A-Z] | U1[B-DF-HJ-NP-TV-Z0-9]{7}[A-Z] | U1[B-DF-HJ-NP-TV-Z]d{6}[A-Z]
  strong U1[B-DF-HJ-NP-TV-Z]d{6}[A-Z]
  label patente, patente di guida, numero patente, numero di patente, n patente
  found AA0123456B, U1H00B000C ≠ U1H00A000B, 990123456B
  driver; check isItalianLicence; https://www.consilium.europa.eu/prado/en/prado-documents/ITA/index.html
IT_FISCAL_CODE tax number of a person (codice fiscale)
  form [A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z] | [A-Z]{3} [A-Z]{3} [0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2} [A-Z][0-9LMNPQRSTUV]{3}[A-Z]
  strong [A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z] | [A-Z]{3} [A-Z]{3} [0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2} [A-Z][0-9LMNPQRSTUV]{3}[A-Z]
  label codice fiscale, cod fiscale, cod fisc, cf, c f, fiscal code, codice fisc
  found RCCMNL83S18D969H ≠ RCCMNL83S18D967H, A55AAA00B11C333N
  health, national, social, tax; check isFiscalCode; alone; https://it.wikipedia.org/wiki/Codice_fiscale
IT_HEALTH_CARD health card (tessera sanitaria)
  form 80380d{15} | 80380 ddddd ddddd ddddd
  strong 80380d{15}
  label tessera sanitaria, numero tessera sanitaria, team, tessera europea di assicurazione malattia
  found 80380000600123456789 ≠ 80480000600123456789
  health; alone; https://it.wikipedia.org/wiki/Tessera_sanitaria
IT_IDENTITY_CARD identity card
  form [A-Z]{2}d{7} | [A-Z]{2} d{7} | d{7}[A-Z]{2} | [A-Z]{2}d{5}[A-Z]{2}
  label carta d identità, carta di identità, carta identità, carta d identità elettronica, cie, numero carta d identità, italian id card
  found AA1234567, CA12345AA ≠ A1234567
  national; https://www.consilium.europa.eu/prado/en/prado-documents/ITA/index.html
IT_LICENSE_PLATE licence plate
  form [A-HJ-NPR-TV-Z]{2} ?d{3} ?[A-HJ-NPR-TV-Z]{2}
  label targa, numero targa, targa auto, numero di targa, targa veicolo
  found AB 123 CD ≠ AB 1234 CD
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Italy
IT_PASSPORT passport
  form [A-Z]{2}d{7} | [A-Z]{2} d{7}
  label passaporto, numero passaporto, numero di passaporto, n passaporto
  found YA1234567 ≠ YA12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/ITA/index.html
IT_REA economic index of the chambers of commerce (REA)
  form [A-Z]{2}-d{5,7} | [A-Z]{2} d{5,7}
  label rea, numero rea, n rea, registro imprese, r e a
  found MI-1234567 ≠ MI-123
  company; https://www.registroimprese.it/
IT_VAT_CODE VAT number (partita IVA)
  form d{11} | ITd{11} | IT d{11}
  strong ITd{11} | IT d{11}
  label partita iva, p iva, piva, partiva, iva, numero partita iva, part iva
  found IT 00743110157, 01333550323 ≠ IT 00743110158, 00000000000
  company, tax; check isItalianVat; alone; https://it.wikipedia.org/wiki/Partita_IVA
`,
    { isItalianLicence, isFiscalCode, isItalianVat },
  ),
  ...idCards(
    { country: "SM", name: "San Marino" },
    `
SM_COE number of a company (COE)
  form SMd{3,5} | SM d{3,5} | d{3,5}
  label coe, codice operatore economico, codice operatore
  found SM12345 ≠ SM123456
  company, tax; check isNoYear; https://www.agenziaentrate.gov.it/
SM_ID_CARD identity card
  form d{6} | d{5,8}
  label carta d identità di san marino, carta d identità sammarinese
  found 123456 ≠ 1234
  national; https://www.consilium.europa.eu/prado/en/prado-documents/SMR/index.html
SM_ISS social security number (ISS)
  form d{4,9}
  label codice iss, numero iss
  found 123456 ≠ 123
  health, social; https://www.iss.sm/
SM_LICENSE_PLATE licence plate
  form [A-Z]d{4} | RSM ?[A-Z]d{4} | RSM [A-Z]d{4}
  strong RSM [A-Z]d{4}
  label targa sammarinese, targa di san marino
  found A1234 ≠ A12345
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_San_Marino
SM_PASSPORT passport
  form d{7} | [A-Z]{1,2}d{6,7}
  label passaporto sammarinese, passaporto di san marino
  found 1234567, AP123456 ≠ 12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/SMR/index.html
`,
    { isNoYear },
  ),
];
