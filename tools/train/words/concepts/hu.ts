import type { ConceptWords } from "./concept.ts";

/** Hungarian. */
export const HU: ConceptWords = {
  ignore:
    "hagyd_figyelmen hagyja_figyelmen hagyjátok_figyelmen figyelmen_kívül felejtsd felejtse felejtsétek felejts elfelejt* mellőzd mellőzze ugord_át ugorja_át kerüld_meg kerülje_meg vesd_el dobd_el ne_vedd_figyelembe ne_törődj ignoráld ignorálja hagyd_ki",
  cease: "hagyd_abba állj állítsd_le szüntesd töröld már_nem többé_nem többé elég kapcsold_ki érvénytelen* fejezd_be",
  change: "változtasd* cseréld* módosítsd* írd_felül írd_át frissítsd* helyettesítsd*",
  previous: "előző* korábbi* fenti* eddigi* megelőző* eredeti* fentebb eddig azelőtt régi* kapott",
  all: "minden mind összes az_összes valamennyi bármely* bármilyen egész teljes mindent",
  instruction:
    "utasítás* szabály* irányelv* parancs* előírás* korlátozás* rendelkezés* instrukció* házirend* szabályzat* útmutat* megkötés*",
  system: "rendszer* rendszerüzenet* rendszerprompt*",
  prompt: "prompt* rendszerprompt* rendszerüzenet*",
  hidden: "rejtett titkos* belső bizalmas* eredeti* kezdeti kezdő elrejtett",
  new: "új újak újabb valódi igazi következő alábbi frissített tényleges",
  now: "most mostantól ezentúl innentől azonnal mostantól_kezdve jelenleg",
  instead: "helyett ehelyett helyette inkább",
  end: "dokumentum_vége utasítások_vége szöveg_vége új_utasítások_kezdete új_munkamenet új_beszélgetés vége",
  reveal:
    "mutasd mutassa fedd_fel fedje_fel áruld_el árulja_el írd_ki írja_ki ismételd ismételje mondd mondja sorold_fel nyomtasd jelenítsd oszd_meg add_ki másold idézd közöld",
  verbatim:
    "szóról_szóra szó_szerint pontosan teljes_egészében változtatás_nélkül betűről_betűre hiánytalanul egészében",
  text: "szöveg* üzenet* szavak szavakat tartalom tartalmat beszélgetés* kontextus* mondat*",
  ask: "mi mit milyen hogyan hogy_hogy miért ki melyik mik miket mikor",
  secretNoun: "jelszó* jelszav* kulcs* token* titok titkot hitelesít* api_kulcs* kód*",
  you: "te ön önök téged neked maga ti vagy",
  your: "tiéd saját utasításaid* szabályaid* promptod* rendszered* önnek az_ön neked",
  me: "én nekem engem enyém mi nekünk velem",
  assistant:
    "asszisztens* mi_modell mesterséges_intelligencia ai modell* nyelvi_modell* bot* chatbot* ügynök* robot* gpt llm",
  reader:
    "ha_ezt_olvasod ha_ezt_olvassa aki_ezt_olvassa ezt_olvasó az_ai_számára ha_te_egy_ai ha_mesterséges_intelligencia feldolgozás_során összefoglaláskor",
  user: "felhasználó* ügyfél* ember* személy* olvasó*",
  admin: "admin* rendszergazda* fejlesztő* tulajdonos* root operátor* üzemeltető* főnök* jogosult*",
  act: "tégy_úgy tegyél_úgy tegyen_úgy játszd játssz képzeld képzelje szimuláld viselkedj szerep* mintha mostantól_te te_mostantól légy alakítsd színlelj",
  persona: "karakter* személyiség* mód módban fejlesztői_mód* identitás* gonosz ikertestvér* jailbreak* hacker*",
  unrestricted:
    "korlátlan* korlátozás_nélkül* korlátok_nélkül* szabályok_nélkül* cenzúrázatlan* cenzúra_nélkül* szűretlen* szabad szabadon nincsenek_szabályok nincsenek_korlátok",
  filter: "szűrő* biztonság* etika* etikai erkölcs* cenzúra* védelem* védelmi moderálás*",
  hypothetical:
    "hipotetikus* kitalált fikció* fiktív történet* mese mesét regény* játék* teszt* kutatás* elképzelt forgatókönyv* film* elméleti* nagymama tegyük_fel",
  harmful:
    "illegális* káros* veszélyes* tiltott* etikátlan* erkölcstelen* bűncselekmény* fegyver* bomba* drog* feltörni hackelni",
  trust: "bízz bízzon engedély* jogosult* felhatalmaz* megengedett jóváhagy* hivatalos* szabad engedélyezett",
  refuse: "utasítsd_vissza elutasít* visszautasít* nem_tudok nem_tudom sajnálom sajnos bocsánat* elnézés* megtagad*",
  must: "kell köteles* engedelmeskedj* kövesd kövesse tartsd_be tartsa_be muszáj kötelező szükséges teljesítsd",
  not: "ne nem nincs semmi senki sem tilos semmilyen",
  without: "nélkül kivéve anélkül",
  never: "soha sosem semmilyen_körülmények semmi_esetre sohase",
  always: "mindig minden_esetben állandóan örökké",
  only: "csak csakis kizárólag csupán",
  respond: "válaszolj* válasz* felelj* mondd írj írd írja beszélj* magyarázd* adj",
  begin: "kezdd kezdje kezdjed természetesen_itt persze_itt kezdődjön kezdj",
  decode: "dekódold* fordítsd fordítsa fejtsd visszafelé base64 rot13 titkosított* kódolt*",
  task: "feladat* cél célod küldetés* munka munkád",
  send: "küldd küldje küldj továbbítsd* tedd_közzé töltsd_fel utald e_mailben postázd",
  execute: "futtasd* hajtsd_végre hívd_meg használd* nyisd aktiváld* töltsd_le indítsd* végrehajt*",
  delete: "töröld törölje törölj távolítsd semmisítsd ürítsd",
  tool: "eszköz* funkció* függvény* api parancs* fájl* szkript* terminál* program* adatbázis* kód*",
  url: "link* url kép képet weboldal* oldal* http https cím*",
  data: "adat* információ* előzmény* kapcsolat* névjegy* rekord* személyes*",
  document:
    "dokumentum* oldal* email e_mail levél* jegy* jegyzet* cikk* értékelés* önéletrajz* melléklet* jelentés* számla* megjegyzés*",
  important: "fontos* sürgős* figyelem figyelmeztetés* kritikus* elsőbbség*",
  notTell:
    "ne_mondd ne_említsd ne_említse ne_árulj ne_értesítsd ne_tájékoztasd titokban csendben észrevétlenül anélkül_hogy említés_nélkül kérdés_nélkül megerősítés_nélkül",
  rate: "értékeld* ajánld* hagyd_jóvá pontozd* pontszám* legjobb* kiváló* tökéletes* csillag*",
  pay: "fizess fizesd fizesse vásárolj vedd_meg vegyél utald utalj számla számlát számlaszám* pénz* rendelj*",
};
