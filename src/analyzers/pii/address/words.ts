/**
 * Words of postal addresses, in lower case and without a final point. Kinds of streets as the Universal Postal Union's
 * member pages and OpenStreetMap's key `name` show them.
 *
 * @see https://www.upu.int/en/Postal-Solutions/Programmes-Services/Addressing-Solutions
 */

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Before the name; sure enough to make an address of name and number. */
const BEFORE = `
rue avenue boulevard bd bld boul chemin allée allées impasse quai ruelle faubourg sentier chaussée
calle c/ cl/ avenida avda avd av paseo carrera cra kra cll calzada callejón camino carretera ctra travesía ronda rambla jirón
pasaje malecón avinguda carrer passeig plaça plaza prolongación circunvalación
rua travessa alameda praça rodovia ladeira viela beco rúa
viale vicolo piazza piazzale contrada lungomare lungotevere strada
ul ulica ulice ulici ulitsa aleja aleje osiedle plac skwer náměstí námestie nám nábřeží třída bulevar bulevardul bulevard
calea aleea șoseaua şoseaua șos şos intrarea piața splaiul b-dul bdul trg šetalište rruga bulevardi triq misraħ sráid ffordd heol stryd
ул улица вул вулиця вуліца пер переулок провулок просп проспект пр-т пр-кт бул бульвар булевард площадь площа площад наб набережная
шоссе проезд мкр микрорайон аллея алея тупик көшесі
οδός οδ λεωφόρος λεωφ πλατεία λ αγ
jalan jl jln lorong lrg persiaran lebuhraya đường phố ngõ ngách hẻm 
شارع طريق خیابان کوچه بلوار רחוב רח' שדרות שד'
brgy barangay purok
voie venelle rond-point hameau lotissement montée promenade glorieta explanada urbanización urb barriada senda
costanilla callejuela vía passatge travessera praza piazzetta rotonda stradone località calçada rotunda bairro
urbanização loteamento servidão bulw rondo alee drumul prelungirea soseaua piata fundătura sheshi pjazza sqaq bóthar
ascaill rathad lôn rhodfa gg kampung taman barabara mtaa хиёбони кӯчаи бульв б-р ал пров провулку узвіз майдан плоштад
кей πλ παρ πάροδος ساحة درب زقاق جادة نهج ميدان كورنيش میدان بزرگراه סמטת משעול כיכר סמטה azinhaga wyb wybrzeże`;

/** Before the name, but also another word: it takes a label, a postcode or a part of the home besides. */
const BEFORE_UNSURE = `
via corso largo r c cours place passage route square estrada pr os al pl str sos sokak путь пл ш ж.к жк сл
am an im zum zur auf unter beim gang lebuh colonia col sitio blk block km zona sector diagonal transversal jr ring put obala cité
villa cour traverse côte parvis mail borgo incrocio corte salita calata galleria traversa frazione fraz loc barrio
riera torrente partida poblado polígono autopista privada cuesta sendero jardim acesso quinta vila droga rynek park kp
kpg ds dk пр м-н кв-л דרך حي رصيف گلی psr`;

/** Behind the name. */
const BEHIND = `
street road avenue ave boulevard blvd lane rd crescent cres parkway pkwy esplanade turnpike mews
straße strasse str gasse platz allee chaussee straat laan plein steenweg gracht dreef
gate gata gatan gaten gade vej vei veien vägen väg allé plads plass torg torv stræde stræti
utca u út útja tér körút krt rakpart sétány köz fasor
náměstí námestie nám nábřeží třída
iela gatve bulvāris prospekts g gatvė prospektas pr alėja tn tänav pst mnt puiestee
cesta ulica nábrežie
cad caddesi cd sok sokağı sk sokak bulvarı blv mahallesi mah
kalea etorbidea enparantza plaza
marg nagar mohalla chowk
улица проспект бульвар переулок шоссе площадь набережная проезд вулиця көшесі
मार्ग नगर रोड
sugárút körtér határút határsor lakótelep laukums gāte šoseja krastmala aikštė plentas maantee põik փողոց պողոտա
նրբանցք küçəsi küç prospekti döngəsi xiyabanı ko'chasi ko‘chasi ko’chasi bulvari mavzesi daxasi даңғылы көчөсү гудамж
аллея тракт спуск майдан ქუჩა ქ გამზირი ჩიხი ხეივანი შესახვევი سڑک روڈ strato rylaan nabrežje országút dambis`;

