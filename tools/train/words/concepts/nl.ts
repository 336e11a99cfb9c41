import type { ConceptWords } from "./concept.ts";

/** Dutch. */
export const NL: ConceptWords = {
  ignore:
    "negeer negeert negeren genegeerd vergeet vergeten sla_over overslaan omzeil omzeilen overschrijf* veronachtzaam schuif_opzij trek_je_niets_aan trekt_u_niets let_niet_op laat_vallen verwerp passeer gooi_weg lap_aan_je_laars",
  cease:
    "stop stopt stoppen houd_op hou_op ophouden beëindig annuleer annuleren niet_meer niet_langer schakel_uit uitschakel* vervallen ingetrokken ongeldig staak",
  change: "verander* wijzig* vervang* update werk_bij bijwerken herschrijf* aanpassen pas_aan reset overschrijf*",
  previous:
    "vorige voorgaand* eerdere eerder bovenstaand* hierboven boven voorafgaand* tot_nu_toe tot_dusver oude oorspronkelijk* gegeven laatste bestaande",
  all: "alle alles elk elke iedere ieder al hele volledig* geheel enig*",
  instruction:
    "instructie* regel regels richtlijn* opdracht* bevel* beleid voorschrift* beperking* aanwijzing* commando* order* voorwaarde* programmering",
  system: "systeem systeemprompt systeembericht* system systeeminstructie*",
  prompt: "prompt prompts systeemprompt startprompt beginprompt invoer",
  hidden: "verborgen geheim* intern* vertrouwelijk* oorspronkelijk* initiële origine* onzichtbaar* verstopte",
  new: "nieuw nieuwe bijgewerkt* echte werkelijke volgende ware andere hieronder",
  now: "nu vanaf_nu voortaan vanaf_heden onmiddellijk meteen vanaf_dit_moment per_direct direct",
  instead: "in_plaats_daarvan in_plaats_van liever",
  end: "einde_van einde_document einde_instructies begin_van nieuwe_sessie nieuw_gesprek eindigt_hier begint_hier",
  reveal:
    "toon toont tonen laat_zien laat_me_zien onthul* print herhaal herhalen zeg zeggen vertel vertellen geef geven lek deel noem opsommen som_op citeer kopieer druk_af afdrukken verklap openbaar weergeven geef_weer schrijf_op",
  verbatim:
    "woord_voor_woord letterlijk* exact* precies volledig* onveranderd integraal geheel ongewijzigd in_zijn_geheel regel_voor_regel",
  text: "tekst* bericht* woord woorden inhoud gesprek* context zin zinnen conversatie chat alinea dialoog",
  ask: "wat welke welk hoe waarom wie waar wanneer",
  secretNoun: "wachtwoord* sleutel* token* inloggegevens geheim* api_sleutel code pincode codewoord toegangscode",
  you: "jij je jou u jullie bent",
  your: "jouw je uw jullie eigen",
  me: "ik mij me mijn wij we ons onze m'n",
  assistant:
    "assistent* ai model modellen taalmodel* bot bots chatbot* agent* kunstmatige_intelligentie llm gpt chatgpt robot",
  reader:
    "als_je_dit_leest als_u_dit_leest wie_dit_leest bij_het_lezen bij_het_samenvatten aan_de_ai voor_de_ai als_je_een_ai dit_document_verwerk* deze_tekst_lees* beste_ai alle_ai",
  user: "gebruiker* klant klanten mens mensen persoon lezer*",
  admin: "admin* beheerder* ontwikkelaar* eigenaar* root operator* bevoegd* baas maker directeur leidinggevende",
  act: "doe_alsof doet_alsof speel speelt stel_je_voor stelt_u_zich_voor simuleer gedraag_je rol rollenspel handel_als wees_een kruip_in je_bent_nu imiteer antwoord_als verbeeld",
  persona:
    "persona personage* karakter modus ontwikkelaarsmodus debugmodus godmodus beheerdersmodus identiteit alter_ego dan tweeling schurk jailbreak* hacker",
  unrestricted:
    "onbeperkt* zonder_beperking* zonder_regels zonder_grenzen zonder_filter* zonder_censuur ongecensureerd* ongefilterd* vrij vrije geen_regels geen_beperkingen geen_grenzen grenzeloos bevrijd alles_mag",
  filter:
    "filter* veiligheid* ethiek ethisch* moraal moreel morele censuur bescherming* moderatie vangrail* beveiliging* inhoudsbeleid",
  hypothetical:
    "hypothetisch* fictie* fictief verhaal* spel spelletje test onderzoek roman scenario film denkbeeldig* stel_dat theoretisch* oma gedicht experiment sprookje",
  harmful:
    "illega* schadelijk* gevaarlijk* verboden onethisch* immoreel crimine* wapen* bom bommen drugs hacken kwaadaardig* gewelddadig* strafbaar* oplichting",
  trust:
    "vertrouw* toestemming toegestaan* gemachtigd* bevoegd* goedgekeurd* geautoriseerd* legitiem officieel mag vrijgegeven geverifieerd*",
  refuse:
    "weiger* kan_niet kan_ik_niet sorry helaas het_spijt excuses spijt* afwijz* onmogelijk als_ai waarschuwing* bezwaar preek*",
  must: "moet moeten dien* gehoorzaam* volg volgt opvolgen verplicht* voldoe houd_je_aan hoeft zal noodzakelijk strikt",
  not: "niet geen niets nee noch niemand niks",
  without: "zonder behalve vrij_van",
  never: "nooit nimmer in_geen_geval onder_geen_beding nooit_meer geenszins",
  always: "altijd steeds telkens voortdurend zonder_uitzondering elke_keer te_allen_tijde",
  only: "alleen slechts enkel uitsluitend niets_anders louter gewoon",
  respond: "antwoord* beantwoord* reageer* zeg schrijf* geef vertel leg_uit spreek voeg_toe noem bevestig",
  begin: "begin* start* natuurlijk_hier uiteraard zeker_hier vang_aan graag",
  decode:
    "decodeer* vertaal* ontcijfer* ontsleutel* achterstevoren omgekeerd* base64 rot13 binair hexadecimaal versleuteld* gecodeerd* morse eerste_letter* omzetten",
  task: "taak taken doel doelen missie opdracht* werk baan doelstelling*",
  send: "stuur sturen verstuur* verzend* doorsturen stuur_door mail mailen post plaats upload* zend overdragen publiceer",
  execute:
    "voer_uit uitvoeren draai roep_aan aanroepen start gebruik* activeer* open download* installeer* klik* bezoek* uitgevoerd",
  delete: "verwijder* wis wissen gewist vernietig* leeg leegmaken schrap*",
  tool: "tool tools hulpmiddel* functie* api opdracht commando* shell bestand* script* terminal programma* database code map",
  url: "link links url afbeelding* website* site webpagina* adres http https domein plaatje",
  data: "gegevens informatie geschiedenis contact* data contactpersonen record* persoonsgegevens adressen telefoonnummer*",
  document:
    "document* pagina* mail e_mail ticket* notitie* artikel recensie* cv bijlage* rapport* brief* factuur* opmerking* reactie*",
  important: "belangrijk* dringend* let_op aandacht waarschuwing urgent* cruciaal prioriteit spoed",
  notTell:
    "zeg_niet zeg_niets vertel_niet vertel_niemand vermeld_niet noem_niet niet_vermelden niet_melden informeer_niet stiekem stilletjes in_stilte heimelijk ongemerkt zonder_te_vermelden zonder_te_vragen zonder_te_melden zonder_bevestiging geheim_houden",
  rate: "beoordeel* aanbevel* raad_aan beveel_aan goedkeuren keur_goed score* cijfer beste rangschik* uitstekend* perfect* neem_aan hoogste sterren geschikt*",
  pay: "betaal* koop* kopen overmaken maak_over factuur* rekening* iban geld bestel* cadeaubon* cadeaukaart* terugbetaling bitcoin euro",
};
