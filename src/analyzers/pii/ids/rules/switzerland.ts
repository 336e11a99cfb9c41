import { idCards } from "../cards.ts";
import { digitAt, weightedSum } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** EAN-13 in the range of the country. */
function isSwissInsured(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < 13; at++) sum += digitAt(digits, at) * (at % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

/** `CHE` and nine digits, modulo 11; the VAT number has a suffix. */
function isSwissCompany(text: string): boolean {
  const digits = text.slice(3, 12);
  return (11 - (weightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === digitAt(digits, 8);
}

export const SWISS_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "CH", name: "Switzerland" },
    `
CH_AHV social security number (AHV)
  form 756.dddd.dddd.dd | 756d{10} | 756 dddd dddd dd
  strong 756.dddd.dddd.dd | 756d{10}
  label ahv, ahv nummer, ahv nr, ahvn13, avs, numéro avs, n avs, no avs, avs nr, numero avs, ahv iv, oasi number, nss, sozialversicherungsnummer, numéro de sécurité sociale
  found 756.9217.0769.85 ≠ 756.9217.0769.84
  national, social; check isSwissInsured; alone; https://de.wikipedia.org/wiki/AHV-Nummer
CH_DRIVER_LICENSE driving licence
  form d{12} | d{9}
  label führerausweis, führerausweisnummer, fuehrerausweis, faber, permis de conduire suisse, licenza di condurre
  found 001234567001 ≠ 1234567
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/CHE/index.html
CH_GLN number of a health professional (GLN)
  form 760d{10} | 760 d{4} d{5} d
  strong 760d{10}
  label gln, gln nummer, ean nummer, numéro gln, zsr nummer
  found 760 2529 82378 3 ≠ 760 2529 82378 4
  check isSwissInsured; alone; https://www.refdata.ch/
CH_HANDELSREGISTER trade register before the UID
  form CH-ddd.d.ddd.ddd-d | CHd{11}
  strong CH-ddd.d.ddd.ddd-d
  label handelsregisternummer, firmennummer, ch nummer, numéro registre du commerce, numero registro di commercio
  found CH-020.3.020.910-6 ≠ CH-020.3.020.910
  company; alone; https://www.zefix.ch/
CH_HEALTH_INSURANCE health insurance card
  form 80756d{15} | 80756 dddd dddd dddd ddd
  strong 80756d{15}
  label versichertenkarte, krankenversicherungskarte, kartennummer der versichertenkarte, carte d assuré, tessera d assicurato, veka nummer
  found 80756000001234567890 ≠ 80757000001234567890
  health; alone; https://de.wikipedia.org/wiki/Versichertenkarte
CH_ID_CARD identity card
  form ld{7} | Exxxxxxdx?
  label identitätskarte, identitätskartennummer, carte d identité, carta d identità
  found E1234567 ≠ 1234567
  national; https://www.consilium.europa.eu/prado/en/prado-documents/CHE/index.html
CH_LICENSE_PLATE licence plate
  form [A-Z]{2} ?d{1,6} | [A-Z]{2}-d{1,6}
  label kontrollschild, autonummer, nummernschild, plaque d immatriculation, numéro de plaque, targa
  found ZH 123456 ≠ ZH 1234567
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Switzerland
CH_PASSPORT passport
  form [A-Z]d{7} | [A-Z][A-Z0-9]d{6}
  label schweizer pass, passnummer, pass nr, passeport suisse, numéro de passeport, passaporto svizzero
  found X1234567 ≠ 12345678
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/CHE/index.html
CH_UID company number (UID)
  form CHE-ddd.ddd.ddd | CHEd{9} | CHE ddd ddd ddd | CHE d{9} | CHE ddd.ddd.ddd
  strong CHE-ddd.ddd.ddd | CHEd{9} | CHE ddd.ddd.ddd
  label uid, uid nummer, uid nr, unternehmens identifikationsnummer, ide, numéro ide, numero idi, idi, enterprise identification number
  found CHE-100.155.212 ≠ CHE-100.155.211
  company; check isSwissCompany; alone; https://de.wikipedia.org/wiki/Unternehmens-Identifikationsnummer
CH_VAT VAT number
  form CHE-ddd.ddd.ddd MWST | CHE-ddd.ddd.ddd TVA | CHE-ddd.ddd.ddd IVA | CHE-ddd.ddd.ddd VAT | CHEd{9}MWST | CHEd{9}TVA | CHEd{9}IVA | CHE-ddd.ddd.ddd TPV
  strong CHE-ddd.ddd.ddd MWST | CHE-ddd.ddd.ddd TVA | CHE-ddd.ddd.ddd IVA | CHEd{9}MWST
  label mwst, mwst nr, mwst nummer, mehrwertsteuernummer, mehrwertsteuer nr, tva, no tva, n tva, numéro tva, partita iva, numero iva
  found CHE-107.787.577 IVA ≠ CHE-107.787.578 IVA
  tax; check isSwissCompany; alone; https://www.estv.admin.ch/estv/en/home/value-added-tax/vat-liability/vat-no.html
CH_ZEMIS number of a foreigner (ZEMIS)
  form d{6,8}.d | d{7,9}
  label zemis, zemis nummer, zemis nr, zar nummer, n symic, symic, numéro symic, ausländerausweis
  found 1234567.8 ≠ 123456789012
  national; https://www.sem.admin.ch/sem/en/home/themen/aufenthalt.html
`,
    { isSwissInsured, isSwissCompany },
  ),
  ...idCards(
    { country: "LI", name: "Liechtenstein" },
    `
LI_ID_CARD identity card
  form IDd{5,8}
  label identitätskarte, id karte
  found ID0221435 ≠ ID12
  national; https://www.consilium.europa.eu/prado/en/prado-documents/LIE/index.html
LI_LICENSE_PLATE licence plate
  form FL ?d{1,5}
  label kontrollschild, autonummer
  found FL 12345 ≠ FL 123456
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Liechtenstein
LI_PASSPORT passport
  form [A-Z]d{5,6} | [A-Z]{2}d{5,6}
  label liechtensteiner reisepass, reisepass
  found R12345 ≠ R1234
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/LIE/index.html
LI_PEID number of a person or company (PEID)
  form d{4,12}
  label peid, pe id, pid nummer, personenidentifikationsnummer, personen identifikations nummer, liechtenstein peid
  found 1234567 ≠ 123
  national, tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Liechtenstein-TIN.pdf
LI_VAT VAT number
  form d{5} | LId{5}
  label mwst nr, mwst nummer, mehrwertsteuernummer
  found 12345 ≠ 123
  tax; https://www.llv.li/en/national-administration/fiscal-authority
`,
  ),
];
