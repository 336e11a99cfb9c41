import { finish, type Steps } from "../core/steps.ts";

/** Takes what is to be walked, in order, and walks it when it likes. */
export type Later = (steps: Steps<void>) => void;

/** Walks now, or leaves it to `later` when. */
export function walkWith({ later }: { readonly later?: Later | undefined }, steps: Steps<void>): void {
  if (later === undefined) finish(steps);
  else later(steps);
}
