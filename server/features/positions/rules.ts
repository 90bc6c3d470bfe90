import type { Fence } from '#domain/road/geofence.ts'
import { newTrack, shownOf, stepTrack, type Track } from '#domain/road/track.ts'
import type { HiddenReason, IgnoredReason, Ping, PingsReply } from '#domain/schema/position.ts'
import type { Move } from '../../events/moves.ts'

/** Fixes that came with one call. Those that say no place are null. */
export type Arrived = {
  workspaceId: string
  driverId: string
  source: 'app' | 'tracker'
  trackerId?: string
  pings: (Ping | null)[]
}

/** A stop that a driver may be at. */
export type NextFence = Fence & { route_id: string }

/** What is known of a driver before a batch. */
export type Known = {
  depotId: string | null
  track: Track
  countedDay: string | null
  counted: number
  keepsDays: number
  openShift: string | null
  /** Id, beginning and end in milliseconds; the end of an open one is Infinity. */
  shifts: [string, number, number][]
  fences: NextFence[]
}

/** What a fix measured. The names are short, because they go to the database for each fix. */
type Measured = {
  lat: number
  lng: number
  a: number | null
  s: number | null
  h: number | null
  b: number | null
  c: boolean | null
}

/** One fix as it is kept. */
export type KeptFix = Measured & {
  w: string
  d: string
  t: string
  o: 'app' | 'tracker'
  shift: string
  hidden: HiddenReason | null
}

type KeptMarker = Partial<Omit<KeptFix, 'hidden' | 't'>> & {
  w: string
  d: string
  t: string | null
  r: string
  track: Track
  day: string
  counted: number
}

type KeptStay = {
  w: string
  d: string
  kind: 'stay' | 'detour'
  f: string
  t: string
  lat: number
  lng: number
  stop: string | null
  route: string | null
  off: number | null
}

export type Outcome = PingsReply & { counts: Map<IgnoredReason, number> }

/** Everything that a batch of calls changes. */
export type Batch = {
  fixes: KeptFix[]
  /** Which call each fix came with. */
  callOf: number[]
  markers: KeptMarker[]
  stays: KeptStay[]
  outcomes: Outcome[]
  moved: Move[]
}

/** One a second for a day, and some more. */
const mostInDay = 100_000
const dayMs = 86_400_000
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i

type Fix = Measured & { at: number; call: number }

/** When a ping was recorded, in milliseconds; undefined if it does not say so. */
export function momentOf(ping: Ping | null): number | undefined {
  if (!ping || !rfc3339.test(ping.recorded_at)) return undefined
  const at = Date.parse(ping.recorded_at)
  return Number.isFinite(at) ? at : undefined
}

/** Whatever cannot be measured is not known. */
function readFix(ping: Ping, at: number, call: number): Fix | undefined {
  const { lat, lng, accuracy_m, speed_mps, heading, battery_percent, charging } = ping
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return undefined
  return {
    at,
    call,
    lat: rounded(lat),
    lng: rounded(lng),
    a: within(accuracy_m, 0, 1e6),
    s: within(speed_mps, 0, 150),
    h: within(heading, 0, 360),
    b: within(battery_percent, 0, 100),
    c: charging,
  }
}

/** Seven decimals are about a centimeter. */
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7
/** With three decimals: the database refuses numbers that are next to nothing. */
const within = (value: number | null, least: number, most: number) =>
  value !== null && value >= least && value <= most ? Math.round(value * 1000) / 1000 : null

/**
 * Works out what becomes of the fixes of several calls: which are kept, where markers move, and which stays are over.
 * @param knownOf what is known of a driver; undefined if there is no such driver any more
 */
export function decide(calls: Arrived[], knownOf: (driverId: string) => Known | undefined, now: Date): Batch {
  const outcomes: Outcome[] = calls.map(() => ({
    accepted: 0,
    hidden: 0,
    ignored: [],
    shift_id: null,
    near: null,
    counts: new Map(),
  }))
  const batch: Batch = { fixes: [], callOf: [], markers: [], stays: [], outcomes, moved: [] }
  const ignore = (call: number, reason: IgnoredReason) => countIgnored(outcomes[call]!, reason)
  const byDriver = Map.groupBy(calls.keys(), (call) => calls[call]!.driverId)
  for (const [driverId, numbers] of byDriver) {
    const known = knownOf(driverId)
    const read = [...numbers].flatMap((call) =>
      calls[call]!.pings.flatMap((ping) => {
        const at = momentOf(ping)
        const fix = at === undefined ? undefined : readFix(ping!, at, call)
        if (!fix || !known) ignore(call, fix ? 'off_shift' : 'invalid')
        return fix && known ? [fix] : []
      }),
    )
    if (!known) continue
    takeDriver(
      batch,
      { driverId, calls, known, now, ignore },
      read.toSorted((a, b) => a.at - b.at),
    )
    for (const call of numbers) {
      outcomes[call]!.shift_id = known.openShift
      outcomes[call]!.near = shownOf(known.track).near
    }
  }
  return batch
}

