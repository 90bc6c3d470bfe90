/** A temperature at a moment, in milliseconds since 1970. */
export type Point = { at: number; celsius: number }

/** What goods bear, in °C. An open end is infinite. */
export type Range = readonly [coldest: number, warmest: number]

/** A time out of range. It begins with the first reading out of it, and ends with the first one back in it. */
export type Excursion = {
  began_at: number
  /** Null while no reading is back in range. */
  ended_at: number | null
  /** The last reading out of range. */
  last_at: number
  lowest_c: number
  highest_c: number
  /** How far out of range, times how long: the area between the readings and the limit, in °C × minutes. */
  degree_minutes: number
  mean_kinetic_c: number
}

/** How far a temperature is out of a range; 0 within it. */
export const outBy = (celsius: number, [coldest, warmest]: Range) => Math.max(0, celsius - warmest, coldest - celsius)

/** The lowest and the highest of any number of temperatures; a sensor that reads each second has more than a call takes. */
export const extremes = (degrees: readonly number[]) =>
  degrees.reduce<[number, number]>(
    ([low, high], each) => [Math.min(low, each), Math.max(high, each)],
    [Infinity, -Infinity],
  )

/** The times out of range among readings that are in order. */
export function excursionsOf(points: readonly Point[], range: Range): Excursion[] {
  const runs: { out: Point[]; end: Point | null }[] = []
  let open: Point[] | undefined
  for (const point of points) {
    if (outBy(point.celsius, range) > 0) {
      if (!open) runs.push({ out: (open = []), end: null })
      open.push(point)
    } else if (open) {
      runs.at(-1)!.end = point
      open = undefined
    }
  }
  return runs.map(({ out, end }) => {
    const [lowest_c, highest_c] = extremes(out.map(({ celsius }) => celsius))
    const whole = end ? [...out, end] : out
    return {
      began_at: out[0]!.at,
      ended_at: end?.at ?? null,
      last_at: out.at(-1)!.at,
      lowest_c,
      highest_c,
      degree_minutes: Math.round(areaOf(whole, range) * 10) / 10,
      mean_kinetic_c: meanKinetic(whole)!,
    }
  })
}

/** Trapezoids between readings. */
function areaOf(points: readonly Point[], range: Range): number {
  let sum = 0
  for (let index = 1; index < points.length; index++) {
    const [before, after] = [points[index - 1]!, points[index]!]
    const minutes = (after.at - before.at) / 60_000
    sum += (minutes * (outBy(before.celsius, range) + outBy(after.celsius, range))) / 2
  }
  return sum
}

/** ΔH/R with the usual activation energy of 83.144 kJ/mol, in kelvins. */
const activation = 10_000
const zeroCelsius = 273.15

/**
 * The mean kinetic temperature in °C: the constant temperature that does as much harm. Each reading counts for the time that it
 * stands for. Undefined without readings. Source: Haynes, “Worldwide virtual temperatures for product stability testing”,
 * J. Pharm. Sci. 60 (1971) 927; USP ⟨1079.2⟩.
 */
export function meanKinetic(points: readonly Point[]): number | undefined {
  if (!points.length) return undefined
  const rate = ({ celsius }: Point) => Math.exp(-activation / (celsius + zeroCelsius))
  let [sum, span] = [0, 0]
  for (let index = 1; index < points.length; index++) {
    const [before, after] = [points[index - 1]!, points[index]!]
    sum += ((rate(before) + rate(after)) / 2) * (after.at - before.at)
    span += after.at - before.at
  }
  const mean = span > 0 ? sum / span : rate(points[0]!)
  return Math.round((activation / -Math.log(mean) - zeroCelsius) * 100) / 100
}

/** How long an excursion lasted as far as is known, in minutes. */
export const minutesOf = ({ began_at, ended_at, last_at }: Pick<Excursion, 'began_at' | 'ended_at' | 'last_at'>) =>
  ((ended_at ?? last_at) - began_at) / 60_000
