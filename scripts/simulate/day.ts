import { failureReasonNames } from '#domain/failure-reasons.ts'
import type { RoadData, RoadKind } from '#domain/road/entry.ts'
import { metersBetween, type Place } from '#domain/road/meters.ts'
import type { Ping } from '#domain/schema/position.ts'
import { chance } from '#domain/rehearsal/chance.ts'

/** A stop to drive to. */
export type SimulatedStop = Place & { id: string; delivery: { id: string; isPickup: boolean } | null }

type Entry = { [Kind in RoadKind]: { entry: Kind; data: Partial<RoadData[Kind]> } }[RoadKind]

/** What happens, so many seconds after the beginning. */
export type Happening = { seconds: number } & (Entry | { fix: Omit<Ping, 'recorded_at'>; isLie: boolean })

export type SimulatedDay = {
  happenings: Happening[]
  /** When there is no network, in seconds from the beginning. */
  deadZones: { from: number; to: number }[]
}

type Options = {
  seed: number
  from: Place
  stops: SimulatedStop[]
  /** Whether the shift has begun already: then the day goes on from where the driver is. */
  isUnderway?: boolean
  shiftId: string
  vehicleId: string | null
  /** In meters per second, along straight lines. */
  metersPerSecond: number
  serviceSeconds: number
  fixEverySeconds: number
  /** How many of the deliveries fail, of the fixes are lies, and of the time there is no network: shares from 0 to 1. */
  failures: number
  lies: number
  deadTime: number
}

const metersPerDegree = 111_195
const deadZoneSeconds = 90

/**
 * Drives a route: a shift from its beginning to its end, with fixes that waver and sometimes lie, deliveries that sometimes
 * fail, and stretches without network. The same seed gives the same day.
 */
export function simulateDay(options: Options): SimulatedDay {
  const random = chance(options.seed)
  const happenings: Happening[] = []
  let [now, here, battery] = [0, options.from, 60 + random() * 40]

  const say = (entry: Entry) => void happenings.push({ seconds: now, ...entry })
  const fixAt = (place: Place, speed: number, heading: number) => {
    battery = Math.max(3, battery - 0.01)
    const isLie = random() < options.lies
    const good = { ...wavering(place, random), accuracy_m: 4 + random() * 12, speed_mps: speed, heading }
    const fix = { ...(isLie ? lieOf(good, random) : good), battery_percent: Math.round(battery), charging: false }
    happenings.push({ seconds: now, fix, isLie })
  }
  const stand = (seconds: number) => {
    for (let waited = 0; waited < seconds; waited += options.fixEverySeconds) {
      now += Math.min(options.fixEverySeconds, seconds - waited)
      fixAt(here, 0, 0)
    }
  }
  const driveTo = (goal: Place) => {
    const begun = here
    const meters = metersBetween(begun, goal)
    const heading = headingOf(begun, goal)
    const step = options.metersPerSecond * options.fixEverySeconds
    for (let driven = step; driven < meters; driven += step) {
      here = between(begun, goal, driven / meters)
      now += options.fixEverySeconds
      fixAt(here, options.metersPerSecond, heading)
    }
    now += 1
    here = goal
    fixAt(here, 2, heading)
  }

  if (!options.isUnderway)
    say({ entry: 'shift_started', data: { shift_id: options.shiftId, vehicle_id: options.vehicleId } })
  fixAt(here, 0, 0)
  for (const stop of options.stops) {
    say({ entry: 'departed', data: { stop_id: stop.id } })
    driveTo(stop)
    say({ entry: 'arrived', data: { stop_id: stop.id, by: 'driver' } })
    stand(options.serviceSeconds * (0.5 + random()))
    if (stop.delivery) say(endOf(stop.id, stop.delivery, random, options.failures))
  }
  driveTo(options.from)
  say({ entry: 'shift_ended', data: { shift_id: options.shiftId, odometer_km: null } })
  return { happenings, deadZones: deadZonesOf(now, options.deadTime, random) }
}

function endOf(
  stop_id: string,
  { id: delivery_id, isPickup }: NonNullable<SimulatedStop['delivery']>,
  random: () => number,
  failures: number,
): Entry {
  const at = { stop_id, delivery_id }
  const fails = random() < failures
  if (fails) {
    const reason = failureReasonNames[Math.floor(random() * failureReasonNames.length)]!
    return { entry: 'failed', data: { ...at, reason, note: 'Simulated', photos: [] } }
  }
  if (isPickup) return { entry: 'picked_up', data: { ...at, parcels: [], note: null } }
  return {
    entry: 'delivered',
    data: { ...at, to: 'recipient', received_by: 'Simulated', parcels: [], cash: null, note: null },
  }
}

/** Stretches without network, spread over the day. */
function deadZonesOf(seconds: number, share: number, random: () => number) {
  const count = Math.round((seconds * share) / deadZoneSeconds)
  return Array.from({ length: count }, (_, i) => {
    const from = ((i + random() * 0.7) * seconds) / count
    return { from, to: from + deadZoneSeconds }
  })
}

/** What a GPS says that lies: 0/0, somewhere else on earth, or anywhere within kilometers. */
function lieOf(fix: Omit<Ping, 'recorded_at' | 'battery_percent' | 'charging'>, random: () => number) {
  const kind = Math.floor(random() * 3)
  if (kind === 0) return { ...fix, lat: 0, lng: 0 }
  if (kind === 1) return { ...fix, lat: fix.lat + 0.3 + random(), lng: fix.lng - 0.3 - random() }
  return { ...fix, lat: fix.lat + 0.02, accuracy_m: 2500 }
}

/** A few meters off, as every fix is. */
function wavering({ lat, lng }: Place, random: () => number): Place {
  const off = () => ((random() - 0.5) * 12) / metersPerDegree
  return { lat: lat + off(), lng: lng + off() }
}

const between = (a: Place, b: Place, share: number): Place => ({
  lat: a.lat + (b.lat - a.lat) * share,
  lng: a.lng + (b.lng - a.lng) * share,
})

function headingOf(a: Place, b: Place): number {
  const east = (b.lng - a.lng) * Math.cos((a.lat * Math.PI) / 180)
  return ((Math.atan2(east, b.lat - a.lat) * 180) / Math.PI + 360) % 360
}
