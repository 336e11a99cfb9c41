import type { ToxicWords } from "./words.ts";

/** Czech. */
export const CS: ToxicWords = {
  profanity: "kurva k#rva do_prdele prdel hovno píča p#ča čurák* kokot* mrdat jebat zasran* sakra vyser*",
  insult: "idiot* debil* blbec blb* kretén* hlupák* tup* ošklivý tlust* odporn* zbabělec lhář ubožák* magor* pitomec",
  slur: "negr* buzerant* teplouš* cikáni_jedni rákosník*",
  dehumanise: "havěť parazit* spodina krysy dobytek póvl šváb* hnus",
  sexual: "porno* nahá nahý sex* šukat kozy penis kunda orgasmus kouření",
  hateVerb: "nenávidím nesnáším pohrdám vyhubit deportovat vyhnat zničit vypadněte",
  violenceVerb: "zabít zabiju zmlátit zastřelit podřezat pověsit upálit uškrtit bodnout zavraždit",
  threatCue: "dej_si_pozor vím_kde_bydlíš budeš_litovat najdu_si_tě jen_počkej zaplatíš poslední_varování jsi_mrtvý",
  selfHarm: "sebevra* zabít_se zabiju_se chci_umřít nechci_žít řezat_se sebepoškoz* zabij_se",
  should: "měli_by měl_by musí zaslouží mělo_by_se",
  identity:
    "žen* muži gay* lesb* trans muslim* žid* černoch* asiat* romové romy ukrajin* cizinc* migrant* uprchlík* postižen* důchodc*",
  you: "ty tě tebe ti tvůj tvoje vy vás jsi",
  they: "oni ti jich ty_lidi takoví",
  praise: "miluju respekt* skvěl* krásn* děkuju hrdý dobrý vážím",
  negation: "ne není nikdy nikdo nic bez",
  counter: "je_špatné přestaň nikdo_by_neměl rasis* sexis* homofob* diskrimin* předsud* urážk* odsuzuj* nahlásil*",
  idiom: "zabít_čas zlom_vaz umírám_smíchy dvě_mouchy umírám_hlady",
};
