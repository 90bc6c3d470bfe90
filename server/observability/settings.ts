/** Where traces go, and which. */
export type TraceSettings = {
  /** Where the collector's OTLP over HTTP begins. */
  endpoint: string
  headers: Record<string, string>
  service: string
  version: string
  /** Whether whoever calls decides about what is theirs. */
  followsCaller: boolean
  /** Which share of the traces is collected. */
  share: number
}

/** What is said about statements that take long. */
export type SlowSettings = {
  milliseconds: number
  /** Whether PostgreSQL is asked how it finds what a slow statement reads. */
  plans: boolean
}
