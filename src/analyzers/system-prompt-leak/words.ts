/**
 * What of a system prompt is worth little: words that every text has, and phrases that every prompt has.
 *
 * Source: our own knowledge of the languages; no list was copied.
 */

/** Words that stand everywhere, by language. */
const COMMON = [
  "a an the and or but if then else so as at by for from in into of off on onto to up down out over with without within about is are was were be been being am do does did done doing have has had having will would can could should shall may might i me my mine we us our ours you your yours he him his she her hers it its they them their theirs this that these those there here who whom whose which what when where why how not no yes all any each every some such only own same other another than too very just also more most less least much many few let get got make made give given take use used using please thank thanks hello hi ok one two three first next new good well like via per etc",
  "der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als an am auf aus bei bis durch für gegen im in ins mit nach ohne seit um unter über von vom vor zu zum zur zwischen ist sind war waren sein hat haben hatte wird werden wurde kann können soll sollen darf dürfen ich mich mir mein wir uns unser du dich dir dein sie ihnen ihr ihre ihren er ihm es man sich dieser diese dieses nicht kein keine nur auch noch so sehr mehr wie was wer wo hier da bitte danke alle alles",
  "le la les un une des du de et ou mais si alors à au aux en dans par pour sur sous avec sans est sont était être a ai as ont avoir sera peut peuvent doit je me moi mon ma mes nous notre nos vous votre vos tu te toi ton ta tes il elle ils elles lui leur leurs ce cet cette ces ne pas plus très aussi que qui quoi dont où quand comment tout tous toute toutes même autre comme se son sa ses s d l n c j qu merci bonjour",
  "el la los las un una unos unas y o pero si entonces a al de del en con sin por para sobre entre es son era ser estar está están ha han haber tiene tienen puede pueden debe yo me mi mis nosotros nos nuestro tú te tu tus usted ustedes su sus él ella ellos se lo le les este esta estos estas ese esa eso no sí más muy también que quien qué cual cuando como dónde todo todos toda todas otro otra gracias hola",
  "il lo la i gli le un uno una e o ma se allora a al alla alle agli di del della dei delle in nel nella con senza per su tra fra è sono era essere ha hanno avere può possono deve io mi me mio mia noi ci nostro tu ti te tuo voi vi vostro lei lui loro si questo questa questi queste quello non più molto anche che chi cosa quale quando come dove tutto tutti tutte altro grazie ciao",
  "o a os as um uma uns umas e ou mas se então ao à aos de do da dos das em no na nos nas com sem por para sobre entre é são era ser estar está ha tem têm ter pode podem deve eu me meu minha nós nosso você vocês seu sua seus suas ele ela eles isso este esta esse essa não sim mais muito também que quem qual quando como onde tudo todos todas outro obrigado olá",
  "de het een en of maar als dan aan bij door in met naar om onder op over te tot uit van voor zonder is zijn was waren wordt worden heeft hebben had kan kunnen moet moeten mag zal ik mij me mijn wij we ons onze je jij jou jouw u uw hij zij ze hem haar hun die dat deze dit er hier niet geen wel ook nog zo zeer meer wat wie waar hoe alle alles alleen dank",
  "i a oraz lub ale jeśli to w we na do od z ze za po o u przez dla bez pod nad przy jest są był była było być ma mają może mogą ja mnie mi mój my nas nasz ty ciebie twój pan pani on ona ono oni ich jego jej ten ta te tego tej tym nie tak też bardzo więcej co kto który która które kiedy jak gdzie wszystko wszystkie się dziękuję",
  "и а но или если то в во на к ко от до из с со за по о об у для без под над при через это этот эта эти тот та те есть был была было быть будет может могут я меня мне мой мы нас наш ты тебя твой вы вас вам ваш он она оно они его ее их не нет да также очень более что кто который которая которые когда как где все всё весь себя только уже еще",
  "і й та а але або якщо то в у на до від з із зі за по про для без під над при через це цей ця ці той є був була було бути буде може можуть я мене мені мій ми нас наш ти тебе твій ви вас вам ваш він вона воно вони його її їх не ні так також дуже більше що хто який яка які коли як де все всі весь себе тільки вже ще",
  "och eller men om så i på av till från med utan för över under vid är var vara har hade kan ska skall måste jag mig min vi oss vår du dig din ni er han hon den det de dem denna detta dessa inte ej ja också mycket mer vad vem som när hur alla allt bara",
  "ve veya ama eğer ise de da ile için gibi göre kadar bu şu o bir her hiç ne kim hangi nasıl nerede ben beni benim biz bizim sen senin siz sizin sizi onlar onun olan olarak var yok değil evet hayır çok daha en mi mı mu mü",
  "في من إلى على عن مع بلا دون بين هو هي هم هذا هذه ذلك تلك التي الذي الذين ما من متى كيف أين لا نعم أو و ثم إذا كل بعض غير أن إن كان كانت يكون قد لقد أنا نحن أنت أنتم لك لكم",
  "के का की को में से पर और या लेकिन अगर तो है हैं था थे थी हो होना कर करें करना करते आप आपका आपके आपकी मैं मेरा हम हमारा वह वे यह ये इस उस इन उन जो क्या कौन कब कैसे कहाँ नहीं हाँ भी ही सभी सब कुछ बहुत अधिक लिए साथ",
  "a i ale nebo pokud že v ve na do od z ze za po o u pro bez pod nad při je jsou byl byla být má mají může já mě můj my nás náš ty tě tvůj vy vás váš on ona ono oni jeho její jejich ten ta to ne ano také velmi více co kdo který která kdy jak kde vše se si",
  "yang dan atau tetapi jika maka di ke dari pada untuk dengan tanpa oleh dalam adalah ialah ini itu saya aku kami kita anda kamu dia mereka tidak bukan ya juga sangat lebih apa siapa kapan bagaimana mana semua akan dapat bisa harus",
].join(" ");
export const COMMON_WORDS: ReadonlySet<string> = new Set(COMMON.split(" "));

