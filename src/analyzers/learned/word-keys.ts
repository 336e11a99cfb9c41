import { mix } from "./hash-table.ts";

/** The place where nothing has been read. */
export const ROOT = 0;
/** Stands for any one mark that hides a letter. */
export const ANY_MARK = 0x23232323;
/** Sets keys of stems apart from those of words. */
const STEM = 0x5bd1e995;

/** Where the token leads from a place. */
export const wordKey = (place: number, hash: number): number => mix(place, hash);
export const stemKey = (place: number, hash: number): number => mix(place ^ STEM, hash);
/** What a place is known as: whether words go on, whether the next one may be a stem, and the index of its concepts, 0 for none. */
export const GOES_ON = 1;
export const HAS_STEMS = 2;
export const FLAG_BITS = 2;
/** Whether words go on from where a word leads, of which that is known; -1: it leads nowhere. */
export const leadsOn = (known: number): boolean => known >= 0 && (known & GOES_ON) !== 0;
/** Concepts that one token can end. */
export const CONCEPTS_MAX = 6;
