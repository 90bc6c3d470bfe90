import { describe, expect, test } from 'vitest'
import { findNeighbors } from '../../model/neighbors.ts'
import type { Problem } from '../../model/problem.ts'
import { buildProblem } from '../../model/build-problem.ts'
import { Random } from '../../math/random.ts'
import { jobsOf, noRoutes, penalizedCost } from '../../testing/penalized-cost.ts'
import { plainProblem, type PlainOptions } from '../../testing/plain-problem.ts'
import { LocalSearch } from './local-search.ts'
import { PenalizedRoutes, type Penalties } from './routes/penalized-routes.ts'

const prices: Penalties[] = [
  { warp: 1, load: 1000 },
  { warp: 300, load: 30_000 },
  { warp: 50_000, load: 1_000_000 },
]
const kinds: [string, PlainOptions][] = [
  ['with legs that differ by direction', {}],
  ['with symmetric legs', { isSymmetric: true }],
  ['without windows', { hasWindows: false }],
  ['without windows, with symmetric legs', { hasWindows: false, isSymmetric: true }],
  ['with several depots', { isOneFleet: true, hasLimits: true }],
  ['with limited routes', { hasLimits: true }],
  ['with limited routes, without windows', { hasLimits: true, hasWindows: false, isSymmetric: true }],
  ['with coordinates and a cost of service', { hasMatrix: false }],
  ['with coordinates, without windows', { hasMatrix: false, hasWindows: false }],
]
/** Every move, and where it was made if it can be made in several places. */
const moves = [
  'relocate',
  'relocate within',
  'relocate to spare',
  'relocate to front',
  'or-opt',
  'or-opt within',
  'or-opt reversed',
  'or-opt reversed within',
  'swap',
  'swap within',
  'swap two for one',
  'swap two for two',
  '2-opt within',
  '2-opt*',
  '2-opt* at front',
  '2-opt* mixed',
  '2-opt* mixed to spare',
  '2-opt* mixed at front',
  'swap*',
  'change vehicle',
  'change vehicle to spare',
]

/** Deals jobs out at random to some of the vehicles that may serve them. */
function deal(seed: number, options: PlainOptions) {
  const problem = buildProblem(plainProblem(seed, 24, options))
  const random = new Random(seed)
  const next = noRoutes(problem)
  const { jobCount, vehicleCount, types, typeOf } = problem
  for (let job = 0; job < jobCount; job++) {
    let v = random.below(seed % 2 ? 6 : vehicleCount)
    while (types[typeOf[v]].serves[job] === 0) v = random.below(vehicleCount)
    const start = jobCount + 2 * v
    next[job] = next[start]
    next[start] = job
  }
  const search = new LocalSearch(problem, findNeighbors(problem, 23), random)
  search.take(next)
  return { problem, search, random }
}

function planned({ search, problem }: Pick<ReturnType<typeof deal>, 'search' | 'problem'>): number[] {
  return Array.from({ length: problem.vehicleCount }, (_, v) => jobsOf(problem, search.next, v)).flat()
}

function spareVehicles(search: LocalSearch, { jobCount, vehicleCount }: Problem): boolean[] {
  return Array.from({ length: vehicleCount }, (_, v) => search.next[jobCount + 2 * v] >= jobCount)
}

