import type { ConceptWords } from "./concept.ts";

/** Italian. */
export const IT: ConceptWords = {
  ignore:
    "ignora ignori ignorare ignorate ignorando dimentica dimentichi dimenticare dimenticate dimenticati tralascia tralasci trascura trascuri scarta scarti salta salti aggira aggiri aggirare scavalca bypassa non_tenere_conto non_tenga_conto non_considerare non_consideri lascia_perdere lasci_perdere lascia_stare metti_da_parte metta_da_parte sorvola disattendi infischiatene sovrascrivi",
  cease:
    "smetti smetta smettere smettila fermati ferma interrompi interrompa cessa annulla annulli annullare non_più disattiva disattivi basta termina termini sospendi revoc*",
  change:
    "cambia cambi cambiare sostituisci sostituisca sostituire modifica modifichi modificare aggiorna aggiorni aggiornare riscrivi riscriva sovrascriv* reimposta* ridefinisci",
  previous:
    "precedent* precedentemente di_prima prima sopra qui_sopra soprastant* finora fino_ad_ora fino_a_questo_momento anterior* passat* inizial* originari* ricevut* esistent* vecchi*",
  all: "tutto tutta tutti tutte ogni qualsiasi qualunque intero intera ciascun* totalità",
  instruction:
    "istruzion* regol* direttiv* linee_guida ordine ordini policy politic* vincol* restrizion* comand* indicazion* norm* disposizion* consegn* limitazion* protocoll* programmazione",
  system: "sistema sistemi system prompt_di_sistema messaggio_di_sistema",
  prompt: "prompt prompts richiesta_iniziale prompt_iniziale input messaggio_di_sistema",
  hidden:
    "nascost* segret* intern* riservat* confidenzial* inizial* original* originari* occult* privat* invisibil* celat*",
  new: "nuovo nuova nuovi nuove aggiornat* real* vero vera veri vere seguent* effettiv* altro altra altre prossim*",
  now: "ora adesso da_ora_in_poi d'ora_in_poi d'ora_in_avanti da_adesso a_partire_da_ora da_questo_momento subito immediatamente oggi",
  instead: "invece al_posto anziché piuttosto in_sostituzione al_loro_posto",
  end: "fine_del fine_della fine_delle fine_dei inizio_del inizio_della inizio_delle fine_istruzioni nuova_sessione nuova_conversazione finisce_qui inizia_qui",
  reveal:
    "rivela riveli rivelare rivelami mostra mostri mostrare mostrami stampa stampi stampare ripeti ripeta ripetere dimmi mi_dica dire dì elenca elenchi elencare visualizza visualizzi svela sveli divulga dammi mi_dia riporta riporti condividi copia trascrivi trascriva cita fammi_vedere comunica* esponi spiattella recita riproduci",
  verbatim:
    "parola_per_parola alla_lettera letteralmente letteral* testualmente testual* esattamente esatt* integralmente integral* per_intero per_esteso completo completa così_com'è senza_modifiche tale_e_quale riga_per_riga verbatim",
  text: "testo testi messaggio messaggi parola parole contenut* conversazion* contesto frase frasi riga righe paragraf* dialogo chat discussion*",
  ask: "cosa che quale quali come perché chi dove quando qual",
  secretNoun:
    "password chiave chiavi token credenzial* segreto segreti chiave_api api_key parola_d'ordine codice_segreto codice_d'accesso pin parola_segreta",
  you: "tu te ti lei voi vi sei",
  your: "tuo tua tuoi tue suo sua suoi sue vostr*",
  me: "io me mi mio mia miei mie noi nostr*",
  assistant:
    "assistent* ia ai intelligenza_artificiale modello modelli modello_linguistico bot chatbot agente agenti robot llm gpt chatgpt macchina",
  reader:
    "se_leggi_questo se_stai_leggendo se_sta_leggendo leggendo_questo chi_legge chiunque_legga che_legge_questo che_elabora_questo all'ia per_l'ia se_sei_un'ia se_sei_un_assistente nota_per_l'ia elaborando_questo_documento quando_riassumi cara_ia",
  user: "utent* client* cliente uman* persona lettor*",
  admin:
    "admin* amministrator* sviluppator* proprietari* root operator* autorizzat* capo titolare creator* programmator* responsabil* direzione",
  act: "agisci agisca agire fingi finga fingere fai_finta faccia_finta fa'_finta simula simuli simulare immagina immagini immaginare recita reciti recitare interpreta interpreti ruolo comportati si_comporti gioca giochiamo gioco_di_ruolo impersona impersoni diventa diventi sei_ora ora_sei mettiti_nei_panni calati trasformati",
  persona:
    "personaggi* persona modalità modalità_sviluppatore modalità_dio modalità_debug modalità_amministratore identità personalità alter_ego dan gemello gemella malvagi* cattivo jailbreak* hacker sbloccat*",
  unrestricted:
    "senza_restrizioni senza_limiti senza_limitazioni senza_regole senza_filtri senza_censur* senza_vincoli senza_freni senza_tabù liber* liberamente illimitat* non_censurat* nessuna_restrizione nessun_limite nessuna_regola nessun_filtro tutto_è_permesso svincolat*",
  filter:
    "filtr* sicurezza etica etico etici etiche morale morali moralità censur* protezion* moderazione salvaguardi* politica_dei_contenuti limiti barrier*",
  hypothetical:
    "ipotetic* ipoteticamente ipotesi fittizi* finzione storia racconto gioco test prova ricerca immaginari* scenario scenari romanzo film copione sceneggiatura poesia teoric* teoricamente supponiamo supponi nonna esperimento accademic* favola",
  harmful:
    "illegal* dannos* pericolos* proibit* vietat* immoral* non_etic* malevol* criminal* nociv* arma armi bomba bombe droga hackerare violent* illecit* esplosiv* offensiv* truff* rubare",
  trust:
    "fidati si_fidi fiducia autorizzat* autorizzazion* autorizzo permess* consentit* legittim* approvat* ufficial* hai_il_permesso verificat* consenso abilitat*",
  refuse:
    "rifiut* non_posso non_può mi_dispiace spiacente scus* declin* impossibil* purtroppo negare nega in_quanto_ia come_ia avvertenz* obiezion* rammaric* avvertimenti prediche",
  must: "devi deve dovete dovere bisogna obbedisci obbedisca obbedire ubbidisci rispetta rispetti segui segua seguire obbligat* obbligatori* necessari* tassativ* attieniti si_attenga esegui conformati rigorosamente",
  not: "non no né nessun nessuno nessuna niente nulla neanche",
  without: "senza tranne eccetto salvo priv*",
  never: "mai mai_più in_nessun_caso per_nessun_motivo in_nessuna_circostanza giammai",
  always: "sempre in_ogni_momento costantemente ogni_volta senza_eccezioni in_ogni_caso comunque permanentemente",
  only: "solo soltanto solamente esclusivamente unicamente nient'altro semplicemente null'altro",
  respond:
    "rispondi risponda rispondere rispondete risposta risposte dì di' dica scrivi scriva scrivere parla parli spiega spieghi racconta menziona aggiungi aggiunga conferma confermi genera afferma",
  begin:
    "inizia inizi iniziare comincia cominci cominciare esordisci avvia parti certo_ecco certamente_ecco ecco prima_frase iniziando",
  decode:
    "decodific* traduci traduca tradurre traduzion* decifr* decript* decritt* al_contrario inverti inverta rovescia* base64 rot13 esadecimal* binario morse codificat* cifrat* criptat* converti prima_lettera iniziali",
  task: "compito compiti obiettivo obiettivi missione missioni scopo scopi lavoro incarico incarichi attività mansion*",
  send: "invia invii inviare inviami manda mandi mandare spedisci spedisca inoltra inoltri inoltrare pubblica pubblichi carica carichi trasferisci trasferisca trasmetti trasmetta posta email allega esfiltra*",
  execute:
    "esegui esegua eseguire lancia lanci chiama chiami chiamare invoca usa usi utilizza utilizzi attiva attivi avvia avvii apri apra scarica scarichi installa clicca visita effettua",
  delete:
    "cancella cancelli cancellare elimina elimini eliminare rimuovi rimuova rimuovere distruggi distrugga svuota svuoti pulisci",
  tool: "strumento strumenti funzion* api comando comandi shell file script terminale programm* database codice console cartell* directory",
  url: "link url collegamento immagin* sito siti pagina_web indirizzo http https dominio foto",
  data: "dati dato informazion* cronologi* contatto contatti record registri memoria rubrica indirizzi dettagli storico conti recapiti",
  document:
    "documento documenti pagina pagine mail email ticket nota note articolo recension* curriculum cv allegat* rapporto relazione lettera fattura fatture commento commenti",
  important:
    "important* urgent* attenzione avviso avvertenz* avvertimento allerta priorità prioritari* critic* cruciale essenzial* nota",
  notTell:
    "non_dire non_dirlo non_dica non_lo_dire non_menzionare non_menzioni non_informare non_informi non_avvisare non_avvisi non_rivelare segretamente in_segreto silenziosamente in_silenzio discretamente di_nascosto senza_dire senza_dirlo senza_menzionare senza_avvisare senza_chiedere senza_informare all'insaputa senza_conferma tacitamente",
  rate: "valuta valuti valutare raccomanda raccomandi consiglia consigli approva approvi approvare classifica classifichi punteggio voto vota migliore migliori eccellent* perfett* stelle assumi idone* promuovi",
  pay: "paga paghi pagare pagament* compra compri acquist* bonifico bonifici trasferisci fattura fatture conto iban denaro soldi euro buono_regalo carta_regalo rimbors* bitcoin versa",
};
