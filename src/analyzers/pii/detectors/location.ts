import type { SpanDetector } from "../../detector.ts";
import { findNames, holdNames } from "../names/find.ts";

/** Names of places: towns, regions, countries and others. A small tagger decides, see docs/models/names.md. */
export const LOCATION: SpanDetector = {
  id: "LOCATION",
  placeholder: "LOCATION",
  keywords: [],
  maxLength: 160,
  source: "https://en.wikipedia.org/wiki/Named-entity_recognition",
  about: { name: "name of a place", form: "a small tagger for names; no list of values" },
  find: (reading, _hits, from, meter) => findNames(reading, { from, meter }, { isPerson: false }),
  stableUntil: (reading, _hits, from) => holdNames(reading, from),
  examples: {
    hits: [
      ["I moved from Norway to Portugal last year.", "Portugal"],
      ["Wie wird das Wetter in Hamburg?", "Hamburg"],
      ['{"city": "Valparaíso"}', "Valparaíso"],
    ],
    misses: ["<LOCATION_1> is far from <LOCATION_2>", "Click Settings, then Export.", "import React from 'react';"],
  },
};
