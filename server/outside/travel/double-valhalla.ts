import { z } from 'zod'
import type { Received, Reply } from '../double-server.ts'
import type { Coordinates } from './dialect.ts'
import { driveBetween, wayBetween, type DoubleWorld } from './double-roads.ts'

const Place = z.object({ lon: z.number(), lat: z.number() }).transform(({ lon, lat }): Coordinates => [lon, lat])
const costings: Record<string, string> = { auto: 'car', truck: 'truck', bicycle: 'bicycle' }
const common = { costing: z.enum(['auto', 'truck', 'bicycle']) }
const Matrix = z.object({ sources: z.array(Place), targets: z.array(Place), ...common })
const Route = z.object({ locations: z.array(Place), ...common })

const refused = (error_code: number, error: string): Reply => ({
  status: 400,
  body: { error_code, error, status_code: 400, status: 'Bad Request' },
})

/** Answers as `valhalla_service` does. */
export function valhallaAnswers({ url, body }: Received, world: DoubleWorld): Reply {
  const asked = url.pathname === '/route' ? Route : Matrix
  const { data } = asked.safeParse(JSON.parse(body || '{}'))
  if (!data) return refused(100, 'Failed to parse json request')
  if (world.without.includes(costings[data.costing]!)) return refused(125, 'No costing method found')
  const places = 'locations' in data ? data.locations : [...data.sources, ...data.targets]
  if (places.some((place) => world.isOffRoad(place))) return refused(171, 'No suitable edges near location')
  if ('locations' in data) {
    if (data.locations.length > 20) return refused(150, 'Exceeded max locations')
    const pairs = data.locations.slice(1).map((to, index) => [data.locations[index]!, to] as const)
    if (pairs.some(([from, to]) => world.isCutOff(from, to))) return refused(442, 'No path could be found for input')
    const legs = pairs.map(([from, to]) => ({ shape: sixDigits(wayBetween(from, to)) }))
    return { status: 200, body: { trip: { legs, units: 'kilometers' } } }
  }
  const { sources, targets, costing } = data
  if (sources.length * targets.length > world.mostPairs) return refused(150, 'Exceeded max locations')
  const drives = sources.map((from) =>
    targets.map((to) => (world.isCutOff(from, to) ? null : driveBetween(costings[costing]!, from, to))),
  )
  const durations = drives.map((row) => row.map((drive) => drive && Math.round(drive.seconds)))
  const distances = drives.map((row) => row.map((drive) => drive && Math.round(drive.meters) / 1000))
  return { status: 200, body: { sources_to_targets: { durations, distances }, units: 'kilometers' } }
}

/** A polyline with six digits. */
function sixDigits(points: readonly (readonly [number, number])[]): string {
  let [before, text] = [[0, 0], '']
  for (const [lng, lat] of points) {
    const now = [Math.round(lat * 1e6), Math.round(lng * 1e6)]
    for (const side of [0, 1]) {
      const change = now[side]! - before[side]!
      let left = change < 0 ? ~(change << 1) : change << 1
      for (; left >= 32; left >>>= 5) text += String.fromCharCode((32 | (left & 31)) + 63)
      text += String.fromCharCode(left + 63)
    }
    before = now
  }
  return text
}
