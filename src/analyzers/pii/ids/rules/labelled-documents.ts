import type { Category, IdRule } from "../rule.ts";

interface Kind {
  /** The rest of the id, after the country. */
  readonly suffix: string;
  /** Words after the country's adjective. */
  readonly noun: string;
  readonly category: Category;
  readonly source: string;
}

/**
 * Documents of countries outside Europe that have neither check digits nor a form of their own, so that only a label says
 * what they are. A row: country, its name, its adjective, forms, an example, further labels. Sorted by country.
 */
const documents = (kind: Kind, rows: string): readonly IdRule[] =>
  rows
    .trim()
    .split("\n")
    .map((row) => {
      const [code = "", name = "", adjective = "", forms = "", example = "", labels] = row.split("; ");
      return {
        id: `${code}_${kind.suffix}`,
        name: `${name}: ${kind.noun}`,
        country: code,
        forms: forms.split(" | "),
        labels: [`${adjective} ${kind.noun}`, ...(labels?.split(", ") ?? [])],
        categories: [kind.category],
        source: kind.source,
        examples: [example],
        // No form is this long.
        misses: [`${example}0000000`],
      };
    });

const DRIVING_LICENCES = documents(
  {
    suffix: "DRIVER_LICENSE",
    noun: "driving licence",
    category: "driver",
    source: "https://en.wikipedia.org/wiki/Driver%27s_license",
  },
  `
AE; United Arab Emirates; emirati; d{5,8}; 1234567; uae driving licence, uae driving license, رخصة القيادة, رقم رخصة القيادة
AR; Argentina; argentine; d{7,8} | dd.ddd.ddd; 20123456; licencia nacional de conducir
BD; Bangladesh; bangladeshi; [A-Z]{2}d{7}[A-Z]{1,2}d{4,6}; DK0123456CL0001; ড্রাইভিং লাইসেন্স
CL; Chile; chilean; d{7,8}-[0-9K]; 12531909-2; licencia de conducir chilena
CN; China; chinese; d{17}[0-9X] | d{12}; 110101196501257336; 机动车驾驶证, 驾驶证, 驾驶证号, 驾照, 驾照号
CO; Colombia; colombian; d{6,11}; 1020345678; licencia de conduccion
CR; Costa Rica; costa rican; CI-?d{9} | d{9}; CI-101230456
DO; Dominican Republic; dominican; ddd-d{7}-d; 001-1391820-5
EC; Ecuador; ecuadorian; d{10}; 1714307103
EG; Egypt; egyptian; d{14} | d{7}; 29001011234567; رخصة قيادة
GH; Ghana; ghanaian; [A-Z]{3}-?d{8}-?d{5} | [A-Z]{3}d{12,14}; ABC-12345678-12345
HK; Hong Kong; hong kong; [A-Z]{1,2}d{6}([0-9A]); A123456(3); 駕駛執照, 駕駛執照號碼
IR; Iran; iranian; d{10}; 9812345678; گواهینامه رانندگی, شماره گواهینامه
KE; Kenya; kenyan; [A-Z]{2,3}-?d{6,7} | DL-?d{6,8}; DL-0123456; leseni ya udereva
KW; Kuwait; kuwaiti; [1-3]d{11} | d{8}; 285011501232
KZ; Kazakhstan; kazakh; [A-Z]{2} ?d{6}; AB 123456; водительское удостоверение
LK; Sri Lanka; sri lankan; [A-Z]d{7}; B1234567
MA; Morocco; moroccan; dd/d{6} | d{6,8}; 12/345678; permis de conduire marocain
MX; Mexico; mexican; [A-Z]?d{8,11} | [A-Z]{3,4}d{6,9}; A01234567; licencia de conducir, licencia de manejo
MY; Malaysia; malaysian; d{6}-dd-dddd | d{7,8}; 770305-02-1234; lesen memandu, no lesen memandu
NP; Nepal; nepalese; dd-dd-d{8}; 01-06-00123456; सवारी चालक अनुमतिपत्र
PE; Peru; peruvian; [A-Z]d{8,9}; Q10117410; brevete, licencia de conducir peruana
PH; Philippines; philippine; [A-Z]dd-dd-d{6}; N01-12-123456; ltms number, lto license
PK; Pakistan; pakistani; [A-Z]{0,3}-?dd-?d{3,7} | [1-7]dddd-d{7}-d; LHR-12-3456; ڈرائیونگ لائسنس
QA; Qatar; qatari; [23]d{10}; 28563412345
SA; Saudi Arabia; saudi; [12]d{9}; 1012345672; رخصة القيادة السعودية
SG; Singapore; singaporean; [STFGM]d{7}[A-Z]; S2740116C; singapore driving licence
TW; Taiwan; taiwanese; [A-Z][12]d{8}; A123456789; 駕照, 駕照號碼, 駕駛執照號碼
UG; Uganda; ugandan; d{8}/d/d; 12345678/1/2
UY; Uruguay; uruguayan; d.ddd.ddd-d | d{6,8}; 1.234.567-2; libreta de conducir
VE; Venezuela; venezuelan; [VE]?-?d{7,9}; V-12345678
VN; Vietnam; vietnamese; d{12} | [A-Z]{1,2}d{6}; 790123456789; bang lai xe, giay phep lai xe, gplx, so gplx
ZA; South Africa; south african; d{8}[0-9A-Z]{4} | d{10}[A-Z]{2}; 60460001CDFG; bestuurslisensie, rybewys
`,
);