/** Behind the name, but also another word. */
const BEHIND_UNSURE = `
st dr drive ln way place pl court ct square sq close grove gardens gdns row walk hill park circle cir trail trl terrace ter
green view rise alley quay wharf parade pde loop bend ridge crossing heights vale highway hwy broadway path gate common
weg ring ufer damm steig markt baan pad park kade plan tee tie polku veg backe bakke
colony layout bagh puram vihar enclave society galli gali extension cross bazar bazaar salai sarani sector phase estate
köz sor lépcső dűlő liget trg obala put square cir expressway freeway pike
plantsoen sahəsi naselje steza pot udvar ösvény ал наб пл линия گلی`;

/** What a compound ends with. */
const ENDINGS = `
straße strasse stasse strassse str straat stræde straede stræti gasse gässchen gässli weg platz plein allee allé alléen allén chaussee damm ufer steig stieg
promenade gata gatan gaten gade gaden gränd gränden vägen väg vejen vej veien vei vegen vegur stigen stien backen torget torg torv
plads plads plass plassen katu kuja polku kaari raitti ntie stie rtie laan dreef plaats gracht kade kaai singel dijk steenweg steeg
bakken svingen sletta braut zeile pfad graben
penger väylä aukio puistikko sgate kroken tunet jordet veita smauet brauta løkka grenda vænget kæret toften svinget
lunden plantsoen burgwal twiete kajen svängen slingan stígur teigur`;

/**
 * Behind the name where the number stands before it; else they are words of the landscape. The suffixes of the United States'
 * post, and what streets are called in Britain, Ireland and Australia.
 *
 * @see https://pe.usps.com/text/pub28/28apc_002.htm
 */
const BEHIND_RARE = `
annex arcade bayou beach bluff bluffs bottom branch brook brooks bypass camp canyon cape causeway center centre cliff cliffs club corner
corners course cove creek curve dale dam divide estates falls ferry field fields flat flats ford fords forest forge fork forks fort
garden gateway glen glens greens groves harbor harbors harbour haven hills hollow inlet island islands isle junction key keys
knoll knolls lake lakes land landing light lights loaf lock locks lodge mall manor meadow meadows mill mills mission motorway mount
mountain neck orchard oval overpass parks passage pass pine pines plain plains point points port ports prairie radial ramp ranch
rapid rapids rest ridges river roads run shoal shoals shore shores skyway spring springs spur spurs squares station stravenue stream
streets summit throughway trace track trafficway tunnel underpass union unions valley valleys viaduct views village villages ville
vista walks wall ways well wells wynd brae croft drove fold garth mead meads nook paddock spinney strand vennel yard wood woods leas
copse dell glade chase bank quadrant villas cottages cottage side rowe circuit retreat grange promenade`;

/** What parts a building, before a number or a letter. */
const UNITS = `
apt apartment suite ste unit flat floor room rm building bldg tower shop lot villa plot house door bungalow office studio blk block h.no d.no
piso depto dpto departamento interior int local bajo bloque blq portal escalera esc puerta pta oficina of torre edificio edif manzana mz lote
apto ap apartamento bloco sala andar casa quadra lj loja fração
étage etage bâtiment bât appartement appt résidence bte bus boîte esc
scala interno piano stiege top tür haus wohnung whg hinterhaus og eg wohn lgh th tv mf våning krs
m lok mieszkanie byt kv кв квартира корп корпус стр строение офис оф под подъезд эт этаж вх вход ет ап дом д к
bl sc et jud blok kat daire no d k emelet em fszt ajtó a lh
διαμέρισμα όροφος phường quận
stan стан dz oppgang leil leilighet apartma apartman sprat bloc verdieping hoog hinterhof`;

