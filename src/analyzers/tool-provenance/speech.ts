/**
 * How a passage speaks. A page that says "visit us" talks to its readers; a page that says "before you answer, you must" talks to
 * the model. Words and phrases are ours, of the languages that our own texts cover.
 */

/** @param unspaced phrases of scripts that put no spaces between words */
function phrases(list: readonly string[], unspaced: readonly string[] = []): RegExp {
  const spaced = `(?<![\\p{L}\\p{N}])(?:${list.join("|")})(?![\\p{L}\\p{N}])`;
  return new RegExp([spaced, ...unspaced].join("|"), "iu");
}

/** It talks to, or of, whoever acts for the user. */
const ACTING = phrases(
  [
    "assistants?|language models?|llms?|chat ?bots?|bots?|agents?|copilots?|(?:the|an|any|your|our|this|dear|hey|if) ais?|ais?:|ai[- _](?:tools?|systems?|models?|readers?|reviewers?|helpers?|users?|software|services?|apps?)",
    "assistent\\p{L}*|(?:die|eine|liebe|unsere|ihre|deine) ki|assistante?s?|intelligence artificielle|asistentes?|inteligencia artificial",
    "intelligenza artificiale|inteligência artificial|asysten(?:t|cie|ta|ci)|asistent\\p{L}*|ассистент\\p{L}*|помощник\\p{L}*|асистент\\p{L}*",
    "asistan\\p{L}*|yapay zeka|asisten|avustaja\\p{L}*|المساعد|सहायक|ایجنٹ|معاون",
  ],
  ["アシスタント|エージェント|助手|助理|智能体|人工智能|人工知能|비서|어시스턴트|에이전트|인공지능|ผู้ช่วย"],
);
/** Small these are words of other languages: `ai clienti`, `j'ai`, `ia`. */
const ACRONYM =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}])(?:AIs?|KI|IA|ИИ|ШИ)(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}])/u;

export const isAddressing = (passage: string): boolean => ACTING.test(passage) || ACRONYM.test(passage);

/** It presses. */
const PRESSING = phrases(
  [
    "ignore (?:all|any|the|your|previous|prior|earlier|everything)",
    "disregard",
    "forget (?:all|any|the|your|previous|everything)",
    "important(?: message| instructions?| notice| update|:)",
    "instructions?",
    "urgent(?:ly)?",
    "immediately",
    "right away",
    "you (?:must|should|need to|have to|are required|are now|shall)",
    "(?:before|after|while|when) (?:you|doing|completing|answering|continuing|summari[sz]ing|proceeding|processing|reading|replying)",
    "system (?:message|notice|prompt|override|update|note)",
    "override",
    "(?:do not|don'?t|never) (?:tell|mention|inform|ask|notify|reveal|alert)",
    "secretly|silently|quietly|discreetly",
    "without (?:asking|telling|confirm\\p{L}*|mention\\p{L}*|notif\\p{L}*)",
    "(?:new|your|next|additional|actual|real|first|final) (?:task|step|action|objective|goal|priority)",
    "(?:complete|finish|fulfil+) (?:this|the|your) (?:task|request|order|job)",
    "on (?:my|his|her|their|the user'?s) behalf",
    "as part of (?:this|your|the) (?:task|request|process|workflow)",
    "make sure (?:to|that|you)",
    "ignorier\\p{L}*|anweisung(?:en)?|wichtig:|sofort|unverzüglich|du musst|sie müssen|bevor (?:du|sie)|umgehend",
    "ignore[rz]|tu dois|vous devez|avant de|immédiatement|consignes?|(?:est|êtes) priée?s?",
    "ignora[rd]?|instrucciones|debes?|tienes que|antes de|inmediatamente|de inmediato",
    "istruzioni|devi|deve|prima di|immediatamente|subito|instruções|imediatamente",
    "negeer|aanwijzing(?:en)?|onmiddellijk|meteen|je moet|u moet|voordat (?:je|u)",
    "ignorera|omedelbart|du måste|innan du|ignorer|umiddelbart|øyeblikkelig|du skal|du må",
    "zignoruj|natychmiast|musisz|zanim|ihned|okamžitě|musíš",
    "игнорируй\\p{L}*|немедленно|срочно|ты долж\\p{L}*|вы должны|не говори\\p{L}*|негайно",
    "hemen|derhal|abaikan|segera|sekarang juga|heti|välittömästi|أيها|فورا|فوراً|تجاهل|يجب|तुरंत|अनदेखा",
  ],
  ["直ちに|ただちに|至急|指示|無視|必ず|立即|马上|立刻|务必|忽略|无视|不要告诉|指令|즉시|당장|무시하|지시|반드시|ทันที"],
);

