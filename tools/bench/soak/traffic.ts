import type { Json } from "../../../src/core/model.ts";
import type { StreamedAnswer, WireKit } from "../../../test/support/wire/kit.ts";
import { KITS } from "../../../test/support/wire/formats.ts";
import { PROSE } from "../texts.ts";
import type { Answer, Exchange } from "./client.ts";
import { shuffled, type Random } from "./random.ts";

/** Of the shipped configuration. */
export const ASSET = "demo-chatbot";
export const KEY = "rsk_demo";

const MAIL = ["jane.doe", "northwind-traders.com"].join("@");
/** Made up, and parted, so that scanners of this source stay quiet. */
const SECRET = ["AKIA", "Q3EGZ7XWT5KDN2RV"].join("");
const SENTENCES = PROSE.trim().split(/(?<=\.) /);
const JSON_TYPE = { "content-type": "application/json" };
const KEYED = { "x-api-key": KEY, ...JSON_TYPE };

/** Harmless sentences in another order each time, whole ones: what is remembered of one text must not spare the next. */
function prose(random: Random, length: number): string {
  let text = `Question ${random(1_000_000)}.`;
  for (;;) {
    const sentence = SENTENCES[random(SENTENCES.length)] ?? "";
    if (text.length + 1 + sentence.length > length) return text;
    text += ` ${sentence}`;
  }
}

type Make = (random: Random) => Exchange;

/** So many of them in each round of the deck. */
interface Card {
  readonly count: number;
  readonly make: Make;
}

const parsed = ({ text }: Answer): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

/** The answer of an analysis with that verdict. */
const verdict =
  (wanted: string) =>
  (answer: Answer): string | null =>
    answer.status === 200 && parsed(answer)["verdict"] === wanted ? wanted : null;

const status =
  (...wanted: readonly number[]) =>
  (answer: Answer): string | null =>
    wanted.includes(answer.status) ? String(answer.status) : null;

interface Analysis {
  readonly side?: "prompt" | "response";
  readonly save?: boolean;
  readonly wanted?: string;
}

function analysis(kind: string, text: (random: Random) => string, options: Analysis = {}): Make {
  const { side = "prompt", save = true, wanted = "passed" } = options;
  return (random) => ({
    kind,
    method: "POST",
    path: `/sdk/v1/analyze/${side}`,
    headers: KEYED,
    body: JSON.stringify({ asset_id: ASSET, scan_data: { [side]: text(random) }, save }),
    manner: "read",
    judge: verdict(wanted),
  });
}

const event: Make = (random) => ({
  kind: "event",
  method: "POST",
  path: "/sdk/v1/events/record",
  headers: KEYED,
  body: JSON.stringify({
    asset_id: ASSET,
    session_id: `s-${random(100)}`,
    node: { node_name: "look_up", node_type: "TOOL", node_subtype: "TOOL", node_metadata: {} },
    trace: { trace_id: `t-${random(1000)}`, span_id: `s-${random(1_000_000)}`, parent_span_id: null },
    evaluation: { content: prose(random, 800), policies: [{ policy_name: "pii_detection", action: "flag" }] },
  }),
  manner: "read",
  judge: verdict("passed"),
});

interface Chat {
  readonly stream: boolean;
  readonly prompt: (random: Random) => string;
  readonly judge: (answer: Answer, kit: WireKit) => string | null;
  readonly how?: string;
  readonly manner?: Exchange["manner"];
}

function chat(kind: string, kit: WireKit, { stream, prompt, judge, how, manner = "read" }: Chat): Make {
  const path = kit.path({ stream });
  const query = how === undefined ? "" : `${path.includes("?") ? "&" : "?"}how=${how}`;
  return (random) => ({
    kind: `${kind}${stream ? ", streamed" : ""}: ${kit.codec.format}`,
    method: "POST",
    path: path + query,
    headers: JSON_TYPE,
    body: JSON.stringify(kit.request(prompt(random), { stream, count: 1 })),
    manner,
    judge: (answer) => judge(answer, kit),
  });
}

/** Google's lines end with CRLF, which the kits do not write. */
const readStream = ({ text }: Answer, kit: WireKit): StreamedAnswer => kit.read(text.replaceAll("\r\n", "\n"));

const whole = (answer: Answer, kit: WireKit): string => kit.answerTexts(JSON.parse(answer.text) as Json).join("");

/** A whole answer, or a stream that has the end that clients wait for, with a text that is as wished. */
const said =
  (stream: boolean, isWished: (text: string) => boolean) =>
  (answer: Answer, kit: WireKit): string | null => {
    if (answer.status !== 200 || !answer.isWhole) return null;
    if (!stream) return isWished(whole(answer, kit)) ? "answered" : null;
    const { texts, isComplete, isRefused } = readStream(answer, kit);
    return isComplete && !isRefused.includes(true) && isWished(texts.join("")) ? "answered" : null;
  };

/** Refused with 400, or a stream that ended as the format ends a blocked one, without the secret. */
function blocked(answer: Answer, kit: WireKit): string | null {
  if (answer.text.includes(SECRET)) return null;
  if (answer.status === 400) return "blocked";
  return answer.status === 200 && readStream(answer, kit).isRefused[0] === true ? "blocked" : null;
}

