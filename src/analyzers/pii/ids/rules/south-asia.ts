import { idCards } from "../cards.ts";
import { isOneSign } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Day of the year from the third digit (fifth in the new form) on; women's is raised by 500. */
function isSriLankanId(compact: string): boolean {
  if (compact.length === 12) return /^(?:19|20[0-2])/.test(compact);
  const day = Number(compact.slice(2, 5)) % 500;
  return day >= 1 && day <= 366 && Number(compact.slice(2, 5)) <= 866;
}

/** Afghanistan, Bangladesh, Bhutan, the Maldives, Nepal, Pakistan, Sri Lanka. Sorted by id. */
export const SOUTH_ASIA_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "AF", name: "Afghanistan" },
    `
AF_TAZKIRA identity card
  form dddd-dddd-ddddd
  strong 1[34]dd-dddd-ddddd
  label afghan id, e tazkira, tazkira, tazkera, تذکره, شماره تذکره
  found 1400-0101-12345 ≠ 1400-0101-1234
  national; https://en.wikipedia.org/wiki/Afghan_identity_card
`,
  ),
  ...idCards(
    { country: "BD", name: "Bangladesh" },
    `
BD_NID identity card
  form d{10} | d{13} | d{17} | ddd ddd dddd
  label bangladesh nid, nid, nid card, nid no, nid number, জাতীয় পরিচয়পত্র, এনআইডি, জাতীয় পরিচয়পত্র নম্বর
  found 1234567890, 19901234567890123 ≠ 123456789
  national; check isVaried; weak; https://www.nidw.gov.bd/
BD_TIN taxpayer
  form d{12}
  label e tin, etin, bangladesh tin, টিআইএন
  found 123456789012 ≠ 12345678901
  tax; https://nbr.gov.bd/
`,
    { isVaried: (digits) => !isOneSign(digits) },
  ),
  ...idCards(
    { country: "BT", name: "Bhutan" },
    `
BT_CID citizenship identity card
  form 1d{10}
  label bhutan cid, cid number, citizenship identity card, cid no
  found 11234567890 ≠ 21234567890
  national; https://en.wikipedia.org/wiki/National_identification_number
`,
  ),
  ...idCards(
    { country: "LK", name: "Sri Lanka" },
    `
LK_NIC identity card
  form d{9}[VX] | d{12}
  strong d{9}V
  label nic, nic no, nic number, sri lankan nic, ජාතික හැඳුනුම්පත, தேசிய அடையாள அட்டை
  found 942281632V, 199422801632 ≠ 944001632V, 189422801632, 942281632A
  national; check isSriLankanId; alone; https://drp.gov.lk/
`,
    { isSriLankanId },
  ),
  ...idCards(
    { country: "MV", name: "Maldives" },
    `
MV_ID identity card
  form Ad{6}
  label maldives id, maldivian id, އައިޑީ ކާޑު
  found A123456 ≠ B123456, A12345
  national; https://dnr.gov.mv/
`,
  ),
  ...idCards(
    { country: "NP", name: "Nepal" },
    `
NP_CITIZENSHIP citizenship certificate
  form dd-dd-dd-d{5} | d{2}/d{2}/d{2}/d{5} | d{10,11} | ddd-ddd-ddd-d
  label citizenship certificate, citizenship certificate number, nagarikta, nagarikta number, नागरिकता, नागरिकता नम्बर, राष्ट्रिय परिचयपत्र
  found 12-01-75-12345 ≠ 12-01-75-123
  national; https://en.wikipedia.org/wiki/Nepalese_nationality_law
NP_PAN taxpayer
  form d{9}
  label nepal pan, pan nepal, स्थायी लेखा नम्बर, पान नम्बर
  found 301234567 ≠ 30123456
  tax; https://ird.gov.np/
`,
  ),
  ...idCards(
    { country: "PK", name: "Pakistan" },
    `
PK_CNIC computerised identity card
  form [1-7]dddd-d{7}-[1-9]
  strong [1-7]dddd-d{7}-[1-9]
  label cnic, cnic no, cnic number, computerised national identity card, computerized national identity card, nadra, nicop, snic, شناختی کارڈ, شناختی کارڈ نمبر
  found 34201-0891231-8, 5410498905786 ≠ 34201-0891231-0, 94201-0891231-8
  national; https://id.nadra.gov.pk/
PK_NTN taxpayer
  form d{7} | d{7}-d
  label national tax number, ntn, ntn number, strn
  found 1234567, 1234567-8 ≠ 123456
  tax; https://www.fbr.gov.pk/
`,
  ),
];
