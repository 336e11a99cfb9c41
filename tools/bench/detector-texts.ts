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

/** What makes a careless view or pattern walk the same characters again and again. */
export const HOSTILE: ReadonlyMap<string, string> = new Map([
  ["digits", "4"],
  ["spaced digits", "1 "],
  ["dashed digits", "12-"],
  ["dots", "1."],
  ["base64", "QUJDREVG"],
  ["hex", "6a6f"],
  ["percent escapes", "%41"],
  ["references", "&#65;"],
  ["zero width", "a\u200b"],
  ["full width", "４"],
  ["look-alikes", "аa"],
  ["at signs", "a@"],
  ["key words", "key token password = "],
  ["labels", "tax id passport "],
  ["openers", "-----BEGIN "],
  ["tokens", "eyJhbGciOi."],
  ["addresses", "12 Main Street "],
  ["names", "Anna Maria "],
]);

export const sized = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);
