import type { ToxicWords } from "./words.ts";

/** Hindi in Latin letters. */
export const HI_LATN: ToxicWords = {
  profanity:
    "saala saale sala kamina kamine harami haramkhor chutiya chutiye chutiyo bhosdi* bsdk madarchod mc behenchod bc gaand gand lund randi lavde sali saalo salo kameena kameene kameeni kaminey haraami harami_saale haramzada haramzade haramzadi haramjada haramjade haramkhor* haram_ki_aulad chutia chutiya* chutiye* choot chut chootiya* chootia* chutiyapa chutiyapanti chu#iya choot_ke chod* chudai chud* chudwa* madarchod* maderchod* madarjaat madar_chod maa_ki_chut maa_ki_choot maa_chuda* maa_chod* teri_maa teri_maa_ki teri_maa_ka teri_ma_ki teri_behen teri_behan_ki tmkc mkc mkb bkl bklol bakchod* bakchodi bakland bhenchod bhenchodd behanchod bahanchod benchod banchod bhanchod bhen_ke_lode bhen_ke_laude bhosda bhosdi_ke bhosadi* bhosri* bhosadike bsdwale bosdi* gaandu gandu* gandmara* gaand_mara* gaand_mar* g#nd gand_faad lauda laude lauda_lehsun lodu lode lavda lavde* lawda lawde loda l#nd lund* jhaat jhaatu jhant jhantu randi* r#ndi raand rand_saali rundi chinal chhinal kutta kutte kutti kutiya kutte_ki_aulad kutte_ka_bacha kutte_kamine suar_ki_aulad suar_ke_bacche bhadwa bhadwe bhadve bhadvi bhadva dalla dalle tatti tatte tatto gu_kha moot bakwas chup_kar chup_be chup_saale muh_band bhad_me_ja bhaad_me_jaa hutt laanat ullu_ka_pattha ullu_ke_patthe",
  insult: "bewakoof bevkoof gadha gadhe pagal ullu moorkh mota moti badsurat nikamma jhootha ghatiya nalayak bekar",
  slur: "chakka hijde katua chhakka chhakke chakke hijda hijra_sala katue katwa katwe katuwe mulla_sala mulle mullo bhangi chamar chuhra chinki chinky habshi kaliya_sala meetha_hai pancharwala pancharputra madrasi_sala jihadi_kutte",
  dehumanise: "keede janwar gandagi kachra suar chuhe deemak",
  sexual:
    "sex nanga nangi chudai boobs sexy sambhog yaun choot chut lund lauda chuche chuchi chuchiyan boobs* boobe nange nangi_photo nudes nude blue_film porn* ashleel muth muth_maar* muthal hilana hila_raha hawas hawasi chus chuso choos_le chus_le muh_me_le bistar_pe kapde_utar* raat_bita* suhagraat chodna chodunga chod_dunga gaand_marunga ling yoni virya",
  hateVerb: "nafrat ghrina bhagao nikalo mita khatam",
  violenceVerb:
    "maar marunga maarunga maaro mar_dalunga peet kaat jala goli tod gala maarna maru maarun maarenge maar_dunga maar_doonga mar_dunga maar_do maar_daalo maar_dalenge maardunga hatya qatl katl khoon_kar jaan_se_maar* jaan_le peeto pitunga peetunga pitai pit_pit dhulai koot* kutunga thappad* chanta chaanta ghoonsa mukka laat laaton jute_maar* joote_maar* chappal_se kaat_dalo kaat_dunga kaat_do katunga tukde tukde_tukde sir_kalam gardan_kaat* gala_kaat* gala_ghot* gala_dabaa chaku chaaku churi talwar goli_maar* goli_marunga thok_dunga thok_do thoko phansi faansi fansi_do latka_do latkado jala_do jala_dunga zinda_jala* aag_laga* phook_do tezaab tezab haddi_tod* haddiyan_tod* taang_tod* tange_tod* haath_pair_tod* muh_tod* daant_tod* sir_phod* khopdi tod_dunga balatkar rape* rape_kar* lynch* encounter_kar* bomb uda_dunga uda_do hamla dafna* zameen_me_gaad* zeher_de* kuchal* cheer_dunga khaal_udhed* chamdi_udhed*",
  threatCue: "dekh_lunga chhodunga chodunga_nahi teri_khair pata_hai_tu pachtayega dhund_lunga",
  selfHarm:
    "aatmahatya khudkushi marna_chahta marna_chahti jeena_nahi khud_ko_maar suicide atmahatya aatmhatya khudkhushi khudkushi_kar suicide* mar_jana_chahta mar_jana_chahti mar_jaun mar_jau marne_ka_man marne_ka_dil mar_jane_ka_man jeena_nahi_chahta jeena_nahi_chahti jine_ka_man_nahi jeene_ka_man_nahi jeene_ki_wajah zindagi_se_tang zindagi_khatam jaan_de_dunga jaan_de_du apni_jaan_le* khud_ko_khatam khud_ko_nuksan khud_ko_chot khud_ko_hurt kalai_kaat* nas_kaat* haath_kaat* zeher_kha* zahar_kha* neend_ki_goliyan fanda fande_se_latak* pankhe_se_latak* faansi_laga_lu chhat_se_kood* khud_se_nafrat mar_ja ja_mar jaake_mar mar_ja_tu doob_mar dub_mar chullu_bhar kys",
  should: "chahiye layak kaash",
  identity:
    "aurat* mahila ladki ladkiyan musalman* muslim hindu sikh isai dalit* bihari gay ladkiyo larki larkiyan mard mardo ladke samlaingik* lesbian* transgender* trans lgbt hijra muslims islam hinduo hindus isaiyo sikho jain bauddh yahudi nastik brahmin* rajput jaat yadav baniya adivasi* bihariyo bhaiya northeast madrasi south_indian* punjabi* gujarati* bengali* marathi* kashmiri* rohingya* bangladeshi* pakistani* nepali* chini african* kale_log gore pravasi* sharanarthi* videshi* viklang* divyang andhe behre gunge autistic bujurg* buddhe budhe gareeb* garib* beghar alpsankhyak* feminist* refugee* immigrant*",
  you: "tu tum tera teri tujhe aap tumhara",
  they: "ye_log woh_log inko inke aise_log ye_sab ye_saale wo_log vo_log yeh_log in_logo in_logon un_logo unko unhe inhe inki inka unke unki aise_logo is_kaum sab_ke_sab",
  praise: "pyaar pyar izzat sundar badhiya dhanyavad shukriya garv accha acha",
  negation:
    "nahi nahin mat na kabhi_nahi koi_nahi nhi nai nahee nahiin kuch_nahi kisi_ko_nahi hargiz bina bagair never naa",
  counter: "galat_hai band_karo bhedbhav racist apmaan gaali_dena",
  idiom:
    "time_pass hans_hans_ke ek_teer_se mar_gaya_hasi bhook_se_mar timepass time_kaat* samay_bita* hans_hans_kar has_has_ke hasi_se_mar* haste_haste hanste_hanste hasi_ke_mare pet_dard_has* ek_teer_se_do do_shikar bhook_se_mar* bhukh_se_mar* bhookh_ke_mare garmi_se_mar* thand_se_mar* thak_ke_mar* sharam_se_mar* mar_mita mar_miti jaan_deta jaan_chhidak* chhakka_maar* chakka_maar* six_maar* chauka_maar* goal_maar* aankh_maar* gappe_maar* gap_maar* baazi_maar* makkhi_maar* record_tod* katil_ada qatilana phaad_diya faad_diya_bhai aag_laga_di_bhai mar_gaya_yaar_has",
};
