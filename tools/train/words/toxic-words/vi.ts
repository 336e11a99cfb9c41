import type { ToxicWords } from "./words.ts";

/** Vietnamese. */
export const VI: ToxicWords = {
  profanity: "địt đụ đéo đm đkm vcl vl cặc lồn đĩ chó_chết mẹ_mày cứt khốn_nạn khốn_kiếp",
  insult: "ngu ngu_ngốc đần óc_chó xấu_xí béo vô_dụng hèn_nhát thằng_hề dối_trá thất_bại đồ_ngu rác_rưởi mất_dạy",
  slur: "bê_đê mọi_đen tàu_khựa",
  dehumanise: "ký_sinh_trùng sâu_bọ cặn_bã súc_vật chuột gián lũ_chó",
  sexual: "làm_tình khỏa_thân tình_dục khiêu_dâm chịch vú dương_vật âm_đạo",
  hateVerb: "ghét căm_thù khinh_bỉ trục_xuất tiêu_diệt đuổi cút",
  violenceVerb: "giết đánh đâm chém bắn treo_cổ đốt bóp_cổ đập",
  threatCue: "tao_sẽ coi_chừng tao_biết_nhà mày_sẽ_hối_hận trả_giá tìm_ra_mày đợi_đấy cảnh_cáo_cuối",
  selfHarm: "tự_tử tự_sát muốn_chết không_muốn_sống cắt_tay tự_hại",
  should: "nên phải đáng ước_gì",
  identity:
    "phụ_nữ đàn_ông đồng_tính người_chuyển_giới hồi_giáo do_thái công_giáo da_đen da_trắng người_nhập_cư tị_nạn người_nước_ngoài khuyết_tật tự_kỷ người_già dân_tộc",
  you: "mày bạn mi cậu",
  they: "chúng_nó bọn_nó họ lũ bọn",
  praise: "yêu tôn_trọng tuyệt_vời đẹp cảm_ơn tự_hào chào_mừng tốt",
  negation: "không chẳng chưa đừng",
  counter: "là_sai không_được đừng_nói phân_biệt kỳ_thị định_kiến xúc_phạm lên_án bắt_nạt báo_cáo",
  idiom: "giết_thời_gian cười_chết đói_chết mệt_chết một_mũi_tên",
};
