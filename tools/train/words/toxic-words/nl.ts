import type { ToxicWords } from "./words.ts";

/** Dutch. */
export const NL: ToxicWords = {
  profanity:
    "kut k#t klote shit verdomme godverdomme gvd fuck tering* tyfus* kanker* k#nker lul hoer* klootzak* klootz#k eikel* pik neuk* rot_op optief* opgeflikkerd reet kk",
  insult:
    "idioot idioten dom domme stom* sukkel* debiel* mongool* loser* lelijk* dik dikke waardeloos walgelijk* lafaard* leugenaar* mislukkeling* achterlijk* imbeciel* zielig* halve_gare",
  slur: "nikker* flikker* mocro_tuig spleetoog* zandneger* kutmarokkaan* pot",
  dehumanise:
    "ongedierte parasiet* tuig uitschot ratten beesten apen varkens afval plaag gespuis kakkerlak* profiteurs schorem",
  sexual: "porno* naakt* seks seksueel geil* tieten neuken pijpen lul kut penis vagina orgasme trekken naaktfoto*",
  hateVerb:
    "haat haten veracht* verafschuw* uitroei* deporteer* uitzetten oprotten eruit wegwezen vernietig* terug_naar_je verban* niet_uitstaan",
  violenceVerb:
    "dood vermoord* doodslaan sla slaan steek steken neersteken schiet* schieten ophangen verbrand* wurg* in_elkaar* schop* martel* afmaken onthoofd* pijn_doen",
  threatCue:
    "ik_ga ik_zal we_gaan_je pas_op kijk_maar_uit ik_weet_waar_je we_weten_waar wacht_maar je_gaat_eraan je_bent_dood krijg_je_wel je_krijgt_spijt laatste_waarschuwing ik_vind_je",
  selfHarm:
    "zelfmoord* suïcid* mezelf_van_kant wil_dood niet_meer_leven mezelf_snijden snij_mezelf zelfbeschadig* een_einde_aan mezelf_pijn maak_jezelf_van_kant",
  should: "moet moeten zou_moeten horen verdien* hopelijk hoop",
  identity:
    "vrouw* meisje* mannen homo* lesbi* trans moslim* islam jood* joden joodse christen* zwarte* witte aziat* marokkan* turk* surina* buitenlander* migrant* vluchteling* asielzoeker* gehandicapt* autist* roma ouderen dakloz* feminist*",
  you: "jij je jou jouw jullie u uw",
  they: "zij ze hen hun die deze_mensen die_lui dat_volk zulke_mensen",
  praise:
    "hou_van houd_van liefde respect* mooi* geweldig* prachtig* bedankt dank* trots welkom lief lieve goed goede fijn*",
  negation: "niet geen nooit niemand niets zonder noch",
  counter:
    "is_fout is_niet_oké stop_met zeg_niet niemand_zou racis* seksis* homofob* antisemit* discrimin* vooroordel* beledig* schelden onacceptabel veroordeel* tegen_haat pesten gemeld",
  idiom:
    "tijd_doden doodmoe dodelijk_vermoeid lach_me_dood doodgelachen twee_vliegen breek_een_been steek_van_wal op_het_doel_schieten foto_schieten om_te_moorden moordwijf",
};
