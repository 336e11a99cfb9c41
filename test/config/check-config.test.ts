import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { API_ROUTES } from "../../src/api/routes.ts";
import { LIMITED_ENDPOINTS } from "../../src/config/check-config.ts";
import { problemsOf, loaded } from "../support/load.ts";
import { assertAtMost, leastMs } from "../support/timing.ts";

const ASSET = "assets: [{ id: a, organization: o }]";
const upstream = (fields: string): string => `${ASSET}\nupstreams:\n  - { name: n, asset: a, ${fields} }`;
const policy = (fields: string): string => `assets:\n  - { id: a, organization: o, policies: [{ ${fields} }] }`;

describe("checkConfig on ports", () => {
  test("refuses an admin port that is the data port", () => {
    assert.deepEqual(problemsOf("server: { port: 9000, admin_port: 9000 }"), [
      "1:35 server.admin_port: must differ from server.port",
    ]);
    assert.deepEqual(problemsOf("server: { port: 0, admin_port: 0 }"), []);
  });
});

describe("checkConfig on upstreams", () => {
  for (const url of ["https://api.example", "http://127.0.0.1:11434/v1/", "http://[2001:db8::1]:80", "builtin:mock"])
    test(`accepts the address ${url}`, () => assert.deepEqual(problemsOf(upstream(`url: '${url}'`)), []));

  for (const url of [
    "",
    "api.example",
    "ftp://api.example",
    "file:///etc/passwd",
    "builtin:other",
    "http://",
    "http://a:99999",
  ])
    test(`refuses the address ${JSON.stringify(url)}`, () => {
      assert.deepEqual(problemsOf(upstream(`url: '${url}'`)), [
        "3:31 upstreams.0.url: must be an http or https URL, or builtin:mock",
      ]);
    });

  for (const url of [
    "http://localhost:8080",
    "http://127.0.0.1:8080/v1",
    "http://[::1]:8080",
    "http://127.1:8080",
    "http://gate.localhost.:8080",
    "http://0.0.0.0:8080",
  ])
    test(`refuses its own address ${url}`, () => {
      assert.match(problemsOf(upstream(`url: '${url}'`)).join(), /upstreams\.0\.url: is this service's own address/);
    });

  test("takes the port that is listened on for its own, whatever the file says", () => {
    const own = /is this service's own address/;
    assert.match(problemsOf(upstream("url: 'http://127.0.0.1:9000'"), { port: 9000 }).join(), own);
    assert.deepEqual(problemsOf(upstream("url: 'http://127.0.0.1:8080'"), { port: 9000 }), []);
  });

  for (const prefix of [
    "/sdk/v1",
    "/sdk/v1/",
    "/sdk/v1/x",
    "/scan",
    "/healthz",
    "/readyz",
    "/metrics",
    "/openapi.json",
    "/console",
    "/admin/x",
  ])
    test(`refuses the prefix ${prefix}, which would hide own paths`, () => {
      assert.match(
        problemsOf(upstream(`url: 'builtin:mock', prefix: ${prefix}`)).join(),
        /belongs to the service itself/,
      );
    });

  for (const prefix of ["/", "/v1", "/sdk", "/sdk/v10", "/scanner", "/consoles", "/openai/"])
    test(`accepts the prefix ${prefix}`, () => {
      assert.deepEqual(problemsOf(upstream(`url: 'builtin:mock', prefix: ${prefix}`)), []);
    });

  for (const prefix of ["/a//b", "/a/../b", "/.", "/a b", "v1", "/a?b", "/%61"])
    test(`refuses the prefix ${prefix}, which is no plain path`, () => {
      assert.equal(problemsOf(upstream(`url: 'builtin:mock', prefix: '${prefix}'`)).length, 1);
    });

  test("takes prefixes that differ in a last slash for one", () => {
    const source = `${upstream("url: 'builtin:mock', prefix: /a")}\n  - { name: m, asset: a, url: 'builtin:mock', prefix: /a/ }`;
    assert.deepEqual(problemsOf(source), ["4:55 upstreams.1.prefix: duplicate prefix /a"]);
  });

  test("refuses to ask for a key that no caller has", () => {
    const keys = (organization: string, level: number): string =>
      `keys: [{ id: k, secret: s, organization: ${organization}, access_level: ${level} }]\n`;
    const source = upstream("url: 'builtin:mock', auth: key");
    const reason = /upstreams\.0\.auth: no key of access level 2 belongs to o/;
    assert.match(problemsOf(source).join(), reason);
    assert.match(problemsOf(keys("other", 2) + source).join(), reason);
    assert.match(problemsOf(keys("o", 1) + source).join(), reason);
    assert.deepEqual(problemsOf(keys("o", 2) + source), []);
  });

  test("does not complain about references to an item that could not be read", () => {
    const source = upstream("url: 'builtin:mock'").replace("id: a,", "id: 7,");
    assert.deepEqual(problemsOf(source), ["1:16 assets.0.id: must be text: put it in quotes"]);
  });
});

describe("checkConfig on policies", () => {
  test("refuses a chosen policy id that another policy has, chosen or not", () => {
    const source = [
      "assets:",
      "  - { id: a, organization: o, policies: [{ policy_name: secrets_keys_detection, action: block, policy_id: b:secrets_keys_detection }] }",
      "  - { id: b, organization: o, policies: [{ policy_name: secrets_keys_detection, action: block }] }",
    ].join("\n");
    assert.deepEqual(problemsOf(source), [
      "2:107 assets.0.policies.0.policy_id: duplicate policy id b:secrets_keys_detection",
    ]);
  });

  test("places a reason of the analyzer inside the metadata", () => {
    const source = policy("policy_name: secrets_keys_detection, action: block, metadata: [[ok, 'E[0-9]'], [bad, '(']]");
    assert.match(problemsOf(source).join(), /^2:129 assets\.0\.policies\.0\.metadata\.1\.1: /);
  });

  test("warns of bounds that the memory for bodies and answers cannot hold", () => {
    const server = "server: { buffered_max_bytes: 2000000, body_max_bytes: 2000001 }\n";
    assert.match(problemsOf(server).join(), /warning: server\.body_max_bytes: .*buffered_max_bytes/);
    assert.deepEqual(problemsOf(server.replace("2000001", "2000000")), []);
  });

  test("warns of metadata that is missing", () => {
    const source = policy("policy_name: competitor_mention_detection, action: flag, metadata: []");
    assert.match(problemsOf(source).join(), /^2:42 warning: assets\.0\.policies\.0: .*visibly$/);
  });

  test("warns of a mask where there is nothing to mask", () => {
    const source = policy("policy_name: prompt_injection_detection, action: flag, mask: true");
    assert.match(problemsOf(source).join(), /warning: assets\.0\.policies\.0\./);
  });

  test("does not look into a disabled policy", () => {
    assert.deepEqual(
      problemsOf(policy("policy_name: secrets_keys_detection, action: disabled, metadata: [[bad, '(']]")),
      [],
    );
  });

  for (const metadata of ["''", "[]", "null", "~"])
    test(`takes metadata ${metadata} for none`, () => {
      assert.deepEqual(
        problemsOf(policy(`policy_name: secrets_keys_detection, action: block, metadata: ${metadata}`)),
        [],
      );
    });
});

describe("checkConfig on masks and allow lists", () => {
  const pii = (fields: string): string => policy(`policy_name: pii_detection, action: flag, ${fields}`);

  test("warns of hash masks without a key", () => {
    assert.deepEqual(problemsOf(pii("mask_style: hash")), [
      "2:98 warning: assets.0.policies.0.mask_style: server.mask_key is not set: equal values get equal masks only as long as this process lives",
    ]);
    assert.deepEqual(problemsOf(`server: { mask_key: sixteen characters }\n${pii("mask_style: hash")}`), []);
    assert.deepEqual(problemsOf(policy("policy_name: pii_detection, action: disabled, mask_style: hash")), []);
  });

  test("refuses to restore masks that do not tell values apart, and warns where none would be", () => {
    assert.deepEqual(problemsOf(pii("mask: restore")), []);
    for (const style of ["partial", "redact"])
      assert.match(
        problemsOf(pii(`mask: restore, mask_style: ${style}`)).join(),
        /^2:\d+ assets\.0\.policies\.0\.mask: restore needs mask_style placeholder or hash: \w+ masks do not tell/,
      );
    assert.match(problemsOf(pii("mask: restore, scope: output")).join(), /warning: .*mask: nothing is put back/);
    assert.deepEqual(problemsOf(pii("mask: restore, restore_into: [send_*]")), []);
    assert.match(problemsOf(pii("mask: true, restore_into: [send_*]")).join(), /restore_into: is for `mask: restore`/);
    assert.match(
      problemsOf(pii("mask: restored")).join(),
      /must be one of false, true, restore; did you mean restore\?/,
    );
  });

  test("takes the key from the environment, and an empty one for none", () => {
    const source = `server: { mask_key: "\${K:-}" }\n${pii("mask_style: hash")}`;
    assert.equal(problemsOf(source).length, 1);
    assert.deepEqual(problemsOf(source, { env: { K: "sixteen characters" } }), []);
    assert.match(problemsOf(source, { env: { K: "short" } }).join(), /^1:\d+ server\.mask_key: must have 16 to 1024/);
  });

  test("refuses a style that does not exist, and warns of one where nothing is masked", () => {
    assert.match(problemsOf(pii("mask_style: partail")).join(), /did you mean partial\?/);
    const source = policy("policy_name: prompt_injection_detection, action: flag, mask_style: redact");
    assert.match(problemsOf(source).join(), /warning: assets\.0\.policies\.0\.mask_style: .*nothing to mask/);
  });

  for (const [allow, expected] of [
    [
      "{ types: [IP_ADDRESS, MAIL] }",
      /^2:\d+ assets\.0\.policies\.0\.allow\.types\.1: is no type of this policy; .*EMAIL_ADDRESS\?$/,
    ],
    ["{ types: [EMAIL_ADRESS] }", /: is no type of this policy; did you mean EMAIL_ADDRESS\?$/],
    ["{ patterns: ['('] }", /allow\.patterns\.0: the pattern does not compile/],
    ["{ values: [' '] }", /allow\.values\.0: must not be empty/],
    ["{ value: [a] }", /allow\.value: unknown key; did you mean values\?/],
    ["{ values: a }", /allow\.values: must be a list/],
  ] as const)
    test(`tells the place in allow: ${allow}`, () => assert.match(problemsOf(pii(`allow: ${allow}`)).join(), expected));

  test("never quotes a value that is allowed", () => {
    const told = problemsOf(pii("allow: { values: [secret-value], patterns: ['(secret-value'] }")).join();
    assert.doesNotMatch(told, /secret-value/);
  });

  test("has no values to allow in a policy that judges the text as a whole", () => {
    const source = policy(
      "policy_name: prompt_injection_detection, action: flag, allow: { values: [a] }, ignore_test_values: true",
    );
    assert.equal(problemsOf(source).filter((line) => line.includes("judges the text as a whole")).length, 2);
  });

  test("takes a sensitivity where the policy has them, and no threshold beside it", () => {
    const learned = (rest: string): readonly string[] =>
      problemsOf(policy(`policy_name: toxicity_detection, action: flag, ${rest}`));
    assert.deepEqual(learned("sensitivity: high"), []);
    assert.match(learned("sensitivity: high, threshold: 0.4").join(), /sensitivity: a threshold is set as well/);
    assert.match(learned("sensitivity: highest").join(), /sensitivity: must be one of/);
    assert.match(problemsOf(pii("sensitivity: low")).join(), /sensitivity: pii_detection has no sensitivities by name/);
  });

  test("takes an allow list that allows nothing for none", () =>
    assert.deepEqual(problemsOf(pii("allow: { values: [] }")), []));
});

describe("checkConfig on limits", () => {
  test("warns of an endpoint that has no window", () => {
    assert.deepEqual(problemsOf("limits: { routes: { POST /sdk/v1/analyse/prompt: 3 } }"), [
      "1:50 warning: limits.routes.POST /sdk/v1/analyse/prompt: no such endpoint: it limits nothing; did you mean POST /sdk/v1/analyze/prompt?",
    ]);
  });

  test("knows every endpoint that asks for a key", () => {
    const open = new Set(["/healthz", "/readyz", "/metrics", "/openapi.json"]);
    const limited = API_ROUTES.filter(({ path }) => !open.has(path) && !path.startsWith("/console"));
    assert.deepEqual(limited.map(({ method, path }) => `${method} ${path}`).toSorted(), LIMITED_ENDPOINTS.toSorted());
  });
});

describe("checkConfig on keys", () => {
  const hashes = (...digits: readonly string[]): string => digits.map((digit) => digit.repeat(64)).join(", ");

  test("refuses a secret that stands twice in one key", () => {
    assert.deepEqual(problemsOf(`keys: [{ id: a, organization: o, secret_sha256: [${hashes("a", "A")}] }]`), [
      "1:8 keys.0: has the same secret twice",
    ]);
  });

  test("refuses either secret of an earlier key", () => {
    const source = [
      "keys:",
      `  - { id: a, organization: o, secret_sha256: [${hashes("a", "b")}] }`,
      `  - { id: b, organization: o, secret_sha256: [${hashes("c", "b")}] }`,
    ].join("\n");
    assert.deepEqual(problemsOf(source), ["3:5 keys.1: has the same secret as an earlier key"]);
  });

  test("tells thousands of secrets that stand twice in the time of as many that do not: a reload runs beside requests", () => {
    const COUNT = 8000;
    const entries = (half: string, secret: string): readonly string[] =>
      Array.from({ length: COUNT }, (_, n) => `  - { id: ${half}${n}, organization: o, secret: ${secret}${n} }`);
    const keys = (secret: string): string => ["keys:", ...entries("a", "s"), ...entries("b", secret)].join("\n");
    const [twice, once] = [keys("s"), keys("other")];
    assert.equal(problemsOf(twice).length, COUNT);
    const ratio = (): number => {
      const [slow = 0, quick = 1] = leastMs([() => problemsOf(twice), () => problemsOf(once)], 1);
      return slow / quick;
    };
    assertAtMost(ratio, 2.5, "secrets that stand twice, to those that do not");
  });
});

describe("checkConfig on exposure", () => {
  const DEMO_SHA256 = createHash("sha256").update("rsk_demo").digest("hex");
  const demo = "keys: [{ id: demo, secret: rsk_demo, organization: o }]\n";
  const spend = upstream("url: 'https://api.example', api_key: sk-ours");

  test("warns of the demo key on a network", () => {
    const warning = ["2:8 warning: keys.0: the demo key is public knowledge, and the service is open to the network"];
    assert.deepEqual(problemsOf(`server: { host: 0.0.0.0 }\n${demo}`), warning);
    assert.deepEqual(problemsOf(`server: {}\n${demo}`, { host: "0.0.0.0" }), warning);
  });

  test("warns of the demo key where it is one of two", () => {
    const twice = `server: { host: 0.0.0.0 }\nkeys: [{ id: a, organization: o, secret_sha256: [${"a".repeat(64)}, ${DEMO_SHA256}] }]`;
    assert.match(problemsOf(twice).join(), /keys\.0: the demo key is public knowledge/);
  });

  test("warns of an api_key that anyone may spend", () => {
    assert.match(
      problemsOf(spend, { host: "::" }).join(),
      /warning: upstreams\.0\.auth: anyone on the network can spend/,
    );
  });

  for (const host of ["127.0.0.1", "127.9.9.9", "localhost", "::1"])
    test(`is silent on ${host}`, () => assert.deepEqual(problemsOf(`${demo}${spend}`, { host }), []));

  test("follows the command line rather than the file", () => {
    assert.deepEqual(problemsOf(`server: { host: 0.0.0.0 }\n${demo}`, { host: "127.0.0.1" }), []);
  });

  test("does not take a name that begins like loopback for it", () => {
    assert.equal(problemsOf(demo, { host: "127.0.0.1.example" }).length, 1);
  });
});

const asset = (...policies: readonly string[]): string =>
  [
    "assets:",
    "  - id: a",
    "    organization: o",
    "    policies:",
    ...policies.map((each) => `      - { ${each} }`),
  ].join("\n");
const JUDGES = [
  "judges:",
  "  - { name: one, kind: chat, model: m, url: 'https://judge.example/v1' }",
  "  - { name: two, kind: chat, model: m, url: 'https://judge.example/v1' }",
].join("\n");

describe("shadow policies in a configuration", () => {
  test("stand beside the policy of their name that acts, with an id of their own", () => {
    const pii = "policy_name: pii_detection, action: block";
    const config = loaded(asset(pii, `${pii}, threshold: 0.9, shadow: true`));
    assert.deepEqual(
      config.assets[0]?.policies.map(({ id, isShadow }) => [id, isShadow === true]),
      [
        ["a:pii_detection", false],
        ["a:pii_detection:shadow", true],
      ],
    );
  });

  test("are one of each name", () => {
    const pii = "policy_name: pii_detection, action: block, shadow: true";
    assert.deepEqual(problemsOf(asset(pii, pii)), [
      "6:24 assets.0.policies.1.policy_name: duplicate policy pii_detection in the shadow: one of each name",
    ]);
  });

  test("keep the id that they would have from others", () => {
    const source = asset(
      "policy_name: pii_detection, action: block, shadow: true",
      "policy_name: secrets_keys_detection, action: block, policy_id: 'a:pii_detection:shadow'",
    );
    assert.deepEqual(problemsOf(source), [
      "6:74 assets.0.policies.1.policy_id: duplicate policy id a:pii_detection:shadow",
    ]);
  });

  test("ask no judge that policies ask which act, or may be sent inline", () => {
    const rules = "policy_name: policy_violation_detection, action: block, metadata: [Be kind]";
    const toxic = "policy_name: toxicity_detection, action: block";
    const shared = `${JUDGES}\n${asset(`${rules}, judge: one`, `${toxic}, judge: one, shadow: true`)}`;
    assert.deepEqual(problemsOf(shared), [
      "9:66 assets.0.policies.1.judge: policies that act ask one: a shadow policy needs a judge of its own, or it could make theirs late",
    ]);
    assert.deepEqual(problemsOf(shared.replace("judge: one, shadow", "judge: two, shadow")), []);
    const inline = `${JUDGES}\n${asset(`${rules}, shadow: true`)}`.replace(
      "    policies:",
      "    judge: one\n    policies:",
    );
    assert.match(problemsOf(inline).join(), /^9:9 assets\.0\.policies\.0\.judge: policies that act ask one/);
    assert.deepEqual(problemsOf(inline.replace("shadow: true", "shadow: true, judge: two")), []);
  });
});
