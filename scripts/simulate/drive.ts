import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { RoadData, SentEntry } from '#domain/road/entry.ts'
import type { Place } from '#domain/road/meters.ts'
import type { DriverDay } from '#domain/schema/driver-day.ts'
import type { Ping, PingsReply } from '#domain/schema/position.ts'
import { openPhone } from '#server/testing/phone.ts'
import type { Api } from './api.ts'
import { simulateDay, type Happening } from './day.ts'

export type Driving = {
  seed: number
  /** How many times faster than in life drivers drive and deliver. */
  speed: number
  failures: number
  lies: number
  deadTime: number
  sendEverySeconds: number
  signal: AbortSignal
  totals: Totals
  /** Takes a photo at each door and writes to dispatch. Without it, drivers do neither. */
  extras?: Extras
}

type Photo = Extract<RoadData['proof_taken']['proof'], { kind: 'photo' }>['photo']

export type Extras = {
  takePhoto: (takenAt: Date) => { photo: Photo; content: Buffer<ArrayBuffer> }
  upload: (photo: [id: string, content: Buffer<ArrayBuffer>]) => Promise<void>
}

/** What a phone did, and what the server told it. */
export type DrivenDay = {
  deviceId: string
  log: readonly SentEntry[]
  /** What became of each entry, by its ID. */
  heard: ReadonlyMap<string, string>
  /** The fixes that the server has, by the moment at which they were recorded. */
  acknowledged: readonly string[]
  /** How many fixes it did not take, by the reason. */
  ignored: Readonly<Record<string, number>>
  /** Sends what still waits. Returns how much is left. */
  send(): Promise<number>
}

/** What all drivers together have done so far. */
export type Totals = {
  driving: number
  fixes: number
  kept: number
  hidden: number
  ignored: number
  entries: number
  outcomes: Record<string, number>
  waiting: number
  problems: string[]
}

export const noTotals = (): Totals => ({
  driving: 0,
  fixes: 0,
  kept: 0,
  hidden: 0,
  ignored: 0,
  entries: 0,
  outcomes: {},
  waiting: 0,
  problems: [],
})

/** A loaded van in the city. */
const usualMetersPerSecond = 9
const usualServiceSeconds = 180
const fixEverySeconds = 5
const jakarta = { lat: -6.2, lng: 106.83 }

/** Drives one driver's routes of today in real time, and sends what an app would send. Changed routes are followed from the next stop on. */
export async function driveDay(api: Api, driving: Driving): Promise<DrivenDay> {
  const { totals, signal } = driving
  const phone = openPhone(() => new Date())
  await api.call('POST', '/v1/driver/devices', { ...phone.device, name: 'Simulated phone', platform: 'Simulator' })
  const day = await readDay(api)
  const shiftId = day.shift?.id ?? randomUUID()
  const first = legOf(day, driving, shiftId)
  let leg = simulateDay(first)
  let started = Date.now()
  let here: Place = first.from
  const outbox = openOutbox(api, phone.id, driving)
  totals.driving++
  for (const route of day.routes)
    outbox.write(phone.write('route_received', { route_id: route.id }, { at: new Date(started).toISOString() }))
  let sendAt = 0
  for (let next = 0; next < leg.happenings.length && !signal.aborted; next++) {
    const happening = leg.happenings[next]!
    const ahead = started + happening.seconds * 1000 - Date.now()
    if (ahead > 0) await wait(ahead, undefined, { signal }).catch(() => {})
    if (signal.aborted) break
    const isDead = leg.deadZones.some(({ from, to }) => from <= happening.seconds && happening.seconds < to)
    if (!isDead && isChoice(happening)) {
      await outbox.send()
      const changed = await changedDay(api, leg.happenings.slice(next))
      if (changed) {
        leg = simulateDay({ ...legOf(changed, driving, shiftId), from: here, isUnderway: true })
        started = Date.now()
        sendAt = 0
        next = -1
        continue
      }
    }
    if ('fix' in happening && !happening.isLie) here = happening.fix
    take(happening, { phone, outbox, at: new Date(started + happening.seconds * 1000), extras: driving.extras })
    if (isDead || happening.seconds < sendAt) continue
    sendAt = happening.seconds + driving.sendEverySeconds
    await outbox.send()
  }
  // Whatever was cut short still ends its shift, so that the next run begins with a new one.
  if (signal.aborted && day.shift === null)
    outbox.write(phone.write('shift_ended', { shift_id: outbox.shiftId(), odometer_km: null }))
  await outbox.send()
  totals.driving--
  return { deviceId: phone.id, log: phone.log, ...outbox.told, send: outbox.send }
}

const readDay = (api: Api) => api.call<DriverDay>('GET', '/v1/driver/day')

/** Before driving on, and before going home, drivers look at their route. */
const isChoice = (happening: Happening) =>
  'entry' in happening && (happening.entry === 'departed' || happening.entry === 'shift_ended')

/** The day, if other stops are open than those that are still to happen. Without the network nobody knows. */
async function changedDay(api: Api, rest: readonly Happening[]): Promise<DriverDay | undefined> {
  const day = await readDay(api).catch(() => undefined)
  const planned = rest.flatMap((each) => ('entry' in each && each.entry === 'departed' ? [each.data.stop_id] : []))
  return day &&
    openStops(day)
      .map(({ id }) => id)
      .join() !== planned.join()
    ? day
    : undefined
}

