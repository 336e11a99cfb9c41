import type { ConceptWords } from "./concept.ts";

/** Portuguese, of Brazil and Portugal. */
export const PT: ConceptWords = {
  ignore:
    "ignora ignore ignorem ignorar ignorando esquece esqueça esqueçam esquecer desconsidera desconsidere desconsiderem desconsiderar descarta descarte descartar omite omita pula pule pular contorna contorne contornar burla burle driblar não_ligues não_ligue deixa_de_lado deixe_de_lado despreza despreze passa_por_cima sobrepõe desobedeça",
  cease:
    "para pare parar cessa cesse cancela cancele cancelar deixa_de deixe_de já_não não_mais chega desativa desative desativar interrompa suspenda encerra encerre revog* sem_efeito",
  change:
    "muda mude mudar altera altere alterar substitui substitua substituir troca troque modifica modifique atualiza atualize atualizar reescrev* redefin* reinici*",
  previous:
    "anterior* anteriormente prévi* acima antes até_agora até_aqui precedente* passad* inicial* original* recebid* dadas existentes antig*",
  all: "todo toda todos todas tudo cada qualquer quaisquer inteiro inteira completo completa totalidade",
  instruction:
    "instrução instruções instruçoes regra* diretriz diretrizes diretiva* ordem ordens política* restrição restrições comando* orientação orientações norma* limitação limitações protocolo* programação determinação",
  system: "sistema* system prompt_do_sistema prompt_de_sistema mensagem_do_sistema",
  prompt: "prompt prompts comando_inicial entrada prompt_inicial mensagem_de_sistema",
  hidden:
    "oculto oculta ocultos ocultas escondid* secreto secreta secretos secretas intern* confidencia* inicia* original originais privad* invisíve* sigilos* reservad*",
  new: "novo nova novos novas atualizad* real reais verdadeir* seguinte* outro outra outras próxim* a_seguir",
  now: "agora a_partir_de_agora de_agora_em_diante daqui_em_diante daqui_para_a_frente a_partir_deste_momento desde_já já imediatamente doravante hoje",
  instead: "em_vez ao_invés em_lugar no_lugar pelo_contrário antes",
  end: "fim_do fim_da fim_das fim_dos início_do início_da começo_do final_do nova_sessão nova_conversa termina_aqui começa_aqui",
  reveal:
    "revela revele revelar mostra mostre mostrar mostra_me mostre_me imprime imprima imprimir repete repita repetir diz diga dizer diz_me me_diga exibe exiba exibir lista liste listar divulga divulgue fornece forneça copia copie transcrev* cita cite conta conte compartilhe partilha exponha reproduz* entrega me_mostra me_mostre vaza",
  verbatim:
    "palavra_por_palavra textualmente literalmente literal exatamente exato exata na_íntegra íntegra integral* integralmente por_completo completo completa ao_pé_da_letra sem_alterações tal_como tal_qual sem_omitir linha_por_linha",
  text: "texto* mensagem mensagens palavra* conteúdo* conversa conversas contexto* frase* diálogo* linha* parágrafo* chat bate_papo",
  ask: "que quê o_que qual quais como por_que porquê quem onde quando",
  secretNoun:
    "senha* palavra_passe chave* token* credencia* segredo* chave_de_api api_key código_de_acesso código_secreto pin palavra_chave frase_secreta",
  you: "você vocês tu te ti contigo vc vcs és",
  your: "teu tua teus tuas seu sua seus suas vosso vossa",
  me: "eu me mim meu minha meus minhas nós nos nosso nossa",
  assistant:
    "assistente* ia inteligência_artificial modelo* modelo_de_linguagem bot bots chatbot* agente* robô* llm gpt chatgpt máquina",
  reader:
    "se_você_está_lendo se_você_ler se_estás_a_ler se_está_a_ler ao_ler_isto ao_ler_isso quem_ler que_ler_este que_lê_este que_processa_este que_processar para_a_ia à_ia se_você_é_uma_ia se_és_uma_ia nota_para_a_ia atenção_ia ao_resumir lendo_este processando_este_documento",
  user: "usuári* utilizador* cliente* human* pessoa leitor*",
  admin:
    "admin* administrador* desenvolvedor* programador* dono dona proprietári* root operador* autorizad* chefe criador* supervisor* gerente responsável diretor*",
  act: "aja age agir atua atue atuar finge finja fingir faz_de_conta faça_de_conta faz_de_contas simula simule simular imagina imagine imaginar papel interpreta interprete interpretar comporta_te comporte_se joga jogue vamos_jogar és_agora agora_és você_é_agora agora_você_é assume assuma transforma_te vire torne_se",
  persona:
    "personage* persona modo modo_desenvolvedor modo_programador modo_deus modo_de_depuração modo_administrador identidade personalidade* alter_ego dan gêmeo gémeo malvad* vilão jailbreak* hacker desbloquead*",
  unrestricted:
    "sem_restrições sem_restrição sem_limites sem_limitações sem_regras sem_filtro* sem_censura sem_amarras livre livremente ilimitad* irrestrit* não_censurad* nenhuma_restrição nenhum_limite nenhuma_regra nenhum_filtro libertad* liberto vale_tudo",
  filter:
    "filtro* segurança ética ético éticos éticas moral morais moralidade censura censurar salvaguarda* moderação proteção proteções barreira* política_de_conteúdo limites",
  hypothetical:
    "hipotétic* hipoteticamente hipótese fictíci* ficção história historinha conto jogo teste pesquisa investigação imaginári* cenário suponha supõe suponhamos romance novela filme roteiro poema teóric* avó vovó experimento experiência acadêmic* académic*",
  harmful:
    "ilega* prejudicia* perigos* proibid* imora* antiétic* malicios* criminos* nociv* arma armas bomba* droga* hackear violent* ilícit* explosiv* ofensiv* golpe roubar",
  trust:
    "confia_em_mim confie_em_mim confiança confie autorizad* autorização autorizo permissão permitid* permito legítim* aprovad* oficia* liberado verificad* consentimento habilitad*",
  refuse:
    "recusa recuse recuses recusar não_posso não_consigo desculp* lamento sinto_muito perdão nega negue negar rejeit* impossível infelizmente como_ia aviso* ressalva* sermã* sermões",
  must: "deve deves devem dever tem_de tens_de tem_que precisa obedece obedeça obedecer cumpre cumpra cumprir segue siga seguir respeita respeite obrigad* obrigatóri* necessári* estritamente acata acate rigorosamente",
  not: "não nem nenhum nenhuma nada ninguém n",
  without: "sem exceto salvo menos",
  never:
    "nunca jamais em_hipótese_alguma sob_nenhuma_circunstância de_forma_alguma em_caso_algum nunca_mais em_nenhum_caso",
  always:
    "sempre constantemente toda_vez todas_as_vezes sem_exceção permanentemente em_todos_os_casos aconteça_o_que_acontecer",
  only: "só somente apenas unicamente exclusivamente nada_mais simplesmente",
  respond:
    "responde responda responder resposta* diz diga escreve escreva escrever fala fale explica explique menciona mencione adiciona adicione acrescenta acrescente inclua confirma confirme redija gere conta",
  begin:
    "começa comece começar inicia inicie iniciar claro_aqui com_certeza_aqui aqui_está claro começando primeira_frase",
  decode:
    "decodifica* decodifique descodifica* descodifique traduz traduza traduzir tradução decifra* decifre descriptograf* desencripta* inverte inverta ao_contrário de_trás_para base64 rot13 hexadecimal binário morse codificad* cifrad* criptografad* converte converta primeira_letra",
  task: "tarefa* objetivo* objectivo* missão missões meta metas trabalho* função propósito encargo",
  send: "envia envie enviar manda mande mandar encaminha encaminhe encaminhar reencaminha publica publique posta poste carrega sobe transfere transfira transmite transmita e_mail anexa anexe exfiltr* remete compartilhe",
  execute:
    "executa execute executar roda rode rodar corre corra chama chame chamar invoca usa use utiliza utilize ativa ative abre abra baixa baixe descarrega instala clica clique realiza realize visite",
  delete:
    "apaga apague apagar exclui exclua excluir elimina elimine eliminar remove remova remover deleta delete deletar destrói destrua limpa limpe esvazie",
  tool: "ferramenta* função funções api comando* shell arquivo* ficheiro* script terminal programa* banco_de_dados base_de_dados código console consola pasta* diretório*",
  url: "link links url imagem imagens site sites página_web endereço http https domínio* foto*",
  data: "dados dado informação informações histórico* contato* contacto* registro* registo* memória agenda endereços detalhes contas cadastro telefones",
  document:
    "documento* página* e_mail email mail ticket* chamado nota* artigo* avaliação currículo curriculo anexo* relatório* carta* fatura* comentário* arquivo* ficheiro*",
  important:
    "importante* urgente* atenção aviso* alerta* prioridade prioritári* crític* crucial essencia* nota urgência",
  notTell:
    "não_diga não_digas não_conte não_contes não_mencione não_menciones não_mencionar não_informe não_informes não_avise não_avises não_revele secretamente em_segredo silenciosamente em_silêncio discretamente às_escondidas sem_mencionar sem_avisar sem_dizer sem_contar sem_perguntar sem_informar sem_que_o_usuário sem_que_o_utilizador sem_confirmação caladinho",
  rate: "avalia avalie avaliar classifica classifique pontua pontue recomenda recomende recomendar aprova aprove aprovar nota pontuação melhor melhores excelente* perfeit* estrelas contrate favoráve* qualificad*",
  pay: "paga pague pagar pagamento* compra compre comprar transfere transfira transferência* fatura* conta contas iban pix boleto dinheiro reais euros cartão_presente vale_presente reembols* bitcoin deposita deposite",
};