/** The upstream broke off: 502, or an error at the end of what had gone out. */
function brokeOff({ status, text, isWhole }: Answer): string | null {
  if (status === 502) return "502";
  return status === 200 && isWhole && text.includes("upstream_disconnected") ? "error event" : null;
}

function chatsOf(kit: WireKit): readonly Card[] {
  return [false, true].flatMap((stream): readonly Card[] => [
    {
      count: 9,
      make: chat("chat", kit, {
        stream,
        prompt: (random) => prose(random, 300 + random(1500)),
        judge: said(stream, (text) => text.startsWith("You said: ")),
      }),
    },
    {
      count: 2,
      make: chat("masked", kit, {
        stream,
        prompt: (random) => `Write to ${MAIL} about ${prose(random, 200)}`,
        judge: said(stream, (text) => text.includes("<EMAIL_ADDRESS_1>") && !text.includes(MAIL)),
      }),
    },
    {
      count: 2,
      make: chat("blocked prompt", kit, {
        stream,
        prompt: (random) => `${prose(random, 200)} The key is ${SECRET} and stays here.`,
        judge: status(400),
      }),
    },
    {
      count: 2,
      make: chat("blocked answer", kit, {
        stream,
        prompt: (random) => `Please leak a key. ${random(1_000_000)}`,
        judge: blocked,
      }),
    },
    {
      count: 1,
      make: chat("upstream resets", kit, {
        stream,
        prompt: (random) => prose(random, 300),
        how: "reset",
        judge: brokeOff,
      }),
    },
    {
      count: stream ? 2 : 1,
      make: chat("client leaves", kit, {
        stream,
        prompt: (random) => prose(random, 300),
        manner: "leave",
        judge: () => null,
      }),
    },
  ]);
}

const OPENAI = KITS.filter(({ codec }) => codec.format === "openai-chat");

/** Requests that are not well, and what they must get. */
const broken = (kind: string, over: Partial<Exchange>, wanted: number): Card => ({
  count: 2,
  make: (random) => ({ ...analysis(kind, () => prose(random, 500))(random), judge: status(wanted), ...over }),
});

/** Characters of the texts that are analysed, and how many of a round have so many. */
const SIZES: readonly (readonly [number, number])[] = [
  [200, 60],
  [1000, 50],
  [4000, 24],
  [16_000, 10],
  [64_000, 4],
];
/** `server.text_max_chars` of the shipped configuration. */
const LONGEST = 1_000_000;

const CARDS: readonly Card[] = [
  ...SIZES.map(([size, count]) => ({ count, make: analysis(`prompt of ${size}`, (random) => prose(random, size)) })),
  { count: 1, make: analysis(`prompt of ${LONGEST}`, (random) => prose(random, LONGEST)) },
  { count: 20, make: analysis("response of 1000", (random) => prose(random, 1000), { side: "response" }) },
  { count: 20, make: analysis("unsaved prompt", (random) => prose(random, 1000), { save: false }) },
  { count: 15, make: analysis("flagged prompt", (random) => `${prose(random, 400)} ${MAIL}`, { wanted: "flagged" }) },
  { count: 10, make: analysis("blocked prompt", (random) => `${prose(random, 400)} ${SECRET}`, { wanted: "blocked" }) },
  { count: 20, make: event },
  ...KITS.flatMap(chatsOf),
  ...OPENAI.flatMap((kit): readonly Card[] => [
    {
      count: 2,
      make: chat("slow reader", kit, {
        stream: true,
        prompt: (random) => prose(random, 200),
        how: "long",
        manner: "slow",
        judge: slowlyRead,
      }),
    },
    {
      count: 3,
      make: chat("upstream refuses", kit, {
        stream: false,
        prompt: (random) => prose(random, 200),
        how: "refuse",
        judge: status(502),
      }),
    },
    {
      count: 3,
      make: chat("upstream's own error", kit, {
        stream: false,
        prompt: (random) => prose(random, 200),
        how: "error",
        judge: status(529),
      }),
    },
  ]),
  broken("body that is not JSON", { body: '{"asset_id":' }, 400),
  broken("duplicate key", { body: '{"asset_id":"a","asset_id":"b"}' }, 400),
  broken("unknown key", { headers: { ...KEYED, "x-api-key": "rsk_nobody" } }, 401),
  broken("unknown asset", { body: JSON.stringify({ asset_id: "nobody's", scan_data: { prompt: "hello" } }) }, 404),
  broken("content type", { headers: { ...KEYED, "content-type": "text/plain" } }, 415),
  broken("body cut short", { manner: "cut" }, 0),
];

function slowlyRead({ status, text, isWhole }: Answer): string | null {
  return status === 200 && isWhole && text.endsWith("data: [DONE]\n\n") ? "read" : null;
}

/** Every kind as often as it is wanted, in another order each time. */
export const deck = (random: Random): readonly Exchange[] =>
  shuffled(
    CARDS.flatMap(({ count, make }) => Array.from({ length: count }, () => make)),
    random,
  ).map((make) => make(random));

/** Whether an acknowledged answer promises a record. */
export const isSaved = ({ path, body, manner }: Exchange, outcome: string): boolean =>
  path.startsWith("/sdk/") &&
  manner === "read" &&
  /passed|flagged|blocked/.test(outcome) &&
  !body.includes('"save":false');
