import { idCards } from "../cards.ts";
import { digitAt, isDate } from "../checks.ts";

/** `DDMMYY`, the seventh digit gives the century; since 2007 numbers need not pass modulo 11. */
function isDanishPerson(digits: string): boolean {
  const year = Number(digits.slice(4, 6));
  const sign = digitAt(digits, 6);
  const isOld = sign < 4 || ((sign === 4 || sign === 9) && year > 36);
  const century = isOld ? "19" : sign > 4 && sign < 9 && year > 57 ? "18" : "20";
  // No one is born in a year so far ahead.
  if (century === "20" && year > 40) return false;
  return isDate(century + digits.slice(4, 6), digits.slice(2, 4), dayOf(digits.slice(0, 2), 60));
}

/** Birth date (companies: day + 40), serial, check, and at the tenth place the century. */
const isIcelandic = (digits: string): boolean =>
  /[089]$/.test(digits) &&
  isDate((digits.endsWith("0") ? "20" : "19") + digits.slice(4, 6), digits.slice(2, 4), dayOf(digits.slice(0, 2), 40));

/** A day to which `offset` may have been added, for what the number's holder is. */
const dayOf = (day: string, offset: number): string =>
  Number(day) > offset ? String(Number(day) - offset).padStart(2, "0") : day;

const CONTROL = "0123456789ABCDEFHJKLMNPRSTUVWXY";

/** Birth date, sign of the century, serial from 002 on, and 31 units of check. */
function isFinnishPerson(text: string): boolean {
  const serial = text.slice(-4, -1);
  return Number(serial) >= 2 && CONTROL.charAt(Number(text.slice(0, 6) + serial) % 31) === text.slice(-1);
}

/** Day + 40: not registered; month + 40: hospitals, + 65 and + 80: tests. */
function isBornInNorway(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  const offset = [80, 65, 40, 0].find((added) => month > added) ?? 0;
  return isDate(digits.slice(4, 6), String(month - offset), dayOf(digits.slice(0, 2), 40));
}

/** Numbers of coordination: day + 60; the century is not checked. */
const isBornInSweden = (digits: string): boolean =>
  isDate(digits.slice(0, -8), digits.slice(-8, -6), dayOf(digits.slice(-6, -4), 60));

