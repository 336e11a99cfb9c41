import type { ToxicWords } from "./words.ts";

/** Finnish. */
export const FI: ToxicWords = {
  profanity: "vittu* v#ttu perkele* saatana* helvet* paska* p#ska kusipää* mulkku* kyrpä huora* perse* jumalauta",
  insult:
    "idioot* tyhm* typer* ääliö* ruma läski* lihava surkea* säälittäv* pelkuri* valehtelija* luuseri* arvoton* vammai* pelle dorka* kretiini*",
  slur: "neekeri* hintti* ryssä* mutakuono* mustalai*",
  dehumanise: "syöpäläi* loiset loinen rotat saasta roskasakki eläimet torakat",
  sexual: "porno* alasti seksi* panna tissit kulli pillu orgasmi* suihin",
  hateVerb: "vihaan inhoan halveksin tuhota hävittää karkottaa karkotet* painukaa ulos_maasta",
  violenceVerb: "tapan tappa* tapetaan hakkaan hakata ammun ampu* puukot* hirt* polta* kurist* murha* lyön",
  threatCue:
    "varo_vain tiedän_missä_asut kadut_tätä maksat_tästä löydän_sinut odota_vain olet_kuollut viimeinen_varoitus",
  selfHarm: "itsemurh* tappaa_itseni haluan_kuolla en_halua_elää viiltel* satuttaa_itseäni tapa_itsesi",
  should: "pitäisi pitää täytyy ansaitse* toivottavasti",
  identity:
    "nais* mies* miehet homo* lesbo* trans* muslim* juutala* kristit* musta* valkoi* aasiala* arab* somali* maahanmuuttaj* pakola* ulkomaalai* vammainen romani* vanhuk* saamelai*",
  you: "sinä sä sinut sut sun sinun te teidän olet oot",
  they: "he ne nuo nämä heidät niitä",
  praise: "rakastan kunnioit* ihana* mahtava* kiitos ylpeä hyvä tervetuloa ihailen",
  negation: "ei en älä emme eivät ikinä kukaan mikään",
  counter:
    "on_väärin lopettakaa kenenkään_ei rasis* seksis* homofob* antisemit* syrji* ennakkoluulo* loukka* tuomitsen kiusaami* ilmiann*",
  idiom: "tappaa_aikaa kuolen_nauruun kaksi_kärpästä kuolen_nälkään kuollakseni",
};