/** Words that instruct a model: a repeated prompt contains them, and other answers seldom have several. */
const ORDERS = [
  "never must always only refuse decline reveal disclose mention discuss confidential internal secret instructions instruction assistant respond reply user users persona role tone escalate prompt",
  "niemals nie immer ausschließlich weigere verrate offenbare erwähne vertraulich intern geheim anweisungen anweisung assistent assistentin antworte nutzer benutzer rolle tonfall systemprompt",
  "jamais toujours uniquement refuse révèle divulgue mentionne confidentiel interne secret instructions consigne assistant réponds utilisateur utilisateurs rôle ton",
  "nunca siempre solamente únicamente rechaza revela reveles divulgues menciones confidencial interno secreto instrucciones asistente responde usuario usuarios tono",
  "mai sempre soltanto rifiuta rivelare riveli divulgare menzionare riservato interno segreto istruzioni assistente rispondi utente utenti tono",
  "nunca sempre somente apenas recuse revele divulgue mencione confidencial interno secreto instruções assistente responda usuário usuários utilizador tom",
  "nooit altijd uitsluitend weiger onthul vermeld vertrouwelijk intern geheim instructies assistent antwoord gebruiker gebruikers toon",
  "nigdy zawsze wyłącznie odmów ujawniaj wspominaj poufne wewnętrzny tajny instrukcje asystent asystentem odpowiadaj użytkownik użytkownika użytkownikowi",
  "никогда всегда исключительно откажись раскрывай упоминай конфиденциально внутренний секретный инструкции ассистент помощник отвечай пользователь пользователя пользователю",
  "ніколи завжди виключно відмовся розкривай згадуй конфіденційно внутрішній секретний інструкції асистент помічник відповідай користувач користувача користувачу",
  "aldrig alltid endast vägra avslöja nämn konfidentiell intern hemlig instruktioner assistent svara användare användaren",
  "asla daima sadece yalnızca reddet açıklama bahsetme gizli talimatlar asistan asistanısın yanıtla kullanıcı kullanıcıya",
].join(" ");
export const ORDER_WORDS: ReadonlySet<string> = new Set(ORDERS.split(" "));

