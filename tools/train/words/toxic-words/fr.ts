import type { ToxicWords } from "./words.ts";

/** French. */
export const FR: ToxicWords = {
  profanity:
    "merde merd# putain put#in ptn bordel foutre fous va_te_faire enculé* encul# connard* connasse* con conne conneries chier chiant* salope* sal#pe nique* niquer ntm fdp fils_de_pute tg ta_gueule bite couilles cul trouduc enfoiré*",
  insult:
    "idiot* imbécile* crétin* débile* stupide* bête abruti* nul nulle minable* raté* moche* gros grosse grosse_vache inutile* pauvre_type dégoûtant* lâche menteur* bouffon* clown tocard* taré* bon_à_rien cassos andouille",
  slur: "nègre* négro* bougnoule* pédé* youpin* gouine* bicot* chinetoque* tarlouze* mongolien* romanichel*",
  dehumanise:
    "vermine parasite* rats cafards racaille* déchet* ordure* animaux sous_hommes sauvages cancer peste singes porcs chiens sangsues nuisibles invasion",
  sexual:
    "porno* nu nue nues sexe sexuel* bite chatte seins baiser sucer branl* pénis vagin orgasme bander coquine nichons éjacul* sodomie",
  hateVerb:
    "hais hait haïr déteste* détester méprise* exterminer expulser expulse* dehors éliminer virer chasser renvoyer rentrez_chez retourne_dans éradiquer supporte_pas nettoyer envahissent",
  violenceVerb:
    "tue tuer tuerai buter crever crève frapper frappe tabasser poignarder égorger pendre brûler étrangler abattre fusiller cogner casser_la_gueule péter_la_gueule massacrer torturer planter gifler assassiner blesser",
  threatCue:
    "je_vais on_va je_te_jure tu_vas_voir fais_gaffe je_sais_où on_sait_où tu_vas_payer tu_vas_le_regretter attends_voir je_te_retrouverai t'es_mort tu_es_mort tes_jours_sont_comptés dernier_avertissement gare_à_toi",
  selfHarm:
    "suicide* suicider me_tuer en_finir mourir veux_mourir me_faire_du_mal scarif* me_couper mettre_fin_à_mes_jours plus_envie_de_vivre me_pendre va_te_pendre automutil*",
  should: "doit doivent devrait devraient faut faudrait mérite* méritent j'espère qu'ils",
  identity:
    "femme* filles homme* gay gays homo homos lesbienne* trans musulman* islam juif* juive* chrétien* noir* blancs arabe* asiatique* chinois* africain* immigré* migrant* réfugié* étranger* handicapé* autiste* roms vieux sdf féministe*",
  you: "tu toi te t'es ton ta tes vous votre vos",
  they: "ils elles eux ces ces_gens leur leurs cette_race tous_ces",
  praise:
    "aime* j'aime adore* respect* merci bravo beau belle super génial* magnifique* fier fière bienvenue admire* gentil* bon bonne",
  negation: "ne pas n'est jamais personne aucun* rien sans ni non",
  counter:
    "c'est_mal pas_normal arrêtez_de arrête_de ne_dites_pas personne_ne_devrait racis* sexis* homophob* antisémit* islamophob* discrimin* préjugé* inacceptable* insulte* insulté* condamne* contre_la_haine harcèlement signalé",
  idiom:
    "tuer_le_temps mort_de_rire mdr mort_de_fatigue crever_de_faim merde_pour_ton_examen dis_merde à_mourir_de_rire tue_l'amour d'une_pierre_deux_coups ça_déchire je_meurs_d'envie crève_cœur tuer_le_processus tirer_au_but",
};
