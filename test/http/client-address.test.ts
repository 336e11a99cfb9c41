import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf } from "../../src/http/server.ts";

test("a client is an IPv4 address, however it is written, or a /64 network of IPv6", () => {
  const cases = {
    "127.0.0.1": "127.0.0.1",
    "::ffff:10.1.2.3": "10.1.2.3",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
    "2001:db8:1:2::9": "2001:db8:1:2::/64",
    "2001:db8::9": "2001:db8:0:0::/64",
    "::1": "0:0:0:0::/64",
    "fe80::1%eth0": "fe80:0:0:0::/64",
    "": "",
  };
  for (const [address, network] of Object.entries(cases)) assert.equal(networkOf(address), network);
});