export const NORDIC_IDS = idCards(
  `
= DK Denmark
# Numbers before 2007 pass modulo 11, and most since; those of hospitals have a day above 60.
DK_CPR personal number (CPR); health, national, social, tax; alone; https://cpr.dk/cpr-systemet/opbygning-af-cpr-nummeret
  form *dddddd-dddd | d{10} | dddddd dddd; check isDanishPerson; checkAlone /^[0-3]/, sum 4,3,2,7,6,5,4,3,2,1 mod 11
  found 010180-1234 ≠ 511062-5629, 2110525629
  label cpr, cpr nummer, cpr nr, cpr no, personnummer, person nr, cpr number, central person register, sundhedskort, erstatnings cpr
DK_CVR company and VAT number (CVR); company, tax; alone; https://datacvr.virk.dk/
  form *DKd{8} | *DK d{8} | DK dd dd dd dd | d{8} | dd dd dd dd; check drop DK, /^[^0]/, sum 2,7,6,5,4,3,2,1 mod 11; checkAlone lettered
  found DK 13585628, 13585628 ≠ DK 13585627
  label cvr, cvr nummer, cvr nr, cvr no, se nummer, se nr, momsnummer, moms nr, momsregistreringsnummer, cvr number, virksomhedsnummer
DK_DRIVER_LICENSE driving licence; driver; prado DNK
  form d{8}; found 12345678 ≠ 1234567; label kørekort, kørekortnummer, koerekort, kørekort nr
DK_KONTONR bank account; bank; wiki International_Bank_Account_Number
  form dddd d{6,10} | dddd-d{6,10} | d{14}; found 1234 1234567890 ≠ 1234 12
  label kontonummer, konto nr, kontonr, reg nr og kontonummer, bankkonto
DK_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Denmark
  form [A-Z]{2} dd ddd | [A-Z]{2} ?d{5}; found AB 12 345 ≠ AB 12 34; label nummerplade, registreringsnummer, indregistreringsnummer, reg nr
DK_PASSPORT passport; passport; prado DNK
  form d{9} | [A-Z]d{8}; found 212345678 ≠ 21234567; label pasnummer, pas nr, dansk pas, pasnr
= FI Finland
FI_ASSOCIATION register of associations; https://www.prh.fi/en/yhdistysrekisteri.html
  form ddd.ddd | d{3,6}; found 186.217 ≠ 12; label rekisterinumero, yhdistyksen rekisterinumero, yhdistysrekisterinumero, registernummer
FI_DRIVER_LICENSE driving licence; driver; prado FIN
  form d{6}-d{3}[0-9A-Y] | d{6}[A-FU-Y]d{3}[0-9A-Y] | d{8,10}; found 131052-308T, 12345678 ≠ 123
  label ajokortti, ajokortin numero, ajokorttinumero, körkort, körkortsnummer
FI_KELA European health card of KELA; health; alone; https://www.kela.fi/
  form *80246d{15} | 80246 ddddd dddddddddd; found 80246802460123456789 ≠ 80247802460123456789
  label kela kortti, kelakortti, fpa kort, eurooppalainen sairaanhoitokortti
FI_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Finland
  form [A-Z]{2,3}-d{1,3}; found ABC-123 ≠ ABC-1234; label rekisteritunnus, rekisterinumero, rekisterikilpi, registerskylt
FI_PASSPORT passport and identity card; national, passport; prado FIN
  form [A-Z]{2}d{7} | d{8,9} | d{9}[A-Z]; found FP1234567 ≠ F123456
  label passinumero, passin numero, passnummer, henkilökortti, henkilökortin numero
FI_PERSONAL_IDENTITY_CODE personal identity code (HETU); driver, health, national, social, tax; alone; https://dvv.fi/en/personal-identity-code
  form *d{6}-d{3}[0-9A-Y] | *d{6}+d{3}[0-9A-Y] | *d{6}[A-FU-Y]d{3}[0-9A-Y]; check date DDMMYY, isFinnishPerson
  found 131052-308T ≠ 131052-308U, 310289-211C
  label hetu, henkilötunnus, henkilotunnus, personal identity code, personbeteckning, sosiaaliturvatunnus, sotu, finnish pic, henkilötunnukseni
FI_VAT VAT number (ALV); company, tax; alone; vies
  form *FId{8} | *FI d{8} | d{8}; check drop FI, pad 8, weights 7,9,10,5,8,4,2 0-987654321; checkAlone lettered
  found FI 20774740 ≠ 20774741; label alv, alv nro, alv numero, alv tunnus, arvonlisäveronumero, arvonlisäverotunniste, moms nr, momsnummer
FI_VERONUMERO tax number of building workers; tax; https://www.vero.fi/en/individuals/tax-cards-and-tax-returns/arriving_in_finland/work_in_finland/tax-number/
  form d{12}; found 100123456789 ≠ 12345678; label veronumero, vero nro, skattenummer
FI_YTUNNUS business ID (Y-tunnus); company, tax; https://www.ytj.fi/en/index/businessid.html
  form *d{7}-d | d{6,7}-d; check drop FI, pad 8, weights 7,9,10,5,8,4,2 0-987654321; found 2077474-0 ≠ 2077474-1
  label y tunnus, ytunnus, ly tunnus, business id, fo nummer, yritystunnus, yritys ja yhteisötunnus, liike ja yhteisötunnus, företags och organisationsnummer
= FO Faroe Islands
FO_P_TAL personal number (p-tal); national, tax; https://www.us.fo/
  form dddddd-ddd | d{9}; check date DDMMYY; found 010180-123 ≠ 320180-123; label p tal, ptal, persónstal, personstal, p talið
FO_VN company number (V-tal); company, tax; https://www.taks.fo/
  form d{6} | FOd{6} | FO d{6} | ddd.ddd; found 623857 ≠ 12345; label v tal, vtal, v number, vinnutal, v nummar, mvg tal, mvg nr, skráseting
= IS Iceland
IS_BANK_ACCOUNT bank account; bank; wiki International_Bank_Account_Number
  form dddd-dd-d{6} | dddd-d{2}-d{1,6} | d{12} | *0ddd-dd-d{6}; found 0159-26-007654 ≠ 0159-26
  label bankareikningur, reikningsnúmer, reikningsnumer, banka hb reikningur
IS_DRIVER_LICENSE driving licence; driver; prado ISL
  form d{8,9}; found 12345678 ≠ 1234567; label ökuskírteini, ökuskírteinisnúmer, okuskirteini
IS_KENNITALA number of a person or company (kennitala); company, health, national, social, tax; alone; https://is.wikipedia.org/wiki/Kennitala
  form *dddddd-dddd | d{10} | dddddd dddd; check isIcelandic, sum 3,2,7,6,5,4,3,2,1 mod 11; found 120174-3399 ≠ 320174-3399, 530575-0299
  label kennitala, kt, kennitölu, kennitalan, kennitala nr, icelandic id number, kennitala mín
IS_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Iceland
  form [A-Z]{2}[0-9A-Z] ?d{2} | [A-Z]{2}-?[0-9A-Z]d{2}; found ABC 12, AB123 ≠ A123
  label bílnúmer, skráningarnúmer, bilnumer, fastanúmer, númeraplata
IS_PASSPORT passport; passport; prado ISL
  form Ad{7} | [A-Z]d{7,8}; found A1234567 ≠ A12345; label vegabréf, vegabréfsnúmer, vegabref, vegabréfs nr
IS_VAT VAT number (VSK); tax; https://www.skatturinn.is/
  form ISd{5,6} | IS d{5,6} | d{5,6}; found IS 00621, 00621 ≠ IS 0062199
  label vsk, vsk númer, vsk nr, virðisaukaskattsnúmer, virðisaukaskattur, vsk number
= NO Norway
NO_DRIVER_LICENSE driving licence; driver; prado NOR
  form dd dd dddddd d | d{10,11}; found 12 34 567890 1 ≠ 12345; label førerkort, førerkortnummer, forerkort, førekort
NO_FNR birth number and D number; health, national, social, tax; alone; https://www.skatteetaten.no/en/person/national-registry/identitetsnummer/
  form dddddd ddddd | d{11} | *dddddd-ddddd | dddddd ddd dd
  check isBornInNorway, sum 3,7,6,1,8,9,4,5,2,1 mod 11, sum 5,4,3,2,7,6,5,4,3,2,1 mod 11; found 151086 95088 ≠ 151086 95077
  label fødselsnummer, fodselsnummer, foedselsnummer, fødselsnr, fnr, personnummer, person nr, d nummer, dnr, birth number, national identity number, hjelpenummer, norwegian id number
NO_HPR number of a health professional (HPR); group health; https://www.helsedirektoratet.no/
  form d{5,9}; found 1234567 ≠ 1234; label hpr, hpr nummer, hpr nr, helsepersonellnummer
# Accounts of the old post bank have zeros in front and a check as on a card.
NO_KONTONR bank account; bank; https://no.wikipedia.org/wiki/Kontonummer
  form *dddd.dd.ddddd | dddd dd ddddd | d{11} | dddd.ddddddd
  check /^0000/, drop 0000, luhn or /^(?!0000)/, sum 5,4,3,2,7,6,5,4,3,2,1 mod 11; found 8601 11 17947 ≠ 8601 11 17949
  label kontonummer, konto nr, kontonr, bankkontonummer, bankkonto, konto
NO_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Norway
  form [A-Z]{2} ?d{5} | [A-Z]{2} ?d{4}; found AB 12345 ≠ AB 123
  label registreringsnummer, regnummer, bilskilt, skiltnummer, kjennemerke, regnr
NO_MVA VAT number (MVA); tax; alone; https://www.brreg.no/
  form *NO ddd ddd ddd MVA | *NOd{9}MVA | *ddd ddd ddd MVA | *d{9}MVA | *d{9} MVA; check drop NO, /^[89]/, sum 3,2,7,6,5,4,3,2,1 mod 11
  found NO 995 525 828 MVA ≠ NO 995 525 829 MVA; label mva, mva nummer, mva nr, merverdiavgift, mva registrert, merverdiavgiftsnummer
NO_ORGNR organisation number; company; https://www.brreg.no/en/about-us-2/our-registers/about-the-central-coordinating-register-for-legal-entities-ccr/about-the-organisation-number/
  form ddd ddd ddd | d{9} | *NOd{9} | NO d{9}; check drop NO, /^[89]/, sum 3,2,7,6,5,4,3,2,1 mod 11; found 988 077 917 ≠ 988 077 918
  label organisasjonsnummer, organisasjonsnr, org nummer, orgnummer, org nr, orgnr, foretaksnummer, organisation number, organization number
NO_PASSPORT passport; passport; prado NOR
  form d{8} | [A-Z]{3}d{6} | [A-Z]{2}d{7}; found 12345678, CCC123456 ≠ 1234567; label passnummer, pass nr, norsk pass, passnr
= SE Sweden
SE_BANKGIRO payment account (Bankgiro, Plusgiro); bank; https://www.bankgirot.se/
  form d{3,4}-d{4} | d{1,7}-d | d{7,8}; check luhn; found 5050-1055 ≠ 5050-1056
  label bankgiro, bankgironummer, bg nummer, bg nr, plusgiro, plusgironummer, pg nr, postgiro
SE_ID_CARD identity card; national; prado SWE
  form d{8} | [A-Z]{2}d{7}; found 12345678 ≠ 1234567; label id kort, id kortsnummer, id kortnummer, nationellt id kort, identitetskort
SE_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Sweden
  form [A-Z]{3} ?d{2}[0-9A-Z] | [A-Z]{3} d{2}[0-9A-Z]; found ABC 123, ABC 12D ≠ ABC 1234
  label registreringsnummer, regnummer, reg nr, registreringsskylt, bilnummer, registreringsnr
SE_ORGANISATIONSNUMMER organisation number; company; alone; https://sv.wikipedia.org/wiki/Organisationsnummer
  form dddddd-dddd | d{10} | 16d{6}-?d{4} | 16d{10} | *[1-35-9]d[2-9]ddd-dddd; check last 10, /^..[2-9]/, luhn
  found 556703-7485 ≠ 556703-7486
  label organisationsnummer, organisationsnr, org nummer, orgnummer, org nr, orgnr, organisation number, org no, organization number
SE_PASSPORT passport; passport; prado SWE
  form d{8} | [A-Z]{2}d{7} | [A-Z]{2}d{6}; found AA1234567, 12345678 ≠ A1234567; label passnummer, pass nr, svenskt pass, passnr
SE_PERSONNUMMER personal number; driver, health, national, social, tax; alone; https://sv.wikipedia.org/wiki/Personnummer_i_Sverige
  form *dddddd-dddd | *d{6}+d{4} | d{10} | *d{8}-d{4} | *d{8}+d{4} | d{12} | d{8} d{4}; check isBornInSweden, last 10, luhn
  found 640823-3234 ≠ 640823-3235, 19001309-2393
  label personnummer, person nr, personnr, pnr, personal number, personal identity number, samordningsnummer, coordination number, swedish pin, person nummer, identitetsnummer
SE_VAT VAT number; company, tax; alone; vies
  form *SEd{10}01 | *SE d{10}01 | *SE d{6}-d{4}-01 | d{12}; check drop SE, /^(?!.*00$)/, first 10, luhn; checkAlone lettered
  found SE556703748501 ≠ SE 123456789101; label momsnummer, moms nr, momsregistreringsnummer, vat nr, vat nummer, moms reg nr, momsreg nr
`,
  { isBornInNorway, isBornInSweden, isDanishPerson, isFinnishPerson, isIcelandic },
);
