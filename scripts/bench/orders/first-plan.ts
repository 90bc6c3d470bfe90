import { mixedDay } from '#domain/testing/mixed-day.ts'
import { toProblem } from '#domain/to-problem.ts'
import { check, solve } from '#solver/index.ts'

const limitSeconds = 2
const seeds = [1, 2, 3, 4, 5]

/** How long the first whole plan takes, in processor time of one thread. Every plan must be sound. */
export function planFirst(): Promise<boolean> {
  // The first run only warms up the runtime.
  measure(60, 6, 1)
  const first = seeds.map((seed) => measure(300, 16, seed))
  const slowest = Math.max(...first)
  const listed = first.map((seconds) => `${seconds.toFixed(2)} s`).join(', ')
  console.log(`First plan: ${listed}. Slowest: ${slowest.toFixed(2)} s; the limit is ${limitSeconds} s.`)
  return Promise.resolve(slowest < limitSeconds)
}

function measure(deliveries: number, drivers: number, seed: number): number {
  const { day, settings, ...orders } = mixedDay({ deliveries, drivers, seed })
  const startedAt = processorSeconds()
  const { problem } = toProblem(day, settings, orders.drivers, orders.deliveries)
  let first: number | undefined
  const plan = solve(problem, {
    timeLimitSeconds: 30,
    now: () => processorSeconds() * 1000,
    seed,
    isCancelled: () => first !== undefined,
    onProgress: () => (first ??= processorSeconds() - startedAt),
  })
  const { errors } = check(problem, plan)
  if (errors.length > 0) throw new Error(`The plan is not sound: ${errors[0]}`)
  return first!
}

function processorSeconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000_000
}
