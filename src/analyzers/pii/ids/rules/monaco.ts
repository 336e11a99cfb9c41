import { idCards } from "../cards.ts";
import { isLettered, isMixed, isVatKeyValid } from "../checks.ts";

/** Monaco's companies share the French system with a number that begins with zeros. */
const isMonacoVat = (text: string): boolean => /000\d{6}$/.test(text) && isVatKeyValid(text);

export const MONACAN_IDS = idCards(
  { country: "MC", name: "Monaco" },
  `
MC_ID_CARD identity or residence card
  form [A-Z]?d{4,8}
  label carte d identité monégasque, carte de séjour monaco, carte de résident
  found A123456 ≠ 123
  national; https://www.consilium.europa.eu/prado/en/prado-documents/MCO/index.html
MC_LICENSE_PLATE licence plate
  form x{2}x{2}
  label plaque monégasque
  found 12AB, A123 ≠ A12345
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Monaco
MC_NIS register of establishments (NIS, RCI)
  form dd[A-Z]d{5} | d{4}[A-Z]d{5}
  label rci, rci monaco, nis, numéro rci
  found 56S00557, 9651A12345 ≠ 56S005
  company; https://rci.gouv.mc/
MC_PASSPORT passport
  form d{2}[A-Z]d{5} | [A-Z0-9]{7,9}
  label passeport monégasque
  found 12A34567 ≠ 12A3
  passport; check isMixed; https://www.consilium.europa.eu/prado/en/prado-documents/MCO/index.html
MC_VAT VAT number
  form FRxx000d{6} | FR xx 000 ddd ddd | FR xx 000d{6} | xx000d{6}
  strong FRxx000d{6} | FR xx 000 ddd ddd
  label tva, n tva, numéro tva, no tva, numéro de tva
  found FR53000004605 ≠ FR61000004605
  company, tax; check isMonacoVat; checkAlone isLettered; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
`,
  { isMixed, isMonacoVat, isLettered },
);
