import { wordList } from "./word-list.ts";

/**
 * Words that open sentences and are no part of a name in any place: adverbs, conjunctions, question words, requests, headings of
 * tables. Those that are common names in another language are left out when the lexicon is made. Written for this project.
 */

export const FUNCTION_WORDS: readonly string[] = wordList(`
  amid amidst among amongst despite throughout within without regardless whenever wherever whether unlike undeniably undoubtedly
  arguably admittedly also although however therefore moreover furthermore finally meanwhile otherwise perhaps maybe please thanks sorry yes okay
  because since while when where what which why how who whose if unless until before after during between about above below
  write rewrite explain describe summarize summarise translate list compare create generate make give tell show find suggest
  recommend provide convert calculate compute classify extract identify analyze analyse design draft edit proofread paraphrase
  brainstorm imagine pretend act consider remember remind choose pick remove delete replace insert install configure deploy debug
  fix refactor implement review check verify test run build open close click press select enter type save download upload

  aber also allerdings ausserdem außerdem bitte danke dann darum deshalb deswegen dennoch jedoch doch endlich falls ferner
  hiermit immer jetzt leider manchmal natürlich nun oder schliesslich schließlich schon sehr seit sobald sonst trotzdem und
  vielleicht während wann warum was weil weiter welche welcher welches wenn wer wie wieso wo wozu zuerst zuletzt zudem gibt
  schreibe schreib erkläre erklär übersetze fasse nenne liste vergleiche erstelle formuliere analysiere beschreibe zeige hilf
  finde empfiehl berechne korrigiere überarbeite kürze könntest könnten kannst können möchtest soll sollte darf bin ist sind
  keine keiner alle alles viele einige mehrere jede jeder dieser diese dieses unser unsere ihr ihre mein meine

  ainsi alors après aussi autrement avant avec beaucoup bien cependant certains cette ceci cela chaque combien comme comment
  depuis donc encore enfin ensuite est-ce finalement lorsque maintenant mais malgré même merci néanmoins notre nous parce parfois
  pendant peut peux peut-être plusieurs pour pourquoi pouvez puis puisque quand que quel quelle quelles quels qui quoi sans selon
  seulement si souvent surtout toujours toutefois tous toute toutes tout très trop veuillez voici voilà votre écris ecris rédige
  redige explique traduis résume donne compare crée génère corrige décris propose trouve montre liste analyse calcule reformule

  además ademas ahora algunos antes aquí así asi aún aunque cada como cómo con cuál cuáles cuando cuándo cuánto cuántos debido
  desde después entonces entre esta este esto estos finalmente gracias hasta hay luego mientras muchas muchos muy nunca para pero
  porque primero puedes puede pues que qué quién quiero según si siempre sin sino sobre también tampoco tan todavía todos todas
  tras vale escribe explica traduce resume dame compara haz crea genera corrige describe sugiere encuentra muestra enumera analiza
  calcula necesito ayúdame dime

  allora anche ancora adesso almeno alla alcuni alcune appena bene certo che chi ci come comunque con così cosa dopo dove dunque
  ecco erano essere finalmente fino forse già grazie inoltre infatti infine invece mentre molto nessuno nonostante oggi ogni oppure
  ora per però perché perche perciò poi poiché prego prima qual quale quali quando quanto quanti questa queste questi questo quindi
  sempre senza sono sopra spesso tutti tutto tutte voglio vorrei scrivi spiega spiegami traduci riassumi elenca confronta crea genera
  correggi descrivi suggerisci trova mostra analizza calcola puoi dammi dimmi

  agora ainda além alguns algumas antes apenas aqui assim até cada com como contudo da de depois desde então enquanto entretanto
  essa esse esta este estou finalmente hoje já mais mas me mesmo muito muitas muitos na não nunca obrigado obrigada onde ou outra para
  pela pelo por porém porque portanto posso pode podes pois qual quais quando quanto que quem quero se sem sempre sobre também
  tenho todas todos tudo você escreva escreve explique explica traduza traduz resuma resume liste compare crie gere corrija descreva
  sugira encontre mostre analise calcule preciso faça faz dê

  altijd alle alleen als bedankt daarna daarom dan dat deze dit dus echter eerst eigenlijk en enkele er ergens geen graag heb hebben
  helaas hier hoe hoewel hun ik is jullie kan kun kunt maar maak meer mijn misschien na naast niet nog nooit nu of omdat ondanks ook
  op over sinds soms sommige tegen terwijl tijdens toch toen tot tussen uit vaak vanaf vanwege vat veel verder vertel volgens voor voordat
  waar waarom wanneer want wat welke werk wie wil wordt zijn zo zoals zodat zonder zou schrijf leg vertaal noem lijst vergelijk genereer
  corrigeer beschrijf zoek toon analyseer bereken geef help maximaal minimaal

  alltså att bara bra där därför den det detta dock efter eftersom eller en ett för fram från fast genom gärna ge hade har här hur hos
  ibland inte jag kan kanske man med medan men mellan mot mycket när någon något nu och också om på redan sedan sen ska skriv skulle slut
  snart som så till tack tills trots under utan vad var varför varje vem vid vilka vilken vilket vill är även förklara översätt sammanfatta
  lista jämför skapa generera rätta beskriv föreslå hitta visa analysera beräkna enkla fem hjälp

  af alle alligevel altid anden at bare blev da der derefter derfor dette disse dog du efter eller en endelig er et flere for fordi
  forklar før fra gennem giv gør hvad hvem hver hvilken hvilket hvis hvor hvordan hvorfor hvornår ikke inden ingen især jeg kan kun lav man
  mange med mellem men mens mere nogle nogen når nu og også om omkring opsummer oversæt på samt selv siden skal skriv snart som så til trods
  uden under ved vi vil være hjælp alltid annen både bare dersom ettersom etter fordi før først gjerne gi hva hvem hver hvilken hvis hvor
  hvordan hvorfor ikke ingen kanskje kunne likevel lag mange mellom men mens mer noen når nå også om oppsummer oversett på selv siden skal
  skriv slik som sønnen til tross uten ved være forklar hjelp

  aina aluksi ehkä ei ennen että hänen he ja jo jos joka jokainen joten jälkeen kaikki kanssa kerro keksi kiitos kirjoita koska kuinka
  kuka kuin kun käännä laadi lisäksi lopuksi luo me mihin mikä miksi milloin minkä minun missä mistä mitkä mitä miten mukaan mutta myös
  ne nyt näin näytä olen on onko ovat selitä sekä siis silti sitten suosittele tai tee tiivistä vaikka vai vertaa voi voit voitko vielä
  vuoksi yleensä auta anna

  a az és ha hogy hogyan hol honnan hová ezért ez ezek azok akkor aki ami amikor azonban azért bár csak de egy először elő ennek
  én ezután főleg írj írd is itt jelenleg kérlek késő késöbb köszönöm közben lehet legyen ma magyarázd még melyik mennyi mert mi miért
  mikor mindig minden mit most nagyon nem néha nélkül ott összefoglald pedig persze rögtön sajnos segíts sok soha szerint szia talán
  tehát után úgy vagy valamint van végül viszont foglald fordítsd adj mondj készíts sorold hasonlítsd

  acesta această acum ajută aici alături apoi așa astfel atunci când că care ce cât câte cine cred cu cum dacă dar deci deoarece
  deși despre din după este explică foarte fără în înainte încă între la mai măcar mereu mulțumesc niciodată nu oare or pe pentru poate
  poți prea prin rezumă să sau scrie se și spune sunt șase tot toate toți traduce totuși un unde unele vreau fă dă-mi listează compară

  ama ancak artık aslında aynı bana bazen bazı belki ben beni bir biraz birçok bu bunu bütün çok çünkü da daha de değil diye en eğer
  fakat gibi göre hala hangi hatta hem hemen hep her hiç için ile ise işte kaç kadar karşı ki kim lütfen mi mı nasıl ne neden nerede
  niçin niye o olarak önce özetle özellikle şey şimdi siz sonra sonunda şu tabii tam tüm ve veya ya yani yaz yine yok açıkla çevir
  karşılaştır listele oluştur düzelt öner bul göster hesapla sence yardım

  ale albo bardzo bez być bo był była chcę co czemu często czy czyli dalej dlaczego dla do dokąd gdy gdyby gdzie go i ich ile jak jaka
  jaki jakie jako jakie jednak jego jej jest jeśli jeżeli już kiedy każdy kto która które który lub ma mam może możesz można muszę na
  najpierw nad napisz nawet nie niestety nigdy no o od ono oraz oto po pod ponadto ponieważ poza potem proszę przed przetłumacz przez przy
  również skąd streść ta tak takie także tam te tego ten teraz też to tu tylko w wszystkie wszyscy więc wyjaśnij wymień według z za
  zanim zawsze że wygeneruj stwórz popraw porównaj opisz pokaż znajdź pomóž pomóż

  aby ale ani ano až bez bude by být co což čím dal další dále dokud děkuji do dobře ho hodně i jak jaká jaké jaký jako je jeho její
  jen jenom jestli ještě již jsem jsou když kam kde kdo kdy kolik kromě která které který ma má mezi mi místo moc mohl můžeš můžete na nad
  napiš například navíc naopak ne nebo nejdříve nejprve není nikdy o od ona ono pak po pod podle pokud potom potřebuji pro proč prosím
  proto protože před přes při přelož přesto se shrň si skoro snad stále tady tak také takže tam ten teď tedy to tohle u už v vám vaše
  všechny všichni velmi vysvětli vytvoř však z za zatím že vypiš porovnej oprav popiš najdi spočítej pomoz ako ak aj alebo ani áno
  ďakujem keď kde kedy koľko lebo môžeš môže napíš nie alebo potom prečo preto pretože prosím stále tiež veľmi vysvetli zhrň čo či už

  ali bez bila bio budući čak čemu da dakle do dok dvije gdje hvala i iako ih ili ima imam ipak iz iza jako je jedan jer još kad kada
  kako kao koja koje koji koliko konačno kroz li molim možeš može možda na najprije nakon napiši naravno ne nego neki nikad objasni od
  odakle oko osim ovo ova ovaj pa po pod prema pri prije prevedi puno sa sad sada samo sažmi se smo su sve svi što također tada tako tko
  to treba u uvijek usporedi vrlo za zašto zato zbog želim napravi predloži pronađi ispravi opiši pokaži izračunaj pomozi

  а без бы был была были быть в вам вас вдруг весь во вот все всё всегда всего вы где да даже для до его ее её если есть ещё же за зачем
  здесь и из или иногда именно их к кажется как какая какие какой каков ко когда конечно кто кто-то которая которые который кроме куда
  ли либо лишь мне много может можно можешь мой моя мы на над надо наконец например не него нельзя нет но ну о об обычно однако он она
  они опиши от откуда очень перед переведи перечисли по под пожалуйста пока после потом потому поэтому почему при про просто пусть раз
  разве с сам сейчас сколько сначала снова составь сравни спасибо так также такой там тебе теперь то тогда того тоже только ты у уже
  хотя хочу чем через что чтобы это этот эта эти я напиши объясни придумай расскажи создай сделай исправь найди покажи помоги дай
  або але би бо був була були в вам вас вже ви все всі від він вона вони далі де для до допоможи дуже дякую є за завжди зараз з згідно
  й його її їх як яка яке який якщо коли крім куди лише мені можеш може мій моя на навіщо над наприклад не нехай ні ніколи о однак ось
  перед переклади під після по поки потім потрібно поясни про просто проте склади скільки спочатку стисло та так також там тепер ти то тоді
  тому тільки у усі хоча хочу хто це цей ця ці чи чому через що щоб я напиши порівняй опиши знайди покажи дай створи виправ

  αλλά αν αντί ακόμη ακόμα από απλώς αυτή αυτό αυτός αφού βοήθησε γιατί για γράψε δεν δηλαδή δώσε εάν εγώ εδώ είναι ενώ εξήγησε έτσι
  επίσης επειδή έχω ή ίσως και κάθε κάνε καθώς κατά κάτω λοιπόν μα μας με μετά μέχρι μη μήπως μόνο μόλις μου μπορείς μπορώ να ναι ξανά
  όλα όλοι όμως όπου όπως όσο όταν ότι όχι παρακαλώ πάντα πάνω παρά πες περίληψη πολύ που ποια ποιο ποιος πόσο πόσα ποτέ πού πρέπει
  πριν προς πρώτα πώς σαν σας σε σου στη στην στο στον συνόψισε σύμφωνα σύγκρινε τα τη την της τι το τον του τότε τους τώρα υπάρχει
  φτιάξε χωρίς ως ώστε μετάφρασε

  ada adalah agar akan aku anda apa apakah atau bagaimana bagi bahwa banyak beberapa belum beri berapa berikan bisa bisakah bukan buat
  buatlah dalam dan dapat dari daripada dengan di dia hanya harus ini itu jadi jangan jelaskan jika juga kalau kami kamu kapan kapankah
  karena kata ke kenapa kepada kita kok lagi lalu maka mana masih mengapa menurut mereka meskipun mohon namun oke oleh pada para pernah
  ringkas saat saja sangat saya sebagai sebelum sebelumnya sebuah sebutkan sedang sejak selain selalu semua seperti sering serta
  setelah siapa sudah supaya tanpa tapi tarik tentang terima terjemahkan terlalu tetapi tidak tolong tulis tuliskan untuk yaitu yang bandingkan
  rekomendasikan susun perbaiki carikan hitung

  ai bạn bao bằng bởi bây các cách cái cần chào chỉ cho chưa chúng có còn của cũng đã đang đâu để đến đều điều do dù được gì giải giúp
  hãy hay hoặc khi không là làm lại lên mà mặc mấy mỗi một muốn này nên nếu ngoài ngay người nhé nhiều nhưng những như nữa ở phải
  qua ra rất rằng rồi sau sẽ tại tất tên theo thế thì thích thường tiếp tóm tôi trên trước trong tuy từ tuyệt vào vẫn vậy về với vì viết xem
  xin dịch soạn liệt so tạo

  anni anno giorni giorno ore mille sarà saranno sarebbe morì nacque chiuso aperto gratis bagus barang uang harga jari santan jaké jaká
  jakou jakého kopec kopce musi musisz musimy robiła robił umarła umarł mutasd három kettő négy öt hayatını hayatı türkçe onder boven
  română romana comanda comandă harina tomate iva markiere hausmeister milchreis berätta beskriv mikä kaunis hyvä paljon türkçesi gạo đạo
  năm chai giá hàng buch stan cena nazwa towar ilość množství název cijena naziv količina preț cantitate ár darab név hinta määrä tuote
  prijs aantal prezzo quantità precio cantidad preço quantidade pris antal fiyat adet τιμή ποσότητα цена количество ціна кількість
`);
