import type { RoadData, RoadKind } from '#domain/road/entry.ts'
import type { DriverDay } from '#domain/schema/driver-day.ts'
import { dayWithEntries } from '../day/day-with-entries.ts'
import type { RouteChange } from '../day/route-changes.ts'
import { keep, read, type Database, type KeptEntry } from '../store/database.ts'
import { dropSettled, markSeen, openEntries, writeEntry, type Action } from '../store/log.ts'
import type { Api } from '../sync/api.ts'
import { mayLocate } from '../gps/may-locate.ts'
import { knownPhones, otherPhone, rememberPhone, type OtherPhone } from '../shell/other-phone.ts'
import { isFull } from '../shell/trouble.ts'
import { undoLeft } from '../sync/hold.ts'
import { Sending } from './sending.ts'
import type { SendingState } from './sending.ts'

/** All that the screens show. It is replaced as a whole whenever something changes. */
export type RoadState = {
  isRead: boolean
  /** The day as the driver has it. Null until this phone has seen one. */
  day: DriverDay | null
  /** When the server said so last. */
  readAt: number | null
  unsent: KeptEntry[]
  unsentPhotos: number
  /** Photos that the server never takes. */
  refusedPhotos: number
  unsentPings: number
  /** Entries that did not plainly apply, until the driver has read that. */
  toRead: KeptEntry[]
  /** What others changed on the routes, until the driver has read that. */
  changes: RouteChange[]
  /** Another phone that the same driver works with. */
  otherPhone: OtherPhone | null
  isRevoked: boolean
  /** The last thing that was done could not be kept. */
  isFull: boolean
  /** What to add to this phone's clock for the server's time; null if never measured. */
  clockOffsetMs: number | null
  sending: SendingState
}

const first: RoadState = {
  isRead: false,
  day: null,
  readAt: null,
  unsent: [],
  unsentPhotos: 0,
  refusedPhotos: 0,
  unsentPings: 0,
  toRead: [],
  changes: [],
  otherPhone: null,
  isRevoked: false,
  isFull: false,
  clockOffsetMs: null,
  sending: { isSending: false, error: null, nextTryAt: null },
}

const daysKept = 14

/** One driver's work on this phone: what is done goes to the log, and from there to the server when it can. */
export class Road {
  readonly db: Database
  readonly api: Api
  readonly sending: Sending
  private readonly now: () => number
  private readonly others: BroadcastChannel
  private readonly listeners = new Set<() => void>()
  private state = first

  constructor(db: Database, api: Api, now: () => number) {
    this.db = db
    this.api = api
    this.now = now
    this.sending = new Sending({ db, api, now }, (changed) => void this.onSending(changed))
    this.others = new BroadcastChannel(db.name)
    this.others.addEventListener('message', () => void this.refresh())
  }

  /** Shows what is kept, then asks the server. Returns what ends it. */
  async start(): Promise<() => void> {
    await this.refresh()
    await dropSettled(this.db, this.now() - daysKept * 86_400_000)
    const stop = this.sending.start()
    return () => {
      stop()
      this.others.close()
      this.db.close()
    }
  }

  /**
   * Notes what the driver does. It is safe when this resolves, whatever happens to the network, the app or the phone.
   * @throws DOMException `QuotaExceededError` if the phone is full: then nothing was kept
   */
  async act<Kind extends RoadKind>(action: Action<Kind>): Promise<KeptEntry> {
    const kept = await writeEntry(this.db, mayLocate(this.state.day) ? action : { ...action, fix: null }, this.now)
    await this.refresh()
    this.others.postMessage('written')
    this.sending.soon()
    return kept
  }

  /** The same where there is no form that could say that the phone is full: then the app says so above all pages. */
  async note<Kind extends RoadKind>(action: Action<Kind>): Promise<boolean> {
    try {
      await this.act(action)
      this.become({ ...this.state, isFull: false })
      return true
    } catch (error) {
      if (!isFull(error)) throw error
      this.become({ ...this.state, isFull: true })
      return false
    }
  }

  /** Takes an end back, as long as that is possible. */
  undo = (entryId: string): Promise<boolean> => this.note({ kind: 'undone', data: { entry_id: entryId } })

  /** The newest end that can still be taken back. */
  lastEnd(): KeptEntry | undefined {
    const undone = new Set(this.state.unsent.map(({ entry }) => (entry.data as Partial<RoadData['undone']>).entry_id))
    return this.state.unsent.findLast((kept) => !undone.has(kept.id) && undoLeft(kept.entry, this.now()) > 0)
  }

  async markSeen(ids: readonly string[]): Promise<void> {
    for (const id of ids) await markSeen(this.db, id)
    await this.refresh()
  }

  /** The photos that the server never takes, so that the driver can keep them elsewhere. */
  refusedPhotos = () => this.db.getAllFromIndex('photos', 'state', 'refused')

  async dropRefusedPhotos(): Promise<void> {
    for (const { id } of await this.refusedPhotos()) await this.db.delete('photos', id)
    await this.refresh()
  }

  async markChangesSeen(): Promise<void> {
    await this.db.delete('kept', 'changes')
    await this.refresh()
  }

  async markPhoneSeen(id: string): Promise<void> {
    rememberPhone(id)
    await this.refresh()
  }

  private async onSending(sending: SendingState): Promise<void> {
    await this.refresh({ sending })
    if (!sending.isSending && !sending.error) await this.noteRoutes()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  snapshot = (): RoadState => this.state

  /** Reads all from the database again. */
  async refresh(known: Partial<RoadState> = {}): Promise<void> {
    if (known.sending) this.become({ ...this.state, ...known })
    const { db } = this
    const [device, kept, clock, open, entries, unsentPhotos, refusedPhotos, unsentPings, changes, phones] =
      await Promise.all([
        read(db, 'device'),
        read(db, 'day'),
        read(db, 'clock'),
        openEntries(db),
        db.getAll('entries'),
        db.countFromIndex('photos', 'state', 'unsent'),
        db.countFromIndex('photos', 'state', 'refused'),
        db.count('pings'),
        read(db, 'changes'),
        read(db, 'phones'),
      ])
    if (device) rememberPhone(device.id)
    this.become({
      ...this.state,
      isRead: true,
      day: kept
        ? dayWithEntries(
            kept.day,
            open.map(({ entry }) => entry),
          )
        : null,
      readAt: kept?.read_at ?? null,
      unsent: open.filter(({ state }) => state === 'unsent'),
      unsentPhotos,
      refusedPhotos,
      unsentPings,
      toRead: entries.filter(({ result, is_seen }) => result && result.outcome !== 'applied' && !is_seen),
      changes: changes ?? [],
      otherPhone: (device && phones && otherPhone(phones, knownPhones(), this.now())) ?? null,
      isRevoked: device?.is_revoked ?? false,
      clockOffsetMs: clock?.offset_ms ?? null,
    })
  }

  /** The dispatcher hears that a route is on the phone, once. */
  private async noteRoutes(): Promise<void> {
    await navigator.locks.request(`routes of ${this.db.name}`, async () => {
      const known = (await read(this.db, 'received')) ?? []
      const added = (this.state.day?.routes ?? []).map(({ id }) => id).filter((id) => !known.includes(id))
      if (added.length === 0) return
      await keep(this.db, 'received', [...known, ...added].slice(-50))
      for (const route_id of added) await this.act({ kind: 'route_received', data: { route_id } })
    })
  }

  private become(state: RoadState): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}
