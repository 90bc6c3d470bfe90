/** The most of each list that one document holds: what a browser can still open. */
export const most = { security_log: 10_000, delivery_events: 50_000, plans: 10_000 }

/** The name that the document is saved under. */
export function fileName(now: Date): string {
  return `karta-account-${now.toISOString().slice(0, 10)}.json`
}
