import { isLuhnValid } from "../../candidates.ts";
import { idCards } from "../cards.ts";
import { isDate, isVerhoeffValid, remainder, weightedSum } from "../checks.ts";

/** Birth date (unknown parts are zero, months + 20 or + 40 for those not registered), serial; 97 less the rest modulo 97. */
function isBelgianPerson(digits: string): boolean {
  const month = Number(digits.slice(2, 4)) % 20;
  if (Number(digits.slice(2, 4)) > 52 || month > 12 || Number(digits.slice(4, 6)) > 31) return false;
  const check = Number(digits.slice(9));
  // No one is born in a year so far ahead.
  const centuries = Number(digits.slice(0, 2)) > 40 ? [""] : ["", "2"];
  return centuries.some((century) => 97 - remainder(century + digits.slice(0, 9), 97) === check);
}

/** The last two digits are the others modulo 97, 97 instead of 0. */
const isMod97Pair = (digits: string): boolean =>
  (remainder(digits.slice(0, -2), 97) || 97) === Number(digits.slice(-2));

/** 97 less the first eight digits modulo 97; numbers of nine digits lack a leading zero. */
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

const DUTCH_WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2, -1];

/** The eleven test: weights 9 to 2, and the last digit counts against. */
const isDutchPerson = (digits: string): boolean =>
  Number(digits) > 0 && weightedSum(digits.padStart(9, "0"), DUTCH_WEIGHTS) % 11 === 0;

/** Nine digits pass the eleven test, or since 2020 the whole is 1 modulo 97 with letters as two digits. */
function isDutchVat(text: string): boolean {
  const [first = "", suffix = ""] = text.replace(/^NL/, "").split("B");
  const digits = first.padStart(9, "0");
  // N, L and B count as 23, 21 and 11.
  return suffix !== "00" && (isDutchPerson(digits) || remainder(`2321${digits}11${suffix}`, 97) === 1);
}

