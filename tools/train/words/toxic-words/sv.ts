import type { ToxicWords } from "./words.ts";

/** Swedish. */
export const SV: ToxicWords = {
  profanity: "fan jävla jävlar j#vla helvete skit* fitta f#tta hora kuk* knulla* röv* dra_åt_helvete satan förbannad*",
  insult:
    "idiot* dum dumma dumskalle korkad* efterbliven* ful fet fetto äcklig* värdelös* fegis lögnare loser* patetisk* puckad* pucko mes miffo cp_skadad",
  slur: "neger* blatte* svartskalle* bög_jävel zigenare",
  dehumanise: "ohyra parasit* råttor avskum djur slödder sopor pest kackerlack* svin",
  sexual: "porr* naken nakna sex* bröst kuk fitta knulla orgasm* suga runka",
  hateVerb: "hatar hata avskyr föraktar utrota* deportera* utvisa* kasta_ut ut_med åk_hem försvinn",
  violenceVerb: "döda* slå* skjut* hugg* häng* bränn* stryp* mörda* spöa misshandl* knivhugg*",
  threatCue:
    "jag_ska vi_ska akta_dig passa_dig jag_vet_var_du vi_vet_var du_kommer_ångra vänta_bara du_är_död jag_hittar_dig sista_varningen",
  selfHarm: "självmord* ta_livet_av vill_dö skär_mig skada_mig självskad* vill_inte_leva döda_dig_själv",
  should: "borde måste ska förtjänar hoppas",
  identity:
    "kvinn* män tjejer homosexuell* bög* lesbisk* trans* muslim* jud* krist* svarta vita asiat* arab* afrikan* invandrare* migrant* flykting* utlänning* funktionshind* autist* romer gamla samer feminist*",
  you: "du dig din ditt dina ni er",
  they: "de dem dom deras de_där sådana",
  praise: "älskar respekt* fin fantastisk* underbar* tack stolt välkom* bra beundrar snäll*",
  negation: "inte aldrig ingen inget inga utan icke",
  counter:
    "är_fel sluta_säga sluta_kalla ingen_borde rasis* sexis* homofob* antisemit* diskrimin* fördom* kränk* fördömer näthat mobbning anmäl*",
  idiom: "slå_ihjäl_tid bryt_ett_ben dör_av_skratt skrattade_ihjäl två_flugor dödstrött döhungrig asbra skjuta_upp",
};
