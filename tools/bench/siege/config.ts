import { readFileSync } from "node:fs";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { POLICY_NAMES } from "../../../src/analyzers/registry.ts";
import { here } from "../service.ts";
import { SYSTEM_PROMPT } from "../texts.ts";
import { ASSET, ATTACKER, VICTIM } from "./door.ts";

const shipped = z.looseObject({
  assets: z.array(z.looseObject({ policies: z.array(z.looseObject({ policy_name: z.string() })) })),
  upstreams: z.array(z.looseObject({})),
});

/** What those policies need to know that do nothing without. One that needs a judge is left out. */
const METADATA: Readonly<Record<string, unknown>> = {
  banned_topics_detection: ["politics", "medical advice"],
  language_violation_detection: ["en"],
  system_prompt_leak_detection: SYSTEM_PROMPT,
  tool_use_rules: ["deny send where to matches evil", "allow *"],
};
const WITHOUT = new Set(["policy_violation_detection"]);
/** Nobody is to be stopped by a limit: what one key may do in a minute is enough to do harm. */
const UNLIMITED = 1_000_000_000;

/** The shipped configuration with all policies, its limits out of the way, two clients and a provider of ours. */
export function siegeConfig(upstreamUrl: string): string {
  const config = shipped.parse(parse(readFileSync(here("../../config/sallyport.yaml"), "utf8")));
  const own = config.assets[0]?.policies ?? [];
  const names = new Set(own.map(({ policy_name }) => policy_name));
  const others = POLICY_NAMES.filter((name) => !names.has(name) && !WITHOUT.has(name)).map((policy_name) => ({
    policy_name,
    action: "flag",
    ...(policy_name in METADATA ? { metadata: METADATA[policy_name] } : {}),
  }));
  const key = ({ key: secret }: { readonly key: string }): object => ({ id: secret, secret, organization: "demo" });
  const upstream = {
    ...config.upstreams[0],
    url: upstreamUrl,
    asset: ASSET,
    websocket: "inspect",
    api_key: "provider",
  };
  return stringify({
    ...config,
    keys: [key(ATTACKER), key(VICTIM)],
    assets: [{ ...config.assets[0], id: ASSET, policies: [...own, ...others] }],
    upstreams: [upstream],
    limits: {
      default: UNLIMITED,
      routes: { "POST /sdk/v1/analyze/prompt": UNLIMITED, "POST /sdk/v1/analyze/response": UNLIMITED },
    },
    store: { url: "none" },
  });
}
