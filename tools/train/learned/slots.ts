import { readFileSync } from "node:fs";
import { z } from "zod";
import { pick } from "./random.ts";
import type { Row } from "./rows.ts";

const SLOT = /\{(group|member|adj)\}/g;
const HAS_SLOT = /\{(?:group|member|adj)\}/;
/** Texts made of one with slots. */
const FILLED = 3;

const groupsSchema = z.record(z.string(), z.record(z.enum(["group", "member", "adj"]), z.array(z.string())));

/** Language → slot → names of groups of people: "women", "a Muslim", "gay". */
export type Groups = z.infer<typeof groupsSchema>;

export const readGroups = (file: string): Groups => groupsSchema.parse(JSON.parse(readFileSync(file, "utf8")));

/** Texts with slots, each with several names in them; others as they are. What is said of one group holds of any. */
export function fillSlots(random: () => number, rows: readonly Row[], groups: Groups): readonly Row[] {
  return rows.flatMap((row) => {
    if (!HAS_SLOT.test(row.text)) return [row];
    const names = groups[row.lang];
    if (names === undefined) throw new Error(`no names of groups for ${row.lang}`);
    return Array.from({ length: FILLED }, () => ({
      ...row,
      text: row.text.replaceAll(SLOT, (_, slot: string) =>
        pick(random, slot === "group" ? names.group : slot === "member" ? names.member : names.adj),
      ),
    }));
  });
}
