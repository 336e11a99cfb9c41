import type { ToxicWords } from "./words.ts";

/** Norwegian. */
export const NO: ToxicWords = {
  profanity: "faen f#en jævla jævlig helvete dritt* fitte* hore* kuk ræv* rasshøl satan forbanna*",
  insult: "idiot* dum dumme taper* stygg feit* ekkel* verdiløs* feig* løgner* patetisk* tosk* tulling* mongo*",
  slur: "neger* pakkis* svarting* homo_jævel",
  dehumanise: "utøy parasitt* rotter avskum dyr pakk søppel pest",
  sexual: "porno* naken nakne sex* pupper pule kuk fitte orgasme runke",
  hateVerb: "hater hate avskyr forakter utrydd* deporter* utvis* kast_dem_ut dra_hjem",
  violenceVerb: "drep* slå* skyt* stikk* heng* brenn* kvel* myrd* bank* knivstikk*",
  threatCue:
    "jeg_skal vi_skal pass_deg jeg_vet_hvor_du vi_vet_hvor du_kommer_til_å_angre bare_vent du_er_død jeg_finner_deg siste_advarsel",
  selfHarm: "selvmord* ta_livet_av vil_dø kutter_meg selvskad* vil_ikke_leve drep_deg_selv",
  should: "burde bør må fortjener håper",
  identity:
    "kvinne* menn homofil* homse* lesbisk* trans* muslim* jød* kristn* svarte hvite asiat* araber* innvandrer* flyktning* utlending* funksjonshem* autist* rom eldre samer",
  you: "du deg din ditt dine dere deres",
  they: "de dem deres de_der sånne",
  praise: "elsker respekt* fin fantastisk* takk stolt velkom* bra beundrer",
  negation: "ikke aldri ingen intet uten",
  counter:
    "er_feil slutt_å ingen_burde rasis* sexis* homofob* antisemitt* diskrimin* fordom* krenk* fordømmer mobbing anmeld*",
  idiom: "slå_i_hjel_tid brekk_et_bein dør_av_latter to_fluer dødssliten",
};
