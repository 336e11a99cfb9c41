/** A topic that is called so means who asks for advice or gives it, no mention of its subject. Folded. */
const ADVICE =
  /advice|advis|counsel|consult|recommendation|\btips?\b|berat|\brat\b|conseil|consej|asesor|conselh|aconselh|consigl|consulen|advies|porad|doradz|tavsiye|danism|совет|консульт|建议|咨询|アドバイス|助言|相談|نصائح|استشار|सलाह/u;

export const isAdvice = (topic: string): boolean => ADVICE.test(topic);

/** Words by which somebody asks for advice or gives it, folded; written for this list. `*` ends the beginning of a word. */
export const SIGNS_OF_ADVICE: readonly string[] = [
  ..."? ？ ؟ i me my mine myself i'm i've im we us our you your yours you're should shall advise advice recommend recommended recommends suggest tell help better best must ought need needs".split(
    " ",
  ),
  ..."ich mir mich mein meine meinen meinem meiner soll sollte sollten darf empfehl* rat* hilf*".split(" "),
  ..."je j'ai moi mon ma mes dois devrais puis-je conseil* recommand* vous".split(" "),
  ..."yo mi mis debo deberia puedo recomien* recomend* aconsej* tengo me".split(" "),
  ..."eu meu minha meus devo posso recomend* aconselh* tenho".split(" "),
  ..."io mio mia miei devo dovrei posso consigl* ho".split(" "),
  ..."ik mijn mij moet mag zou raad* aanbevel* kan".split(" "),
  ..."ja moj moja moje mam powinienem powinnam moge porad* polec*".split(" "),
  ..."ben benim bana meli* mali* oner* tavsiye*".split(" "),
  ..."я мне мой моя мои меня у меня можно ли стоит ли посовет* рекоменд* следует".split(" "),
  ..."我 我的 你 您 应该 可以 建议 吗 怎么 私 僕 俺 です ます べき ですか ませんか".split(" "),
  ..."أنا لي عندي هل يجب ينصح انصح मैं मुझे मेरा मेरी मेरे क्या चाहिए".split(" "),
];
