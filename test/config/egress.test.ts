import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadConfig } from "../../src/config/load-config.ts";
import { openProxyRoutes } from "../../src/config/egress.ts";
import type { Env } from "../../src/config/document.ts";

type Wire = Parameters<typeof openProxyRoutes>[0];

/** `host:port` of the proxy, `direct`, or what is wrong. */
function way(url: string, wire: Wire, env: Env = {}): string {
  const route = openProxyRoutes(wire, env)(new URL(url));
  if (!route.ok) return route.reason;
  return route.proxy === null ? "direct" : `${route.proxy.host}:${route.proxy.port}`;
}

const API = "https://api.example.com/v1";

describe("the proxy of an address", () => {
  test("comes from the configuration, or else from the environment, by scheme", () => {
    const env = { HTTPS_PROXY: "http://secure:3128", http_proxy: "plain:80", HTTP_PROXY: "http://upper:81" };
    assert.equal(way(API, {}), "direct");
    assert.equal(way(API, {}, env), "secure:3128");
    assert.equal(way("http://api.example.com", {}, env), "plain:80");
    assert.equal(way(API, { proxy: "https://own" }, env), "own:443");
    assert.equal(way("http://api.example.com", { proxy: "https://own" }, env), "own:443");
    assert.equal(way(API, { proxy: "none" }, env), "direct");
  });

  test("is never that of this machine", () => {
    for (const host of ["localhost", "127.0.0.1", "127.9.9.9", "[::1]", "app.localhost"])
      assert.equal(way(`http://${host}:11434/v1`, { proxy: "http://own:1" }), "direct", host);
  });

  for (const [entry, reached, proxied] of [
    ["example.com", ["example.com", "api.example.com"], ["example.com.evil.org", "myexample.com"]],
    [".example.com", ["example.com", "a.b.example.com"], ["myexample.com"]],
    ["*.example.com", ["api.example.com"], ["example.org"]],
    ["EXAMPLE.com", ["API.example.COM"], []],
    ["example.com:443", ["example.com"], ["example.com:8443"]],
    ["10.0.0.0/8", ["10.1.2.3"], ["11.0.0.1", "10.example.com"]],
    ["192.0.2.7", ["192.0.2.7"], ["192.0.2.8"]],
    ["fd00::/8", ["[fd12::1]"], ["[fe80::1]"]],
    ["[fd00::1]:443", ["[fd00::1]"], ["[fd00::1]:8443"]],
    ["*", ["anything.example"], []],
  ] as const)
    test(`no_proxy ${entry}`, () => {
      const wire = { proxy: "http://own:1", no_proxy: [entry] };
      assert.deepEqual(
        reached.map((host) => way(`https://${host}/`, wire)),
        reached.map(() => "direct"),
      );
      assert.deepEqual(
        proxied.map((host) => way(`https://${host}/`, wire)),
        proxied.map(() => "own:1"),
      );
    });

  test("NO_PROXY stands in for a missing list only", () => {
    const env = { HTTPS_PROXY: "http://p:1", NO_PROXY: "internal.test, 10.0.0.0/8" };
    assert.equal(way("https://a.internal.test", {}, env), "direct");
    assert.equal(way("https://10.9.9.9", {}, env), "direct");
    assert.equal(way("https://a.internal.test", { no_proxy: [] }, env), "p:1");
  });
});

describe("egress", () => {
  const upstream = `assets: [{ id: a, organization: o }]\nupstreams: [{ name: u, url: "${API}", asset: a }]\n`;
  const load = (source: string, env: Env = {}): ReturnType<typeof loadConfig> =>
    loadConfig(source, { file: "s.yaml", env });

  test("credentials of a proxy become a header, and stand in no message", () => {
    const result = load(`egress: { proxy: "http://user:p%40ss@proxy:3128" }\n${upstream}`);
    assert.ok(result.ok);
    const { proxy } = result.config.upstreams[0]?.egress ?? {};
    assert.deepEqual(proxy, {
      isTls: false,
      host: "proxy",
      port: 3128,
      authorization: `Basic ${Buffer.from("user:p@ss").toString("base64")}`,
    });
    for (const url of ["socks5://user:hidden@proxy", "http://user:hidden@proxy/path", "http://us%er:hidden@proxy"]) {
      const refused = load(`egress: { proxy: "${url}" }\n${upstream}`);
      assert.ok(!refused.ok);
      assert.match(JSON.stringify(refused.problems), /egress\.proxy (?:must be|has a user)/);
      assert.doesNotMatch(JSON.stringify(refused.problems), /hidden/);
    }
  });

  test("an unusable proxy of the environment stops only those who need it", () => {
    const env = { HTTPS_PROXY: "socks5://proxy:1080" };
    assert.ok(load("{}", env).ok);
    assert.ok(load(upstream.replace(API, "http://127.0.0.1:1/v1"), env).ok);
    const refused = load(upstream, env);
    assert.ok(!refused.ok);
    assert.match(refused.problems[0]?.reason ?? "", /^HTTPS_PROXY must be/);
  });

  test("a judge goes the same way, and nothing has a way of its own without need", () => {
    const judge = `judges: [{ name: j, kind: moderations, url: "https://api.example.com/v1", labels: { toxicity_detection: hate } }]\n`;
    const result = load(judge + upstream, { HTTPS_PROXY: "http://p:1" });
    assert.ok(result.ok);
    const [{ model } = assert.fail()] = result.config.judges;
    assert.equal("egress" in model ? model.egress?.proxy?.host : null, "p");
    const direct = load(judge + upstream);
    assert.ok(direct.ok);
    assert.equal(direct.config.upstreams[0]?.egress, undefined);
  });

  test("receivers of alerts go the same way, but for syslog", () => {
    const alerts = `alerts: [{ name: soc, url: "https://soc.example/" }, { name: log, kind: cef, url: "syslogs://log.example:6514" }]`;
    const result = load(alerts, { HTTPS_PROXY: "http://p:1" });
    assert.ok(result.ok);
    assert.deepEqual(
      result.config.alerts.map(({ egress }) => egress?.proxy?.host),
      ["p", undefined],
    );
    const refused = load(alerts, { HTTPS_PROXY: "socks5://proxy:1080" });
    assert.ok(!refused.ok);
    assert.match(refused.problems[0]?.reason ?? "", /^HTTPS_PROXY must be/);
  });

  test("a file of authorities that cannot be used is reported where it is named", () => {
    const source = `egress: { ca: none.pem }\n${upstream.replace("asset: a }", "asset: a, ca: other.pem }")}`;
    const result = loadConfig(source, {
      file: "s.yaml",
      env: {},
      readFile: () => ({ ok: false, reason: "cannot be read (ENOENT)" }),
    });
    assert.ok(!result.ok);
    assert.deepEqual(
      result.problems.map(({ path, reason }) => `${path}: ${reason}`),
      ["egress.ca: none.pem cannot be read (ENOENT)", "upstreams.0.ca: other.pem cannot be read (ENOENT)"],
    );
  });
});
