/** Chat completions as a provider writes them. */
const HEAD = { id: "chatcmpl-bench", created: 1, model: "bench" };

/** A whole answer, as JSON. */
export const chatAnswer = (content: string): string =>
  JSON.stringify({
    ...HEAD,
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 200, completion_tokens: 200, total_tokens: 400 },
  });

const chunk = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ ...HEAD, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** The events of a streamed answer: the role, a delta for each piece, the end. */
export const chatEvents = (pieces: readonly string[]): readonly Buffer[] =>
  [
    chunk({ role: "assistant", content: "" }, null),
    ...pieces.map((content) => chunk({ content }, null)),
    chunk({}, "stop"),
    "data: [DONE]\n\n",
  ].map((event) => Buffer.from(event));
