import type { ToxicWords } from "./words.ts";

/** Hindi in Latin letters. */
export const HI_LATN: ToxicWords = {
  profanity:
    "saala saale sala kamina kamine harami haramkhor chutiya chutiye chutiyo bhosdi* bsdk madarchod mc behenchod bc gaand gand lund randi lavde",
  insult: "bewakoof bevkoof gadha gadhe pagal ullu moorkh mota moti badsurat nikamma jhootha ghatiya nalayak bekar",
  slur: "chakka hijde katua",
  dehumanise: "keede janwar gandagi kachra suar chuhe deemak",
  sexual: "sex nanga nangi chudai boobs",
  hateVerb: "nafrat ghrina bhagao nikalo mita khatam",
  violenceVerb: "maar marunga maarunga maaro mar_dalunga peet kaat jala goli tod gala",
  threatCue: "dekh_lunga chhodunga chodunga_nahi teri_khair pata_hai_tu pachtayega dhund_lunga",
  selfHarm: "aatmahatya khudkushi marna_chahta marna_chahti jeena_nahi khud_ko_maar suicide",
  should: "chahiye layak kaash",
  identity: "aurat* mahila ladki ladkiyan musalman* muslim hindu sikh isai dalit* bihari gay",
  you: "tu tum tera teri tujhe aap tumhara",
  they: "ye_log woh_log inko inke aise_log",
  praise: "pyaar pyar izzat sundar badhiya dhanyavad shukriya garv accha acha",
  negation: "nahi nahin mat na kabhi_nahi koi_nahi",
  counter: "galat_hai band_karo bhedbhav racist apmaan gaali_dena",
  idiom: "time_pass hans_hans_ke ek_teer_se mar_gaya_hasi bhook_se_mar",
};