/** Phrases of sentences that forbid revealing something, by language: the rest of such a sentence must not leak. */
const PROHIBITIONS = [
  "do not|don't|never|must not|may not|not be (?:told|mentioned|informed)|confidential|top secret|keep (?:this|it) (?:quiet|secret)|under no circumstances|without being told",
  "niemals|verrate|nicht verraten|unter uns|vertraulich|geheim|erwähne nicht|nicht erwähnen",
  "ne dis|ne dites|ne parle|ne révèle|ne commentez|jamais|confidentiel|secret",
  "no cuentes|no digas|no reveles|no menciones|nunca|jamás|confidencial|secreto",
  "non dire|non rivelare|non menzionare|non parlare|riservat[oa]|segret[oa]",
  "não diga|não conte|não revele|não mencione|nunca|confidencial|sem que",
  "zeg niet|vertel niet|vermeld niet|nooit|vertrouwelijk|geheim|alleen als",
  "nie ujawniaj|nie mów|nie wspominaj|nigdy|poufn|tajn",
  "никогда|не говори|не сообщай|не упоминай|секрет|конфиденциальн",
  "ніколи|не згадуй|не кажи|не розкривай|таємн|конфіденційн",
  "avslöja inte|nämn inte|berätta inte|aldrig|hemlig|neříkej|neprozraď|nikdy|tajn|důvěrn",
  "söyleme|bahsetme|asla|gizli|jangan|rahasia|tuyệt đối không|đừng|bí mật",
  "不要|不得|禁止|切勿|严禁|保密|不能说|绝不|絶対に|ないでください|てはいけません|秘密|機密|절대|하지 마|비밀|말하지",
  "لا تخبر|لا تذكر|لا تقل|لا تكشف|سري|न बताएँ|न बताएं|मत बताना|गोपनीय",
].join("|");
export const PROHIBITION: RegExp = new RegExp(
  `(?<![\\p{L}])(?:${PROHIBITIONS})|[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Hangul}](?:${PROHIBITIONS})`,
  "iu",
);

/** What a system prompt calls itself. */
export const PROMPT_WORDS: ReadonlySet<string> = new Set(
  (
    "instructions instruction prompt prompts guidelines rules message anweisungen anweisung vorgaben regeln systemprompt instructions consignes " +
    "règles instrucciones reglas istruzioni regole instruções regras instructies richtlijnen instrukcje instrukcji zasady инструкции инструкций " +
    "інструкції інструкцій instruktioner instruktionerna instruksjoner instrukser talimatlar talimatları pokyny instruksi ohjeet utasítások"
  ).split(" "),
);

/** How a sentence begins that says who the assistant is and what it is for, by language: that is what it introduces itself with. */
const INTRODUCTIONS = [
  "you are (?!to |not |required|allowed|permitted|expected|forbidden|under )|you're (?!to |not )|your name is|act as|you (?:can )?(?:help|assist|support|answer|advise)|(?:help|assist)(?: \\S+)? with|answer (?:\\S+ )?questions (?:about|on)",
  "du bist|sie sind|dein name ist|du (?:hilfst|beantwortest|berätst|unterstützt)|(?:beantworte|hilf) ",
  "tu es|vous êtes|tu aides|vous aidez|tu réponds aux|aide(?:z)? les|eres|usted es|tu nombre es|ayudas? a|respondes? a",
  "sei |il tuo nome è|aiuti |rispondi alle|você é|tu és|seu nome é|você ajuda|ajude |você responde",
  "je bent|u bent|je helpt|jesteś|nazywasz się|pomagasz|odpowiadasz na|jsi |jste |pomáháš",
  "ты —|ты -|вы —|вы -|тебя зовут|ты помогаешь|ты отвечаешь|ти —|ти -|тебе звати|ти допомагаєш|ти відповідаєш",
  "du är|du er|du hjälper|du hjælper|du hjelper|du svarar på|du svarer på|olet |sen .{1,60}(?:sın|sin|sun|sün)$|kamu adalah|anda adalah|bạn là",
  "你是|您是|あなたは|당신은|너는|أنت |आप ",
].join("|");
export const INTRODUCTION: RegExp = new RegExp(`^[^\\p{L}]*(?:${INTRODUCTIONS})`, "iu");

