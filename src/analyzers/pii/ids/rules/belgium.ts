import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { isDate, isLettered, isMixed, isMod97Pair, isVerhoeffValid, remainder } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Birth date (unknown parts are zero, months + 20 or + 40 for those not registered), serial; 97 less the rest modulo 97. */
function isBelgianPerson(digits: string): boolean {
  const month = Number(digits.slice(2, 4)) % 20;
  if (Number(digits.slice(2, 4)) > 52 || month > 12 || Number(digits.slice(4, 6)) > 31) return false;
  const check = Number(digits.slice(9));
  // Nobody is born in a year so far ahead.
  const centuries = Number(digits.slice(0, 2)) > 40 ? [""] : ["", "2"];
  return centuries.some((century) => 97 - remainder(century + digits.slice(0, 9), 97) === check);
}

/** The month says that the person is not registered. */
const isBelgianBis = (digits: string): boolean => /^\d\d[2-5]/.test(digits) && isBelgianPerson(digits);

/** Identity cards of ten digits and two modulo 97; newer ones begin with `B` and have none published. */
const isBelgianCard = (text: string): boolean => text.startsWith("B") || isMod97Pair(text);

/** 97 less the first eight digits modulo 97; numbers of nine digits lack a zero in front. */
function isBelgianCompany(text: string): boolean {
  const digits = text.replace(/^BE/, "").padStart(10, "0");
  return /^[01][1-9]/.test(digits) && 97 - remainder(digits.slice(0, 8), 97) === Number(digits.slice(8));
}

/** The last two digits are the first six modulo 89. */
function isLuxembourgVat(text: string): boolean {
  const digits = text.replace(/^LU/, "");
  return Number(digits.slice(0, 6)) % 89 === Number(digits.slice(6));
}

/** Birth date, serial, then a check as on a card and one of Verhoeff's, both over the first eleven digits. */
const isLuxembourgPerson = (digits: string): boolean =>
  isDate(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)) &&
  isLuhnValid(digits.slice(0, 12)) &&
  isVerhoeffValid(digits.slice(0, 11) + digits.charAt(12));

