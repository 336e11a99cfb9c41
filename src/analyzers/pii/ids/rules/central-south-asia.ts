import { idCards } from "../cards.ts";
import { isVerhoeffValid } from "../checks.ts";

/** Aadhaar and the virtual id that stands for it. */
const isAadhaar = (digits: string): boolean =>
  isVerhoeffValid(digits) && digits !== digits.split("").toReversed().join("");

// Registration codes of the states and territories, old ones included: https://parivahan.gov.in/
const isIndianState = (compact: string): boolean =>
  /^(?:A[NPRS]|B[HR]|C[GH]|D[DLN]|G[AJ]|H[PR]|J[HK]|K[AL]|L[AD]|M[HLNPZ]|NL|O[DR]|P[BY]|RJ|SK|T[GNRS]|U[AKP]|WB)/.test(
    compact,
  );

export const CENTRAL_SOUTH_ASIAN_IDS = idCards(
  `
= AF Afghanistan
AF_TAZKIRA identity card; national; wiki Afghan_identity_card
  form dddd-dddd-ddddd | *1[34]dd-dddd-ddddd; found 1400-0101-12345 ≠ 1400-0101-1234
  label afghan id, e tazkira, tazkira, tazkera, تذکره, شماره تذکره
= BD Bangladesh
BD_NID identity card; national; weak; https://www.nidw.gov.bd/
  form d{10} | d{13} | d{17} | ddd ddd dddd; check varied; found 1234567890, 19901234567890123 ≠ 123456789
  label bangladesh nid, nid, nid card, nid no, nid number, জাতীয় পরিচয়পত্র, এনআইডি, জাতীয় পরিচয়পত্র নম্বর
BD_TIN taxpayer; tax; https://nbr.gov.bd/
  form d{12}; found 123456789012 ≠ 12345678901; label e tin, etin, bangladesh tin, টিআইএন
= BT Bhutan
BT_CID citizenship identity card; national; wiki National_identification_number
  form 1d{10}; found 11234567890 ≠ 21234567890; label bhutan cid, cid number, citizenship identity card, cid no
= IN India
IN_AADHAAR Aadhaar; national; alone; https://uidai.gov.in/
  form [2-9]ddd dddd dddd | [2-9]ddd-dddd-dddd; check isAadhaar
  found 2341 2341 2346, 312345678909, 2341:2341:2346, 2341_2341_2346 ≠ 2341 2341 2347, 123412341234
  label aadhaar, aadhaar card, aadhaar no, aadhaar number, aadhar, aadhar card, aadhar number, adhaar, uid number, uidai, आधार, आधार कार्ड, आधार नंबर, आधार संख्या, ஆதார், ఆధార్, আধার, ಆಧಾರ್, આધાર, ആധാർ
IN_ABHA health account; health; weak; https://abha.abdm.gov.in/
  form dd-dddd-dddd-dddd | *[1-9]d-dddd-dddd-dddd; check varied; found 91-2345-6789-0123 ≠ 91-2345-6789-012
  label abha, abha number, ayushman bharat health account, health id india, आभा
IN_BANK_ACCOUNT number of a bank account; bank; weak; https://www.rbi.org.in/
  form d{9,18}; check varied; found 00123456789012 ≠ 12345678; label indian bank account, khata number, खाता संख्या, खाता नंबर, बैंक खाता
IN_CIN register of companies; company; alone; https://www.mca.gov.in/
  form *[LU]d{5}[A-Z]{2}[12]d{3}[A-Z]{3}d{6}
  found L17110MH1973PLC019786, U72200KA2015PTC082988 ≠ A17110MH1973PLC019786, L17110MH1973PLC01978
  label cin, cin number, corporate identification number, corporate identity number
IN_DRIVER_LICENSE driving licence; driver; alone; https://parivahan.gov.in/
  form *lldd d{11} | *ll-d{13} | *lldd-d{11} | ll-dd-dddd-d{7} | *lld{13}; check isIndianState, range 4 1950..2040
  found MH12 20110012345, DL-1420110012345, KA0120150001234 ≠ XX12 20110012345, MH12 30110012345
  label dl number india, indian driving licence, indian driving license, ड्राइविंग लाइसेंस, चालक अनुज्ञप्ति
IN_ESIC employees' state insurance; social, health; https://www.esic.gov.in/
  form d{10} | dd-dd-d{6} | d{17}; found 3112345678 ≠ 311234567; label esi number, esic, esic number, esic ip number
# The state, 97 for other territories. The check digit is left out: with a taxpayer's number inside, the form is enough, and
# mistyped or invented ones must be found too.
IN_GSTIN goods and services tax; tax, company; alone; https://www.gst.gov.in/
  form *dd[A-Z]{5}d{4}[A-Z][1-9A-Z]Z[0-9A-Z]; check /^(?:0[1-9]|[12][0-9]|3[0-8]|97)/
  found 27AAPFU0939F1ZV, 29AAGCB7383J1Z4 ≠ 00AAPFU0939F1ZV, 39AAPFU0939F1ZV, 27AAPFU0939F1YV
  label goods and services tax identification number, gst in, gst no, gst number, gst registration number, gstin, gstin number, जीएसटी, जीएसटीआईएन
IN_IFSC code of a bank's branch; group financial; https://www.rbi.org.in/
  form [A-Z]{4}0[0-9A-Z]{6}; found SBIN0001234 ≠ SBIN1001234; label ifs code, ifsc, ifsc code, indian financial system code
IN_PAN permanent account number of a taxpayer; tax; https://www.incometax.gov.in/iec/foportal/
  form [A-Z]{5}d{4}[A-Z] | [A-Z]d{4}[A-Z]{5} | *[A-Z]{3}[ABCFGHJKLPT][A-Z]d{4}[A-Z]; check /^(?!.*0000)/
  found ABCPD1234Z, ABBPM4567S ≠ ABCD1234Z, ABCPD0000Z
  label indian pan, pan card, pan card number, pan no, pan number, permanent account number, pan, पैन, पैन कार्ड, पैन नंबर, स्थायी खाता संख्या
IN_PASSPORT passport; passport; https://www.passportindia.gov.in/
  form [A-Z][1-9]d{6}; found A3456781, J6932157 ≠ b0097650, T356907; label indian passport, पासपोर्ट, पासपोर्ट नंबर, पासपोर्ट संख्या
IN_TAN account number of who deducts tax; https://www.incometax.gov.in/iec/foportal/
  form [A-Z]{4}d{5}[A-Z]; found MUMA12345B ≠ MUM12345B; label tan, tan number, tax deduction account number
IN_UAN provident fund and pension accounts; social; https://www.epfindia.gov.in/
  form 1d{11} | d{12} | ll/lll/d{7}/ddd/d{7} | lllllddddddddddddddddd; found 100123456789, MH/BAN/0012345/000/0000123 ≠ 10012345678
  label epf uan, epfo, pf account number, pran, pran number, uan, uan number, universal account number
IN_VEHICLE_REGISTRATION number plate; plate; https://parivahan.gov.in/
  form lld{1,2}l{1,3}d{1,4} | ll dd l{1,3} dddd | ll-dd-l{1,3}-dddd | ddBHd{4}l{1,2} | dd BH dddd l{1,2} | l{1,3}d{4,5} | lld{2}d{4} | *lldd[A-Z]{1,2}d{4} | *ll dd [A-Z]{1,2} dddd | *ll-dd-[A-Z]{1,2}-dddd | *lld[A-Z]{2,3}d{4} | *ddBHd{4}[A-Z]{1,2}
  check /^[0-9]/ or /^.{0,7}$/ or isIndianState; found KA53ME3456, DL3CJI0001, MH 12 AB 1234, 22BH1234AA, MCX1243 ≠ XX53ME3456, ABNE123456
  label indian plate number, registration certificate number, vehicle no, vehicle number, vehicle registration, vehicle registration number, गाड़ी नंबर, वाहन पंजीकरण, वाहन संख्या
IN_VID virtual id of an Aadhaar; national; https://uidai.gov.in/
  form [2-9]d{15} | [2-9]ddd dddd dddd dddd; check isAadhaar; found 2341234123412341 ≠ 2341234123412342
  label aadhaar virtual id, aadhaar virtual, aadhaar vid, vid, vid number, virtual id, वीआईडी
IN_VOTER voter's identity card; national; https://www.eci.gov.in/
  form [A-Z]{3}d{7} | [A-Z]{2}/dd/ddd/d{6}; found WKH1186253, MUP5632811 ≠ A8923571WZ, zxdf8923q1
  label voter, elector photo identity card, electoral card, epic, epic card, epic no, epic number, voter card, voter id, voter id card, voter id number, voters id, मतदाता पहचान पत्र, वोटर आईडी
= IR Iran
IR_NATIONAL_ID national code; national; wiki National_identification_number
  form ddd-d{6}-d; check varied, weights 10,9,8,7,6,5,4,3,2 01987654321; found 0499370899 ≠ 0499370898, 1111111111
  label code melli, iranian national id, kode melli, کد ملی, شماره ملی, کدملی
= KG Kyrgyzstan
KG_INN personal number, taxpayer; national, tax; https://grs.gov.kg/
  form [0-2]d{13}; check date DDMMYYYY at 1; found 20101199012345 ≠ 20113199012345
  label kyrgyz inn, kyrgyz pin, инн, пин, персональный номер
= KZ Kazakhstan
# Year and month of registration, then the kind of company.
KZ_BIN business identification; company, tax; tin
  form d{12}; check range 2 01..12, /^.{4}[456][0-3]/, rounds 1,2,3,4,5,6,7,8,9,10,11 3,4,5,6,7,8,9,10,11,1,2 0123456789-
  found 130240012343 ≠ 131340012345; label kazakh bin, бин, бсн
# Date of birth, then century and sex.
KZ_IIN individual identification; national, tax; alone; tin
  form d{12} | dddddd-dddddd | dddddd dddddd
  check date YYMMDD, /^.{6}[0-6]/, rounds 1,2,3,4,5,6,7,8,9,10,11 3,4,5,6,7,8,9,10,11,1,2 0123456789-; found 850115301238 ≠ 851315301234
  label individual identification number, kazakh iin, жсн, иин, жеке сәйкестендіру нөмірі
= LK Sri Lanka
# Day of the year from the third digit on; women's is raised by 500. The new form has a year of four digits.
LK_NIC identity card; national; alone; https://drp.gov.lk/
  form d{9}[VX] | d{12} | *d{9}V; check /^(?=.{12}$)(?:19|20[0-2])/ or /^.{10}$/, range 2 001..366 or /^.{10}$/, range 2 501..866
  found 942281632V, 199422801632 ≠ 944001632V, 189422801632, 942281632A
  label nic, nic no, nic number, sri lankan nic, ජාතික හැඳුනුම්පත, தேசிய அடையாள அட்டை
= MV Maldives
MV_ID identity card; national; https://dnr.gov.mv/
  form Ad{6}; found A123456 ≠ B123456, A12345; label maldives id, maldivian id, އައިޑީ ކާޑު
= NP Nepal
NP_CITIZENSHIP citizenship certificate; national; wiki Nepalese_nationality_law
  form dd-dd-dd-d{5} | d{2}/d{2}/d{2}/d{5} | d{10,11} | ddd-ddd-ddd-d; found 12-01-75-12345 ≠ 12-01-75-123
  label citizenship certificate, citizenship certificate number, nagarikta, nagarikta number, नागरिकता, नागरिकता नम्बर, राष्ट्रिय परिचयपत्र
NP_PAN taxpayer; tax; https://ird.gov.np/
  form d{9}; found 301234567 ≠ 30123456; label nepal pan, pan nepal, स्थायी लेखा नम्बर, पान नम्बर
= PK Pakistan
PK_CNIC computerised identity card; national; https://id.nadra.gov.pk/
  form *[1-7]dddd-d{7}-[1-9]; found 34201-0891231-8, 5410498905786 ≠ 34201-0891231-0, 94201-0891231-8
  label cnic, cnic no, cnic number, computerised national identity card, computerized national identity card, nadra, nicop, snic, شناختی کارڈ, شناختی کارڈ نمبر
PK_NTN taxpayer; tax; https://www.fbr.gov.pk/
  form d{7} | d{7}-d; found 1234567, 1234567-8 ≠ 123456; label national tax number, ntn, ntn number, strn
= TJ Tajikistan
TJ_TIN taxpayer; tax; tin
  form d{9}; found 020012345 ≠ 02001234; label tajik tin, рма, рақами мушаххаси андозсупоранда
= UZ Uzbekistan
UZ_PINFL personal number; national; alone; wiki National_identification_number
  form [1-6]d{13}; check date DDMMYY at 1; found 31501850123456 ≠ 31513850123456; label jshshir, pinfl, жшшир, пинфл
UZ_STIR taxpayer; tax; tin
  form [2-9]d{8}; found 301234567 ≠ 30123456; label stir, uzbek tin, стир, инн
`,
  { isAadhaar, isIndianState },
);