const openStops = ({ routes }: DriverDay) =>
  routes.flatMap(({ stops }) => stops).filter((stop) => stop.location && stop.delivery && !stop.done_at)

function legOf(day: DriverDay, { seed, speed, failures, lies, deadTime }: Driving, shiftId: string) {
  const first = day.routes.flatMap(({ stops }) => stops).find(({ location }) => location)?.location ?? jakarta
  return {
    seed,
    from: first,
    stops: openStops(day).map((stop) => ({
      id: stop.id,
      ...stop.location!,
      delivery: { id: stop.delivery!.id, isPickup: stop.kind === 'pickup' },
    })),
    shiftId,
    vehicleId: day.routes[0]?.vehicle_id ?? null,
    metersPerSecond: usualMetersPerSecond * speed,
    serviceSeconds: usualServiceSeconds / speed,
    fixEverySeconds,
    failures,
    lies,
    deadTime,
  }
}

type Phone = ReturnType<typeof openPhone>
type Outbox = ReturnType<typeof openOutbox>

type Taking = { phone: Phone; outbox: Outbox; at: Date; extras: Extras | undefined }

function take(happening: Happening, { phone, outbox, at, extras }: Taking): void {
  const moment = { at: at.toISOString() }
  if ('fix' in happening) return outbox.locate({ ...happening.fix, recorded_at: moment.at })
  if (extras && happening.entry === 'delivered') {
    const { stop_id, delivery_id } = happening.data
    const { photo, content } = extras.takePhoto(at)
    const proof = { proof_id: randomUUID(), proof: { kind: 'photo', photo } } as const
    outbox.write(phone.write('proof_taken', { stop_id: stop_id!, delivery_id: delivery_id!, ...proof }, moment))
    outbox.keep(photo.id, content)
    outbox.write(phone.write('message_sent', { message_id: randomUUID(), text: `Done at ${moment.at}` }, moment))
  }
  outbox.write(phone.writeAnything(happening.entry, happening.data, moment))
}

const mostEntries = 100
const mostPings = 500

/** Sends entries in their order, and then where the phone was and its photos: without its shift, no position is taken. */
function openOutbox(api: Api, device_id: string, { totals, extras }: Pick<Driving, 'totals' | 'extras'>) {
  const entries: SentEntry[] = []
  const pings: Ping[] = []
  const photos = new Map<string, Buffer<ArrayBuffer>>()
  const told = { heard: new Map<string, string>(), acknowledged: [] as string[], ignored: {} as Record<string, number> }
  let shiftId = ''

  /** @param but how many of the last ones stay for now */
  async function sendEntries(but = 0): Promise<void> {
    while (entries.length > but) {
      const part = entries.slice(0, Math.min(mostEntries, entries.length - but))
      const { results } = await api.call<{ results: { id: string; outcome: string; code: string | null }[] }>(
        'POST',
        '/v1/driver/entries',
        { device_id, entries: part },
      )
      entries.splice(0, part.length)
      totals.entries += part.length
      totals.waiting -= part.length
      for (const { id, outcome, code } of results) {
        told.heard.set(id, outcome)
        const name = code ? `${outcome} (${code})` : outcome
        totals.outcomes[name] = (totals.outcomes[name] ?? 0) + 1
      }
    }
  }

  async function sendPings(): Promise<void> {
    while (pings.length) {
      const part = pings.slice(0, mostPings)
      const reply = await api.call<PingsReply>('POST', '/v1/pings', { pings: part })
      pings.splice(0, part.length)
      told.acknowledged.push(...part.map(({ recorded_at }) => recorded_at))
      for (const { reason, count } of reply.ignored) told.ignored[reason] = (told.ignored[reason] ?? 0) + count
      totals.waiting -= part.length
      totals.kept += reply.accepted
      totals.hidden += reply.hidden
      totals.ignored += reply.ignored.reduce((sum, { count }) => sum + count, 0)
    }
  }

  async function sendPhotos(): Promise<void> {
    for (const photo of photos) {
      await extras!.upload(photo)
      photos.delete(photo[0])
      totals.waiting--
    }
  }

  return {
    told,
    shiftId: () => shiftId,
    write(entry: SentEntry) {
      if (entry.kind === 'shift_started') shiftId = String(entry.data.shift_id)
      entries.push(entry)
      totals.waiting++
    },
    locate(ping: Ping) {
      pings.push(ping)
      totals.fixes++
      totals.waiting++
    },
    keep(photoId: string, content: Buffer<ArrayBuffer>) {
      photos.set(photoId, content)
      totals.waiting++
    },
    /** What cannot be sent stays, and goes with the next. Returns how much that is. */
    async send(): Promise<number> {
      try {
        // The last fixes belong to the shift that the last entry ends.
        await sendEntries(entries.at(-1)?.kind === 'shift_ended' ? 1 : 0)
        await sendPings()
        await sendEntries()
        await sendPhotos()
      } catch (error) {
        totals.problems.push(error instanceof Error ? error.message : String(error))
      }
      return entries.length + pings.length + photos.size
    },
  }
}
