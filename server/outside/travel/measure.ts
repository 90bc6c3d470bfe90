import type { Profile } from '#domain/travel/profiles.ts'
import { offRoad, type TravelTable } from '#domain/travel/tables.ts'
import { cutTable, halve, type Rectangle } from './blocks.ts'
import type { Coordinates, Dialect, Question } from './dialect.ts'
import { inParallel } from './in-parallel.ts'
import { isRefusal } from './unavailable.ts'

/** A part of a table with what was measured. */
export type Block = { question: Question; table: TravelTable }

type AskTable = (question: Question, signal: AbortSignal) => Promise<TravelTable>
type OnBlock = (block: Block) => void

/** Measures tables of any size, in parts that the engine takes. */
export function openMeasurer({ mostPairs, mostPlaces }: Dialect, atOnce: number, ask: AskTable) {
  /** Less than by default, once it said so. */
  let limit = mostPairs

  /** A part, in halves if it is too much at once. What cannot be measured at all is off the roads. */
  const measurePart = async (question: Question, part: Rectangle, signal: AbortSignal): Promise<Block[]> => {
    const own = cut(question, part)
    const pairs = own.origins.length * own.destinations.length
    try {
      if (pairs <= limit) return [{ question: own, table: await ask(own, signal) }]
    } catch (error) {
      if (!isRefusal(error, 'too many', 'too far')) throw error
      if (isRefusal(error, 'too many')) limit = Math.min(limit, Math.max(1, Math.floor(pairs / 2)))
      if (pairs === 1) return [nothingFor(own)]
    }
    const blocks: Block[] = []
    for (const half of halve(part)) blocks.push(...(await measurePart(question, half, signal)))
    return blocks
  }

  const measureAll = (question: Question, onBlock: OnBlock, signal: AbortSignal) =>
    inParallel(
      cutTable(question.origins.length, question.destinations.length, limit, mostPlaces),
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
      if (!isRefusal(error, 'no road')) throw error
      if (places.length === 1) return []
      const middle = Math.ceil(places.length / 2)
      const first = await onRoads(profile, places.slice(0, middle), signal)
      return [...first, ...(await onRoads(profile, places.slice(middle), signal))]
    }
  }

  return async (question: Question, onBlock: OnBlock, signal: AbortSignal): Promise<void> => {
    try {
      return await measureAll(question, onBlock, signal)
    } catch (error) {
      if (!isRefusal(error, 'no road')) throw error
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
  }
}

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
