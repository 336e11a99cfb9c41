import { lazy } from "../../../core/lazy.ts";

/**
 * Words beside a name that say whose it is, in lower case; written by us, in the languages of the users. Phrases of one row are
 * separated by commas. Accents may be missing in a text.
 */

/** Before the name of whoever speaks. */
const INTRODUCTIONS = `
  my name is, my full name is, my name's, my real name is, name's
  ich heiße, ich heisse, mein name ist, mein name lautet
  je m'appelle, je me nomme, mon nom est, mon nom complet est
  me llamo, mi nombre es, mi nombre completo es
  em dic, el meu nom és, chámome, o meu nome é
  me chamo, chamo-me, meu nome é, meu nome completo é
  mi chiamo, il mio nome è, il mio nome completo è
  mijn naam is, ik heet, my naam is
  nazywam się, mam na imię, moje imię to, moje nazwisko to
  jmenuji se, jmenuju se, moje jméno je, mé jméno je
  volám sa, moje meno je
  jag heter, mitt namn är
  jeg hedder, mit navn er, jeg heter, mitt navn er, ég heiti
  nimeni on, minun nimeni on
  a nevem, nevem
  mă numesc, mă cheamă, numele meu este
  benim adım, adım, ismim
  меня зовут, мое имя, моя фамилия
  мене звати, мене звуть, моє ім'я
  казвам се, името ми е
  zovem se, moje ime je, ime mi je
  зовем се, моје име је
  με λένε, ονομάζομαι, το όνομά μου είναι
  mano vardas, mani sauc, minu nimi on
  nama saya, nama lengkap saya, ang pangalan ko ay
  tôi tên là, tên tôi là
  jina langu ni, orukọ mi ni
  اسمي, نام من
  שמי, קוראים לי
  मेरा नाम, আমার নাম
`;

/** … in scripts without spaces between words. */
const UNSPACED_INTRODUCTIONS = "我叫, 我的名字是, 我的名字叫, 私の名前は, 名前は, 제 이름은, ผมชื่อ, ดิฉันชื่อ, ฉันชื่อ";

/** What a form, a table or code calls a person of whom it keeps something. */
const ROLES = `
  patient, customer, client, applicant, employee, tenant, policyholder, policy holder, cardholder, card holder, account holder,
  insured, beneficiary, payee, claimant, plaintiff, next of kin, emergency contact, contact person, guardian, guest, passenger,
  resident, student, pupil, borrower, recipient, subscriber, attn, attention, signed, signed by, account owner, ship to, bill to
  patientin, kunde, kundin, mitarbeiter, mitarbeiterin, mieter, mieterin, versicherter, versicherte, karteninhaber, kontoinhaber,
  antragsteller, antragstellerin, bewerber, bewerberin, empfänger, ansprechpartner, ansprechpartnerin, auftraggeber
  patiente, cliente, salarié, salariée, locataire, titulaire, assuré, assurée, demandeur, candidat, bénéficiaire, destinataire
  paciente, empleado, empleada, titular, solicitante, asegurado, asegurada, inquilino, beneficiario, destinatario
  funcionário, funcionária, segurado, segurada, inquilina, beneficiário, destinatário
  paziente, dipendente, intestatario, intestataria, assicurato, assicurata, richiedente
  patiënt, klant, medewerker, huurder, rekeninghouder, verzekerde, aanvrager
  pacjent, pacjentka, klient, klientka, pracownik, najemca, ubezpieczony, wnioskodawca, odbiorca
  pacientka, zákazník, zákaznice, zaměstnanec, žadatel, pojištěnec
  kund, anställd, hyresgäst, sökande, kunde, ansatt, pasient, ansøger, asiakas, potilas, työntekijä
  beteg, ügyfél, páciens, munkavállaló
  pacient, angajat, client, solicitant, beneficiar
  hasta, müşteri, çalışan, başvuran
  пациент, пациентка, клиент, сотрудник, заявитель, получатель, застрахованный
  пацієнт, клієнт, працівник, заявник
  pasien, pelanggan, nasabah, karyawan, pemohon
  bệnh nhân, khách hàng, nhân viên
  患者, 客户, 客戶, 员工, 申请人, 收件人, 顧客, 従業員, 申請者, 환자, 고객, 직원, 신청인
`;

