import { parseArgs } from 'node:util'
import { check, solve, type VroomInput } from '#solver/index.ts'
import { makeCity } from './city.ts'

const { values: flags } = parseArgs({
  options: {
    stops: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '3' },
    cpu: { type: 'boolean', default: false },
  },
})
/** With --cpu, the time is that of this thread, independent of other work on the machine. */
const now = flags.cpu ? cpuMilliseconds : () => performance.now()

type Vehicle = VroomInput['vehicles'][number]

/** What plain problems are called here whose search cannot breed: its children count as many iterations each. */
const annealed = 'the same without a population'

/** The same city each time, with one constraint added to every job or vehicle that can have it. */
const kinds: Record<string, (plain: VroomInput) => VroomInput> = {
  'windows and loads alone': (plain) => plain,
  [annealed]: (plain) => onVehicles(plain, { max_tasks: plain.jobs.length }),
  'a second kind of van': (plain) => ({ ...plain, vehicles: plain.vehicles.map(withSecondKind) }),
  'max_shift of 7 hours': (plain) => onVehicles(plain, { max_shift: 25_200 }),
  'max_distance of 200 km': (plain) => onVehicles(plain, { max_distance: 200_000 }),
  prizes: (plain) => onJobs(plain, { prize: 1500 }),
  'pay by stop': (plain) => onVehicles(plain, { costs: { per_stop: 180 } }),
  'overtime after 6 hours': (plain) =>
    onVehicles(plain, {
      overtime: [
        { from: 50_400, cost_per_hour: 1800 },
        { from: 54_000, cost_per_hour: 3600 },
      ],
    }),
  'waiting in the cost': (plain) => onVehicles(plain, { costs: { per_waiting_hour: 3600 } }),
  'a break at noon': (plain) =>
    onVehicles(plain, { breaks: [{ id: 1, service: 1800, time_windows: [[39_600, 46_800]] }] }),
  'a rest after four hours of work': (plain) =>
    onVehicles(plain, { breaks: [{ id: 1, service: 1800, after_working: 14_400 }] }),
  'soft windows': (plain) =>
    onJobs(plain, { soft_time_window: { window: [32_400, 43_200], cost_per_hour_late: 3600 } }),
  'soft windows of an hour, early and late': ({ jobs, ...rest }) => ({
    ...rest,
    jobs: jobs.map((job, i) => {
      const from = 32_400 + 3600 * (i % 5)
      const price = { cost_per_hour_early: 1800, cost_per_hour_late: 3600 }
      return { ...job, soft_time_window: { window: [from, from + 3600] as [number, number], ...price } }
    }),
  }),
  'a soft window on one stop': ({ jobs: [first, ...others], ...rest }) => ({
    ...rest,
    jobs: [{ ...first!, soft_time_window: { window: [32_400, 43_200], cost_per_hour_late: 3600 } }, ...others],
  }),
  'several trips': (plain) => onVehicles(plain, { capacity: [40], reload: { service: 600 } }),
  'several trips of one van': ({ vehicles: [first, ...others], ...rest }) => ({
    ...rest,
    vehicles: [{ ...first!, capacity: [40], reload: { service: 600 } }, ...others],
  }),
  'goods of a tenth on board for an hour at most': ({ jobs, ...rest }) => ({
    ...rest,
    jobs: jobs.map((job, i) => (i % 10 === 0 ? { ...job, max_ride: 3600 } : job)),
  }),
  'a tenth of the stops after another': ({ jobs, ...rest }) => ({
    ...rest,
    jobs: jobs.map((job, i) =>
      i % 10 === 9 ? { ...job, after: [{ type: 'job' as const, id: jobs[i - 1]!.id }] } : job,
    ),
  }),
  'a tenth of the price for driving from the middle': (plain) => ({ ...plain, compactness: { cost_per_hour: 360 } }),
  'two of ten districts a van': (plain) => {
    const district = ([lng, lat]: number[]) => `${Math.floor((lng! - 106.6) / 0.2)} ${Math.floor((lat! + 6.4) / 0.08)}`
    const jobs = plain.jobs.map((job) => ({ ...job, district: district(job.location!) }))
    return onVehicles({ ...plain, jobs }, { max_districts: 2 })
  },
  'balance of time': (plain) => ({ ...plain, balance: { of: 'time', strength: 0.001 } }),
  'speeds by the hour': (plain) => ({
    ...plain,
    traffic: { car: [{ from: 0, factor: 1 }, { from: 25_200, factor: 0.6 }, { from: 36_000, factor: 1 }] }, // prettier-ignore
  }),
}

const { problem: plain } = makeCity(Number(flags.stops), 1)
console.log(`${flags.stops} stops, ${flags.seconds} s each\n`)
console.log('| Each time with | Iterations/s | Share of annealed | Routes | Unassigned |\n|---|---|---|---|---|')
// The first run only warms up the runtime.
measure(plain)
const { rate: annealedRate } = measure(kinds[annealed](structuredClone(plain)))
for (const [kind, make] of Object.entries(kinds)) {
  const { rate, routes, unassigned } = measure(make(structuredClone(plain)))
  const share = `${Math.round((100 * rate) / annealedRate)} %`
  console.log(`| ${kind} | ${Math.round(rate)} | ${share} | ${routes} | ${unassigned} |`)
}

function measure(problem: VroomInput) {
  let iterations = 0
  const startedAt = now()
  const plan = solve(problem, {
    timeLimitSeconds: Number(flags.seconds),
    now,
    onProgress: (progress) => (iterations = progress.iterations),
  })
  const { errors } = check(problem, plan)
  if (errors.length > 0) throw new Error(`The plan is not sound: ${errors[0]}`)
  const { routes, unassigned } = plan.summary
  return { rate: (1000 * iterations) / (now() - startedAt), routes, unassigned }
}

function withSecondKind(vehicle: Vehicle, i: number): Vehicle {
  return i % 2 === 0 ? vehicle : { ...vehicle, type: 'small', capacity: [60], speed_factor: 1.1 }
}

function onVehicles(problem: VroomInput, more: Partial<Vehicle>): VroomInput {
  return { ...problem, vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, ...more })) }
}

function onJobs(problem: VroomInput, more: Partial<VroomInput['jobs'][number]>): VroomInput {
  return { ...problem, jobs: problem.jobs.map((job) => ({ ...job, ...more })) }
}

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
