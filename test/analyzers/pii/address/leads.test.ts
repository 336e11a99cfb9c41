import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { announcement, Announcements, mayBeAnnounced } from "../../../../src/analyzers/pii/address/leads.ts";
import { RUN_MAX } from "../../../../src/analyzers/pii/address/tokens.ts";
import { Reading } from "../../../../src/text/reading.ts";
import { runs } from "../../../support/runs.ts";

const PIECES = [
  "address: ",
  "e-mail address ",
  "wallet address ",
  "I live at ",
  "12 ",
  "Main ",
  "road ",
  "адрес ",
  "lives",
  ", ",
  "\n",
  "<ADDRESS_1>",
];

describe("mayBeAnnounced", () => {
  test("says no only where nothing announces an address, wherever its words begin", () => {
    const text = fc
      .array(fc.constantFrom(...PIECES, "x".repeat(50)), { maxLength: 14 })
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, fc.nat(600), fc.nat(RUN_MAX), (raw, place, reach) => {
        const at = Math.min(place, raw.length);
        if (mayBeAnnounced(new Announcements(new Reading(raw)), at)) return;
        assert.deepEqual(announcement(new Announcements(new Reading(raw)), at, Math.max(0, at - reach)), {
          kind: "none",
          start: at,
        });
      }),
      { numRuns: runs(3000) },
    );
  });

  test("sees every label of the lists, and what sentences say", () => {
    const labels =
      "address|addr|street:|road =|street name:|address line 1|adresse|anschrift|wohnhaft in|strasse: |lieferadresse|demeurant|" +
      "domicilié|domicile|dirección|direccion|domicilio|endereço|endereco|morada|logradouro|indirizzo|residenza|adresa|adres|" +
      "zamieszkały|bydliště|bytem|bydlisko|prebivališče|lakcím|cím|aadress|adresas|adrese|osoite|bosatt|bopæl|heimili|ikamet|" +
      "ikametgah|woonachtig|domiciliul|domiciliată|адрес|проживает|διεύθυνση|住所|주소|عنوان|địa chỉ|alamat|anwani|" +
      "located at|resides in|resident at|lives in|live at|living in|stays at|moved to|deliver it to|delivery to|shipped to|ship to|" +
      "sent to|sends them to|mailed to|posted to|arrived at|parcel to|package to|meet me at|office at|headquarters in|visit us at|" +
      "find us at|wohnt in|wohne in|habite au|habitant à|vivo en|reside en|resido em|resides na|moro na|mora no|residente a|" +
      "abito in|mieszkam przy|bor på|bor i|woont op|живу";
    const texts = labels.split("|").flatMap((label) => [`x ${label} 12`, `X ${label.toUpperCase()} 12`]);
    const announced = texts.filter(
      (raw) => announcement(new Announcements(new Reading(raw)), raw.length - 2, raw.length - 2).kind !== "none",
    );
    assert.ok(announced.length > texts.length * 0.9, String(announced.length / texts.length));
    for (const raw of announced) assert.ok(mayBeAnnounced(new Announcements(new Reading(raw)), raw.length - 2), raw);
  });

  test("sees a label before the words of an address", () => {
    assert.ok(mayBeAnnounced(new Announcements(new Reading("address: 12 Main Street")), 9));
    assert.ok(!mayBeAnnounced(new Announcements(new Reading("12 Main Street 12 Main Street")), 15));
  });
});
