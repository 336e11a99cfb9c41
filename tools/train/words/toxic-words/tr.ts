import type { ToxicWords } from "./words.ts";

/** Turkish. */
export const TR: ToxicWords = {
  profanity:
    "siktir* sikeyim s#ktir sik* amk aq amına orospu* or#spu piç* göt* bok kahpe yavşak* pezevenk* lan ananı şerefsiz* amına_koyayım amına_koyim amına_koyduğum amınakoyim aminakoyim amcık* amcik* a#k aminakoyayim mk sg siktir_git s#k sokarım sokayım sokuk ananı_sikeyim ananıskm anasını avradını orospu_çocuğu orospu_cocugu oç o.ç kaltak* kahpe* fahişe* sürtük* kancık* puşt* pust* dürzü* ibne* pic got yarrak* yarak* dalyarak* taşak* tasak* gavat* kavat* deyyus* soysuz* haysiyetsiz* namussuz* kes_sesini kapa_çeneni çeneni_kapa lanet* allah_belanı allah_belanızı defol_git bok_ye",
  insult:
    "aptal* salak* gerizekalı* geri_zekalı mal dangalak* ahmak* beyinsiz* çirkin şişko iğrenç* korkak* yalancı* ezik* zavallı* öküz eşek* budala* embesil* değersiz",
  slur: "ibne* top dönme gavur* zenci* çingene_piçi yahudi_köpeği nonoş* yumuşak_mısın arap_köpeği suriyeli_pislik* kürt_köpeği ermeni_dölü ermeni_piçi rum_tohumu fellah* kızılbaş_köpek çingene_gibi kıro_kürt",
  dehumanise: "haşere* parazit* asalak* böcek* hayvan* sürü pislik* köpek* mikrop* fare* veba domuz*",
  sexual:
    "porno* çıplak seks* meme yarrak sikiş* amcık penis vajina orgazm* oral azgın* meme* göğüs* yala* yalarım sok_bana soyun* çıplak* mastürbasyon* otuzbir 31_çek* boşal* sakso* domal* pozisyon erotik* cinsel* ereksiyon* nude* yatağa_gel azdım",
  hateVerb: "nefret* tiksin* iğreniyorum yok_etmek yok_edilmeli sınır_dışı defol* kov* gitsinler temizle* kökünü_kaz*",
  violenceVerb:
    "öldür* gebert* geber* döv* vur* bıçakla* as* yak* boğ* kes* kır* parçala* katlet* işkence* sıkarım kafana_sık* kafasına_sık* kurşun* doğrar* doğra* bıçak* gırtla* kafanı_kır* kafasını_kes* kemiklerini* ağzını_burnunu* ağzını_kır* dişlerini* tekme* tekmele* tokat* tokatla* yumruk* yumrukla* linç* asın_bunları diri_diri tecavüz* ez* ezerim gömer* göm* zehirle* patlat* bombala* saldır* infaz* idam* kurşuna_diz*",
  threatCue:
    "seni_bulacağım bulurum_seni nerede_oturduğunu evini_biliyorum pişman ödeteceğim hesabını bekle_sen kendine_dikkat ölüsün sonun_geldi son_uyarı görürsün ayağını_denk_al",
  selfHarm:
    "intihar* kendimi_öldür* ölmek_istiyorum yaşamak_istemiyorum kendimi_kes* kendime_zarar canıma_kıy* kendini_öldür ölsem ölmek_isti* yaşamak_istem* yaşamaktan_bıktım hayatıma_son* hayatımı_sonlandır* yaşamanın_anlamı bileklerimi* bileğimi_kes* kendimi_as* kendimi_asacağım kendimi_at* köprüden_atla* hap_iç* keşke_ölsem keşke_hiç_doğmasaydım kendimden_nefret* kendini_as geber_git öl_artık git_öl git_kendini*",
  should: "gerek lazım hak_ediyor* hak_etti* zorunda keşke",
  identity:
    "kadın* erkek* gey eşcinsel* lezbiyen* trans müslüman* yahudi* hristiyan* siyah* beyaz* asyalı* arap* kürt* ermeni* suriyeli* afgan* göçmen* mülteci* yabancı* engelli* otistik* yaşlı* roman* alevi* feminist*",
  you: "sen seni sana senin siz sizi size sizin",
  they: "onlar bunlar şunlar onları bunları bu_insanlar",
  praise: "sev* seviyorum saygı* harika* güzel* teşekkür* gurur* hoş_geldin* muhteşem* iyi takdir*",
  negation: "değil yok asla hiç kimse hayır yapma* etmiyorum",
  counter:
    "yanlış doğru_değil demeyin söyleme kimse ırkçı* cinsiyetçi* homofob* ayrımcı* önyargı* hakaret* kınıyorum zorbalık* nefret_söylemi şikayet",
  idiom:
    "zaman_öldür* gülmekten_öl* açlıktan_ölü* yorgunluktan_öl* bir_taşla_iki_kuş ölüp_bitiyorum penaltı şut_çek* kırmızı_kart gülmekten_öldüm güldürmekten gülmekten_kırıl* acımdan_ölüyorum açlıktan_öl* uykusuzluktan_öl* sıcaktan_öl* soğuktan_öl* meraktan_öl* ölümüne_seviyorum ölürüm_sana ölürüm_senin bomba_gibi yıktı_geçti fotoğraf_çek* rekor_kır* rekoru_kır* kafayı_ye* kafayı_kır* ipi_göğüsle* buzları_kır* zaman_öldürmek vakit_öldür* işlemi_öldür* gol_at*",
};
