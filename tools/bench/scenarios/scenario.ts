import type { Bench } from "../bench.ts";

/** One part of the benchmark, chosen by its name; it starts what it needs and notes its figures. */
export interface Scenario {
  readonly name: string;
  /** Runs when nothing is chosen. */
  readonly isDefault: boolean;
  readonly run: (bench: Bench) => Promise<void>;
}
