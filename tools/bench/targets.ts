import type { LoadTarget } from "./load.ts";
import { pool, proseOfSeed } from "./prose.ts";
import { KEY } from "./service.ts";

/** Characters of a prompt, so that the whole body is a kilobyte. */
const PROMPT_CHARS = 900;

export interface ChatOptions {
  readonly stream?: boolean;
  readonly promptChars?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Bodies of chat completions, another prompt each. */
export const chatBodies = ({ stream = false, promptChars = PROMPT_CHARS }: ChatOptions = {}): readonly string[] =>
  pool((seed) =>
    JSON.stringify({
      model: "bench",
      ...(stream ? { stream } : {}),
      messages: [{ role: "user", content: proseOfSeed(seed, promptChars) }],
    }),
  );

export const chatTarget = (port: number, options: ChatOptions = {}): LoadTarget => ({
  port,
  method: "POST",
  path: "/v1/chat/completions",
  headers: options.headers ?? {},
  bodies: chatBodies(options),
});

export interface AnalyzeOptions {
  readonly path?: string;
  readonly save?: boolean;
  /** How many different texts. */
  readonly count?: number;
}

/** Analyses of prompts of so many bytes, another prompt each. */
export function analyzeTarget(
  port: number,
  bytes: number,
  { path = "/sdk/v1/analyze/prompt", save = false, count }: AnalyzeOptions = {},
): LoadTarget {
  const bodies = pool((seed) => analyzeBody(proseOfSeed(seed, bytes), save), count);
  return { port, method: "POST", path, headers: KEY, bodies };
}

export const analyzeBody = (prompt: string, save = false): string =>
  JSON.stringify({ asset_id: "bench", scan_data: { prompt }, save });
