import { Random } from '#solver/math/random.ts'
import type { Coordinates, VroomJob } from '#solver/json/vroom.ts'
import type { Instance } from './instance.ts'

/** How many dense neighborhoods there are. */
const quarterCount = 60
const degreesAcross = 0.4

/**
 * A city with `stops` parcels by coordinates, reproducible by seed: dense neighborhoods, some scattered stops, two
 * depots, vans for 120 parcels and eight hours, and a window of two to four hours on one stop in five.
 */
export function makeCity(stops: number, seed: number): Instance {
  const random = new Random(seed)
  const anywhere = (): Coordinates => [
    106.6 + random.fraction() * degreesAcross,
    -6.4 + random.fraction() * degreesAcross,
  ]
  const quarters = Array.from({ length: quarterCount }, anywhere)
  // The sum of three is close to a bell curve, and the same on every platform.
  const spread = () => (random.fraction() + random.fraction() + random.fraction() - 1.5) * 0.03
  const jobs = Array.from({ length: stops }, (_, i): VroomJob => {
    const [longitude, latitude] = random.below(10) === 0 ? anywhere() : quarters[random.below(quarterCount)]
    const location: Coordinates = [digits(longitude + spread()), digits(latitude + spread())]
    const job: VroomJob = { id: i + 1, location, service: 60 + 30 * random.below(5), delivery: [1 + random.below(3)] }
    const from = 28_800 + 3600 * random.below(5)
    if (random.below(5) === 0) job.time_windows = [[from, from + 7200 + 3600 * random.below(3)]]
    return job
  })
  const depots: Coordinates[] = [
    [106.7, -6.3],
    [106.9, -6.1],
  ]
  const vehicles = Array.from({ length: Math.ceil(stops / 40) }, (_, i) => {
    const depot = depots[i % 2]
    return { id: i + 1, start: depot, end: depot, capacity: [120], time_window: [28_800, 57_600] as [number, number] }
  })
  return { problem: { jobs, vehicles }, scale: 1 }
}

function digits(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