/** Words that stand between the words of a name. */
const PARTICLES = `
de du des la le les l' d' del della dei degli delle di da do dos das el los las e y i na nad nd of the st van der den von vom zu zur am an
en et od u al ul el- aan ten ter bij op im in af og och på ved and & и имени им і de' dell' dall' ad`;

/** Words that open sentences and clauses: an address neither begins nor goes on with them. */
const OPENINGS = `
the a an this that these those he she it we they you i my his her our your their is are was were in on at by for from to with and or
but if when then as so no not yes what where who how why which there here also just only about over under after before since until
pm thanks thank regards dear kind best sincerely cheers please hi hello today tomorrow yesterday jahr seit
during behind towards toward despite because although though while whereas whether unless twice now again however therefore
moreover additionally furthermore could would should might cannot does did
i'm i'll i've i'd it's that's there's here's let's we're we'll you're you'll they're he's she's don't doesn't can't`;

/** Capitalised nouns that a number may follow and that are no street: headings, labels, products, and what is counted. */
const NOUNS = `
table figure fig chapter section sec page pages version ver item items step steps part volume vol issue issues line lines row rows column
columns level phase grade class rule article day days week weeks year years month months hour hours minute minutes second seconds
question answer example task note test case option exercise problem lesson unit-test round stage season episode act scene verse psalm
python java node windows android ios iphone ipad galaxy chrome firefox gpt claude llama covid world war top total sum amount price usd eur gbp
phone tel telephone fax email e-mail mail mobile name date order office status subject
number ticket invoice customer account id user assistant agent caller system http https error code type size count
monday tuesday wednesday thursday friday saturday sunday
chapitre figure tableau kapitel tabelle seite abbildung bild capítulo tabla página
am utc gmt est pst kg km cm mm mb gb kb tb ms mhz ghz percent million billion thousand hundred dollars euros people men women children`;

export type WordKind = "before" | "beforeUnsure" | "behind" | "behindUnsure" | "both";

export const KINDS: ReadonlyMap<string, WordKind> = (() => {
  const kinds = new Map<string, WordKind>();
  for (const word of words(BEHIND_UNSURE)) kinds.set(word, "behindUnsure");
  for (const word of words(BEFORE_UNSURE)) kinds.set(word, kinds.has(word) ? "both" : "beforeUnsure");
  for (const word of words(BEHIND)) kinds.set(word, kinds.get(word) === "beforeUnsure" ? "both" : "behind");
  for (const word of words(BEFORE)) kinds.set(word, kinds.has(word) ? "both" : "before");
  return kinds;
})();
export const RARE_SET: ReadonlySet<string> = new Set(words(BEHIND_RARE));
export const UNIT_SET: ReadonlySet<string> = new Set(words(UNITS));
export const PARTICLE_SET: ReadonlySet<string> = new Set(words(PARTICLES));
const OPENING_SET = new Set(words(OPENINGS));
export const STRANGER_SET: ReadonlySet<string> = new Set([...OPENING_SET, ...words(NOUNS)]);
export const ENDING_SET: ReadonlySet<string> = new Set(words(ENDINGS));
/** Shortest of them, and the letters that must stand before. */
export const ENDING_MIN = 3;
const STEM_MIN = 3;
/** Shortest compound. */
export const COMPOUND_MIN = ENDING_MIN + STEM_MIN;
/** Last two letters → lengths of the endings that have them: few words have any. */
const ENDING_LENGTHS: ReadonlyMap<number, readonly number[]> = (() => {
  const lengths = new Map<number, readonly number[]>();
  for (const ending of ENDING_SET) {
    const known = lengths.get(lastPair(ending)) ?? [];
    if (!known.includes(ending.length)) lengths.set(lastPair(ending), [...known, ending.length]);
  }
  return lengths;
})();
export const SURE_BEFORE: ReadonlySet<string> = new Set(words(BEFORE));
const SURE_BEHIND = new Set(words(BEHIND));

