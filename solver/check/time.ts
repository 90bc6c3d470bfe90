import type {
  VroomBreak,
  VroomInput,
  VroomRoute,
  VroomStep,
  VroomSummary,
  VroomTrafficStep,
  VroomVehicle,
} from '../json/vroom.ts'
import { hastened, type ZonePass } from './zones.ts'

/** Seconds of a drive that begins at `leavingAt`, given its seconds at the nominal travel times. */
export function secondsInTraffic(
  problem: VroomInput,
  profile: string,
  plain: number,
  leavingAt: number,
  pass?: ZonePass,
): number {
  const steps = stepsOf(problem.traffic?.[profile], pass)
  if (!steps) return plain
  const ends = steps.map((_, i) => steps[i + 1]?.from ?? 86_400)
  // How far one gets from midnight, in hundredths of a second at the nominal travel times.
  const coveredSince = (seconds: number) => {
    const speedUpTo = (limit: number) =>
      steps.reduce((total, { from, factor }, i) => {
        return total + Math.max(0, Math.min(ends[i], limit) - from) * factor
      }, 0)
    return Math.floor(seconds / 86_400) * speedUpTo(86_400) + speedUpTo(seconds % 86_400)
  }
  const covers = (seconds: number) => coveredSince(leavingAt + seconds) - coveredSince(leavingAt) >= plain * 100
  let [least, most] = [0, plain * 100]
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (covers(middle)) most = middle
    else least = middle + 1
  }
  return least
}

/** The speeds of a drive over the day, in hundredths. */
function stepsOf(traffic: VroomTrafficStep[] | undefined, pass: ZonePass | undefined) {
  const hours = pass?.hourly.map(({ zone }) => zone.speeds) ?? []
  if (!traffic && hours.length === 0) return undefined
  const usual = traffic ?? [{ from: 0, factor: 1 }]
  const moments = [...new Set([...usual, ...hours.flat()].map(({ from }) => from))].sort((a, b) => a - b)
  return moments.map((from) => {
    const base = Math.round(usual.filter((step) => step.from <= from).at(-1)!.factor * 100)
    return { from, factor: pass ? hastened(base, pass, from) : base }
  })
}

/** Follows a route step by step and finds where it goes too long without a break. */
export function timeRules(vehicle: VroomVehicle, say: (message: string) => void) {
  const rules = (vehicle.breaks ?? []).filter(isDueAfter).map((rest) => ({ rest, driving: 0, working: 0 }))
  const went = (driving: number, work: number, isPast: boolean) => {
    for (const rule of rules) {
      rule.driving += driving
      rule.working += driving + work
      const { id, after_driving = Infinity, after_working = Infinity } = rule.rest
      // The past cannot be changed: a break is due at once.
      if (isPast) continue
      if (rule.driving > after_driving) say(`drives ${rule.driving} s without break ${id}, due after ${after_driving}`)
      if (rule.working > after_working) say(`works ${rule.working} s without break ${id}, due after ${after_working}`)
    }
  }
  const rested = (seconds: number) => {
    for (const rule of rules) if ((rule.rest.service ?? 0) <= seconds) Object.assign(rule, { driving: 0, working: 0 })
  }
  return { went, rested }
}

export function isDueAfter({ after_driving, after_working }: VroomBreak): boolean {
  return after_driving !== undefined || after_working !== undefined
}

/** Shares of a cost that are told apart, in VROOM's unit. */
export type Shares = {
  stops: number
  units: number
  waiting: number
  early: number
  late: number
  overtime: number
  compactness: number
}

/** What each second after the vehicle's normal end costs, added up step by step. */
export function overtimeOf({ overtime = [] }: VroomVehicle, finish: number): number {
  return overtime.reduce((sum, { from, cost_per_hour }, i) => {
    const until = Math.min(finish, overtime[i + 1]?.from ?? Infinity)
    return sum + (Math.max(0, until - from) * cost_per_hour) / 3600
  }, 0)
}

/** The cost of a step's start of work by its soft window; reports a wrong `earliness` or `lateness`. */
export function softCosts(
  soft: VroomInput['jobs'][number]['soft_time_window'],
  step: VroomStep,
  say: (message: string) => void,
): Pick<Shares, 'early' | 'late'> {
  const begin = step.arrival + step.waiting_time
  const [from, to] = soft?.window ?? [begin, begin]
  const { cost_per_hour_early = 0, cost_per_hour_late = 0 } = soft ?? {}
  const earliness = cost_per_hour_early > 0 ? Math.max(0, from - begin) : 0
  const lateness = cost_per_hour_late > 0 ? Math.max(0, begin - to) : 0
  if ((step.earliness ?? 0) !== earliness) say(`earliness at ${step.type} ${step.id} should be ${earliness}`)
  if ((step.lateness ?? 0) !== lateness) say(`lateness at ${step.type} ${step.id} should be ${lateness}`)
  return { early: (earliness * cost_per_hour_early) / 3600, late: (lateness * cost_per_hour_late) / 3600 }
}

/** Compares the shares of a route's cost or a summary's. */
export function checkShares(of: VroomRoute | VroomSummary, sums: Shares, say: (message: string) => void) {
  const same = (name: string, told: number | undefined, found: number) => {
    if (!(Math.abs((told ?? 0) - found) <= 0.51)) say(`${name} is ${told}, but should be ${found}`)
  }
  same('stop_cost', of.stop_cost, sums.stops)
  same('unit_cost', of.unit_cost, sums.units)
  same('waiting_cost', of.waiting_cost, sums.waiting)
  same('earliness_cost', of.earliness_cost, sums.early)
  same('lateness_cost', of.lateness_cost, sums.late)
  same('overtime_cost', of.overtime_cost, sums.overtime)
  same('compactness_cost', of.compactness_cost, sums.compactness)
}
