import { idCards } from "../cards.ts";
import { digitAt, isDdMmYy, isLettered, weightedSum } from "../checks.ts";

const CONTROL = "0123456789ABCDEFHJKLMNPRSTUVWXY";

/** `DDMMYY`, sign of the century, serial from 002 on, and 31 units of check. */
function isFinnishPerson(text: string): boolean {
  const serial = text.slice(-4, -1);
  if (Number(serial) < 2 || !isDdMmYy(text, 0)) return false;
  return CONTROL.charAt(Number(text.slice(0, 6) + serial) % 31) === text.slice(-1);
}

/** Modulo 11; a check of 10 is not given out. */
function isFinnishCompany(text: string): boolean {
  const digits = text.replace(/^FI/, "").padStart(8, "0");
  return (11 - (weightedSum(digits, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === digitAt(digits, 7);
}

export const FINNISH_IDS = idCards(
  { country: "FI", name: "Finland" },
  `
FI_ASSOCIATION register of associations
  form ddd.ddd | d{3,6}
  label rekisterinumero, yhdistyksen rekisterinumero, yhdistysrekisterinumero, registernummer
  found 186.217 ≠ 12
  https://www.prh.fi/en/yhdistysrekisteri.html
FI_DRIVER_LICENSE driving licence
  form d{6}-d{3}[0-9A-Y] | d{6}[A-FU-Y]d{3}[0-9A-Y] | d{8,10}
  label ajokortti, ajokortin numero, ajokorttinumero, körkort, körkortsnummer
  found 131052-308T, 12345678 ≠ 123
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/FIN/index.html
FI_KELA European health card of KELA
  form 80246d{15} | 80246 ddddd dddddddddd
  strong 80246d{15}
  label kela kortti, kelakortti, fpa kort, eurooppalainen sairaanhoitokortti
  found 80246802460123456789 ≠ 80247802460123456789
  health; alone; https://www.kela.fi/
FI_LICENSE_PLATE licence plate
  form [A-Z]{2,3}-d{1,3}
  label rekisteritunnus, rekisterinumero, rekisterikilpi, registerskylt
  found ABC-123 ≠ ABC-1234
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Finland
FI_PASSPORT passport and identity card
  form [A-Z]{2}d{7} | d{8,9} | d{9}[A-Z]
  label passinumero, passin numero, passnummer, henkilökortti, henkilökortin numero
  found FP1234567 ≠ F123456
  national, passport; https://www.consilium.europa.eu/prado/en/prado-documents/FIN/index.html
FI_PERSONAL_IDENTITY_CODE personal identity code (HETU)
  form d{6}-d{3}[0-9A-Y] | d{6}+d{3}[0-9A-Y] | d{6}[A-FU-Y]d{3}[0-9A-Y]
  strong d{6}-d{3}[0-9A-Y] | d{6}+d{3}[0-9A-Y] | d{6}[A-FU-Y]d{3}[0-9A-Y]
  label hetu, henkilötunnus, henkilotunnus, personal identity code, personbeteckning, sosiaaliturvatunnus, sotu, finnish pic, henkilötunnukseni
  found 131052-308T ≠ 131052-308U, 310289-211C
  driver, health, national, social, tax; check isFinnishPerson; alone; https://dvv.fi/en/personal-identity-code
FI_VAT VAT number (ALV)
  form FId{8} | FI d{8} | d{8}
  strong FId{8} | FI d{8}
  label alv, alv nro, alv numero, alv tunnus, arvonlisäveronumero, arvonlisäverotunniste, moms nr, momsnummer
  found FI 20774740 ≠ 20774741
  company, tax; check isFinnishCompany; checkAlone isLettered; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
FI_VERONUMERO tax number of building workers
  form d{12}
  label veronumero, vero nro, skattenummer
  found 100123456789 ≠ 12345678
  tax; https://www.vero.fi/en/individuals/tax-cards-and-tax-returns/arriving_in_finland/work_in_finland/tax-number/
FI_YTUNNUS business ID (Y-tunnus)
  form d{7}-d | d{6,7}-d
  strong d{7}-d
  label y tunnus, ytunnus, ly tunnus, business id, fo nummer, yritystunnus, yritys ja yhteisötunnus, liike ja yhteisötunnus, företags och organisationsnummer
  found 2077474-0 ≠ 2077474-1
  company, tax; check isFinnishCompany; https://www.ytj.fi/en/index/businessid.html
`,
  { isFinnishPerson, isFinnishCompany, isLettered },
);
