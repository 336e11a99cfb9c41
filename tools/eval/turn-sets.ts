import { readFileSync } from "node:fs";
import { z } from "zod";

const turnSchema = z.object({ role: z.enum(["user", "assistant"]), text: z.string() });
const rowSchema = z.object({
  kind: z.string(),
  text: z.string().optional(),
  turns: z.array(z.union([z.string(), turnSchema])).optional(),
});

/** A conversation of our own, as its user messages. No model is trained on any. */
export interface OwnConversation {
  readonly kind: string;
  readonly turns: readonly string[];
}

function read(name: string): readonly OwnConversation[] {
  const lines = readFileSync(`tools/eval/sets/${name}.jsonl`, "utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const { kind, text, turns = [] } = rowSchema.parse(JSON.parse(line));
    const said = turns.flatMap((turn) => (typeof turn === "string" ? turn : turn.role === "user" ? turn.text : []));
    return { kind, turns: text === undefined ? said : [text] };
  });
}

/** Faked dialogues that lead a model, in one message or as the turns of a request. */
export const readManyShot = (): readonly OwnConversation[] => read("many-shot");
/** Harmless steps towards a harmful goal. */
export const readEscalations = (): readonly OwnConversation[] => read("slow-escalation");
/** Long harmless conversations, and harmless messages that hold a dialogue. */
export const readHarmlessConversations = (): readonly OwnConversation[] => read("harmless-conversations");
