import { analyze } from "./analyze.ts";
import { builds } from "./builds.ts";
import { chat, prompts, stream } from "./chat.ts";
import { conversation } from "./conversation.ts";
import { footprint } from "./footprint.ts";
import { large } from "./large.ts";
import { latency } from "./latency.ts";
import { overload } from "./overload.ts";
import { paced } from "./paced.ts";
import { hostile, policies } from "./policies.ts";
import { records } from "./records.ts";
import type { Scenario } from "./scenario.ts";

/** In the order in which they run: what works in the benchmark's own process comes behind what only sends. */
export const SCENARIOS: readonly Scenario[] = [
  chat,
  stream,
  paced,
  prompts,
  conversation,
  analyze,
  large,
  latency,
  footprint,
  records,
  overload,
  hostile,
  policies,
  builds,
];
