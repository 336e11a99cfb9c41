import { idCards } from "../cards.ts";
import { digitAt, isLettered, isMixed, remainder, valueAt, weightedSum } from "../checks.ts";

/** Modulo 11, weights 9 to 2. */
function isPortugueseTaxpayer(text: string): boolean {
  const digits = text.replace(/^PT/, "");
  return ((11 - (weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === digitAt(digits, 8);
}

/** Citizen card: as on a card, letters from A = 10 on. */
function isCitizenCard(text: string): boolean {
  let sum = 0;
  for (let at = 0; at < 12; at++) {
    const doubled = valueAt(text, at) * 2;
    sum += at % 2 === 1 ? doubled / 2 : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Social security: prime weights. */
const isPortugueseInsured = (digits: string): boolean =>
  9 - (weightedSum(digits, [29, 23, 19, 17, 13, 11, 7, 5, 3, 2]) % 10) === digitAt(digits, 10);

/** Bank account: 98 less the rest modulo 97. */
const isPortugueseAccount = (digits: string): boolean =>
  98 - remainder(`${digits.slice(0, -2)}00`, 97) === Number(digits.slice(-2));

export const PORTUGUESE_IDS = idCards(
  { country: "PT", name: "Portugal" },
  `
PT_BI identity card before the citizen card (BI)
  form d{7,8} | d{8}-?d
  label bilhete de identidade, n bi, número de bilhete de identidade, número de identificação civil
  found 12345678 ≠ 123456
  national; https://pt.wikipedia.org/wiki/Bilhete_de_identidade
PT_CC citizen card
  form d{8} d xx d | d{9}xxd | d{8}-d-xxd | d{8} d xxd | d{8} d ll d | d{9}lld
  strong d{8} d ll d | d{9}lld
  label cartão de cidadão, cartao cidadao, cc, número de cartão de cidadão, citizen card, n cc, n documento, número de documento
  found 00000000 0 ZZ4, 101490801ZY0 ≠ 10000000 0 ZZ4
  national; check isCitizenCard; checkAlone isMixed; alone; https://pt.wikipedia.org/wiki/Cart%C3%A3o_de_cidad%C3%A3o
PT_DRIVER_LICENSE driving licence
  form [A-Z]{1,2}-?d{5,8} ?d? | [A-Z]{1,2}-d{6,7} d
  label carta de condução, número da carta de condução, n carta de condução
  found L-1234567 8, PO-123456 7 ≠ 1234567
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/PRT/index.html
PT_LICENSE_PLATE licence plate
  form [A-Z]{2}-dd-[A-Z]{2} | dd-[A-Z]{2}-dd | dd-dd-[A-Z]{2} | [A-Z]{2}-dd-dd
  strong [A-Z]{2}-dd-[A-Z]{2}
  label matrícula, número de matrícula, matrícula do veículo
  found AB-12-CD ≠ AB-12-C
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Portugal
PT_NIB bank account (NIB)
  form dddd dddd ddddddddddd dd | d{21} | dddd.dddd.ddddddddddd.dd
  strong dddd dddd ddddddddddd dd | dddd.dddd.ddddddddddd.dd
  label nib, número de identificação bancária, conta bancária
  found 232285603264932743131 ≠ 232285603264932743132
  bank; check isPortugueseAccount; alone; https://pt.wikipedia.org/wiki/N%C3%BAmero_de_Identifica%C3%A7%C3%A3o_Banc%C3%A1ria
PT_NIF taxpayer number (NIF, NIPC)
  form PT[1-35-9]d{8} | PT ddd ddd ddd | [1-35-9]d{8} | [1-35-9]dd ddd ddd
  strong PT[1-35-9]d{8}
  label nif, nipc, número de contribuinte, contribuinte, n contribuinte, número de identificação fiscal, número fiscal, nif pt
  found PT501964843 ≠ PT501964842
  company, tax; check isPortugueseTaxpayer; checkAlone isLettered; alone; https://pt.wikipedia.org/wiki/N%C3%BAmero_de_identifica%C3%A7%C3%A3o_fiscal
PT_NISS social security number (NISS)
  form [12]d{10} | [12]dd dddd dddd | [12]dd ddd ddd dd
  label niss, número de identificação de segurança social, número de segurança social, segurança social, n segurança social
  found 12579441048 ≠ 12579441049
  social; check isPortugueseInsured; https://www.seg-social.pt/numero-de-identificacao-de-seguranca-social
PT_PASSPORT passport
  form [A-Z]{1,2}d{6} | [A-Z]d{7}
  label passaporte, número de passaporte, número do passaporte, n passaporte
  found CB123456, L123456 ≠ CB12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/PRT/index.html
PT_RESIDENCE_PERMIT residence permit
  form [A-Z0-9]{9} | d{9}
  label título de residência, autorização de residência, n título de residência
  found A12B34567, 123456789 ≠ 12345678
  national; https://www.consilium.europa.eu/prado/en/prado-documents/PRT/index.html
PT_SNS health service user number (SNS)
  form d{9} | ddd ddd ddd
  label número de utente, n utente, utente, número sns, número nacional de utente, número de utente de saúde
  found 123456789 ≠ 12345678
  health; https://www.sns24.gov.pt/
`,
  { isCitizenCard, isMixed, isPortugueseAccount, isPortugueseTaxpayer, isLettered, isPortugueseInsured },
);
