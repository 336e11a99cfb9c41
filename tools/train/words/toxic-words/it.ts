import type { ToxicWords } from "./words.ts";

/** Italian. */
export const IT: ToxicWords = {
  profanity:
    "merda m#rda cazzo c#zzo cazzata vaffanculo fanculo stronz* str#nzo puttana p#ttana troia porca_puttana coglion* minchia culo figlio_di_puttana testa_di_cazzo rompicoglioni bastard* incazzat* porco_dio",
  insult:
    "idiota idioti imbecill* stupid* scemo scema cretin* deficient* fallit* sfigat* brutto brutta ciccion* grasso grassa inutil* schifos* pagliacc* codard* bugiard* perdente* ritardat* ignorant* ridicol* pezzente asino",
  slur: "negro negri frocio froci ricchion* terron* zingar* muso_giallo checca mongoloide* finocchio",
  dehumanise:
    "parassit* feccia ratti topi_di_fogna animali bestie spazzatura cancro scarafaggi scimmie porci vermi subuman* sanguisughe invasori peste",
  sexual:
    "porno* nudo nuda nude sesso sessual* scopare tette fica figa cazzo pene vagina pompino succhia* orgasmo sega masturb* eccitat*",
  hateVerb:
    "odio odia odiano detesto disprezzo sterminare deportare espellere eliminare cacciare fuori_dall non_sopporto torna_al tornate rimpatri* schifo eradicare",
  violenceVerb:
    "uccid* ammazz* picchi* accoltell* spar* impicc* brucia* strangol* spacc* massacr* pesta* tortur* sgozz* prendere_a_calci assassin* linciare ferire fucil*",
  threatCue:
    "ti_faccio ti_ammazzo vi_faremo stai_attento guardati_le_spalle so_dove_abiti sappiamo_dove te_ne_pentirai la_pagherai ti_troverò sei_morto sei_morta aspetta_e_vedrai ultimo_avvertimento hai_i_giorni_contati ti_vengo_a_prendere",
  selfHarm:
    "suicid* uccidermi ammazzarmi voglio_morire tagliarmi mi_taglio farmi_del_male autolesion* farla_finita togliermi_la_vita non_voglio_più_vivere ammazzati impiccati",
  should: "deve devono dovrebb* bisogna merita* spero_che",
  identity:
    "donn* uomini gay lesbic* omosessual* trans musulman* islam ebre* cristian* ner* bianchi arab* asiatic* cines* african* immigrat* migrant* profugh* stranier* disabil* autistic* rom anziani meridional* femminist* poveri",
  you: "tu te ti tuo tua tuoi voi vi vostr* sei siete lei",
  they: "loro quelli quelle questi queste questa_gente quella_gente essi",
  praise:
    "amo adoro rispett* grazie bell* fantastic* meraviglios* orgoglios* benvenut* ammiro brav* ottimo bravissim* gentil* buon*",
  negation: "non mai nessun* niente nulla senza né neanche",
  counter:
    "è_sbagliato non_è_giusto smettila_di smettetela non_dire nessuno_dovrebbe razzis* sessis* omofob* antisemit* discrimin* pregiudiz* inaccettabil* insult* condann* contro_l'odio bullismo segnalat*",
  idiom:
    "ammazzare_il_tempo in_bocca_al_lupo crepi morire_dal_ridere morto_dal_ridere muoio_di_fame muoio_dalla_voglia stanco_morto due_piccioni bella_da_morire che_figata spaccato_tutto calcio_di_rigore",
};
