import type { ObservedKind } from './kinds.ts'
import { varianceComponents } from './variance-components.ts'

/*
 * How drives and stops differ from their plan. The logarithm of actual by planned time is the sum of what everybody, the
 * hour, the area and the driver add, and of chance. Each part is drawn towards zero, which is what the wider group does,
 * by how little is known of it: total / (observations + weight). That is partial pooling (Gelman and Hill, Data Analysis
 * Using Regression and Multilevel/Hierarchical Models, 2007, equation 12.1), with weight = variance within a group by
 * variance between groups. The parts are found one after the other, each from what the others leave, until they hardly
 * change (Gauss-Seidel steps of Henderson's mixed model equations, Biometrics 31, 1975).
 */

export const scopes = ['all', 'hour', 'cell', 'driver'] as const
export type Scope = (typeof scopes)[number]

/** Where and when something was driven or served, and by whom. */
export type Circumstances = { driver: string; cell: string; hour: number }

/** `day` names the day, so that what the drives of a driver on one day have in common is told from chance. */
export type Observation = Circumstances & { day: string; planned_seconds: number; actual_seconds: number }

/** What a group adds to the logarithm, from the sum of what its observations leave unexplained. */
export type Effect = { observations: number; total: number; effect: number }

/** What is known of one kind: effects by scope and key, and the spread of chance. */
export type Learned = {
  effects: Map<string, Effect>
  /** What chance leaves, in squares, and how much of it a driver's day has in common. */
  spread: { observations: number; total: number; ofDay: number }
}
export type Model = Record<ObservedKind, Learned>

/** As many observations of the wider group count as much as a group's own. */
const weights: Record<Scope, number> = { all: 5, hour: 20, cell: 20, driver: 8 }

/** How far drives and stops are from what is expected, in logarithms, before anything was seen. It counts as much as 20. */
const usualSpread: Record<ObservedKind, number> = { drive: 0.3, service: 0.45 }
const spreadWeight = 20
/** How much of it is of a driver's day, such as rain or a bad road, before anything was seen. It counts as much as 20 days. */
const usualOfDay = 0.15
const dayWeight = 20

/** Nothing is more telling than four times faster or slower: the rest is a lunch, or somebody who forgot to say "done". */
export const mostLog = Math.log(4)

export const keyOf = (scope: Scope, { driver, cell, hour }: Circumstances): string =>
  scope === 'all' ? '' : scope === 'hour' ? String(hour) : scope === 'cell' ? cell : driver

const nameOf = (scope: Scope, of: Circumstances) => `${scope} ${keyOf(scope, of)}`

export const emptyModel = (): Model => ({ drive: nothing(), service: nothing() })
const nothing = (): Learned => ({ effects: new Map(), spread: { observations: 0, total: 0, ofDay: usualOfDay } })

const logOf = ({ planned_seconds, actual_seconds }: Observation) =>
  Math.max(-mostLog, Math.min(mostLog, Math.log(actual_seconds / planned_seconds)))

const effectOf = (learned: Learned, scope: Scope, of: Circumstances) =>
  learned.effects.get(nameOf(scope, of))?.effect ?? 0
const sumOf = (learned: Learned, of: Circumstances) =>
  scopes.reduce((sum, scope) => sum + effectOf(learned, scope, of), 0)

const steps = 12

/** Learns from all observations of a kind. */
export function fit(observations: readonly Observation[]): Learned {
  const learned = nothing()
  const rows = observations.map((each) => ({
    left: logOf(each),
    groups: scopes.map((scope) => nameOf(scope, each)),
    day: `${each.driver} ${each.day}`,
  }))
  for (let step = 0; step < steps; step++) {
    for (const [place, scope] of scopes.entries()) {
      const groups = Map.groupBy(rows, ({ groups: names }) => names[place]!)
      for (const [name, members] of groups) {
        const before = learned.effects.get(name)?.effect ?? 0
        const total = members.reduce((sum, { left }) => sum + left + before, 0)
        const effect = total / (members.length + weights[scope])
        learned.effects.set(name, { observations: members.length, total, effect })
        for (const member of members) member.left += before - effect
      }
    }
  }
  for (const { left } of rows) noteSpread(learned, left ** 2)
  learned.spread.ofDay = shareOfDays([...Map.groupBy(rows, ({ day }) => day).values()])
  return learned
}

/** How much of the variance is between the days of drivers, and not within them, drawn towards what is usual. */
function shareOfDays(days: readonly { left: number }[][]): number {
  const found = varianceComponents(days.map((day) => day.map(({ left }) => left)))
  if (!found) return usualOfDay
  const { between, within } = found
  const share = between + within > 0 ? between / (between + within) : usualOfDay
  return (days.length * share + dayWeight * usualOfDay) / (days.length + dayWeight)
}

/** Learns from one more. The night learns from all of them anew. */
export function learn(learned: Learned, observation: Observation): Learned {
  const effects = new Map(learned.effects)
  const next = { effects, spread: { ...learned.spread } }
  noteSpread(next, unexplained(learned, observation) ** 2)
  for (const scope of scopes.toReversed()) {
    const name = nameOf(scope, observation)
    const { observations = 0, total = 0, effect = 0 } = effects.get(name) ?? {}
    const left = unexplained(next, observation) + effect
    const [count, sum] = [observations + 1, total + left]
    effects.set(name, { observations: count, total: sum, effect: sum / (count + weights[scope]) })
  }
  return next
}

function noteSpread({ spread }: Learned, square: number): void {
  spread.observations++
  spread.total += square
}

/** What to multiply a planned time with: lognormal, with a part that is chance and one that a whole route has in common. */
export type Expected = { kind: ObservedKind; log: number; chance: number; shared: number; observations: number }

/**
 * What is expected in some circumstances. `observations` are the driver's own. What is not known of the driver and of
 * everybody is the same all along a route; hours and areas change.
 */
export function expect(kind: ObservedKind, learned: Learned, of: Circumstances): Expected {
  const { ofDay } = learned.spread
  const variance = varianceOf(kind, learned)
  const known = (scope: Scope) => learned.effects.get(nameOf(scope, of))?.observations ?? 0
  const unsure = (scope: Scope) => variance / (known(scope) + weights[scope])
  return {
    kind,
    log: sumOf(learned, of),
    chance: variance * (1 - ofDay) + unsure('hour') + unsure('cell'),
    shared: variance * ofDay + unsure('all') + unsure('driver'),
    observations: known('driver'),
  }
}

/** What chance leaves, in squares of logarithms. */
export const varianceOf = (kind: ObservedKind, { spread: { observations, total } }: Learned): number =>
  (total + spreadWeight * usualSpread[kind] ** 2) / (observations + spreadWeight)

/** What nothing that was learned explains of an observation, in logarithms. */
export const unexplained = (learned: Learned, observation: Observation): number =>
  logOf(observation) - sumOf(learned, observation)

/** What an hour of the day adds to the logarithm. */
export const effectOfHour = (learned: Learned, hour: number): number => learned.effects.get(`hour ${hour}`)?.effect ?? 0

/** A square of about 3 km, in which places are alike. */
export function cellOf({ lat, lng }: { lat: number; lng: number }): string {
  const at = (degrees: number) => Math.floor(degrees / cellDegrees)
  return `${at(lat)},${at(lng)}`
}
export const cellDegrees = 0.03
