import type { Category } from "./rule.ts";

const words = (list: string): readonly string[] => list.split("|");

/**
 * General names of identifiers, as forms, laws and data models of many countries write them, lower case and without
 * accents. Collected by us; sources are the authorities' own forms.
 */
export const CATEGORY_LABELS: Readonly<Record<Category, readonly string[]>> = {
  bank: words(
    "account number|account no|account|acct|acct no|bank account|bank code|clearing number|konto|" +
      "kontonummer|kontonr|bankverbindung|bankkonto|rekeningnummer|rekening|bankrekening|cuenta|" +
      "numero de cuenta|cuenta bancaria|conta|numero da conta|conta bancaria|compte|numero de compte|" +
      "compte bancaire|conto|numero di conto|conto corrente|numer konta|numer rachunku|cislo uctu|" +
      "tilinumero|hesap no|hesap numarasi|szamlaszam|расчетный счет|номер счета|口座番号|账号|银行账号|계좌번호|" +
      "رقم الحساب",
  ),
  company: words(
    "company number|company no|company registration number|company registration|company id|registration number|" +
      "registration no|business number|business registration number|business id|trade register|commercial register|" +
      "organisation number|organization number|org number|orgnr|entity number|enterprise number|vat|vat number|" +
      "vat no|vat id|vat registration number|vat code|gst|gst number|gst registration number|handelsregister|" +
      "handelsregisternummer|umsatzsteuer id|ust id|ust idnr|kvk nummer|btw nummer|numero de tva|numero tva|" +
      "tva intracommunautaire|registro mercantil|partita iva|numero de empresa|numero de iva|moms|momsnummer|" +
      "registration code|registrikood|reg no|reg nr",
  ),
  device: words("device id|device number|serial number|handset|sim card|sim"),
  driver: words(
    "driver license|drivers license|driver's license|driver licence|drivers licence|driver's licence|" +
      "driving licence|driving license|driver license number|license number|licence number|licence no|license no|" +
      "dl number|dl no|driving permit|fuhrerschein|fuhrerscheinnummer|fuehrerschein|permis de conduire|" +
      "numero de permis|permis|carnet de conducir|permiso de conducir|licencia de conducir|licencia|" +
      "carta de conducao|carteira de motorista|habilitacao|patente|patente di guida|rijbewijs|rijbewijsnummer|" +
      "korkort|korkortsnummer|forerkort|korekort|ajokortti|prawo jazdy|ridicsky prukaz|vodicsky preukaz|jogositvany|" +
      "permis auto|vozacka dozvola|vozniko dovoljenje|ehliyet|surucu belgesi|водительское удостоверение|" +
      "водительских прав|δίπλωμα οδήγησης|免許証番号|運転免許|驾驶证|駕照|운전면허|운전면허번호|رخصة القيادة|surat izin mengemudi",
  ),
  health: words(
    "health insurance|health insurance number|health insurance no|health card|health card number|health number|" +
      "health id|medicare|medicare number|medicaid|patient id|patient number|medical record number|medical record|mrn|" +
      "insurance number|insurance id|member id|policy number|beneficiary|provider number|provider id|prescriber|" +
      "krankenversicherung|krankenversichertennummer|krankenkasse|versichertennummer|assurance maladie|carte vitale|" +
      "tarjeta sanitaria|seguro medico|cartao de saude|tessera sanitaria|zorgverzekering|patientnummer|" +
      "ubezpieczenie zdrowotne|健康保険|保険証|医保|건강보험",
  ),
  national: words(
    "national id|national id number|national identity|national identity number|national identity card|" +
      "national identification number|national number|identity number|identity card|identity card number|identity no|" +
      "id card|id card number|id number|id no|identification number|identification|identification no|personal number|" +
      "personal id|personal id number|personal identity code|personal identification number|personal identity number|" +
      "personal code|person number|citizen id|citizen number|citizenship number|citizen card|civil number|civil id|" +
      "civil registration number|unique number|resident id|resident number|residence permit|residence permit number|" +
      "resident registration number|residence card|permanent resident number|foreigner number|" +
      "foreigner registration number|foreign id|alien registration number|population number|birth number|voter id|" +
      "voter card|electoral card|government id|personalausweis|personalausweisnummer|ausweisnummer|ausweis|" +
      "ausweis nr|identitatskarte|carte d'identite|carte nationale d'identite|carte identite|numero d'identite|" +
      "numero national|piece d'identite|registre national|cedula|cedula de identidad|cedula de ciudadania|" +
      "documento de identidad|documento nacional de identidad|documento|numero de documento|numero de identidad|" +
      "identificacion|carne de identidad|bilhete de identidade|cartao de cidadao|documento de identificacao|" +
      "carteira de identidade|carta d'identita|carta di identita|numero carta identita|identiteitskaart|" +
      "identiteitsnummer|rijksregisternummer|persoonsnummer|personnummer|personnummeret|fodselsnummer|henkilotunnus|" +
      "isikukood|personas kods|asmens kodas|dowod osobisty|numer dowodu|seria i numer|rodne cislo|obcansky prukaz|" +
      "obciansky preukaz|szemelyi szam|szemelyi igazolvany|szemelyazonosito|cod numeric personal|carte de identitate|" +
      "buletin|maticni broj|jmbg|osobna iskaznica|licna karta|numri personal|kimlik no|kimlik numarasi|kimlik|" +
      "nomor induk|ktp|kartu tanda penduduk|cmnd|cccd|can cuoc|so can cuoc|kad pengenalan|no kp|паспортные данные|" +
      "личный номер|идентификационный номер|идентификационен номер|егн|єдрпоу|ταυτότητα|αριθμός ταυτότητας|" +
      "δελτίο ταυτότητας|תעודת זהות|מספר זהות|رقم الهوية|الهوية|الرقم القومي|بطاقة الهوية|شماره ملی|کد ملی|" +
      "पहचान पत्र|身份证|身份證|身份证号|身份證字號|マイナンバー|個人番号|주민등록번호|주민번호|외국인등록번호|เลขบัตรประชาชน|เลขประจำตัวประชาชน|บัตรประชาชน",
  ),
  passport: words(
    "passport|passport number|passport no|passport id|travel document|reisepass|reisepassnummer|pass nr|" +
      "passnummer|passeport|numero de passeport|pasaporte|numero de pasaporte|passaporte|" +
      "numero do passaporte|passaporto|numero di passaporto|paspoort|paspoortnummer|pas nummer|passi|" +
      "passin numero|paszport|numer paszportu|cestovni pas|cestovny pas|utlevel|utlevelszam|pasaport|" +
      "pasaport no|pasaport numarasi|putovnica|pasos|potni list|pase|passi number|ho chieu|so ho chieu|" +
      "paspor|pasport|паспорт|номер паспорта|загранпаспорт|διαβατήριο|αριθμός διαβατηρίου|דרכון|جواز السفر|" +
      "رقم الجواز|جواز سفر|護照|护照|护照号|旅券番号|パスポート|여권|여권번호|หนังสือเดินทาง|पासपोर्ट",
  ),
  phone: words(
    "phone|phone number|phone no|telephone|telephone number|telephone no|mobile|mobile number|mobile phone|mobile no|cell|" +
      "cell phone|cellphone|cell number|contact number|home number|work number|fax|fax number|fax no|tel|tel no|telno|phonenum|msisdn|" +
      "whatsapp|hotline|handy|handynummer|rufnummer|telefon|telefonnummer|tel nr|mobil|mobilnummer|telephone portable|" +
      "numero de telephone|portable|telefono|numero de telefono|movil|celular|numero celular|telefone|numero de telefone|" +
      "telemovel|cellulare|numero di telefono|telefoon|telefoonnummer|mobiele nummer|gsm|telefonnr|mobiltelefon|puhelin|" +
      "puhelinnumero|numer telefonu|komorka|telefonszam|telefonni cislo|numar de telefon|telefon numarasi|cep telefonu|cep no|gsm no|cep numarasi|" +
      "telepono|numero ng telepono|nomor telepon|nomor hp|no hp|so dien thoai|dien thoai|телефон|номер телефона|мобильный|" +
      "тел|τηλέφωνο|κινητό|טלפון|נייד|هاتف|رقم الهاتف|جوال|الموبايل|फ़ोन|फोन|मोबाइल|电话|電話|电话号码|電話番号|手机|手機|携帯|携帯電話|전화|전화번호|" +
      "휴대폰|โทรศัพท์|เบอร์โทร",
  ),
  plate: words(
    "license plate|licence plate|license plate number|number plate|plate number|plate no|plate|reg plate|" +
      "vehicle registration|vehicle registration number|vehicle reg|vehicle number|registration plate|" +
      "car registration|car reg|registration mark|kennzeichen|nummernschild|kfz kennzeichen|plaque d'immatriculation|" +
      "immatriculation|matricula|placa|placa do carro|patente vehicular|targa|kenteken|kentekenplaat|" +
      "registreringsnummer|nummerplade|rekisterinumero|rekisteritunnus|numer rejestracyjny|tablica rejestracyjna|" +
      "registracni znacka|spz|rendszam|numar de inmatriculare|registarska oznaka|plaka|plaka no|госномер|" +
      "номер машины|номерной знак|πινακίδα|車牌|车牌|车牌号|ナンバープレート|차량번호|لوحة|ทะเบียนรถ|plat nomor|bien so xe",
  ),
  social: words(
    "social security|social security number|social security no|social security code|social insurance|" +
      "social insurance number|national insurance|national insurance number|insurance number|" +
      "pension number|pension insurance number|provident fund|sozialversicherung|sozialversicherungsnummer|" +
      "sv nummer|rentenversicherungsnummer|securite sociale|numero de securite sociale|num secu|" +
      "seguridad social|numero de seguridad social|numero de la seguridad social|afiliacion|" +
      "seguranca social|niss|numero de seguranca social|previdencia social|previdenza sociale|sofi nummer|" +
      "socialeverzekeringsnummer|sygesikring|ubezpieczenie spoleczne|sosyal guvenlik|taj szam|снилс|" +
      "страховой номер|страховое свидетельство|社会保障|社會保險|基礎年金番号|사회보장",
  ),
  tax: words(
    "tax id|tax id number|tax number|tax no|tax code|tax identification number|tax identification|" +
      "tax identification no|tax payer id|taxpayer id|taxpayer number|taxpayer identification number|" +
      "taxpayer reference|tax reference|tax reference number|tax file number|tax registration number|" +
      "tax registration|tin|tin number|tax identity number|fiscal code|fiscal number|fiscal id|income tax number|" +
      "steuernummer|steuer nr|steuer id|steueridentifikationsnummer|steuerliche identifikationsnummer|" +
      "identifikationsnummer|numero fiscal|numero fiscal de reference|identifiant fiscal|" +
      "numero d'identification fiscale|nif|nit|identificacion fiscal|" +
      "numero de identificacion fiscal|identificacion tributaria|numero de identificacion tributaria|" +
      "registro federal de contribuyentes|registro unico tributario|numero de contribuinte|contribuinte|" +
      "numero de identificacao fiscal|codice fiscale|fiscaal nummer|belastingnummer|skattenummer|verotunniste|" +
      "numer identyfikacji podatkowej|danove identifikacni cislo|adoszam|adoazonosito|cod fiscal|" +
      "cod de identificare fiscala|porezni broj|poreski broj|davcna stevilka|vergi no|vergi numarasi|vergi kimlik no|" +
      "ma so thue|npwp|nomor pokok wajib pajak|инн|идентификационный номер налогоплательщика|податковий номер|αφμ|" +
      "αριθμός φορολογικού μητρώου|מספר עוסק|الرقم الضريبي|税号|稅號|纳税人识别号|統一編號|统一社会信用代码|納税者番号|사업자등록번호|납세자번호|" +
      "เลขประจำตัวผู้เสียภาษี",
  ),
  vehicle: words(
    "vehicle identification number|vin|vin number|chassis number|chassis no|fahrgestellnummer|numero de chassis|" +
      "numero de bastidor|telaio",
  ),
};

