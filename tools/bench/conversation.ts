import type { JsonObject } from "../../src/core/model.ts";
import { TEXTS } from "./detector-texts.ts";
import { PROSE } from "./texts.ts";

const SENTENCES = PROSE.split(/(?<=\.) /);
const RESULTS = [...TEXTS.values()];

/** What an agent has exchanged after so many turns, each with a call of a tool and its result; no two messages are alike. */
export function conversation(turns: number): readonly JsonObject[] {
  const messages: JsonObject[] = [{ role: "system", content: "You work on the files of the harbour office." }];
  for (let turn = 1; turn <= turns; turn++) {
    messages.push({ role: "user", content: `Now step ${turn}. ${said(turn + 5, 2)}` }, call(turn), {
      role: "tool",
      tool_call_id: `call_${turn}`,
      content: `file ${turn}\n${RESULTS[turn % RESULTS.length] ?? ""}`,
    });
    messages.push({ role: "assistant", content: `Step ${turn} is done. ${said(turn, 3)}` });
  }
  return messages;
}

const said = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => SENTENCES[(from + index) % SENTENCES.length] ?? "").join(" ");

function call(turn: number): JsonObject {
  const path = `notes/${turn}.md`;
  const args = JSON.stringify({ path, query: said(turn + 9, 1), lines: [turn, turn + 80] });
  const tool_calls = [{ id: `call_${turn}`, type: "function", function: { name: "read_file", arguments: args } }];
  return { role: "assistant", content: null, tool_calls };
}
