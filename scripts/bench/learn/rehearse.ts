import { emptyModel } from '#domain/eta/learn.ts'
import type { RehearsedDay } from '#domain/rehearsal/day.ts'
import { drawDays } from '#domain/rehearsal/draw.ts'
import { attemptsOf, delaysOf, usualCommon, type Past } from '#domain/rehearsal/past.ts'
import { measuresOf, riskyStopsOf, routeEndsOf } from '#domain/rehearsal/summary.ts'
import { together, type Tally } from '#domain/rehearsal/tally.ts'
import { openEngine } from '#server/engine/engine.ts'

const [routes, stopsEach, days, atOnce] = [40, 25, 1000, 50] as const
const goalMs = 200
const midnight = Date.parse('2026-03-15T17:00:00Z')

/** 1,000 stops on 40 routes: a quarter of an hour each, half of them with a window. */
function dayOf(): RehearsedDay {
  const stop = (route: number, index: number) => {
    const planned_at = midnight + 9 * 3_600_000 + (index * 15 + 8) * 60_000
    return {
      delivery_id: `${route} ${index}`,
      kind: 'delivery' as const,
      cell: `${route % 7},${index % 9}`,
      planned_at,
      leg_seconds: 480,
      leg_km: 3,
      service_seconds: 420,
      opens_at: index % 2 ? null : planned_at - 3_600_000,
      due_at: index % 2 ? null : planned_at + 3_600_000,
    }
  }
  return {
    begins_at: midnight,
    zone: 'Asia/Jakarta',
    routes: Array.from({ length: routes }, (_, route) => ({
      driver_id: `driver ${route}`,
      driver_name: `Driver ${route}`,
      starts_at: midnight + 9 * 3_600_000,
      planned_end_at: midnight + 16 * 3_600_000,
      shift_ends_at: midnight + 17 * 3_600_000,
      costs: {
        fixed: 5000,
        per_km: 30,
        per_hour: 2000,
        per_task_hour: 2000,
        per_waiting_hour: 2000,
        stops: 0,
        overtime: [],
      },
      stops: Array.from({ length: stopsEach }, (__, index) => stop(route, index)),
    })),
  }
}

const past: Past = {
  model: emptyModel(),
  commonTraffic: { share: usualCommon, hours: 0 },
  delays: delaysOf([]),
  attempts: attemptsOf([]),
}

/** One drawn day of 1,000 stops, and 1,000 of them as the server draws them: in parts, in a thread, with progress. */
export async function run(): Promise<void> {
  const day = dayOf()
  const timed = (what: string, work: () => void) => {
    const before = process.cpuUsage()
    const began = performance.now()
    work()
    const { user, system } = process.cpuUsage(before)
    const wall = performance.now() - began
    console.log(`${what}: ${wall.toFixed(1)} ms, of these ${((user + system) / 1000).toFixed(1)} ms of processor time`)
    return wall
  }
  const first = timed('The first day, nothing warm', () => void drawDays(day, past, { seed: 1, from: 0, count: 1 }))
  timed('Another day', () => void drawDays(day, past, { seed: 1, from: 1, count: 1 }))
  timed('100 days at once', () => void drawDays(day, past, { seed: 1, from: 2, count: 100 }))
  console.log(first <= goalMs ? `A day takes less than ${goalMs} ms.` : `A day should take ${goalMs} ms at most.`)

  const engine = openEngine(1)
  const began = performance.now()
  const parts: Tally[] = []
  let news = 0
  for (let from = 0; from < days; from += atOnce) {
    parts.push((await engine.rehearse({ day, past, seed: 1, from, count: atOnce }, 'bench')).tally)
    news++
  }
  const tally = together(parts as [Tally, ...Tally[]])
  const drawn = performance.now() - began
  const summed = timed('Summing them up', () => {
    measuresOf(day, tally)
    routeEndsOf(day, tally)
    riskyStopsOf(day, tally)
  })
  await engine.stop()
  console.log(
    `${days} days of ${routes * stopsEach} stops, with progress ${news} times: ${((drawn + summed) / 1000).toFixed(2)} s`,
  )
  if (first > goalMs) process.exitCode = 1
}
