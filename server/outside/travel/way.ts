import type { Profile } from '#domain/travel/profiles.ts'
import type { Coordinates, Dialect } from './dialect.ts'
import { isRefusal, TravelUnavailable } from './unavailable.ts'

type AskWay = (profile: Profile, places: readonly Coordinates[], signal: AbortSignal) => Promise<string[]>

/** Finds the roads along places, however many there are. */
export function openWayFinder({ name, mostOnWay }: Dialect, ask: AskWay) {
  const along = async (
    profile: Profile,
    places: readonly Coordinates[],
    signal: AbortSignal,
  ): Promise<(string | null)[]> => {
    if (places.length < 2) return []
    if (places.length > mostOnWay) return inTwo(profile, places, mostOnWay - 1, signal)
    try {
      const legs = await ask(profile, places, signal)
      if (legs.length === places.length - 1) return legs
    } catch (error) {
      if (!isRefusal(error, 'too many', 'too far', 'no road')) throw error
      // Only one of the drives may be the problem.
      return places.length === 2 ? [null] : inTwo(profile, places, Math.floor(places.length / 2), signal)
    }
    throw new TravelUnavailable('nonsense', `${name} answers with another way than it was asked for`)
  }
  const inTwo = async (profile: Profile, places: readonly Coordinates[], middle: number, signal: AbortSignal) => {
    const first = await along(profile, places.slice(0, middle + 1), signal)
    return [...first, ...(await along(profile, places.slice(middle), signal))]
  }
  return along
}
