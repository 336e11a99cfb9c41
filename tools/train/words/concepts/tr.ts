import type { ConceptWords } from "./concept.ts";

/** Turkish. */
export const TR: ConceptWords = {
  ignore:
    "yoksay* yok_say* görmezden_gel* unut unutun unutunuz unutmanı* unutman dikkate_alma* boş_ver* boşver* atla atlayın es_geç* geçersiz_kıl* aldırma* göz_ardı_et* gözardı_et* umursama* bırak_bir_kenara hiçe_say* takma takmayın uyma uymayın çiğne*",
  cease: "dur durdur* kes kesin iptal_et* vazgeç* bırak bırakın artık sonlandır* son_ver* kapat* devre_dışı geçersiz*",
  change: "değiştir* güncelle* yerine_koy* yeniden_yaz* düzenle* sıfırla* üzerine_yaz*",
  previous:
    "önceki* yukarıdaki* evvelki* daha_önce* şimdiye_kadar* eski* geçmiş* bundan_önce* yukarıda mevcut* verilen* öncesindeki* ilk",
  all: "tüm tümünü bütün hepsi hepsini her herhangi tamamı* tamamen hiçbir",
  instruction:
    "talimat* kural* yönerge* komut* emir emirler* emri politika* kısıtlama* direktif* ilke* yönlendirme* sınırlama* tembih* prensip*",
  system: "sistem* system",
  prompt: "prompt* istem istemi istemini istemin sistem_istemi komut_istemi girdi*",
  hidden: "gizli* saklı* dahili iç gizlenmiş ilk başlangıç* özgün orijinal* mahrem görünmez*",
  new: "yeni yenilenmiş güncel* gerçek* asıl aşağıdaki* sonraki sıradaki başka",
  now: "şimdi şu_andan_itibaren bundan_sonra bundan_böyle artık hemen derhal şu_an an_itibariyle bugünden_itibaren",
  instead: "yerine bunun_yerine onun_yerine",
  end: "belge_sonu belgenin_sonu talimatların_sonu metnin_sonu bağlam_sonu metin_sonu yeni_oturum yeni_sohbet burada_biter burada_başlar",
  reveal:
    "göster* açıkla* ifşa_et* yazdır* tekrarla* tekrar_et* söyle* listele* paylaş* sızdır* dök bildir* kopyala* alıntıla* ortaya_çıkar* anlat* ver verin çıktı oku okuyun",
  verbatim:
    "kelimesi_kelimesine harfi_harfine aynen tam_olarak tamamını birebir olduğu_gibi eksiksiz* harfiyen değiştirmeden satır_satır",
  text: "metin metni* mesaj* kelime* içerik* içeriğ* konuşma* bağlam* cümle* sohbet* söz* satır* paragraf* diyalog*",
  ask: "ne neler nedir hangi nasıl neden kim nerede niçin",
  secretNoun: "şifre* parola* anahtar* token* kimlik_bilgi* sır sırrı* gizli_anahtar api_anahtarı pin erişim_kodu",
  you: "sen siz seni sana size sizi sensin",
  your: "senin sizin kendi kendin* talimatlarını kurallarını",
  me: "ben bana beni benim biz bize bizim",
  assistant: "asistan* yapay_zeka* yapay_zekâ* model* dil_modeli bot botu chatbot* ajan* gpt llm sohbet_robotu robot*",
  reader:
    "bunu_okuyan* bunu_okuyorsan* bu_metni_okuyan bu_belgeyi_okuyan bu_belgeyi_işleyen okuyan_yapay yapay_zekaya eğer_yapay_zekaysan özetlerken bu_yazıyı_okuyan dikkat_yapay_zeka",
  user: "kullanıcı* müşteri* insan* kişi* okuyucu* okur*",
  admin: "yönetici* admin* geliştirici* sahip sahibi* kök root operatör* yetkili* patron* kurucu* müdür*",
  act: "gibi_davran* rol_yap* numarası_yap* taklit* canlandır* hayal_et* düşün simüle* rol rolü* rolüne farz_et* varsay* ol oyna* bürün* sen_artık sen_şimdi",
  persona:
    "karakter* kişilik* persona mod modu* geliştirici_modu hata_ayıklama_modu tanrı_modu kimlik kimliğ* alter_ego dan ikiz* kötü jailbreak* hacker*",
  unrestricted:
    "sınırsız* kısıtlamasız* sansürsüz* filtresiz* kuralsız* özgür* serbest* kısıtlama_olmadan hiçbir_kural hiçbir_sınır hiçbir_kısıtlama sınır_tanıma* engelsiz",
  filter: "filtre* güvenlik* etik* ahlak* sansür* koruma* denetim* moderasyon* güvenlik_önlem*",
  hypothetical:
    "varsayımsal* kurgusal* kurgu* hikaye* hikâye* roman* oyun* test* araştırma* hayali* senaryo* film* teorik* diyelim_ki büyükanne* ninem* deney* masal* şiir*",
  harmful:
    "yasadışı* yasa_dışı* zararlı* tehlikeli* yasak* etik_dışı ahlaksız* kötücül* suç* silah* bomba* uyuşturucu* hacklemek şiddet* dolandır*",
  trust: "güven bana_güven* izin* yetki* onay* onaylı* onaylandı serbest* meşru resmi* müsaade* doğrulanmış*",
  refuse:
    "reddet* yapamam yapamıyorum edemem üzgünüm özür* maalesef olmaz mümkün_değil bir_yapay_zeka_olarak uyarı* itiraz* bahane* cevap_veremem",
  must: "malısın melisin zorunda* gerek* mutlaka uy uyun uymalısın itaat* takip_et* şart yerine_getir* kesinlikle zorunlu* lazım",
  not: "değil yok hayır hiçbir asla olmaz etme yapma",
  without: "olmadan olmaksızın hariç dışında sormadan",
  never: "asla hiçbir_zaman hiç katiyen kesinlikle_hiçbir sakın bir_daha",
  always: "her_zaman daima sürekli hep her_defasında her_seferinde istisnasız ne_olursa_olsun",
  only: "sadece yalnızca yalnız tek ancak başka_bir_şey",
  respond: "cevap* yanıt* cevapla* söyle* yaz yazın yazınız konuş* ver açıkla* ekle* belirt* anlat* onayla* üret*",
  begin: "başla* ile_başla* tabii_ki elbette işte giriş",
  decode:
    "çöz çözün kodu_çöz çevir çevirin tercüme* deşifre* tersten ters_çevir* base64 rot13 şifrelenmiş* kodlanmış* mors ikili onaltılık ilk_harf* şifreyi_çöz",
  task: "görev* amaç amac* hedef* misyon* iş işin* vazife*",
  send: "gönder* ilet iletin yolla* yükle* paylaş* postala* e_posta aktar* yayınla* mail_at* mail",
  execute: "çalıştır* yürüt* çağır* kullan* etkinleştir* aç açın indir* uygula* tıkla* kur yükle ziyaret_et*",
  delete: "sil silin siliniz temizle* kaldır* yok_et* boşalt* imha* silmen",
  tool: "araç aracı* araçlar* fonksiyon* işlev* api komut* dosya* kabuk betik* terminal* program* veritaban* kod kodu* konsol* klasör*",
  url: "bağlantı* link* url resim* görsel* site* web_sitesi sayfa* adres* http https alan_adı",
  data: "veri* bilgi* geçmiş* kişiler* kayıt* kayd* rehber* kişisel* hafıza* adres* telefon*",
  document:
    "belge* doküman* sayfa* e_posta posta* bilet* not notu* makale* yorum* özgeçmiş* cv ek ekteki rapor* mektup* fatura* dosya*",
  important: "önemli* acil* dikkat* uyarı* kritik* öncelik* ivedi* not",
  notTell:
    "söyleme* bahsetme* bildirme* haber_verme* belli_etme* açıklama_yapma* sessizce gizlice çaktırma* habersiz* sormadan bahsetmeden söylemeden haber_vermeden onay_almadan kimseye",
  rate: "değerlendir* puan* öner önerin tavsiye* onayla* sırala* en_iyi* mükemmel* beğen* yıldız* işe_al* uygun* olumlu",
  pay: "öde ödeyin ödeme* satın_al* havale* transfer* fatura* hesap* hesab* iban para parayı sipariş* hediye_kart* iade* bitcoin lira*",
};
