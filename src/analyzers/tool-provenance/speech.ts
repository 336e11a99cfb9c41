/**
 * How a passage speaks. A page that says "visit us" talks to its readers; a page that says "before you answer, you must" talks to
 * the model. Words and phrases are ours, of the languages that our own texts cover.
 */

const phrases = (list: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${list.join("|")})(?![\\p{L}\\p{N}])`, "iu");

/** It talks to whoever acts for the user, or presses. */
const ALARM = phrases([
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
  "(?:the |an? |your )?(?:ai|assistants?|language model|llm|chatbot|agents?|copilot)",
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
  "ignorier\\p{L}*|anweisung(?:en)?|wichtig:|sofort|du musst|sie müssen|bevor (?:du|sie)|assistent(?:en)?|umgehend",
  "ignore[rz]|tu dois|vous devez|avant de|immédiatement|consignes?",
  "ignora[rd]?|instrucciones|debes|tienes que|antes de|inmediatamente|asistente",
  "istruzioni|devi|prima di|immediatamente|assistente",
  "instruções|deve|imediatamente",
]);

/** It asks for what a tool could do. */
const REQUEST = phrases([
  "(?:is|are|has|have|needs?|ought|goes|shall) (?:also )?(?:to|be)|send|sends|sending|forward|forwards|forwarding|transfer|wire|pay|remit|donate|deposit|share|post|publish|include|add|append|insert|attach|embed|mention",
  "invite|grant|give|assign|promote|delete|remove|drop|erase|wipe|run|execute|launch|install|upload|export (?:all|the|every)|write|create|set|change|update|replace|redirect|use|using|switch",
  "book|reserve|buy|order|purchase|cancel|reply|respond|notify|submit|copy|cc|bcc|move|unlock|arm|disarm|disable|enable|turn|schedule|approve|merge|push|deploy|recommend|choose|pick|select|fetch|curl|connect|sync|subscribe|register",
  "(?:e-?mail|mail|message|contact|text|call|phone)(?! (?:address|addresses|ids?|numbers?|is|was|of|from|info|details|at|us|with)|:|s\\b)",
  "send(?:e|en|et)|schick\\p{L}*|überweis\\p{L}*|leite|weiterleiten|zahle\\p{L}*|lösch\\p{L}*|füge|teile|buche\\p{L}*",
  "envo(?:ie|yez|yer)|transfér\\p{L}*|transfere\\p{L}*|pay(?:e|ez|er)|supprim\\p{L}*|ajout\\p{L}*|partag\\p{L}*|réserv\\p{L}*|vire[rz]?",
  "env(?:ía|íe|iar|ia)|transfier\\p{L}*|transferir|paga\\p{L}*|borra\\p{L}*|elimina\\p{L}*|añad\\p{L}*|compart\\p{L}*|reserva\\p{L}*",
  "invia\\p{L}*|trasferisc\\p{L}*|bonifico|cancella\\p{L}*|aggiung\\p{L}*|condivid\\p{L}*|prenota\\p{L}*",
  "envie|transfira|pague|apague|adicione|compartilhe|stuur|verzend|betaal|verwijder",
]);

/** It asks its readers to look at something. */
const INVITATION = phrases([
  "visit|click|go to|open|download|tap|follow|log ?in|sign ?in|verify|confirm|scan|navigate|browse|check out",
]);

export type Speech = "alarm" | "request" | "invitation" | "statement";

export function speechOf(passage: string): Speech {
  if (ALARM.test(passage)) return "alarm";
  if (REQUEST.test(passage)) return "request";
  return INVITATION.test(passage) ? "invitation" : "statement";
}

export const isAlarming = (passage: string): boolean => ALARM.test(passage);

/** The user asks for links to be passed on. */
export const asksForLinks = (text: string): boolean => LINKS.test(text);
const LINKS = phrases([
  "links?|urls?|references?|sources?|web ?(?:sites?|pages?)|bookmarks?|citations?|quellen|liens?|enlaces?|fuentes?",
]);

const YES =
  /^(?:yes|yep|yeah|yup|sure|ok|okay|please do|do it|do that|go ahead|go for it|confirm(?:ed)?|approved?|correct|right|exactly|sounds good|perfect|great|fine|ja|jawohl|gerne|mach das|passt|oui|d'accord|vas-y|allez-y|sí|si|claro|adelante|vale|sim|certo|va bene|procedi)(?![\p{L}\p{N}])/iu;
/** Longest text that only agrees, UTF-16 units. */
const YES_MAX = 120;

/** The user agrees to what the assistant has just shown. */
export function isAgreement(text: string): boolean {
  const said = text.trim();
  return said.length <= YES_MAX && YES.test(said);
}

/** Words of requests and of all kinds of things: they name nobody and nothing. */
const COMMON: ReadonlySet<string> = new Set(
  `the and for with from that this these those into onto over under about after before then than them they their there here have
  has had was were will would could should can may might must shall not but you your yours our ours his her hers its she him who
  what when where which why how all any each every some most more less many much few one two three first last next new old latest
  recent please thanks thank hello dear hey just only also too very well out off let get gets got make makes made take takes took
  give gives given find finds look looks read reads show tell tells ask asks want wants need needs like know see check checks
  send sends sent reply replies forward email emails mail mails message messages text texts call calls pay pays paid payment
  payments transfer transfers money amount account accounts number numbers address addresses contact contacts book books booking
  reserve order orders buy add adds delete remove share shares post posts invite invites upload update updates create creates
  write writes put set run runs execute file files folder document documents page pages site website websites web link links url
  urls list lists summary summarize summarise summaries tomorrow today yesterday week month year day days time date meeting
  meetings event events calendar invoice invoices bill bills channel channels user users name names info information details data
  inbox thread task tasks todo note notes result results search answer question work team people person someone everyone customer
  client ticket tickets issue issues project report reports thing things same other another now later soon again back online
  best cheapest nearest available good great high low top bitte eine einen einem einer der die das und mit von für den dem ist
  les des une pour avec dans que qui est los las por para con del una uno che per con gli della http https www com`.split(
    /\s+/,
  ),
);

const WORD = /[\p{L}\p{N}]{2,40}/gu;
/** Words of the user that are remembered. */
const WORDS_MAX = 20_000;

/** Words that may name somebody or something: `ana`, `acme`, `q3`. */
export function namingWords(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    if (found.size >= WORDS_MAX) break;
    const small = fold(word);
    if (isNaming(small)) found.add(small);
  }
  return found;
}

function isNaming(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= 4;
  return (word.length >= 3 || /[^\u0000-\u024f]/.test(word) || /\d/.test(word)) && !COMMON.has(word);
}

/** Case and accents do not count. */
function fold(word: string): string {
  return word.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "");
}

/** Whether a text holds one of the words, or a form of it (`Emma's`, `Stones`). */
export function holdsWord(text: string, names: ReadonlySet<string>): boolean {
  for (const [word] of text.matchAll(WORD)) {
    const small = fold(word);
    if (isNaming(small) && (names.has(small) || names.has(small.replace(/s$/, "")) || names.has(`${small}s`)))
      return true;
  }
  return false;
}
