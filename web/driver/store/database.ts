import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { EntryResult, SentEntry } from '#domain/road/entry.ts'
import type { RouteChange } from '../day/route-changes.ts'
import type { DriverDay } from '#domain/schema/driver-day.ts'

/** An entry of the log of this phone. It is `settled` once a day that was read afterwards shows what it did. */
export type KeptEntry = {
  /** The order of writing, on this phone and over all of its logs. */
  order?: number
  id: string
  entry: SentEntry
  state: 'unsent' | 'sent' | 'settled'
  sent_at: number | null
  result: EntryResult | null
  /** Whether the driver has read what became of it, where that is not plain. */
  is_seen: boolean
}

/** A photo on its way. Its entry in the log names its hash. */
export type KeptPhoto = {
  id: string
  blob: Blob
  original: Blob | null
  /** A photo that arrived is not here any more. `refused`: the server never takes it, as it is. */
  state: 'unsent' | 'refused'
  /** Where a started upload goes on, for the photo and for its original. */
  upload_url: string | null
  original_url: string | null
  taken_at: number
}

/** The log of this phone: who signs it, and where it goes on. */
export type KeptDevice = {
  id: string
  name: string
  platform: string
  keys: CryptoKeyPair
  public_key: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  is_registered: boolean
  is_revoked: boolean
  sequence: number
  hash: string | null
}

export type KeptDay = { day: DriverDay; etag: string | null; read_at: number }

/** The phones of the driver, as last heard. */
export type KeptPhones = {
  phones: { id: string; name: string; last_seen_at: string | null; revoked_at: string | null }[]
  read_at: number
}

/** What to add to this phone's clock for the server's time. */
export type KeptClock = { offset_ms: number; measured_at: number }

/** A position that waits to be sent. */
export type KeptPing = { order?: number; ping: Record<string, unknown> }

type Schema = DBSchema & {
  entries: { key: number; value: KeptEntry; indexes: { state: KeptEntry['state']; id: string } }
  photos: { key: string; value: KeptPhoto; indexes: { state: KeptPhoto['state'] } }
  pings: { key: number; value: KeptPing }
  /** One of each: the device, the day, the clock, and forms that are not finished. */
  kept: { key: string; value: unknown }
}

export type Database = IDBPDatabase<Schema>

/**
 * What one driver has on this phone, in one workspace. Each has a database of their own, so that nobody sees or sends what
 * another one did.
 */
export function openDatabase(userId: string, workspaceId: string): Promise<Database> {
  return openDB<Schema>(nameOf(userId, workspaceId), 1, {
    upgrade(db) {
      const entries = db.createObjectStore('entries', { keyPath: 'order', autoIncrement: true })
      entries.createIndex('state', 'state')
      entries.createIndex('id', 'id', { unique: true })
      db.createObjectStore('photos', { keyPath: 'id' }).createIndex('state', 'state')
      db.createObjectStore('pings', { keyPath: 'order', autoIncrement: true })
      db.createObjectStore('kept')
    },
  })
}

export const nameOf = (userId: string, workspaceId: string) => `karta-driver ${workspaceId} ${userId}`

/** Routes that the driver's phone has said it has. */
export type KeptReceived = string[]

type Kept = {
  device: KeptDevice
  day: KeptDay
  clock: KeptClock
  received: KeptReceived
  phones: KeptPhones
  /** What the driver has not read yet of what others changed. */
  changes: RouteChange[]
}

export const read = <Name extends keyof Kept>(db: Database, name: Name) =>
  db.get('kept', name) as Promise<Kept[Name] | undefined>

export const keep = <Name extends keyof Kept>(db: Database, name: Name, value: Kept[Name]) =>
  db.put('kept', value, name)

/** A form that is not finished yet. It survives the app. */
export const readDraft = (db: Database, name: string) => db.get('kept', `draft ${name}`)
export const keepDraft = (db: Database, name: string, value: unknown) => db.put('kept', value, `draft ${name}`)
export const dropDraft = (db: Database, name: string) => db.delete('kept', `draft ${name}`)
