import { roadEntryHash } from '#domain/road/entry-hash.ts'
import type { Fix, RoadData, RoadKind, SentEntry } from '#domain/road/entry.ts'
import { read, type Database, type KeptDevice, type KeptEntry, type KeptPhoto } from './database.ts'
import { newDevice, ownDevice, sign } from './device.ts'

/** What a driver does. Photos are kept in the same step, so that there is never one without the other. */
export type Action<Kind extends RoadKind = RoadKind> = {
  kind: Kind
  data: RoadData[Kind]
  fix?: Fix | null
  photos?: readonly Pick<KeptPhoto, 'id' | 'blob' | 'original'>[]
}

/**
 * Writes an action to the log of this phone. Once this resolves, it survives anything but the loss of the phone. Tabs take
 * turns, because each entry names the hash of the one before.
 */
export function writeEntry<Kind extends RoadKind>(
  db: Database,
  action: Action<Kind>,
  now: () => number,
): Promise<KeptEntry> {
  return navigator.locks.request(`log of ${db.name}`, () => append(db, action, now()))
}

async function append<Kind extends RoadKind>(db: Database, action: Action<Kind>, now: number): Promise<KeptEntry> {
  const device = await ownDevice(db)
  const clock = await read(db, 'clock')
  // Signed before the transaction begins: one that waits for anything else ends by itself.
  const entry = await chained(device, {
    format: 1,
    id: crypto.randomUUID(),
    kind: action.kind,
    at: new Date(now).toISOString(),
    clock_offset_ms: clock?.offset_ms ?? null,
    fix: action.fix ?? null,
    // Without what JSON cannot say, so that the hash is of what is sent.
    data: JSON.parse(JSON.stringify(action.data)) as SentEntry['data'],
  })
  const kept: KeptEntry = { id: entry.id, entry, state: 'unsent', sent_at: null, result: null, is_seen: false }
  const photos = (action.photos ?? []).map((photo): KeptPhoto => ({
    ...photo,
    state: 'unsent',
    upload_url: null,
    original_url: null,
    taken_at: now,
  }))
  const step = db.transaction(['entries', 'photos', 'kept'], 'readwrite', { durability: 'strict' })
  await Promise.all([
    step.objectStore('entries').add(kept),
    ...photos.map((photo) => step.objectStore('photos').put(photo)),
    step.objectStore('kept').put(headAt(device, entry), 'device'),
    step.done,
  ])
  return kept
}

type Said = Omit<SentEntry, 'device_id' | 'sequence' | 'previous_hash' | 'hash' | 'signature'>

/** The next entry of a device's log. */
async function chained(device: KeptDevice, said: Said): Promise<SentEntry> {
  const bare = { ...said, device_id: device.id, sequence: device.sequence + 1, previous_hash: device.hash }
  const hash = roadEntryHash(bare)
  return { ...bare, hash, signature: await sign(device, hash) }
}

const headAt = (device: KeptDevice, { sequence, hash }: SentEntry): KeptDevice => ({ ...device, sequence, hash })

/**
 * Goes on in a new log, with a new key, where the server cannot follow the old one: it knows more of it than this phone, as
 * after a phone was set back to a backup. What was not sent moves along, each under the name it had, so that nothing counts
 * twice.
 */
export function moveToNewLog(db: Database): Promise<void> {
  return navigator.locks.request(`log of ${db.name}`, async () => {
    const waiting = await unsentEntries(db)
    let device = await newDevice(db)
    const moved: KeptEntry[] = []
    for (const kept of waiting) {
      const { device_id: _, sequence: __, previous_hash: ___, hash: ____, signature: _____, ...said } = kept.entry
      const entry = await chained(device, said)
      device = headAt(device, entry)
      moved.push({ ...kept, entry })
    }
    const step = db.transaction(['entries', 'kept'], 'readwrite', { durability: 'strict' })
    await Promise.all([
      ...moved.map((kept) => step.objectStore('entries').put(kept)),
      step.objectStore('kept').put(device, 'device'),
      step.done,
    ])
  })
}

/** What was not sent yet, in the order of writing. */
export const unsentEntries = (db: Database) => db.getAllFromIndex('entries', 'state', 'unsent')

/** What the last day that was read may not show yet. */
export async function openEntries(db: Database): Promise<KeptEntry[]> {
  const [sent, unsent] = await Promise.all([db.getAllFromIndex('entries', 'state', 'sent'), unsentEntries(db)])
  return [...sent, ...unsent].sort((one, other) => one.order! - other.order!)
}

/** What this phone has written of these kinds, the oldest first. */
export async function entriesOf(db: Database, ...kinds: RoadKind[]): Promise<SentEntry[]> {
  const entries = await db.getAll('entries')
  return entries.map(({ entry }) => entry).filter(({ kind }) => (kinds as string[]).includes(kind))
}

/** All of the log that is still on this phone, for a file. */
export async function exportLog(db: Database): Promise<Blob> {
  const device = await read(db, 'device')
  const entries = await db.getAll('entries')
  const said = {
    format: 'karta road log 1',
    device: device && { id: device.id, name: device.name, public_key: device.public_key },
    entries: entries.map(({ entry, result }) => ({ ...entry, result })),
  }
  return new Blob([JSON.stringify(said, null, 2)], { type: 'application/json' })
}

/** Entries that were sent and shown long ago make room. What is unsent, or not read by the driver, stays. */
export async function dropSettled(db: Database, before: number): Promise<void> {
  const step = db.transaction('entries', 'readwrite')
  for await (const cursor of step.store.index('state').iterate('settled')) {
    const { sent_at, result, is_seen } = cursor.value
    const waits = result !== null && result.outcome !== 'applied' && !is_seen
    if (!waits && (sent_at ?? 0) < before) await cursor.delete()
  }
  await step.done
}

/** The driver has read what became of an entry. */
export async function markSeen(db: Database, id: string): Promise<void> {
  const found = await db.getFromIndex('entries', 'id', id)
  if (found) await db.put('entries', { ...found, is_seen: true })
}
