/** Which words may name someone or something, and what speaks of them. */

/** Words of requests and of all kinds of things: they name no one and nothing. */
const COMMON: ReadonlySet<string> = new Set(
  `the and for with from that this these those into onto over under about after before then than them they their there here have
  has had was were will would could should can may might must shall not but you your yours our ours his her hers its she him who
  what when where which why how all any each every some most more less many much few one two three first last next new old latest
  recent please thanks thank hello dear hey just only also too very well out off let get gets got make makes made take takes took
  give gives given find finds look looks read reads show tell tells ask asks want wants need needs like know see check checks
  send sends sent reply replies forward email emails mail mails message messages text texts call calls pay pays paid payment
  payments transfer transfers money amount account accounts number numbers address addresses contact contacts book books booking
  reserve order orders buy add adds delete remove share shares post posts invite invites upload update updates create creates
  write writes put set run runs execute file files folder document documents page pages site website websites web link links url
  urls list lists summary summarize summarise summaries tomorrow today yesterday week month year day days time date meeting
  meetings event events calendar invoice invoices bill bills channel channels user users name names info information details data
  inbox thread task tasks todo note notes result results search answer question work team people person someone everyone customer
  client ticket tickets issue issues project report reports thing things same other another now later soon again back online
  best cheapest nearest available good great high low top bitte eine einen einem einer der die das und mit von für den dem ist
  les des une pour avec dans que qui est los las por para con del una uno che per con gli della http https www com`.split(
    /\s+/,
  ),
);

/** The same of scripts that put no spaces between words. */
const COMMON_PIECES: ReadonlySet<string> = new Set(
  `会议 会議 邮件 郵件 文件 信息 消息 发送 發送 回复 回覆 今天 明天 昨天 日程 联系 聯絡 地址 电话 電話 账户 帳戶 付款 转账 订单 訂單 客户 顧客
  项目 报告 報告 资料 資料 内容 问题 請求 帮我 幫我 什么 一下 最新 所有 用户 总结 本日 明日 昨日 連絡 住所 番号 口座 支払 注文 送信 返信 要約
  確認 予定 検索 メール ファイル メッセージ リスト ページ リンク 회의 메일 이메일 파일 메시지 내용 오늘 내일 주소 전화 계좌 주문 고객 최신`.split(
    /\s+/,
  ),
);

const WORD = /[\p{L}\p{N}]{2,40}/gu;
/** Runs of a script without spaces: any piece of them may be a word. Kana of grammar (`ください`) stand between the runs. */
const UNSPACED = /[\p{Script=Han}\p{Script=Katakana}\u30fc]{2,40}/gu;
/** Korean glues its particles to the end of a word. */
const HANGUL = /^\p{Script=Hangul}{2,40}$/u;
/** A name in such scripts, characters. */
const PIECE_MIN = 2;
const PIECE_MAX = 4;
/** Words of the user that are remembered. */
const WORDS_MAX = 20_000;

/** Words that may name someone or something: `ana`, `acme`, `q3`. */
export function namingWords(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    if (found.size >= WORDS_MAX) break;
    const small = fold(word);
    for (const piece of [small, ...piecesOf(small)]) if (isNaming(piece)) found.add(piece);
  }
  return found;
}

function piecesOf(word: string): readonly string[] {
  if (HANGUL.test(word))
    return [2, 3, 4].filter((length) => length < word.length).map((length) => word.slice(0, length));
  return HIGH.test(word) ? [...word.matchAll(UNSPACED)].flatMap(([run]) => windows(run, PIECE_MIN, PIECE_MAX)) : [];
}

/** All pieces of a run that have so many characters. */
function windows(run: string, min: number, max: number): readonly string[] {
  const found: string[] = [];
  for (let length = min; length <= max; length++)
    for (let at = 0; at + length <= run.length; at++) found.push(run.slice(at, at + length));
  return found;
}

function isNaming(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= 4;
  const isLong = word.length >= 3 || /[^\u0000-\u024f]/.test(word) || /\d/.test(word);
  return isLong && !COMMON.has(word) && !COMMON_PIECES.has(word);
}

/** Case and accents do not count. */
function fold(word: string): string {
  return word.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "").normalize("NFC");
}

/** Whether a text holds one of the words, or a form of it (`Emma's`, `Stones`). */
export function holdsWord(text: string, names: ReadonlySet<string>): boolean {
  for (const [word] of text.matchAll(WORD)) {
    const small = fold(word);
    if (!isNaming(small)) continue;
    if (names.has(small) || names.has(small.replace(/s$/, "")) || names.has(`${small}s`)) return true;
    if (HIGH.test(small) && namesWithin(small).some((piece) => names.has(piece))) return true;
  }
  return false;
}

/** After the alphabets in Unicode: cheaper to test than the scripts. */
const HIGH = /[\u2e80-\uffff]/;

/** What of a word without spaces may be a name: three characters anywhere, and the family name that begins a short one. */
function namesWithin(word: string): readonly string[] {
  return [...word.matchAll(UNSPACED)].flatMap(([run]) => [
    ...windows(run, PIECE_MAX - 1, PIECE_MAX - 1),
    ...(run.length <= PIECE_MAX ? [run, run.slice(0, PIECE_MIN)] : []),
  ]);
}
