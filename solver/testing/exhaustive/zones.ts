import type { Coordinates, VroomInput, VroomVehicle } from '../../json/vroom.ts'

/** Where a line enters and leaves a convex area, as shares of its length: each side cuts off what is beyond it. */
function within(area: readonly Coordinates[], from: Coordinates, to: Coordinates): [number, number] | undefined {
  const turns = area.map((corner, i) => {
    const [before, next] = [area.at(i - 1)!, area[(i + 1) % area.length]]
    return (corner[0] - before[0]) * (next[1] - corner[1]) - (corner[1] - before[1]) * (next[0] - corner[0])
  })
  const sense = Math.sign(turns[0])
  let [first, last] = [0, 1]
  area.forEach((b, i) => {
    const a = area.at(i - 1)!
    const outside = (p: Coordinates) => -sense * ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]))
    const [start, end] = [outside(from), outside(to)]
    if (start > 0 && end > 0) last = -1
    else if (start > 0) first = Math.max(first, start / (start - end))
    else if (end > 0) last = Math.min(last, start / (start - end))
  })
  return first < last ? [first, last] : undefined
}

/** By zone, the percents of a line in convex zones; the first zone of several counts. */
function percentsOf(areas: readonly Coordinates[][], from: Coordinates, to: Coordinates): number[] {
  let taken: [number, number][] = []
  const upTo = areas.map((area) => {
    const part = within(area, from, to)
    if (part) taken = joined([...taken, part])
    return Math.round(Math.round(taken.reduce((sum, [start, end]) => sum + end - start, 0) * 1e9) / 1e7)
  })
  return upTo.map((percent, z) => percent - (upTo[z - 1] ?? 0))
}

function joined(parts: [number, number][]): [number, number][] {
  const found: [number, number][] = []
  for (const [start, end] of parts.sort((a, b) => a[0] - b[0])) {
    const last = found.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else found.push([start, end])
  }
  return found
}

/** A drive between two places of a matrix: its seconds at the nominal speed, and its speed in hundredths at a second. */
export type Drive = { seconds: number; speedAt: (second: number) => number }

/** Drives of a vehicle between the rows of its matrix, through convex zones of one place each. */
export function drivesOf(problem: VroomInput, vehicle: VroomVehicle): (from: number, to: number) => Drive {
  const { profile = 'car', speed_factor = 1 } = vehicle
  const { durations } = problem.matrices![profile]
  const zones = problem.speed_zones?.[profile] ?? []
  const traffic = problem.traffic?.[profile] ?? [{ from: 0, factor: 1 }]
  const places = zones.length > 0 ? placesOf(problem) : new Map<number, Coordinates>()
  const at = (steps: { from: number; factor: number }[], second: number) =>
    Math.round(steps.findLast(({ from }) => from <= second)!.factor * 100)
  return (from, to) => {
    const plain = durations![from][to] * (100 / Math.round(speed_factor * 100))
    if (zones.length === 0) return { seconds: Math.round(plain), speedAt: (second) => at(traffic, second) }
    const percents = percentsOf(
      zones.map(({ area }) => area),
      places.get(from)!,
      places.get(to)!,
    )
    const outside = 100 - percents.reduce((sum, percent) => sum + percent, 0)
    const steady = zones.reduce(
      (sum, { speeds }, z) => sum + (speeds.length > 1 ? 0 : percents[z] / (at(speeds, 0) / 100)),
      outside,
    )
    const hourly = zones.flatMap(({ speeds }, z) => (speeds.length > 1 ? [{ speeds, percent: percents[z] }] : []))
    const nominal = hourly.reduce((sum, { percent }) => sum + percent, steady)
    return {
      seconds: Math.round(plain * (nominal / 100)),
      speedAt: (second) => {
        if (hourly.length === 0) return at(traffic, second)
        const taken = hourly.reduce((sum, { speeds, percent }) => sum + percent / (at(speeds, second) / 100), steady)
        return Math.max(1, Math.round((at(traffic, second) * nominal) / taken))
      },
    }
  }
}

function placesOf({ jobs, shipments = [], vehicles }: VroomInput): Map<number, Coordinates> {
  const stops = [...jobs, ...shipments.flatMap(({ pickup, delivery }) => [pickup, delivery])]
  return new Map([
    ...stops.map(({ location_index, location }) => [location_index!, location!] as const),
    ...vehicles.flatMap(({ start_index, start, end_index, end, reload }) => [
      ...(reload?.depots ?? []).map(({ location_index, location }) => [location_index!, location!] as const),
      ...(start_index === undefined ? [] : [[start_index, start!] as const]),
      ...(end_index === undefined ? [] : [[end_index, end!] as const]),
    ]),
  ])
}