/** What a form, a table or code calls a name of a person. */
const NAME_KEYS = `
  first name, firstname, fname, given name, forename, last name, lastname, lname, surname, family name, middle name, maiden name,
  full name, fullname, legal name, new name, old name, previous name, my name, your name, holder name, contact name, mother's maiden name
  vorname, nachname, familienname, geburtsname, vollständiger name
  prénom, nom de famille, nom complet, nom de naissance, nom de jeune fille, nom et prénom
  apellido, apellidos, nombre completo, nombre y apellidos, primer nombre, segundo apellido
  sobrenome, nome completo, apelido, cognome, nome e cognome
  achternaam, voornaam, volledige naam
  nazwisko, imię, imię i nazwisko, jméno a příjmení, příjmení, meno a priezvisko, priezvisko
  efternamn, förnamn, fornavn, etternavn, efternavn, sukunimi, etunimi
  vezetéknév, keresztnév, teljes név, prenume, nume și prenume
  adı soyadı, ad soyad, soyadı
  фамилия, имя и фамилия, фио, отчество, прізвище, піб, име и фамилия, фамилно име, презиме, prezime, ime i prezime
  ονοματεπώνυμο, επώνυμο
  nama lengkap, nama depan, nama belakang, họ tên, họ và tên
  姓名, 氏名, お名前, 성명, 이름, الاسم الكامل, اسم العائلة, שם מלא, שם משפחה, पूरा नाम, ชื่อ-นามสกุล
`;

/** Any name: a person's only in a form, or after a role. */
const NAMES =
  "name, names, nom, nombre, nome, naam, namn, navn, nimi, név, imię, jméno, meno, nume, ad, имя, ім'я, име, ime, όνομα, nama, tên, isim";

/** Between a label and its value: `the patient's name is`. */
const COPULAS = "is, was, ist, lautet, est, es, è, é, jest, är, er, on, este, je";

/** Before a surname. */
const TITLES = `
  mr, mrs, ms, miss, mx, dr, prof, professor, doctor, sir, madam, rev
  herr, herrn, frau, monsieur, madame, mademoiselle, m, mme, mlle, señor, señora, señorita, sr, sra, srta, don, doña
  senhor, senhora, signor, signora, signore, sig, gentile, dott, dottor, dottoressa, dhr, mevrouw, mevr, mw, meneer, heer
  pan, pani, panie, pane, paní, panu, hr, fru, herra, rouva, úr, asszony, domnule, doamnă, domnul, doamna, bay, bayan
  господин, госпожа, пане, пан, пані, κύριε, κυρία, gospodine, gospođo, gospod, gospa, bapak, ibu, ông, bà
`;

/** The first words of a letter. */
const SALUTATIONS = `
  dear, to
  sehr geehrter, sehr geehrte, lieber, liebe, guten tag
  cher, chère, bonjour
  estimado, estimada, apreciado, apreciada, querido, querida
  prezado, prezada, caro, cara, exmo, exma
  gentile, egregio, egregia, spettabile, gentilissimo, gentilissima
  geachte, beste
  szanowny, szanowna, drogi, droga
  vážený, vážená
  bästa, hej, kære, kjære
  hyvä, arvoisa, tisztelt, kedves, stimate, stimată, sayın
  уважаемый, уважаемая, шановний, шановна, уважаеми, уважаема, поштовани, poštovani, poštovana, spoštovani, spoštovana
  αγαπητέ, αγαπητή, αξιότιμε
  yth, kepada yth, kính gửi
`;

/** The line above a signature. */
const SIGN_OFFS = `
  regards, kind regards, best regards, warm regards, with kind regards, with best regards, many regards, best, all the best, best wishes
  with best wishes, sincerely, yours sincerely, sincerely yours, yours faithfully, yours truly, very truly yours, yours, respectfully
  respectfully yours, cordially, warmly, thanks, many thanks, thank you, thanks and regards, thanks in advance, cheers, signed
  mit freundlichen grüßen, mit freundlichem gruß, freundliche grüße, viele grüße, beste grüße, liebe grüße, herzliche grüße
  mit besten grüßen, schöne grüße, hochachtungsvoll, mfg, lg, vg, danke, vielen dank
  cordialement, bien cordialement, très cordialement, bien à vous, sincères salutations, salutations distinguées, amicalement, merci
  sincèrement, respectueusement, cdlt
  atentamente, un saludo, saludos, saludos cordiales, un cordial saludo, cordialmente, muy atentamente, gracias, un abrazo
  atenciosamente, cordialmente, com os melhores cumprimentos, melhores cumprimentos, cumprimentos, abraços, um abraço, obrigado, obrigada
  cordiali saluti, distinti saluti, un cordiale saluto, saluti, grazie
  met vriendelijke groet, met vriendelijke groeten, vriendelijke groeten, hartelijke groeten, hoogachtend, groeten, mvg
  z poważaniem, pozdrawiam, z wyrazami szacunku, serdecznie pozdrawiam
  s pozdravem, s úctou, s pozdravom
  vänliga hälsningar, med vänliga hälsningar, med vänlig hälsning, hälsningar, mvh
  med venlig hilsen, venlig hilsen, med vennlig hilsen, vennlig hilsen, hilsen
  ystävällisin terveisin, terveisin, kunnioittaen
  üdvözlettel, tisztelettel, köszönettel
  cu stimă, cu respect, cu deosebită considerație
  saygılarımla, saygılar, iyi çalışmalar
  с уважением, с наилучшими пожеланиями, з повагою, с уважение, с поштовањем
  με εκτίμηση, με φιλικούς χαιρετισμούς
  s poštovanjem, srdačan pozdrav, lep pozdrav, s spoštovanjem
  pagarbiai, ar cieņu, lugupidamisega
  hormat saya, salam, salam hormat, trân trọng, kính thư, lubos na gumagalang, wako mwaminifu
  敬具, 敬上, 此致, 谨上, よろしくお願いいたします, よろしくお願いします, 감사합니다
  مع خالص التحية, مع أطيب التحيات, تحياتي, با احترام, בברכה, בכבוד רב
`;

