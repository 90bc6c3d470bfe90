import type {
  TimeWindow,
  VroomBreak,
  VroomInput,
  VroomJob,
  VroomOrderReference,
  VroomShipment,
} from '#solver/json/vroom.ts'
import { instantOf } from '../time.ts'
import { toProblem } from '../to-problem.ts'
import { skillsOf, type Need } from './needs.ts'
import type { PlannerSettings } from './settings.ts'
import type { PlannerDelivery, PlannerDriver, SetAsideCode } from './types.ts'

/** A day with its own deliveries, and whoever may drive then. */
export type DayToFit<D, R> = { day: string; drivers: R[]; deliveries: D[] }

/** A delivery without a day, and the days on which it may come. */
export type Undated = { earliest_date: string | null; latest_date: string | null }

/** Several days as one problem: each driver is a vehicle for each day. */
export type DaysProblem<D, R> = {
  problem: VroomInput & { shipments: VroomShipment[] }
  /** By the id of the job, or of both ends of the shipment. */
  deliveries: Map<number, D>
  /** By vehicle id. */
  routes: Map<number, { day: string; driver: R }>
  /** Deliveries without a day that cannot be planned as they are. */
  setAside: { delivery: D; code: SetAsideCode | 'no_day' }[]
}

const daySeconds = 86_400

/** On which of these days a delivery without a day may come. */
export const isForDay = ({ earliest_date, latest_date }: Undated, day: string) =>
  (earliest_date === null || earliest_date <= day) && (latest_date === null || day <= latest_date)

/**
 * Turns several days into one problem, so that each delivery without a day finds the day where it costs least. Times are
 * seconds since midnight of the first day. A preferred window, which the solver knows once for each job, counts only for
 * deliveries with a day.
 * @param days one after the other
 */
export function severalDays<D extends PlannerDelivery & Undated, R extends PlannerDriver>(
  days: readonly DayToFit<D, R>[],
  settings: PlannerSettings,
  undated: readonly D[],
  departure = new Date(0),
): DaysProblem<D, R> {
  const { balance: _, compactness_percent: __, ...daily } = settings
  const midnight = (day: string) => instantOf(day, '00:00', settings.time_zone).getTime() / 1000
  const start = midnight(days[0]!.day)
  const made = days.map(({ day, drivers, deliveries }) => {
    const fitting = undated.filter((delivery) => isForDay(delivery, day))
    const planned = toProblem(day, daily, drivers, [...deliveries, ...fitting], departure)
    return { day, offset: midnight(day) - start, planned, own: new Set(deliveries) }
  })
  const ids = new Map<D, number>()
  const idOf = (delivery: D) => ids.get(delivery) ?? ids.set(delivery, ids.size + 1).size
  const needs = new Map<number, Map<string, Need | undefined>>()
  const jobs = new Map<number, VroomJob>()
  const shipments = new Map<number, VroomShipment>()
  const groups = {
    apart: new Map<string, string[]>(),
    onBoard: new Map<string, string[]>(),
    together: new Set<string>(),
  }

  for (const { day, offset, planned, own } of made) {
    const { problem, deliveries } = planned
    const moved = (old: number) => idOf(deliveries.get(old)!)
    const note = (old: number) => {
      const id = moved(old)
      const known = needs.get(id) ?? new Map<string, Need | undefined>()
      for (const need of planned.needs.get(old)!) known.set(need.word, need)
      if (own.has(deliveries.get(old)!)) known.set(dayWord(day), undefined)
      needs.set(id, known)
      return { id, shift: { offset, isUndated: !own.has(deliveries.get(old)!) } }
    }
    for (const job of problem.jobs) {
      const { id, shift } = note(job.id)
      const next = { ...job, ...later(job, shift), id, ...moveAfter(job, moved) }
      jobs.set(id, withMoreWindows(next, jobs.get(id)))
    }
    for (const shipment of problem.shipments) {
      const { id, shift } = note(shipment.pickup.id)
      const known = shipments.get(id)
      const end = (name: 'pickup' | 'delivery') =>
        withMoreWindows({ ...shipment[name], ...later(shipment[name], shift), id }, known?.[name])
      shipments.set(id, {
        ...shipment,
        ...moveAfter(shipment, moved),
        pickup: end('pickup'),
        delivery: end('delivery'),
      })
    }
    for (const names of problem.groups?.apart ?? []) groups.apart.set(names.join('\n'), names)
    for (const names of problem.groups?.apart_on_board ?? []) groups.onBoard.set(names.join('\n'), names)
    for (const name of problem.groups?.together ?? []) groups.together.add(name)
  }

  const number = numbering()
  const skillsFor = (id: number) => [...needs.get(id)!.keys()].map(number)
  for (const job of jobs.values()) job.skills = skillsFor(job.id)
  for (const shipment of shipments.values()) shipment.skills = skillsFor(shipment.pickup.id)
  const all = new Map([...needs.values()].flatMap((each) => [...each]))
  const routes = new Map<number, { day: string; driver: R }>()
  const vehicles = made.flatMap(({ day, offset, planned }) =>
    planned.problem.vehicles.map((vehicle) => {
      const driver = planned.drivers.get(vehicle.id)!
      const id = routes.size + 1
      routes.set(id, { day, driver })
      const met = [...all].filter(([word, need]) => (need ? need.isMetBy(driver) : word === dayWord(day)))
      const skills = [...new Set([...skillsOf(driver), ...met.map(([word]) => word)])].map(number)
      return {
        ...vehicle,
        id,
        skills,
        time_window: moveWindow(vehicle.time_window!, offset),
        ...(vehicle.overtime && {
          overtime: vehicle.overtime.map(({ from, ...step }) => ({ ...step, from: from + offset })),
        }),
        ...(vehicle.breaks && { breaks: vehicle.breaks.map((each) => moveBreak(each, offset)) }),
      }
    }),
  )
  const { traffic, speed_zones, same_address_service, detour_factor } = made[0]!.planned.problem
  return {
    problem: {
      jobs: [...jobs.values()],
      shipments: [...shipments.values()],
      vehicles,
      speed_kmh: settings.speed_kmh,
      ...(detour_factor && { detour_factor }),
      ...(traffic && { traffic }),
      ...(speed_zones && { speed_zones }),
      ...(same_address_service && { same_address_service }),
      ...((groups.apart.size || groups.onBoard.size || groups.together.size) && {
        groups: {
          apart: [...groups.apart.values()],
          apart_on_board: [...groups.onBoard.values()],
          together: [...groups.together],
        },
      }),
    },
    deliveries: new Map([...ids].map(([delivery, id]) => [id, delivery])),
    routes,
    setAside: undated.flatMap((delivery) => {
      if (ids.has(delivery)) return []
      const found = made.flatMap(({ planned }) => planned.setAside).find((each) => each.delivery === delivery)
      return [{ delivery, code: found?.code ?? 'no_day' }]
    }),
  }
}

