import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Conversation } from "../core/conversation.ts";
import type { ToolCall } from "../core/tool-call.ts";
import { isReviewed } from "../engine/offload.ts";
import { readsCalls, readsConversation, type Guard } from "../engine/guard.ts";
import type { Text } from "../text/text.ts";
import type { SerializedCall, SerializedPolicy, Task } from "./task.ts";

/** A text and what its guards may know of it, made ready to travel. */
export function taskOf(guards: readonly Guard[], text: Text, context: AnalysisContext): Task {
  const { side, origin, from, isOpen = false, conversation, tool } = context;
  return {
    text: text.raw,
    policies: guards.map(serializePolicy),
    side,
    origin,
    from,
    isOpen,
    conversation: conversation !== undefined && guards.some(readsConversation) ? plainConversation(conversation) : null,
    tool: tool === undefined ? null : serializeCall(tool, guards.some(readsCalls)),
  };
}

const plainConversation = ({ texts, canary }: Conversation): Conversation =>
  canary === undefined ? { texts } : { texts, canary };

function serializeCall({ values, ...tool }: ToolCall, isRead: boolean): SerializedCall {
  return { ...tool, values: isRead ? values() : [] };
}

/** By what was made of a policy: a guard with another action or mask finds the same, and shares it. */
const known = new WeakMap<Guard["state"], SerializedPolicy>();
let lastKey = 0;

function serializePolicy(guard: Guard): SerializedPolicy {
  const { state, policy } = guard;
  let serialized = known.get(state);
  if (serialized === undefined) {
    const { judge: _, ...own } = policy;
    const bytes = new TextEncoder().encode(JSON.stringify(own));
    const json = new Uint8Array(new SharedArrayBuffer(bytes.length));
    json.set(bytes);
    lastKey += 1;
    serialized = { key: lastKey, json, isReviewed: isReviewed(guard) };
    known.set(state, serialized);
  }
  return serialized;
}
