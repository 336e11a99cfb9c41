/** Every format that streams keeps one contract; one that is registered without saying how it is written fails here. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MESSAGE_CODECS, CODECS } from "../../src/codecs/registry.ts";
import { describeStreams } from "../support/wire/contract.ts";
import { FORMATS, KITS } from "../support/wire/formats.ts";

describe("the registries of codecs", () => {
  for (const { format } of [...CODECS, ...MESSAGE_CODECS])
    test(`${format} has samples, and streams that are tested`, () => {
      const file = `test/support/wire/formats/${format}.ts`;
      const kit = FORMATS.find((known) => known.format === format);
      assert.ok(kit, `add ${file}: how the format is written, and how its clients read it`);
      assert.ok(
        kit.streams.length > 0 !== (kit.streamless !== undefined),
        `${file} must have streams, or say in streamless what tests them instead`,
      );
      for (const { codec } of kit.streams) assert.equal(codec.format, format, `${file} has a stream of another format`);
      for (const sample of kit.samples) assert.equal(sample.format, format, `${file} has a sample of another format`);
    });

  for (const { format } of CODECS)
    test(`${format} shows its fields`, () => {
      const samples = FORMATS.find((known) => known.format === format)?.samples ?? [];
      assert.ok(
        samples.length > 0,
        `test/support/wire/formats/${format}.ts needs samples: docs/fields.md is made of them`,
      );
    });

  test("have a codec for each format of test/support/wire/formats", () => {
    for (const { format } of FORMATS)
      assert.ok(
        [...CODECS, ...MESSAGE_CODECS].some((codec) => codec.format === format),
        `${format}: add its codec to src/codecs/registry.ts`,
      );
  });
});

for (const kit of KITS) describeStreams(kit);
