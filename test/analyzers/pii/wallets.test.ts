import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CRYPTO } from "../../../src/analyzers/pii/detectors/crypto.ts";
import {
  isBase58Address,
  isBech32Address,
  isEthereumAddress,
  isMoneroAddress,
  isRippleAddress,
} from "../../../src/analyzers/pii/detectors/crypto.ts";
import { Reading } from "../../../src/text/reading.ts";

describe("wallets", () => {
  test("takes base 58 by version and check sum", () => {
    // https://en.bitcoin.it/wiki/Address and the block explorers of the other chains.
    for (const address of [
      "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
      "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
      "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L",
    ]) {
      assert.ok(isBase58Address(address), address);
      assert.ok(!isBase58Address(`${address.slice(0, -1)}${address.endsWith("2") ? "3" : "2"}`), address);
    }
  });

  test("takes Ripple's order of signs", () => {
    assert.ok(isRippleAddress("rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"));
    assert.ok(!isRippleAddress("rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTk"));
  });

  test("takes both forms of bech32, in either case but not in both", () => {
    // Samples of BIP 173 and BIP 350.
    const [first, second] = [
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    ];
    assert.ok(isBech32Address(first));
    assert.ok(isBech32Address(second));
    assert.ok(isBech32Address(first.toUpperCase()));
    assert.ok(!isBech32Address(`BC1${first.slice(3)}`));
    assert.ok(!isBech32Address(`${first.slice(0, -1)}5`));
    assert.ok(!isBech32Address(`xx${first.slice(2)}`));
  });

  test("takes Ethereum and Monero by their form", () => {
    assert.ok(isEthereumAddress("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"));
    assert.ok(!isEthereumAddress("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe"));
    assert.ok(isMoneroAddress(`4A${"b7Kx".repeat(23)}z`));
    assert.ok(!isMoneroAddress(`5A${"b7Kx".repeat(23)}z`));
  });

  test("an address is found wherever it stands in a long text", () => {
    const address = "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ";
    for (let lead = 0; lead < 60; lead++) {
      const raw = `${"ab ".repeat(20).slice(0, lead)} ${address} and so on`;
      assert.deepEqual(CRYPTO.find(new Reading(raw), [], 0), [
        { start: lead + 1, end: lead + 1 + address.length, score: 1 },
      ]);
      assert.deepEqual(CRYPTO.find(new Reading(raw), [], lead + 1).length, 1);
    }
  });
});
