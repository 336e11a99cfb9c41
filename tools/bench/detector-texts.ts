import { PROSE } from "./texts.ts";

/** Texts of a kilobyte or less, written for the benchmark; repeated to the size asked for. */
const MAIL =
  "Dear Ms Keller, thank you for order 48213 of 14 March 2024. We ship 3 boxes (12.5 kg) on Monday between 10:30 and 12:00; " +
  "the total is 1,299.00 EUR. Please call +49 30 901820 or write to orders@example.org if the address in Hamburg has changed. " +
  "Your customer number is 7781-22, the old contract from 2019 ended on 31.12.2023. Regards, Tomas Lindqvist, Sales.\n";
const CODE =
  "export async function readPage(client: Client, page = 0): Promise<Page> {\n  const response = await client.get(`/items?page=${page}&size=50`, {\n" +
  "    headers: { accept: 'application/json', authorization: `Bearer ${process.env.API_TOKEN}` },\n    timeoutMs: 10_000,\n  });\n" +
  "  if (response.status !== 200) throw new HttpError(response.status, response.body.slice(0, 200));\n  return parsePage(JSON.parse(response.body));\n}\n";
const LOG =
  '{"time":"2024-05-01T10:22:11.402Z","level":"info","requestId":"0d7c2b9e-6a55-4d0c-9f2e-1f6a3a1f9b11","path":"/v1/orders/991823","status":200,' +
  '"bytes":18234,"durationMs":12.7,"sha":"9fceb02d0ae598e95dc970b74767f19372d61af8","userAgent":"curl/8.5.0"}\n';

export const TEXTS: ReadonlyMap<string, string> = new Map([
  ["prose", PROSE],
  ["mail", MAIL],
  ["code", CODE],
  ["log", LOG],
]);

const DIGITS = "0123456789";
const HEX = "0123456789abcdef";
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** UTF-16 units of a drawn text before it repeats: more than any detector reaches. */
const DRAWN_LENGTH = 4096;

/** Groups of drawn signs, in the lengths given, parted by `joint`; the same at each call. */
function drawn(signs: string, lengths: readonly number[], joint: string): string {
  let state = 7919;
  const next = (count: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % count;
  };
  let text = "";
  while (text.length < DRAWN_LENGTH) {
    for (let count = lengths[next(lengths.length)] ?? 1; count > 0; count--) text += signs[next(signs.length)] ?? "";
    text += joint;
  }
  return text;
}

/** What makes a careless view or pattern walk the same characters again and again. */
export const HOSTILE: ReadonlyMap<string, string> = new Map([
  // Rows of digits
  ["digits", "4"],
  ["spaced digits", "1 "],
  ["dashed digits", "12-"],
  ["dots", "1."],
  ["colons", "1:2:"],
  ["drawn digits", drawn(DIGITS, [1], "")],
  ["drawn spaced digits", drawn(DIGITS, [1], " ")],
  ["drawn dashed digits", drawn(DIGITS, [1, 2, 3], "-")],
  ["drawn dotted digits", drawn(DIGITS, [1, 2, 3], ".")],
  ["groups of digits", drawn(DIGITS, [1, 2, 3, 4, 5, 6], " ")],
  ["groups of four", drawn(DIGITS, [4], " ")],
  ["columns", drawn(DIGITS, [2, 5, 9], ",")],
  // Tables: one head and its rows, and a head for every row
  ["rows", `name,ssn,phone,password\n${"Anna,536228726,0431 350690,Kd9vqLm2x\n".repeat(400)}`],
  ["heads", "password,ssn\nKd9vqLm2x,536228726\na,b,c\n"],
  ["statements", "INSERT INTO t (password, ssn) VALUES ('a', 1);\n"],
  ["empty rows", "password,ssn\n,\n,\n,\n"],
  // Forms of single detectors
  ["dates", "12.04.1990 "],
  ["months", "5 May 1990, "],
  ["ages", "43 years "],
  ["phones", "+49 30 901820 "],
  ["pluses", "+1 "],
  ["addresses", "12 Main Street "],
  ["street words", "street road avenue 5 "],
  ["names", "Anna Maria "],
  ["at signs", "a@"],
  ["lone at signs", "@ "],
  ["labels", "tax id passport "],
  ["label words", "tax id 1 born phone 2 card age "],
  ["counted words", "order 48213 of box "],
  ["key words", "key token password = "],
  ["openers", "-----BEGIN "],
  ["tokens", "eyJhbGciOi."],
  ["capitals", drawn(CAPITALS, [2, 3, 7], " ")],
  ["brackets", "([{<"],
  ["quotes", "\"'`"],
  // Encodings
  ["base64", "QUJDREVG"],
  ["drawn base64", drawn(BASE64, [64], " ")],
  ["base64 in base64", "UVVKRFJFVkdR"],
  ["hex", "6a6f"],
  ["drawn hex", drawn(HEX, [32], " ")],
  ["pairs of hex", drawn(HEX, [2], ":")],
  // Disguises
  ["percent escapes", "%41"],
  ["escaped escapes", "%2541"],
  ["escaped digits", "%31 "],
  ["references", "&#65;"],
  ["references of references", "&amp;#65;"],
  ["JSON escapes", "\\u0041"],
  ["spelled signs", "a (at) b [dot] "],
  ["zero width", "a\u200b"],
  ["combining marks", "a\u0301"],
  ["full width", "\uff14"],
  ["mathematical letters", "\u{1d400}"],
  ["look-alikes", "\u0430a"],
  ["foreign words", "\u0430".repeat(200)],
]);

export const sized = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

const BEGINNINGS = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** What gives the text another beginning at each call: what readers keep of the last texts must not save them this one. */
export function anew(raw: string): () => string {
  const texts = BEGINNINGS.map((letter) => ownString(Buffer.from(`${letter}\n${raw}`)));
  let calls = 0;
  return () => texts[calls++ % texts.length] ?? raw;
}

/** What gives the same text at each call, as a request does that is sent again: in a string of its own. */
export function again(raw: string): () => string {
  const bytes = Buffer.from(raw);
  return () => ownString(bytes);
}

/** A string that shares its units with no other. */
const ownString = (bytes: Buffer): string => bytes.toString();
