/** How busy the process is; injected, as the clock is. */
export interface Load {
  /** Share of the last moments in which the event loop had work to do, 0 to 1. */
  readonly busy: () => number;
}

export const NO_LOAD: Load = { busy: () => 0 };
