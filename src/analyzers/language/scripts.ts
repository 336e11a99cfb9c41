import { lazy } from "../../core/lazy.ts";

/** Scripts that are distinguished, and how much text of each identifies the language. */

interface ScriptInfo {
  /** Fewest letters of a sentence that is judged. */
  readonly lettersMin: number;
  /** How much a letter counts beside one of an alphabet: an ideograph is a word. */
  readonly weight: number;
}

const alphabet: ScriptInfo = { lettersMin: 20, weight: 1 };
const abjad: ScriptInfo = { lettersMin: 16, weight: 1.2 };

const SCRIPTS = {
  Latin: alphabet,
  Cyrillic: alphabet,
  Greek: alphabet,
  Armenian: alphabet,
  Georgian: alphabet,
  Hebrew: abjad,
  Arabic: abjad,
  Devanagari: abjad,
  Bengali: abjad,
  Gurmukhi: abjad,
  Gujarati: abjad,
  Oriya: abjad,
  Tamil: abjad,
  Telugu: abjad,
  Kannada: abjad,
  Malayalam: abjad,
  Sinhala: abjad,
  Thai: abjad,
  Lao: abjad,
  Khmer: abjad,
  Myanmar: abjad,
  Ethiopic: { lettersMin: 12, weight: 1.5 },
  Tibetan: abjad,
  Thaana: abjad,
  Hangul: { lettersMin: 9, weight: 2 },
  Han: { lettersMin: 8, weight: 2.5 },
  Kana: { lettersMin: 8, weight: 2 },
} as const satisfies Readonly<Record<string, ScriptInfo>>;

export type Script = keyof typeof SCRIPTS;

const NAMES: readonly Script[] = keysOf(SCRIPTS);

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  const keys: Key[] = [];
  for (const key in record) keys.push(key);
  return keys;
}

const PATTERNS: readonly RegExp[] = NAMES.map((name) =>
  name === "Kana" ? /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u : new RegExp(`\\p{Script=${name}}`, "u"),
);
const LETTER = /[\p{L}\p{M}]/u;

/** Unit → 1 + the index of its script, as it is seen; 0 = not seen yet, `NONE` = no letter of a script that is known. */
const scripts = new Uint8Array(0x10000);
const NONE = 255;

function scriptIndex(code: number): number {
  return (scripts[code] ||= indexOf(String.fromCharCode(code)));
}

function indexOf(character: string): number {
  if (!LETTER.test(character)) return NONE;
  const index = PATTERNS.findIndex((pattern) => pattern.test(character));
  return index < 0 ? NONE : index + 1;
}

/** Whether the unit is of a script that is written without spaces. */
export function isUnspaced(code: number): boolean {
  if (code < 0xe00) return false;
  const name = NAMES[scriptIndex(code) - 1];
  return (
    name === "Han" || name === "Kana" || name === "Thai" || name === "Lao" || name === "Khmer" || name === "Myanmar"
  );
}

/** What most of a text is written in; Japanese is `Kana`, its ideographs included. */
export interface Writing {
  readonly script: Script;
  readonly letters: number;
  /** Share of the letters of each script, weighted. */
  readonly shares: ReadonlyMap<Script, number>;
}

/** Share of the letters that must be of one script, weighted. */
const SHARE_MIN = 0.6;
/** Share of kana among kana and ideographs from which on a text is Japanese. */
const KANA_MIN = 0.1;

