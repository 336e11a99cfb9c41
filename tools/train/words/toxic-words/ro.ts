import type { ToxicWords } from "./words.ts";

/** Romanian. */
export const RO: ToxicWords = {
  profanity: "pula p#la pizda p#zda muie futu* fut căcat rahat dracu naiba curva cur",
  insult: "idiot* prost* tâmpit* cretin* imbecil* urât* gras* ratat* mincinos* laș* dobitoc* nesimțit* fraier* bou",
  slur: "cioară poponar* bozgor* jidan*",
  dehumanise: "gunoi* parazi* șobolani scursur* animale gândac* jeg",
  sexual: "porno* gol goală sex* țâțe penis vagin orgasm* suge",
  hateVerb: "urăsc detest disprețuiesc extermin* deport* expulz* afară_cu",
  violenceVerb: "omor* ucid* bat* împușc* înjunghi* spânzur* ard stranguez rup",
  threatCue: "o_să_te am_să_te ai_grijă știu_unde_stai vei_plăti o_să_regreți te_găsesc ești_mort",
  selfHarm: "sinucid* vreau_să_mor mă_omor mă_tai nu_mai_vreau_să_trăiesc omoară_te",
  should: "ar_trebui trebuie merită sper_să",
  identity:
    "femei* bărbați gay lesbien* trans musulman* evrei* creștin* negri african* romi țigani imigran* refugiaț* străin* handicap* bătrâni",
  you: "tu te tine tău ta voi vă ești",
  they: "ei ele ăștia lor oamenii_ăștia",
  praise: "iubesc respect* minunat* frumos* mulțumesc mândr* bun* felicit*",
  negation: "nu niciodată nimeni nimic fără",
  counter:
    "e_greșit nu_e_corect încetați nimeni_nu_ar_trebui rasis* sexis* homofob* discrimin* insult* condamn* prejudec*",
  idiom: "omor_timpul mor_de_râs mor_de_foame baftă doi_iepuri",
};