const PASSPORTS = documents(
  {
    suffix: "PASSPORT",
    noun: "passport",
    category: "passport",
    source: "https://www.icao.int/publications/Documents/9303_p4_cons_en.pdf",
  },
  `
AE; United Arab Emirates; emirati; [A-Z]{1,2}d{6,8}; P1234567; uae passport, جواز السفر
AO; Angola; angolan; Nd{7}; N1234567
BD; Bangladesh; bangladeshi; [A-Z]{1,2}d{7,8}; BX0123456; পাসপোর্ট
BH; Bahrain; bahraini; d{7}; 1234567
BO; Bolivia; bolivian; [A-Z]?d{6,7}; 1234567
BW; Botswana; botswanan; BNd{7}; BN0123456
CI; Ivory Coast; ivorian; dd[A-Z]{2}d{5}; 15AB12345
CL; Chile; chilean; [AFP]d{8} | d{8,9}; F12345678; pasaporte chileno
CM; Cameroon; cameroonian; [A-Z]{1,2}d{6,7}; AB123456
CR; Costa Rica; costa rican; [A-Z]d{6,9}; A123456; pasaporte costarricense
CU; Cuba; cuban; [A-Z]d{6}; K123456
DO; Dominican Republic; dominican; [A-Z]{2}d{7}; RD1234567; pasaporte dominicano
DZ; Algeria; algerian; d{9}; 123456789
EC; Ecuador; ecuadorian; [A-Z]?d{7,10}; A1234567; pasaporte ecuatoriano
EG; Egypt; egyptian; [A-Z]d{8}; A12345678; رقم جواز السفر
ET; Ethiopia; ethiopian; E[PQ]?d{7}; EP1234567
GH; Ghana; ghanaian; [GH]d{7,8}; G1234567
GT; Guatemala; guatemalan; d{9}; 123456789; pasaporte guatemalteco
HN; Honduras; honduran; [A-Z]d{6}; G123456
ID; Indonesia; indonesian; [A-Z]{1,2}d{6,7}; A1234567; nomor paspor, no paspor, paspor
IQ; Iraq; iraqi; [A-Z]d{8}; A12345678
IR; Iran; iranian; [A-Z]d{8}; D12345678; گذرنامه, شماره گذرنامه
JM; Jamaica; jamaican; Ad{7}; A1234567
JO; Jordan; jordanian; [A-Z]d{6,7}; N123456
KE; Kenya; kenyan; [A-Z]{1,2}d{6,7}; AK0123456; pasipoti
KG; Kyrgyzstan; kyrgyz; [AP][CE]d{7}; AC1234567
KH; Cambodia; cambodian; Nd{7,8}; N1234567
KW; Kuwait; kuwaiti; [A-Z]?d{8,9}; P04123456
KZ; Kazakhstan; kazakh; [A-Z]d{8}; N12345678; төлқұжат
LB; Lebanon; lebanese; [A-Z]{2}d{7}; LR1234567
LK; Sri Lanka; sri lankan; [A-Z]d{7}; N1234567
MA; Morocco; moroccan; [A-Z]{2}d{7}; AB1234567
MM; Myanmar; burmese; [A-Z]{2}d{6}; MA123456; myanmar passport
MN; Mongolia; mongolian; Ed{7}; E1234567; гадаад паспорт
MU; Mauritius; mauritian; d{7}; 1234567
MY; Malaysia; malaysian; [AHK]d{8}; A12345678; nombor pasport, no pasport, pasport
NI; Nicaragua; nicaraguan; [A-Z]d{6,8}; C12345678
NP; Nepal; nepalese; d{7,8} | [A-Z]{2}d{7}; 12345678; nepali passport, राहदानी
OM; Oman; omani; [A-Z]?d{7,8}; 12345678
PA; Panama; panamanian; PAd{7} | d{7}; PA1234567
PE; Peru; peruvian; [A-Z]?d{7,9}; 116123456; pasaporte peruano
PK; Pakistan; pakistani; [A-Z]{2}d{7}; AB1234567; پاسپورٹ
PY; Paraguay; paraguayan; [A-Z]d{6}; P123456
QA; Qatar; qatari; d{8}; 12345678
RW; Rwanda; rwandan; PCd{6}; PC123456
SA; Saudi Arabia; saudi; [A-Z]d{8}; R12345678
SG; Singapore; singaporean; [A-Z]d{7}[A-Z]; E1234567X; singapore passport
SN; Senegal; senegalese; [A-Z]d{8}; A12345678
SV; El Salvador; salvadoran; [A-Z]d{8}; A12345678; pasaporte salvadoreno
TN; Tunisia; tunisian; [A-Z]d{6,7}; Y123456
TZ; Tanzania; tanzanian; [A-Z]{2}d{6,7}; TA123456
UG; Uganda; ugandan; [ABD]d{7,8}; A12345678
UY; Uruguay; uruguayan; [A-Z]d{6}; C123456
UZ; Uzbekistan; uzbek; [A-Z]{2}d{7}; AA1234567; pasport seriyasi
VE; Venezuela; venezuelan; d{9} | [A-Z]d{7}; 123456789; pasaporte venezolano
VN; Vietnam; vietnamese; [A-Z]{1,2}d{7}; C1234567; ho chieu, so ho chieu
ZM; Zambia; zambian; Z[A-Z]d{6}; ZN123456
ZW; Zimbabwe; zimbabwean; [A-Z]{2}d{6}; AN123456
`,
);

