/** Features added to their number in damping. */
const DAMPING = 8;

/** Long windows have more features, whose chance sums grow with the square root of their number. */
export const dampingOf = (features: number): number =>
  features < FEW ? (DAMPINGS[features] ?? 0) : 1 / Math.sqrt(features + DAMPING);

/** Precomputed roots: texts of short lines have thousands of windows with this few features. */
const FEW = 512;
const DAMPINGS = Float64Array.from({ length: FEW }, (_, features) => 1 / Math.sqrt(features + DAMPING));
