import type { ToxicWords } from "./words.ts";

/** Urdu in Latin letters. */
export const UR_LATN: ToxicWords = {
  profanity: "harami haramzada kamina kutta kutte kanjar bhenchod gandu lanat",
  insult: "bewaqoof ahmaq gadha pagal jahil ghatiya buzdil jhoota badsoorat nikamma",
  dehumanise: "keeray janwar gandagi suar",
  sexual: "sex nangi nanga fahash",
  hateVerb: "nafrat nikalo mita_do khatam",
  violenceVerb: "maar maroonga qatal jala zibah goli pitai",
  threatCue: "dekh_loonga chhoroonga pachtao anjaam dhoond_loonga",
  selfHarm: "khudkushi marna_chahta marna_chahti jeena_nahi",
  should: "chahiye layaq kaash",
  identity: "aurat* khawateen musalman* hindu isai yahudi muhajir* pathan* punjabi shia sunni",
  you: "tu tum tera teri aap tumhara",
  they: "ye_log wo_log inko",
  praise: "mohabbat pyar izzat khoobsurat shukriya fakhr acha",
  negation: "nahi nahin mat na kabhi_nahi",
  counter: "ghalat_hai band_karo tauheen taasub mazammat",
  idiom: "waqt_guzari hans_hans_kar aik_teer_se",
};
