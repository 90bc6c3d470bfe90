import type { Coordinates, VroomInput } from '#solver/json/vroom.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'
import { placeKey } from './place-key.ts'
import { profileOfType, type Profile } from './profiles.ts'

/** Every place between which a problem's vehicles may drive, each once. */
export function placesIn({ jobs = [], shipments = [], vehicles }: Pick<VroomInput, 'jobs' | 'shipments' | 'vehicles'>) {
  const keys = new Set<number>()
  const note = (at: Coordinates | undefined) => at && keys.add(placeKey(at))
  for (const { location } of jobs) note(location)
  for (const { pickup, delivery } of shipments) {
    note(pickup.location)
    note(delivery.location)
  }
  for (const { start, end, reload } of vehicles) {
    note(start)
    note(end)
    for (const { location } of reload?.depots ?? []) note(location)
  }
  return [...keys]
}

/** How they drive. */
export function profilesIn({ vehicles }: Pick<VroomInput, 'vehicles'>): Profile[] {
  return [...new Set(vehicles.map(({ type }) => profileOfType(type)))]
}

type Visited = Pick<PlannerDelivery, 'location' | 'pickup'>
type Starting = Pick<PlannerDriver, 'depot' | 'start_place' | 'end_place'>

/** Every place that these drivers may visit to bring these deliveries, each once. */
export function placesOf(deliveries: Iterable<Visited>, drivers: readonly Starting[]): number[] {
  const places = [
    ...[...deliveries].flatMap(({ location, pickup }) => [location, pickup?.location]),
    ...drivers.flatMap(({ depot, start_place, end_place }) => [
      depot.location,
      start_place?.location,
      end_place?.location,
    ]),
  ]
  return [...new Set(places.flatMap((place) => (place ? [placeKey([place.lng, place.lat])] : [])))]
}
