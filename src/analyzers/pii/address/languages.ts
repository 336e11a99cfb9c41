/**
 * The address vocabulary by language: a new word goes into a row, a new language is a new row. Words are in lower case, without a
 * final period. A word that several languages share is listed in one of them. Patterns ignore case. The street types come from the
 * Universal Postal Union's member pages and OpenStreetMap's key `name`.
 *
 * @see https://www.upu.int/en/Postal-Solutions/Programmes-Services/Addressing-Solutions
 */
export interface Language {
  /** Street types before the name. With a name and a number, they make an address. */
  readonly before?: string;
  /** … that are also ordinary words: they also need a label, a postcode or a unit. */
  readonly beforeUnsure?: string;
  /** Street types after the name, sure and unsure. */
  readonly after?: string;
  readonly afterUnsure?: string;
  /** After the name, if the number precedes it; otherwise features of the landscape: https://pe.usps.com/text/pub28/28apc_002.htm */
  readonly afterNumbered?: string;
  /** Endings of compounds: at least three letters, after at least three others. */
  readonly endings?: string;
  /** Street types that are also English words: lower-case words after them belong to the sentence. */
  readonly englishToo?: string;
  /** Street types that are followed by an ordinal number with a period. */
  readonly withOrdinal?: string;
  /** Units of a building, before a number or a letter. */
  readonly units?: string;
  /** The same after a lower-case street: before a number, after an ordinal (`3. patro`), after a number. */
  readonly smallUnits?: string;
  readonly floors?: string;
  readonly doors?: string;
  /** Number signs between the street and the number. */
  readonly marks?: string;
  /** Particles inside street names and place names. */
  readonly particles?: string;
  readonly placeParticles?: string;
  /** Words that open sentences and clauses: they neither begin nor continue an address. */
  readonly openings?: string;
  /** Nouns that a number may follow but that are not streets: headings, labels, products, counted things. */
  readonly nouns?: string;
  /** Post office boxes, a pattern; their words, some of which only begin a box or only precede its number. */
  readonly boxes?: string;
  readonly boxWords?: string;
  readonly boxOpenings?: string;
  readonly boxEnds?: string;
  /** Labels of addresses in forms, code and letters, a pattern. An ASCII label needs a stem in `leads.ts`. */
  readonly labels?: string;
  /** Phrases before an address and before much else, a pattern. */
  readonly sentences?: string;
  /** Phrases right before the place where someone lives or receives something, a pattern; a town may follow too. */
  readonly homes?: string;
  /** … that only an address follows. */
  readonly toAddress?: string;
}

