import type { Coordinates, VroomInput, VroomSpeedZone } from '../json/vroom.ts'

/** How a drive goes through zones: where it is steady, and how many percent of it are in each zone with hours. */
export type ZonePass = {
  /** How many times as long the drive takes at the nominal speed of the hour. */
  weight: number
  steady: number
  hourly: { percent: number; zone: VroomSpeedZone }[]
}

/** Follows the straight line between two places, always from west to east. */
export function passThrough(
  { speed_zones }: VroomInput,
  profile: string,
  from: Coordinates | undefined,
  to: Coordinates | undefined,
): ZonePass | undefined {
  const zones = speed_zones?.[profile]
  if (!zones?.length || !from || !to) return undefined
  const [start, end] = [from, to].sort((a, b) => a[0] - b[0] || a[1] - b[1]) as [Coordinates, Coordinates]
  const areas = zones.map(({ area }) => near(area, start))
  const [finish] = near([start, end], start).slice(1) as [Coordinates]
  const moments = new Set([0, 1])
  for (const area of areas) for (const moment of crossings(area, start, finish)) moments.add(moment)
  const ordered = [...moments].sort((a, b) => a - b)
  const inside = zones.map(() => 0)
  ordered.slice(1).forEach((moment, i) => {
    const middle = (ordered[i] + moment) / 2
    const at = start.map((value, axis) => value + middle * (finish[axis] - value)) as Coordinates
    const z = areas.findIndex((area) => contains(area, at))
    if (z >= 0) inside[z] += moment - ordered[i]
  })
  const upTo = inside.map((_, z) => {
    const share = inside.slice(0, z + 1).reduce((sum, each) => sum + each, 0)
    return Math.round(Math.round(share * 1e9) / 1e7)
  })
  const percents = upTo.map((percent, z) => percent - (upTo[z - 1] ?? 0))
  let steady = 100 - (upTo.at(-1) ?? 0)
  const hourly: ZonePass['hourly'] = []
  zones.forEach((zone, z) => {
    if (zone.speeds.length > 1) hourly.push({ percent: percents[z], zone })
    else steady += percents[z] / (Math.round(zone.speeds[0].factor * 100) / 100)
  })
  return { weight: nominal(steady, hourly) / 100, steady, hourly }
}

/** By how much a drive is faster at a moment of the day than nominally, times a base in hundredths. */
export function hastened(base: number, { steady, hourly }: ZonePass, second: number): number {
  if (hourly.length === 0) return base
  let taken = steady
  for (const { percent, zone } of hourly) {
    const { factor } = zone.speeds.filter(({ from }) => from <= second).at(-1)!
    taken += percent / (Math.round(factor * 100) / 100)
  }
  return Math.max(1, Math.round((base * nominal(steady, hourly)) / taken))
}

function nominal(steady: number, hourly: ZonePass['hourly']): number {
  return hourly.reduce((sum, { percent }) => sum + percent, steady)
}

/** The corners, each less than half a turn from the one before, and all about where the line begins. */
function near(area: readonly Coordinates[], [longitude]: Coordinates): Coordinates[] {
  const whole = area.reduce<Coordinates[]>((corners, [lng, lat]) => {
    const last = corners.at(-1)?.[0] ?? lng
    return [...corners, [lng + Math.round((last - lng) / 360) * 360, lat]]
  }, [])
  const lngs = whole.map(([lng]) => lng)
  const shift = Math.round((longitude - (Math.min(...lngs) + Math.max(...lngs)) / 2) / 360) * 360
  return whole.map(([lng, lat]) => [lng + shift, lat])
}

const sidesOf = (area: readonly Coordinates[]) => area.map((to, i) => [area.at(i - 1)!, to] as const)

function crossings(area: readonly Coordinates[], [x, y]: Coordinates, [toX, toY]: Coordinates): number[] {
  return sidesOf(area).flatMap(([a, b]) => {
    const slope = (toX - x) * (b[1] - a[1]) - (toY - y) * (b[0] - a[0])
    if (slope === 0) return []
    const onLine = ((a[0] - x) * (b[1] - a[1]) - (a[1] - y) * (b[0] - a[0])) / slope
    const onSide = ((a[0] - x) * (toY - y) - (a[1] - y) * (toX - x)) / slope
    return onLine > 0 && onLine < 1 && onSide >= 0 && onSide <= 1 ? [onLine] : []
  })
}

/** By the number of sides to the east of a place. */
function contains(area: readonly Coordinates[], [x, y]: Coordinates): boolean {
  const east = sidesOf(area).filter(([a, b]) => {
    if (a[1] > y === b[1] > y) return false
    return x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])
  })
  return east.length % 2 === 1
}