export const BELGIAN_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "BE", name: "Belgium" },
    `
BE_BANK_ACCOUNT bank account before the international one
  form ddd-ddddddd-dd
  strong ddd-ddddddd-dd
  label rekeningnummer, numéro de compte, bankrekeningnummer, compte bancaire
  found 876-3708020-35 ≠ 876-3708020-36
  bank; check isMod97Pair; alone; https://en.wikipedia.org/wiki/International_Bank_Account_Number
BE_BIS number of a person who is not registered (BIS)
  form dd.dd.dd-ddd.dd | d{11}
  label numéro bis, bisnummer
  found 84452538670 ≠ 84452538671
  check isBelgianBis; https://www.ksz-bcss.fgov.be/
BE_DRIVER_LICENSE driving licence
  form d{10}
  label rijbewijs, rijbewijsnummer, permis de conduire, numéro de permis
  found 1234567890 ≠ 123456789
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/BEL/index.html
BE_ID_CARD identity card
  form ddd-ddddddd-dd | d{12} | Bd{9} | 59d-ddddddd-dd
  strong 59d-ddddddd-dd
  label identiteitskaart, identiteitskaartnummer, carte d identité, numéro de carte d identité, eid nummer, eid
  found 298002740093 ≠ 298002740094
  national; check isBelgianCard; https://www.consilium.europa.eu/prado/en/prado-documents/BEL/index.html
BE_LICENSE_PLATE licence plate
  form d-[A-Z]{3}-d{3} | d [A-Z]{3} d{3} | [A-Z]{3}-d{3} | d{3}-[A-Z]{3} | [12]-[A-Z]{3}-d{3}
  strong [12]-[A-Z]{3}-d{3}
  label nummerplaat, kentekenplaat, plaque d immatriculation, numéro de plaque
  found 1-ABC-123 ≠ 1-AB-123
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Belgium
BE_NN national number (rijksregisternummer)
  form dd.dd.dd-ddd.dd | d{11} | dd.dd.dd ddd.dd | d{6}-d{3}-dd | d{6} ddd dd | d{6} ddd-dd
  strong dd.dd.dd-ddd.dd
  label rijksregisternummer, rijksregister nr, rijksregister, rrn, numéro national, numéro de registre national, registre national, niss, insz, insz nummer, nationaal nummer, bis nummer, bis number, numéro bis, nn, nationalregisternummer, ssin
  found 85.07.30-033.28 ≠ 85.07.30-033.61, 08222999935
  national, social; check isBelgianPerson; alone; https://nl.wikipedia.org/wiki/Rijksregisternummer
BE_PASSPORT passport
  form [A-Z]{2}d{6} | [A-Z]{2} d{6}
  label paspoort, paspoortnummer, passeport, numéro de passeport
  found EH123456 ≠ E123456
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/BEL/index.html
BE_RIZIV number of a health professional (RIZIV, INAMI)
  form d-ddddd-dd-ddd | d{11} | d/ddddd/dd/ddd
  label riziv, riziv nummer, riziv nr, inami, n inami, numéro inami, riziv inami
  found 1-12345-67-890 ≠ 1-12345-67
  https://www.inami.fgov.be/
BE_VAT VAT and company number
  form BE0ddd.ddd.ddd | 0ddd.ddd.ddd | 1ddd.ddd.ddd | BE ?d{9,10} | BE 0ddd ddd ddd | (0)d{9} | d{9,10} | BE 0ddd.ddd.ddd | BE0d{9}
  strong BE 0ddd.ddd.ddd | BE0ddd.ddd.ddd | BE0d{9}
  label btw, btw nummer, btw nr, tva, n tva, numéro tva, numéro de tva, ondernemingsnummer, numéro d entreprise, n entreprise, bce, kbo, kbo nummer, kbo nr, enterprise number, unternehmensnummer, mwst nummer
  found BE 0428.759.497, BE403019261 ≠ BE431150351
  company, tax; check isBelgianCompany; checkAlone isLettered; alone; https://nl.wikipedia.org/wiki/Ondernemingsnummer
`,
    { isMod97Pair, isBelgianBis, isBelgianCard, isBelgianPerson, isBelgianCompany, isLettered },
  ),
  ...idCards(
    { country: "LU", name: "Luxembourg" },
    `
LU_DRIVER_LICENSE driving licence
  form d{6}
  label permis de conduire luxembourgeois, führerschäin
  found 123456 ≠ 12345
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/LUX/index.html
LU_ID_CARD identity card
  form [A-Z]{2}[A-Z0-9]{7} | [A-Z0-9]{9}
  label carte d identité, numéro de carte d identité, identitéitskaart
  found IC1234567 ≠ IC123
  national; check isMixed; https://www.consilium.europa.eu/prado/en/prado-documents/LUX/index.html
LU_LICENSE_PLATE licence plate
  form [A-Z]{2} d{4} | [A-Z]{2}-d{4} | d{4,5}
  label numéro d immatriculation, plaque d immatriculation, autosnummer
  found AB 1234 ≠ AB 123
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Luxembourg
LU_MATRICULE national number (matricule)
  form d{13} | dddd dddd ddd dd | dddd dd dd ddddd
  label matricule, numéro matricule, matricule nationale, matricule national, numéro d identification national, sozialversicherungsnummer, matriculle, cns
  found 1980011555738 ≠ 1980011555739
  national, social, tax; check isLuxembourgPerson; alone; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Luxembourg-TIN.pdf
LU_PASSPORT passport
  form J[A-Z0-9]{7} | [A-Z]{1,2}x{6,7}
  label passeport, numéro de passeport, reisepass
  found JC4LN5ZR ≠ J12
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/LUX/index.html
LU_RCS trade register (RCS)
  form [A-K]d{1,6} | [A-K] d{1,6} | [A-K]ddd.ddd
  label rcs luxembourg, rcsl, numéro rcs, r c s luxembourg, registre de commerce
  found B123456 ≠ Z123456
  company; https://www.lbr.lu/
LU_VAT VAT number
  form LUd{8} | LU ddd ddd dd | LU d{8} | d{8}
  strong LUd{8} | LU ddd ddd dd
  label tva, n tva, numéro tva, no tva, numéro de tva, mwst nummer
  found LU15027442 ≠ LU15027443
  company, tax; check isLuxembourgVat; checkAlone isLettered; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
`,
    { isMixed, isLuxembourgPerson, isLuxembourgVat, isLettered },
  ),
];
