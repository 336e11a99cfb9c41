import { idCards } from "../cards.ts";
import {
  digitAt,
  isJmbgOf,
  isJmbgValid,
  isLettered,
  isMixed,
  isMod1110Valid,
  isSlovenianAccount,
  weightedSum,
} from "../checks.ts";
import { type IdRule } from "../rule.ts";

const isCroatianPerson = (text: string): boolean => isMod1110Valid(text.replace(/^HR/, ""));

/** Modulo 11; a check of 11 is not given out. */
function isSlovenianTaxpayer(text: string): boolean {
  const digits = text.replace(/^SI/, "");
  const check = 11 - (weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11);
  return !digits.startsWith("0") && check !== 11 && check % 10 === digitAt(digits, 7);
}

/** Modulo 11 over six digits; a unit of the company may follow. */
const isSlovenianCompany = (digits: string): boolean =>
  (11 - (weightedSum(digits, [7, 6, 5, 4, 3, 2]) % 11)) % 11 === digitAt(digits, 6);

const isCroatianRegion = isJmbgOf(30, 39);

const isSlovenianRegion = isJmbgOf(50, 59);

export const ADRIATIC_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "HR", name: "Croatia" },
    `
HR_COMPANY court register (MBS)
  form d{8,9} | MBS d{8,9} | MBS d{9}
  strong MBS d{9}
  label mbs, matični broj subjekta, matični broj poslovnog subjekta
  found 080000604 ≠ 1234567
  company; https://sudreg.pravosudje.hr/
HR_DRIVER_LICENSE driving licence
  form d{8}
  label vozačka dozvola, broj vozačke dozvole, vozacka dozvola
  found 12345678 ≠ 1234567
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/HRV/index.html
HR_ID_CARD identity card
  form d{9}
  label osobna iskaznica, broj osobne iskaznice, broj osobne
  found 112345678 ≠ 11234567
  national; https://www.consilium.europa.eu/prado/en/prado-documents/HRV/index.html
HR_JMBG citizen number (JMBG)
  form d{13}
  label jmbg, mbg, jedinstveni matični broj građana, matični broj građana
  found 0101985336980 ≠ 0101985336981
  national; check isJmbgValid; checkAlone isCroatianRegion; alone; https://en.wikipedia.org/wiki/Unique_Master_Citizen_Number
HR_LICENSE_PLATE licence plate
  form [A-Z]{2} ?d{3,4}-?[A-Z]{1,2} | [A-Z]{2} d{3,4}-[A-Z]{1,2} | [A-Z]{2}-d{3,4}-[A-Z]{1,2}
  label registarska oznaka, registarska tablica, registarske tablice, registracija
  found ZG 1234-AB ≠ ZG 12-AB
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Croatia
HR_MBO health insurance number (MBO)
  form d{9}
  label mbo, matični broj osiguranika, broj zdravstvene iskaznice, zdravstvena iskaznica
  found 123456789 ≠ 12345678
  health; https://hzzo.hr/
HR_OIB personal and tax number (OIB)
  form d{11} | HRd{11} | HR d{11}
  strong HRd{11} | HR d{11}
  label oib, osobni identifikacijski broj, pdv id broj, pdv broj, oib broj, porezni broj, pdv, personal identification number
  found 33392005961 ≠ 33392005962
  company, national, tax; check isCroatianPerson; checkAlone isLettered; alone; https://hr.wikipedia.org/wiki/Osobni_identifikacijski_broj
HR_PASSPORT passport
  form d{9}
  label putovnica, broj putovnice
  found 123456789 ≠ 12345678
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/HRV/index.html
`,
    { isJmbgValid, isCroatianRegion, isCroatianPerson, isLettered },
  ),
  ...idCards(
    { country: "SI", name: "Slovenia" },
    `
SI_BANK_ACCOUNT bank account
  form ddddd-dddddddddd | dddd-ddddddddddd | ddddd-dddddddd dd
  strong ddddd-dddddddddd
  label trr, transakcijski račun, številka računa, bančni račun
  found 0958-35092707591 ≠ 0958-35092707592
  bank; check isSlovenianAccount; alone; https://www.bsi.si/en/
SI_DDV tax and VAT number (DDV)
  form SId{8} | SI dddd dddd | SI d{8} | d{8}
  strong SId{8} | SI dddd dddd | SI d{8}
  label ddv, id za ddv, davčna številka, davcna stevilka, davčna, id ddv, identifikacijska številka za ddv
  found SI50223054 ≠ SI 5022 3053
  company, tax; check isSlovenianTaxpayer; checkAlone isLettered; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
SI_DRIVER_LICENSE driving licence
  form d{9} | [A-Z]?d{8,9}
  label vozniško dovoljenje, številka vozniškega dovoljenja, voznisko dovoljenje
  found 123456789 ≠ 1234567
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/SVN/index.html
SI_EMSO citizen number (EMŠO)
  form d{13} | dddddd ddddddd | dd dd ddd dd ddd d
  label emšo, emso, jmbg, enotna matična številka občana, matična številka občana, em o
  found 0101006500006 ≠ 0101006500007
  national; check isJmbgValid; checkAlone isSlovenianRegion; alone; https://en.wikipedia.org/wiki/Unique_Master_Citizen_Number
SI_ID_CARD identity card
  form [A-Z]{2}d{7} | d{9} | I[A-Z]d{7}
  label osebna izkaznica, številka osebne izkaznice, osebne izkaznice
  found IE1234567, 001234567 ≠ IE12345
  national; https://www.consilium.europa.eu/prado/en/prado-documents/SVN/index.html
SI_LICENSE_PLATE licence plate
  form [A-Z]{2} [A-Z0-9]{2}-[A-Z0-9]{3} | [A-Z]{2}[A-Z0-9]{5}
  label registrska oznaka, registrska tablica, registrska številka
  found LJ AB-123 ≠ LJ AB-12345
  plate; check isMixed; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Slovenia
SI_MATICNA company number (matična številka)
  form d{7} | d{10} | ddddddd ddd
  label matična številka, maticna stevilka, matična številka podjetja
  found 1819011658 ≠ 181901165
  company; check isSlovenianCompany; https://www.ajpes.si/
SI_PASSPORT passport
  form P[A-Z]d{7} | [A-Z]{2}d{7}
  label potni list, številka potnega lista
  found PB1234567 ≠ PB12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/SVN/index.html
SI_ZZZS health insurance number (ZZZS)
  form d{9} | ddd ddd ddd
  label zzzs, zzzs številka, kzz, kartica zdravstvenega zavarovanja, številka zavarovanca
  found 031234567 ≠ 03123456
  health, social; https://www.zzzs.si/
`,
    {
      isSlovenianAccount,
      isSlovenianTaxpayer,
      isLettered,
      isJmbgValid,
      isSlovenianRegion,
      isMixed,
      isSlovenianCompany,
    },
  ),
];
