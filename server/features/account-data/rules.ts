/** The most entries per list, so that a browser can still open the document. */
export const most = { security_log: 10_000, delivery_events: 50_000, plans: 10_000, positions: 50_000 }

/** The document's file name. */
export function fileName(now: Date): string {
  return `karta-account-${now.toISOString().slice(0, 10)}.json`
}