/** Before the address where whoever speaks lives, or wants something delivered. */
const HOMES = `
  i live at, i live in, i'm living at, i am living at, we live at, we live in, i reside at, i moved to, we moved to
  ship to, ship it to, ship them to, deliver to, deliver it to, send it to, mail it to, bill to, residing at
  ich wohne in, ich wohne in der, ich wohne im, ich wohne am, ich wohne an der, wir wohnen in, wir wohnen in der, wohnhaft in, wohnhaft
  j'habite, j'habite au, j'habite à, nous habitons, je réside au, demeurant
  vivo en, vivo en la, resido en, domiciliado en, domiciliada en
  moro na, moro no, moro em, resido na, resido em, residente na, residente em
  abito in, vivo in, residente in
  ik woon in, ik woon op, wij wonen in, woonachtig
  mieszkam na, mieszkam przy, mieszkam w, zamieszkały, zamieszkała
  bydlím na, bydlím v, bývam na
  jag bor på, jag bor i, jeg bor på, jeg bor i, asun
  lakom, locuiesc în, locuiesc pe
  я живу, я живу на, я живу по адресу, проживаю по адресу, я живу за адресою
  saya tinggal di, tôi sống tại, tôi ở
`;

/** Before the date when whoever speaks was born, and what a form calls it. */
const BIRTHS = `
  date of birth, dob, d.o.b, birth date, birthdate, birthday, born on, bday
  i was born, i was born on, my birthday is, my birthday, my date of birth is
  geburtsdatum, geburtstag, geb, geb., ich bin geboren am, ich wurde geboren am
  date de naissance, né le, née le, je suis né le, je suis née le
  fecha de nacimiento, nací el, nacido el, nacida el
  data de nascimento, nasci em, nascido em, nascida em
  data di nascita, sono nato il, sono nata il
  geboortedatum, data urodzenia, urodziłem się, urodziłam się, datum narození, dátum narodenia
  födelsedatum, fødselsdato, syntymäaika, születési idő, data nașterii, doğum tarihi
  дата рождения, я родился, я родилась, дата народження, дата на раждане, датум рођења, datum rođenja
  ημερομηνία γέννησης, tanggal lahir, ngày sinh
  生年月日, 出生日期, 생년월일, تاريخ الميلاد, תאריך לידה
`;

export interface Phrases {
  readonly introductions: ReadonlySet<string>;
  readonly unspaced: readonly string[];
  readonly roles: ReadonlySet<string>;
  readonly nameKeys: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly copulas: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
  readonly salutations: ReadonlySet<string>;
  readonly signOffs: ReadonlySet<string>;
  readonly homes: ReadonlySet<string>;
  readonly births: ReadonlySet<string>;
}

/** Most words of a phrase. */
export const PHRASE_WORDS_MAX = 6;

/** Words of a text or a phrase: what stands between them does not count. */
export const WORD = /[\p{L}\p{M}]+/gu;

/** A word as it is compared: small, without accents. */
export function plainWord(word: string): string {
  const small = word.toLowerCase();
  return IS_ASCII.test(small) ? small : small.normalize("NFD").replace(/\p{M}/gu, "");
}

const IS_ASCII = /^[a-z]*$/;

const listOf = (rows: string): readonly string[] =>
  rows
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);

const setOf = (rows: string): ReadonlySet<string> =>
  new Set(listOf(rows).map((phrase) => (phrase.match(WORD) ?? []).map(plainWord).join(" ")));

/** Made on first use. */
export const phrases = lazy((): Phrases => ({
  introductions: setOf(INTRODUCTIONS),
  unspaced: listOf(UNSPACED_INTRODUCTIONS),
  roles: setOf(ROLES),
  nameKeys: setOf(NAME_KEYS),
  names: setOf(NAMES),
  copulas: setOf(COPULAS),
  titles: setOf(TITLES),
  salutations: setOf(SALUTATIONS),
  signOffs: setOf(SIGN_OFFS),
  homes: setOf(HOMES),
  births: setOf(BIRTHS),
}));
