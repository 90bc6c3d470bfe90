import { createHash } from 'node:crypto'
import type { Profile } from '#domain/travel/profiles.ts'
import { offRoad, type TravelTable } from '#domain/travel/tables.ts'
import { openBreaker } from '../breaker.ts'
import { openAsker, type Wait } from './asker.ts'
import { cutTable, halve, type Rectangle } from './blocks.ts'
import type { Coordinates, Dialect, Question } from './dialect.ts'
import { openrouteservice } from './openrouteservice.ts'
import { osrm } from './osrm.ts'
import type { RoutingKind, RoutingSettings } from './settings.ts'
import { inParallel } from './in-parallel.ts'
import { TravelUnavailable } from './unavailable.ts'
import { valhalla } from './valhalla.ts'

/** A part of a table with what was measured. */
export type Block = { question: Question; table: TravelTable }

/** Measures travel along roads. */
export type TravelEngine = {
  kind: RoutingKind
  name: string
  cacheDays: number
  /** Profiles whose roads it may know; those of the others are a car's. */
  profiles: Profile[]
  /** Names what it measures with: other roads or another server have another name. */
  sourceOf(profile: Profile): string
  /**
   * Seconds and meters from some places to others, in parts as they come. Places without a road near are `offRoad`.
   * @throws TravelUnavailable
   */
  measure(question: Question, onBlock: (block: Block) => void, signal: AbortSignal): Promise<void>
  /**
   * The roads from each place to the next, as polylines; null where there are none.
   * @throws TravelUnavailable
   */
  wayAlong(profile: Profile, places: readonly Coordinates[], signal: AbortSignal): Promise<(string | null)[]>
}

const dialects: Record<RoutingKind, Dialect> = { osrm, valhalla, openrouteservice }

