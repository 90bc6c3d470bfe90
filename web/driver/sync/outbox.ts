import type { EntriesTaken } from '#domain/api/road.ts'
import type { RoadData } from '#domain/road/entry.ts'
import type { DriverDay } from '#domain/schema/driver-day.ts'
import { keep, read, type Database, type KeptDevice, type KeptEntry } from '../store/database.ts'
import { moveToNewLog, unsentEntries } from '../store/log.ts'
import { ownDevice } from '../store/device.ts'
import { holds } from './hold.ts'
import { ApiError, paths, type Api, type Reply } from './api.ts'
import { readMessages } from './messages.ts'
import { sendPings } from './pings.ts'
import { readPhones } from './phones.ts'

/** Fewer than the 200 that the server takes: with bad reception, a small batch arrives and a large one does not. */
const batchSize = 50

export type Outcome = 'done' | 'held' | ApiError

export type OutboxTools = { db: Database; api: Api; now: () => number }

/**
 * Sends all that waits: entries in their order, then photos and positions, and reads the day anew. One tab does so at a time.
 * Whatever breaks off in between is sent again later, and counts once, because the server knows the ID of each.
 */
export function sendAll(tools: OutboxTools, { isUrgent = false } = {}): Promise<Outcome> {
  return navigator.locks.request(`outbox of ${tools.db.name}`, async () => {
    try {
      const { isHeld, isPlain } = await sendEntries(tools, isUrgent)
      const isNew = isPlain && (await isDayNew(tools))
      if (!isNew) await readDay(tools)
      await readPhones(tools)
      await sendPhotos(tools)
      await sendPings(tools)
      if (!isNew) await readMessages(tools)
      return isHeld ? 'held' : 'done'
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  })
}

/** What changes nothing but what the phone itself shows already, when it is taken as it was said. */
const plainKinds = new Set<string>([
  'departed',
  'arrived',
  'picked_up',
  'proof_taken',
  'delivered',
  'failed',
  'parcel_loaded',
  'parcel_missing',
  'break_started',
  'break_ended',
] satisfies (keyof RoadData)[])
/** Older than this, the day is read anew in any case. */
const dayLastsMs = 60_000

async function isDayNew({ db, now }: OutboxTools): Promise<boolean> {
  const known = await read(db, 'day')
  return known !== undefined && Math.abs(now() - known.read_at) < dayLastsMs
}

/** @returns whether something waits for its time to be taken back to run out, and whether all that was sent was plain */
async function sendEntries({ db, api, now }: OutboxTools, isUrgent: boolean) {
  await registerDevice(db, api)
  let hasRenewed = false
  let sent = 0
  let plain = 0
  for (;;) {
    const waiting = await unsentEntries(db)
    const held = isUrgent ? waiting.length : waiting.findIndex((each) => holds(each.entry, waiting, now()))
    const ready = waiting.slice(0, held === -1 ? waiting.length : held)
    const batch = ready.slice(0, batchSize)
    if (batch.length === 0) return { isHeld: waiting.length > 0, isPlain: sent > 0 && plain === sent }
    const device_id = batch[0]!.entry.device_id
    try {
      const body = { device_id, entries: batch.map(({ entry }) => entry) }
      const reply = await api.call<EntriesTaken>(paths.sendEntries, { body })
      await noteClock(db, reply, reply.body.now)
      await noteResults(db, batch, reply.body, now())
      const applied = new Set(reply.body.results.filter(({ outcome }) => outcome === 'applied').map(({ id }) => id))
      sent += batch.length
      plain += batch.filter(({ id, entry }) => applied.has(id) && plainKinds.has(entry.kind)).length
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'device_not_found') await keepDevice(db, { is_registered: false })
      if (error.code === 'device_revoked') await keepDevice(db, { is_revoked: true })
      const isLost = ['entry_gap', 'entry_not_genuine', 'device_taken', 'device_not_found'].includes(error.code)
      if (!isLost || hasRenewed) throw error
      // What the server lacks is not here any more, or it knows more than this phone. A new log goes on from here.
      hasRenewed = true
      const next = Number(error.detail.next_sequence)
      if (error.code !== 'entry_gap' || !(await sendAgainFrom(db, device_id, next))) await moveToNewLog(db)
      await registerDevice(db, api)
    }
  }
}

