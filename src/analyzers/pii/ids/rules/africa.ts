import { idCards } from "../cards.ts";
import { dateCheck, isDate, valueAt } from "../checks.ts";

const hasMauritianBirth = dateCheck("DDMMYY", 1);

/** Name's initial, date of birth, serial, check in base 17. */
function isMauritianId(compact: string): boolean {
  let sum = 0;
  for (let at = 0; at < 13; at++) sum += valueAt(compact, at) * (14 - at);
  return hasMauritianBirth(compact) && valueAt(compact, 13) === (17 - (sum % 17)) % 17;
}

/** Century, date of birth, governorate (88: born abroad), serial, check (not published). */
const isEgyptianId = (digits: string): boolean =>
  /^.{7}(?:0[1-4]|1[1-9]|2\d|3[0-5]|88)/.test(digits) &&
  isDate((digits.startsWith("2") ? "19" : "20") + digits.slice(1, 3), digits.slice(3, 5), digits.slice(5, 7));

export const AFRICAN_IDS = idCards(
  `
= AO Angola
AO_BI identity card; national; alone; wiki National_identification_number
  form d{9}[A-Z]{2}ddd | *d{9}[A-Z]{2}0dd; found 007128828LA043, 000204688CA010 ≠ 00712882LA043, 007128828L0043
  label angolan identity card, bilhete de identidade, bilhete de identidade angolano, numero do bilhete
AO_NIF taxpayer; tax; tin
  form d{10} | d{9}[A-Z]{2}ddd; found 5001191020, 003534962LA033 ≠ 500119102; label angolan nif, nif, numero de identificacao fiscal
= BF Burkina Faso
BF_IFU taxpayer; tax; tin
  form d{8}[A-Z]; found 00012345A ≠ 0001234A; label ifu, identifiant financier unique, numero ifu
= BW Botswana
BW_OMANG identity card; national; wiki National_identification_number
  form d{4}[12]d{4}; found 379219515 ≠ 379239515; label omang, omang number
= CI Ivory Coast
CI_NNI national number; national; wiki National_identification_number
  form d{11} | CI?d{9,10}; found 11234567890, CI001234567 ≠ 1123456; label cni ivoirienne, nni, numero national d identification
= CM Cameroon
CM_NIU taxpayer; tax; tin
  form [PM]d{12}[A-Z]; found P012345678901A ≠ P01234567890A; label identifiant unique, niu, numero identifiant unique, numero niu
= DZ Algeria
DZ_NIF taxpayer; tax; https://www.mfdgi.gov.dz/
  form d{15} | d{20} | ddd ddd ddd ddd ddd | ddd ddd ddd ddd ddd ddddd
  found 416001000000007, 408 020 000 150 039, 000 216 001 808 337 13010 ≠ 41600100000000
  label algerian nif, nif, numero d identification fiscale, numero identifiant fiscal, رقم التعريف الجبائي
DZ_NIN national number; national; wiki National_identification_number
  form [12]d{17}; found 109850123456780001 ≠ 309850123456780001; label nin algerie, numero d identification national, رقم التعريف الوطني
= EG Egypt
EG_NID identity card; national; alone; wiki National_identification_number
  form *[23]d{13} | [23] dd dd dd dd ddddd; check isEgyptianId; found 29001011234567 ≠ 29013011234567, 29001019934567
  label egyptian id, egyptian national id, الرقم القومي, رقم البطاقة, رقم قومي, بطاقة الرقم القومي
EG_TN tax registration; tax; https://www.eta.gov.eg/
  form ddd-ddd-ddd | d{9}; found 431-134-189, 455273677 ≠ 431-134-18
  label egyptian tax registration number, tax registration number, الرقم الضريبي, رقم التسجيل الضريبي
= ET Ethiopia
ET_FAN Fayda number; national; https://id.gov.et/
  form dddd dddd dddd dddd | dddd dddd dddd; found 3456 7890 1234 5678, 345678901234 ≠ 3456 7890
  label fan, fayda, fayda id, fayda number, fcn, fin ethiopia, ፋይዳ
ET_TIN taxpayer; tax; https://www.mor.gov.et/
  form 00d{8} | d{10}; found 0012345678 ≠ 001234567; label ethiopian tin, የግብር ከፋይ መለያ ቁጥር
= GH Ghana
GH_CARD national identity card; national, tax; alone; https://nia.gov.gh/
  form *GHA-d{9}-d | *GHAd{10}; found GHA-712345678-9 ≠ GHB-712345678-9; label ghana card, ghana card number, ghanacard
GH_TIN taxpayer; tax; alone; tin
  form *[CGPQV]00d{7}[0-9X]; check weights 0,1,2,3,4,5,6,7,8,9 0123456789X; found C0000803561, C001095242X ≠ C0000803562
  label ghana tin, ghanaian tin, gra tin, tin
= GN Guinea
GN_NIFP permanent taxpayer's number; tax; https://dgi.gov.gn/
  form ddd-ddd-ddd | d{9}; check varied, luhn; found 693-770-885 ≠ 693-770-880
  label guinean nifp, nifp, numero d identification fiscale permanent
= KE Kenya
KE_NATIONAL_ID identity card; national; wiki National_identification_number
  form d{7,8}; found 23456789 ≠ 234567
  label huduma number, kenyan id, kitambulisho, kitambulisho cha taifa, maisha number, nambari ya kitambulisho
KE_PIN taxpayer; tax; alone; https://www.kra.go.ke/
  form *[AP]d{9}[A-Z]; found P051365947M, A001234567B ≠ B051365947M, P05136594M
  label kenyan pin, kra pin, kra pin number, personal identification number kra
KE_VEHICLE_REGISTRATION number plate; plate; wiki Vehicle_registration_plates_of_Kenya
  form K[A-Z]{2} ?ddd[A-Z]; found KDA 123A ≠ KD 123A; label kenyan plate, number plate kenya
= LY Libya
LY_NID national number; national; wiki National_identification_number
  form [12]d{11}; found 119850123456 ≠ 319850123456; label libyan national number, الرقم الوطني الليبي
= MA Morocco
MA_CIN identity card; national; wiki National_identification_number
  form [A-Z]{1,2}d{5,7}; found AB123456, J45678 ≠ ABC12345, A123
  label carte nationale, carte nationale d identite electronique, cin, cnie, moroccan cin, numero de cin, رقم البطاقة الوطنية, بطاقة التعريف الوطنية
MA_ICE common identifier of companies; company, tax; alone; tin
  form d{15} | d{9} dddd dd; check varied, mod 97 = 0; found 001561191000066 ≠ 001561191000065
  label ice, identifiant commun de l entreprise, moroccan ice, numero ice
MA_IF taxpayer; tax; tin
  form d{7,8}; found 14123456 ≠ 141234; label identifiant fiscal, numero d identification fiscale marocain
= MG Madagascar
MG_CIN identity card; national; wiki National_identification_number
  form ddd ddd ddd ddd; found 101 234 567 890 ≠ 101 234 567; label cin malagasy, karapanondro, kara panondro
= MU Mauritius
MU_NID identity card; national; alone; https://mnis.govmu.org/
  form *[A-Z]d{12}[0-9A-G]; check isMauritianId; found L2207971502833, M090497290349B ≠ M090497290348B, M093497290349B
  label mauritian id, mauritian national id, mauritius id card, national identity card number, nic, nic number
= MZ Mozambique
MZ_BI identity card; national; wiki National_identification_number
  form d{12}[A-Z]; found 110102345678A ≠ 11010234567A
  label bilhete de identidade, bilhete de identidade mocambicano, mozambican identity card, numero do bi
MZ_NUIT taxpayer; tax; tin
  form ddd ddd ddd; check varied, weights 8,9,4,5,6,7,8,9 01234567891; found 400339910 ≠ 400339911
  label mozambican nuit, nuit, numero unico de identificacao tributaria
= NA Namibia
NA_ID identity card; national; wiki National_identification_number
  form d{11} | dd dd dd ddd dd; check date YYMMDD; found 85011512345 ≠ 85131512345; label namibian id, namibian identity number
= NG Nigeria
NG_BVN bank verification number; bank; https://nibss-plc.com.ng/bvn/
  form 22d{9}; found 22123456789 ≠ 12123456789; label bank verification number, bvn, bvn number
NG_DRIVER_LICENSE driving licence; driver; https://nigeriadriverslicence.org/
  form [A-Z]{3}d{5}[A-Z]{2}d{2} | [A-Z]{3}-?d{5,8}[A-Z]{1,2}d{0,2}; found ABC12345AA12 ≠ AB12345AA12
  label frsc licence, nigerian driver s licence, nigerian driver license
NG_NIN national identification number; national; weak; https://nimc.gov.ng/
  form d{11} | dddd ddd dddd | dddd-ddd-dddd; check varied; found 23456789012, 2345-678-9012 ≠ 1234567890, 123456789012
  label national identification number, nigerian national identification number, nigerian nin, nimc, nin, nin number, nin slip
NG_PASSPORT passport; passport; wiki Nigerian_passport
  form [ABC]d{8}; found A01234567, B50012345 ≠ D01234567; label nigerian passport
NG_TIN taxpayer; tax; tin
  form d{8}-dddd | d{10} | d{13}; found 12345678-0001, 1234567890 ≠ 1234567; label firs tin, jtb tin, nigerian tin
NG_VEHICLE_REGISTRATION number plate; plate; alone; wiki Vehicle_registration_plates_of_Nigeria
  form [A-Z]{3}-dddl{2} | [A-Z]{3} ddd ?l{2} | *[A-Z]{3}-ddd[A-Z]{2} | *[A-Z]{3}-ddd [A-Z]{2}
  found APP-456CV, ABJ 001AA ≠ AB-1234CD, ABCD-123EF
  label nigerian plate number, number plate, plate, plate no, plate number, vehicle plate
= RW Rwanda
RW_NID identity card; national; alone; weak; wiki National_identification_number
  form [1-3] dddd [5-8] d{7} d dd | *1 [12]ddd [78] d{7} d dd; check range 1 1900..2040
  found 1 1990 8 0123456 1 23, 1199080123456123 ≠ 1 3990 8 0123456 1 23, 4 1990 8 0123456 1 23
  label indangamuntu, irangamuntu, nomero y indangamuntu, rwandan id
= SN Senegal
SN_NIN identity card; national; wiki National_identification_number
  form [12] ddd dddd d{5,6} | [12]d{12,13}; found 1 234 1990 12345, 1234199012345 ≠ 3 234 1990 12345
  label cni senegalaise, nin senegal, numero d identification nationale
SN_NINEA companies and associations; company, tax; tin
  form d{7} | d{7} ?d[A-Z]d | d{9}; found 3067221 2G2, 0012345 ≠ 30672; label ninea, ninea number, numero ninea
= TN Tunisia
TN_CIN identity card; national; wiki National_identification_number
  form [01]d{7}; found 01234567 ≠ 91234567
  label carte d identite nationale tunisienne, cin, numero cin, رقم بطاقة التعريف الوطنية, بطاقة التعريف
TN_MF taxpayer; tax, company; https://www.finances.gov.tn/
  form d{7}[A-HJ-NP-TV-Z] | d{7} [A-HJ-NP-TV-Z] | d{7}/?[A-HJ-NP-TV-Z]/?[APBDN]/?[MPCNE]/?ddd | *d{7}/[A-HJ-NP-TV-Z]/[APBDN]/[MPCNE]/ddd | *d{7}[A-HJ-NP-TV-Z]/[APBDN]/[MPCNE]/ddd
  found 1234567/M/A/E/001, 1282182 W ≠ 1234567/M/A/X/000, 1282182 O
  label matricule fiscal, matricule fiscale, tunisian mf, mf, المعرف الجبائي
= TZ Tanzania
TZ_NIN identity card; national; alone; https://www.nida.go.tz/
  form *d{8}-d{5}-d{5}-dd | *[12]d{19}; check date YYYYMMDD; found 19900101-12345-67890-12 ≠ 19901301-12345-67890-12
  label kitambulisho cha nida, namba ya nida, nida, nida number, tanzanian national id
TZ_TIN taxpayer; tax; weak; https://www.tra.go.tz/
  form ddd-ddd-ddd; check varied; found 100-123-456 ≠ 100-123-45; label tanzanian tin, tra tin
= UG Uganda
UG_NIN identity card; national; https://www.nira.go.ug/
  form C[MF]d{2}[0-9A-Z]{10} | *C[MF]d{8}[0-9A-Z]{3}[A-Z]; found CM90012345ABCD, CF89034107N6XE ≠ CX90012345ABCD, CM9001234ABCD
  label nin, national identification number, nin number, ugandan nin
= ZA South Africa
ZA_ID_NUMBER identity number; national; alone; wiki South_African_identity_card
  form d{13} | d{6} d{4} ddd | d{6} d{4} d d d | *d{6} d{4} [0-2][089]d | *d{6} d{4} [0-2] [089] d
  check date YYMMDD, /^.{6}(?!0000).{4}[0-2]/, luhn; found 8001015009087, 750330 5044 089 ≠ 8001015009086, 9902294321191, 1234567890123
  label id nommer, identiteitsnommer, identity number, inombolo kamazisi, rsa id, rsa id number, sa id, sa id number, south african id, south african id number
ZA_PASSPORT passport; passport; wiki South_African_passport
  form [ADMT]d{8}; found A01234567 ≠ B01234567; label paspoort, south african passport
ZA_TIN taxpayer; tax; tin
  form [01239]d{9} | [01239]ddd/ddd/dd/d | [01239]ddd ddd ddd; check varied, luhn; found 0001339050 ≠ 0001339051, 2449/494/16/0
  label belastingverwysingsnommer, income tax reference, sars tax number, south african tax number, tax reference number, tax ref number
ZA_VAT value added tax; tax; tin
  form 4d{9}; found 4012345678 ≠ 5012345678; label btw nommer, sars vat, south african vat
= ZM Zambia
ZM_NRC registration card; national; wiki National_identification_number
  form *d{6}/dd/[1-3]; found 123456/78/1 ≠ 123456/78/9; label national registration card, nrc, nrc number, zambian nrc
= ZW Zimbabwe
ZW_NATIONAL_ID registration; national; wiki National_identification_number
  form dd-d{6,7}-?[A-Z]-?dd | dd-d{6,7} [A-Z] dd | *[0-8]d-d{6,7}-?[A-Z]-?[0-8]d; found 63-123456A78, 08-2047823-Q-29 ≠ 63-12345A78
  label national registration number, zimbabwean id, zimbabwean national id
`,
  { isEgyptianId, isMauritianId },
);
