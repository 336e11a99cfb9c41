import { idCards } from "../cards.ts";
import { digitAt, isMixed, remainder, weightedSum } from "../checks.ts";

const DUTCH_WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2];

/** The eleven test: weights 9 to 2, and the last digit counts against. */
const isDutchPerson = (digits: string): boolean => dutchRest(digits) === 0 && Number(digits) > 0;

/** Pupils without a citizen number have one that leaves five. */
const isDutchPupil = (digits: string): boolean => digits.startsWith("10") && dutchRest(digits) === 5;

function dutchRest(digits: string): number {
  const padded = digits.padStart(9, "0");
  return (weightedSum(padded, DUTCH_WEIGHTS) - digitAt(padded, 8) + 11) % 11;
}

/** Nine digits pass the eleven test, or since 2020 the whole is 1 modulo 97 with letters as two digits. */
function isDutchVat(text: string): boolean {
  const [first = "", suffix = ""] = text.replace(/^NL/, "").split("B");
  const digits = first.padStart(9, "0");
  // N, L and B count as 23, 21 and 11.
  return suffix !== "00" && (isDutchPerson(digits) || remainder(`2321${digits}11${suffix}`, 97) === 1);
}

/** Accounts before the international ones: the eleven test over ten digits. */
const isDutchAccount = (digits: string): boolean =>
  digits.length < 9 || weightedSum(digits.padStart(10, "0"), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

export const DUTCH_IDS = idCards(
  { country: "NL", name: "Netherlands" },
  `
NL_AGB code of a care provider (AGB)
  form d{8} | dd-d{6}
  label agb, agb code
  found 01012345 ≠ 0101234
  https://www.vektis.nl/agb-register
NL_BANK_ACCOUNT bank account before the international one
  form dd.dd.dd.ddd | d{9,10} | Pd{7}
  label rekeningnummer, bankrekening, bankrekeningnummer, girorekening
  found 12.34.56.789 ≠ 12.34.56.788
  bank; check isDutchAccount; https://nl.wikipedia.org/wiki/Elfproef
NL_BIG number of a health professional (BIG)
  form d{11}
  label big nummer, big nr, big register, big registratie
  found 12345678901 ≠ 1234567890
  https://www.bigregister.nl/
NL_BSN citizen number (BSN)
  form d{8,9} | dddd.dd.ddd | ddd ddd ddd | ddd.ddd.ddd
  label bsn, burgerservicenummer, burger service nummer, sofinummer, sofi nummer, bsn nummer, citizen service number, bsn nr, persoonsnummer
  found 111222333 ≠ 111252333
  national, social, tax; check isDutchPerson; https://nl.wikipedia.org/wiki/Burgerservicenummer
NL_DRIVER_LICENSE driving licence
  form d{10}
  label rijbewijs, rijbewijsnummer, rijbewijs nr
  found 1234567890 ≠ 123456789
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/NLD/index.html
NL_ID_CARD identity card
  form [A-NP-Z]{2}[A-NP-Z0-9]{6}d
  label identiteitskaart, identiteitskaartnummer, id kaart, documentnummer
  found IR5C8F3Y9 ≠ I12345678
  national; https://www.consilium.europa.eu/prado/en/prado-documents/NLD/index.html
NL_KVK trade register (KvK)
  form d{8} | d{12}
  label kvk, kvk nummer, kvk nr, kamer van koophandel, vestigingsnummer, chamber of commerce number
  found 12345678 ≠ 1234567
  company; https://www.kvk.nl/en/about-the-business-register/what-is-a-kvk-number/
NL_LICENSE_PLATE licence plate
  form xx-xx-xx | [A-Z]-d{3}-[A-Z]{2} | [A-Z]{2}-d{3}-[A-Z] | d{2}-[A-Z]{3}-d | d-[A-Z]{3}-d{2} | [A-Z]{3}-d{2}-[A-Z] | [A-Z]-d{2}-[A-Z]{3} | d-[A-Z]{2}-d{3} | d{3}-[A-Z]{2}-d
  label kenteken, kentekennummer, kentekenplaat, nummerplaat
  found GB-123-X, 12-AB-34 ≠ 1-1-1
  plate; check isMixed; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_the_Netherlands
NL_ONDERWIJSNUMMER pupil number
  form d{9}
  label onderwijsnummer, onderwijs nummer, persoonsgebonden nummer, pgn, leerlingnummer, education number, student number
  found 101368313 ≠ 101368314
  check isDutchPupil; https://nl.wikipedia.org/wiki/Onderwijsnummer
NL_PASSPORT passport
  form [A-NP-Z]{2}[A-NP-Z0-9]{6}d
  label paspoort, paspoortnummer, paspoort nr
  found NX1CK46F8 ≠ N12345678
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/NLD/index.html
NL_RSIN number of a legal person (RSIN)
  form d{9} | dddd.dd.ddd
  label rsin, rsin nummer, fiscaal nummer, finummer
  found 344526057 ≠ 344526058
  company, tax; check isDutchPerson; https://www.kvk.nl/over-het-handelsregister/wat-is-het-rsin/
NL_VAT VAT number
  form NLd{9}Bdd | NL ddd ddd ddd Bdd | NLd{7,9}Bdd | d{7,9}Bdd | NL dddd.dd.ddd.Bdd | NL d{9} Bdd | d{9}Bdd
  strong NLd{9}Bdd | d{9}Bdd
  label btw, btw nummer, btw nr, btw id, btw identificatienummer, omzetbelastingnummer, ob nummer
  found NL004495445B01 ≠ 123456789B90
  company, tax; check isDutchVat; alone; https://nl.wikipedia.org/wiki/Btw-nummer
NL_V_NUMMER number of a foreigner (V-nummer)
  form d{10}
  label v nummer, vreemdelingennummer, v number, verblijfsvergunning
  found 1234567890 ≠ 123456789
  national; https://ind.nl/en
`,
  { isDutchAccount, isDutchPerson, isMixed, isDutchPupil, isDutchVat },
);
