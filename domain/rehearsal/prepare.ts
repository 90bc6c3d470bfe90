import { effectOfHour, expect, varianceOf } from '../eta/learn.ts'
import { isVisit } from '../stop-kinds.ts'
import { timeOf } from '../time.ts'
import { numberOf } from './chance.ts'
import type { RehearsedCosts, RehearsedDay, RehearsedRoute, RehearsedStop } from './day.ts'
import type { Delays, Past } from './past.ts'

/** A factor in logarithms, apart from the hour: its middle, and the deviations of what a day shares and of chance. */
export type Factor = { log: number; shared: number; chance: number }

export type PreparedStop = RehearsedStop & {
  isVisit: boolean
  drive: Factor
  service: Factor
}

export type PreparedRoute = {
  number: number
  starts: number
  shiftEnds: number
  delays: Delays
  costs: RehearsedCosts | null
  stops: PreparedStop[]
}

/** A day with all that days are drawn from looked up, so that drawing one takes milliseconds. */
export type Prepared = {
  begins: number
  routes: PreparedRoute[]
  /** The hour of the day at each quarter of an hour from the beginning: clocks may change on the way. */
  hours: Uint8Array
  /** What an hour adds to the logarithm. */
  ofHour: { drive: number[]; service: number[] }
  /** The deviation of what all drives of an hour have in common. */
  common: number
  absentByHour: readonly number[]
  otherwise: number
}

export const quarterMs = 15 * 60_000
/** Two days and some more: shifts pass midnight, and late days become later. */
const quarters = 4 * 60
/** Common traffic leaves at least this share of chance to each drive. */
const leastChance = 0.25

export function prepare(day: RehearsedDay, past: Past): Prepared {
  const hourAt = (quarter: number) =>
    Number(timeOf(new Date(day.begins_at + quarter * quarterMs), day.zone).slice(0, 2))
  const commonVariance = past.commonTraffic.share * varianceOf('drive', past.model.drive)
  const effects = (kind: 'drive' | 'service') =>
    Array.from({ length: 24 }, (_, hour) => effectOfHour(past.model[kind], hour))
  const prepared: Prepared = {
    begins: day.begins_at,
    routes: [],
    hours: Uint8Array.from({ length: quarters }, (_, quarter) => hourAt(quarter)),
    ofHour: { drive: effects('drive'), service: effects('service') },
    common: Math.sqrt(commonVariance),
    absentByHour: past.attempts.absentByHour,
    otherwise: past.attempts.otherwise,
  }
  prepared.routes = day.routes.map((route) => prepareRoute(route, past, prepared, commonVariance))
  return prepared
}

function prepareRoute(route: RehearsedRoute, past: Past, prepared: Prepared, common: number): PreparedRoute {
  const factor = (kind: 'drive' | 'service', { cell, planned_at }: RehearsedStop): Factor => {
    const hour = hourOf(prepared, planned_at)
    const found = expect(kind, past.model[kind], { driver: route.driver_id, cell, hour })
    const chance = kind === 'drive' ? Math.max(found.chance - common, found.chance * leastChance) : found.chance
    const log = found.log - prepared.ofHour[kind][hour]!
    return { log, shared: Math.sqrt(found.shared), chance: Math.sqrt(chance) }
  }
  return {
    number: numberOf(route.driver_id),
    starts: route.starts_at,
    shiftEnds: route.shift_ends_at,
    delays: past.delays.byDriver.get(route.driver_id) ?? past.delays.all,
    costs: route.costs,
    stops: route.stops.map((stop) => ({
      ...stop,
      isVisit: isVisit(stop),
      drive: factor('drive', stop),
      service: factor('service', stop),
    })),
  }
}

/** The hour of the day at an instant. */
export function hourOf({ begins, hours }: Pick<Prepared, 'begins' | 'hours'>, at: number): number {
  const quarter = Math.floor((at - begins) / quarterMs)
  return hours[Math.max(0, Math.min(hours.length - 1, quarter))]!
}
