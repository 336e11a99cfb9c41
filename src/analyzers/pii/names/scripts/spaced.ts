import { dictionary, USE } from "./dictionary.ts";
import { type Around, person, place, SCORE, type ScriptName } from "./rule.ts";

/** Names in Arabic and Hindi, which part words by spaces. */

/** Longest word before a name that is read, and a few units more. */
const CUE_MAX = 14;

const ARABIC_WORD = /^[\u0620-\u065f\u0670-\u06d3]+/;
const ARABIC_END = /[\u0620-\u065f\u0670-\u06d3]$/;
const ARABIC_TITLE =
  /(?:^|[^\u0620-\u065f])[ولبف]?(?:السيد|السيدة|الآنسة|الدكتور|الدكتورة|دكتور|دكتورة|الأستاذ|الأستاذة|أستاذ|المهندس|المهندسة|الشيخ|الرئيس|الوزير|الأمير|الأميرة|الملك|الطبيب|الطبيبة|المحامي|المريض|المريضة|العميل|الموظف|الطالب|اسمي|اسمه|اسمها|أخي|أختي|ابني|ابنتي|أبي|والدي|زوجي|زوجتي|وزوجته|صديقي|صديقتي|جاري|زميلي|زميلتي|مرحبا|أهلا|عزيزي|عزيزتي|يا|قال|قالت|رد|ردت|اتصل|اتصلت|طلب|طلبت|كتب|كتبت|أرسل|أرسلت|وقع|وقعت) $/;
/** Words that precede places. */
const ARABIC_PLACE_BEFORE = /(?:^|[^\u0620-\u065f])(?:و?في|و?إلى|و?من|عاصمة|مدينة|دولة|زرت|نحو) $/;
/** Places that are more often something else: `جدة` is a grandmother, `الشرقية` the eastern one. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  "جدة حماة عدن فاس سوسة الشرقية الغربية الشمالية الجنوبية الوسطى المنامة صيدا غزة الجوف المنيا".split(" "),
);
/** Letters written together with the next word. */
const JOINED: ReadonlySet<number> = new Set(Array.from("ولبفك", (letter) => letter.charCodeAt(0)));
/** A word of a surname: with an article, `عبد الرحمن`, or a known name. */
const FOLLOWING = /^ (?:(?:عبد|أبو|ابو|بن|ابن|آل) )?[\u0620-\u065f\u0670-\u06d3]{2,14}/;
const WITH_ARTICLE = /^ (?:(?:عبد|أبو|ابو|بن|ابن|آل) )?ال[\u0620-\u065f]{2,10}ي?/;
/** Ends of surnames with an article: `القحطاني`. */
const OF_ORIGIN = /^ ال[\u0620-\u065f]{2,9}ي(?![\u0620-\u065f])/;
const SERVANT_OF = /^عبد ال[\u0620-\u065f]{2,8}/;

/** A mark is no part of the names that a letter may be written together with. */
const isArabicLetter = (code: number): boolean => code >= 0x620 && code <= 0x65f;
const isArabic = (code: number): boolean => isArabicLetter(code) || (code >= 0x670 && code <= 0x6d3);

/** In a word, and not after one letter that belongs to the word before it. */
function isInsideArabic(raw: string, at: number): boolean {
  const before = raw.charCodeAt(at - 1);
  return isArabic(before) && !(JOINED.has(before) && !isArabicLetter(raw.charCodeAt(at - 2)));
}

/** A name of two words that need not be known: `عبد الصبور`. */
export const isServantOf = (raw: string, at: number): boolean => raw.startsWith("عبد ال", at);

function arabicName(around: Around): ScriptName | null {
  const { right } = around;
  const [word = ""] = SERVANT_OF.exec(right) ?? ARABIC_WORD.exec(right) ?? [];
  const isServant = word.startsWith("عبد ");
  const uses = isServant ? USE.arabicGiven | USE.arabicOnlyGiven : dictionary().usesOf(word);
  return (uses & USE.arabicGiven) === 0 ? arabicPlace(around) : arabicPerson(around, word, uses);
}

