import type { ToxicWords } from "./words.ts";

/** Turkish. */
export const TR: ToxicWords = {
  profanity:
    "siktir* sikeyim s#ktir sik* amk aq amına orospu* or#spu piç* göt* bok kahpe yavşak* pezevenk* lan ananı şerefsiz*",
  insult:
    "aptal* salak* gerizekalı* geri_zekalı mal dangalak* ahmak* beyinsiz* çirkin şişko iğrenç* korkak* yalancı* ezik* zavallı* öküz eşek* budala* embesil* değersiz",
  slur: "ibne* top dönme gavur* zenci* çingene_piçi yahudi_köpeği",
  dehumanise: "haşere* parazit* asalak* böcek* hayvan* sürü pislik* köpek* mikrop* fare* veba domuz*",
  sexual: "porno* çıplak seks* meme yarrak sikiş* amcık penis vajina orgazm* oral azgın*",
  hateVerb: "nefret* tiksin* iğreniyorum yok_etmek yok_edilmeli sınır_dışı defol* kov* gitsinler temizle* kökünü_kaz*",
  violenceVerb: "öldür* gebert* geber* döv* vur* bıçakla* as* yak* boğ* kes* kır* parçala* katlet* işkence*",
  threatCue:
    "seni_bulacağım bulurum_seni nerede_oturduğunu evini_biliyorum pişman ödeteceğim hesabını bekle_sen kendine_dikkat ölüsün sonun_geldi son_uyarı görürsün ayağını_denk_al",
  selfHarm:
    "intihar* kendimi_öldür* ölmek_istiyorum yaşamak_istemiyorum kendimi_kes* kendime_zarar canıma_kıy* kendini_öldür",
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
    "zaman_öldür* gülmekten_öl* açlıktan_ölü* yorgunluktan_öl* bir_taşla_iki_kuş ölüp_bitiyorum penaltı şut_çek* kırmızı_kart",
};
