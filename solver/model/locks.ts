import type { Job } from './jobs.ts'
import type { Lock, VroomInput, VroomVehicleStep } from '../json/vroom.ts'

/** How the done part of a route went: one entry for each done step. */
export type History = {
  departure: number
  /** Seconds of driving to each step. */
  legs: number[]
  arrivals: number[]
  setups: number[]
  services: number[]
  /** When each step was left. Nothing after the last one begins before the shift. */
  left: number[]
}

/** The part of a vehicle's route that may no longer change. */
export type LockedRoute = {
  /** All its locked jobs: the head of the route, then the others in the given order. */
  jobs: number[]
  /** How many jobs the head has, and how many of those are done. */
  head: number
  done: number
  /** The given steps, and their history, filled in once travel times are known. */
  steps: VroomVehicleStep[]
  history: History
  /** The ids of breaks for which it leaves no room. */
  givenUp: number[]
}

/** What a problem's locks mean for its jobs and vehicles. */
export type Locks = {
  /** By vehicle; undefined without locks. */
  routes: (LockedRoute | undefined)[]
  /** The only vehicle that may serve a job, or -1. */
  vehicleOf: Int32Array
  /** 1 for jobs that must be served. */
  isLocked: Uint8Array
  /** 1 for jobs in the fixed head of a route. */
  isFixed: Uint8Array
  isDone: Uint8Array
  /** The latest start of work at each job, before it was moved for late locked jobs. */
  due: Float64Array
}

/**
 * Reads the locks of a valid problem; nothing if it has none. Reduces the jobs to what is left to plan: locked jobs
 * have no prize, done jobs no windows, loaded jobs no release, and a picked-up shipment is only to be delivered.
 */
export function readLocks({ vehicles }: VroomInput, jobList: Job[]): Locks | undefined {
  if (!vehicles.some(({ steps }) => steps?.some(({ lock }) => lock !== undefined))) return undefined
  const numbers = new Map(jobList.map(({ type, id }, j) => [`${type} ${id}`, j]))
  const vehicleOf = new Int32Array(jobList.length).fill(-1)
  const isLocked = new Uint8Array(jobList.length)
  const isFixed = new Uint8Array(jobList.length)
  const isDone = new Uint8Array(jobList.length)
  const isAboard = new Uint8Array(jobList.length)
  const routes = vehicles.map(({ steps = [] }, v) => {
    const locked = steps.filter(({ lock }) => lock !== undefined)
    if (locked.length === 0) return undefined
    const jobs = locked.map(({ type, id }) => numbers.get(`${type} ${id}`)!)
    const count = (...of: Lock[]) => locked.filter(({ lock }) => of.includes(lock!)).length
    const head = count('done', 'position')
    const done = count('done')
    addOtherEnds(jobs, jobList)
    jobs.forEach((job, i) => {
      vehicleOf[job] = v
      isLocked[job] = 1
      if (i < head) isFixed[job] = 1
      if (i < done) isDone[job] = 1
      if (done > 0 || locked[i]?.lock === 'loaded') isAboard[job] = 1
    })
    const history = { departure: 0, legs: [], arrivals: [], setups: [], services: [], left: [] }
    return { jobs, head, done, steps: locked, history, givenUp: [] }
  })
  jobList.forEach((job, j) => {
    if (isLocked[j] === 0) return
    delete job.prize
    if (isDone[j] === 1) delete job.time_windows
    if (isAboard[j] === 1) delete job.release
    const pair = job.pair
    // Its pickup is done, so the delivery is planned like a separate job.
    if (pair === undefined || (isFixed[j] === 0 && isFixed[pair] === 0)) return
    delete job.pair
    delete jobList[pair].pair
  })
  return { routes, vehicleOf, isLocked, isFixed, isDone, due: new Float64Array(jobList.length).fill(Infinity) }
}

/** If one end of a shipment is locked, so is the other: a delivery comes last, a pickup right before its delivery. */
function addOtherEnds(jobs: number[], jobList: Job[]) {
  for (const job of jobs.slice()) {
    const pair = jobList[job].pair
    if (pair === undefined || jobs.includes(pair)) continue
    if (pair > job) jobs.push(pair)
    else jobs.splice(jobs.indexOf(job), 0, pair)
  }
}

/** Weighs more than all unlocked jobs together. */
export function lockedPenalty(jobCount: number): number {
  return 101 * (jobCount + 1) ** 2
}
