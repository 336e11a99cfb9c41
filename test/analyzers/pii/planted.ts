import { PII_DETECTORS } from "../../../src/analyzers/pii/registry.ts";
import type { Planted } from "../../support/planted.ts";

export const PLANTED: Planted = {
  policy: "pii_detection",
  texts: PII_DETECTORS.flatMap(({ examples }) => examples.hits.map(([text]) => `${text}\n`)),
};
