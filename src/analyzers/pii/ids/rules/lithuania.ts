import { idCards } from "../cards.ts";
import { isBalticCode, isLettered, isTwoRoundValid } from "../checks.ts";

/** Persons of unknown birth date begin with nine. */
const isLithuanianPerson = (digits: string): boolean =>
  digits.startsWith("9") ? isTwoRoundValid(digits) : /^[1-6]/.test(digits) && isBalticCode(digits);

/** Last but one is 1. */
function isLithuanianVat(text: string): boolean {
  const digits = text.replace(/^LT/, "");
  return digits.startsWith("1", digits.length - 2) && isTwoRoundValid(digits);
}

export const LITHUANIAN_IDS = idCards(
  { country: "LT", name: "Lithuania" },
  `
LT_ASMENS personal code (asmens kodas)
  form d{11}
  label asmens kodas, asmens kodo, asmens kodą, personal code, ak, личный код
  found 33309240064 ≠ 33309240164
  health, national, social, tax; check isLithuanianPerson; alone; https://lt.wikipedia.org/wiki/Asmens_kodas
LT_COMPANY company code (įmonės kodas)
  form d{9}
  label įmonės kodas, imones kodas, juridinio asmens kodas, company code, įm kodas
  found 087503087 ≠ 087503088
  company; check isTwoRoundValid; https://www.registrucentras.lt/
LT_DRIVER_LICENSE driving licence
  form d{8}
  label vairuotojo pažymėjimas, vairuotojo pažymėjimo numeris
  found 12345678 ≠ 123456
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/LTU/index.html
LT_ID_CARD identity card
  form d{8}
  label asmens tapatybės kortelė, tapatybės kortelės numeris, atk
  found 12345678 ≠ 123456
  national; https://www.consilium.europa.eu/prado/en/prado-documents/LTU/index.html
LT_LICENSE_PLATE licence plate
  form [A-Z]{3} ?d{3} | [A-Z]{2} ?d{4}
  label valstybinis numeris, automobilio numeris, valst nr, valstybinis nr
  found ABC 123 ≠ ABC 1234
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Lithuania
LT_PASSPORT passport
  form d{8} | [A-Z]{2}d{6}
  label paso numeris, paso nr
  found 12345678 ≠ 123456
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/LTU/index.html
LT_VAT VAT number (PVM)
  form LTd{9} | LTd{12} | LT d{9} | LT d{12} | d{9} | d{12}
  strong LTd{9} | LTd{12} | LT d{12}
  label pvm, pvm kodas, pvm mokėtojo kodas, pvm moketojo kodas, pvm nr
  found LT119511515, LT 100001919017 ≠ 100001919018
  company, tax; check isLithuanianVat; checkAlone isLettered; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
`,
  { isLithuanianPerson, isTwoRoundValid, isLithuanianVat, isLettered },
);
