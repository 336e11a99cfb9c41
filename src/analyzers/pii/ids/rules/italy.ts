import { idCards } from "../cards.ts";
import { isDate, valueAt } from "../checks.ts";

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

export const ITALIAN_IDS = idCards(
  `
= IT Italy
IT_BBAN bank account before the international one (BBAN); bank; wiki International_Bank_Account_Number
  form [A-Z]d{10}[0-9A-Z]{12} | [A-Z] d{5} d{5} [0-9A-Z]{12} | *[A-Z] d{5} d{5} d{12}
  found X 05428 11101 000000123456 ≠ X 05428 11101 123456; label bban, coordinate bancarie, conto corrente, numero di conto, numero conto
IT_DRIVER_LICENSE driving licence; driver; prado ITA
  form [A-Z]{2}d{7}[A-Z] | U1[B-DF-HJ-NP-TV-Z0-9]{7}[A-Z] | *U1[B-DF-HJ-NP-TV-Z]d{6}[A-Z]
  check /^U1[B-DF-HJ-NP-TV-Z0-9]{7}[A-Z]$|^(?!U1)[A-Z]{2}[0-9]{7}[A-Z]$/; found AA0123456B, U1H00B000C ≠ U1H00A000B, 990123456B
  label patente, patente di guida, numero patente, numero di patente, n patente
IT_FISCAL_CODE tax number of a person (codice fiscale); health, national, social, tax; alone; https://it.wikipedia.org/wiki/Codice_fiscale
  form *[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z] | *[A-Z]{3} [A-Z]{3} [0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2} [A-Z][0-9LMNPQRSTUV]{3}[A-Z]
  check isFiscalCode; found RCCMNL83S18D969H ≠ RCCMNL83S18D967H, A55AAA00B11C333N
  label codice fiscale, cod fiscale, cod fisc, cf, c f, fiscal code, codice fisc
IT_HEALTH_CARD health card (tessera sanitaria); health; alone; https://it.wikipedia.org/wiki/Tessera_sanitaria
  form *80380d{15} | 80380 ddddd ddddd ddddd; found 80380000600123456789 ≠ 80480000600123456789
  label tessera sanitaria, numero tessera sanitaria, team, tessera europea di assicurazione malattia
IT_IDENTITY_CARD identity card; national; prado ITA
  form [A-Z]{2}d{7} | [A-Z]{2} d{7} | d{7}[A-Z]{2} | [A-Z]{2}d{5}[A-Z]{2}; found AA1234567, CA12345AA ≠ A1234567
  label carta d identità, carta di identità, carta identità, carta d identità elettronica, cie, numero carta d identità, italian id card
IT_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Italy
  form [A-HJ-NPR-TV-Z]{2} ?d{3} ?[A-HJ-NPR-TV-Z]{2}; found AB 123 CD ≠ AB 1234 CD
  label targa, numero targa, targa auto, numero di targa, targa veicolo
IT_PASSPORT passport; passport; prado ITA
  form [A-Z]{2}d{7} | [A-Z]{2} d{7}; found YA1234567 ≠ YA12345; label passaporto, numero passaporto, numero di passaporto, n passaporto
IT_REA economic index of the chambers of commerce (REA); company; https://www.registroimprese.it/
  form [A-Z]{2}-d{5,7} | [A-Z]{2} d{5,7}; found MI-1234567 ≠ MI-123; label rea, numero rea, n rea, registro imprese, r e a
IT_VAT_CODE VAT number (partita IVA); company, tax; alone; https://it.wikipedia.org/wiki/Partita_IVA
  form d{11} | *ITd{11} | *IT d{11}; check drop IT, /^(?!0000000)/, luhn; found IT 00743110157, 01333550323 ≠ IT 00743110158, 00000000000
  label partita iva, p iva, piva, partiva, iva, numero partita iva, part iva
= MT Malta
MT_COMPANY number of a company; company; https://mbr.mt/
  form C ?d{3,6}; found C 12345 ≠ C 12; label malta business registry, mbr number, reġistru tan negozji
MT_DRIVER_LICENSE driving licence; driver; prado MLT
  form DLd{4,8} | d{4,8}[A-Z]? | MTd{6,8}; found DL123456 ≠ DL12; label liċenzja tas sewqan, licenzja tas sewqan
MT_ID_CARD identity card; health, national, social, tax; tin Malta
  form d{3,7}[MGAPLHBZ] | d{3,7} ([MGAPLHBZ]); found 0123456M ≠ 0123456X
  label karta tal identità, karta tal identita, numru tal karta tal identità, e residence card
MT_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Malta
  form [A-Z]{3} ?d{3} | [A-Z]{3}-d{3}; found ABC 123 ≠ AB 123; label numru tal vettura, pjanċa tan numru
MT_PASSPORT passport; passport; prado MLT
  form d{7} | [A-Z]{2}d{6}; found 1234567 ≠ 12345; label passaport, numru tal passaport
MT_VAT VAT number; company, tax; alone; vies
  form *MTd{8} | *MT dddd-dddd | MT d{8} | d{8} | dddd-dddd; check drop MT, /^[^0]/, sum 3,4,6,7,8,9,10,1 mod 37; checkAlone lettered
  found MT 1167-9112 ≠ MT 1167-9113; label numru tal vat, taxxa fuq il valur miżjud
= SM San Marino
SM_COE number of a company (COE); company, tax; https://www.agenziaentrate.gov.it/
  form SMd{3,5} | SM d{3,5} | d{3,5}; check /^(?!(?:19|20)..$)/; found SM12345 ≠ SM123456
  label coe, codice operatore economico, codice operatore
SM_ID_CARD identity card; national; prado SMR
  form d{6} | d{5,8}; found 123456 ≠ 1234; label carta d identità di san marino, carta d identità sammarinese
SM_ISS social security number (ISS); health, social; https://www.iss.sm/
  form d{4,9}; found 123456 ≠ 123; label codice iss, numero iss
SM_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_San_Marino
  form [A-Z]d{4} | RSM ?[A-Z]d{4} | *RSM [A-Z]d{4}; found A1234 ≠ A12345; label targa sammarinese, targa di san marino
SM_PASSPORT passport; passport; prado SMR
  form d{7} | [A-Z]{1,2}d{6,7}; found 1234567, AP123456 ≠ 12345; label passaporto sammarinese, passaporto di san marino
`,
  { isFiscalCode },
);
