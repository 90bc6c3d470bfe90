import type { Job } from '../model/jobs.ts'
import type { VroomInput } from '../json/vroom.ts'
import type { PlannedRoute } from '../json/options.ts'

/** What is planned in the same part: jobs by number, and the vehicles that come with them. */
export type Tie = {
  jobs: number[]
  vehicles: number[]
}

/** The ties of a problem, and by job and vehicle the number of its tie; -1 for a vehicle that is free. */
export type Ties = {
  list: Tie[]
  ofJob: Int32Array
  ofVehicle: Int32Array
}

/**
 * Finds what has to stay together: both ends of a shipment, jobs in one order or in a group that shares a vehicle, and a vehicle
 * with the jobs that are locked to it, or that are on its given route.
 */
export function tiesOf(input: VroomInput, jobList: readonly Job[], given: readonly PlannedRoute[]): Ties {
  const { vehicles, groups } = input
  const n = jobList.length
  const parent = Int32Array.from({ length: n + vehicles.length }, (_, i) => i)
  const rootOf = (item: number) => {
    while (parent[item] !== item) item = parent[item] = parent[parent[item]]
    return item
  }
  const tie = (a: number, b: number) => {
    const [first, second] = [rootOf(a), rootOf(b)]
    // The lowest number is the root, so that jobs come before vehicles.
    parent[Math.max(first, second)] = Math.min(first, second)
  }
  const numbers = new Map(jobList.map(({ type, id }, j) => [`${type} ${id}`, j]))
  const tieTo = (item: number, type: string, id: number | undefined) => {
    const job = numbers.get(`${type} ${id}`)
    if (job !== undefined) tie(item, job)
  }
  const firstOf = new Map(groups?.together?.map((name) => [name, -1]))
  jobList.forEach((job, j) => {
    if (job.pair !== undefined) tie(j, job.pair)
    for (const { type, id } of job.after ?? []) tieTo(j, type === 'job' ? 'job' : 'pickup', id)
    for (const name of job.groups ?? []) {
      const first = firstOf.get(name)
      if (first === undefined) continue
      if (first < 0) firstOf.set(name, j)
      else tie(first, j)
    }
  })
  vehicles.forEach(({ steps = [] }, v) => {
    for (const { type, id, lock } of steps) if (lock !== undefined) tieTo(n + v, type, id)
  })
  const vehicleNumbers = new Map(vehicles.map(({ id }, v) => [id, v]))
  for (const { vehicle, jobs, steps } of given) {
    const v = vehicleNumbers.get(vehicle)
    if (v === undefined) continue
    for (const { type, id } of steps ?? jobs.map((job) => ({ type: 'job', id: job }))) tieTo(n + v, type, id)
  }

  const list: Tie[] = []
  const ofJob = new Int32Array(n)
  const ofVehicle = new Int32Array(vehicles.length).fill(-1)
  for (let j = 0; j < n; j++) {
    const root = rootOf(j)
    if (root === j) list.push({ jobs: [], vehicles: [] })
    ofJob[j] = root === j ? list.length - 1 : ofJob[root]
    list[ofJob[j]].jobs.push(j)
  }
  for (let v = 0; v < vehicles.length; v++) {
    const root = rootOf(n + v)
    if (root >= n) continue
    ofVehicle[v] = ofJob[root]
    list[ofVehicle[v]].vehicles.push(v)
  }
  return { list, ofJob, ofVehicle }
}
