import { type Drive, drivesOf } from './zones.ts'
import type { TimeWindow, VroomBreak, VroomInput, VroomJob, VroomVehicle } from '../../json/vroom.ts'

/** Every small problem ends by then. */
const horizon = 220

const none: Drive = { seconds: 0, speedAt: () => 100 }

type Item = {
  drive: Drive
  work: number
  windows: TimeWindow[]
  early: (begin: number) => number
  maxWait: (arrival: number) => number
  /** By windowed break: whether the load allows it before this item. */
  mayRest: boolean[]
}

/**
 * The cost of the cheapest timing of a sequence of stops, found by trying every second: driving, waiting, earliness
 * and lateness. Nothing if there is no timing. Relative breaks are taken as late as allowed.
 */
export function cheapestTiming(problem: VroomInput, vehicle: VroomVehicle, order: VroomJob[]): number | undefined {
  const items = itemsOf(problem, vehicle, order)
  if (!items) return undefined
  const perSecond = (vehicle.costs?.per_hour ?? 3600) / 3600
  const perWaiting = (vehicle.costs?.per_waiting_hour ?? 0) / 3600
  const breaks = windowed(vehicle)
  const [shiftBegin, shiftTo] = vehicle.time_window ?? [0, Infinity]
  const shiftFrom = Math.max(shiftBegin, ...order.map(({ release = 0 }) => release))
  const layers = breaks.length + 1
  const arrives = items.map(({ drive }) => Array.from({ length: horizon }, (_, t) => driven(drive, t)))
  let best = Infinity
  const lastDeparture = Math.min(shiftTo, horizon - 1)
  const limits = vehicle.max_shift === undefined ? [shiftTo] : undefined
  for (let d = shiftFrom; d <= lastDeparture; d++) {
    const limit = Math.min(limits?.[0] ?? Math.min(shiftTo, d + vehicle.max_shift!), horizon - 1)
    const from = limits ? shiftFrom : d
    const length = limit - from + 1
    // By number of breaks taken and by second: the cost of the rest.
    let next: Float64Array[] = []
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i]
      const now: Float64Array[] = []
      for (let k = layers - 1; k >= 0; k--) {
        const begun = new Float64Array(length).fill(Infinity)
        for (let t = from; t <= limit; t++) {
          if (i === items.length - 1) begun[t - from] = k === layers - 1 ? overtimePay(vehicle, t) : Infinity
          else if (item.windows.some(([first, last]) => t >= first && t <= last) && t + item.work <= limit)
            begun[t - from] = item.early(t) + next[k][t + item.work - from]
        }
        const there = waitFor(begun, perWaiting, from, item.maxWait)
        const cost = new Float64Array(length).fill(Infinity)
        for (let t = from; t <= limit; t++) {
          const arrival = arrives[i][t]
          if (arrival <= limit) cost[t - from] = there[arrival - from] + (arrival - t) * perSecond
        }
        if (k < layers - 1 && item.mayRest[k]) {
          const { service = 0, time_windows = [[0, Infinity]] } = breaks[k]
          const rested = new Float64Array(length).fill(Infinity)
          for (let t = from; t + service <= limit; t++) {
            if (time_windows.some(([first, last]) => t >= first! && t <= last!))
              rested[t - from] = now[k + 1][t + service - from]
          }
          waitFor(rested, perWaiting, from, () => horizon).forEach((each, t) => (cost[t] = Math.min(cost[t], each)))
        }
        now[k] = cost
      }
      next = now
    }
    for (let t = from; t <= (limits ? Math.min(limit, lastDeparture) : d); t++) best = Math.min(best, next[0][t - from])
    if (limits) break
  }
  return best === Infinity ? undefined : best
}

/** What a vehicle that is home at this second gets on top for every second after each step of its overtime. */
export function overtimePay({ overtime = [] }: VroomVehicle, home: number): number {
  let pay = 0
  for (let i = 0; i < overtime.length; i++) {
    const ends = i + 1 < overtime.length ? Math.min(home, overtime[i + 1].from) : home
    if (ends > overtime[i].from) pay += ((ends - overtime[i].from) * overtime[i].cost_per_hour) / 3600
  }
  return pay
}

/** By moment of arrival, the least cost over every start of work that waiting allows. */
function waitFor(begun: Float64Array, perWaiting: number, from: number, maxWait: (arrival: number) => number) {
  const least = begun.slice()
  for (let t = begun.length - 1; t >= 0; t--) {
    const most = maxWait(t + from)
    if (most >= horizon) least[t] = Math.min(begun[t], perWaiting + (least[t + 1] ?? Infinity))
    else
      for (let u = t; u <= most - from; u++)
        least[t] = Math.min(least[t], (u - t) * perWaiting + (begun[u] ?? Infinity))
  }
  return least
}

