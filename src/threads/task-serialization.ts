import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Conversation } from "../core/conversation.ts";
import type { ToolCall } from "../core/tool-call.ts";
import { isReviewed } from "../engine/offload.ts";
import { readsCalls, readsConversation, type Guard } from "../engine/guard.ts";
import type { Reading } from "../text/reading.ts";
import type { PortableCall, PortablePolicy, Task } from "./task.ts";

/** A text and what its guards may know of it, made ready to travel. */
export function taskOf(guards: readonly Guard[], text: Reading, context: AnalysisContext): Task {
  const { side, origin, from, isOpen = false, conversation, tool } = context;
  return {
    text: text.raw,
    policies: guards.map(portablePolicy),
    side,
    origin,
    from,
    isOpen,
    conversation: conversation !== undefined && guards.some(readsConversation) ? plainConversation(conversation) : null,
    tool: tool === undefined ? null : portableCall(tool, guards.some(readsCalls)),
  };
}

const plainConversation = ({ texts, canary }: Conversation): Conversation =>
  canary === undefined ? { texts } : { texts, canary };

function portableCall({ values, ...tool }: ToolCall, isRead: boolean): PortableCall {
  return { ...tool, values: isRead ? values() : [] };
}

/** By what was made of a policy: a guard with another action or mask finds the same, and shares it. */
const known = new WeakMap<Guard["state"], PortablePolicy>();
let lastKey = 0;

function portablePolicy(guard: Guard): PortablePolicy {
  const { state, policy } = guard;
  let portable = known.get(state);
  if (portable === undefined) {
    const { judge: _, ...own } = policy;
    const bytes = new TextEncoder().encode(JSON.stringify(own));
    const json = new Uint8Array(new SharedArrayBuffer(bytes.length));
    json.set(bytes);
    lastKey += 1;
    portable = { key: lastKey, json, isReviewed: isReviewed(guard) };
    known.set(state, portable);
  }
  return portable;
}
