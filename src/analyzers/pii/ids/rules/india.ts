import { idCards } from "../cards.ts";
import { isOneSign, isVerhoeffValid } from "../checks.ts";

/** Numbers of India and its neighbours. */

const isPalindrome = (digits: string): boolean => digits === digits.split("").toReversed().join("");

/** Aadhaar and the virtual id that stands for it. */
const isAadhaar = (digits: string): boolean => !isPalindrome(digits) && isVerhoeffValid(digits);

/**
 * First two digits of a GSTIN: the state, 97 for other territories. The check digit is left out: with a taxpayer's number
 * inside, the form is enough, and mistyped or invented ones must not be told apart.
 */
function hasGstState(compact: string): boolean {
  const state = Number(compact.slice(0, 2));
  return (state >= 1 && state <= 38) || state === 97;
}

// Registration codes of the states and territories, old ones included: https://parivahan.gov.in/
const PLATE_STATE = new Set(
  "AN AP AR AS BH BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TG TN TR TS UA UK UP WB".split(
    " ",
  ),
);

const isIndianPlate = (compact: string): boolean =>
  /^\d/.test(compact) || compact.length < 8 || PLATE_STATE.has(compact.slice(0, 2));

/** State, office, year of the first licence, number. */
function isIndianDriver(compact: string): boolean {
  const year = Number(compact.slice(4, 8));
  return PLATE_STATE.has(compact.slice(0, 2)) && year >= 1950 && year <= 2040;
}

