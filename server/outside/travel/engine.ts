import { createHash } from 'node:crypto'
import type { Profile } from '#domain/travel/profiles.ts'
import { openBreaker } from '../breaker.ts'
import { openAsker, type Wait } from './asker.ts'
import type { Coordinates, Dialect, Question } from './dialect.ts'
import { openrouteservice } from './openrouteservice.ts'
import { osrm } from './osrm.ts'
import type { RoutingKind, RoutingSettings } from './settings.ts'
import { openMeasurer, type Block } from './measure.ts'
import { isRefusal, TravelUnavailable } from './unavailable.ts'
import { openWayFinder } from './way.ts'
import { valhalla } from './valhalla.ts'

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
  const askTable = (question: Question, signal: AbortSignal) =>
    answered(question.profile, dialect.askTable(question), (answer) => dialect.readTable(answer, question), signal)
  const askWay = (profile: Profile, places: readonly Coordinates[], signal: AbortSignal) =>
    answered(profile, dialect.askWay(profile, places), (answer) => dialect.readWay(answer, places), signal)

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
    measure: openMeasurer(dialect, atOnce, askTable),
    wayAlong: openWayFinder(dialect, askWay),
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

const isAboutQuestion = (error: unknown) => isRefusal(error, 'too many', 'too far', 'no road', 'no profile')
