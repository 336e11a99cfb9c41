import type { ToxicWords } from "./words.ts";

/** Hungarian. */
export const HU: ToxicWords = {
  profanity: "kurva k#rva bazdmeg b#zdmeg basz* fasz* f#sz geci* szar* picsa* anyád seggfej* rohadt",
  insult:
    "idióta hülye* hülyé* barom* ostoba* buta* csúnya kövér* undorító gyáva hazug* szánalmas* vesztes* szerencsétlen balfasz marha",
  slur: "nigger* buzi* buzeráns* büdös_cigány büdös_zsidó",
  dehumanise: "féreg* élősködő* patkány* söpredék szemét* állatok csőcselék csótány* kártevő*",
  sexual: "pornó* meztelen* szex* dugni cici punci pénisz orgazmus szopás",
  hateVerb: "utálom utálok gyűlölöm gyűlölök megvetem kiirtani kitoloncolni elüldözni takarodj* pusztítani",
  violenceVerb: "megöl* megver* lelő* leszúr* felakaszt* eléget* megfojt* agyonver* szétver* meggyilkol*",
  threatCue: "vigyázz tudom_hol_laksz megbánod megfizetsz megtalállak várj_csak halott_vagy utolsó_figyelmeztetés",
  selfHarm: "öngyilkos* megölöm_magam meg_akarok_halni nem_akarok_élni vagdosom önsért* öld_meg_magad",
  should: "kellene kéne kell megérdeml*",
  identity:
    "nők nő férfi* meleg* leszbikus* transz* muszlim* zsidó* keresztény* fekete* ázsiai* cigány* roma romák bevándorló* menekült* külföldi* fogyatékos* idős*",
  you: "te téged neked ti titeket vagy",
  they: "ők ezek azok őket ezek_az_emberek",
  praise: "szeret* tisztel* csodás* gyönyörű* köszön* büszke jó nagyszerű",
  negation: "nem soha senki semmi sem ne nélkül",
  counter:
    "helytelen nem_szabad hagyd_abba senkinek_sem rasszis* szexis* homofób* antiszemit* diszkrimin* előítélet* elítél* sérteget*",
  idiom: "agyonütni_az_időt kéz_és_lábtörést meghalok_a_nevetéstől két_legyet éhen_halok",
};