export const LANGUAGES: Readonly<Record<string, Language>> = {
  English: {
    beforeUnsure: "block km",
    after: "street road avenue ave boulevard blvd lane rd crescent cres parkway pkwy esplanade turnpike mews",
    afterUnsure: `st dr drive ln way place pl court ct square sq close grove gardens gdns row walk hill park circle
      cir trail trl terrace ter green view rise alley quay wharf parade pde loop bend ridge crossing heights vale
      highway hwy broadway path common expressway freeway pike`,
    afterNumbered: `annex arcade bayou beach bluff bluffs bottom branch brook brooks bypass camp canyon cape
      causeway center centre cliff cliffs club corner corners course cove creek curve dale dam divide estates falls
      ferry field fields flat flats ford fords forest forge fork forks fort garden gateway glen glens greens groves
      harbor harbors harbour haven hills hollow inlet island islands isle junction key keys knoll knolls lake lakes
      land landing light lights loaf lock locks lodge mall manor meadow meadows mill mills mission motorway mount
      mountain neck orchard oval overpass parks passage pass pine pines plain plains point points port ports prairie
      radial ramp ranch rapid rapids rest ridges river roads run shoal shoals shore shores skyway spring springs spur
      spurs squares station stravenue stream streets summit throughway trace track trafficway tunnel underpass union
      unions valley valleys viaduct views village villages ville vista walks wall ways well wells wynd brae croft
      drove fold garth mead meads nook paddock spinney strand vennel yard wood woods leas copse dell glade chase bank
      quadrant villas cottages cottage side rowe circuit retreat grange promenade`,
    englishToo: "avenue boulevard passage place route plaza strada plac",
    units: `apt apartment suite ste unit flat floor room rm building bldg tower shop lot villa plot house door
      bungalow office studio blk block`,
    smallUnits: "apt suite unit flat floor fl box",
    floors: "floor",
    marks: "no num n №",
    particles: "of the st nd and &",
    placeParticles: "of and the upon in",
    openings: `the a an this that these those he she it we they you i my his her our your their is are was were in on
      at by for from to with and or but if when then as so no not yes what where who how why which there here also
      just only about over under after before since until pm thanks thank regards dear kind best sincerely cheers
      please hi hello today tomorrow yesterday during behind towards toward despite because although though while
      whereas whether unless twice now again however therefore moreover additionally furthermore could would should
      might cannot does did i'm i'll i've i'd it's that's there's here's let's we're we'll you're you'll they're he's
      she's don't doesn't can't`,
    nouns: `table figure fig chapter section sec page pages version ver item items step steps part volume vol issue
      issues line lines row rows column columns level phase grade class rule article day days week weeks year years
      month months hour hours minute minutes second seconds question answer example task note test case option
      exercise problem lesson unit-test round stage season episode act scene verse psalm python java node windows
      android ios iphone ipad galaxy chrome firefox gpt claude llama covid world war top total sum amount price usd
      eur gbp phone tel telephone fax email e-mail mail mobile name date order office status subject number ticket
      invoice customer account id user assistant agent caller system http https error code type size count monday
      tuesday wednesday thursday friday saturday sunday am utc gmt est pst kg km cm mm mb gb kb tb ms mhz ghz percent
      million billion thousand hundred dollars euros people men women children`,
    boxes:
      "p\\.? ?o\\.? ?b(?:ox|\\.)?|post(?:al)?[ -](?:office )?box|g\\.?p\\.?o\\.? box|(?:private|locked)(?: mail)? bag|postbox|unit \\d{3,5},? box|psc \\d{2,5},? box|cmr \\d{2,5},? box|(?:rr|hc|rural route|highway contract) \\d{1,4},? box",
    boxWords: "postbox box bag lsb",
    boxOpenings: "p.o po p o post postal gpo g.p.o private locked unit psc cmr rr hc apo fpo dpo",
    boxEnds: "p.o.b pob p.o.box no nr b",
    labels:
      "(?<!ip|ip |ip-|ip_|mac|mac |mail|mail |mail-|e-mail |web|web |wallet |memory |email |network |server |contract |token |bitcoin |btc |eth |url )(?:addr(?:ess(?:es)?)?)(?!\\p{L})|(?<![\\p{L}-])(?:street|road)(?:[ _-]?(?:name|line))?(?=[\"']?[ \\t]{0,2}[:=])|(?:address|addr)[ _-]?line[ _-]?[12]?",
    sentences:
      "(?:located|resid(?:es?|ing|ent)|lives?|living|stay(?:s|ing)?|moved|deliver(?:ed|y)?|ship(?:ped|ping)?|sent|sends?|mail(?:ed)?|post(?:ed)?|arrived|parcel|package|meet(?: me| us)?|office|headquarters|visit(?: us)?|find us)(?: (?!at |to )\\p{L}{1,12}){0,3} (?:at|to|in)",
  },
  German: {
    beforeUnsure: "am an im zum zur auf unter beim gang ring",
    after: "straße strasse str gasse platz allee chaussee",
    afterUnsure: "weg ring ufer damm steig markt",
    endings: `straße strasse stasse strassse str gasse gässchen gässli weg platz allee chaussee damm ufer steig stieg
      promenade zeile pfad graben twiete`,
    units: "stiege top tür haus wohnung whg hinterhaus hinterhof wohn og eg",
    floors: "stock og eg",
    marks: "nr hausnr hausnummer",
    particles: "von vom zu zur am an im in der den",
    placeParticles: "von am an im ob bei vor in der den",
    openings: "jahr seit",
    nouns: "kapitel tabelle seite abbildung bild",
    boxes: "postfach",
    boxWords: "postfach pf",
    labels:
      "adress[ea]?n?(?!\\p{L})|anschrift|wohnhaft(?: in)?|stra(?:ß|ss)e(?=[\"']?[ \\t]{0,2}[:=])|(?:liefer|rechnungs|wohn)adresse",
    sentences: "wohnt?e?(?: in)?",
    homes:
      "(?:wohn(?:e|t|en|te|ten|haft)|gemeldet|liefern|zustellen|ansässig)(?: (?:wir|ich|sie|er|es|uns))? (?:in|an|am|im|auf)(?: der| dem| den| die)?",
    toAddress: "an die Adresse",
  },
  French: {
    before: `rue avenue boulevard bd bld boul chemin allée allées impasse quai ruelle faubourg sentier chaussée voie
      venelle rond-point hameau lotissement montée promenade`,
    beforeUnsure: "r cours place passage route square villa cour traverse côte parvis mail cité",
    units: "étage etage bâtiment bât appartement appt résidence bte bus boîte",
    smallUnits: "étage bte bus appt",
    floors: "étage etage",
    marks: "n° nº",
    particles: "de du des la le les l' d' en et",
    placeParticles: "de du des la le les sur sous en",
    nouns: "chapitre figure tableau",
    boxes: "boîte postale",
    boxWords: "b.p bp c.p cp",
    boxOpenings: "boîte",
    boxEnds: "postale postal p.p n° nº",
    labels: "demeurant|domicilié[es]{0,2}|domicile",
    sentences: "habit(?:e|ant|ons) (?:au|à)",
    homes:
      "(?:habit(?:e|ons|ez|ent|ait)|résid(?:e|ons|ent)|demeure|loge|situé[es]{0,2}|livre[rz]|envoye[rz])(?: \\p{Ll}{1,8})? (?:au|aux|à|à la|dans la|sur la|rue)",
    toAddress: "sur adresse",
  },
  Spanish: {
    before: `calle c/ cl/ avenida avda avd av paseo carrera cra kra cll calzada callejón camino carretera ctra
      travesía ronda rambla jirón pasaje malecón plaza prolongación circunvalación glorieta explanada urbanización urb
      barriada senda costanilla callejuela vía rotonda`,
    beforeUnsure: `c colonia col zona sector diagonal transversal jr barrio torrente partida poblado polígono
      autopista privada cuesta sendero`,
    units: `piso depto dpto departamento interior int local bajo bloque blq portal escalera esc puerta pta oficina of
      torre edificio edif manzana mz lote`,
    smallUnits: "piso planta depto local bajo esc puerta pta int zona lote",
    floors: "piso planta",
    marks: "núm número numero",
    particles: "del el los las y de la",
    placeParticles: "del el los las y e",
    nouns: "capítulo tabla página",
    boxes: "apartado(?: de correos| postal| aéreo)?|casilla(?: de correos?| postal)?",
    boxWords: "apartado casilla",
    boxEnds: "correos correo aéreo",
    labels: "direcci[oó]n|domicili(?:o|ado|ada)(?: en)?",
    sentences: "viv[eo] en|reside en",
    homes:
      "(?:viv(?:o|e|imos|en)|resid(?:o|e|imos)|ubicad[oa]|situad[oa]|env[ií](?:ar|e|a)(?:lo|la|los|las)?|entreg(?:ar|ue|a)(?:lo|la)?|mor(?:o|a|amos)|localizad[oa]|abit(?:o|a|iamo)|risied[oe]|situat[oa]|ubicat[oa]|spedi(?:re|sci|te)|consegn(?:are|a|ate)|invia(?:re|te)?) (?:en|em|a|na|no|in|al|alla|para a|en la|en el|presso)",
    toAddress: "a la dirección",
  },
  Catalan: { before: "avinguda carrer passeig plaça passatge travessera", beforeUnsure: "riera" },
  Portuguese: {
    before: `rua travessa alameda praça rodovia ladeira viela beco azinhaga calçada rotunda bairro urbanização
      loteamento servidão`,
    beforeUnsure: "estrada jardim acesso quinta vila",
    units: "apto ap apartamento bloco sala andar casa quadra lj loja fração lote",
    smallUnits: "apto sala andar bloco lote quadra ap",
    floors: "andar",
    marks: "s/n",
    particles: "da do dos das e",
    placeParticles: "da do dos das",
    boxes: "caixa postal",
    boxOpenings: "caixa",
    boxEnds: "postal",
    labels: "endere[cç]o|morada|logradouro",
    sentences: "resid(?:e|ente) (?:em|n[ao])|mor[ao] n[ao]",
    toAddress: "no endereço",
  },
  Galician: { before: "rúa praza" },
  Basque: { after: "kalea etorbidea enparantza plaza" },
  Italian: {
    before: "viale vicolo piazza piazzale contrada lungomare lungotevere strada piazzetta rotonda stradone località",
    beforeUnsure: "via corso largo borgo incrocio corte salita calata galleria traversa frazione fraz loc",
    units: "scala interno piano",
    particles: "della dei degli delle di de' dell' dall' ad al",
    placeParticles: "della di al",
    boxes: "casella postale",
    boxOpenings: "casella",
    boxEnds: "postale",
    labels: "indirizzo|residenza",
    sentences: "residente (?:a|in)|abit[ao] in",
    toAddress: "all['’]indirizzo",
  },
  Romanian: {
    before: `bulevardul bulevard calea aleea șoseaua şoseaua șos şos intrarea piața splaiul b-dul bdul alee drumul
      prelungirea soseaua piata fundătura`,
    beforeUnsure: "str sos al",
    units: "bl sc et jud",
    smallUnits: "bl sc et ap",
    placeParticles: "și",
    labels: "domiciliul?|domiciliat[ă]?",
    homes: "(?:locui(?:esc|ește|m)|stau|livra(?:ți)?|trimite(?:ți)?) (?:pe|în|in|la)",
    toAddress: "la adresa",
  },
  Dutch: {
    after: "straat laan plein steenweg gracht dreef",
    afterUnsure: "baan pad park kade plantsoen",
    endings: "straat plein laan dreef plaats gracht kade kaai singel dijk steenweg steeg plantsoen burgwal",
    units: "verdieping hoog bloc",
    floors: "verdieping hoog hoog_achter hoog_voor",
    particles: "van der den aan ten ter bij op",
    placeParticles: "van der den",
    boxes: "postbus",
    boxWords: "postbus",
    labels: "woonachtig",
    sentences: "woont(?: op| aan)?",
    homes: "(?:woon|woont|wonen|gevestigd|bezorgen|bezorgd|stuur) (?:op|aan|in|naar)(?: de| het)?",
    toAddress: "op het adres",
  },
  Afrikaans: { after: "rylaan" },
  Swedish: {
    after: "gata gatan vägen väg torg",
    afterUnsure: "backe plan",
    endings: "gata gatan gränd gränden vägen väg stigen backen torget torg allén kajen svängen slingan",
    units: "lgh våning",
    smallUnits: "lgh m",
    floors: "tr",
    particles: "i och på af",
    placeParticles: "i och",
    labels: "bosatt",
    sentences: "bor (?:på|i)",
    homes:
      "(?:bor|bodde|boede|bodd|bosatt|flyttat|flyttet|levere[rs]?|leverera[st]?|skickas?|sende[sr]?) (?:på|i|till|til|ved)",
  },
  Norwegian: {
    after: "gate gaten vei veien plass",
    afterUnsure: "veg gate",
    endings: `gaten veien vei vegen plass plassen alléen stien bakken svingen sletta sgate kroken tunet jordet veita
      smauet brauta løkka grenda`,
    units: "oppgang leil leilighet",
    smallUnits: "leil",
    particles: "og ved",
    placeParticles: "og",
    boxes: "postboks|p\\.? ?o\\.? ?boks",
    boxWords: "postboks boks",
    toAddress: "på adressen",
  },
  Danish: {
    after: "gade vej allé plads torv stræde",
    afterUnsure: "bakke",
    endings: "stræde straede allé gade gaden vejen vej torv plads vænget kæret toften svinget lunden",
    units: "th tv mf lh",
    smallUnits: "th tv mf",
    floors: "th tv mf sal",
    placeParticles: "ved",
    labels: "bopæl",
  },
  Icelandic: {
    after: "stræti",
    endings: "stræti braut vegur stígur teigur",
    placeParticles: "és",
    boxes: "pósthólf",
    boxWords: "pósthólf",
    labels: "heimili",
  },
  Finnish: {
    afterUnsure: "tie polku",
    endings: "katu kuja polku kaari raitti ntie stie rtie penger väylä aukio puistikko",
    units: "krs",
    boxes: "postilokero",
    boxWords: "postilokero pl",
    labels: "osoite",
    homes: "(?:asun|asuu|asumme|asuvat)",
    toAddress: "osoitteessa|osoitteeseen",
  },
  Estonian: {
    after: "tn tänav pst mnt puiestee maantee põik",
    afterUnsure: "tee",
    labels: "aadress",
    homes: "elan|elab",
  },
  Latvian: {
    after: "iela gatve bulvāris prospekts g laukums gāte šoseja krastmala dambis",
    units: "dz",
    smallUnits: "dz",
    placeParticles: "pie",
    labels: "adrese",
    homes: "dzīvoju|dzīvo",
  },
  Lithuanian: {
    beforeUnsure: "pr",
    after: "gatvė prospektas pr alėja aikštė plentas",
    units: "kv",
    smallUnits: "kv",
    labels: "adresas",
    homes: "gyvenu|gyvena",
  },
  Polish: {
    before: "ul ulica aleja aleje osiedle plac skwer bulw rondo wyb wybrzeże",
    beforeUnsure: "al os pl droga rynek",
    units: "m lok mieszkanie",
    smallUnits: "lok m",
    floors: "piętro",
    particles: "ul",
    placeParticles: "pod",
    boxes: "skrytka pocztowa",
    boxOpenings: "skrytka",
    boxEnds: "pocztowa",
    labels: "adres[aiuęs]?(?!\\p{L})|zamieszka[łl][yaei]",
    sentences: "mieszka(?:m)?(?: przy)?",
    homes: "(?:mieszka(?:m|my|ją)?|zamieszka[łl][ya]|dostarczyć|wysłać) (?:przy|na|pod|w)",
    toAddress: "pod adresem",
  },
  Czech: {
    before: "ulice náměstí nám nábřeží třída",
    after: "náměstí nám nábřeží třída",
    units: "byt",
    floors: "patro",
    marks: "č čp č.p",
    particles: "na nad u od",
    placeParticles: "na nad při v",
    labels: "bydliště|bytem",
    homes: "(?:bydlí(?:m|me)?|bydliště|býva(?:m|me)?|sídlí|doručit|doručiť) (?:na|v|ve)",
    toAddress: "na adrese|na adresu",
  },
  Slovak: { before: "námestie", after: "námestie nábrežie", placeParticles: "pri pre ve", labels: "bydlisko" },
  Slovene: {
    before: "trg",
    after: "cesta ulica nabrežje",
    afterUnsure: "trg steza pot naselje",
    units: "apartma",
    smallUnits: "apartma stanovanje stanovanje_št pisarna nadstropje",
    placeParticles: "pri ob",
    labels: "prebivališče",
  },
  "Croatian and Serbian": {
    before: "ulici šetalište bulevar",
    beforeUnsure: "put obala sokak",
    afterUnsure: "put obala",
    units: "apartman stan стан sprat",
    smallUnits: "stan стан",
    floors: "sprat",
    marks: "br бр",
    placeParticles: "u",
    boxes: "poštanski pretinac",
    boxOpenings: "poštanski",
    boxEnds: "pretinac",
    labels: "prebivalište",
    homes: "(?:živi(?:m|mo)?|stanuje(?:m|mo)?|dostaviti|poslati) (?:u|na|v)",
    toAddress: "na adresi",
  },
  Hungarian: {
    after: `utca u út útja tér körút krt rakpart sétány köz fasor sugárút körtér határút határsor lakótelep országút`,
    afterUnsure: "köz sor lépcső dűlő liget udvar ösvény",
    withOrdinal: `utca u út útja tér körút krt rakpart sétány köz fasor sor lépcső dűlő sugárút körtér határút
      határsor lakótelep`,
    units: "emelet em fszt ajtó a lh",
    smallUnits: "em emelet ajtó",
    floors: "emelet",
    doors: "ajtó m lakás",
    placeParticles: "és",
    labels: "lakcím|(?<!\\p{L})cím[e]?(?!\\p{L})",
  },
  Turkish: {
    beforeUnsure: "sokak",
    after: "cad caddesi cd sok sokağı sk sokak bulvarı blv mahallesi mah",
    units: "blok kat daire no d k",
    smallUnits: "kat daire",
    floors: "kat",
    placeParticles: "ve",
    labels: "ikamet|ikametgah",
  },
  Azerbaijani: { after: "küçəsi küç prospekti döngəsi xiyabanı", afterUnsure: "sahəsi" },
  Uzbek: { before: "ulitsa", after: "ko'chasi ko‘chasi ko’chasi bulvari mavzesi daxasi", doors: "uy xonadon" },
  Albanian: { before: "rruga bulevardi sheshi" },
  Maltese: { before: "triq misraħ pjazza sqaq" },
  Irish: { before: "sráid bóthar ascaill" },
  "Scottish Gaelic": { before: "rathad" },
  Welsh: { before: "ffordd heol stryd lôn rhodfa" },
  Esperanto: { after: "strato" },
  Belarusian: { before: "вуліца" },
  Russian: {
    before: `ул улица пер переулок просп проспект пр-т пр-кт бул бульвар площадь наб набережная шоссе проезд мкр
      микрорайон аллея тупик бульв б-р ал`,
    beforeUnsure: "путь пл ш пр м-н кв-л",
    after: "улица проспект бульвар переулок шоссе площадь набережная проезд аллея тракт спуск",
    afterUnsure: "ал наб пл линия",
    units: "кв квартира корп корпус стр строение офис оф под подъезд эт этаж дом д к",
    smallUnits: "кв корп стр офис оф под эт дом д к",
    marks: "д дом d",
    particles: "и имени им",
    boxes: "а/я|абонентский ящик",
    boxWords: "а/я",
    boxOpenings: "абонентский",
    boxEnds: "ящик",
    labels: "адрес[уа]?|проживает|проживающ\\p{L}{2,3}|зарегистрирован[а]?",
    sentences: "живу|живёт|живет",
    homes:
      "(?:живу|живёт|живет|живём|проживаю|проживает|находится|доставить|живе|мешкаю|мешкає|доставити|живея|живее|живеам|живее) (?:на|по|в|у|за)",
    toAddress: "на адресу|по адресу",
  },
  Ukrainian: {
    before: "вул вулиця провулок площа алея пров провулку узвіз майдан",
    after: "вулиця майдан",
    marks: "буд",
    particles: "і",
    boxes: "абонементна скринька",
    boxOpenings: "абонементна",
    boxEnds: "скринька",
    labels: "адреса|мешкає",
    toAddress: "за адресою",
  },
  Bulgarian: { before: "булевард площад", beforeUnsure: "ж.к жк сл", units: "вх вход ет ап" },
  Macedonian: { before: "плоштад кей" },
  Kazakh: { before: "көшесі", after: "көшесі даңғылы", doors: "уй", labels: "мекен" },
  Kyrgyz: { after: "көчөсү" },
  Tajik: { before: "хиёбони кӯчаи" },
  Mongolian: { after: "гудамж" },
  Armenian: { after: "փողոց պողոտա նրբանցք", smallUnits: "բն" },
  Georgian: { after: "ქუჩა ქ გამზირი ჩიხი ხეივანი შესახვევი", smallUnits: "ბინა соба" },
  Greek: {
    before: "οδός οδ λεωφόρος λεωφ πλατεία λ αγ πλ παρ πάροδος",
    units: "διαμέρισμα όροφος",
    marks: "αρ αριθ",
    boxes: "ταχ\\.? θυρίδα|τ\\.θ",
    boxWords: "τ.θ",
    boxOpenings: "ταχ",
    boxEnds: "θυρίδα",
    labels: "διεύθυνση|κατοικία",
    homes: "(?:μένω|μένει|μένουμε|κατοικώ|κατοικεί) (?:στην|στη|στον|στο|επί)",
    toAddress: "στη διεύθυνση",
  },
  Arabic: {
    before: "شارع طريق ساحة درب زقاق جادة نهج ميدان كورنيش",
    beforeUnsure: "حي رصيف",
    marks: "رقم",
    particles: "al ul el-",
    boxes: "(?:ال)?صندوق (?:ال)?بريد|ص\\.? ?ب",
    boxWords: "ص.ب",
    boxOpenings: "صندوق الصندوق ص",
    boxEnds: "بريد البريد ب",
    labels: "(?:ال)?عنوان",
  },
  Persian: { before: "خیابان کوچه بلوار میدان بزرگراه", marks: "پلاک", labels: "آدرس|نشانی" },
  Urdu: { beforeUnsure: "گلی", after: "سڑک روڈ", afterUnsure: "گلی" },
  Hebrew: {
    before: "רחוב רח' שדרות שד' סמטת משעול כיכר סמטה",
    beforeUnsure: "דרך",
    marks: "מס",
    boxes: "ת\\.ד",
    boxWords: "ת.ד",
    labels: "כתובת",
  },
  Hindi: {
    after: "marg nagar mohalla chowk मार्ग नगर रोड",
    afterUnsure: `colony layout bagh puram vihar enclave society galli gali extension cross bazar bazaar salai
      sarani sector phase estate`,
    units: "h.no d.no",
    labels: "पता|ठिकाना",
  },
  "Indonesian and Malay": {
    before: "jalan jl jln lorong lrg persiaran lebuhraya gg kampung taman",
    beforeUnsure: "lebuh kp kpg ds dk park psr",
    smallUnits: "kel kec rt rw",
    boxes: "kotak pos",
    boxOpenings: "kotak",
    boxEnds: "pos",
    labels: "alamat",
    homes: "(?:tinggal|kirim|dikirim|antar) (?:di|ke)",
  },
  Filipino: { before: "brgy barangay purok", beforeUnsure: "sitio blk" },
  Vietnamese: {
    before: "đường phố ngõ ngách hẻm",
    units: "phường quận",
    smallUnits: "phường quận",
    marks: "số",
    boxes: "hộp thư",
    boxOpenings: "hộp",
    boxEnds: "thư",
    labels: "địa chỉ",
    homes: "(?:sống|ở) (?:tại|ở)",
  },
  Japanese: { boxes: "私書箱", boxEnds: "私書箱", labels: "住所|お届け先" },
  Swahili: { before: "barabara mtaa", labels: "anwani", homes: "ninaishi|anaishi" },
  Chinese: { labels: "住址|地址|所在地" },
  Korean: { labels: "주소|거주지" },
  Thai: { labels: "ที่อยู่" },
};