export const BENELUX_IDS = idCards(
  `
= BE Belgium
BE_BANK_ACCOUNT bank account before the international one; bank; alone; wiki International_Bank_Account_Number
  form *ddd-ddddddd-dd; check isMod97Pair; found 876-3708020-35 ≠ 876-3708020-36
  label rekeningnummer, numéro de compte, bankrekeningnummer, compte bancaire
BE_BIS number of a person who is not registered (BIS); https://www.ksz-bcss.fgov.be/
  form dd.dd.dd-ddd.dd | d{11}; check /^..[2-5]/, isBelgianPerson; found 84452538670 ≠ 84452538671; label numéro bis, bisnummer
BE_DRIVER_LICENSE driving licence; driver; prado BEL
  form d{10}; found 1234567890 ≠ 123456789; label rijbewijs, rijbewijsnummer, permis de conduire, numéro de permis
BE_ID_CARD identity card; national; prado BEL
  form ddd-ddddddd-dd | d{12} | Bd{9} | *59d-ddddddd-dd; check /^B/ or isMod97Pair; found 298002740093 ≠ 298002740094
  label identiteitskaart, identiteitskaartnummer, carte d identité, numéro de carte d identité, eid nummer, eid
BE_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Belgium
  form d-[A-Z]{3}-d{3} | d [A-Z]{3} d{3} | [A-Z]{3}-d{3} | d{3}-[A-Z]{3} | *[12]-[A-Z]{3}-d{3}; found 1-ABC-123 ≠ 1-AB-123
  label nummerplaat, kentekenplaat, plaque d immatriculation, numéro de plaque
BE_NN national number (rijksregisternummer); national, social; alone; https://nl.wikipedia.org/wiki/Rijksregisternummer
  form *dd.dd.dd-ddd.dd | d{11} | dd.dd.dd ddd.dd | d{6}-d{3}-dd | d{6} ddd dd | d{6} ddd-dd; check isBelgianPerson
  found 85.07.30-033.28 ≠ 85.07.30-033.61, 08222999935
  label rijksregisternummer, rijksregister nr, rijksregister, rrn, numéro national, numéro de registre national, registre national, niss, insz, insz nummer, nationaal nummer, bis nummer, bis number, numéro bis, nn, nationalregisternummer, ssin
BE_PASSPORT passport; passport; prado BEL
  form [A-Z]{2}d{6} | [A-Z]{2} d{6}; found EH123456 ≠ E123456; label paspoort, paspoortnummer, passeport, numéro de passeport
BE_RIZIV number of a health professional (RIZIV, INAMI); group health; https://www.inami.fgov.be/
  form d-ddddd-dd-ddd | d{11} | d/ddddd/dd/ddd; found 1-12345-67-890 ≠ 1-12345-67
  label riziv, riziv nummer, riziv nr, inami, n inami, numéro inami, riziv inami
BE_VAT VAT and company number; company, tax; alone; https://nl.wikipedia.org/wiki/Ondernemingsnummer
  form *BE0ddd.ddd.ddd | 0ddd.ddd.ddd | 1ddd.ddd.ddd | BE ?d{9,10} | BE 0ddd ddd ddd | (0)d{9} | d{9,10} | *BE 0ddd.ddd.ddd | *BE0d{9}
  check isBelgianCompany; checkAlone lettered; found BE 0428.759.497, BE403019261 ≠ BE431150351
  label btw, btw nummer, btw nr, tva, n tva, numéro tva, numéro de tva, ondernemingsnummer, numéro d entreprise, n entreprise, bce, kbo, kbo nummer, kbo nr, enterprise number, unternehmensnummer, mwst nummer
= LU Luxembourg
LU_DRIVER_LICENSE driving licence; driver; prado LUX
  form d{6}; found 123456 ≠ 12345; label permis de conduire luxembourgeois, führerschäin
LU_ID_CARD identity card; national; prado LUX
  form [A-Z]{2}[A-Z0-9]{7} | [A-Z0-9]{9}; check mixed; found IC1234567 ≠ IC123
  label carte d identité, numéro de carte d identité, identitéitskaart
LU_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Luxembourg
  form [A-Z]{2} d{4} | [A-Z]{2}-d{4} | d{4,5}; found AB 1234 ≠ AB 123; label numéro d immatriculation, plaque d immatriculation, autosnummer
LU_MATRICULE national number (matricule); national, social, tax; alone; tin Luxembourg
  form d{13} | dddd dddd ddd dd | dddd dd dd ddddd; check isLuxembourgPerson; found 1980011555738 ≠ 1980011555739
  label matricule, numéro matricule, matricule nationale, matricule national, numéro d identification national, sozialversicherungsnummer, matriculle, cns
LU_PASSPORT passport; passport; prado LUX
  form J[A-Z0-9]{7} | [A-Z]{1,2}x{6,7}; found JC4LN5ZR ≠ J12; label passeport, numéro de passeport, reisepass
LU_RCS trade register (RCS); company; https://www.lbr.lu/
  form [A-K]d{1,6} | [A-K] d{1,6} | [A-K]ddd.ddd; found B123456 ≠ Z123456
  label rcs luxembourg, rcsl, numéro rcs, r c s luxembourg, registre de commerce
LU_VAT VAT number; company, tax; alone; vies
  form *LUd{8} | *LU ddd ddd dd | LU d{8} | d{8}; check isLuxembourgVat; checkAlone lettered; found LU15027442 ≠ LU15027443
  label tva, n tva, numéro tva, no tva, numéro de tva, mwst nummer
= NL Netherlands
NL_AGB code of a care provider (AGB); group health; https://www.vektis.nl/agb-register
  form d{8} | dd-d{6}; found 01012345 ≠ 0101234; label agb, agb code
NL_BANK_ACCOUNT bank account before the international one; bank; https://nl.wikipedia.org/wiki/Elfproef
  form dd.dd.dd.ddd | d{9,10} | Pd{7}; check /^.{0,8}$/ or pad 10, sum 10,9,8,7,6,5,4,3,2,1 mod 11; found 12.34.56.789 ≠ 12.34.56.788
  label rekeningnummer, bankrekening, bankrekeningnummer, girorekening
NL_BIG number of a health professional (BIG); group health; https://www.bigregister.nl/
  form d{11}; found 12345678901 ≠ 1234567890; label big nummer, big nr, big register, big registratie
NL_BSN citizen number (BSN); national, social, tax; https://nl.wikipedia.org/wiki/Burgerservicenummer
  form d{8,9} | dddd.dd.ddd | ddd ddd ddd | ddd.ddd.ddd; check isDutchPerson; found 111222333 ≠ 111252333
  label bsn, burgerservicenummer, burger service nummer, sofinummer, sofi nummer, bsn nummer, citizen service number, bsn nr, persoonsnummer
NL_DRIVER_LICENSE driving licence; driver; prado NLD
  form d{10}; found 1234567890 ≠ 123456789; label rijbewijs, rijbewijsnummer, rijbewijs nr
NL_ID_CARD identity card; national; prado NLD
  form [A-NP-Z]{2}[A-NP-Z0-9]{6}d; found IR5C8F3Y9 ≠ I12345678; label identiteitskaart, identiteitskaartnummer, id kaart, documentnummer
NL_KVK trade register (KvK); company; https://www.kvk.nl/en/about-the-business-register/what-is-a-kvk-number/
  form d{8} | d{12}; found 12345678 ≠ 1234567
  label kvk, kvk nummer, kvk nr, kamer van koophandel, vestigingsnummer, chamber of commerce number
NL_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_the_Netherlands
  form xx-xx-xx | [A-Z]-d{3}-[A-Z]{2} | [A-Z]{2}-d{3}-[A-Z] | d{2}-[A-Z]{3}-d | d-[A-Z]{3}-d{2} | [A-Z]{3}-d{2}-[A-Z] | [A-Z]-d{2}-[A-Z]{3} | d-[A-Z]{2}-d{3} | d{3}-[A-Z]{2}-d
  check mixed; found GB-123-X, 12-AB-34 ≠ 1-1-1; label kenteken, kentekennummer, kentekenplaat, nummerplaat
# Pupils without a citizen number have one that leaves five.
NL_ONDERWIJSNUMMER pupil number; https://nl.wikipedia.org/wiki/Onderwijsnummer
  form d{9}; check /^10/, pad 9, sum 9,8,7,6,5,4,3,2,-1 mod 11 = 5; found 101368313 ≠ 101368314
  label onderwijsnummer, onderwijs nummer, persoonsgebonden nummer, pgn, leerlingnummer, education number, student number
NL_PASSPORT passport; passport; prado NLD
  form [A-NP-Z]{2}[A-NP-Z0-9]{6}d; found NX1CK46F8 ≠ N12345678; label paspoort, paspoortnummer, paspoort nr
NL_RSIN number of a legal person (RSIN); company, tax; https://www.kvk.nl/over-het-handelsregister/wat-is-het-rsin/
  form d{9} | dddd.dd.ddd; check isDutchPerson; found 344526057 ≠ 344526058; label rsin, rsin nummer, fiscaal nummer, finummer
NL_VAT VAT number; company, tax; alone; https://nl.wikipedia.org/wiki/Btw-nummer
  form *NLd{9}Bdd | NL ddd ddd ddd Bdd | NLd{7,9}Bdd | d{7,9}Bdd | NL dddd.dd.ddd.Bdd | NL d{9} Bdd | *d{9}Bdd; check isDutchVat
  found NL004495445B01 ≠ 123456789B90; label btw, btw nummer, btw nr, btw id, btw identificatienummer, omzetbelastingnummer, ob nummer
NL_V_NUMMER number of a foreigner (V-nummer); national; https://ind.nl/en
  form d{10}; found 1234567890 ≠ 123456789; label v nummer, vreemdelingennummer, v number, verblijfsvergunning
`,
  { isBelgianCompany, isBelgianPerson, isDutchPerson, isDutchVat, isLuxembourgPerson, isLuxembourgVat, isMod97Pair },
);