function windowed({ breaks = [] }: VroomVehicle): VroomBreak[] {
  return breaks
    .filter(({ after_driving, after_working }) => after_driving === undefined && after_working === undefined)
    .sort((a, b) => (a.time_windows?.[0][0] ?? 0) - (b.time_windows?.[0][0] ?? 0))
}

/** Drives second by second, at the speed of each. */
function driven({ seconds, speedAt }: Drive, leaving: number): number {
  let time = leaving
  for (let covered = 0; covered < seconds * 100; time++) covered += speedAt(time)
  return time
}

function itemsOf(problem: VroomInput, vehicle: VroomVehicle, order: VroomJob[]): Item[] | undefined {
  const drives = drivesOf(problem, vehicle)
  const rules = (vehicle.breaks ?? []).filter((rest) => !windowed(vehicle).includes(rest))
  const since = new Map(rules.map((rest) => [rest, [0, 0]]))
  const items: Item[] = []
  const load = vehicle.capacity!.map((_, d) => order.reduce((sum, job) => sum + (job.delivery?.[d] ?? 0), 0))
  const mayRest = () => windowed(vehicle).map(({ max_load }) => !max_load?.some((most, d) => load[d] > most))
  const always = { windows: [[0, Infinity]] as TimeWindow[], early: () => 0, maxWait: () => horizon }
  let here = vehicle.start_index
  let longest = 0
  for (const job of [...order, undefined]) {
    const to = job ? job.location_index : vehicle.end_index
    const drive = here === undefined || to === undefined ? none : drives(here, to)
    const plain = drive.seconds
    const moved = here !== to
    if (moved || problem.same_address_service !== 'longest') longest = 0
    const own = job ? (job.service_per_type?.[vehicle.type!] ?? job.service ?? 0) : 0
    const setup = job && moved ? (job.setup_per_type?.[vehicle.type!] ?? job.setup ?? 0) : 0
    const work = setup + Math.max(0, own - longest)
    longest = Math.max(longest, own)
    for (;;) {
      const due = rules
        .filter((rest) => {
          const [driving, working] = since.get(rest) as [number, number]
          const { after_driving = Infinity, after_working = Infinity } = rest
          return driving + plain > after_driving || working + plain + work > after_working
        })
        .sort((a, b) => (b.service ?? 0) - (a.service ?? 0))[0]
      if (!due) break
      if (since.get(due)![1] === 0) return undefined
      items.push({ ...always, drive: none, work: due.service ?? 0, mayRest: mayRest() })
      for (const rest of rules) if ((rest.service ?? 0) <= (due.service ?? 0)) since.set(rest, [0, 0])
    }
    for (const rest of rules) {
      const [driving, working] = since.get(rest) as [number, number]
      since.set(rest, [driving + plain, working + plain + work])
    }
    const soft = job?.soft_time_window
    const [from, until] = soft?.window ?? [0, Infinity]
    const { cost_per_hour_early = 0, cost_per_hour_late = 0 } = soft ?? {}
    const windows = job?.time_windows ?? [[0, Infinity]]
    items.push({
      drive,
      work,
      windows,
      mayRest: mayRest(),
      early: (begin) =>
        (Math.max(0, from - begin) * cost_per_hour_early) / 3600 +
        (begin > until ? ((begin - until) * cost_per_hour_late) / 3600 : 0),
      // With hourly speeds, nobody waits for traffic to clear: only for windows, hard and soft.
      maxWait: (arrival) => {
        if (!problem.traffic && !hasHourlyZones(problem)) return horizon
        const after = (moment: number) => {
          const window = windows.find(([, to]) => moment <= to)
          return window ? Math.max(moment, window[0]) : Infinity
        }
        return Math.max(after(arrival), cost_per_hour_early > 0 && arrival < from ? after(from) : 0)
      },
    })
    job?.delivery?.forEach((amount, d) => (load[d] -= amount))
    job?.pickup?.forEach((amount, d) => (load[d] += amount))
    here = to
  }
  return items
}

function hasHourlyZones({ speed_zones = {} }: VroomInput): boolean {
  return Object.values(speed_zones).some((zones) => zones.some(({ speeds }) => speeds.length > 1))
}
