import { type Around, person, place, SCORE, type ScriptName } from "./rule.ts";

/**
 * Names in Vietnamese: a surname and one to four more syllables, all with capitals. The lexicon ignores accents, without which the
 * syllables are ordinary words of other languages; here tones count.
 */

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const SURNAMES = list(
  "Nguyễn Trần Lê Phạm Huỳnh Hoàng Phan Vũ Võ Đặng Bùi Đỗ Ngô Dương Đinh Trịnh Đoàn Lương Tạ Quách Phùng Tống Trương Lưu Đào Hồ Lý Mai Tô Hà Cao Châu Tăng Thái Lâm Kiều Vương Chu La Từ Thân Triệu Nghiêm Doãn Giang",
);
/** Ordinary words as well: two more syllables must follow. */
const AMBIGUOUS = list(
  "Hồ Lý Mai Tô Hà Cao Châu Tăng Thái Lâm Kiều Vương Chu La Từ Thân Triệu Nghiêm Doãn Giang Đào Dương Lưu Lê Võ Hoàng",
);
/** What begins like a name: ranks, offices, feasts. */
const NO_NAME = list(
  "Cao_Đẳng Cao_Học Hồ_Sơ Lý_Do Lý_Thuyết Hoàng_Hôn Hoàng_Gia Trần_Nhà Từ_Điển Thái_Độ Thân_Mến Hà_Lan Triệu_Đồng",
);
const SYLLABLE = /^ (\p{Lu}\p{Ll}{0,6})(?![\p{L}\p{M}])/u;
const FIRST = /^\p{Lu}\p{Ll}{0,6}(?![\p{L}\p{M}])/u;
/** A letter with a sign that Vietnamese uses and hardly any other language. */
export const TONED = /[\u1ea0-\u1ef9ĐđƠơƯưĂăĨĩŨũ]/g;
const MORE_MAX = 4;

/** How people address and mention each other; those in the second list are words of other languages too. */
const CUE =
  /(?:^|[^\p{L}\p{M}])(?:[Cc]hị|[Ôô]ng|[Bb]à|[Cc]ô|[Cc]hú|[Bb]ác|[Tt]hầy|[Cc]ậu|[Dd]ì|[Bb]ác sĩ|[Ss]ếp|tên là|tên|gái|trai|ơi) $/u;
/** Longest of them with its space, and a character more of two units. */
const CUE_MAX = 9;
const WEAK_CUE = /(?:^|[^\p{L}\p{M}])(?:[Aa]nh|[Ee]m|[Bb]ạn|gửi|gặp|nhờ) $/u;

/** Towns, provinces and countries, by their first syllables; the longest names first. */
const PLACES = Map.groupBy(
  "Hà_Nội Thành_phố_Hồ_Chí_Minh Hồ_Chí_Minh Sài_Gòn Đà_Nẵng Hải_Phòng Cần_Thơ Huế Nha_Trang Đà_Lạt Vũng_Tàu Biên_Hòa Biên_Hoà Buôn_Ma_Thuột Quy_Nhơn Hạ_Long Nam_Định Thái_Nguyên Thái_Bình Thanh_Hóa Thanh_Hoá Hải_Dương Hưng_Yên Bắc_Ninh Bắc_Giang Bắc_Kạn Cao_Bằng Lạng_Sơn Lào_Cai Yên_Bái Sơn_La Điện_Biên Lai_Châu Hòa_Bình Hoà_Bình Phú_Thọ Vĩnh_Phúc Hà_Giang Tuyên_Quang Quảng_Ninh Hà_Nam Ninh_Bình Nghệ_An Hà_Tĩnh Quảng_Bình Quảng_Trị Quảng_Nam Quảng_Ngãi Bình_Định Phú_Yên Khánh_Hòa Khánh_Hoà Ninh_Thuận Bình_Thuận Kon_Tum Gia_Lai Đắk_Lắk Đắk_Nông Lâm_Đồng Bình_Phước Tây_Ninh Bình_Dương Đồng_Nai Long_An Tiền_Giang Bến_Tre Trà_Vinh Vĩnh_Long Đồng_Tháp An_Giang Kiên_Giang Hậu_Giang Sóc_Trăng Bạc_Liêu Cà_Mau Phú_Quốc Sa_Pa Hội_An Mỹ_Tho Long_Xuyên Rạch_Giá Phan_Thiết Pleiku Tam_Kỳ Đồng_Hới Vinh Việt_Trì Thủ_Đức Việt_Nam Trung_Quốc Nhật_Bản Hàn_Quốc Thái_Lan Lào Campuchia Đài_Loan Mỹ Anh_Quốc Pháp Đức Nga Úc Hoa_Kỳ Tây_Ban_Nha Bồ_Đào_Nha Hà_Lan Thụy_Sĩ Thụy_Điển Na_Uy Đan_Mạch Phần_Lan Ba_Lan Hy_Lạp Thổ_Nhĩ_Kỳ Ấn_Độ Châu_Âu Châu_Á Châu_Phi Bắc_Kinh Thượng_Hải Hồng_Kông"
    .split(" ")
    .map((name) => name.replaceAll("_", " "))
    .toSorted((a, b) => b.length - a.length),
  (name) => name.split(" ", 1)[0] ?? name,
);
const LETTER = /^\p{L}/u;
/** Of one syllable: a preposition must say that a place is meant. */
const PLACE_BEFORE = /(?:^|[^\p{L}\p{M}])(?:ở|tại|từ|đi|đến|về|vào|ra|tới|sang|qua|nước|thành phố|tỉnh) $/u;

