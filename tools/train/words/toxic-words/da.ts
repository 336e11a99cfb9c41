import type { ToxicWords } from "./words.ts";

/** Danish. */
export const DA: ToxicWords = {
  profanity: "fanden sgu satans pis lort fuck kælling røv* røvhul pik kusse* kraftedeme skide møg*",
  insult: "idiot* dum dumme taber* grim fed klam* værdiløs* kujon løgner* spasser* åndssvag* patetisk* nar tåbe*",
  slur: "neger* perker* bøsserøv sigøjner*",
  dehumanise: "utøj parasit* rotter afskum dyr rakkerpak udskud pest",
  sexual: "porno* nøgen nøgne sex* bryster kneppe pik fisse orgasme",
  hateVerb: "hader hade afskyr foragter udrydde* deportere* udvis* smid_dem_ud rejs_hjem skrid",
  violenceVerb: "dræb* slå* skyd* stik* hæng* brænd* kvæl* myrd* tæve* tæsk*",
  threatCue:
    "jeg_vil vi_skal pas_på jeg_ved_hvor_du vi_ved_hvor du_vil_fortryde vent_bare du_er_død jeg_finder_dig sidste_advarsel",
  selfHarm: "selvmord* tage_mit_liv vil_dø skærer_mig selvskad* vil_ikke_leve dræb_dig_selv",
  should: "burde bør skal fortjener håber",
  identity:
    "kvinde* mænd homoseksuel* bøsse* lesbisk* trans* muslim* jød* kristn* sorte hvide asiat* araber* indvandrer* flygtning* udlænding* handicap* autist* roma ældre",
  you: "du dig din dit dine i jer jeres",
  they: "de dem deres sådan_nogle de_der",
  praise: "elsker respekt* dejlig* fantastisk* tak stolt velkom* god beundrer",
  negation: "ikke aldrig ingen intet uden",
  counter:
    "er_forkert stop_med ingen_burde racis* sexis* homofob* antisemit* diskrimin* fordom* krænk* fordømmer mobning anmeld*",
  idiom: "slå_tiden_ihjel knæk_og_bræk dør_af_grin to_fluer dødtræt",
};
