import type { Role } from "../../../src/analyzers/pii/names/lexicon.ts";

/**
 * Words that say what stands beside them, in the languages we read. Written for this project; case and accents do not
 * count. Where a word stands in two lists, the first one wins.
 */
export const ROLE_WORDS: readonly (readonly [role: Role, words: string])[] = [
  [
    "naming",
    `heiße heisse appelle llamo chamo chiamo heet heter hedder nazywam jmenuji jmenuju volam zovem numesc звати зовут звуть
    казвам λένε`,
  ],
  [
    "personLabel",
    `name names fullname firstname lastname surname forename username nickname realname displayname givenname familyname
    customername clientname patient customer client applicant cardholder holder recipient sender beneficiary assignee
    author contact employee tenant guest passenger attendee payee borrower insured signatory witness claimant
    nom prenom destinataire expediteur titulaire beneficiaire adherent voyageur
    vorname nachname familienname kunde kundin empfanger absender inhaber ansprechpartner antragsteller unterzeichner patientin
    nombre apellido apellidos cliente paciente titular destinatario remitente pasajero beneficiario empleado
    nome cognome sobrenome apelido intestatario mittente paziente dipendente funcionario
    naam voornaam achternaam klant patient ontvanger namn fornamn efternamn kund mottagare navn fornavn etternavn efternavn kunde
    nimi etunimi sukunimi asiakas imie nazwisko klient pacjent odbiorca nadawca jmeno prijmeni zakaznik meno priezvisko
    ime prezime priimek nev vezeteknev keresztnev ugyfel nume prenume ad soyad isim adi soyadi musteri hasta
    имя фамилия отчество фио клиент пациент получатель отправитель ім'я прізвище клієнт име фамилия όνομα ονομα επώνυμο πελάτης
    ten nama 姓名 名字 氏名 名前 お名前 이름 성명 성함 الاسم اسم नाम ชื่อ שם نام 顧客名 客户 客戶 고객명`,
  ],
  [
    "placeLabel",
    `city town country location hometown birthplace origin destination departure state province region venue place county
    stadt ort wohnort geburtsort land herkunft bundesland ville pays lieu commune naissance localite ciudad pais lugar
    localidad provincia municipio cidade estado localidade municipio citta paese luogo comune stad plaats woonplaats
    ort hemort by sted kaupunki maa paikkakunta miasto kraj miejscowosc miejsce mesto obec zeme krajina varos orszag
    oras tara localitate sehir ulke город страна место місто країна πόλη χώρα град kota negara thanh 城市 国家 國家 都市 出身地 도시 국가 지역 المدينة البلد शहर देश เมือง ประเทศ עיר ארץ شهر کشور`,
  ],
  [
    "title",
    `mr mrs ms miss mx sir madam dame lord lady dr doctor prof professor rev reverend father fr sister capt captain col
    colonel gen general lt lieutenant sgt sergeant cpl major maj sen senator rep congressman congresswoman gov governor pres
    president chancellor minister premier king queen prince princess duke duchess baron count emperor pope bishop
    archbishop cardinal saint judge justice mayor coach officer detective inspector ambassador secretary chairman
    chairwoman chairperson ceo cfo cto director
    herr frau herrn fraulein doktor prasident prasidentin kanzler kanzlerin konig konigin kaiser papst bischof ministerin
    burgermeister graf furst prinz prinzessin freiherr heilige heiligen heiliger
    monsieur madame mademoiselle mme mlle maitre docteur professeur roi reine pape eveque ministre maire saint sainte duc comte
    senor senora senorita don dona sr sra srta doctora profesor profesora rey reina papa obispo ministro ministra alcalde presidenta presidente
    senhor senhora professora doutor doutora rei rainha bispo signor signora signorina dott dottore dottoressa professore
    professoressa avvocato ingegnere ing re regina ministro sindaco onorevole
    meneer mevrouw mevr dhr heer koning koningin burgemeester herr fru fröken froken kung drottning statsminister minister
    herra rouva presidentti pan pani panu pana prezydent krol krolowa premier papiez pani gospodin gospodja gospodja gospa
    kralj car predsjednik predsednik prezident ministr kral kralovna ur kiraly elnok domnul doamna dl dna bay bayan sayin
    господин госпожа президент король царь князь министр профессор доктор пан пані κύριος κύριε κυρία bapak ibu tuan puan`,
  ],
  ["suffix", "jr sr junior senior ii iii iv phd esq"],
  [
    "particle",
    `de del della delle degli di da das do dos du des van der den ter ten von zu zum zur vom la le las los el al bin ibn abu
    af av ap dei dal op het 't mac mc san`,
  ],
  [
    "greeting",
    `hi hello hey dear regards sincerely cheers thanks thank signed yours love hallo liebe lieber grusse gruss grussen gruß
    bonjour salut cher chere cordialement merci hola querido querida estimado estimada saludos atentamente gracias
    ola caro cara prezado prezada abraco atenciosamente obrigado obrigada ciao gentile saluti grazie beste geachte groeten
    groetjes bedankt hej kara hilsen halsningar tack takk tak halsning hei kare moi terveisin kiitos drogi droga szanowny szanowna
    czesc pozdrawiam dziekuje ahoj mily mila vazeny vazena dekuji pozdravem kedves szia udvozlettel draga dragi dragul pozdrav
    merhaba sevgili selam tesekkurler привет здравствуйте уважаемый уважаемая дорогой спасибо привіт шановний дякую γεια αγαπητέ αγαπητή`,
  ],
  [
    "saying",
    `said says say told tells asked asks added replied wrote writes explained announced claimed argued warned noted stated
    insisted confirmed tweeted testified married born died met joined scored won resigned sagte sagt erklarte berichtete meinte
    schrieb wurde betonte heiratete starb gewann dit declare explique affirme ajoute repondu ecrit ne nee mort dijo dice
    afirmo explico anadio aseguro nacio murio gano disse afirmou explicou nasceu morreu ha detto ha dichiarato dichiarato spiegato
    nato morto zei zegt schreef geboren sade sager sa sier siger fodt fodd sanoi syntyi powiedzial powiedziala dodal urodzil
    zmarl rekl rekla uvedl dodala narodil povedal rekao rekla kazao rodjen rojen mondta szuletett spus nascut dedi söyledi soyledi dogdu
    сказал сказала заявил заявила сообщил родился умер сказав заявив народився είπε δήλωσε`,
  ],
  [
    "preposition",
    `in at from near to into toward towards around across outside inside via visit visited visiting leaving reached moved
    travel travelled traveled lives live lived living based located flying flew arrived born
    aus nach bei nahe im ins uber durch a au aux en dans vers depuis pres chez desde hacia cerca em para na no nas nos
    perto ate nel nella nello a ad verso vicino presso dal dalla naar bij uit te i fran till nara hos fra til ved w we z ze do
    kolo pri v ve z ze do u iz kod pri blizu na kod din la din spre
    в из на до под около у з із від до κοντά στην στο στη από`,
  ],
  [
    "copula",
    `is are was am be called named is my this it's im ist bin heisst genannt suis est appelle appelé s'appelle es soy llamo llama
    sou e chamo chama sono chiamo chiama e ben heet is jag ar heter er hedder heter olen on nazywam jestem jest jmenuji jsem volam som zovem
    sam jesam hivnak vagyok saya numesc sunt adim ben это зовут меня мене звати με λένε είμαι`,
  ],
  [
    "kin",
    `brother sister mother father mom mum dad son daughter wife husband uncle aunt aunty cousin grandma grandpa grandmother
    grandfather friend boyfriend girlfriend roommate neighbour neighbor colleague boss coworker fiance fiancee nephew niece
    buddy mate bruder schwester mutter vater sohn tochter mann freund freundin kollege kollegin onkel tante frere soeur mere pere
    fils fille mari femme ami amie collegue oncle hermano hermana madre padre hijo hija esposo esposa amigo amiga tio tia irmao irma mae pai
    filho filha marido fratello sorella figlio figlia moglie marito amico amica zio zia broer zus moeder vader zoon dochter
    vriend vriendin bror syster mor far son dotter brat siostra matka ojciec syn corka maz zona przyjaciel bratr sestra otec
    dcera manzel manzelka sin kci muz zena otac kcerka testver anya apa fiu lany frate sora mama tata kardes anne baba
    брат сестра мать отец сын дочь муж жена друг подруга мама папа`,
  ],
  [
    "company",
    `inc ltd llc gmbh ag sa corp corporation company co group holdings bank university college school institute hospital
    museum foundation association society club fc united party ministry department agency committee council union church
    studios records entertainment press media times post news journal magazine airlines airways motors systems solutions technologies
    software labs services partners insurance consulting international software gmbh kg ev verein universitat hochschule
    schule krankenhaus partei ministerium verband stiftung zeitung universite ecole hopital ministere societe fondation
    association banque universidad instituto escuela hospital ministerio empresa fundacion partido banco universidade escola
    ministerio associacao universita scuola ospedale ministero societa partito banca universiteit ziekenhuis ministerie
    partij stichting universitet skola sjukhus partiet yliopisto koulu uniwersytet szkola szpital ministerstwo partia univerzita
    nemocnice ministarstvo sveuciliste univerzitet stranka university egyetem kft universitatea spitalul partidul universitesi
    hastanesi bakanligi партия университет министерство банк институт`,
  ],
  [
    "placeNoun",
    `street avenue road lane drive boulevard square park river lake mount mountain mountains valley island islands bay beach
    sea ocean coast peninsula desert forest hills hill creek bridge county district village region province republic kingdom
    states north south east west northern southern eastern western central upper lower new old great airport station port
    castle palace stadium arena theatre theater hotel restaurant bar cafe mall plaza heights springs falls canyon
    strasse platz allee fluss see berg gebirge tal insel kuste meer wald kreis bezirk dorf provinz republik konigreich nord sud
    ost west nordlich sudlich ostlich westlich norden suden osten westen flughafen bahnhof hafen schloss
    rue place riviere lac mont vallee ile cote mer foret departement village province royaume nord sud est ouest calle plaza rio lago
    monte valle isla costa mar bosque pueblo reino norte sur este oeste rua praca ilha serra reino sul leste via piazza fiume
    isola mare bosco regno straat plein rivier meer eiland zee bos gata torg sjo o hav ulica plac rzeka jezioro gora wyspa
    morze reka jezero hora ostrov more rijeka otok planina utca ter folyo to hegy sziget tenger strada raul lacul muntele
    insula marea sokak cadde nehir gol dag ada deniz улица река озеро гора остров море область край`,
  ],
  [
    "calendar",
    `january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun christmas easter
    halloween thanksgiving ramadan januar februar marz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag
    samstag sonntag sonnabend weihnachten ostern janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre
    lundi mardi mercredi jeudi vendredi samedi dimanche enero febrero marzo abril mayo junio julio agosto septiembre octubre
    noviembre diciembre lunes martes miercoles jueves viernes sabado domingo janeiro fevereiro marco maio junho julho setembro
    outubro novembro dezembro segunda terca quarta quinta sexta gennaio febbraio aprile maggio giugno luglio settembre ottobre
    dicembre lunedi martedi mercoledi giovedi venerdi sabato domenica maart mei augustus zondag maandag dinsdag woensdag donderdag
    vrijdag zaterdag mandag tirsdag onsdag torsdag fredag lordag sondag måndag tisdag lördag söndag tammikuu maanantai
    styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien poniedzialek wtorek sroda
    czwartek piatek sobota niedziela ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik`,
  ],
  [
    "people",
    `american americans british english french german germans italian spanish chinese japanese russian russians indian
    indians african europeans european asian arab arabs jewish jews muslim muslims christian christians islam islamic
    catholic protestant hindu hindi buddhist dutch swedish norwegian danish finnish polish greek turkish turks mexican
    canadian australian irish scottish welsh korean vietnamese thai israeli palestinian iranian iraqi syrian ukrainian
    brazilian portuguese latin roman romans republican republicans democrat democrats democratic conservative labour nazi
    deutsch deutsche deutschen deutscher englisch englische franzosisch franzosische amerikanische amerikanischen britische
    europaische russische chinesische italienische spanische romische romischen francais francaise anglais allemand espagnol italien
    americain espanol espanola ingles frances aleman italiano americano portugues brasileiro brasileira inglese francese tedesco
    spagnolo nederlands nederlandse engels duits svensk svenska norsk dansk polski polska niemiecki angielski cesky slovensky
    hrvatski srpski magyar roman turk русский английский немецкий`,
  ],
  [
    "job",
    `manager engineer developer designer assistant analyst consultant administrator support agent team lead head officer
    nurse teacher student lawyer attorney accountant driver artist singer actor actress author writer journalist reporter
    spokesman spokeswoman spokesperson founder owner editor producer player striker goalkeeper quarterback guitarist drummer
    rapper sprecher sprecherin trainer spieler autor autorin schriftsteller sanger sangerin politiker politikerin leiter
    leiterin chef chefin richter anwalt maler komponist porte avocat ecrivain chanteur chanteuse acteur actrice joueur
    auteur entraineur escritor escritora cantante actor actriz jugador abogado entrenador portavoz cantor cantora ator atriz
    jogador advogado treinador cantante attore attrice scrittore giocatore allenatore schrijver zanger acteur speler
    forfattare sangare skadespelare spelare forfatter skuespiller pisarz aktor aktorka piosenkarz zpevak herec spisovatel
    pisac pjevac glumac igrac iro szinesz enekes scriitor actor cantaret писатель актер певец игрок тренер`,
  ],
  [
    "otherLabel",
    `company organization organisation employer product title subject model brand status type id email mail phone tel fax
    address notes note description category language currency plan role department date time error warning info debug
    version key value label tag level priority topic project channel file path url website genre band song album book movie
    firma produkt betreff sprache adresse telefon datum societe produit objet langue adresse date entreprise empresa producto
    asunto idioma direccion fecha telefono produto assunto azienda prodotto oggetto lingua indirizzo`,
  ],
  [
    "article",
    `the a an der die das dem den des ein eine einem einen eines einer kein keine keinen mein meine meinen seine seinen ihre
    ihren ihrer dieser diese dieses diesem diesen jeder jede jedes zum zur beim vom le la les un une des l du el los las una unos
    os as um uma il lo gli i uno ogni questo het een en ett det this that these those each every any some no our your its
    their`,
  ],
  [
    "pronoun",
    `i he she we they you it me him her them who whom his my mine ich er sie wir ihr du es mich mir dich je tu il elle nous
    vous ils elles yo tu el ella nosotros ellos ellas usted eu ele ela nos eles elas voce io lui lei noi voi loro ik hij zij
    wij jij han hon vi du de ja ty on ona my oni já ten vy ti jsem ja ti mi én te ő ben sen o biz siz я ты он она мы вы они`,
  ],
];
