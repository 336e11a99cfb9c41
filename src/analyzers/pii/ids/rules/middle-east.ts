import { idCards } from "../cards.ts";

export const MIDDLE_EASTERN_IDS = idCards(
  `
= AE United Arab Emirates
# ISO 3166-1 number of the country, year of birth. The last digit's rule is not published.
AE_EMIRATES_ID identity card; national; alone; weak; https://icp.gov.ae/
  form *784-dddd-d{7}-d | *784[12][90]d{10}; check /^784(?:19|20)/
  found 784-1990-1234567-1, 784199012345671 ≠ 785-1990-1234567-1, 784-2190-1234567-1
  label eid number, emirates id, emirates id card, emirates id number, uae id, رقم الهوية الإماراتية, الهوية الإماراتية, رقم الهوية
AE_TRN tax registration; tax, company; https://tax.gov.ae/
  form 100d{12} | 100-dddd-dddd-dddd; found 100123456700003 ≠ 200123456700003
  label tax registration number, trn, trn number, uae trn, uae vat, رقم التسجيل الضريبي
= BH Bahrain
BH_CPR population register; national; weak; wiki National_identification_number
  form d{9}; check range 2 01..12; found 850112345 ≠ 851312345
  label bahraini cpr, central population registration, cpr, cpr number, الرقم الشخصي, الرقم السكاني
= IL Israel
IL_DRIVER_LICENSE driving licence; driver; https://www.gov.il/en/departments/ministry_of_transport_and_road_safety
  form d{7,8}; found 1234567 ≠ 123456; label israeli driver license, מספר רישיון נהיגה, רישיון נהיגה, רשיון נהיגה
IL_HP companies and associations; company, tax; tin
  form 5d-d{7} | 5d-d{6}-d | 5d{8}; check varied, luhn; found 516179157, 51-617915-7 ≠ 516179158, 416179158
  label company number, hevra pratit, israeli company number, osek murshe, ח.פ, ח.פ., ח"פ, חפ, מספר חברה, עוסק מורשה, ע.מ., עמותה
# Leading zeros are often left out.
IL_ID identity number; national, tax; tin
  form d{5,8}-d | d{9}; check pad 9, range 0 000001001..999999999, luhn; found 3933742-3, 039337423 ≠ 3933742-2, 0-0
  label israeli id, israeli id number, mispar zehut, tehudat zehut, teudat zehut, מספר זהות, ת.ז, ת.ז., ת"ז, תעודת זהות, מספר תעודת זהות
IL_PASSPORT passport; passport; wiki Israeli_passport
  form d{7,8}; found 12345678 ≠ 123456; label israeli passport, דרכון, מספר דרכון
= IQ Iraq
IQ_NID national card; national; wiki National_identification_number
  form [12]d{11}; found 199012345678 ≠ 399012345678; label iraqi national id, البطاقة الوطنية, البطاقة الموحدة, رقم البطاقة الوطنية
= JO Jordan
JO_NATIONAL_ID national number; national; wiki National_identification_number
  form [29]d{9}; found 9901234567 ≠ 3901234567; label jordanian national number, الرقم الوطني, الرقم الوطني الأردني
= KW Kuwait
KW_CIVIL_ID civil identity card; national; alone; https://www.paci.gov.kw/
  form [1-3]d{11}; check date YYMMDD at 1, weights 2,1,6,3,7,9,10,5,8,4,2 --987654321; found 285011501232 ≠ 285131501234
  label civil id, civil id number, kuwait civil id, kuwaiti civil id, paci, الرقم المدني, البطاقة المدنية
= LB Lebanon
LB_ID identity card; national; wiki National_identification_number
  form 0000d{8} | d{12}; found 000012345678 ≠ 00001234567; label lebanese id, lebanese identity card, رقم الهوية اللبنانية, تذكرة هوية
= OM Oman
OM_ID civil number; national; weak; wiki National_identification_number
  form d{7,9}; check varied; found 12345678 ≠ 123456; label oman civil number, omani id, omani resident card, الرقم المدني
= QA Qatar
QA_QID identity card; national; weak; https://portal.moi.gov.qa/
  form [23]d{10}; check range 3 001..899; found 28563412345 ≠ 18563412345, 28500012345
  label qatar id, qatari id, qatari id number, qid, qid number, الرقم الشخصي, البطاقة الشخصية القطرية
= SA Saudi Arabia
SA_NID identity card, residence permit; national; wiki National_identification_number
  form [12]d{9}; check luhn, drop ., varied; found 1012345672 ≠ 1012345671, 3012345672
  label iqama, iqama number, muqeem, saudi id, saudi national id, رقم الإقامة, رقم الهوية, رقم الهوية الوطنية, الهوية الوطنية, السجل المدني, رقم السجل المدني, إقامة
SA_VAT value added tax; tax, company; https://zatca.gov.sa/
  form 3d{13}3 | *3d{9}00003; found 310122393500003 ≠ 310122393500004, 210122393500003
  label saudi vat, saudi vat number, zatca, الرقم الضريبي, رقم ضريبة القيمة المضافة
`,
);
