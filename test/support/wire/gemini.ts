import { gemini } from "../../../src/codecs/gemini/gemini-format.ts";
import { interleaved, sseData } from "./events.ts";
import type { StreamedAnswer, WireKit } from "./kit.ts";

interface Part {
  readonly text?: string;
  readonly functionCall?: { readonly name?: string; readonly args?: object };
}

interface Candidate {
  readonly index: number;
  readonly content?: { readonly parts?: readonly Part[] };
  readonly finishReason?: string;
}

interface Answer {
  readonly candidates?: readonly Candidate[];
}

const HEAD = { modelVersion: "test-model", responseId: "r-1" };

function bodyOf(candidate: object): string {
  return JSON.stringify({
    candidates: [candidate],
    usageMetadata: { promptTokenCount: 3, totalTokenCount: 9 },
    ...HEAD,
  });
}

const content = (parts: readonly object[]): object => ({ parts, role: "model" });

/** The last piece comes with the end, as the API sends it. */
function textBodies(pieces: readonly string[], index: number): readonly string[] {
  const last = Math.max(0, pieces.length - 1);
  return (pieces.length === 0 ? [""] : pieces).map((text, at) =>
    bodyOf({ content: content([{ text }]), index, ...(at === last ? { finishReason: "STOP" } : {}) }),
  );
}

/** As some servers write it: an end in every event. */
function endlessBodies(pieces: readonly string[]): readonly string[] {
  const bodies = (texts: readonly string[], index: number): readonly string[] =>
    texts.map((text) => bodyOf({ content: content([{ text }]), index, finishReason: "STOP" }));
  return interleaved([
    bodies(pieces, 0),
    bodies(
      pieces.map(() => "x"),
      1,
    ),
  ]);
}

function callBodies(pieces: readonly string[]): readonly string[] {
  const args: unknown = JSON.parse(pieces.join(""));
  return [
    bodyOf({ content: content([{ functionCall: { name: "look_up", args } }]), index: 0 }),
    bodyOf({ content: content([{ text: "" }]), index: 0, finishReason: "STOP" }),
  ];
}

function answerOf(bodies: readonly Answer[], isComplete: boolean): StreamedAnswer {
  const candidates = bodies.flatMap((body) => body.candidates ?? []);
  const indexes = [...new Set(candidates.map(({ index }) => index))].toSorted((a, b) => a - b);
  const of = (index: number) => candidates.filter((candidate) => candidate.index === index);
  const parts = (index: number) => of(index).flatMap((candidate) => candidate.content?.parts ?? []);
  const call = parts(0).find(({ functionCall }) => functionCall !== undefined)?.functionCall;
  const ends = indexes.map((index) => of(index).flatMap(({ finishReason }) => finishReason ?? []));
  return {
    texts: indexes.map((index) =>
      parts(index)
        .map(({ text }) => text ?? "")
        .join(""),
    ),
    toolArguments: call === undefined ? "" : JSON.stringify(call.args),
    copies: [],
    isRefused: ends.map((reasons) => reasons.at(-1) === "SAFETY"),
    isComplete: isComplete && ends.every((reasons) => reasons.length === 1),
  };
}

const common = {
  codec: gemini,
  choicesMax: 4,
  request: (prompt: string, { count }: { readonly count: number }) => ({
    contents: [{ role: "user", parts: [{ text: prompt }] }],
    generationConfig: { candidateCount: count },
  }),
  answer: (texts: readonly string[]) => ({
    candidates: texts.map((text, index) => ({
      content: { parts: [{ text }], role: "model" },
      finishReason: "STOP",
      index,
    })),
    ...HEAD,
  }),
  answerTexts: (body: unknown) =>
    ((body as Answer).candidates ?? []).map(({ content: held }) =>
      (held?.parts ?? []).map(({ text }) => text).join(""),
    ),
};

const method = (stream: boolean): string => (stream ? "streamGenerateContent" : "generateContent");
const sse = (bodies: readonly string[]): readonly string[] => bodies.map((body) => `data: ${body}\n\n`);

/** `alt=sse` */
export const geminiKit: WireKit = {
  ...common,
  path: ({ stream }) => `/v1beta/models/test-model:${method(stream)}${stream ? "?alt=sse" : ""}`,
  contentType: "text/event-stream",
  stream: (choices) => sse(interleaved(choices.map(textBodies))),
  toolStream: (pieces) => sse(callBodies(pieces)),
  endlessStream: (pieces) => sse(endlessBodies(pieces)),
  read: (wire) =>
    answerOf(
      sseData(wire).map((data) => JSON.parse(data) as Answer),
      wire.endsWith("\n\n"),
    ),
};

const array = (bodies: readonly string[]): readonly string[] => [
  ...bodies.map((body, at) => (at === 0 ? `[${body}` : `,\r\n${body}`)),
  "\n]\n",
];

/** Without `alt=sse`: one array, as it grows. */
export const geminiArrayKit: WireKit = {
  ...common,
  path: ({ stream }) => `/v1beta/models/test-model:${method(stream)}`,
  contentType: "application/json",
  stream: (choices) => array(interleaved(choices.map(textBodies))),
  toolStream: (pieces) => array(callBodies(pieces)),
  endlessStream: (pieces) => array(endlessBodies(pieces)),
  read: (wire) => answerOf(JSON.parse(wire) as Answer[], true),
};
