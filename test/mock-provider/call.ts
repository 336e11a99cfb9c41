import type { AnswerHeaders } from "../../src/core/upstream-port.ts";
import { mockPort } from "../../src/mock-provider/port.ts";

export interface MockReply {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** As they come, one a read. */
  readonly reads: readonly string[];
  readonly bytes: Buffer;
  /** The whole body, parsed; a stream's is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers field by field, and a wrong guess fails them
  readonly json: any;
}

export interface MockCallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks the mock as the proxy does. A text is sent as it is, anything else as JSON; `undefined`: no body. */
export async function callMock(path: string, body: unknown, options: MockCallOptions = {}): Promise<MockReply> {
  const bytes = body === undefined ? null : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const {
    status,
    headers,
    body: answer,
  } = await mockPort.send({
    method: options.method ?? (bytes === null ? "GET" : "POST"),
    path,
    headers: Object.entries(options.headers ?? {}).flat(),
    body: bytes,
    signal: new AbortController().signal,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  const type = String(headers["content-type"]);
  const json: unknown = type.startsWith("application/json") ? JSON.parse(whole.toString()) : null;
  return { status, headers, reads: chunks.map(String), bytes: whole, json };
}

/** One event of a stream: its name, where it has one, and its data. */
export interface MockEvent {
  readonly name: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly data: any;
}

/** Events of an answer, one of each read; OpenAI's end mark is left out. */
export function eventsOf({ reads }: MockReply): readonly MockEvent[] {
  return reads.flatMap((read) => {
    const match = /^(?:event: (?<name>\S+)\n)?data: (?<data>[^\n]+?)\r?\n\r?\n$/.exec(read);
    if (match?.groups === undefined) throw new Error(`no event: ${read}`);
    const { name = null, data = "" } = match.groups;
    return data === "[DONE]" ? [] : [{ name, data: JSON.parse(data) as unknown }];
  });
}
