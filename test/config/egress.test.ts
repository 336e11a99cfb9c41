import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { runs } from "../support/runs.ts";
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

const words = (text: string): readonly string[] => text.trim().split(/\s+/);
const THIS_MACHINE = words(`
  localhost LOCALHOST localhost. app.localhost app.localhost. 127.0.0.1 127.9.9.9 127.1 0x7f.1 017700000001 2130706433 127.0.0.1.
  [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::FFFF:7f00:1] 0.0.0.0 [::]`);
const NOT_THIS_MACHINE = words(`
  localhost.evil.com 127.0.0.1.evil.com 127.evil.com 127-0-0-1.evil.com notlocalhost localhost-1 xlocalhost. localhost.localdomain
  128.0.0.1 126.1 [::2] [1::1] [::ffff:128.0.0.1] [64:ff9b::127.0.0.1]`);

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
    for (const host of THIS_MACHINE)
      assert.equal(way(`http://${host}:11434/v1`, { proxy: "http://own:1" }), "direct", host);
  });

  test("is that of names and addresses which only look like this machine's", () => {
    for (const host of NOT_THIS_MACHINE)
      assert.equal(way(`http://${host}:11434/v1`, { proxy: "http://own:1" }), "own:1", host);
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
    ["*:8443", ["anything.example:8443"], ["anything.example"]],
    ["example.com.", ["example.com", "a.example.com."], ["example.com.evil.org"]],
    ["bücher.example", ["bücher.example", "www.xn--bcher-kva.example"], ["bucher.example"]],
    ["0.0.1", [], ["10.0.0.1", "192.0.0.1"]],
    ["fd00:0:0::0001", ["[fd00::1]"], ["[fd00::11]"]],
    ["10.0.0.0/8", ["[::ffff:10.1.2.3]"], ["[::ffff:11.1.2.3]"]],
    ["192.0.2.7", ["[::ffff:192.0.2.7]", "192.0.519"], []],
    ["10.0.0.0/33", [], ["10.0.0.1"]],
    ["https://example.com", [], ["example.com"]],
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

  test("a name of the list exempts itself and its subdomains, however it is written, and nothing else", () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/).filter((text) => !text.startsWith("xn--"));
    const name = fc.tuple(label, label).map((labels) => `${labels.join(".")}.example`);
    const written = (listed: string) =>
      fc.constantFrom(
        ...["", ".", "*."].flatMap((before) => ["", "."].map((after) => `${before}${listed}${after}`)),
        listed.toUpperCase(),
      );
    const property = fc.property(
      name.chain((listed) => fc.tuple(fc.constant(listed), written(listed))),
      label,
      fc.constantFrom(null, 443, 8443),
      fc.constantFrom(443, 8443),
      (given, other, listedPort, port) => {
        const [listed, form] = given;
        const wire = { proxy: "http://own:1", no_proxy: [listedPort === null ? form : `${form}:${listedPort}`] };
        const reached = listedPort === null || listedPort === port ? "direct" : "own:1";
        const of = (host: string): string => way(`https://${host}:${port}/`, wire);
        for (const host of [listed, `${other}.${listed}`, `${listed}.`]) assert.equal(of(host), reached, host);
        for (const host of [`${other}${listed}`, `${other}-${listed}`, `${listed}.${other}`, `${listed}.evil.test`])
          assert.equal(of(host), "own:1", host);
      },
    );
    fc.assert(property, { numRuns: runs(400) });
  });

  test("a subnet of the list exempts the addresses that share its bits", () => {
    const octet = fc.integer({ min: 1, max: 223 }).filter((first) => first !== 127);
    const bits = fc.integer({ min: 0, max: 32 });
    const property = fc.property(octet, fc.nat(0xffffff), octet, fc.nat(0xffffff), bits, (a, b, c, d, prefix) => {
      const [network, address] = [a * 2 ** 24 + b, c * 2 ** 24 + d];
      const text = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
      const wire = { proxy: "http://own:1", no_proxy: [`${text(network)}/${prefix}`] };
      const head = (value: number): number => Math.floor(value / 2 ** (32 - prefix));
      for (const host of [network, address]) {
        const expected = head(host) === head(network) ? "direct" : "own:1";
        assert.equal(way(`https://${text(host)}/`, wire), expected);
        assert.equal(way(`https://[::ffff:${text(host)}]/`, wire), expected);
      }
    });
    fc.assert(property, { numRuns: runs(400) });
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
      const [{ path, reason } = { path: "", reason: "" }] = refused.problems;
      assert.match(`${path}: ${reason}`, /^egress\.proxy: (?:must be|has a user)/);
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
