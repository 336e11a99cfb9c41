/**
 * Processor time of a run, ms. Other processes lengthen the time on the clock, and helpers of this one the time of the process: the
 * shorter of the two is nearer to what the run itself takes. The time of a thread alone is counted in whole ticks only.
 */
export function processorMs(run: () => unknown): number {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return Math.min(performance.now() - startedMs, (user + system) / 1000);
}

/** The exponent of growth: the slope of the line through the logarithms of sizes and costs. */
export function exponentOf(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const meanOf = (at: 0 | 1): number => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [meanX, meanY] = [meanOf(0), meanOf(1)];
  const above = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return above / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
