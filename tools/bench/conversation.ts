import type { JsonObject } from "../../src/core/model.ts";
import { TEXTS } from "./detector-texts.ts";
import { proseOfSeed } from "./prose.ts";

const RESULTS = [...TEXTS.values()];
/** Texts of prose that a conversation may have: more than three a turn. */
const SEEDS_EACH = 10_000;

/**
 * What an agent has exchanged after so many turns, each with a call of a tool and its result; no two messages are alike, and
 * conversations of different seeds share none but the first.
 */
export function conversation(turns: number, seed = 0): readonly JsonObject[] {
  let texts = seed * SEEDS_EACH;
  const said = (chars: number): string => proseOfSeed(texts++, chars);
  const messages: JsonObject[] = [{ role: "system", content: "You work on the files of the harbour office." }];
  for (let turn = 1; turn <= turns; turn++) {
    messages.push({ role: "user", content: `Now step ${turn}. ${said(180)}` }, call(turn, said(90)), {
      role: "tool",
      tool_call_id: `call_${turn}`,
      content: `file ${turn} of ${seed}\n${RESULTS[turn % RESULTS.length] ?? ""}`,
    });
    messages.push({ role: "assistant", content: `Step ${turn} is done. ${said(270)}` });
  }
  return messages;
}

function call(turn: number, query: string): JsonObject {
  const args = JSON.stringify({ path: `notes/${turn}.md`, query, lines: [turn, turn + 80] });
  const tool_calls = [{ id: `call_${turn}`, type: "function", function: { name: "read_file", arguments: args } }];
  return { role: "assistant", content: null, tool_calls };
}