describe.each(kinds)('%s', (_, options) => {
  test('each move changes cost and penalties by what it promised, and every move occurs', () => {
    const seen = new Set<string>()
    for (let seed = 1; seed <= 300; seed++) {
      const { problem, search } = deal(seed, options)
      search.penalties = prices[seed % prices.length]
      const wrong: string[] = []
      let before = penalizedCost(problem, search.next, search.penalties)
      let isSpare = spareVehicles(search, problem)
      search.routes.onMove = (name, change, ru, rv) => {
        const move = ru === rv ? `${name} within` : isSpare[rv] ? `${name} to spare` : name
        seen.add(move)
        isSpare = spareVehicles(search, problem)
        const after = penalizedCost(problem, search.next, search.penalties)
        if (!(Math.abs(after - before - change) < 1e-3)) wrong.push(`${move}: ${change}, but ${after - before}`)
        if (!(change < 0)) wrong.push(`${move} does not gain`)
        before = after
      }
      search.run()
      expect(wrong, `seed ${seed}`).toEqual([])
    }
    const isReversible =
      options.hasWindows === false && !options.hasLimits && (options.isSymmetric || options.hasMatrix === false)
    expect(seen.has('2-opt* reversed')).toBe(isReversible)
    expect(moves.filter((move) => !seen.has(move))).toEqual([])
  })

  test('each job stays on one route, of a vehicle that may serve it', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { problem, search } = deal(seed, options)
      search.penalties = prices[seed % prices.length]
      search.run()
      expect(planned({ search, problem }).toSorted((a, b) => a - b)).toEqual(problem.jobList.map((_, j) => j))
      for (let j = 0; j < problem.jobCount; j++)
        expect(problem.types[problem.typeOf[search.routeOf[j]]].serves[j]).toBe(1)
    }
  })

  test('what is kept along routes equals what is computed from scratch', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { problem, search } = deal(seed, options)
      search.run()
      const fresh = new PenalizedRoutes(problem)
      fresh.take(search.next)
      fresh.penalties = search.penalties
      fresh.begin()
      const remembered = ({ linked, loads, warp, penalty }: PenalizedRoutes) => ({
        ...linked,
        firstSpare: problem.types.map((_, type) => linked.spareVehicle(type)),
        loads: [loads.until, loads.ofRoute],
        warp: Object.entries(warp).filter(([, values]) => values instanceof Float64Array),
        penalty,
      })
      expect(remembered(search.routes)).toEqual(remembered(fresh))
    }
  })

  test('cost and violations add up to those of the plan computed from scratch', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { problem, search } = deal(seed, options)
      search.run()
      const { warp, load } = search.violations()
      const total = search.cost() + warp * search.penalties.warp + load * search.penalties.load
      expect(total).toBeCloseTo(penalizedCost(problem, search.next, search.penalties), 3)
    }
  })

  test('a job is inserted where it costs least of all places, since all jobs of a small map are near', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { problem, search } = deal(seed, options)
      const full = search.next.slice()
      const { jobCount, vehicleCount, types, typeOf } = problem
      const job = seed
      let before = 0
      while (full[before] !== job && before < problem.nodeCount) before++
      full[before] = full[job]
      search.take(full)
      let cheapest = Infinity
      for (let node = 0; node < jobCount + 2 * vehicleCount; node++) {
        if (node === job || (node >= jobCount && (node - jobCount) % 2 === 1)) continue
        const v = search.routeOf[node]
        if (types[typeOf[v]].serves[job] === 0) continue
        const next = full.slice()
        next[job] = next[node]
        next[node] = job
        cheapest = Math.min(cheapest, penalizedCost(problem, next, search.penalties))
      }
      const vehicle = search.insert(job)
      expect(search.routeOf[job]).toBe(vehicle)
      expect(penalizedCost(problem, search.next, search.penalties)).toBeCloseTo(cheapest, 3)
    }
  })
})

test('a feasible plan stays feasible if lateness and overload are expensive', () => {
  let drivable = 0
  for (let seed = 1; seed <= 40; seed++) {
    const { search } = deal(seed, {})
    search.penalties = { warp: 1e7, load: 1e9 }
    search.run()
    if (search.violations().warp > 0 || search.violations().load > 0) continue
    drivable++
    const cost = search.cost()
    search.run()
    expect(search.violations()).toEqual({ warp: 0, load: 0 })
    expect(search.cost()).toBeLessThanOrEqual(cost)
  }
  expect(drivable).toBeGreaterThan(20)
})

test('it leaves a plan of routes that were improved together alone, and improves one of others', () => {
  const { problem, search } = deal(3, {})
  const before = search.next.slice()
  const first = new Uint8Array(problem.vehicleCount).fill(1)
  search.run(first)
  expect(search.next).toEqual(before)
  const firstOrSecond = first.map((plan, v) => plan + (v % 2))
  search.run(firstOrSecond)
  expect(search.next).not.toEqual(before)
})

test('absent jobs stay absent, and a job that no vehicle can serve is not inserted', () => {
  const input = plainProblem(5, 20)
  input.jobs[4].skills = [99]
  const problem = buildProblem(input)
  const search = new LocalSearch(problem, findNeighbors(problem, 19), new Random(1))
  search.take(noRoutes(problem))
  for (let job = 0; job < 18; job++) expect(search.insert(job) >= 0).toBe(job !== 4)
  search.run()
  expect(planned({ search, problem }).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 18 }, (_, job) => job).filter((job) => job !== 4),
  )
  for (const job of [4, 18, 19]) expect(search.routeOf[job]).toBe(-1)
})
