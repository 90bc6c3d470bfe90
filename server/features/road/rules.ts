import { createHash, verify, type KeyObject } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { roadEntryHash } from '#domain/road/entry-hash.ts'
import { roadData, type RoadData, type RoadKind, type SentEntry } from '#domain/road/entry.ts'
import type { OutcomeCode } from '#domain/road/outcomes.ts'

/** How far a device's log has arrived. */
export type LogHead = { last_sequence: number; last_hash: string | null }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Checks that entries, in their order, go on where the log ends, and that the device signed them.
 * @throws AppError `entry_gap`, `entry_not_genuine`
 */
export function checkLog(key: KeyObject, deviceId: string, head: LogHead, entries: SentEntry[]): void {
  let [sequence, hash] = [head.last_sequence, head.last_hash]
  for (const entry of entries) {
    if (entry.sequence > sequence + 1) throw new AppError('entry_gap', { next_sequence: sequence + 1 })
    const follows = entry.sequence === sequence + 1 && entry.previous_hash === hash && entry.device_id === deviceId
    if (!follows || !isGenuine(key, entry)) {
      throw new AppError('entry_not_genuine', { sequence: entry.sequence, next_sequence: head.last_sequence + 1 })
    }
    ;({ sequence, hash } = entry)
  }
}

function isGenuine(key: KeyObject, entry: SentEntry): boolean {
  if (hashOf(entry) !== entry.hash) return false
  const signature = Buffer.from(entry.signature, 'base64url')
  return verify('sha256', Buffer.from(entry.hash, 'hex'), { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** Undefined for what has no canonical form, such as half a character, so that nobody can have signed it. */
function hashOf(entry: SentEntry): string | undefined {
  try {
    return roadEntryHash(entry, sha256)
  } catch {
    return undefined
  }
}

const isKind = (kind: string): kind is RoadKind => Object.hasOwn(roadData, kind)

/** An entry whose data was read, or why it cannot be. */
export type ReadEntry = {
  sent: SentEntry
  read: { kind: RoadKind; data: RoadData[RoadKind] } | { code: OutcomeCode }
}

export function readEntry(sent: SentEntry): ReadEntry {
  const { kind } = sent
  if (!isKind(kind)) return { sent, read: { code: 'unknown_kind' } }
  const checked = roadData[kind].safeParse(sent.data)
  return { sent, read: checked.success ? { kind, data: checked.data } : { code: 'invalid' } }
}

/** The deliveries that an entry names. */
export function deliveriesOf({ read }: ReadEntry): string[] {
  if (!('data' in read)) return []
  const { delivery_id, delivery_ids } = read.data as { delivery_id?: string | null; delivery_ids?: string[] }
  return [...(delivery_id ? [delivery_id] : []), ...(delivery_ids ?? [])]
}

/** The stop or the earlier entry that an entry names in place of a delivery. */
export function pointerOf({ read }: ReadEntry): { stop?: string; entry?: string } {
  if (!('data' in read)) return {}
  const { stop_id, entry_id } = read.data as { stop_id?: string | null; entry_id?: string }
  return { ...(stop_id && { stop: stop_id }), ...(entry_id && { entry: entry_id }) }
}

/**
 * The delivery that each entry is about, if it is about one: what it names, or what its stop or earlier entry is about.
 * @param behind deliveries of stops and of entries that were taken before
 */
export function deliveriesAbout(entries: readonly ReadEntry[], behind: ReadonlyMap<string, string>) {
  const about = new Map<string, string | null>()
  for (const each of entries) {
    const { stop, entry } = pointerOf(each)
    const named = deliveriesOf(each)
    const pointed = behind.get(stop ?? '') ?? (entry && (about.get(entry) ?? behind.get(entry)))
    about.set(each.sent.id, named.length === 1 ? named[0]! : (pointed ?? null))
  }
  return about
}

/** Why a command refused what a driver did, as the driver is told. */
const codesOfRefusals: Partial<Record<string, OutcomeCode>> = {
  delivery_not_found: 'delivery_unknown',
  delivery_erased: 'was_erased',
  driver_is_ahead: 'route_changed',
  driver_not_found: 'driver_unknown',
  driver_inactive: 'driver_unknown',
  vehicle_not_found: 'vehicle_unknown',
  stop_not_found: 'stop_unknown',
  route_not_found: 'route_unknown',
  plan_not_found: 'route_unknown',
  quota_reached: 'limit_reached',
}

export const codeOfRefusal = ({ code }: AppError): OutcomeCode => codesOfRefusals[code] ?? 'not_possible'
