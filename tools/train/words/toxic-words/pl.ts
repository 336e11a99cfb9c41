import type { ToxicWords } from "./words.ts";

/** Polish. */
export const PL: ToxicWords = {
  profanity:
    "kurwa k#rwa kurwy kurw* chuj* ch#j huj jeba* j#bać pierdol* spierdal* wypierdal* gówno zajeb* dupa dupek cholera skurwysyn* pizd* suka kutas*",
  insult:
    "idiot* debil* kretyn* głupi* głupek głąb* tępy brzydk* grub* żałosn* przegryw* nieudacznik* tchórz* kłamc* śmieć* obrzydliw* bezwartościow* pajac* imbecyl* frajer* matoł* świnia",
  slur: "pedał* ciapat* czarnuch* żydek parch* asfalt ciota*",
  dehumanise: "robactwo pasożyt* szumowin* szczury hołota bydło śmieci zaraza zwierzęta karaluchy plaga podludzie",
  sexual: "porno* nagi naga nagie seks* ruchać cycki cipka kutas penis orgazm obciągn* lodzik masturb*",
  hateVerb: "nienawidz* gardzę deportować wytępić wypędzić zniszczyć wyrzucić brzydzę won precz wracaj nie_znoszę",
  violenceVerb:
    "zabi* zabij* pobi* bić zastrzel* dźgn* powiesi* spalić udus* zajebię połam* zamord* tortur* skop* rozwal* skrzywdz*",
  threatCue:
    "uważaj pożałujesz wiem_gdzie_mieszkasz zapłacisz znajdę_cię czekaj_tylko jesteś_trupem ostatnie_ostrzeżenie zrobię_ci zobaczysz",
  selfHarm:
    "samobój* zabić_się zabiję_się chcę_umrzeć nie_chcę_żyć tnę_się ciąć_się okalecza* skończyć_ze_sobą zabij_się",
  should: "powinni powinien powinna trzeba muszą musi zasługuj* oby",
  identity:
    "kobiet* mężczy* gej* lesbij* osoby_trans muzułman* żyd* katoli* czarn* azjat* ukrai* imigrant* migrant* uchodźc* cudzoziemc* niepełnosprawn* autyst* romów romowie starsi feministk* bezdomn*",
  you: "ty cię ciebie ci tobie twój twoja twoje wy was jesteś wam",
  they: "oni one ich im tacy ci_ludzie ta_hołota te",
  praise: "kocham szanuj* szacunek wspaniał* pięk* dziękuję dumn* lubię super świetn* podziwiam witaj* dobry",
  negation: "nie nigdy nikt nic bez żaden ani",
  counter:
    "to_złe nie_wolno przestań przestańcie nikt_nie_powinien rasi* seksi* homofob* antysemi* dyskrymin* uprzedze* obraża* potępiam mowa_nienawiści hejt zgłos*",
  idiom:
    "zabić_czas zabijać_czas połamania_nóg umieram_ze_śmiechu padam_z_nóg dwie_pieczenie umieram_z_głodu śmiertelnie_zmęczon* zajebiście rzut_karny",
};
