import { idCards } from "../cards.ts";
import { digitAt, isJmbgOf, isJmbgValid, isMod1110Valid, remainder, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Montenegro's companies. */
const isMontenegrinCompany = (digits: string): boolean =>
  ((11 - (weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === digitAt(digits, 7);

const isSerbianTaxpayer = (text: string): boolean => isMod1110Valid(text.replace(/^RS/, ""));

/** Bank accounts: the last two digits make the whole 1 modulo 97; the middle is filled with zeros. */
function isSerbianAccount(digits: string): boolean {
  const whole = digits.slice(0, 3) + digits.slice(3, -2).padStart(13, "0") + digits.slice(-2);
  return remainder(whole, 97) === 1;
}

const isMontenegrinRegion = isJmbgOf(20, 29);

const isSerbianRegion = isJmbgOf(70, 89);

export const SERBIAN_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "ME", name: "Montenegro" },
    `
ME_DRIVER_LICENSE driving licence
  form d{8,9}
  label vozačka dozvola, broj vozačke dozvole
  found 123456789 ≠ 12345
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/MNE/index.html
ME_ID_CARD identity card
  form d{9} | [A-Z0-9]{9}
  label lična karta, broj lične karte
  found 123456789 ≠ 12345678
  national; https://www.consilium.europa.eu/prado/en/prado-documents/MNE/index.html
ME_JMBG citizen number (JMBG)
  form d{13}
  label jmbg, jedinstveni matični broj, matični broj, crnogorski jmbg
  found 0101985219541 ≠ 0101985219542
  national, tax; check isJmbgValid; checkAlone isMontenegrinRegion; alone; https://en.wikipedia.org/wiki/Unique_Master_Citizen_Number
ME_LICENSE_PLATE licence plate
  form [A-Z]{2} ?[A-Z]{2}d{3} | [A-Z]{2} [A-Z]{2}d{3}
  label registarska oznaka, registarske tablice, broj tablica
  found PG AB123 ≠ PG AB12
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Montenegro
ME_PASSPORT passport
  form [A-Z0-9]{9}
  label pasoš, broj pasoša, putna isprava
  found P12345678 ≠ P123
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/MNE/index.html
ME_PIB tax number of a company (PIB)
  form d{8} | dd/dd-ddddd-d
  label pib, poreski identifikacioni broj, pdv broj
  found 38/41-48564-4 ≠ 38/41-48564-
  company, tax; check isMontenegrinCompany; https://www.tax.gov.me/
`,
    { isJmbgValid, isMontenegrinRegion, isMontenegrinCompany },
  ),
  ...idCards(
    { country: "RS", name: "Serbia" },
    `
RS_BANK_ACCOUNT bank account
  form ddd-d{1,13}-dd | d{18} | ddd-d{6,13}-dd
  strong ddd-d{6,13}-dd
  label broj računa, tekući račun, žiro račun, broj tekućeg računa, tekuci racun, број рачуна, текући рачун
  found 447-151827080-73 ≠ 447-151827080-74
  bank; check isSerbianAccount; https://www.nbs.rs/en/
RS_DRIVER_LICENSE driving licence
  form d{9}
  label vozačka dozvola, broj vozačke dozvole, возачка дозвола, број возачке дозволе
  found 001234567 ≠ 00123456
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/SRB/index.html
RS_ID_CARD identity card
  form d{9}
  label lična karta, broj lične karte, licna karta, лична карта, број личне карте
  found 001234567 ≠ 00123456
  national; https://www.consilium.europa.eu/prado/en/prado-documents/SRB/index.html
RS_JMBG citizen number (JMBG)
  form d{13}
  label jmbg, јмбг, jedinstveni matični broj građana, јединствени матични број грађана, матични број
  found 0101985714224 ≠ 0101985714225
  national, tax; check isJmbgValid; checkAlone isSerbianRegion; alone; https://en.wikipedia.org/wiki/Unique_Master_Citizen_Number
RS_LBO health insurance number (LBO)
  form d{11}
  label lbo, лбо, lični broj osiguranika, лични број осигураника, zdravstvena knjižica, broj zdravstvene knjižice
  found 12345678901 ≠ 1234567890
  health; https://www.rfzo.rs/
RS_LICENSE_PLATE licence plate
  form [A-Z]{2} ?d{3,5}-?[A-Z]{2} | [A-Z]{2} d{3,5}-[A-Z]{2} | [A-Z]{2}-d{3,5}-[A-Z]{2}
  label registarska oznaka, registarske tablice, регистарска ознака, регистарске таблице
  found BG 123-AB ≠ BG 12-AB
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Serbia
RS_MB company number (matični broj)
  form d{8}
  label matični broj, matični broj firme, матични број, maticni broj
  found 07726716 ≠ 0772671
  company; https://www.apr.gov.rs/
RS_PASSPORT passport
  form d{9}
  label pasoš, broj pasoša, пасош, број пасоша
  found 001234567 ≠ 00123456
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/SRB/index.html
RS_PIB tax number (PIB)
  form d{9} | RSd{9}
  strong RSd{9}
  label pib, пиб, poreski identifikacioni broj, порески идентификациони број, poreski broj
  found 101134702 ≠ 101134701
  company, tax; check isSerbianTaxpayer; https://en.wikipedia.org/wiki/VAT_identification_number
`,
    { isSerbianAccount, isJmbgValid, isSerbianRegion, isSerbianTaxpayer },
  ),
];
