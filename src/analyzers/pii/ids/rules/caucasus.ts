import { idCards } from "../cards.ts";

export const CAUCASIAN_IDS = idCards(
  `
= AM Armenia
AM_DRIVER_LICENSE driving licence; driver; prado ARM
  form [A-Z]{2}d{6}; found AB123456 ≠ AB1234; label վարորդական իրավունք, վարորդական վկայական
AM_ID_CARD identity card; national; prado ARM
  form d{9} | 00d{7}; found 001234567 ≠ 00123456; label նույնականացման քարտ, նույնականացման քարտի համար
AM_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Armenia
  form d{2} ?[A-Z]{2} ?d{3} | d{3} ?[A-Z]{2} ?d{2}; found 35 AB 123 ≠ 3 AB 123; label պետհամարանիշ, համարանիշ, մեքենայի համար
AM_PASSPORT passport; passport; prado ARM
  form [A-Z]{2}d{7}; found AM1234567 ≠ AM12345; label անձնագիր, անձնագրի համար
AM_PSN public services number (PSN); national, social, tax; tin Armenia
  form d{10}; check /^[1-9]/, range 2 01..12; found 1101800123 ≠ 0001800123
  label psn, public services number, հծհ, հանրային ծառայության համարանիշ, հծհմ, սոցիալական քարտ, սոց քարտ, public service number
AM_TIN taxpayer number (HVHH); company, tax; tin Armenia
  form d{8}; found 01234567 ≠ 0123456; label հվհհ, hvhh, հարկ վճարողի հաշվառման համար
= AZ Azerbaijan
AZ_DRIVER_LICENSE driving licence; driver; prado AZE
  form [A-Z]{2}d{6}; found AB123456 ≠ AB1234; label sürücülük vəsiqəsi, sürücülük vəsiqəsinin nömrəsi
AZ_FIN number of a person (FİN); national; tin Azerbaijan
  form [0-9A-HJ-NP-Z]{7}; check mixed; found 5ABC123 ≠ 1234567
  label fin, fin kod, fin kodu, fərdi identifikasiya nömrəsi, pin kod, fin code
AZ_ID_CARD identity card; national; prado AZE
  form *AZEd{8} | AA ?d{7} | AZE d{8}; found AZE12345678, AA1234567 ≠ AZE1234
  label şəxsiyyət vəsiqəsi, şəxsiyyət vəsiqəsinin nömrəsi, vəsiqə nömrəsi, sexsiyyet vesiqesi
AZ_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Azerbaijan
  form d{2}-[A-Z]{2}-d{3} | d{2} [A-Z]{2} d{3}; found 10-AB-123 ≠ 10-AB-12
  label dövlət nömrə nişanı, avtomobil nömrəsi, dövlət qeydiyyat nişanı
AZ_PASSPORT passport; passport; prado AZE
  form [A-Z]d{8}; found C12345678 ≠ C12345; label pasport, pasportun nömrəsi, pasport nömrəsi
AZ_PIN personal identification; national; tin
  form d{10}; found 1234567890 ≠ 123456789; label azerbaijan pin, azerbaijani pin
AZ_TIN taxpayer number (VÖEN); company, tax; tin Azerbaijan
  form d{10}; check /[12]$/; found 1400057421 ≠ 1400057423; label vöen, voen, vergi ödəyicisinin eyniləşdirmə nömrəsi, vergi nömrəsi
= GE Georgia
GE_COMPANY company and taxpayer number; company, tax; tin Georgia
  form d{9}; found 204567890 ≠ 20456789; label საიდენტიფიკაციო კოდი, საიდენტიფიკაციო ნომერი, საიდ კოდი, georgian identification code
GE_DRIVER_LICENSE driving licence; driver; prado GEO
  form [A-Z]{2}d{7} | [A-Z]{2}d{6}; found AB1234567 ≠ AB1234; label მართვის მოწმობა, მართვის მოწმობის ნომერი
GE_ID_CARD identity card; national; prado GEO
  form dd[A-Z]{2}d{5} | d{2}[A-Z]d{6}; found 12AB34567 ≠ 12AB345; label პირადობის მოწმობა, პირადობის მოწმობის ნომერი, მოწმობის ნომერი
GE_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Georgia_(country)
  form [A-Z]{2}-d{3}-[A-Z]{2} | [A-Z]{2} ?d{3} ?[A-Z]{2} | [A-Z]{3}-?d{3}; found AB-123-CD ≠ AB-12-CD
  label სახელმწიფო ნომერი, მანქანის ნომერი, სანომრე ნიშანი
GE_PASSPORT passport; passport; prado GEO
  form dd[A-Z]{2}d{5} | [A-Z]{2}d{7}; found 12AB34567 ≠ 12AB345; label პასპორტი, პასპორტის ნომერი
GE_PERSONAL_NUMBER personal number; national, social, tax; tin Georgia
  form d{11}; found 01008012345 ≠ 0100801234; label პირადი ნომერი, პ ნ, პირადი, piradi nomeri
`,
);
