import type { Timestamp, TimestampOrNull } from '../columns.ts'

export type AuthGuessTable = {
  /** A keyed hash of what is guessed and, for a device that the account knows, of the device. */
  lane: Buffer
  /** Wrong tries since the last right one. */
  failures: number
  failed_at: Timestamp
  /** Nothing is tried before then. */
  blocked_until: TimestampOrNull
}