/** The skill of a day. People's skills have no capitals. */
const dayWord = (day: string) => `Day ${day}`

type Timed = Pick<VroomJob, 'time_windows' | 'release' | 'soft_time_window'>
type Shift = { offset: number; isUndated: boolean }

/** The times of a job on its day. Without a day, it needs windows of each, or it would come in between. */
function later({ time_windows, release, soft_time_window }: Timed, { offset, isUndated }: Shift): Timed {
  const windows = time_windows ?? (isUndated ? [[0, daySeconds - 1] satisfies TimeWindow] : undefined)
  return {
    ...(windows && { time_windows: windows.map((window) => moveWindow(window, offset)) }),
    ...(release !== undefined && { release: release + offset }),
    ...(soft_time_window &&
      !isUndated && {
        soft_time_window: { ...soft_time_window, window: moveWindow(soft_time_window.window, offset) },
      }),
    ...(soft_time_window && isUndated && { soft_time_window: undefined }),
  } as Timed
}

/** The same task on an earlier day keeps its windows, and gets those of this day. What is ready once stays ready. */
function withMoreWindows<T extends Timed>(task: T, known: Timed | undefined): T {
  const { soft_time_window, ...rest } = task
  const plain = (soft_time_window ? task : rest) as T
  if (!known) return plain
  const windows: TimeWindow[] = []
  for (const [from, to] of [...(known.time_windows ?? []), ...(task.time_windows ?? [])]) {
    const last = windows.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else windows.push([from, to])
  }
  return {
    ...plain,
    ...(windows.length && { time_windows: windows }),
    ...(known.release !== undefined && { release: known.release }),
  }
}

const moveWindow = ([from, to]: TimeWindow, offset: number): TimeWindow => [from + offset, to + offset]

const moveBreak = ({ time_windows, ...rest }: VroomBreak, offset: number): VroomBreak => ({
  ...rest,
  ...(time_windows && { time_windows: time_windows.map((window) => moveWindow(window, offset)) }),
})

function moveAfter({ after }: { after?: VroomOrderReference[] }, moved: (old: number) => number) {
  return after ? { after: after.map((each) => ({ ...each, id: moved(each.id) })) } : {}
}

/** Numbers words from 1, in order of appearance. */
function numbering(): (word: string) => number {
  const numbers = new Map<string, number>()
  return (word) => numbers.get(word) ?? numbers.set(word, numbers.size + 1).size
}
