import { idCards } from "../cards.ts";
import { isLettered, weightedSum } from "../checks.ts";

/** Modulo 37. */
function isMalteseVat(text: string): boolean {
  const digits = text.replace(/^MT/, "");
  const rest = weightedSum(digits, [3, 4, 6, 7, 8, 9]) + Number(digits.slice(6));
  return rest % 37 === 0 && !digits.startsWith("0");
}

export const MALTESE_IDS = idCards(
  { country: "MT", name: "Malta" },
  `
MT_COMPANY number of a company
  form C ?d{3,6}
  label malta business registry, mbr number, reġistru tan negozji
  found C 12345 ≠ C 12
  company; https://mbr.mt/
MT_DRIVER_LICENSE driving licence
  form DLd{4,8} | d{4,8}[A-Z]? | MTd{6,8}
  label liċenzja tas sewqan, licenzja tas sewqan
  found DL123456 ≠ DL12
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/MLT/index.html
MT_ID_CARD identity card
  form d{3,7}[MGAPLHBZ] | d{3,7} ([MGAPLHBZ])
  label karta tal identità, karta tal identita, numru tal karta tal identità, e residence card
  found 0123456M ≠ 0123456X
  health, national, social, tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Malta-TIN.pdf
MT_LICENSE_PLATE licence plate
  form [A-Z]{3} ?d{3} | [A-Z]{3}-d{3}
  label numru tal vettura, pjanċa tan numru
  found ABC 123 ≠ AB 123
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Malta
MT_PASSPORT passport
  form d{7} | [A-Z]{2}d{6}
  label passaport, numru tal passaport
  found 1234567 ≠ 12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/MLT/index.html
MT_VAT VAT number
  form MTd{8} | MT dddd-dddd | MT d{8} | d{8} | dddd-dddd
  strong MTd{8} | MT dddd-dddd
  label numru tal vat, taxxa fuq il valur miżjud
  found MT 1167-9112 ≠ MT 1167-9113
  company, tax; check isMalteseVat; checkAlone isLettered; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
`,
  { isMalteseVat, isLettered },
);
