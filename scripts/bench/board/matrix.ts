import { Worker } from 'node:worker_threads'
import type { VroomInput } from '#solver/index.ts'
import { Random } from '#solver/math/random.ts'
import { measureTravel } from '#server/features/travel/commands.ts'
import { openTravelEngine } from '#server/outside/travel/engine.ts'
import { runApp } from '../../measure/running-app.ts'

const stops = 999
const goalSeconds = 5

/** A city's places, 20 km across, and a depot. */
function makeProblem(): Pick<VroomInput, 'jobs' | 'vehicles'> {
  const random = new Random(1)
  const place = (): [number, number] => [106.75 + random.fraction() * 0.18, -6.3 + random.fraction() * 0.18]
  const jobs = Array.from({ length: stops }, (_, index) => ({ id: index + 1, location: place() }))
  return { jobs, vehicles: [{ id: 1, start: [106.846, -6.157], end: [106.846, -6.157] }] }
}

/** Measures travel between 1,000 places with OSRM's double, which has a process of its own as an OSRM would. */
export async function run(): Promise<void> {
  const double = new Worker(new URL('../../measure/osrm-double.worker.ts', import.meta.url))
  const url = await new Promise<string>((resolve) => double.once('message', resolve))
  const karta = await runApp()
  try {
    const { workspaceId } = await karta.makeOwner()
    const travel = openTravelEngine(
      {
        kind: 'osrm',
        urls: { car: url },
        key: undefined,
        atOnce: 4,
        patienceSeconds: 15,
        cacheDays: 30,
        userAgent: 'Karta',
      },
      { now: karta.deps.now },
    )
    const deps = { ...karta.deps, travel }
    const settings = { time_zone: 'Asia/Jakarta', speed_kmh: 40 }
    const time = async (what: string, problem: Pick<VroomInput, 'jobs' | 'vehicles'>) => {
      const from = performance.now()
      const { travel: timed } = await measureTravel(
        deps,
        workspaceId,
        { problem, settings },
        AbortSignal.timeout(120_000),
      )
      const seconds = (performance.now() - from) / 1000
      if (timed.engine !== 'osrm' || timed.note) throw new Error(`It was not measured: ${timed.note}`)
      console.log(`${what}: ${seconds.toFixed(2)} s`)
      return seconds
    }
    const problem = makeProblem()
    const seconds = await time('1,000 × 1,000 places, asked for in parts and kept', problem)
    const moved = { ...problem, jobs: problem.jobs.with(0, { id: 1, location: [106.8, -6.2] }) }
    await time('one of them moved: a row and a column, and the others from the database', moved)
    console.log(seconds < goalSeconds ? `under ${goalSeconds} s` : `NOT under ${goalSeconds} s`)
  } finally {
    await karta.stop()
    await double.terminate()
  }
}
