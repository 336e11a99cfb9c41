import { wordList } from "./word-list.ts";

/**
 * Ordinary words that are names as well: flowers, gems, colours, virtues, trades, animals, weather, adjectives, things to say. Where
 * they are written small they are none, and at the beginning of a sentence seldom one. Case and accents do not count. Written
 * for this project.
 */

export const HOMONYMS: readonly string[] = wordList(`
  rose lily violet daisy iris ivy holly heather jasmine fern olive hazel willow laurel rosemary sage basil ginger poppy marigold
  petunia clover amber ruby jade pearl opal crystal diamond coral garnet scarlet hope faith grace joy charity patience prudence
  mercy constance felicity harmony melody honor serenity destiny dawn eve summer autumn june april may august star sky sunny storm
  rain robin wren raven jay martin drake buck fox wolf lamb colt frank earnest ernest bill bob rob jack mark drew grant chase pat
  will art gene guy dean victor max rich rusty sandy dusty rocky cliff ford glen dale heath forest lane brook reed miles penny
  carol angel christian mason parker cooper taylor carter hunter fisher archer shepherd baker cook king duke earl baron bishop
  abbot pope major sergeant nick chip chuck skip ray dick peter john jimmy charm trinity genesis eden ocean river bay page
  gale misty stormy cherry candy cookie honey sugar brandy sherry ebony ivory indigo cyan blanche bliss haven journey justice
  liberty story true noble royal ace dash pierce lance royce bond banks rivers woods fields stone marsh moore brown black white
  green gray young long short small little strong sharp swift wise moody savage bright blunt rush love moon sun day knight page
  price cash money church temple hall park field hill wood lake pond pool wells waters bush branch root leaf berry bean rice
  corn wheat barley cotton silk wool case bell ball box

  rosa viola margherita iris dalia gemma perla stella luna alba aurora gioia grazia speranza fede chiara serena bella bello bianca
  bruna bruno nera rossa rosso biondo felice beata celeste azzurra mia sole vera libera santa santo angelo fiore fiori primo
  secondo terzo ultimo massimo minimo costante vittoria vincenzo marina mare monte valle fontana fonte costa villa torre ponte
  porta croce chiesa monaco papa re duca conte marchese ferraro sarto pastore pescatore caro cara dolce amore vita morte testa
  basso tasso alto gallo leone lupo orso colombo colomba serpe bravo brava buono buona prima salve grande piccolo vecchio nuovo

  beau belle blanc blanche bleu brun rousseau roux noir noire petit petite grand grande gros legrand lebrun rose violette
  marguerite hortense capucine iris lilas prune clementine olive fleur flore perle ambre jade aurore aube marine mer reine roi
  ange felicite constance prudence clemence grace esperance modeste juste parfait desire aime aimee bonne bon heureux heureuse
  joyeux joyeuse noel pascal pascale avril mai juin aout lundi berger boucher boulanger charpentier fournier marchand mercier
  tisserand chevalier baron comte duc eveque page martin merle pinson renard loup mouton agneau pierre roche rocher montagne
  vallee fontaine riviere pont moulin chapelle bois foret plante champ champs jardin janvier fevrier mars neige soleil etoile
  lune ciel orage camille colline celeste

  rosa margarita violeta azucena lirio jazmin dalia hortensia perla esmeralda rubi coral alma luz paz consuelo dolores soledad
  esperanza fe gracia gloria victoria libertad caridad pilar rocio mar cielo sol luna estrella aurora alba blanca blanco bruna moreno
  rubio rojo delgado fuerte bravo bueno bella bello lindo linda hermosa hermoso leal salvador angel santos santa cruz iglesia
  rey reina conde marques duque guerra guerrero caballero pastor herrero zapatero molinero montero mercedes milagros remedios
  rosario socorro domingo campo campos prado monte montes rios rivera fuentes torres castillo puente flores ramos nieves lobo leon
  cordero gallo paloma toro vaca amor vida maria salvo esencial concepcion asuncion encarnacion trinidad
  rosario lima oliva olivo pino roble robles

  rosa margarida violeta dalia iris perola esmeralda rubi alma luz paz esperanca fe gloria vitoria liberdade caridade linda lindo bela belo
  clara branca branco preta preto pinto moreno louro bom boa bonita feliz celeste aurora alva luar lua sol estrela mar rios ribeiro
  campos costa praia serra montes vale pedra rocha pereira oliveira carvalho pinheiro nogueira figueira silva leite coelho
  lobo leao cordeiro carneiro raposo falcao pombo rei rainha conde marques duque ferreira ferreiro sapateiro machado guerreiro
  cavaleiro santo santos cruz igreja capela domingos natal amor vida sabido beleza mel amado querido querida

  roos bloem lelie viool margriet iris parel robijn hoop liefde trouw vrede vreugde zon maan ster zee berg bos veld water bruin
  zwart wit groen rood jong oud groot klein lang kort sterk mooi lief wijs bakker slager visser smid mulder kuiper koning prins
  keizer graaf hertog bisschop monnik vos wolf beer haan vogel valk kok timmerman schipper kramer linde eik beuk roosje fleur
  mei maart augustus zomer winter herfst lente dag morgen

  rose lilie viola veilchen iris jasmin dahlie perle rubin hoffnung liebe treue friede freude gnade ehre sonne mond stern meer
  berg wald feld wiese bach stein braun schwarz weiss grun rot jung alt gross klein lang kurz stark schon klug ernst bauer backer
  metzger fischer schmied schneider muller koch wagner schafer jager zimmermann maurer richter vogt kaiser konig furst graf
  herzog bischof papst monch ritter wolf fuchs bar hahn vogel falke adler lowe hirsch linde eiche buche mai august sommer winter
  herbst morgen abend engel selig wolke sonntag montag sehr gut prost frank franken kaiser

  ros lilja viol blomma parla hopp tro fred frid gladje sol mane stjarna hav berg skog sjo bjorn varg falk svan lind ek alm ask bjork
  storm frost vinter sommar host var dag kung prins greve biskop munk smed bagare svart vit gron rod brun ung gammal stor liten
  stark vacker klok ljus sten strand dal ljung klint malm lund alv hagg skoll per
  rose lilje viol perle hab tro fred glaede gleede sol mane stjerne hav bjerg fjell skov skog so bjorn bjorne ulv falk svane lind
  birk bjork eg storm frost vinter sommer host var dag konge prins greve bisp munk smed moller bager sort svart hvid hvit gron
  rod brun ung gammel stor liten lille steerk sterk smuk vakker klog klok lys sten stein strand dal lund fin frei freja tora ask

  ruusu lilja orvokki kielo vuokko kukka helmi rubiini toivo usko rauha onni ilo lempi armas sulo aurinko kuu tahti meri vuori
  metsa jarvi karhu susi haukka joutsen lehmus tammi koivu kuusi myrsky halla talvi kesa syksy kevat paiva kuningas prinssi piispa
  seppa musta valkoinen vihrea punainen ruskea nuori vanha suuri pieni vahva kaunis viisas valo kivi ranta laakso taimi terhi tuuli
  pilvi sade lumi aamu ilta satu runo sini tuulikki vieno rauni sulho taisto voitto urho vesa oras tuisku

  roza lilia malwa fiolek jasmin dalia perla rubin nadzieja wiara milosc radosc slonce ksiezyc gwiazda morze gora las pole rzeka
  kamien zima lato jesien wiosna wilk lis niedzwiedz ptak golab sokol orzel dab brzoza sosna lipa krol ksiaze hrabia biskup
  mnich kowal piekarz rybak mlynarz czarny bialy zielony czerwony mlody stary wielki maly mocny piekny madry maj kwiecien luty dobra
  dobry szczesliwy wesoly swiety biala jasna roza bogdan slawa noga rydz mazur kot kos zajac baran wrona kozak wojna kawa moc
  ruze lilie fialka perla nadeje vira laska radost slunce mesic hvezda more hora les pole reka kamen zima leto podzim jaro vlk lis
  medved ptak holub sokol orel dub briza borovice lipa kral knize biskup mnich kovar pekar rybar mlynar cerny bily zeleny cerveny
  mlady stary velky maly silny krasny moudry svoboda vesely novotny dobry hezky kvet maj kveten unor nemec polak tichy sladky horak
  pokorny prochazka blaha jasna krasna mila zlata ruza lalia viera laska cierny biely pekny silny hviezda mesiac jablko slanina

  rozsa liliom ibolya viola gyongy rubin remeny hit bela orom nap hold csillag tenger hegy erdo mezo kiraly herceg grof puspok
  kovacs pek halasz molnar fekete feher zold piros voros barna ifju oreg nagy kis eros szep bolcs tel nyar osz tavasz farkas roka
  medve madar galamb solyom tolgy nyar kegyes vig boldog aldott zsolt hajnal szende virag alma hiba vas veres horvat nemet orosz
  trandafir crin violeta margareta iris perla rubin speranta credinta iubire dragoste bucurie soare luna stea mare munte padure
  camp rege print conte episcop calugar fierar brutar pescar morar negru alb verde rosu maro tanar batran mare mic puternic frumos
  frumoasa intelept iarna vara toamna primavara lup vulpe urs pasare porumbel soim stejar florea craciun sarbatori craiasa rusu
  ruza ljiljan ljubica visnja jagoda biser rubin nada vjera ljubav radost mir sunce mjesec zvijezda zora more planina suma polje
  rijeka kamen zima ljeto jesen proljece vuk lisica medvjed ptica golub sokol hrast breza bor lipa kralj knez grof biskup kovac pekar
  ribar mlinar crni bijeli zeleni crveni mladi stari veliki mali jaki lijep lijepa mudri sretan sretna bozic zlata mila slavica vesna
  neven jasmina dunja visnja perica cvijet jablan jasen

  gul lale menekse yasemin nilufer inci yakut zumrut umit inanc sevgi ask nese baris gunes ay deniz dag orman gol nehir irmak
  tas altin gumus kis yaz guz bahar sonbahar kurt tilki ayi kus guvercin kartal cinar mese kral bey demirci balikci degirmenci kara ak yesil kirmizi genc yasli buyuk kucuk guclu guzel akilli can gurur
  bulut yagmur firtina kar su ates tan safak seher melodi siir huzur ilk son iyi duru selam tarif ruya hayal mutlu ozel yalniz tamam gunaydin kaynak harika
  mawar melati anggrek dahlia mutiara permata intan harapan cinta damai bahagia surya matahari bulan bintang laut gunung hutan sungai batu
  embun cahaya fajar senja hujan awan langit bumi angin topan putra putri raja ratu pangeran dewa dewi bunga sari indah cantik
  baik besar kecil kuat bijak hitam putih hijau merah muda tua lima satu dua tiga empat enam terima kasih selamat jaya mulia
  setia adil murni suci budi jujur eka dwi tri catur panca guntur gajah elang garuda permata kartika mega citra
  lon nho dep ngay mau cam xin chao

  роза лилия фиалка маргарита жемчужина рубин надежда вера любовь радость мир слава солнце луна звезда заря море гора лес поле река
  камень зима лето осень весна волк лиса медведь птица голубь сокол орёл дуб берёза сосна липа король царь князь граф епископ монах
  кузнец пекарь рыбак мельник чёрный белый зелёный красный молодой старый большой малый сильный красивый мудрый свобода победа
  троянда лілія фіалка мальва перлина рубін надія віра любов радість слава сонце місяць зірка зоря ліс річка камінь осінь
  вовк лисиця ведмідь птах голуб сокіл береза липа король князь граф коваль пекар рибак мельник чорний білий зелений червоний
  τριανταφυλλο κρινος βιολετα μαργαριτα ρουμπινι ελπιδα πιστη αγαπη χαρα ειρηνη σοφια ζωη δοξα νικη ηλιος φεγγαρι αστερι αυγη
  θαλασσα βουνο δασος ποταμι πετρα χειμωνας καλοκαιρι φθινοπωρο ανοιξη λυκος αλεπου αρκουδα περιστερι αετος βασιλιας επισκοπος μαυρος
  ασπρος πρασινος κοκκινος νεος παλιος μεγαλος μικρος δυνατος ομορφος σοφος χρυσος
  ellen bence mamie papi nonna nonno babi mira dana dune blanco
`);
