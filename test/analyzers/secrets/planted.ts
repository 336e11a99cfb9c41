import { SECRET_DETECTORS } from "../../../src/analyzers/secrets/registry.ts";
import type { Planted } from "../../support/planted.ts";

export const PLANTED: Planted = {
  policy: "secrets_keys_detection",
  texts: SECRET_DETECTORS.flatMap(({ examples }) => examples.hits.map(([text]) => `${text}\n`)),
};
