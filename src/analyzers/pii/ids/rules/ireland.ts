import { idCards } from "../cards.ts";
import { weightedSum } from "../checks.ts";

const IRISH_LETTERS = "WABCDEFGHIJKLMNOPQRSTUV";

/** Modulo 23; a second letter counts nine times, `W` and `T` were ignored until 2013. */
function isIrishPerson(text: string): boolean {
  const second = text.slice(8);
  const extra = "WT".includes(second) ? 0 : IRISH_LETTERS.indexOf(second) * 9;
  return IRISH_LETTERS.charAt((weightedSum(text, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23) === text.charAt(7);
}

/** As a person's number, or in the old style a letter at the second place. */
function isIrishVat(text: string): boolean {
  const body = text.replace(/^IE/, "");
  if (/^\d{7}/.test(body)) return isIrishPerson(body);
  return isIrishPerson(`0${body.slice(2, 7)}${body.charAt(0)}${body.charAt(7)}`);
}

export const IRISH_IDS = idCards(
  { country: "IE", name: "Ireland" },
  `
IE_DRIVER_LICENSE driving licence
  form ddd ddd ddd | d{9}
  label irish driver number, driver number
  found 123 456 789 ≠ 12345678
  driver; https://www.consilium.europa.eu/prado/en/prado-documents/IRL/index.html
IE_EIRCODE postal code of one address
  form [AC-FHKNPRTV-Y]d[0-9W] [0-9AC-FHKNPRTV-Y]{4} | [AC-FHKNPRTV-Y]d[0-9W][0-9AC-FHKNPRTV-Y]{4}
  label eircode, eir code, irish postcode
  found D02 X285 ≠ B02 X285
  https://www.eircode.ie/what-is-eircode
IE_LICENSE_PLATE licence plate
  form d{2,3}-[A-Z]{1,2}-d{1,6} | d{2,3} [A-Z]{1,2} d{1,6}
  label irish number plate
  found 191-D-12345 ≠ 191-12345
  plate; https://en.wikipedia.org/wiki/Vehicle_registration_plates_of_the_Republic_of_Ireland
IE_PASSPORT passport
  form [A-Z]{1,2}d{7} | [A-Z]xd{7}
  label irish passport, uimhir phas
  found PA1234567, XN5003339 ≠ P12345
  passport; https://www.consilium.europa.eu/prado/en/prado-documents/IRL/index.html
IE_PPS personal public service number
  form d{7}[A-W] | d{7}[A-W][A-IW] | d{7}[A-W]T | d{7} [A-W]
  strong d{7}[A-W][A-IW]
  label pps, ppsn, pps number, pps no, personal public service number, personal public service, uimhir psp, rsi number, rsi no
  found 6433435F, 6433435OA ≠ 6433435E, 6433435VH
  national, social, tax; check isIrishPerson; alone; https://en.wikipedia.org/wiki/Personal_Public_Service_Number
IE_VAT VAT number
  form IEd{7}[A-W][A-IW]? | IE d{7}[A-W][A-IW]? | IEd[A-Z]d{5}[A-W] | d{7}[A-W][A-IW]? | d[A-Z]d{5}[A-W]
  strong IEd{7}[A-W][A-IW]?
  label cbl, uimhir chláraithe cbl, irish vat number
  found IE6433435F, 8D79739I ≠ IE6433435E
  company, tax; check isIrishVat; alone; https://ec.europa.eu/taxation_customs/vies/#/faq
`,
  { isIrishPerson, isIrishVat },
);