/** Entries that this phone took for sent, but that the server does not have, wait again. */
async function sendAgainFrom(db: Database, deviceId: string, next: number): Promise<boolean> {
  const step = db.transaction('entries', 'readwrite')
  const all = (await step.store.getAll()).filter(({ entry }) => entry.device_id === deviceId && entry.sequence >= next)
  const isWhole = all.length > 0 && all[0]!.entry.sequence === next
  if (isWhole) await Promise.all(all.map((kept) => step.store.put({ ...kept, state: 'unsent' })))
  await step.done
  return isWhole
}

async function registerDevice(db: Database, api: Api): Promise<void> {
  const device = await ownDevice(db)
  if (device.is_registered) return
  const { id, name, platform, public_key } = device
  try {
    await api.call(paths.registerDevice, { body: { id, name, platform, public_key } })
    await keepDevice(db, { is_registered: true })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'device_taken') throw error
    await moveToNewLog(db)
    await registerDevice(db, api)
  }
}

/** Changes what is known of the device, without touching how far its log is. */
function keepDevice(db: Database, change: Partial<KeptDevice>): Promise<unknown> {
  return navigator.locks.request(`log of ${db.name}`, async () =>
    keep(db, 'device', { ...(await ownDevice(db)), ...change }),
  )
}

async function noteResults(db: Database, batch: KeptEntry[], { results }: EntriesTaken, now: number): Promise<void> {
  const step = db.transaction('entries', 'readwrite', { durability: 'strict' })
  const byId = new Map(results.map((result) => [result.id, result]))
  for (const kept of batch) {
    const result = byId.get(kept.id)
    if (result) void step.store.put({ ...kept, state: 'sent', sent_at: now, result })
  }
  await step.done
  if (results.some(({ code }) => code === 'device_revoked')) await keepDevice(db, { is_revoked: true })
}

/** Reads the day. What was sent before that is in it, and has not to be added to it any more. */
export async function readDay({ db, api, now }: OutboxTools): Promise<void> {
  const known = await read(db, 'day')
  const headers: Record<string, string> = known?.etag ? { 'if-none-match': known.etag } : {}
  const reply = await api.call<DriverDay>(paths.getDriverDay, { headers })
  if (reply.status !== 304) await noteClock(db, reply, reply.body.now)
  const day = reply.status === 304 ? known!.day : reply.body
  const changes =
    known && reply.status !== 304 ? await (await import('./changes-in.ts')).changesIn(db, known.day, reply) : []
  const step = db.transaction(['entries', 'kept'], 'readwrite')
  await step.objectStore('kept').put({ day, etag: reply.etag ?? known?.etag ?? null, read_at: now() }, 'day')
  if (changes.length > 0) await step.objectStore('kept').put(changes, 'changes')
  const entries = step.objectStore('entries')
  for (const kept of await entries.index('state').getAll('sent')) {
    if ((kept.sent_at ?? 0) <= reply.sentAt) await entries.put({ ...kept, state: 'settled' })
  }
  await step.done
}

/** The server's time against ours, as of the middle of the call. */
async function noteClock(db: Database, { sentAt, receivedAt }: Reply<unknown>, serverNow: string): Promise<void> {
  const offset_ms = Math.round(Date.parse(serverNow) - (sentAt + receivedAt) / 2)
  await keep(db, 'clock', { offset_ms, measured_at: receivedAt })
}

async function sendPhotos({ db, api }: OutboxTools): Promise<void> {
  const photos = await db.getAllFromIndex('photos', 'state', 'unsent')
  if (photos.length === 0) return
  const { uploadPhoto } = await import('./upload.ts')
  let failure: ApiError | undefined
  for (const photo of photos) {
    try {
      // What the server has would only take room here. What it never takes stays, until the driver decides.
      if (await uploadPhoto(db, api, photo)) await db.delete('photos', photo.id)
      else await db.put('photos', { ...photo, state: 'refused' })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0 || error.status === 401) throw error
      // One that does not get through now does not keep the others back.
      failure ??= error
    }
  }
  if (failure) throw failure
}
