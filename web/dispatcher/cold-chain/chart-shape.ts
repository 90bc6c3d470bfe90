import { extremes } from '#domain/cold-chain/excursions.ts'

export type ChartLimits = { temperature_min_c: number | null; temperature_max_c: number | null }
type Size = { width: number; height: number }

/** The line and the band of a chart in its own units. Undefined without readings. */
export function chartOf(
  readings: readonly { read_at: string; celsius: number }[],
  { temperature_min_c: min, temperature_max_c: max }: ChartLimits,
  { width, height }: Size,
) {
  if (!readings.length) return undefined
  const [lowest, highest] = extremes(readings.map(({ celsius }) => celsius))
  const [bottom, top] = [Math.min(lowest, min ?? lowest) - 1, Math.max(highest, max ?? highest) + 1]
  const y = (celsius: number) => Math.round(((top - celsius) / (top - bottom)) * height * 10) / 10
  const times = readings.map(({ read_at }) => Date.parse(read_at))
  const [from, to] = [times[0]!, times.at(-1)!]
  const x = (at: number) => Math.round((to > from ? (at - from) / (to - from) : 0.5) * width * 10) / 10
  const edges = [y(max ?? top), y(min ?? bottom)] as const
  const points = readings.map(({ celsius }, at) => `${x(times[at]!)},${y(celsius)}`)
  return {
    lowest,
    highest,
    band: { top: edges[0], height: Math.max(0, edges[1] - edges[0]) },
    lines: [max === null ? [] : [y(max)], min === null ? [] : [y(min)]].flat(),
    // One reading is a short line, so that it is seen.
    points: (points.length > 1 ? points : [`${width / 2 - 4},${y(lowest)}`, `${width / 2 + 4},${y(lowest)}`]).join(' '),
  }
}