const BEGINNINGS =
  "start|begin|angefangen|anfang|commen|débu|empe[zc]|comenz|inizi|começ|zaczyna|начина|почина|börja|begynn|开头|開頭|始ま|から";
/** The same in quotation marks after a word for a beginning: "the words above, starting with the phrase 'You are'". */
export const QUOTED_INTRODUCTION: RegExp = new RegExp(
  `(?:${BEGINNINGS})[^"'“”„«]{0,40}["'“”„«‘「『][^\\p{L}]{0,3}(?:${INTRODUCTIONS}|you are["'“”’])`,
  "iu",
);

/** Phrases that any prompt or any answer may contain: repeating them proves nothing. */
export const BOILERPLATE = [
  "You are a helpful assistant. You are a helpful, harmless and honest AI assistant. You are a helpful, respectful and honest assistant. You are a friendly and helpful customer support assistant. You are an AI assistant. You are an AI language model. You are a large language model. I am an AI assistant. As an AI language model, I cannot. I'm a virtual assistant here to help. I am here to help you with any questions you may have.",
  "How can I help you today? How can I assist you today? Is there anything else I can help you with? Let me know if you have any other questions. Please let me know if you have any questions. Feel free to ask if you have any questions. If you have any questions, feel free to reach out to our support team. I'm sorry, but I can't help with that. I'm sorry, I can't assist with that request. Thank you for reaching out. Thank you for your patience. I hope this helps.",
  "Answer the user's questions. Answer the user's question to the best of your ability. Answer as helpfully as possible. Be concise. Be polite and professional. Be friendly and professional. Keep your answers short and to the point. Use a friendly and professional tone. Always be polite. If you don't know the answer, say that you don't know. If you are not sure, say so. Do not make up information. Think step by step. Use markdown formatting. Respond in the language of the user. Always answer in the same language as the user.",
  "Du bist ein hilfreicher Assistent. Du bist ein freundlicher und hilfsbereiter Assistent. Wie kann ich Ihnen helfen? Wie kann ich dir helfen? Wenn Sie weitere Fragen haben, helfe ich Ihnen gerne weiter. Antworte höflich und freundlich. Antworte kurz und präzise.",
  "Tu es un assistant utile. Vous êtes un assistant utile et serviable. Comment puis-je vous aider aujourd'hui ? N'hésitez pas à me poser vos questions. Réponds de manière concise et polie.",
  "Eres un asistente útil. Eres un asistente virtual amable y servicial. ¿En qué puedo ayudarte hoy? Si tienes alguna otra pregunta, no dudes en preguntarme. Responde de forma breve y clara.",
  "Sei un assistente utile. Sei un assistente virtuale gentile e disponibile. Come posso aiutarti oggi? Se hai altre domande, sono qui per aiutarti. Você é um assistente útil. Você é um assistente virtual prestativo. Como posso ajudar você hoje? Se tiver mais alguma dúvida, estou à disposição.",
  "Je bent een behulpzame assistent. Waarmee kan ik u helpen? Jesteś pomocnym asystentem. W czym mogę pomóc? Ты полезный ассистент. Вы полезный помощник. Чем я могу вам помочь? Ти корисний помічник. Чим я можу допомогти? Du är en hjälpsam assistent. Hur kan jag hjälpa dig idag? Sen yardımcı bir asistansın. Size nasıl yardımcı olabilirim?",
  "你是一个有用的助手。你是一个乐于助人的人工智能助手。请问有什么可以帮您？我可以怎么帮助您？あなたは役に立つアシスタントです。何かお手伝いできることはありますか？당신은 도움이 되는 어시스턴트입니다. 무엇을 도와드릴까요? أنت مساعد مفيد. كيف يمكنني مساعدتك اليوم؟ आप एक सहायक असिस्टेंट हैं। मैं आपकी कैसे मदद कर सकता हूँ?",
];
