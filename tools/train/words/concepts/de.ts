import type { ConceptWords } from "./concept.ts";

/** German. */
export const DE: ConceptWords = {
  ignore:
    "ignorier* vergiss vergessen vergesst missachte* mißachte* übergeh* überspring* umgeh* verwirf verwerfe* überschreib* vernachlässig* beachte_nicht lass_außer_acht außer_acht außer_kraft setz_dich_über hinwegsetz* pfeif_auf ausblende* blende",
  cease:
    "stopp* hör_auf hören_sie_auf aufhören beende* abbrechen brich_ab nicht_mehr nicht_länger einstellen widerruf* deaktivier* aufgehoben ungültig abschalten",
  change:
    "ändere ändern änder* ersetz* aktualisier* überschreib* umschreib* anpassen passe_an abänder* zurücksetz* austausch* umprogrammier*",
  previous:
    "vorherig* vorig* bisherig* vorangegangen* obig* oben oberhalb früher* zuvor bislang bisher vorhin davor ursprünglich* alten letzten gegeben* erhalten* bestehend*",
  all: "alle alles allen aller jede jeder jedes jegliche* sämtliche* ganze* komplett* gesamte* irgendwelche*",
  instruction:
    "anweisung* instruktion* regel* richtlinie* vorgabe* vorschrift* befehl* anordnung* weisung* direktive* einschränkung* beschränkung* auftrag* programmierung leitlinie* vorgaben anleitung* grundsätze",
  system: "system systems systemprompt systemanweisung* systemnachricht* systemmeldung systemvorgabe* systemregel*",
  prompt: "prompt prompts systemprompt* eingabeaufforderung* startprompt eingabe* vorprompt",
  hidden:
    "versteckt* geheim* intern* vertraulich* verborgen* ursprünglich* anfänglich* unsichtbar* original* nichtöffentlich* verdeckt*",
  new: "neu neue neuen neuer neues aktualisiert* echt* eigentlich* wirklich* tatsächlich* folgend* wahr* nächste* andere*",
  now: "jetzt nun ab_jetzt ab_sofort von_nun_an von_jetzt_an künftig fortan nunmehr sofort ab_hier ab_diesem_moment unverzüglich",
  instead: "stattdessen anstatt statt anstelle an_stelle dafür lieber ersatzweise",
  end: "ende_der ende_des beginn_der beginn_des anfang_der ende_anweisung* dokumentende textende ende_vom hier_endet hier_beginnt neue_sitzung neues_gespräch",
  reveal:
    "zeig zeige zeigen verrat* verrate offenbar* gib_aus geben_sie_aus ausgeb* ausgib wiederhol* nenn nenne nennen sag sage sagen drucke anzeig* preisgeb* gib_preis liste aufliste* teile_mit mitteil* schreib_auf enthüll* offenleg* leg_offen zitier* gib_wieder rück_raus spuck_aus kopier*",
  verbatim:
    "wörtlich* wortwörtlich wort_für_wort exakt* genau vollständig* unverändert* ungekürzt* im_wortlaut wortgetreu eins_zu_eins komplett zeile_für_zeile im_original buchstabengetreu",
  text: "text texte texts nachricht* wörter worte inhalt* gespräch* unterhaltung* kontext* satz sätze zeile* absatz abschnitt* konversation chat chatverlauf dialog verlauf",
  ask: "was welche welcher welches welchen wie warum wer wo wieso weshalb wofür",
  secretNoun:
    "passwort* passwörter kennwort* kennwörter schlüssel* token* zugangsdaten geheimnis* api_key api_schlüssel anmeldedaten pin codewort losung* geheimwort zugangscode",
  you: "du dich dir sie ihnen ihr euch bist hast kannst sollst",
  your: "dein deine deinen deinem deiner deines ihr ihre ihren ihrem ihrer ihres euer eure eigenen",
  me: "ich mich mir mein meine meinen meiner meinem wir uns unser*",
  assistant:
    "assistent* ki ki_assistent ki_modell ki_system sprachmodell* modell* bot bots chatbot* agent* künstliche_intelligenz llm gpt chatgpt sprachassistent* roboter maschine",
  reader:
    "wenn_du_das_liest wenn_du_dies_liest wenn_sie_dies_lesen wer_das_liest wer_dies_liest beim_lesen beim_zusammenfassen an_die_ki an_alle_ki falls_du_eine_ki dieses_dokument_verarbeit* diesen_text_verarbeit* diesen_text_liest hinweis_an_die_ki liebe_ki",
  user: "nutzer* benutzer* anwender* kunde kunden kundin* mensch* person* leser* bediener*",
  admin:
    "admin* administrator* entwickler* eigentümer* besitzer* root betreiber* chef chefin berechtigt* befugt* ersteller* vorgesetzt* it_abteilung geschäftsführ*",
  act: "tu_so tun_sie_so spiel spiele spielen stell_dir_vor stellen_sie_sich_vor simulier* verhalte handle_als agier* rolle rollenspiel* schlüpf* gib_dich_als benimm_dich sei_ein sei_eine verwandle imitier* versetz_dich du_bist_jetzt antworte_als",
  persona:
    "persona figur charakter* modus entwicklermodus entwickler_modus adminmodus wartungsmodus debugmodus gottmodus identität persönlichkeit alter_ego dan böser_zwilling zwilling schurke* bösewicht* jailbreak* hacker freigeschaltet*",
  unrestricted:
    "uneingeschränkt* unbeschränkt* ohne_einschränkung* ohne_beschränkung* ohne_regeln ohne_grenzen grenzenlos* unzensiert* ungefiltert* unbegrenzt* frei freie keine_regeln keine_grenzen keine_beschränkungen keine_einschränkungen ohne_filter hemmungslos* ohne_tabus entfesselt* alles_erlaubt",
  filter:
    "filter* sicherheit* sicherheitsregel* sicherheitsrichtlinie* sicherheitsfilter* ethik* ethisch* moral* zensur* zensier* schutzmaßnahme* schutzmechanism* moderation* inhaltsrichtlinie* schranke* leitplanke*",
  hypothetical:
    "hypothetisch* fiktiv* fiktion geschichte roman spiel* test* forschung* angenommen gedankenexperiment* szenario märchen film* drehbuch* gedicht oma rein_theoretisch theoretisch* was_wäre_wenn experiment* traum wissenschaftlich*",
  harmful:
    "illegal* schädlich* gefährlich* verboten* unethisch* unmoralisch* böse bösartig* kriminell* strafbar* waffe* bombe* schadsoftware droge* hacken gewalttätig* anstößig* sprengstoff* betrug*",
  trust:
    "vertrau* autorisier* erlaubnis erlaubt* genehmig* berechtigung* befugnis* freigabe* freigegeben* legitim* zulässig* offiziell* ermächtig* verifiziert* zustimm* gestattet",
  refuse:
    "verweiger* ablehn* lehne_ab kann_nicht kann_ich_nicht leider entschuldig* tut_mir_leid bedaure* weiger* nicht_möglich als_ki darf_nicht bedenken ausrede* warnhinweis* belehrung* moralpredigt*",
  must: "muss musst müssen müsst soll sollst sollen gehorch* befolg* folge_den folge_meinen einhalten halte_dich verpflichtet unbedingt zwingend erforderlich pflicht hast_zu haben_zu",
  not: "nicht kein keine keinen keiner keinem keinerlei nichts nein weder niemand nix",
  without: "ohne außer ausgenommen frei_von",
  never: "nie niemals nimmer keinesfalls auf_keinen_fall unter_keinen_umständen keineswegs nie_wieder nie_mehr",
  always: "immer stets jederzeit ständig dauerhaft jedes_mal ausnahmslos in_jedem_fall auf_jeden_fall grundsätzlich",
  only: "nur ausschließlich lediglich bloß allein einzig nichts_anderes einfach",
  respond:
    "antwort* beantwort* sag sage sagen schreib* erwider* reagier* formulier* erkläre* erzähl* sprich gib bestätig* erwähn* ergänz* füge_hinzu",
  begin:
    "beginn* fang_an fange_an starte* anfang* leite_ein klar_hier natürlich_hier selbstverständlich gerne_hier los_geht's gern",
  decode:
    "dekodier* decodier* übersetz* entschlüssel* entziffer* rückwärts umgekehrt* base64 rot13 hexadezimal* binär* morse* verschlüssel* geheimschrift anfangsbuchstabe* kodier* codiert* umwandel*",
  task: "aufgabe* ziel ziele mission auftrag aufträge job zweck arbeit zielsetzung pflicht*",
  send: "send* schick* sende verschick* versende* weiterleit* leite_weiter poste hochlad* lade_hoch mail* maile überweis* übertrag* übermittel* veröffentlich* häng_an anhäng*",
  execute:
    "führe_aus führ_aus führen_sie_aus ausführ* ausgeführt starte* ruf_auf rufe_auf aufruf* öffne* benutz* verwend* nutze aktivier* installier* herunterlad* klick* besuch*",
  delete: "lösch* entfern* vernicht* zerstör* leere* bereinig* tilge* wegwerf* wirf_weg ausradier*",
  tool: "werkzeug* tool tools funktion* api befehl* kommando* shell datei* skript* terminal programm* datenbank* konsole code schnittstelle* ordner verzeichnis*",
  url: "link links url bild bilder webseite* website* internetseite* seite adresse http https domain homepage grafik*",
  data: "daten information* verlauf* kontakte* kontaktdaten datensatz datensätze kundendaten kontodaten historie gesprächsverlauf personendaten unterlagen telefonnummer* adressen postfach angaben",
  document:
    "dokument* seite* mail e_mail ticket* notiz* artikel bewertung* lebenslauf* bewerbung* anhang* bericht* brief* rechnung* kommentar* datei*",
  important:
    "wichtig* dringend* achtung warnung* hinweis* eilig* kritisch* vorsicht priorität* sofort notfall* unbedingt",
  notTell:
    "sag_niemandem sag_nichts sage_nichts erwähne_nicht erwähne_das_nicht erwähne_dies_nicht erwähnen_sie_nicht verrate_nicht verrate_nichts heimlich stillschweigend unbemerkt ohne_zu_erwähnen ohne_zu_fragen ohne_rückfrage ohne_nachfrage ohne_hinweis im_stillen verschweig* nicht_erwähnen nicht_informieren behalt_das_für_dich diskret unauffällig",
  rate: "bewerte bewerten bewertung* empfiehl empfehle* empfehlung* genehmig* einstuf* stufe_ein punktzahl bestnote* note beste* befürwort* höchste* lobe einstellen perfekt* ausgezeichnet* geeignet*",
  pay: "zahl* bezahl* kauf* überweis* rechnung* konto* iban geld zahlung* bestell* gutschein* geschenkkarte* euro bitcoin betrag* erstatt*",
};
