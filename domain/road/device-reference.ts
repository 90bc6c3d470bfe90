import type { Json } from '../chain/canonical-json.ts'
import type { SentEntry } from './entry.ts'

/**
 * What an entry of a delivery's chain says, under `device`, about the entry of a phone's log that it follows from. With its
 * hash and signature in the chain, nobody can exchange it later.
 */
export type DeviceReference = {
  entry_id: string
  device_id: string
  sequence: number
  /** When it happened, by the server's time. */
  at: string
  hash: string
  signature: string
}

type Signed = Pick<SentEntry, 'id' | 'device_id' | 'sequence' | 'hash' | 'signature'>

export function deviceReference(entry: Signed, at: Date): Record<string, Json> {
  const { id: entry_id, device_id, sequence, hash, signature } = entry
  return { entry_id, device_id, sequence, at: at.toISOString(), hash, signature } satisfies DeviceReference
}
