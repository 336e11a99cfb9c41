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
const DIFFERENT_MIN = 2;
const SHARE_MIN = 0.8;

const simplified = new Set(PAIRS.split(" ").map((pair) => pair.charAt(0)));
const traditional = new Set(PAIRS.split(" ").map((pair) => pair.charAt(1)));

/** How a Chinese text is written; `null` where too few of its characters tell. */
export function chineseOf(text: string): "Hans" | "Hant" | null {
  let hans = 0;
  let hant = 0;
  for (const character of text) {
    if (simplified.has(character)) hans += 1;
    else if (traditional.has(character)) hant += 1;
  }
  const most = Math.max(hans, hant);
  if (most < DIFFERENT_MIN || most < SHARE_MIN * (hans + hant)) return null;
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

let ideographs: ReadonlySet<string> | undefined;
/** The ideographs of JIS X 0208, which Japanese is written with. */
const japanese = (): ReadonlySet<string> => (ideographs ??= readJapanese());

function readJapanese(): ReadonlySet<string> {
  const bytes: number[] = [];
  // Rows and cells as EUC-JP has them, each of 94.
  for (let row = 0xb0; row <= 0xf4; row++) for (let cell = 0xa1; cell <= 0xfe; cell++) bytes.push(row, cell);
  return new Set(new TextDecoder("euc-jp").decode(Uint8Array.from(bytes)));
}
