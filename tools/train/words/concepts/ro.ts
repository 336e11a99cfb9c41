import type { ConceptWords } from "./concept.ts";

/** Romanian. */
export const RO: ConceptWords = {
  ignore:
    "ignoră ignora ignorați ignorând uită uita uitați uitați_de omite sari săriți peste treci_peste treceți_peste nu_ține_cont nu_țineți_cont nu_lua_în_seamă lasă_deoparte ocolește ocoliți renunță respinge",
  cease: "oprește opriți încetează încetați anulează anulați nu_mai dezactivează termină întrerupe stop",
  change: "schimbă schimbați înlocuiește înlocuiți modifică modificați actualizează rescrie resetează suprascrie",
  previous: "anterior* precedent* de_mai_sus dinainte de_dinainte până_acum mai_sus înainte inițial* primit* vechi*",
  all: "toate tot toată toți orice fiecare întreg* complet oricare",
  instruction:
    "instrucțiun* regul* ordin* directiv* comenzi comanda politic* restricți* indicați* îndrum* ghid* norm* cerințe constrânger* limitări*",
  system: "sistem* system",
  prompt: "prompt* promptul solicitare mesaj_de_sistem",
  hidden: "ascuns* secret* intern* confidențial* inițial* original* privat*",
  new: "nou noua nouă noi noile real* adevărat* următor* actualizat* alt altă",
  now: "acum de_acum de_acum_înainte de_acum_încolo imediat începând_de_acum din_acest_moment",
  instead: "în_schimb în_loc mai_degrabă",
  end: "sfârșitul_documentului sfârșitul_instrucțiunilor sfârșit_de sfârșitul_textului începutul_instrucțiunilor sesiune_nouă conversație_nouă",
  reveal:
    "dezvăluie dezvăluiți arată arătați afișează afișați tipărește repetă repetați spune spuneți zi listează divulgă copiază citează enumeră redă dă_mi arată_mi spune_mi",
  verbatim: "cuvânt_cu_cuvânt textual exact integral complet literă_cu_literă întocmai fără_modificări literal",
  text: "text* mesaj* cuvânt cuvinte* conținut* conversați* context* propoziți* fraz* discuți*",
  ask: "ce care cum cine unde când cât",
  secretNoun: "parol* cheie cheia chei* token* secret* credențial* cheie_api cod_de_acces",
  you: "tu te ție dumneavoastră voi vă ești sunteți",
  your: "tău ta tăi tale dumneavoastră vostru voastre",
  me: "eu mă mie îmi mi meu mea mei mele noi ne nostru",
  assistant: "asistent* ia ai inteligenț* model* bot* chatbot* agent* robot* gpt llm",
  reader:
    "dacă_citești dacă_citiți cine_citește_asta citind_acest pentru_ia către_ai dacă_ești_un_ai dacă_ești_o_inteligență care_procesează când_rezumi",
  user: "utilizator* client* om oameni persoan* cititor*",
  admin: "admin* administrator* dezvoltator* proprietar* root operator* șef* creator* autorizat*",
  act: "prefă_te prefaceți_vă acționează imaginează imaginați simulează joacă rol rolul comportă poartă_te pretinde ești_acum acum_ești fii interpretează",
  persona:
    "personaj* persona mod modul modul_dezvoltator identitate personalitate geamăn* răufăcător* jailbreak* hacker*",
  unrestricted:
    "fără_restricți* fără_limit* fără_regul* fără_cenzur* fără_filtr* liber* nelimitat* necenzurat* nicio_restricție nicio_regulă",
  filter: "filtr* siguranț* etic* moral* cenzur* protecți* moderare* securit*",
  hypothetical:
    "ipotetic* fictiv* ficțiune poveste povest* roman* joc jocul test* cercetare* imaginar* scenariu* film* teoretic* bunica să_presupunem",
  harmful: "ilegal* dăunăt* periculo* interzis* imoral* neetic* malițio* criminal* arm* bomb* drog* hack* violent*",
  trust: "încredere autorizat* permisiun* permis* aprobat* oficial* ai_voie autorizație legitim*",
  refuse: "refuz* nu_pot îmi_pare_rău scuze scuz* regret* declin* imposibil din_păcate",
  must: "trebuie ascultă supune respectă respectați urmează urmați obligat* obligatoriu necesar conformează",
  not: "nu nici niciun nicio nimic nimeni n",
  without: "fără exceptând",
  never: "niciodată în_niciun_caz sub_nicio_formă",
  always: "întotdeauna mereu de_fiecare_dată permanent",
  only: "doar numai exclusiv",
  respond: "răspunde răspundeți răspuns* spune scrie scrieți vorbește explică adaugă menționează",
  begin: "începe începeți desigur_iată sigur_iată începând pornește",
  decode: "decod* traduc* descifr* decript* invers* base64 rot13 criptat* codificat* de_la_coadă",
  task: "sarcin* scop* obiectiv* misiun* treab* muncă",
  send: "trimite trimiteți transmite redirecționează publică încarcă postează transferă expediază",
  execute: "execută rulează apelează folosește deschide activează descarcă lansează instalează",
  delete: "șterge ștergeți elimină înlătură distruge golește",
  tool: "instrument* unealt* funcți* api comand* fișier* script* terminal* program* cod",
  url: "link* url imagin* site* pagin* http https adres*",
  data: "date datele informați* istoric* contact* înregistr* personale",
  document:
    "document* pagin* email* mail tichet* not* articol* recenzi* cv atașament* raport* scrisoare factur* comentari*",
  important: "important* urgent* atenție avertisment* critic* prioritar*",
  notTell:
    "nu_spune nu_spuneți nu_menționa nu_menționați nu_informa nu_dezvălui în_secret în_tăcere pe_ascuns discret fără_a_menționa fără_să_spui fără_să_întrebi fără_confirmare",
  rate: "evaluează recomandă recomandați aprobă aprobați notă punctaj cel_mai_bun excelent* perfect* stele acordă",
  pay: "plătește plătiți cumpără transferă virament* factur* cont* bani iban comandă card_cadou",
};