/** Names and adjectives of countries, by ISO 3166-1 alpha-2 code: they identify the country of a tax number. */
const COUNTRY_NAMES =
  "AD andorra andorran|AE emirates emirati uae|AI anguilla anguillan|AL albania albanian shqip|AM armenia armenian|AO angola angolan|" +
  "AR argentina argentine argentinian|AT austria austrian osterreich|AU australia australian|AZ azerbaijan azerbaijani|BA bosnia bosnian|" +
  "BD bangladesh bangladeshi|BE belgium belgian belgique belgie|BG bulgaria bulgarian|BH bahrain bahraini|BO bolivia bolivian|BR brazil brazilian brasil|" +
  "BY belarus belarusian|CA canada canadian|CH switzerland swiss schweiz suisse|CL chile chilean|CN china chinese|CO colombia colombian|" +
  "CR costa_rica costa_rican|CU cuba cuban|CY cyprus cypriot|CZ czech czechia|DE germany german deutsch deutsche|DK denmark danish dansk|" +
  "DO dominican|DZ algeria algerian|EC ecuador ecuadorian|EE estonia estonian eesti|EG egypt egyptian|ES spain spanish espana|ET ethiopia ethiopian|" +
  "FI finland finnish suomi|FO faroese|FR france french|GB uk british britain united_kingdom england english|GE georgia georgian|GH ghana ghanaian|" +
  "GR greece greek|GT guatemala guatemalan|HK hong_kong|HN honduras honduran|HR croatia croatian hrvatska|HU hungary hungarian magyar|" +
  "ID indonesia indonesian|IE ireland irish|IL israel israeli|IN india indian|IQ iraq iraqi|IR iran iranian|IS iceland icelandic|IT italy italian italia|" +
  "JO jordan jordanian|JP japan japanese|KE kenya kenyan|KR korea korean south_korea|KW kuwait kuwaiti|KZ kazakhstan kazakh|LB lebanon lebanese|" +
  "LI liechtenstein|LK sri_lanka sri_lankan|LT lithuania lithuanian|LU luxembourg luxembourgish|LV latvia latvian|MA morocco moroccan|MC monaco|" +
  "MD moldova moldovan|ME montenegro montenegrin|MK macedonia macedonian north_macedonia|MT malta maltese|MU mauritius mauritian|MX mexico mexican|" +
  "MY malaysia malaysian|NG nigeria nigerian|NI nicaragua nicaraguan|NL netherlands dutch nederland|NO norway norwegian norge|NP nepal nepali|" +
  "NZ new_zealand|OM oman omani|PA panama panamanian|PE peru peruvian|PH philippines philippine filipino|PK pakistan pakistani|PL poland polish polska|" +
  "PT portugal portuguese|PY paraguay paraguayan|QA qatar qatari|RO romania romanian|RS serbia serbian|RU russia russian|RW rwanda rwandan|" +
  "SA saudi saudi_arabia|SE sweden swedish svensk svenska|SG singapore singaporean|SI slovenia slovenian|SK slovakia slovak|SM san_marino|" +
  "SN senegal senegalese|SV el_salvador salvadoran|TH thailand thai|TN tunisia tunisian|TR turkey turkish turkiye|TW taiwan taiwanese|" +
  "TZ tanzania tanzanian|UA ukraine ukrainian|UG uganda ugandan|US us usa american united_states|UY uruguay uruguayan|UZ uzbekistan uzbek|" +
  "VE venezuela venezuelan|VN vietnam vietnamese|XK kosovo kosovar|ZA south_africa south_african|ZM zambia zambian|ZW zimbabwe zimbabwean";

/** Word → ISO 3166-1 alpha-2 code. */
export const COUNTRY_LABELS: ReadonlyMap<string, string> = new Map(
  COUNTRY_NAMES.split("|").flatMap((line) => {
    const [code = "", ...names] = line.split(" ");
    return names.map((name) => [name.replaceAll("_", " "), code] as const);
  }),
);
