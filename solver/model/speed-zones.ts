import type { Coordinates, VroomInput, VroomSpeedZone, VroomTrafficStep } from '../json/vroom.ts'
import { percentsOn, ringOf } from './zone-line.ts'

/** How drives are made faster or slower by where they go: those with the same shares of the same zones are alike. */
export type ZoneClasses = {
  /** The class of a drive; 0 if it is outside all zones. */
  classOf: (from: number, to: number) => number
  /** How many times as long drives of a class take at the nominal speed of the hour. */
  weightOf: (zoneClass: number) => number
  /** The speeds of a class over the day; the given ones without zones that depend on the hour. */
  speedsOf: (zoneClass: number, traffic: readonly VroomTrafficStep[] | undefined) => VroomTrafficStep[] | undefined
  /** Whether some zone has several speeds over the day. */
  isHourly: boolean
  /** Forgets the drives from and to a point that is at another place now. */
  forget: (point: number) => void
}

const always: readonly VroomTrafficStep[] = [{ from: 0, factor: 1 }]

/**
 * Finds out which share of each drive is in which zone, as it is asked for. Shares are those of the straight line on the map,
 * in whole percents.
 * @param placeOf where a point is; nothing for a point that is nowhere
 * @param isSparse whether only few of all drives are asked for
 */
export function zoneClasses(
  zones: readonly VroomSpeedZone[],
  size: number,
  placeOf: (point: number) => Coordinates | undefined,
  isSparse: boolean,
): ZoneClasses {
  const rings = zones.map(({ area }) => ringOf(area))
  const numbers = new Map<string, number>()
  const classes: number[][] = []
  const weights: number[] = []
  const numberOf = (percents: number[]) => {
    const key = percents.join()
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, classes.length)
    return classes.push(percents) - 1
  }
  numberOf(zones.map(() => 0))
  // One more than the class; 0 for a drive that nobody has asked for.
  const table = isSparse ? undefined : new Int32Array(size * size)
  const few = new Map<number, number>()
  const find = (from: number, to: number) => {
    const [start, end] = [placeOf(from), placeOf(to)]
    const percents = start && end && percentsOn(rings, start, end)
    return percents ? numberOf(percents) : 0
  }
  const factors = zones.map(({ speeds }) => speeds.map(({ factor }) => hundredths(factor) / 100))
  const isHourlyZone = zones.map(({ speeds }) => speeds.length > 1)

  /** What a class takes outside the zones that depend on the hour. */
  const steadyOf = (percents: readonly number[]) => {
    let steady = 100 - percents.reduce((sum, percent) => sum + percent, 0)
    percents.forEach((percent, z) => (steady += isHourlyZone[z] ? 0 : percent / factors[z][0]))
    return steady
  }
  const nominalOf = (percents: readonly number[]) => {
    let nominal = steadyOf(percents)
    percents.forEach((percent, z) => (nominal += isHourlyZone[z] ? percent : 0))
    return nominal
  }

  return {
    isHourly: isHourlyZone.includes(true),
    classOf: (from, to) => {
      const at = from * size + to
      if (!table) {
        const known = few.get(at) ?? find(from, to)
        few.set(at, known)
        return known
      }
      if (table[at] === 0) table[at] = table[to * size + from] = find(from, to) + 1
      return table[at] - 1
    },
    weightOf: (zoneClass) => (weights[zoneClass] ??= nominalOf(classes[zoneClass]) / 100),
    speedsOf: (zoneClass, traffic) => {
      const percents = classes[zoneClass]
      const hourly = zones.filter((_, z) => isHourlyZone[z])
      if (hourly.length === 0) return traffic && [...traffic]
      const steady = steadyOf(percents)
      const nominal = nominalOf(percents)
      const moments = new Set([traffic ?? always, ...hourly.map(({ speeds }) => speeds)].flat().map(({ from }) => from))
      return [...moments]
        .sort((a, b) => a - b)
        .map((from) => {
          let taken = steady
          percents.forEach((percent, z) => {
            if (isHourlyZone[z]) taken += percent / factors[z][stepAt(zones[z].speeds, from)]
          })
          const base = hundredths((traffic ?? always)[stepAt(traffic ?? always, from)].factor)
          return { from, factor: Math.max(1, Math.round((base * nominal) / taken)) / 100 }
        })
    },
    forget: (point) => {
      few.clear()
      if (!table) return
      for (let other = 0; other < size; other++) table[point * size + other] = table[other * size + point] = 0
    },
  }
}

const hundredths = (factor: number) => Math.round(factor * 100)

function stepAt(steps: readonly VroomTrafficStep[], moment: number): number {
  return steps.findLastIndex(({ from }) => from <= moment)
}

/** Whether drives through some zone depend on the hour. */
export function hasHourlyZones({ speed_zones = {} }: Pick<VroomInput, 'speed_zones'>): boolean {
  return Object.values(speed_zones).some((zones) => zones.some(({ speeds }) => speeds.length > 1))
}
