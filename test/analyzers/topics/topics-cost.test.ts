import { describe, test } from "node:test";
import { BANNED_TOPICS_DETECTION, TOPICS_MAX } from "../../../src/analyzers/topics/index.ts";
import { analyze, prepare } from "../../support/stream-window.ts";
import { assertAtMost, leastMs } from "../../support/timing.ts";

const TOPICS = ["politics", "medical advice", "gambling", "weapons", "赌博", "beekeeping", "our merger with Initech"];
const PROSE = "We ship three boxes on Monday, and the total is paid by the office in the town. ";
const TEXTS = [
  PROSE,
  "bet odds dice horse fever pill gun knife senator vote honey ",
  "casino ",
  "I should? ",
  "real ",
  "merger with ",
  "merger-",
  "赌",
  "aaaaaaaa",
  "politischpolitisch",
];

describe("what topics cost", () => {
  const policy = prepare(BANNED_TOPICS_DETECTION, TOPICS);

  test("grows with the text only", () => {
    for (const text of TEXTS) {
      const [small, large] = [1 << 14, 1 << 17].map((size) => text.repeat(size / text.length));
      assertAtMost(
        () => {
          const [short = 1, long = 1] = leastMs(
            [() => analyze(policy, small ?? ""), () => analyze(policy, large ?? "")],
            5,
          );
          return long / short;
        },
        20,
        text,
      );
    }
  });

  test("hardly grows with the number of topics", () => {
    const names = ["gardening", "knitting", "sailing", "philosophy", "wine tasting", "chess", "hiking", "opera"];
    const many = prepare(
      BANNED_TOPICS_DETECTION,
      Array.from(
        { length: TOPICS_MAX },
        (_, index) => `${names[index % names.length] ?? ""} ${"abcdefg".charAt(index / 8)}`,
      ),
    );
    const one = prepare(BANNED_TOPICS_DETECTION, ["gardening"]);
    const raw = PROSE.repeat(800);
    assertAtMost(
      () => {
        const [few = 1, all = 1] = leastMs([() => analyze(one, raw), () => analyze(many, raw)], 5);
        return all / few;
      },
      4,
      "50 topics",
    );
  });
});
