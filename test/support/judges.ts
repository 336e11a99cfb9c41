import type {
  Judge,
  JudgeAnswer,
  JudgeModel,
  JudgeRequest,
  JudgeSettings,
  Question,
} from "../../src/core/judge-model.ts";
import { replyJson, startUpstream, type FakeUpstream, type UpstreamScript } from "./upstream.ts";

/** A judge as a configuration makes it, small and quick. */
export function makeJudge(
  model: Partial<JudgeModel> & { readonly url?: string },
  over: Partial<JudgeSettings> = {},
): JudgeSettings {
  const remote = {
    kind: "chat",
    model: "small",
    temperature: 0,
    apiKey: null,
    apiKeyHeader: null,
    responseMaxBytes: 4096,
  };
  return {
    name: "judge",
    model: { ...remote, ...model } as JudgeModel,
    timeoutMs: 60_000,
    concurrencyMax: 16,
    queueMax: 1000,
    retries: 0,
    breaker: { failures: 1000, openMs: 10_000 },
    memoEntries: 1000,
    pieceChars: 16_000,
    labels: new Map(),
    ...over,
  };
}

export interface ChatQuestion {
  /** What stood between the boundaries. */
  readonly text: string;
  readonly boundary: string;
  readonly statements: readonly string[];
  readonly system: string;
}

/** What a chat judge was asked, read as a model would read it. */
export function readQuestion(body: Buffer | string): ChatQuestion {
  const { messages } = JSON.parse(body.toString()) as { messages: { role: string; content: string }[] };
  const [system = "", user = ""] = messages.map(({ content }) => content);
  const boundary = user.slice(0, user.indexOf("\n"));
  const text = user.slice(boundary.length + 1, user.length - boundary.length - 1);
  const json = /^\{\n[^]*?\n\}$/m.exec(system)?.[0] ?? "{}";
  return { text, boundary, statements: Object.values(JSON.parse(json) as Record<string, string>), system };
}

/** A chat completion that says so. */
export const completion = (content: string, message: object = {}, finish = "stop"): object => ({
  id: "c",
  object: "chat.completion",
  choices: [{ index: 0, finish_reason: finish, message: { role: "assistant", content, ...message } }],
});

/** The same score for every statement. */
export const verdict = (question: ChatQuestion, score: number | readonly number[]): object => {
  const scores = question.statements.map((_, index) => (typeof score === "number" ? score : (score[index] ?? 0)));
  return completion(JSON.stringify(Object.fromEntries(scores.map((each, index) => [`s${index + 1}`, each]))));
};

/** A chat model on the loopback interface that scores a text as told. */
export function startJudge(
  score: (text: string, question: ChatQuestion) => number | readonly number[],
): Promise<FakeUpstream> {
  const script: UpstreamScript = (response, { body }) => {
    const question = readQuestion(body);
    replyJson(response, verdict(question, score(question.text, question)));
  };
  return startUpstream(script);
}

/** A judge without a network. It notes what it is asked. */
export function fakeJudge(
  answer: (request: JudgeRequest) => JudgeAnswer | Promise<JudgeAnswer>,
  over: Partial<Judge> = {},
): Judge & { readonly asked: readonly JudgeRequest[] } {
  const asked: JudgeRequest[] = [];
  return {
    name: "fake",
    id: "fake 1",
    timeoutMs: 1000,
    whyNot: () => null,
    ask: (request) => {
      asked.push(request);
      return answer(request);
    },
    asked,
    ...over,
  };
}

/** The same score for everything that is asked. */
export const flat = ({ question }: { readonly question: Question }, score: number): JudgeAnswer => ({
  score,
  parts: question.parts.map(() => score),
});
