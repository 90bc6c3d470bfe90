import type { FixedStep } from './plan-times.ts'
import type { Problem } from '../model/problem.ts'
import type { TimeWindow, VroomBreak, VroomVehicleStep } from '../json/vroom.ts'

const always: TimeWindow[] = [[0, Infinity]]

/** A step of a route in plan mode. */
export type Part = {
  type: VroomVehicleStep['type']
  /** The job's number, or -1. */
  job: number
  taken: VroomBreak | undefined
  /** Its row in the travel tables; breaks have that of the stop before. */
  point: number
  setup: number
  service: number
  fixed: FixedStep
}

/** The steps of a vehicle with their durations. A start and an end are always included, even without a place. */
export function listParts(
  problem: Problem,
  v: number,
  steps: readonly VroomVehicleStep[],
  numbers: ReadonlyMap<string, number>,
): Part[] {
  const { input, jobList, types, typeOf, point, pointCount, jobCount, travel } = problem
  const vehicle = input.vehicles[v]
  const type = types[typeOf[v]]
  const breaks = new Map((vehicle.breaks ?? []).map((taken) => [taken.id, taken]))
  const allSteps: VroomVehicleStep[] = [
    ...(steps[0]?.type === 'start' ? [] : [{ type: 'start' } as const]),
    ...steps,
    ...(steps.at(-1)?.type === 'end' ? [] : [{ type: 'end' } as const]),
  ]
  const [shiftFrom, shiftTo] = vehicle.time_window ?? [0, Infinity]
  let here = point[jobCount + 2 * v]
  const parts = allSteps.map((step): Part => {
    const job = numbers.get(`${step.type} ${step.id}`) ?? -1
    const taken = step.type === 'break' ? breaks.get(step.id!)! : undefined
    const before = here
    if (step.type === 'end') here = point[jobCount + 2 * v + 1]
    else if (job >= 0) here = point[job]
    const setup = job >= 0 && travel.address[before] !== travel.address[here] ? type.setup[job] : 0
    const service = job >= 0 ? type.service[job] : (taken?.service ?? 0)
    const windows =
      step.type === 'start'
        ? [[shiftFrom, Infinity] satisfies TimeWindow]
        : step.type === 'end'
          ? [[0, shiftTo] satisfies TimeWindow]
          : ((taken ?? jobList[job]).time_windows ?? always)
    const fixed = {
      isBreak: taken !== undefined,
      work: setup + service,
      travel: 0,
      windows,
      after: step.service_at ?? step.service_after ?? 0,
      before: step.service_at ?? step.service_before ?? Infinity,
    }
    return { type: step.type, job, taken, point: here, setup, service, fixed }
  })
  const stops = parts.filter(({ taken }) => !taken)
  stops.forEach((stop, n) => {
    const next = stops[n + 1]
    if (next) stop.fixed.travel = type.durations[stop.point * pointCount + next.point]
  })
  return parts
}

/** The ends of shipments whose other end is missing or misplaced, and the deliveries among them. */
export function precedence({ jobList, pair }: Problem, jobs: readonly number[]) {
  const place = new Map(jobs.map((j, i) => [j, i]))
  const broken = new Set<number>()
  const early = new Set<number>()
  for (const j of jobs) {
    if (pair[j] < 0) continue
    const [pickup, delivery] = jobList[j].type === 'pickup' ? [j, pair[j]] : [pair[j], j]
    if (place.get(pickup)! < place.get(delivery)!) continue
    broken.add(j)
    if (j === delivery) early.add(j)
  }
  return { broken, early }
}
