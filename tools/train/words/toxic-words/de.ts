import type { ToxicWords } from "./words.ts";

/** German. */
export const DE: ToxicWords = {
  profanity:
    "scheiß* scheiss* sch#iße verdammt* fick* f#ck gefickt arsch* a#sch arschloch kacke mist verpiss* wichs* hure* hurensohn hurens#hn fotze* kotz* leck_mich halt_die_fresse fresse schnauze drecks* verfickt*",
  insult:
    "idiot* dumm* blöd* doof* trottel* depp* vollidiot* spast* penner* versager* loser hässlich* fett* widerlich* ekelhaft* wertlos* feigling* dummkopf vollpfosten spinner* hirnlos* lappen nichtsnutz opfer missgeburt* schwachkopf lügner* hohlkopf",
  slur: "kanake* neger* schwuchtel* zigeuner* kümmeltürke* mongo mongos schlitzauge* tunte*",
  dehumanise:
    "ungeziefer parasit* abschaum ratten schmarotzer* tiere vieh dreck müll pest seuche untermensch* kakerlake* gesindel pack krebsgeschwür schweine affen zecken",
  sexual:
    "porno* nackt* sex geil* titten schwanz muschi blasen bumsen vögeln orgasmus penis vagina wichsen ficken nacktbild* sexuell*",
  hateVerb:
    "hasse hassen hasst verachte* verabscheu* ausrott* abschieb* abgeschoben vernicht* vertreib* rauswerf* raus_mit ausmerz* vergasen geht_zurück verschwindet wegsperren kann_nicht_ausstehen",
  violenceVerb:
    "töte* umbring* bring_dich_um bringe_dich_um schlag* schlage* erschieß* erschlag* abstech* stech* aufhäng* hängen verprügel* prügel* verbrenn* ermord* würg* zertret* brech* köpf* foltern abknallen verletz*",
  threatCue:
    "ich_werde ich_werd wir_werden pass_auf pass_bloß_auf ich_weiß_wo_du wir_wissen_wo warte_nur wart_ab ich_finde_dich ich_krieg_dich du_bist_tot du_bist_dran bereuen deine_tage_sind_gezählt letzte_warnung sonst_passiert wirst_schon_sehen",
  selfHarm:
    "selbstmord* suizid* mich_umbringen bring_mich_um mir_das_leben ritze* ritzen will_sterben nicht_mehr_leben mich_verletzen selbstverletz* mein_leben_beenden bring_dich_doch_um will_nicht_mehr",
  should: "soll sollen sollte sollten muss müssen müsste* gehören gehört verdien* hoffentlich hoffe",
  identity:
    "frau* mädchen männer schwul* lesb* homosexuell* trans queer muslim* islam jude* jüdisch* christ* schwarze* weiße* asiat* türk* araber* afrikaner* ausländer* migrant* flüchtling* geflüchtet* behindert* autist* roma sinti obdachlos* alte_leute feminist*",
  you: "du dich dir dein* ihr euch euer* eure* sie ihnen",
  they: "die diese dieser solche denen deren diese_leute solche_leute die_alle dieses_pack",
  praise: "liebe* respekt* toll* schön* super wunderbar* danke* stolz willkommen freue* bewunder* gut* nett*",
  negation: "nicht kein* nie niemals niemand nichts ohne weder",
  counter:
    "ist_falsch nicht_in_ordnung hör_auf_zu hört_auf sag_nicht niemand_sollte rassis* sexis* homophob* antisemit* diskriminier* vorurteil* beleidig* beschimpf* hetze verurteil* gegen_hass mobbing gemeldet inakzeptabel",
  idiom:
    "zeit_totschlagen hals_und_beinbruch todmüde totlachen totgelacht zum_sterben_schön zwei_fliegen mordshunger mordsspaß scheißegal schlag_ins_wasser prozess_töten tor_geschossen foto_geschossen bombenstimmung sterbenslangweilig schwein_gehabt",
};