/** Asks the routing engine of the settings, and leaves it alone for a while after several failures. */
export function openTravelEngine(
  settings: RoutingSettings,
  { now, wait }: { now: () => Date; wait?: Wait },
): TravelEngine {
  const { kind, urls, atOnce, cacheDays } = settings
  const dialect = dialects[kind]
  const breaker = openBreaker(now)
  const ask = openAsker(dialect, settings, wait)
  const urlOf = (profile: Profile) => urls[profile] ?? urls.car

  /** One question. Whether the question was the problem says nothing about the engine. */
  const answered = async <T>(
    profile: Profile,
    asked: ReturnType<Dialect['askWay']>,
    read: (answer: unknown) => T,
    signal: AbortSignal,
  ) => {
    if (!breaker.mayTry()) throw new TravelUnavailable('paused', `${dialect.name} failed several times in a row`)
    try {
      const answer = await ask(urlOf(profile), asked, signal)
      const result = readOr(dialect, () => read(answer))
      breaker.succeeded()
      return result
    } catch (error) {
      if (isAboutQuestion(error)) breaker.succeeded()
      else if (!signal.aborted) breaker.failed()
      throw error
    }
  }
  const table = (question: Question, signal: AbortSignal) =>
    answered(question.profile, dialect.askTable(question), (answer) => dialect.readTable(answer, question), signal)

  /** A part, in halves if it is too much at once. What cannot be measured at all stays unknown. */
  const measurePart = async (question: Question, part: Rectangle, signal: AbortSignal): Promise<Block[]> => {
    const own = cut(question, part)
    try {
      return [{ question: own, table: await table(own, signal) }]
    } catch (error) {
      if (!(error instanceof TravelUnavailable) || error.why !== 'too many') throw error
      const halves = halve(part)
      if (!halves.length) return [nothingFor(own)]
      const blocks = await Promise.all(halves.map((half) => measurePart(question, half, signal)))
      return blocks.flat()
    }
  }
  const measureAll = (question: Question, onBlock: (block: Block) => void, signal: AbortSignal) =>
    inParallel(
      cutTable(question.origins.length, question.destinations.length, dialect.mostPairs, dialect.mostPlaces),
      atOnce,
      async (part, over) => (await measurePart(question, part, over)).forEach(onBlock),
      signal,
    )

  /** Those of these places that have a road near, found by halves: a refusal does not say which place it is about. */
  const onRoads = async (
    profile: Profile,
    places: readonly Coordinates[],
    signal: AbortSignal,
  ): Promise<Coordinates[]> => {
    if (!places.length) return []
    try {
      await measureAll({ profile, origins: places.slice(0, 1), destinations: places }, () => {}, signal)
      return [...places]
    } catch (error) {
      if (!(error instanceof TravelUnavailable) || error.why !== 'no road') throw error
      if (places.length === 1) return []
      const middle = Math.ceil(places.length / 2)
      return [
        ...(await onRoads(profile, places.slice(0, middle), signal)),
        ...(await onRoads(profile, places.slice(middle), signal)),
      ]
    }
  }

  const wayAlong = async (
    profile: Profile,
    places: readonly Coordinates[],
    signal: AbortSignal,
  ): Promise<(string | null)[]> => {
    if (places.length < 2) return []
    const asks = places.length <= dialect.mostOnWay
    try {
      if (asks) {
        const legs = await answered(
          profile,
          dialect.askWay(profile, places),
          (answer) => dialect.readWay(answer, places),
          signal,
        )
        if (legs.length !== places.length - 1) throw nonsense(dialect)
        return legs
      }
    } catch (error) {
      const isTooMuch = error instanceof TravelUnavailable && (error.why === 'too many' || error.why === 'no road')
      if (!isTooMuch) throw error
      if (places.length === 2) return [null]
    }
    const middle = asks ? Math.floor(places.length / 2) : dialect.mostOnWay - 1
    return [
      ...(await wayAlong(profile, places.slice(0, middle + 1), signal)),
      ...(await wayAlong(profile, places.slice(middle), signal)),
    ]
  }

  return {
    kind,
    name: dialect.name,
    cacheDays,
    profiles: dialect.hasProfiles ? ['car', 'truck', 'bicycle'] : (Object.keys(urls) as Profile[]),
    sourceOf: (profile) =>
      createHash('sha256')
        .update(`${kind} ${profile} ${urlOf(profile)}`)
        .digest('base64url')
        .slice(0, 22),
    async measure(question, onBlock, signal) {
      try {
        return await measureAll(question, onBlock, signal)
      } catch (error) {
        if (!(error instanceof TravelUnavailable) || error.why !== 'no road') throw error
      }
      const { profile, origins, destinations } = question
      const all = new Map([...origins, ...destinations].map((place) => [place.join(), place]))
      const good = new Set((await onRoads(profile, [...all.values()], signal)).map((place) => place.join()))
      const [from, to] = [origins, destinations].map((places) => Map.groupBy(places, (place) => good.has(place.join())))
      const part = (isOn: boolean, isToOn: boolean) => ({
        profile,
        origins: from!.get(isOn) ?? [],
        destinations: to!.get(isToOn) ?? [],
      })
      for (const off of [part(false, true), part(false, false), part(true, false)]) onBlock(nothingFor(off))
      await measureAll(part(true, true), onBlock, signal)
    },
    wayAlong,
  }
}

const nonsense = ({ name }: Dialect) =>
  new TravelUnavailable('nonsense', `${name} answers with something else than figures`)

function readOr<T>(dialect: Dialect, read: () => T): T {
  try {
    return read()
  } catch {
    throw nonsense(dialect)
  }
}

const isAboutQuestion = (error: unknown) =>
  error instanceof TravelUnavailable && ['too many', 'no road', 'no profile'].includes(error.why)

const cut = ({ profile, origins, destinations }: Question, { from, to, left, right }: Rectangle): Question => ({
  profile,
  origins: origins.slice(from, to),
  destinations: destinations.slice(left, right),
})

/** A part that nobody can measure. */
function nothingFor(question: Question): Block {
  const size = question.origins.length * question.destinations.length
  const nothing = () => new Int32Array(size).fill(offRoad)
  return { question, table: { seconds: nothing(), meters: nothing() } }
}