function vietnamesePlace({ left, right }: Around, first: string): ScriptName | null {
  const name = PLACES.get(first)?.find((each) => right.startsWith(each) && !LETTER.test(right.slice(each.length)));
  return name === undefined || (name === first && !PLACE_BEFORE.test(left)) ? null : place(name.length);
}

function syllablesAfter(text: string, from: number, most: number): { readonly end: number; readonly count: number } {
  let end = from;
  let count = 0;
  while (count < most) {
    const [found = ""] = SYLLABLE.exec(text.slice(end)) ?? [];
    if (found === "") break;
    end += found.length;
    count += 1;
  }
  return { end, count };
}

function surnamed(right: string, first: string): ScriptName | null {
  if (!SURNAMES.has(first)) return null;
  const { end, count } = syllablesAfter(right, first.length, MORE_MAX);
  if (count < (AMBIGUOUS.has(first) ? 2 : 1)) return null;
  const pair = right.slice(0, end).split(" ", 2).join("_");
  return NO_NAME.has(pair) ? null : person(end, SCORE.sure);
}

const cueOf = (left: string): string => (left.endsWith(" ") ? left.slice(-CUE_MAX) : "");

function addressed(left: string, right: string, first: string): ScriptName | null {
  const before = cueOf(left);
  const isCued = CUE.test(before);
  if (!isCued && !WEAK_CUE.test(before)) return null;
  const { end } = syllablesAfter(right, first.length, MORE_MAX);
  return isCued || hasTone(right.slice(0, end)) ? person(end, SCORE.likely) : null;
}

const hasTone = (text: string): boolean => text.search(TONED) >= 0;
/** A space is asked first: it is what mostly stands there. */
const isInside = (left: string): boolean => !left.endsWith(" ") && /[\p{L}\p{M}\p{N}_@./-]$/u.test(left.slice(-2));

/** Asked where a word with a capital begins. */
export function vietnameseName(around: Around): ScriptName | null {
  const { left, right } = around;
  const [first = ""] = FIRST.exec(right) ?? [];
  if (first === "" || isInside(left) || !(hasTone(right) || hasTone(left))) return null;
  return vietnamesePlace(around, first) ?? surnamed(right, first) ?? addressed(left, right, first);
}

/** Whether more text after `right` may make a name of what begins there. */
export function mayBeVietnamese(left: string, right: string): boolean {
  const [first = ""] = FIRST.exec(right) ?? [];
  if (first === "" || isInside(left)) return false;
  if (SURNAMES.has(first) || PLACES.has(first)) return true;
  const before = cueOf(left);
  return CUE.test(before) || WEAK_CUE.test(before);
}
