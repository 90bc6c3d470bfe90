import { metersFromLine, type Place } from './meters.ts'

/**
 * Leaves out points that are nearer than `toleranceM` to the line between those that stay (Douglas and Peucker 1973). The
 * first and the last one stay.
 */
export function thin<T extends Place>(points: readonly T[], toleranceM: number): T[] {
  if (toleranceM <= 0 || points.length < 3) return [...points]
  const keeps = new Uint8Array(points.length)
  keeps[0] = keeps[points.length - 1] = 1
  const waiting: [number, number][] = [[0, points.length - 1]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, to] = next
    let [farthest, at] = [toleranceM, -1]
    for (let i = from + 1; i < to; i++) {
      const meters = metersFromLine(points[i]!, points[from]!, points[to]!)
      if (meters > farthest) [farthest, at] = [meters, i]
    }
    if (at < 0) continue
    keeps[at] = 1
    waiting.push([from, at], [at, to])
  }
  return points.filter((_, i) => keeps[i])
}
