import type { ToxicWords } from "./words.ts";

/** French. */
export const FR: ToxicWords = {
  profanity:
    "merde merd# putain put#in ptn bordel foutre fous va_te_faire enculé* encul# connard* connasse* con conne conneries chier chiant* salope* sal#pe nique* niquer ntm fdp fils_de_pute tg ta_gueule bite couilles cul trouduc enfoiré* merdeux merdique* merdier emmerde* emmerd* m#rde putes putasse* p#te p#tain bordel_de_merde nom_de_dieu nique_ta_mère nique_ta_race nique_sa_mère nik nikk n#que ntgm fils_de_chien fils_de_chienne fils_de_p fdpute gueule ferme_ta_gueule fermez_la ferme_la vos_gueules ftg couillon* conasse connerie* conard* c#nnard salopard* salaud* batard* bâtard* pétasse* poufiasse* pouffiasse* grognasse* garce trou_du_cul trou_de_balle suce_ma suce_moi va_chier allez_chier va_mourir dégage casse_toi barre_toi tête_de_con gros_con sale_con petit_con chiasse zob teub foutez foutre_de encul* branleur* branleuse* bite_molle wesh_fdp putin ptin bouffonne",
  insult:
    "idiot* imbécile* crétin* débile* stupide* bête abruti* nul nulle minable* raté* moche* gros grosse grosse_vache inutile* pauvre_type dégoûtant* lâche menteur* bouffon* clown tocard* taré* bon_à_rien cassos andouille",
  slur: "nègre* négro* bougnoule* pédé* youpin* gouine* bicot* chinetoque* tarlouze* mongolien* romanichel* bamboula* négresse* sale_noir sale_arabe sale_juif feuj bougnoul* crouille* raton_arabe melon_sale muzz* tapette* tafiole* tantouze* fiotte* pédale* gougnotte* travelo* niakoué* niakwe chinetok* bridé* face_de_citron rital_sale boche* gitan_sale manouche_voleur babtou_fragile gwer",
  dehumanise:
    "vermine parasite* rats cafards racaille* déchet* ordure* animaux sous_hommes sauvages cancer peste singes porcs chiens sangsues nuisibles invasion",
  sexual:
    "porno* nu nue nues sexe sexuel* bite chatte seins baiser sucer branl* pénis vagin orgasme bander coquine nichons éjacul* sodomie bandant* bite_dure queue nibards loches miches fesses cul_nu culs fellation* pipe suceuse* sucer_ma cunnilingus lécher lèche_moi sodomis* enculer levrette jouir jouis sperme masturb* gode* godemichet* partouze* plan_cul plan_à_trois chaudasse* coquin photos_nues photo_nue nudes à_poil déshabille* clitoris chatte_mouillée excitée* érotique* érection* porno_amateur xxx",
  hateVerb:
    "hais hait haïr déteste* détester méprise* exterminer expulser expulse* dehors éliminer virer chasser renvoyer rentrez_chez retourne_dans éradiquer supporte_pas nettoyer envahissent",
  violenceVerb:
    "tue tuer tuerai buter crever crève frapper frappe tabasser poignarder égorger pendre brûler étrangler abattre fusiller cogner casser_la_gueule péter_la_gueule massacrer torturer planter gifler assassiner blesser tué tuez tuerais tuerons buté bute je_te_bute crèverai crève_les flinguer flingue descendre_d'une_balle balle_dans_la_tête tirer_dessus tire_dessus tirez fusillez poignarde planter_un_couteau couteau égorge égorgez décapit* guillotine* pendez pendu pendus pendaison brûle_vif immoler cramer cramez étrangle étouffer noyer_dans noie défoncer défonce démolir démonte éclater éclate exploser_la_tronche fracasser fracasse tabasse casser_les_dents casser_les_jambes péter_les_dents péter_ta_gueule casser_ta_gueule coups_de_pied coup_de_poing coups_de_poing claque baffe* beigne* torgnole* raclée* lyncher lynchez lynchage torture massacrez exécuter exécutez écraser écrase piétin* éventr* étripe* dépecer empoisonn* violer viole violée attaquer attaque agresser poser_une_bombe bombe enterrer_vivant mutil*",
  threatCue:
    "je_vais on_va je_te_jure tu_vas_voir fais_gaffe je_sais_où on_sait_où tu_vas_payer tu_vas_le_regretter attends_voir je_te_retrouverai t'es_mort tu_es_mort tes_jours_sont_comptés dernier_avertissement gare_à_toi",
  selfHarm:
    "suicide* suicider me_tuer en_finir mourir veux_mourir me_faire_du_mal scarif* me_couper mettre_fin_à_mes_jours plus_envie_de_vivre me_pendre va_te_pendre automutil* suicidaire* me_suicider je_me_suicide me_foutre_en_l'air me_flinguer envie_de_mourir envie_d'en_finir j'ai_envie_de_mourir je_veux_en_finir je_veux_crever envie_de_crever je_voudrais_mourir plus_vivre ne_veux_plus_vivre veux_plus_vivre pas_de_raison_de_vivre à_quoi_bon_vivre fatigué_de_vivre fatiguée_de_vivre marre_de_vivre me_tailler_les_veines m'ouvrir_les_veines les_veines me_scarifier je_me_coupe je_me_scarifie me_blesser me_mutiler me_jeter_sous sauter_d'un_pont sauter_du avaler_des_médocs avaler_des_cachets surdose* overdose* me_noyer me_déteste je_me_hais mieux_mort mieux_morte mieux_sans_moi disparaître_pour_toujours lettre_d'adieu tue_toi suicide_toi pends_toi saute_par_la_fenêtre va_te_tuer va_te_suicider",
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
    "tuer_le_temps mort_de_rire mdr mort_de_fatigue crever_de_faim merde_pour_ton_examen dis_merde à_mourir_de_rire tue_l'amour d'une_pierre_deux_coups ça_déchire je_meurs_d'envie crève_cœur tuer_le_processus tirer_au_but tuer_le_temps_en tué_le_temps morte_de_rire morts_de_rire ptdr xptdr mort_de_faim morte_de_faim mort_de_froid mort_de_soif mort_de_trouille morte_de_fatigue je_meurs_de_faim je_meurs_de_rire je_meurs_de_chaud je_crève_la_dalle je_crève_de_chaud crevé crevée crevant éclaté_de_rire explosé_de_rire pété_de_rire ça_tue c'est_une_tuerie une_tuerie de_la_bombe c'est_de_la_bombe la_bombe bombe_atomique tout_défoncé il_a_tout_déchiré tout_déchirer battre_le_record battre_des_œufs battre_les_blancs frapper_à_la_porte frappe_lourde coup_franc tirer_un_penalty prendre_une_photo tirer_un_trait tir_au_but casser_les_prix casser_la_croûte casser_la_baraque pendre_la_crémaillère pendre_le_linge brûler_les_étapes noyer_le_poisson killer_le_process",
};
