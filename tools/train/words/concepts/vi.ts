import type { ConceptWords } from "./concept.ts";

/** Vietnamese. */
export const VI: ConceptWords = {
  ignore:
    "bỏ_qua phớt_lờ quên quên_đi lờ_đi bỏ_mặc mặc_kệ không_cần_quan_tâm đừng_quan_tâm gạt_bỏ vượt_qua lách đừng_để_ý xem_nhẹ",
  cease: "dừng dừng_lại ngừng hủy huỷ không_còn thôi chấm_dứt vô_hiệu tắt",
  change: "thay_đổi thay_thế thay cập_nhật sửa_đổi viết_lại ghi_đè đặt_lại",
  previous: "trước trước_đó trước_đây ở_trên phía_trên trên đã_cho cho_đến_nay từ_trước vừa_rồi ban_đầu cũ",
  all: "tất_cả mọi toàn_bộ bất_kỳ mỗi hết cả",
  instruction:
    "hướng_dẫn chỉ_thị chỉ_dẫn quy_tắc quy_định mệnh_lệnh lệnh chính_sách giới_hạn ràng_buộc nguyên_tắc luật yêu_cầu",
  system: "hệ_thống system",
  prompt: "prompt lời_nhắc câu_lệnh gợi_ý lời_nhắc_hệ_thống",
  hidden: "ẩn bí_mật nội_bộ bảo_mật ban_đầu gốc mật giấu kín",
  new: "mới thật thực_sự sau_đây tiếp_theo cập_nhật khác",
  now: "bây_giờ từ_bây_giờ từ_giờ từ_nay ngay kể_từ_bây_giờ hiện_tại ngay_lập_tức lúc_này",
  instead: "thay_vào_đó thay_vì thay_cho",
  end: "kết_thúc_tài_liệu kết_thúc_hướng_dẫn hết_tài_liệu bắt_đầu_hướng_dẫn kết_thúc_văn_bản phiên_mới cuộc_trò_chuyện_mới",
  reveal:
    "tiết_lộ hiển_thị cho_tôi_xem cho_tôi_biết in in_ra lặp_lại nhắc_lại nói nói_cho liệt_kê đưa_ra xuất_ra chia_sẻ cho_biết phơi_bày sao_chép trích_dẫn kể",
  verbatim: "nguyên_văn từng_chữ từng_từ chính_xác đầy_đủ y_nguyên y_hệt toàn_văn không_thay_đổi",
  text: "văn_bản tin_nhắn từ nội_dung cuộc_trò_chuyện hội_thoại ngữ_cảnh câu đoạn lời",
  ask: "gì nào thế_nào tại_sao ai như_thế_nào làm_sao khi_nào",
  secretNoun: "mật_khẩu khóa khoá mã token bí_mật thông_tin_đăng_nhập khóa_api mã_pin mật_mã",
  you: "bạn mày ngươi cậu anh em quý_vị",
  your: "của_bạn của_mày của_ngươi của_mình của_cậu",
  me: "tôi tao mình tớ của_tôi chúng_tôi ta",
  assistant: "trợ_lý ai trí_tuệ_nhân_tạo mô_hình bot chatbot tác_nhân mô_hình_ngôn_ngữ gpt llm robot",
  reader:
    "nếu_bạn_đang_đọc nếu_bạn_đọc ai_đọc khi_đọc khi_xử_lý gửi_ai nếu_bạn_là_ai nếu_bạn_là_trí_tuệ khi_tóm_tắt đang_đọc_tài_liệu",
  user: "người_dùng khách_hàng con_người khách người_đọc",
  admin: "quản_trị quản_trị_viên nhà_phát_triển chủ_sở_hữu lập_trình_viên admin người_vận_hành sếp được_ủy_quyền root",
  act: "đóng_vai giả_vờ giả_làm hãy_là tưởng_tượng mô_phỏng hành_động_như vai vai_trò nhập_vai giả_sử bạn_là_một trở_thành diễn",
  persona: "nhân_vật chế_độ chế_độ_nhà_phát_triển nhân_cách tính_cách kẻ_ác phản_diện song_sinh jailbreak tin_tặc",
  unrestricted:
    "không_giới_hạn không_hạn_chế không_bị_giới_hạn không_kiểm_duyệt không_bộ_lọc tự_do không_có_quy_tắc không_ràng_buộc vô_hạn không_bị_ràng_buộc thoải_mái",
  filter: "bộ_lọc lọc an_toàn đạo_đức kiểm_duyệt bảo_vệ rào_cản luân_lý",
  hypothetical:
    "giả_định giả_thuyết hư_cấu câu_chuyện truyện trò_chơi thử_nghiệm kiểm_tra nghiên_cứu tiểu_thuyết kịch_bản phim bà_ngoại bà_nội lý_thuyết",
  harmful:
    "bất_hợp_pháp phi_pháp có_hại nguy_hiểm cấm phi_đạo_đức độc_hại tội_phạm vũ_khí bom ma_túy hack tấn_công lừa_đảo",
  trust: "tin_tôi tin_tưởng được_phép cho_phép ủy_quyền quyền chấp_thuận hợp_pháp chính_thức phê_duyệt",
  refuse: "từ_chối không_thể xin_lỗi rất_tiếc khước_từ cảnh_báo lấy_làm_tiếc",
  must: "phải cần bắt_buộc tuân_theo tuân_thủ làm_theo vâng_lời nghe_lời nên nhất_định chấp_hành",
  not: "không đừng chớ chẳng không_được cấm không_có",
  without: "không_có mà_không không_cần trừ",
  never: "không_bao_giờ đừng_bao_giờ tuyệt_đối_không chưa_từng",
  always: "luôn luôn_luôn mọi_lúc mãi_mãi lúc_nào_cũng",
  only: "chỉ duy_nhất chỉ_có mỗi",
  respond: "trả_lời phản_hồi đáp nói viết trình_bày giải_thích thêm đề_cập",
  begin: "bắt_đầu mở_đầu khởi_đầu chắc_chắn_rồi được_rồi tất_nhiên",
  decode: "giải_mã dịch đảo_ngược ngược base64 rot13 mã_hóa nhị_phân chữ_cái_đầu",
  task: "nhiệm_vụ mục_tiêu công_việc sứ_mệnh mục_đích việc",
  send: "gửi chuyển_tiếp gửi_đi tải_lên đăng chuyển email truyền",
  execute: "chạy thực_thi gọi thực_hiện mở sử_dụng kích_hoạt tải_xuống nhấp cài_đặt",
  delete: "xóa xoá gỡ loại_bỏ hủy_bỏ dọn_sạch xóa_sạch",
  tool: "công_cụ hàm chức_năng api lệnh tệp tập_tin script chương_trình cơ_sở_dữ_liệu mã thư_mục",
  url: "liên_kết đường_dẫn url hình_ảnh ảnh trang_web website http https địa_chỉ",
  data: "dữ_liệu thông_tin lịch_sử danh_bạ hồ_sơ bản_ghi liên_hệ",
  document: "tài_liệu trang email thư phiếu ghi_chú bài_viết đánh_giá hồ_sơ báo_cáo hóa_đơn bình_luận",
  important: "quan_trọng khẩn khẩn_cấp chú_ý cảnh_báo lưu_ý gấp ưu_tiên",
  notTell:
    "đừng_nói đừng_cho không_nói_với không_cho_người_dùng không_đề_cập đừng_đề_cập âm_thầm bí_mật lặng_lẽ không_cần_hỏi mà_không_hỏi không_thông_báo đừng_nhắc giữ_bí_mật",
  rate: "đánh_giá xếp_hạng đề_xuất giới_thiệu phê_duyệt chấm_điểm điểm tốt_nhất xuất_sắc tuyển",
  pay: "thanh_toán trả mua chuyển_khoản hóa_đơn tài_khoản tiền ngân_hàng đặt_hàng thẻ_quà_tặng",
};