/** Signs of a number, between the street and it. */
export const MARK_SET: ReadonlySet<string> = new Set(
  "no nr num núm número numero n° nº n № d д дом hausnr hausnummer s/n č čp č.p br бр буд αρ αριθ رقم پلاک מס số".split(
    " ",
  ),
);

/** A word without its final point and in lower case, as the lists have it. */
export const bare = (word: string): string => (word.endsWith(".") ? word.slice(0, -1) : word).toLowerCase();

export const kindOf = (word: string): WordKind | undefined => KINDS.get(word);
export const isSureBefore = (word: string): boolean => SURE_BEFORE.has(word);
export const isSureBehind = (word: string): boolean => SURE_BEHIND.has(word);
/** Whether it ends the name of a street that has its number before it. */
export const isRareBehind = (word: string): boolean => RARE_SET.has(word);
export const isMark = (word: string): boolean => MARK_SET.has(word);
export const isUnit = (word: string): boolean => UNIT_SET.has(word);
export const isParticle = (word: string): boolean => PARTICLE_SET.has(word) || hasArticle(word);

/** `d'`, `l’` and what they are joined to. */
function hasArticle(word: string): boolean {
  const first = word.charCodeAt(0);
  const second = word.charCodeAt(1);
  return (first === 0x64 || first === 0x6c) && (second === 0x27 || second === 0x2019);
}

export const isStranger = (word: string): boolean => STRANGER_SET.has(word);
/**
 * Whether the word ends what may be an address. Codes of regions may look like it (`IN`, `SO`), and three of the words stand
 * in addresses, too.
 */
export const endsAddress = (text: string): boolean =>
  OPENING_SET.has(bare(text)) && !/^(?:[A-Z]{2,3}|[Aa]nd|[Tt]he|[Nn]o)\.?$/.test(text);

/** Whether the word is a compound whose last part is a kind of street: `hauptstr`, `storgatan`. */
export function isCompound(word: string): boolean {
  if (word.length < COMPOUND_MIN) return false;
  for (const length of ENDING_LENGTHS.get(lastPair(word)) ?? [])
    if (word.length >= length + STEM_MIN && ENDING_SET.has(word.slice(-length))) return true;
  return word.charCodeAt(0) >= 0xe00 && THAI.test(word);
}

function lastPair(word: string): number {
  return (word.charCodeAt(word.length - 2) << 16) | word.charCodeAt(word.length - 1);
}

/** Thai has no spaces: the kind of the street or district opens the word. */
const THAI = /^(?:ถนน|ซอย|แขวง|เขต|ตำบล|อำเภอ|หมู่)/;

/** Words that a box may begin with. */
const BOX_OPENERS = new Set(
  (
    "p.o po p o post postal gpo g.p.o private locked postbox postfach postbus postboks postilokero pósthólf boîte apartado casilla " +
    "caixa casella skrytka poštanski а/я абонентский абонементна صندوق الصندوق ص ص.ب ת.ד ταχ τ.θ kotak hộp unit psc cmr rr hc apo fpo dpo " +
    "b.p bp c.p cp box boks pl pf bag lsb"
  ).split(" "),
);

export const opensBox = (bare: string): boolean => BOX_OPENERS.has(bare);
/** The word right before the number of a box. */
export const BOX_ENDS: ReadonlySet<string> = new Set(
  (
    "box bag postbox postfach postbus postboks boks postilokero pósthólf postale postal apartado correos correo aéreo casilla " +
    "pocztowa pretinac а/я ящик скринька بريد البريد ب ص.ب ת.ד θυρίδα τ.θ pos thư 私書箱 b.p bp c.p cp p.p pl pf lsb p.o.b pob " +
    "p.o.box no n° nº nr b"
  ).split(" "),
);