/** Sorted by id. */
export const INDIA_IDS = idCards(
  { country: "IN", name: "India" },
  `
IN_AADHAAR Aadhaar
  form [2-9]ddd dddd dddd | [2-9]ddd-dddd-dddd
  label aadhaar, aadhaar card, aadhaar no, aadhaar number, aadhar, aadhar card, aadhar number, adhaar, uid number, uidai, आधार, आधार कार्ड, आधार नंबर, आधार संख्या, ஆதார், ఆధార్, আধার, ಆಧಾರ್, આધાર, ആധാർ
  found 2341 2341 2346, 312345678909, 2341:2341:2346, 2341_2341_2346 ≠ 2341 2341 2347, 123412341234
  national; check isAadhaar; alone; https://uidai.gov.in/
IN_ABHA health account
  form dd-dddd-dddd-dddd
  strong [1-9]d-dddd-dddd-dddd
  label abha, abha number, ayushman bharat health account, health id india, आभा
  found 91-2345-6789-0123 ≠ 91-2345-6789-012
  health; check isVaried; weak; https://abha.abdm.gov.in/
IN_BANK_ACCOUNT number of a bank account
  form d{9,18}
  label indian bank account, khata number, खाता संख्या, खाता नंबर, बैंक खाता
  found 00123456789012 ≠ 12345678
  bank; check isVaried; weak; https://www.rbi.org.in/
IN_CIN register of companies
  form [LU]d{5}[A-Z]{2}[12]d{3}[A-Z]{3}d{6}
  strong [LU]d{5}[A-Z]{2}[12]d{3}[A-Z]{3}d{6}
  label cin, cin number, corporate identification number, corporate identity number
  found L17110MH1973PLC019786, U72200KA2015PTC082988 ≠ A17110MH1973PLC019786, L17110MH1973PLC01978
  company; alone; https://www.mca.gov.in/
IN_DRIVER_LICENSE driving licence
  form lldd d{11} | ll-d{13} | lldd-d{11} | ll-dd-dddd-d{7}
  strong lldd d{11} | ll-d{13} | lldd-d{11} | lld{13}
  label dl number india, indian driving licence, indian driving license, ड्राइविंग लाइसेंस, चालक अनुज्ञप्ति
  found MH12 20110012345, DL-1420110012345, KA0120150001234 ≠ XX12 20110012345, MH12 30110012345
  driver; check isIndianDriver; alone; https://parivahan.gov.in/
IN_ESIC employees' state insurance
  form d{10} | dd-dd-d{6} | d{17}
  label esi number, esic, esic number, esic ip number
  found 3112345678 ≠ 311234567
  social, health; https://www.esic.gov.in/
IN_GSTIN goods and services tax
  form dd[A-Z]{5}d{4}[A-Z][1-9A-Z]Z[0-9A-Z]
  strong dd[A-Z]{5}d{4}[A-Z][1-9A-Z]Z[0-9A-Z]
  label goods and services tax identification number, gst in, gst no, gst number, gst registration number, gstin, gstin number, जीएसटी, जीएसटीआईएन
  found 27AAPFU0939F1ZV, 29AAGCB7383J1Z4 ≠ 00AAPFU0939F1ZV, 39AAPFU0939F1ZV, 27AAPFU0939F1YV
  tax, company; check hasGstState; alone; https://www.gst.gov.in/
IN_IFSC code of a bank's branch
  form [A-Z]{4}0[0-9A-Z]{6}
  label ifs code, ifsc, ifsc code, indian financial system code
  found SBIN0001234 ≠ SBIN1001234
  https://www.rbi.org.in/
IN_PAN permanent account number of a taxpayer
  form [A-Z]{5}d{4}[A-Z] | [A-Z]d{4}[A-Z]{5}
  strong [A-Z]{3}[ABCFGHJKLPT][A-Z]d{4}[A-Z]
  label indian pan, pan card, pan card number, pan no, pan number, permanent account number, pan, पैन, पैन कार्ड, पैन नंबर, स्थायी खाता संख्या
  found ABCPD1234Z, ABBPM4567S ≠ ABCD1234Z, ABCPD0000Z
  tax; check isInPan; https://www.incometax.gov.in/iec/foportal/
IN_PASSPORT passport
  form [A-Z][1-9]d{6}
  label indian passport, पासपोर्ट, पासपोर्ट नंबर, पासपोर्ट संख्या
  found A3456781, J6932157 ≠ b0097650, T356907
  passport; https://www.passportindia.gov.in/
IN_TAN account number of who deducts tax
  form [A-Z]{4}d{5}[A-Z]
  label tan, tan number, tax deduction account number
  found MUMA12345B ≠ MUM12345B
  https://www.incometax.gov.in/iec/foportal/
IN_UAN provident fund and pension accounts
  form 1d{11} | d{12} | ll/lll/d{7}/ddd/d{7} | lllllddddddddddddddddd
  label epf uan, epfo, pf account number, pran, pran number, uan, uan number, universal account number
  found 100123456789, MH/BAN/0012345/000/0000123 ≠ 10012345678
  social; https://www.epfindia.gov.in/
IN_VEHICLE_REGISTRATION number plate
  form lld{1,2}l{1,3}d{1,4} | ll dd l{1,3} dddd | ll-dd-l{1,3}-dddd | ddBHd{4}l{1,2} | dd BH dddd l{1,2} | l{1,3}d{4,5} | lld{2}d{4}
  strong lldd[A-Z]{1,2}d{4} | ll dd [A-Z]{1,2} dddd | ll-dd-[A-Z]{1,2}-dddd | lld[A-Z]{2,3}d{4} | ddBHd{4}[A-Z]{1,2}
  label indian plate number, registration certificate number, vehicle no, vehicle number, vehicle registration, vehicle registration number, गाड़ी नंबर, वाहन पंजीकरण, वाहन संख्या
  found KA53ME3456, DL3CJI0001, MH 12 AB 1234, 22BH1234AA, MCX1243 ≠ XX53ME3456, ABNE123456
  plate; check isIndianPlate; https://parivahan.gov.in/
IN_VID virtual id of an Aadhaar
  form [2-9]d{15} | [2-9]ddd dddd dddd dddd
  label aadhaar virtual id, aadhaar virtual, aadhaar vid, vid, vid number, virtual id, वीआईडी
  found 2341234123412341 ≠ 2341234123412342
  national; check isAadhaar; https://uidai.gov.in/
IN_VOTER voter's identity card
  form [A-Z]{3}d{7} | [A-Z]{2}/dd/ddd/d{6}
  label voter, elector photo identity card, electoral card, epic, epic card, epic no, epic number, voter card, voter id, voter id card, voter id number, voters id, मतदाता पहचान पत्र, वोटर आईडी
  found WKH1186253, MUP5632811 ≠ A8923571WZ, zxdf8923q1
  national; https://www.eci.gov.in/
`,
  {
    isAadhaar,
    isVaried: (digits) => !isOneSign(digits),
    isIndianDriver,
    hasGstState,
    isInPan: (compact) => !compact.includes("0000"),
    isIndianPlate,
  },
);
