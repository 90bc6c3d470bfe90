import { insertionPlaces } from '#solver/index.ts'
import type { Places, PlacesRequest } from './protocol.ts'

/** Finds the cheapest places for one more order, inside a thread. */
export function findPlaces({ problem, plan, order, count }: PlacesRequest): Places {
  const { places, reason } = insertionPlaces(problem, plan, order, count)
  return {
    kind: 'places',
    places: places.map(({ vehicle, positions, addedCost }) => ({ vehicle, positions, addedCost })),
    ...(reason && { reason }),
  }
}
