/** Headers of a reply that may lag: until when it knows everything, and how many seconds that was ago. */
export function lagHeaders(asOf: Date | undefined, now: Date): Record<string, string> {
  if (!asOf) return {}
  const seconds = Math.max(0, (now.getTime() - asOf.getTime()) / 1000)
  return { 'karta-as-of': asOf.toISOString(), 'karta-lag-seconds': seconds.toFixed(1) }
}