/** The script of a text; `null` when it mixes several, or has too few letters of one to say anything. */
export function writingOf(text: string): Writing | null {
  const counts = new Map<Script, number>();
  for (let at = 0; at < text.length; at++) {
    const name = NAMES[scriptIndex(text.charCodeAt(at)) - 1];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  joinKana(counts);
  const weights = [...counts].map(([script, letters]) => ({
    script,
    letters,
    weight: letters * SCRIPTS[script].weight,
  }));
  const sum = weights.reduce((all, { weight }) => all + weight, 0);
  const best = weights.reduce((most, one) => (one.weight > most.weight ? one : most), NOTHING);
  if (best.weight === 0 || best.weight < SHARE_MIN * sum) return null;
  const shares = new Map(weights.map(({ script, weight }) => [script, weight / sum]));
  return { script: best.script, letters: best.letters, shares };
}

const NOTHING: { readonly script: Script; readonly letters: number; readonly weight: number } = {
  script: "Latin",
  letters: 0,
  weight: 0,
};

function joinKana(counts: Map<Script, number>): void {
  const kana = counts.get("Kana") ?? 0;
  const han = counts.get("Han") ?? 0;
  if (kana === 0) return;
  const all = kana + han;
  counts.set("Kana", kana >= KANA_MIN * all ? all : 0);
  counts.set("Han", kana >= KANA_MIN * all ? 0 : all);
}

export const lettersMin = (script: Script): number => SCRIPTS[script].lettersMin;

/** Characters in common use whose simplified and traditional forms differ, in pairs (Table of General Standard Chinese Characters, 2013). */
const PAIRS =
  "们們 这這 个個 来來 说說 时時 会會 对對 为為 国國 过過 还還 学學 么麼 发發 后後 经經 开開 现現 问問 没沒 动動 样樣 种種 点點 " +
  "间間 关關 长長 见見 进進 实實 体體 头頭 电電 话話 无無 业業 当當 从從 两兩 产產 语語 万萬 东東 门門 车車 书書 买買 卖賣 马馬 鱼魚 " +
  "鸟鳥 龙龍 风風 飞飛 饭飯 饮飲 馆館 钱錢 银銀 铁鐵 钟鐘 错錯 镇鎮 听聽 读讀 写寫 谁誰 请請 谢謝 认認 识識 让讓 讲講 许許 设設 " +
  "议議 论論 证證 评評 词詞 试試 该該 详詳 误誤 调調 谈談 规規 视視 觉覺 亲親 观觀 贝貝 负負 财財 责責 败敗 货貨 质質 贵貴 费費 资資 " +
  "赛賽 赞贊 转轉 轮輪 软軟 较較 载載 输輸 边邊 达達 运運 远遠 连連 选選 适適 递遞 邮郵 乡鄉 医醫 释釋 里裡 针針 钥鑰 锁鎖 阳陽 " +
  "阴陰 际際 陆陸 险險 随隨 隐隱 难難 须須 顾顧 预預 领領 题題 颜顏 额額 类類 显顯 验驗 惊驚 鸡雞 麦麥 黄黃 齐齊 齿齒 亚亞 严嚴 " +
  "临臨 丽麗 举舉 义義 乐樂 习習 争爭 亿億 仅僅 仓倉 价價 众眾 优優 传傳 伤傷 伟偉 侧側 债債 儿兒 兴興 养養 农農 决決 况況 冻凍 " +
  "净淨 减減 划劃 刘劉 则則 创創 删刪 别別 剧劇 劝勸 办辦 务務 励勵 劳勞 势勢 单單 卫衛 厂廠 历歷 压壓 厅廳 县縣 参參 双雙 变變 " +
  "号號 叹嘆 吗嗎 员員 响響 团團 园園 围圍 图圖 圆圓 场場 坏壞 块塊 坚堅 报報 处處 备備 复復 够夠 妈媽 孙孫 宁寧 宝寶 审審 宽寬 " +
  "导導 将將 尔爾 层層 属屬 岁歲 岛島 帅帥 师師 带帶 帮幫 广廣 庆慶 库庫 应應 废廢 异異 张張 强強 归歸 录錄 彻徹 忆憶 忧憂 怀懷 " +
  "态態 总總 恶惡 战戰 户戶 执執 扩擴 扫掃 护護 担擔 据據 择擇 挂掛 换換 损損 摄攝 数數 断斷 旧舊 显顯 权權 条條 极極 构構 标標 " +
  "栏欄 树樹 检檢 楼樓 欢歡 岁歲 残殘 气氣 汉漢 汤湯 沟溝 泪淚 洁潔 测測 济濟 浓濃 涨漲 渐漸 温溫 湾灣 满滿 灭滅 灯燈 灵靈 热熱 " +
  "爱愛 爷爺 犹猶 独獨 狱獄 环環 码碼 确確 离離 稳穩 穷窮 笔筆 签簽 简簡 粮糧 紧緊 级級 纪紀 约約 红紅 纯純 纸紙 线線 练練 组組 " +
  "细細 织織 终終 结結 给給 络絡 统統 继繼 绩績 续續 维維 综綜 绿綠 缓緩 编編 缘緣 网網 罗羅 联聯 职職 脑腦 脸臉 节節 苏蘇 药藥 " +
  "获獲 营營 虽雖 补補 装裝 计計 订訂 训訓 记記 访訪 译譯 询詢 诉訴 课課";
const FORMS_MIN = 2;
const FORMS_SHARE_MIN = 0.8;

const simplified = new Set(PAIRS.split(" ").map((pair) => pair.charAt(0)));
const traditional = new Set(PAIRS.split(" ").map((pair) => pair.charAt(1)));

/** How a Chinese text is written; `null` where too few of its characters differ. */
export function chineseOf(text: string): "Hans" | "Hant" | null {
  let hans = 0;
  let hant = 0;
  for (const character of text) {
    if (simplified.has(character)) hans += 1;
    else if (traditional.has(character)) hant += 1;
  }
  const most = Math.max(hans, hant);
  if (most < FORMS_MIN || most < FORMS_SHARE_MIN * (hans + hant)) return null;
  return hans > hant ? "Hans" : "Hant";
}

/** Words of Chinese sentences that are none of Japanese ones, whatever the way to write them. */
const CHINESE_WORDS = new Set("我你您他她它们們这這那哪吗嗎吧呢啊很还還没沒了是着把被给給让讓怎么麼什谁誰说說吃喝");
const CHINESE_MIN = 2;

/** Whether ideographs without kana are Chinese rather than names, addresses and headings in Japanese. */
export function isChinese(text: string): boolean {
  let count = 0;
  for (const character of text) {
    if (!CHINESE_WORDS.has(character) && (!IDEOGRAPH.test(character) || japanese().has(character))) continue;
    count += 1;
    if (count >= CHINESE_MIN) return true;
  }
  return false;
}

const IDEOGRAPH = /\p{Script=Han}/u;

/** The ideographs of JIS X 0208, which Japanese is written with. */
const japanese = lazy((): ReadonlySet<string> => {
  const bytes: number[] = [];
  // Rows and cells as EUC-JP has them, each of 94.
  for (let row = 0xb0; row <= 0xf4; row++) for (let cell = 0xa1; cell <= 0xfe; cell++) bytes.push(row, cell);
  return new Set(new TextDecoder("euc-jp").decode(Uint8Array.from(bytes)));
});
