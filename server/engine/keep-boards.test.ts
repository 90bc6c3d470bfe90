import { expect, test } from 'vitest'
import type { Coordinates, VroomInput } from '#solver/index.ts'
import { askBoards, keepBoard } from './keep-boards.ts'

/** At 40 km/h, a hundredth of a degree takes 100 seconds. */
const straight = { speed_kmh: 40, detour_factor: 1, factors: {} }

test('along roads, the way to a new place leads by one that is known: what lies behind a river stays far', () => {
  // The job is 500 m from the depot, across a river; the next bridge is half an hour away.
  const depot: Coordinates = [106.85, -6.17]
  const problem: VroomInput = {
    vehicles: [{ id: 1, start: depot, start_index: 0, end: depot, end_index: 0, time_window: [0, 36_000] }],
    jobs: [{ id: 1, location: [106.8545, -6.17], location_index: 1, time_windows: [[0, 36_000]] }],
    matrices: {
      car: {
        durations: [
          [0, 1800],
          [1800, 0],
        ],
      },
    },
  }
  const routes = [{ vehicle: 1, steps: [{ type: 'job' as const, id: 1 }] }]
  const ask = (key: string, place: Coordinates) => {
    keepBoard({ kind: 'open_board', key, problem, routes, straight })
    const question = {
      order: { location: place },
      windows: [[0, 36_000] as [number, number]],
      vehicles: new Set([1]),
      nearMeters: 0,
    }
    const { answers } = askBoards({ kind: 'ask_boards', asks: [{ key, question }] })
    return answers[0]![0]!.addedSeconds
  }
  // Beside the job: a few meters there and back, and no short cut to the depot.
  expect(ask('beside', [106.8554, -6.17])).toBeLessThan(30)
  expect(ask('beside', [106.8554, -6.17])).toBeGreaterThan(10)
  // Nothing that is known is near: as the crow flies.
  expect(ask('far', [106.95, -6.17])).toBeLessThan(400)
})