function arabicPerson(around: Around, word: string, uses: number): ScriptName | null {
  const { left, right } = around;
  const first = word.length + surnameAfter(right.slice(word.length));
  const isFull = first > word.length;
  const length = isFull ? first + surnameAfter(right.slice(first)) : first;
  const isOnly = (uses & USE.arabicOnlyGiven) !== 0;
  const isSurnamed = isFull && dictionary().has(right.slice(word.length + 1, first), USE.arabicSurname);
  const isCued = ARABIC_TITLE.test(left.slice(-CUE_MAX));
  if (!isOnly && !isCued && !isSurnamed && !(isFull && (uses & USE.ordinary) === 0)) return arabicPlace(around);
  return person(length, isFull || isCued ? SCORE.sure : SCORE.likely);
}

/** Length of the surname after a given name, with the space. */
function surnameAfter(after: string): number {
  const [following = ""] = FOLLOWING.exec(after) ?? [];
  const isWhole = following !== "" && !ARABIC_END.test(after.slice(following.length, following.length + 1));
  return isWhole && isSurname(following.slice(1).split(" "), after) ? following.length : 0;
}

function isSurname(words: readonly string[], after: string): boolean {
  const uses = dictionary().usesOf(words.at(-1) ?? "");
  const isName = (uses & (USE.arabicGiven | USE.arabicSurname)) !== 0;
  if (words.length > 1) return isName || WITH_ARTICLE.test(after);
  if ((uses & (USE.arabicSurname | USE.arabicOnlyGiven)) !== 0) return true;
  if (isName) return (uses & (USE.ordinary | USE.place)) === 0;
  return OF_ORIGIN.test(after) && (uses & USE.ordinary) === 0;
}

function arabicPlace({ left, right }: Around): ScriptName | null {
  const words = dictionary();
  const length = words.longest(right, USE.place, (end) => !ARABIC_WORD.test(right.slice(end)));
  if (length < 3) return null;
  const name = right.slice(0, length);
  const isSure = !words.has(name, USE.arabicGiven) && !AMBIGUOUS.has(name);
  return isSure || ARABIC_PLACE_BEFORE.test(left.slice(-CUE_MAX)) ? place(length) : null;
}

const isHindi = (code: number): boolean => code >= 0x900 && code <= 0x97f && (code <= 0x963 || code >= 0x970);
const HINDI_WORD = /^[\u0900-\u0963\u0970-\u097f]+/;
const HINDI_TITLE =
  /(?:^|[^\u0900-\u0963])(?:श्री|श्रीमती|सुश्री|कुमारी|डॉ\.|डॉ|डॉक्टर|प्रो\.|पंडित|मरीज़|मरीज|ग्राहक|नाम|बहन|भाई|बेटा|बेटी|दोस्त|पति|पत्नी|मित्र|नमस्ते|नमस्कार|प्रिय|हैलो) $/;
const HINDI_AFTER = /^ (?:जी|ने|साहब|भाई|दीदी)(?![\u0900-\u0963])/;

function hindiName({ left, right }: Around): ScriptName | null {
  const [word = ""] = HINDI_WORD.exec(right) ?? [];
  const words = dictionary();
  const uses = words.usesOf(word);
  if ((uses & USE.hindiGiven) === 0) return hindiPlace({ left, right });
  const surname = hindiSurname(right.slice(word.length));
  const isOnly = (uses & USE.hindiOnlyGiven) !== 0;
  const isAddressed = HINDI_AFTER.test(right.slice(word.length)) && (uses & USE.ordinary) === 0;
  const isCued = HINDI_TITLE.test(left.slice(-CUE_MAX)) || isAddressed;
  if (surname === 0 && !isOnly && !isCued) return hindiPlace({ left, right });
  return person(word.length + surname, surname > 0 || isCued ? SCORE.sure : SCORE.likely);
}

function hindiSurname(after: string): number {
  const [word = ""] = HINDI_WORD.exec(after.slice(1)) ?? [];
  return after.startsWith(" ") && dictionary().has(word, USE.hindiSurname) ? 1 + word.length : 0;
}

function hindiPlace({ right }: Around): ScriptName | null {
  const length = dictionary().longest(right, USE.place, (end) => !HINDI_WORD.test(right.slice(end)));
  return length < 2 ? null : place(length);
}

export const isInsideSpaced = (raw: string, at: number): boolean =>
  isHindi(raw.charCodeAt(at)) ? isHindi(raw.charCodeAt(at - 1)) : isInsideArabic(raw, at);

export const spacedName = (around: Around): ScriptName | null =>
  HINDI_WORD.test(around.right) ? hindiName(around) : arabicName(around);
