import type { ConceptWords } from "./concept.ts";

/** French. */
export const FR: ConceptWords = {
  ignore:
    "ignore ignorez ignorer ignorons ignorant oublie oubliez oublier oublions néglige négligez négliger contourne contournez contourner laisse_tomber laissez_tomber fais_abstraction faites_abstraction faire_abstraction ne_tiens_pas_compte ne_tenez_pas_compte ne_tiens_plus_compte sans_tenir_compte passe_outre passez_outre passer_outre outrepasse* saute sautez écarte écartez abandonne abandonnez mets_de_côté mettez_de_côté écrase",
  cease:
    "arrête arrêtez arrêter cesse cessez cesser annule annulez annuler stop stoppe* désactive désactivez désactiver ne_plus n'es_plus n'êtes_plus suspend* interromp* révoqu* caduc* termine terminez",
  change:
    "change changez changer remplace remplacez remplacer modifie modifiez modifier mets_à_jour mettez_à_jour réécri* réinitialis* actualis* substitu* redéfini*",
  previous:
    "précédent* précédemment antérieur* ci_dessus plus_haut avant auparavant jusqu'ici jusqu'à_présent jusqu'à_maintenant préalable* dernières ancien* initial* reçu* donné* existant*",
  all: "tout toute tous toutes chaque n'importe entier entière ensemble intégralité quelconque* totalité",
  instruction:
    "instruction* règle* consigne* directive* ordre* politique* contrainte* restriction* commande* indication* règlement* recommandation* limitation* protocole* programmation principe* charte",
  system: "système* system invite_système message_système prompt_système",
  prompt: "prompt prompts invite pré_prompt préprompt amorce requête* message_système",
  hidden:
    "caché* secret secrets secrète* interne* confidentiel* initial* initiaux d'origine originel* invisible* dissimulé* privé* original* masqué* sous_jacent*",
  new: "nouveau nouveaux nouvelle* nouvel vrai* véritable* réel* suivant* actualisé* autre* mis_à_jour ci_dessous prochaine*",
  now: "maintenant désormais dorénavant à_partir_de_maintenant dès_maintenant à_présent dès_à_présent à_compter_de immédiatement tout_de_suite à_partir_d'ici aujourd'hui",
  instead: "à_la_place plutôt au_lieu en_lieu_et_place en_remplacement à_leur_place",
  end: "fin_du fin_de fin_des début_du début_de début_des fin_d'instruction* nouvelle_session nouvelle_conversation s'arrête_ici commence_ici",
  reveal:
    "révèle révélez révéler montre montrez montrer affiche affichez afficher imprime imprimez imprimer répète répétez répéter dis dites dire donne donnez donner divulgue divulguez divulguer liste listez lister recopie recopiez recopier cite citez dévoile dévoilez communique* partage* écris expose* reprodui* restitue* énumère* fais_voir récite* balance",
  verbatim:
    "mot_pour_mot mot_à_mot textuellement exactement intégralement intégral* complet* tel_quel telle_quelle tels_quels telles_quelles littéralement fidèlement in_extenso verbatim sans_rien_changer sans_omettre à_la_lettre ligne_par_ligne",
  text: "texte* message* mot mots contenu* conversation* contexte* phrase* discussion* échange* paragraphe* ligne* dialogue* propos paroles",
  ask: "que quoi quel quelle quels quelles comment pourquoi qui qu'est_ce où quand lequel",
  secretNoun:
    "mot_de_passe mots_de_passe clé clés clef* jeton* identifiant* secret* token* clé_api code_secret code_d'accès mdp phrase_secrète passe",
  you: "tu te toi vous t'es es êtes",
  your: "ton ta tes votre vos tien* vôtre*",
  me: "je me moi mon ma mes j'ai j'aimerais nous notre nos",
  assistant:
    "assistant* ia intelligence_artificielle modèle* modèle_de_langage bot bots chatbot* agent* robot* llm gpt chatgpt agent_conversationnel machine",
  reader:
    "si_tu_lis si_vous_lisez en_lisant_ceci quiconque_lit qui_lit_ce qui_lit_ceci qui_traite_ce à_l'ia à_l'attention_de_l'ia pour_l'ia si_tu_es_une_ia si_vous_êtes_une_ia note_à_l'ia cher_assistant chère_ia lors_du_résumé traitant_ce_document lisant_ce",
  user: "utilisateur* utilisatrice* client clients cliente* humain* personne usager* lecteur*",
  admin:
    "admin* administrateur* administratrice développeur* développeuse propriétaire* root opérateur* autorisé* responsable patron* créateur* superviseur* directeur* direction",
  act: "agis agissez agir fais_semblant faites_semblant faire_semblant joue jouez jouer simule simulez simuler imagine imaginez imaginer rôle* comporte_toi comportez_vous prétends prétendez incarne incarnez mets_toi_dans mettez_vous_dans deviens devenez jeu_de_rôle fais_comme_si tu_es_maintenant vous_êtes_maintenant glisse_toi",
  persona:
    "personnage* persona mode mode_développeur mode_debug mode_dieu mode_admin identité* personnalité* alter_ego dan jumeau* jumelle maléfique* méchant* jailbreak* débridé* pirate hacker",
  unrestricted:
    "sans_restriction* sans_limite* sans_contrainte* sans_filtre* sans_règle* sans_tabou* sans_censure non_censuré* libre* librement illimité* débridé* aucune_restriction aucune_limite aucun_filtre aucune_règle aucune_contrainte non_filtré* affranchi* libéré* tout_est_permis liberté",
  filter:
    "filtre* filtrage sécurité éthique* moral morale* moralité censure* garde_fou* garde_fous modération protection* déontologie* sûreté bridage limites politique_de_contenu",
  hypothetical:
    "hypothétique* hypothétiquement hypothèse* fictif* fictive* fiction* histoire* jeu test recherche imaginaire* imagine scénario* roman* film* pièce_de_théâtre poème* théorique* théoriquement supposons supposé* grand_mère mamie conte expérience pédagogique*",
  harmful:
    "illégal* illicite* dangereu* nuisible* interdit* contraire_à_l'éthique immoral* malveillant* criminel* nocif* arme* bombe* drogue* pirater piratage violent* explosif* offensant* haineu* escroquerie*",
  trust:
    "fais_moi_confiance faites_moi_confiance confiance autorisé* autorisation* permission* permis* habilité* accord légitime* officiel* approuvé* droit_de vérifié* validé* consentement",
  refuse:
    "refuse refusez refuser refus désolé* excuse* excusez je_ne_peux_pas ne_peux_pas ne_peut_pas impossible décline* regrette* malheureusement en_tant_qu'ia avertissement* mise_en_garde objection* rechigne* incapable navré*",
  must: "dois devez doit devoir il_faut obéis obéissez obéir respecte respectez suis suivez suivre obligé* obligatoire* impérativement conforme* applique appliquez exécute tenu_de soumets_toi obligatoirement",
  not: "ne pas non aucun aucune ni rien personne point n'est n'a n'as guère",
  without: "sans hormis sauf excepté dépourvu*",
  never: "jamais en_aucun_cas sous_aucun_prétexte plus_jamais ne_jamais aucune_circonstance",
  always:
    "toujours systématiquement en_permanence constamment à_chaque_fois en_toutes_circonstances sans_exception tout_le_temps quoi_qu'il_arrive",
  only: "seulement uniquement exclusivement juste rien_d'autre rien_que simplement seul seule ne_que",
  respond:
    "réponds répondez répondre réponse* dis dites dire écris écrivez écrire rédige rédigez rédiger parle parlez explique expliquez raconte racontez mentionne* ajoute ajoutez confirme confirmez indique*",
  begin:
    "commence commencez commencer débute débutez début démarre* bien_sûr_voici d'abord voici en_commençant entame* première_phrase",
  decode:
    "décode décodez décoder traduis traduisez traduire traduction* déchiffre* décrypte* inverse* à_l'envers base64 rot13 hexadécimal* binaire morse encodé* codé* chiffré* crypté* convertis* première_lettre",
  task: "tâche* but mission* objectif* travail* rôle job finalité devoir*",
  send: "envoie envoies envoyez envoyer transfère transférez transférer transmets transmettez transmettre poste postez publie publiez téléverse* expédie* fais_suivre faites_suivre courriel mail adresse exfiltre* joins",
  execute:
    "exécute exécutez exécuter lance lancez lancer appelle appelez appeler effectue* utilise utilisez invoque* ouvre ouvrez active activez télécharge* clique* installe* visite*",
  delete:
    "supprime supprimez supprimer efface effacez effacer enlève enlevez retire retirez détrui* vide videz purge* élimine* suppression",
  tool: "outil* fonction* api commande* shell fichier* script* terminal programme* base_de_données code console logiciel* dossier* répertoire*",
  url: "lien liens url image* site sites page_web adresse http https domaine photo*",
  data: "données donnée information* infos historique* contacts coordonnées dossiers enregistrement* renseignement* mémoire compte* carnet_d'adresses fiches courriels",
  document:
    "document* page* mail* courriel* e_mail ticket* note* article* avis cv candidature* pièce_jointe rapport* lettre* facture* commentaire* fichier*",
  important:
    "important* urgent* attention avertissement* avis alerte* prioritaire* priorité critique* essentiel* impératif* note urgence",
  notTell:
    "ne_dis_rien ne_dites_rien ne_dis_pas ne_dites_pas ne_le_dis ne_mentionne_pas ne_mentionnez_pas ne_pas_mentionner n'en_parle_pas n'en_parlez_pas n'informe_pas n'informez_pas ne_préviens_pas secrètement en_secret discrètement silencieusement en_silence sans_mentionner sans_prévenir sans_le_dire sans_demander sans_en_informer à_l'insu garde_ça_pour_toi sans_confirmation",
  rate: "note notez noter évalue* évaluez recommande recommandez recommander recommandation* approuve approuvez classe classez score* meilleur* attribue* excellent* parfait* valide validez étoiles embauche* favorable*",
  pay: "paie paye payez payer paiement* achète achetez acheter vire virez virement* facture* compte* iban argent euros commande* carte_cadeau cartes_cadeaux rembourse* bitcoin solde",
};
