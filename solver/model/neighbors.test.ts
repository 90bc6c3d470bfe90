import { expect, test } from 'vitest'
import { buildProblem } from './build-problem.ts'
import { findNeighbors } from './neighbors.ts'
import { makeCity } from '../bench/city.ts'
import type { VroomInput } from '../json/vroom.ts'

const city = (change: Partial<VroomInput>) => ({ ...makeCity(500, 4).problem, ...change })
const { vehicles, jobs } = city({})
const paid = (costs: NonNullable<VroomInput['vehicles'][0]['costs']>) =>
  city({ vehicles: vehicles.map((vehicle) => ({ ...vehicle, costs })) })

const problems: Record<string, VroomInput> = {
  'time windows': city({}),
  'no windows': city({ jobs: jobs.map(({ time_windows: _, ...job }) => job) }),
  'pay by hour and kilometer': paid({ per_hour: 1200, per_km: 7 }),
  'pay by kilometer alone': paid({ per_hour: 0, per_km: 3 }),
  'no pay at all': paid({ per_hour: 0 }),
  'pay by stop and by unit of goods': paid({ per_stop: 40, per_unit: [3], per_task_hour: 500 }),
  'hourly speeds': city({ traffic: { car: [{ from: 0, factor: 1 }, { from: 40_000, factor: 1.6 }] } }), // prettier-ignore
  'many jobs at few places': city({ jobs: jobs.map((job, j) => ({ ...job, location: jobs[j % 9]!.location! })) }),
  'another speed and detours': city({ speed_kmh: 17.3, detour_factor: 1.37 }),
}

test.each(Object.keys(problems))(
  'with %s, near jobs are the same whether all are looked at or only those around',
  (of) => {
    const problem = buildProblem(problems[of]!)
    const all = findNeighbors({ ...problem, travel: { ...problem.travel, sphere: undefined } }, 40)
    expect(problem.travel.sphere).toBeDefined()
    expect(findNeighbors(problem, 40)).toEqual(all)
  },
)
