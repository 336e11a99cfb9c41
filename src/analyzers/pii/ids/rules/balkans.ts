import { idCards } from "../cards.ts";
import { digitAt, isJmbgOf, isJmbgValid, isMixed, isSlovenianAccount } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Falling weights modulo 11 over all but the last digit: 2 stands in front of the check digit, 7 is followed by 2. */
function isFallingValid(digits: string): boolean {
  const last = digits.length - 1;
  let sum = 0;
  for (let at = 0; at < last; at++) sum += digitAt(digits, at) * (((last - 1 - at) % 6) + 2);
  return ((11 - (sum % 11)) % 11) % 10 === digitAt(digits, last);
}

/** Bosnia's companies: twelve digits and a check as a citizen's, begin with 4. */
const isBosnianCompany = (digits: string): boolean => digits.startsWith("4") && isFallingValid(digits);

/** Macedonia's payers, companies and persons. */
const isMacedonianTaxpayer = (text: string): boolean => isFallingValid(text.replace(/^MK/, ""));

const isBosnianRegion = isJmbgOf(10, 19);

const isMacedonianRegion = isJmbgOf(40, 49);

export const BALKAN_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "BA", name: "Bosnia and Herzegovina" },
    `
BA_DRIVER_LICENSE driving licence
  form [0-9A-Z]{8,9}
  label vozačka dozvola, broj vozačke dozvole
  found 1A2B3C4D5 ≠ 1A2B
  driver; check isMixed; https://www.consilium.europa.eu/prado/en/prado-documents/BIH/index.html
BA_ID_CARD identity card
  form [0-9A-Z]{9}
  label lična karta, broj lične karte, osobna iskaznica, broj osobne iskaznice
  found 1A2B3C4D5 ≠ 1A2B3C
  national; check isMixed; https://www.consilium.europa.eu/prado/en/prado-documents/BIH/index.html
BA_JIB company number (JIB)
  form 4d{12}
  label jib, identifikacioni broj, jedinstveni identifikacioni broj, id broj
  found 4159202211910 ≠ 4159202211911
  company, tax; check isBosnianCompany; https://www.uino.gov.ba/
BA_JMBG citizen number (JMBG)
  form d{13}
  label jmbg, jmb, jedinstveni matični broj, jedinstveni matični broj građana, јмб, јмбг, bosnian jmbg
  found 0101006500006 ≠ 0101006500007
  national, tax; check isJmbgValid; checkAlone isBosnianRegion; alone; https://en.wikipedia.org/wiki/Unique_Master_Citizen_Number
BA_LICENSE_PLATE licence plate
  form [AEJKMOT]d{2}-[AEJKMOT]-d{3} | d{3}-[AEJKMOT]-d{3}
  strong [AEJKMOT]d{2}-[AEJKMOT]-d{3}
  label registarska oznaka, registarske tablice, registarske oznake
  found A12-E-345 ≠ A12-E-34
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Bosnia_and_Herzegovina
BA_PASSPORT passport
  form [A-Z]d{7} | [A-Z]{2}d{7}
  label pasoš, broj pasoša, putovnica, broj putovnice
  found B1234567 ≠ B12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/BIH/index.html
BA_PDV VAT number (PDV)
  form d{12}
  label pdv, pdv broj, pib, pdv id
  found 200123450001 ≠ 20012345
  tax; https://www.uino.gov.ba/
`,
    { isMixed, isBosnianCompany, isJmbgValid, isBosnianRegion },
  ),
  ...idCards(
    { country: "MK", name: "North Macedonia" },
    `
MK_BANK_ACCOUNT bank account
  form d{15} | ddd-d{10}-dd
  label трансакциска сметка, жиро сметка, број на сметка, transakciska smetka, ziro smetka
  found 872640426065341 ≠ 872640426065342
  bank; check isSlovenianAccount; https://en.wikipedia.org/wiki/International_Bank_Account_Number
MK_DRIVER_LICENSE driving licence
  form [A-Z]d{7} | d{8}
  label возачка дозвола, број на возачка дозвола, vozacka dozvola
  found V1234567 ≠ V12345
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/MKD/index.html
MK_EDB tax number (EDB)
  form MK4d{12} | MK 4d{12} | 4d{12} | [45]d{12}
  strong MK4d{12} | MK 4d{12}
  label едб, edb, единствен даночен број, edinstven danocen broj, даночен број, danocen broj
  found 4057019547848 ≠ 4057019547840
  company, tax; check isMacedonianTaxpayer; alone; https://www.ujp.gov.mk/
MK_EMBS company number (EMBS)
  form d{7}
  label ембс, embs, единствен матичен број на субјектот
  found 4064674 ≠ 406467
  company; https://www.crm.com.mk/
MK_ID_CARD identity card
  form [A-Z]d{7}
  label лична карта, број на лична карта, licna karta
  found A1234567 ≠ A12345
  national; https://www.consilium.europa.eu/prado/en/prado-documents/MKD/index.html
MK_JMBG citizen number (EMBG)
  form d{13}
  label ембг, embg, jmbg, единствен матичен број, единствен матичен број на граѓанинот, матичен број
  found 0101985455695 ≠ 0101985455696
  national, social; check isJmbgValid; checkAlone isMacedonianRegion; alone; https://en.wikipedia.org/wiki/Unique_Master_Citizen_Number
MK_LICENSE_PLATE licence plate
  form [A-Z]{2} d{4} [A-Z]{2} | [A-Z]{2}-?d{3,4}-?[A-Z]{2}
  label регистарска ознака, регистарски таблички, регистерска табличка, registarska oznaka
  found SK 1234 AB ≠ SK 12 AB
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_North_Macedonia
MK_PASSPORT passport
  form [A-Z]d{7}
  label пасош, број на пасош, патна исправа
  found B1234567 ≠ B12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/MKD/index.html
`,
    { isSlovenianAccount, isMacedonianTaxpayer, isJmbgValid, isMacedonianRegion },
  ),
];
