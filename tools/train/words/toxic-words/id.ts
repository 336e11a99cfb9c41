import type { ToxicWords } from "./words.ts";

/** Indonesian. */
export const ID: ToxicWords = {
  profanity: "anjing anjir bangsat bajingan kontol memek ngentot jancok brengsek sialan tai asu keparat anj anjg",
  insult:
    "bodoh goblok tolol idiot bego jelek gendut dungu pecundang pengecut pembohong sampah menjijikkan norak otak_udang",
  slur: "banci bencong kafir_anjing cina_babi",
  dehumanise: "hama parasit tikus kecoak binatang babi sampah_masyarakat",
  sexual: "seks telanjang bugil ngewe porno bokep penis vagina payudara",
  hateVerb: "benci membenci jijik usir deportasi musnahkan basmi pulang_sana",
  violenceVerb: "bunuh membunuh pukul hajar tusuk tembak bakar gantung cekik bacok habisi",
  threatCue:
    "aku_akan gue_bakal awas hati_hati_lu tahu_rumah_lu tau_rumah menyesal tunggu_saja lihat_saja peringatan_terakhir",
  selfHarm: "bunuh_diri mau_mati ingin_mati nyakitin_diri menyakiti_diri akhiri_hidup",
  should: "harus seharusnya pantas layak semoga",
  identity:
    "perempuan wanita laki_laki gay lesbian transgender muslim islam kristen yahudi hindu kulit_hitam tionghoa cina papua imigran pengungsi asing difabel disabilitas lansia",
  you: "kamu kau lu lo elu anda kalian",
  they: "mereka orang_orang_itu kaum",
  praise: "cinta sayang hormat bagus indah hebat terima_kasih bangga selamat",
  negation: "tidak bukan jangan nggak gak tak tanpa",
  counter: "itu_salah berhenti rasis rasisme diskriminasi prasangka hinaan mengecam perundungan laporkan",
  idiom: "membunuh_waktu mati_ketawa mati_kelaparan capek_setengah_mati sekali_dayung",
};
