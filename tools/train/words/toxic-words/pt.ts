import type { ToxicWords } from "./words.ts";

/** Portuguese. */
export const PT: ToxicWords = {
  profanity:
    "merda m#rda porra caralho c#ralho crl puta p#ta pqp fdp filho_da_puta foda foder fodase foda_se vsf cu cuzão buceta cacete vai_tomar arrombado* desgraçad* bosta viado_de_merda puto vtnc krl",
  insult:
    "idiota* imbecil* burro* burra* estúpid* otário* babaca* trouxa* ridículo* feio feia gorda gordo nojent* inútil* lixo palhaço* covarde* mentiros* perdedor* retardad* tapad* fracassad* vagabund* escrot* cretin* jumento",
  slur: "viado* bicha* sapatão crioulo* macaco_preto traveco* mongol* paraíba_de_merda judeu_de_merda",
  dehumanise:
    "vermes verme parasita* ratos escória lixo praga animais câncer baratas macacos porcos selvagens sub_human* sanguessugas cambada corja",
  sexual:
    "porn* nu nua nudes sexo sexual* transar foder peitos buceta pau pinto pênis vagina boquete chupar gozar orgasmo punheta tesão masturb*",
  hateVerb:
    "odeio odeia odiar odeiam detesto desprezo exterminar deportar expulsar eliminar fora nojo não_suporto volta_pra voltem_para sumam erradicar acabar_com",
  violenceVerb:
    "matar mato matei bater bato socar esfaquear atirar enforcar queimar estrangular quebrar_a_cara arrebentar espancar assassin* fuzilar torturar degolar chutar linchar machucar surra porrada",
  threatCue:
    "eu_vou vou_te vamos_te se_prepara cuidado_comigo toma_cuidado sei_onde_você sabemos_onde você_vai_pagar vai_se_arrepender vou_te_achar você_tá_morto você_está_morto espera_só último_aviso seus_dias_estão_contados me_aguarde",
  selfHarm:
    "suicid* me_matar quero_morrer me_cortar me_corto me_machucar automutil* tirar_minha_vida acabar_com_minha_vida não_quero_viver se_mata me_enforcar",
  should: "deve devem deveria* deviam tem_que têm_que merece* tomara espero_que",
  identity:
    "mulher* homens gay gays lésbica* homossexu* trans muçulman* islã judeu* judia* cristã* evangélic* negro* negra* preto* branco* árabe* asiátic* african* nordestin* imigrante* refugiad* estrangeir* deficien* autista* idosos velhos ciganos feminista* pobres brasileiros",
  you: "você vc vocês vcs tu te teu tua seu sua ti",
  they: "eles elas esses essas esse_povo essa_gente deles todos_eles",
  praise:
    "amo adoro respeito obrigad* lind* ótimo ótima maravilhos* incrível orgulho parabéns bem_vind* admiro bom boa querid* legal",
  negation: "não nunca ninguém nenhum* nada sem nem jamais n",
  counter:
    "é_errado não_é_certo pare_de parem_de não_diga ninguém_deveria racis* machis* sexis* homofob* homofób* antissemit* discrimin* preconceit* inaceitáv* ofens* repudi* contra_o_ódio bullying denunci*",
  idiom:
    "matar_o_tempo matar_aula matar_a_saudade matar_a_fome morrendo_de_rir morri_de_rir morrendo_de_fome morro_de_vontade dois_coelhos foda_demais quebre_a_perna merda_pra_você arrasou tiro_de_meta matar_o_processo",
};