/** It asks for what a tool could do. */
const REQUEST = phrases(
  [
    "(?:is|are|has|have|needs?|ought|goes|shall) (?:also )?(?:to|be)|send|sends|sending|forward|forwards|forwarding|transfer|wire|pay|remit|donate|deposit|share|post|publish|include|add|append|insert|attach|embed|mention",
    "invite|grant|give|assign|promote|delete|remove|drop|erase|wipe|run|execute|launch|install|upload|export (?:all|the|every)|write|create|set|change|update|replace|redirect|use|using|switch",
    "book|reserve|buy|order|purchase|cancel|reply|respond|notify|submit|copy|cc|bcc|move|unlock|arm|disarm|disable|enable|turn|schedule|approve|merge|push|deploy|recommend|choose|pick|select|fetch|curl|connect|sync|subscribe|register",
    "(?:e-?mail|mail|message|contact|text|call|phone)(?! (?:address|addresses|ids?|numbers?|is|was|of|from|info|details|at|us|with)|:|s\\b)",
    "send(?:e|en|et)|schick\\p{L}*|überweis\\p{L}*|leite|weiterleiten|zahle\\p{L}*|lösch\\p{L}*|füge|teile|buche\\p{L}*",
    "envo(?:ie|yez|yer)|transfér\\p{L}*|transfere\\p{L}*|pay(?:e|ez|er)|supprim\\p{L}*|ajout\\p{L}*|partag\\p{L}*|réserv\\p{L}*|vire[rz]?",
    "env(?:ía|íe|iar|ia)|transfier\\p{L}*|transferir|paga\\p{L}*|borra\\p{L}*|elimina\\p{L}*|añad\\p{L}*|compart\\p{L}*|reserva\\p{L}*",
    "invia\\p{L}*|trasferisc\\p{L}*|bonifico|cancella\\p{L}*|aggiung\\p{L}*|condivid\\p{L}*|prenota\\p{L}*",
    "envie|encaminhe|transfira|pague|apague|adicione|compartilhe|stuur\\p{L}*|sturen|verzend\\p{L}*|betaal|verwijder",
    "skicka|överför|betala|radera|sende?|overfør|betal|slet|slett|lähetä|maksa|poista",
    "wyślij|wysłać|prześlij|przelej|zapłać|usuń|dodaj|udostępnij|pošli|přepošli|zaplať|smaž",
    "отправ\\p{L}*|перешл\\p{L}*|перевед\\p{L}*|оплат\\p{L}*|удал\\p{L}*|добав\\p{L}*|надішл\\p{L}*|перекаж\\p{L}*",
    "gönder\\p{L}*|öde\\p{L}*|sil|ekle|kirim(?:kan)?|teruskan|bayar(?:kan)?|hapus|tambahkan|أرسل|ارسل|حول|ادفع|احذف|भेज\\p{L}*|भेजें",
    "dm|dms|repost|retweet|dial|ping|whatsapp|fax|please|kindly|would you|could you|let (?:him|her|them|us|me|the|users?)",
    "invites|grants|removes|deletes|runs|executes|installs|uploads|transfers|reserves|unlocks|disables|enables|submits|approves|replies",
  ],
  [
    "送って|送信し|転送し|振り込|支払って|実行し|削除し|追加し|共有し|发送|发到|发给|转发|转账|汇款|支付|执行|删除|添加|分享|공유하|보내|전송하|송금하|이체하|삭제하|실행하|추가하|ส่ง|โอน",
  ],
);

/** It asks its readers to look at something. */
const INVITATION = phrases(
  ["visit|click|go to|open|download|tap|follow|log ?in|sign ?in|verify|confirm|scan|navigate|browse|check out"],
  ["開いて|クリック|訪問|打开|点击|访问|열어|클릭|방문"],
);

export type Speech = "alarm" | "request" | "invitation" | "statement";

export function speechOf(passage: string): Speech {
  if (isAlarming(passage)) return "alarm";
  if (REQUEST.test(passage)) return "request";
  return INVITATION.test(passage) ? "invitation" : "statement";
}

/** It talks to whoever acts for the user, or presses. */
export const isAlarming = (passage: string): boolean => isAddressing(passage) || PRESSING.test(passage);

/** The user asks for links to be passed on. */
export const asksForLinks = (text: string): boolean => LINKS.test(text);
const LINKS = phrases([
  "links?|urls?|references?|sources?|web ?(?:sites?|pages?)|bookmarks?|citations?|quellen|liens?|enlaces?|fuentes?",
]);

/** The user wants something to be paid. */
export const asksForPayment = (text: string): boolean => PAYMENT.test(text);
const PAYMENT = phrases(
  [
    "pay|paying|settle|transfer|wire|remit|(?:be|ein|aus)?zahl\\p{L}*|überweis\\p{L}*|begleich\\p{L}*",
    "paye[rz]?|règle[rz]?|régler|vire[rz]?|pag(?:a|ar|ue|á|are|hi|o|uei)|pága\\p{L}*|abona\\p{L}*|salda\\p{L}*|liquida\\p{L}*",
    "betaal|betalen|betal(?:a|as|e|er|es|t)?|zapłać|zapłacić|opłać|opłacić|zaplať|zaplatit|оплат\\p{L}*|заплат\\p{L}*|сплат\\p{L}*",
    "öde|ödeme\\p{L}*|bayar(?:kan|lah)?|maksa|maksaa|ادفع|سدد|भुगतान",
  ],
  ["支払|払って|払い|振り込|支付|付款|付一下|转账|결제|지불|송금|이체"],
);

const YES =
  /^(?:yes|yep|yeah|yup|sure|ok|okay|please do|do it|do that|go ahead|go for it|confirm(?:ed)?|approved?|correct|right|exactly|sounds good|perfect|great|fine|ja|jawohl|gerne|mach das|passt|oui|d'accord|vas-y|allez-y|sí|si|claro|adelante|vale|sim|certo|va bene|procedi)(?![\p{L}\p{N}])/iu;
/** Longest text that only agrees, UTF-16 units. */
const YES_MAX = 120;

/** The user agrees to what the assistant has just shown. */
export function isAgreement(text: string): boolean {
  const said = text.trim();
  return said.length <= YES_MAX && YES.test(said);
}
