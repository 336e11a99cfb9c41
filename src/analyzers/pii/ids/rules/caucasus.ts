import { idCards } from "../cards.ts";
import { isMixed } from "../checks.ts";
import { type IdRule } from "../rule.ts";

/** Armenia: day with sex and century added, month, year, serial. */
function isArmenian(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  return /^[1-9]/.test(digits) && month > 0 && month < 13;
}

/** Azerbaijan: companies end in 1, persons in 2. */
const isVoen = (digits: string): boolean => /[12]$/.test(digits);

export const CAUCASIAN_IDS: readonly IdRule[] = [
  ...idCards(
    { country: "AM", name: "Armenia" },
    `
AM_DRIVER_LICENSE driving licence
  form [A-Z]{2}d{6}
  label վարորդական իրավունք, վարորդական վկայական
  found AB123456 ≠ AB1234
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/ARM/index.html
AM_ID_CARD identity card
  form d{9} | 00d{7}
  label նույնականացման քարտ, նույնականացման քարտի համար
  found 001234567 ≠ 00123456
  national; https://www.consilium.europa.eu/prado/en/prado-documents/ARM/index.html
AM_LICENSE_PLATE licence plate
  form d{2} ?[A-Z]{2} ?d{3} | d{3} ?[A-Z]{2} ?d{2}
  label պետհամարանիշ, համարանիշ, մեքենայի համար
  found 35 AB 123 ≠ 3 AB 123
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Armenia
AM_PASSPORT passport
  form [A-Z]{2}d{7}
  label անձնագիր, անձնագրի համար
  found AM1234567 ≠ AM12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/ARM/index.html
AM_PSN public services number (PSN)
  form d{10}
  label psn, public services number, հծհ, հանրային ծառայության համարանիշ, հծհմ, սոցիալական քարտ, սոց քարտ, public service number
  found 1101800123 ≠ 0001800123
  national, social, tax; check isArmenian; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Armenia-TIN.pdf
AM_TIN taxpayer number (HVHH)
  form d{8}
  label հվհհ, hvhh, հարկ վճարողի հաշվառման համար
  found 01234567 ≠ 0123456
  company, tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Armenia-TIN.pdf
`,
    { isArmenian },
  ),
  ...idCards(
    { country: "AZ", name: "Azerbaijan" },
    `
AZ_DRIVER_LICENSE driving licence
  form [A-Z]{2}d{6}
  label sürücülük vəsiqəsi, sürücülük vəsiqəsinin nömrəsi
  found AB123456 ≠ AB1234
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/AZE/index.html
AZ_FIN number of a person (FİN)
  form [0-9A-HJ-NP-Z]{7}
  label fin, fin kod, fin kodu, fərdi identifikasiya nömrəsi, pin kod, fin code
  found 5ABC123 ≠ 1234567
  national; check isMixed; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Azerbaijan-TIN.pdf
AZ_ID_CARD identity card
  form AZEd{8} | AA ?d{7} | AZE d{8}
  strong AZEd{8}
  label şəxsiyyət vəsiqəsi, şəxsiyyət vəsiqəsinin nömrəsi, vəsiqə nömrəsi, sexsiyyet vesiqesi
  found AZE12345678, AA1234567 ≠ AZE1234
  national; https://www.consilium.europa.eu/prado/en/prado-documents/AZE/index.html
AZ_LICENSE_PLATE licence plate
  form d{2}-[A-Z]{2}-d{3} | d{2} [A-Z]{2} d{3}
  label dövlət nömrə nişanı, avtomobil nömrəsi, dövlət qeydiyyat nişanı
  found 10-AB-123 ≠ 10-AB-12
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Azerbaijan
AZ_PASSPORT passport
  form [A-Z]d{8}
  label pasport, pasportun nömrəsi, pasport nömrəsi
  found C12345678 ≠ C12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/AZE/index.html
AZ_TIN taxpayer number (VÖEN)
  form d{10}
  label vöen, voen, vergi ödəyicisinin eyniləşdirmə nömrəsi, vergi nömrəsi
  found 1400057421 ≠ 1400057423
  company, tax; check isVoen; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Azerbaijan-TIN.pdf
`,
    { isMixed, isVoen },
  ),
  ...idCards(
    { country: "GE", name: "Georgia" },
    `
GE_COMPANY company and taxpayer number
  form d{9}
  label საიდენტიფიკაციო კოდი, საიდენტიფიკაციო ნომერი, საიდ კოდი, georgian identification code
  found 204567890 ≠ 20456789
  company, tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Georgia-TIN.pdf
GE_DRIVER_LICENSE driving licence
  form [A-Z]{2}d{7} | [A-Z]{2}d{6}
  label მართვის მოწმობა, მართვის მოწმობის ნომერი
  found AB1234567 ≠ AB1234
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/GEO/index.html
GE_ID_CARD identity card
  form dd[A-Z]{2}d{5} | d{2}[A-Z]d{6}
  label პირადობის მოწმობა, პირადობის მოწმობის ნომერი, მოწმობის ნომერი
  found 12AB34567 ≠ 12AB345
  national; https://www.consilium.europa.eu/prado/en/prado-documents/GEO/index.html
GE_LICENSE_PLATE licence plate
  form [A-Z]{2}-d{3}-[A-Z]{2} | [A-Z]{2} ?d{3} ?[A-Z]{2} | [A-Z]{3}-?d{3}
  label სახელმწიფო ნომერი, მანქანის ნომერი, სანომრე ნიშანი
  found AB-123-CD ≠ AB-12-CD
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_Georgia_(country)
GE_PASSPORT passport
  form dd[A-Z]{2}d{5} | [A-Z]{2}d{7}
  label პასპორტი, პასპორტის ნომერი
  found 12AB34567 ≠ 12AB345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/GEO/index.html
GE_PERSONAL_NUMBER personal number
  form d{11}
  label პირადი ნომერი, პ ნ, პირადი, piradi nomeri
  found 01008012345 ≠ 0100801234
  national, social, tax; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/Georgia-TIN.pdf
`,
  ),
];
