import type { VroomInput, VroomOutput, VroomRoute } from '../json/vroom.ts'
import type { Job } from './jobs.ts'
import { checkShares, type Shares } from './time.ts'

type Summarized = { problem: VroomInput; output: VroomOutput; jobs: Map<string, Job>; dimensions: number }

/** Compares a plan's summary with the sums over its routes. */
export function checkSummary(
  { problem, output, jobs, dimensions }: Summarized,
  cost: number,
  shares: Shares,
  say: (message: string) => void,
): void {
  const { summary, routes, unassigned } = output
  const sum = (pick: (route: VroomRoute) => number) => routes.reduce((total, route) => total + pick(route), 0)
  const expect = (name: string, told: number, found: number, slack = 0) => {
    if (!(Math.abs(told - found) <= slack)) say(`${name} is ${told}, but should be ${found}`)
  }
  // Where one of several jobs is enough, their prize is missed once.
  const seen = new Set<string>()
  const missed = unassigned.reduce((total, { type, id }) => {
    const { prize = 0 } = jobs.get(`${type} ${id}`) ?? {}
    const orders = type === 'job' ? problem.jobs : (problem.shipments ?? [])
    const { groups = [] } = orders.find((order) => ('id' in order ? order : order.pickup).id === id) ?? {}
    const group = prize > 0 ? groups.find((name) => problem.groups?.one_of?.includes(name)) : undefined
    if (group !== undefined && seen.has(group)) return total
    if (group !== undefined) seen.add(group)
    return total + prize
  }, 0)
  expect('missed_prizes', summary.missed_prizes ?? 0, missed)
  expect('cost', summary.cost, Math.round(cost), 1)
  checkShares(summary, shares, say)
  expect('routes', summary.routes, routes.length)
  expect('unassigned', summary.unassigned, unassigned.length)
  for (const name of ['duration', 'setup', 'service', 'waiting_time', 'priority'] as const) {
    const found = sum((route) => route[name])
    expect(name, summary[name], found)
  }
  for (const kind of ['delivery', 'pickup'] as const) {
    const found = Array.from({ length: dimensions }, (_, d) => sum((route) => route[kind][d]))
    if (summary[kind].join() !== found.join()) say(`${kind} is ${summary[kind].join()}, but should be ${found.join()}`)
  }
  const meters = sum((route) => route.distance ?? NaN)
  if (summary.distance !== undefined) expect('distance', summary.distance, meters)
}