const PLATES = documents(
  {
    suffix: "LICENSE_PLATE",
    noun: "license plate",
    category: "plate",
    source: "https://en.wikipedia.org/wiki/Vehicle_registration_plate",
  },
  `
AE; United Arab Emirates; emirati; [A-Z]{1,2}-?d{1,5} | d{1,2}-d{1,5}; A-12345; uae plate number, رقم اللوحة
AU; Australia; australian; [A-Z]{3}-ddd | dd[A-Z]-?d[A-Z]{2} | ddd-[A-Z]{3} | [A-Z]{2}-dd-[A-Z]{2} | d[A-Z]{2}-d[A-Z]{2} | Sddd-?[A-Z]{3} | d[A-Z]{3}-?ddd; ABC-123; car rego, rego, rego number
CO; Colombia; colombian; [A-Z]{3}-ddd | [A-Z]{3}dd[A-Z]; ABC-123
CR; Costa Rica; costa rican; [A-Z]{3}-ddd | d{6}; BCD-123
DO; Dominican Republic; dominican; [A-Z]d{6}; A123456
EC; Ecuador; ecuadorian; [A-Z]{3}-d{3,4}; ABC-1234
EG; Egypt; egyptian; [A-Z]{2,3}-?d{3,4}; ABC-123; رقم لوحة السيارة
GH; Ghana; ghanaian; [A-Z]{2} ?d{1,4} ?-?dd | [A-Z]{2}-d{1,4}-dd; GR-1234-20
GT; Guatemala; guatemalan; [A-Z]-?ddd[A-Z]{3}; P-123BCD
HK; Hong Kong; hong kong; [A-Z]{2} ?d{1,4}; AB 1234; 車牌號碼
ID; Indonesia; indonesian; [A-Z]{1,2} d{1,4} [A-Z]{1,3}; B 1234 XYZ; nomor plat, nomor polisi, nopol, plat nomor
IL; Israel; israeli; dd-ddd-dd | ddd-dd-ddd; 12-345-67; מספר רישוי, מספר רכב, לוחית רישוי
JP; Japan; japanese; d{2,3} ?dd-dd | dd-dd; 12-34; ナンバープレート, 車両番号, 自動車登録番号
KR; Korea; korean; d{2,3} ?d{4}; 123 4567; 자동차등록번호, 차량번호
KZ; Kazakhstan; kazakh; ddd ?[A-Z]{2,3} ?dd; 123 ABC 02
MA; Morocco; moroccan; d{1,5}-[A-Z]-d{1,2}; 12345-A-6
MY; Malaysia; malaysian; [A-Z]{1,3} d{1,4} ?[A-Z]?; WXY 1234; no pendaftaran kenderaan, nombor plat
NZ; New Zealand; new zealand; [A-Z]{3}d{3} | [A-Z]{2}d{4}; ABC123; nz plate
PA; Panama; panamanian; [A-Z]{2}dddd | d{6}; AB1234
PE; Peru; peruvian; [A-Z][0-9A-Z][A-Z]-ddd; A1B-234
PH; Philippines; philippine; [A-Z]{3} d{3,4} | d{3}[A-Z]{3}; ABC 1234
PK; Pakistan; pakistani; [A-Z]{2,3}-d{2,4} | [A-Z]{2,3}-dd-d{3,4}; LEA-12-3456
SA; Saudi Arabia; saudi; d{1,4} ?[A-Z]{3} | [A-Z]{3}-?d{1,4}; 1234 ABC; رقم لوحة المركبة, رقم اللوحة
SG; Singapore; singaporean; [SEG][A-Z]{1,2} ?d{1,4} ?[A-Z]; SBA 1234 G; singapore vehicle number
TH; Thailand; thai; d?[A-Z]{2} d{1,4} | d{1,4}; 1234; ทะเบียนรถ, เลขทะเบียนรถ, ป้ายทะเบียน
TN; Tunisia; tunisian; d{1,3} TU?N? d{1,4}; 123 TUN 4567
UY; Uruguay; uruguayan; [A-Z]{3} dddd; SAB 1234
VE; Venezuela; venezuelan; [A-Z]{2}ddd[A-Z]{2} | [A-Z]{3}dd[A-Z]; AB123CD
VN; Vietnam; vietnamese; dd[A-Z]d?-ddd.?dd | dd[A-Z]d?-dddd | dd[A-Z]d?-ddddd; 51F-123.45; bien kiem soat, bien so, bien so xe
ZA; South Africa; south african; [A-Z]{2} ?dd ?[A-Z]{2} ?[A-Z]{2} | [A-Z]{2,3} ?d{3} ?-?d{1,3} | [A-Z]{3} ?ddd ?[A-Z]{2}; CA 123-456; nommerplaat
`,
);

export const DOCUMENT_IDS: readonly IdRule[] = [...DRIVING_LICENCES, ...PASSPORTS, ...PLATES];