type Taking = {
  driverId: string
  calls: Arrived[]
  known: Known
  now: Date
  ignore: (call: number, reason: IgnoredReason) => void
}

/** The fixes of one driver, oldest first. What is known of the driver moves on. */
function takeDriver(batch: Batch, { driverId, calls, known, now, ignore }: Taking, fixes: Fix[]): void {
  const today = now.toISOString().slice(0, 10)
  const oldest = now.getTime() - known.keepsDays * dayMs
  const before = known.track
  let counted = known.countedDay === today ? known.counted : 0
  let [last, newest]: (Fix | undefined)[] = []
  let newestShift = ''
  for (const fix of fixes) {
    const shift = known.shifts.find(([, from, to]) => from <= fix.at && fix.at <= to)?.[0]
    const reason =
      fix.at > now.getTime() + dayMs
        ? 'future'
        : fix.at < oldest
          ? 'too_old'
          : !shift
            ? 'off_shift'
            : last?.at === fix.at
              ? 'double'
              : counted >= mostInDay
                ? 'too_many'
                : undefined
    if (reason) {
      ignore(fix.call, reason)
      continue
    }
    last = fix
    counted++
    const { workspaceId, source } = calls[fix.call]!
    const place = { at: fix.at, lat: fix.lat, lng: fix.lng, accuracy_m: fix.a, speed_mps: fix.s }
    const step = stepTrack(known.track, place, known.fences, now.getTime())
    known.track = step.track
    if (step.isNewest) [newest, newestShift] = [fix, shift!]
    const { at, call, ...measured } = fix
    const t = new Date(at).toISOString()
    batch.fixes.push({ ...measured, w: workspaceId, d: driverId, t, o: source, shift: shift!, hidden: step.hidden })
    batch.callOf.push(call)
    batch.outcomes[call]!.accepted++
    if (step.hidden) batch.outcomes[call]!.hidden++
    for (const { kind, lat, lng, from, to, stop_id, off_route_m } of step.ended) {
      const route = known.fences[0]?.route_id ?? null
      const [f, until] = [new Date(from).toISOString(), new Date(to).toISOString()]
      batch.stays.push({
        w: workspaceId,
        d: driverId,
        kind,
        f,
        t: until,
        lat,
        lng,
        stop: stop_id,
        route,
        off: off_route_m,
      })
    }
  }
  if (!last) return
  const { workspaceId: w, source: o } = calls[(newest ?? last).call]!
  const r = now.toISOString()
  const marker = { w, d: driverId, t: null, r, track: known.track, day: today, counted }
  if (!newest) {
    batch.markers.push(marker)
    return
  }
  const { at, call: _, ...measured } = newest
  const t = new Date(at).toISOString()
  batch.markers.push({ ...marker, ...measured, t, o, shift: newestShift })
  if (known.track === before) return
  const position = {
    driver_id: driverId,
    lat: newest.lat,
    lng: newest.lng,
    recorded_at: t,
    accuracy_m: newest.a,
    speed_mps: newest.s,
    heading: newest.h,
    battery_percent: newest.b,
    charging: newest.c,
    source: o,
    ...shownOf(known.track),
  }
  batch.moved.push({ workspaceId: w, depotId: known.depotId, position })
}

export function countIgnored({ counts }: Outcome, reason: IgnoredReason): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1)
}

/** What is remembered of a driver, as far as it is still readable. */
export const trackOf = (kept: Partial<Track> | null): Track => ({ ...newTrack, ...kept })

export function replyOf({ counts, ...outcome }: Outcome): PingsReply {
  return { ...outcome, ignored: [...counts].map(([reason, count]) => ({ reason, count })) }
}
