import { idCards } from "../cards.ts";
import { digitAt, hasCheck, isDate, remainder } from "../checks.ts";

/** Decade as a letter, year, month (men abroad + 30, women + 50 and + 80), day, serial; the last letter's rule is not public. */
function isAlbanian(text: string): boolean {
  const year = 1900 + (text.charCodeAt(0) - 65) * 10 + digitAt(text, 1);
  const month = Number(text.slice(2, 4));
  const offset = [80, 50, 30, 0].find((added) => month > added) ?? 0;
  return isDate(String(year), String(month - offset), text.slice(4, 6));
}

/** Companies: half-decades as a letter, district hidden in the month. */
function isAlbanianTaxpayer(text: string): boolean {
  const body = text.replace(/^AL/, "");
  const year = 1900 + (body.charCodeAt(0) - 65) * 10 + digitAt(body, 1);
  return isDate(String(year), String(((Number(body.slice(2, 4)) + 11) % 12) + 1), body.slice(4, 6));
}

const JMBG_WEIGHTS = [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** The citizen number of Yugoslavia's successors: `DDMMYYY`, region, serial, check digit modulo 11. */
function isJmbg(digits: string): boolean {
  const century = digits.startsWith("9", 4) ? "1" : "2";
  return (
    isDate(century + digits.slice(4, 7), digits.slice(2, 4), digits.slice(0, 2)) &&
    hasCheck(digits, JMBG_WEIGHTS, "00987654321")
  );
}

/** Bank accounts: the last two digits make the whole 1 modulo 97; the middle is filled with zeros. */
function isSerbianAccount(digits: string): boolean {
  const whole = digits.slice(0, 3) + digits.slice(3, -2).padStart(13, "0") + digits.slice(-2);
  return remainder(whole, 97) === 1;
}

export const BALKAN_IDS = idCards(
  `
= AL Albania
AL_DRIVER_LICENSE driving licence; driver; prado ALB
  form [A-Z]{2}d{6,7} | d{9} | [A-Z]d{8}[A-Z]; found TI1234567 ≠ TI123; label leje drejtimi, patentë, patenta, numri i patentës
AL_ID_CARD identity card; national; prado ALB
  form d{9} | [A-Z]{2}d{7}; found 024657893 ≠ 02465789; label letërnjoftim, numri i letërnjoftimit, karta e identitetit, numri i kartës
AL_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Albania
  form [A-Z]{2} ?d{3} ?[A-Z]{2} | [A-Z]{2} d{3} [A-Z]{2}; found AA 123 BB ≠ AA 12 BB; label targa, numri i targës, targa e makinës
AL_NID personal number (NID); health, national, social, tax; tin Albania
  form [A-T]d{8}[A-W]; check isAlbanian; found J10101999Q ≠ J19901999Q
  label nid, numri personal, numri i identitetit, nip, numri i letërnjoftimit, letërnjoftim, kartë identiteti, numri personal i identitetit
AL_NIPT tax number (NIPT, NUIS); company, tax; tin Albania
  form [A-M]d{8}[A-Z] | AL [A-M] d{8} [A-Z] | (AL) [A-M] d{8}[A-Z] | *AL[A-M]d{8}[A-Z] | [A-M] d{8} [A-Z] | *[J-M]d{8}[A-Z]
  check isAlbanianTaxpayer; found J91402501L ≠ J91400001L
  label nipt, nuis, nipti, numri i identifikimit, numri unik i identifikimit të subjektit
AL_PASSPORT passport; passport; prado ALB
  form [A-Z]{2}d{7}; found BA1234567 ≠ BA12345; label pasaportë, pasaporta, numri i pasaportës
= BA Bosnia and Herzegovina
BA_DRIVER_LICENSE driving licence; driver; prado BIH
  form [0-9A-Z]{8,9}; check mixed; found 1A2B3C4D5 ≠ 1A2B; label vozačka dozvola, broj vozačke dozvole
BA_ID_CARD identity card; national; prado BIH
  form [0-9A-Z]{9}; check mixed; found 1A2B3C4D5 ≠ 1A2B3C; label lična karta, broj lične karte, osobna iskaznica, broj osobne iskaznice
BA_JIB company number (JIB); company, tax; https://www.uino.gov.ba/
  form 4d{12}; check /^4/, weightsFromRight 2,3,4,5,6,7,2,3,4,5,6,7 00987654321; found 4159202211910 ≠ 4159202211911
  label jib, identifikacioni broj, jedinstveni identifikacioni broj, id broj
BA_JMBG citizen number (JMBG); national, tax; alone; wiki Unique_Master_Citizen_Number
  form d{13}; check isJmbg; checkAlone range 7 10..19; found 0101006500006 ≠ 0101006500007
  label jmbg, jmb, jedinstveni matični broj, jedinstveni matični broj građana, јмб, јмбг, bosnian jmbg
BA_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Bosnia_and_Herzegovina
  form *[AEJKMOT]d{2}-[AEJKMOT]-d{3} | d{3}-[AEJKMOT]-d{3}; found A12-E-345 ≠ A12-E-34
  label registarska oznaka, registarske tablice, registarske oznake
BA_PASSPORT passport; passport; prado BIH
  form [A-Z]d{7} | [A-Z]{2}d{7}; found B1234567 ≠ B12345; label pasoš, broj pasoša, putovnica, broj putovnice
BA_PDV VAT number (PDV); tax; https://www.uino.gov.ba/
  form d{12}; found 200123450001 ≠ 20012345; label pdv, pdv broj, pib, pdv id
= HR Croatia
HR_COMPANY court register (MBS); company; https://sudreg.pravosudje.hr/
  form d{8,9} | MBS d{8,9} | *MBS d{9}; found 080000604 ≠ 1234567; label mbs, matični broj subjekta, matični broj poslovnog subjekta
HR_DRIVER_LICENSE driving licence; driver; prado HRV
  form d{8}; found 12345678 ≠ 1234567; label vozačka dozvola, broj vozačke dozvole, vozacka dozvola
HR_ID_CARD identity card; national; prado HRV
  form d{9}; found 112345678 ≠ 11234567; label osobna iskaznica, broj osobne iskaznice, broj osobne
HR_JMBG citizen number (JMBG); national; alone; wiki Unique_Master_Citizen_Number
  form d{13}; check isJmbg; checkAlone range 7 30..39; found 0101985336980 ≠ 0101985336981
  label jmbg, mbg, jedinstveni matični broj građana, matični broj građana
HR_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Croatia
  form [A-Z]{2} ?d{3,4}-?[A-Z]{1,2} | [A-Z]{2} d{3,4}-[A-Z]{1,2} | [A-Z]{2}-d{3,4}-[A-Z]{1,2}; found ZG 1234-AB ≠ ZG 12-AB
  label registarska oznaka, registarska tablica, registarske tablice, registracija
HR_MBO health insurance number (MBO); health; https://hzzo.hr/
  form d{9}; found 123456789 ≠ 12345678; label mbo, matični broj osiguranika, broj zdravstvene iskaznice, zdravstvena iskaznica
HR_OIB personal and tax number (OIB); company, national, tax; alone; https://hr.wikipedia.org/wiki/Osobni_identifikacijski_broj
  form d{11} | *HRd{11} | *HR d{11}; check drop HR, mod1110; checkAlone lettered; found 33392005961 ≠ 33392005962
  label oib, osobni identifikacijski broj, pdv id broj, pdv broj, oib broj, porezni broj, pdv, personal identification number
HR_PASSPORT passport; passport; prado HRV
  form d{9}; found 123456789 ≠ 12345678; label putovnica, broj putovnice
= ME Montenegro
ME_DRIVER_LICENSE driving licence; driver; prado MNE
  form d{8,9}; found 123456789 ≠ 12345; label vozačka dozvola, broj vozačke dozvole
ME_ID_CARD identity card; national; prado MNE
  form d{9} | [A-Z0-9]{9}; found 123456789 ≠ 12345678; label lična karta, broj lične karte
ME_JMBG citizen number (JMBG); national, tax; alone; wiki Unique_Master_Citizen_Number
  form d{13}; check isJmbg; checkAlone range 7 20..29; found 0101985219541 ≠ 0101985219542
  label jmbg, jedinstveni matični broj, matični broj, crnogorski jmbg
ME_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Montenegro
  form [A-Z]{2} ?[A-Z]{2}d{3} | [A-Z]{2} [A-Z]{2}d{3}; found PG AB123 ≠ PG AB12; label registarska oznaka, registarske tablice, broj tablica
ME_PASSPORT passport; passport; prado MNE
  form [A-Z0-9]{9}; found P12345678 ≠ P123; label pasoš, broj pasoša, putna isprava
ME_PIB tax number of a company (PIB); company, tax; https://www.tax.gov.me/
  form d{8} | dd/dd-ddddd-d; check weights 8,7,6,5,4,3,2 00987654321; found 38/41-48564-4 ≠ 38/41-48564-
  label pib, poreski identifikacioni broj, pdv broj
= MK North Macedonia
MK_BANK_ACCOUNT bank account; bank; wiki International_Bank_Account_Number
  form d{15} | ddd-d{10}-dd; check mod 97 = 1; found 872640426065341 ≠ 872640426065342
  label трансакциска сметка, жиро сметка, број на сметка, transakciska smetka, ziro smetka
MK_DRIVER_LICENSE driving licence; driver; prado MKD
  form [A-Z]d{7} | d{8}; found V1234567 ≠ V12345; label возачка дозвола, број на возачка дозвола, vozacka dozvola
MK_EDB tax number (EDB); company, tax; alone; https://www.ujp.gov.mk/
  form *MK4d{12} | *MK 4d{12} | 4d{12} | [45]d{12}; check drop MK, weightsFromRight 2,3,4,5,6,7,2,3,4,5,6,7 00987654321
  found 4057019547848 ≠ 4057019547840; label едб, edb, единствен даночен број, edinstven danocen broj, даночен број, danocen broj
MK_EMBS company number (EMBS); company; https://www.crm.com.mk/
  form d{7}; found 4064674 ≠ 406467; label ембс, embs, единствен матичен број на субјектот
MK_ID_CARD identity card; national; prado MKD
  form [A-Z]d{7}; found A1234567 ≠ A12345; label лична карта, број на лична карта, licna karta
MK_JMBG citizen number (EMBG); national, social; alone; wiki Unique_Master_Citizen_Number
  form d{13}; check isJmbg; checkAlone range 7 40..49; found 0101985455695 ≠ 0101985455696
  label ембг, embg, jmbg, единствен матичен број, единствен матичен број на граѓанинот, матичен број
MK_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_North_Macedonia
  form [A-Z]{2} d{4} [A-Z]{2} | [A-Z]{2}-?d{3,4}-?[A-Z]{2}; found SK 1234 AB ≠ SK 12 AB
  label регистарска ознака, регистарски таблички, регистерска табличка, registarska oznaka
MK_PASSPORT passport; passport; prado MKD
  form [A-Z]d{7}; found B1234567 ≠ B12345; label пасош, број на пасош, патна исправа
= RS Serbia
RS_BANK_ACCOUNT bank account; bank; https://www.nbs.rs/en/
  form ddd-d{1,13}-dd | d{18} | *ddd-d{6,13}-dd; check isSerbianAccount; found 447-151827080-73 ≠ 447-151827080-74
  label broj računa, tekući račun, žiro račun, broj tekućeg računa, tekuci racun, број рачуна, текући рачун
RS_DRIVER_LICENSE driving licence; driver; prado SRB
  form d{9}; found 001234567 ≠ 00123456; label vozačka dozvola, broj vozačke dozvole, возачка дозвола, број возачке дозволе
RS_ID_CARD identity card; national; prado SRB
  form d{9}; found 001234567 ≠ 00123456; label lična karta, broj lične karte, licna karta, лична карта, број личне карте
RS_JMBG citizen number (JMBG); national, tax; alone; wiki Unique_Master_Citizen_Number
  form d{13}; check isJmbg; checkAlone range 7 70..89; found 0101985714224 ≠ 0101985714225
  label jmbg, јмбг, jedinstveni matični broj građana, јединствени матични број грађана, матични број
RS_LBO health insurance number (LBO); health; https://www.rfzo.rs/
  form d{11}; found 12345678901 ≠ 1234567890
  label lbo, лбо, lični broj osiguranika, лични број осигураника, zdravstvena knjižica, broj zdravstvene knjižice
RS_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Serbia
  form [A-Z]{2} ?d{3,5}-?[A-Z]{2} | [A-Z]{2} d{3,5}-[A-Z]{2} | [A-Z]{2}-d{3,5}-[A-Z]{2}; found BG 123-AB ≠ BG 12-AB
  label registarska oznaka, registarske tablice, регистарска ознака, регистарске таблице
RS_MB company number (matični broj); company; https://www.apr.gov.rs/
  form d{8}; found 07726716 ≠ 0772671; label matični broj, matični broj firme, матични број, maticni broj
RS_PASSPORT passport; passport; prado SRB
  form d{9}; found 001234567 ≠ 00123456; label pasoš, broj pasoša, пасош, број пасоша
RS_PIB tax number (PIB); company, tax; wiki VAT_identification_number
  form d{9} | *RSd{9}; check drop RS, mod1110; found 101134702 ≠ 101134701
  label pib, пиб, poreski identifikacioni broj, порески идентификациони број, poreski broj
= SI Slovenia
SI_BANK_ACCOUNT bank account; bank; alone; https://www.bsi.si/en/
  form *ddddd-dddddddddd | dddd-ddddddddddd | ddddd-dddddddd dd; check mod 97 = 1; found 0958-35092707591 ≠ 0958-35092707592
  label trr, transakcijski račun, številka računa, bančni račun
SI_DDV tax and VAT number (DDV); company, tax; alone; vies
  form *SId{8} | *SI dddd dddd | *SI d{8} | d{8}; check drop SI, /^[^0]/, weights 8,7,6,5,4,3,2 -0987654321; checkAlone lettered
  found SI50223054 ≠ SI 5022 3053; label ddv, id za ddv, davčna številka, davcna stevilka, davčna, id ddv, identifikacijska številka za ddv
SI_DRIVER_LICENSE driving licence; driver; prado SVN
  form d{9} | [A-Z]?d{8,9}; found 123456789 ≠ 1234567; label vozniško dovoljenje, številka vozniškega dovoljenja, voznisko dovoljenje
SI_EMSO citizen number (EMŠO); national; alone; wiki Unique_Master_Citizen_Number
  form d{13} | dddddd ddddddd | dd dd ddd dd ddd d; check isJmbg; checkAlone range 7 50..59; found 0101006500006 ≠ 0101006500007
  label emšo, emso, jmbg, enotna matična številka občana, matična številka občana, em o
SI_ID_CARD identity card; national; prado SVN
  form [A-Z]{2}d{7} | d{9} | I[A-Z]d{7}; found IE1234567, 001234567 ≠ IE12345
  label osebna izkaznica, številka osebne izkaznice, osebne izkaznice
SI_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Slovenia
  form [A-Z]{2} [A-Z0-9]{2}-[A-Z0-9]{3} | [A-Z]{2}[A-Z0-9]{5}; check mixed; found LJ AB-123 ≠ LJ AB-12345
  label registrska oznaka, registrska tablica, registrska številka
SI_MATICNA company number (matična številka); company; https://www.ajpes.si/
  form d{7} | d{10} | ddddddd ddd; check weights 7,6,5,4,3,2 0-987654321; found 1819011658 ≠ 181901165
  label matična številka, maticna stevilka, matična številka podjetja
SI_PASSPORT passport; passport; prado SVN
  form P[A-Z]d{7} | [A-Z]{2}d{7}; found PB1234567 ≠ PB12345; label potni list, številka potnega lista
SI_ZZZS health insurance number (ZZZS); health, social; https://www.zzzs.si/
  form d{9} | ddd ddd ddd; found 031234567 ≠ 03123456
  label zzzs, zzzs številka, kzz, kartica zdravstvenega zavarovanja, številka zavarovanca
= XK Kosovo
XK_ID_CARD identity card; national; prado RKS
  form d{9} | [A-Z]{2}d{7}; found 123456789 ≠ 12345678; label letërnjoftim, numri i letërnjoftimit, lična karta
XK_LICENSE_PLATE licence plate; plate; wiki Vehicle_registration_plates_of_Kosovo
  form d{2} d{3} [A-Z]{2} | d{2}-d{3}-[A-Z]{2} | *0[1-7]-d{3}-[A-Z]{2}; found 01 123 AB ≠ 01 12 AB; label targa, targat, registarske tablice
XK_NUI company and fiscal number (NUI); company, tax; https://arbk.rks-gov.net/
  form 8d{8} | 6d{8}; found 811234567 ≠ 711234567; label nui, numri unik identifikues, numri fiskal, fiskalni broj, numri i biznesit
XK_PASSPORT passport; passport; prado RKS
  form [A-Z]d{8} | [A-Z]{2}d{7}; found P00123456 ≠ P0012; label pasaportë, pasaporta, pasoš
XK_PERSONAL_NUMBER personal number; national, tax; https://mpb.rks-gov.net/
  form d{10} | d{13}; check /^.{10}$/ or isJmbg; found 1234567892 ≠ 123456789
  label numri personal, lični broj, licni broj, numri personal i identifikimit
`,
  { isAlbanian, isAlbanianTaxpayer, isJmbg, isSerbianAccount },
);
