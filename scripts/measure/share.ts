/** The value that so large a share of the values is below, such as 0.99; NaN without any. */
export function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median, and how slow the slow ones are, in milliseconds. */
export function spreadOf(values: readonly number[]): { p50: number; p95: number; p99: number; text: string } {
  const sorted = Float64Array.from(values).toSorted()
  const at = (share: number) => shareOf(sorted as unknown as number[], share)
  const [p50, p95, p99] = [at(0.5), at(0.95), at(0.99)]
  return { p50, p95, p99, text: `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)} ms` }
}
