import { alongCurve } from '../math/hilbert.ts'
import type { VroomInput, VroomJob } from '../json/vroom.ts'

type Stop = Pick<VroomJob, 'location' | 'location_index'>
type Points = { xs: number[]; ys: number[] }

/**
 * The same problem with its jobs and shipments in the order of where they are, shipments by their pickups first. What the search
 * knows about a job is in arrays by its number, so what it looks at together is then together in the processor's cache.
 */
export function byPlace(input: VroomInput): VroomInput {
  const { jobs, shipments = [] } = input
  const stops: Stop[] = [...jobs, ...shipments.flatMap(({ pickup, delivery }) => [pickup, delivery])]
  if (stops.length === 0) return input
  const { xs, ys } = input.matrices ? pointsByMatrix(input, stops) : pointsOnMap(stops)
  const along = alongCurve(xs, ys)
  const pickup = (shipment: number) => along[jobs.length + 2 * shipment]
  const delivery = (shipment: number) => along[jobs.length + 2 * shipment + 1]
  return {
    ...input,
    jobs: sorted(jobs, (a, b) => along[a] - along[b]),
    ...(input.shipments && {
      shipments: sorted(shipments, (a, b) => pickup(a) - pickup(b) || delivery(a) - delivery(b)),
    }),
  }
}

/** Sorts by a comparison of places in the list. */
function sorted<T>(items: readonly T[], compare: (a: number, b: number) => number): T[] {
  return [...items.keys()].sort(compare).map((i) => items[i])
}

function pointsOnMap(stops: readonly Stop[]): Points {
  return { xs: stops.map(({ location }) => location![0]), ys: stops.map(({ location }) => location![1]) }
}

/**
 * Points about as far apart as the matrix says, by FastMap of Faloutsos and Lin (1995), "FastMap: a fast algorithm for
 * indexing, data-mining and visualization". It reads a few rows of the matrix.
 */
function pointsByMatrix({ matrices, vehicles }: VroomInput, stops: readonly Stop[]): Points {
  const rows = matrices![vehicles[0].profile ?? 'car'].durations!
  const indexes = stops.map(({ location_index }) => location_index!)
  const square = (from: number, to: number) => rows[indexes[from]][indexes[to]] ** 2
  const xs = alongAxis(stops.length, square)
  const ys = alongAxis(stops.length, (from, to) => square(from, to) - (xs[from] - xs[to]) ** 2)
  return { xs, ys }
}

/** Where each of some things is on the line through two that are far apart, by the squares of their distances. */
function alongAxis(count: number, square: (from: number, to: number) => number): number[] {
  const all = Array.from({ length: count }, (_, i) => i)
  const farthestFrom = (from: number) => all.reduce((far, i) => (square(from, i) > square(from, far) ? i : far), from)
  const one = farthestFrom(0)
  const other = farthestFrom(one)
  const length = Math.sqrt(square(one, other))
  if (!(length > 0)) return all.map(() => 0)
  return all.map((i) => (square(one, i) + length * length - square(other, i)) / (2 * length))
}
