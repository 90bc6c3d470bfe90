import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { BoardRoute, TimeWindow, VroomInput } from '#solver/index.ts'
import { Random } from '#solver/math/random.ts'
import { boardThreads } from '#server/engine/board-threads.ts'
import { openEngine } from '#server/engine/engine.ts'
import { planOf } from '#server/engine/answer.ts'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    stops: { type: 'string', default: '1000' },
    days: { type: 'string', default: '14' },
    questions: { type: 'string', default: '500' },
  },
})
const [stops, days, questions] = [flags.stops, flags.days, flags.questions].map(Number) as [number, number, number]
const windows = Array.from({ length: 8 }, (_, at): TimeWindow => [(9 + at) * 3600, (10 + at) * 3600])
const straight = { speed_kmh: 40, detour_factor: 1.3, factors: {} }
const goals = { first: 500, perSecond: 100 }

/** Days of plans with windows and loads, asked about new addresses: the first time, and from what is kept. */
export async function run(): Promise<void> {
  const engine = openEngine(2)
  try {
    const plans: { key: string; problem: VroomInput; routes: BoardRoute[] }[] = []
    for (let day = 0; day < days; day++) {
      const problem = makeDay(day)
      const { routes } = planOf(await engine.solve({ problem, timeLimitSeconds: 3, seed: day }))
      plans.push({ key: randomUUID(), problem, routes: routes.map(visits) })
    }
    // A server starts its threads with the days of those who sold slots last; these days are not among them.
    const other = { problem: makeDay(days, 1), routes: [], straight }
    for (let at = 0; at < boardThreads; at++) await engine.openBoard({ key: randomUUID(), ...other }, 'bench')
    const opening = performance.now()
    await Promise.all(
      plans.map(({ key, problem, routes }) => engine.openBoard({ key, problem, routes, straight }, 'bench')),
    )
    const opened = performance.now() - opening
    const asks = Array.from({ length: questions }, (_, at) => questionOf(new Random(at + 1)))
    const ask = async (question: ReturnType<typeof questionOf>) => {
      const began = performance.now()
      const reply = await engine.askBoards({ asks: plans.map(({ key }) => ({ key, question })) }, 'bench')
      if (reply.kind === 'refused') throw new Error(reply.message)
      return { took: performance.now() - began, found: reply.answers.flat().filter(Boolean).length }
    }
    const first = await ask(asks[0]!)
    const times: number[] = []
    const began = performance.now()
    let found = 0
    for (const question of asks) {
      const answer = await ask(question)
      times.push(answer.took)
      found += answer.found
    }
    const seconds = (performance.now() - began) / 1000
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1)
    console.log(`${days} days × ${windows.length} windows, ${stops} stops a day`)
    console.log(`making ready: ${opened.toFixed(0)} ms, ${(opened / days).toFixed(0)} ms a day`)
    console.log(
      `with the first question: ${(opened + first.took).toFixed(0)} ms (goal: under ${goals.first} ms for an answer)`,
    )
    console.log(`an answer from what is kept: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`)
    console.log(`${(questions / seconds).toFixed(0)} answers/s (goal: ${goals.perSecond})`)
    console.log(`${((100 * found) / (questions * days * windows.length)).toFixed(0)} % of the windows can be kept`)
  } finally {
    await engine.stop()
  }
}

const visits = ({ vehicle, steps }: ReturnType<typeof planOf>['routes'][number]): BoardRoute => ({
  vehicle,
  steps: steps.flatMap(({ type, id }) =>
    type === 'job' || type === 'pickup' || type === 'delivery' ? [{ type, id: id! }] : [],
  ),
})

const near = (random: Random, center: number) => center + (random.fraction() - 0.5) * 0.2
const vehicles = Math.ceil(stops / 25)

const questionOf = (random: Random) => ({
  order: {
    location: [near(random, 106.84), near(random, -6.17)] as [number, number],
    service: 300,
    delivery: [1 + random.below(20)],
  },
  windows,
  vehicles: new Set(Array.from({ length: vehicles }, (_, at) => at + 1)),
  nearMeters: 300,
})

function makeDay(seed: number, jobs = stops): VroomInput {
  const random = new Random(seed + 1)
  const depot = [106.846, -6.157] as [number, number]
  return {
    speed_kmh: straight.speed_kmh,
    detour_factor: straight.detour_factor,
    vehicles: Array.from({ length: vehicles }, (_, at) => ({
      id: at + 1,
      start: depot,
      end: depot,
      capacity: [400],
      time_window: [8 * 3600, 18 * 3600],
      costs: { fixed: 5000, per_hour: 3600, per_km: 50 },
    })),
    jobs: Array.from({ length: jobs }, (_, at) => ({
      id: at + 1,
      location: [near(random, 106.84), near(random, -6.17)],
      service: 180 + random.below(300),
      delivery: [1 + random.below(20)],
      ...(random.below(2) === 0 && { time_windows: [windows[random.below(windows.length)]!] }),
    })),
  }
}
