import type { Origin } from '#domain/address/position.ts'
import { isEditable } from '#domain/delivery-state.ts'
import type { Location } from '#domain/geo.ts'
import type { Trx } from '../../db/connect.ts'
import type { Author } from '../../events/append.ts'
import {
  type Located,
  type NewEvent,
  differences,
  locatePickup,
  pickupOrigin,
  recordEvents,
  storedOrigin,
  updateDeliveries,
  withSource,
} from '../deliveries/commands.ts'
import { atPickupPlaces } from '../pickup-slots/commands.ts'
import {
  type StoredDelivery,
  lockDeliveries,
  pendingAtPlace,
  pendingPickups,
  pickupPlaces,
} from '../deliveries/queries.ts'

/** A new position of a delivery, or of its pickup, from a person, the address book or the geocoder. */
export type NewPosition = { id: string; of?: 'delivery' | 'pickup'; location: Location; origin: Origin }

/**
 * Gives deliveries new positions and writes their history. Deliveries on a route only get positions confirmed where they
 * are, since the route depends on it, unless whoever calls this times that again. Deleted and finished ones stay as they
 * are.
 * @returns the IDs of those that changed
 */
export async function setPositions(
  trx: Trx,
  author: Author,
  positions: NewPosition[],
  now: Date,
  { isRouteTimed = false }: { isRouteTimed?: boolean } = {},
): Promise<Set<string>> {
  const wanted = Map.groupBy(positions, ({ id }) => id)
  const rows = await lockDeliveries(trx, author.workspaceId, { ids: [...wanted.keys()] })
  const changes: { id: string; given: Located; before: StoredDelivery }[] = []
  for (const before of rows) {
    const given = placed(before, wanted.get(before.id)!, now)
    const detail = withSource(differences(before, given), before, given)
    const isOpen = isRouteTimed || isEditable(before.status) || !(detail.delivery_location || detail.pickup_location)
    const isKept = before.deleted_at !== null || before.erased_at !== null || !isOpen
    if (!isKept && Object.keys(detail).length) changes.push({ id: before.id, given, before })
  }
  await updateDeliveries(trx, author.workspaceId, changes, now)
  const events = changes.map(({ id, before }): NewEvent => ({ delivery_id: id, kind: 'updated', before }))
  await recordEvents(trx, author, events, now)
  return new Set(changes.map(({ id }) => id))
}

/** Gives pending deliveries other minutes at the door, and writes their history. */
export async function setServiceMinutes(
  trx: Trx,
  author: Author,
  ids: string[],
  minutes: number,
  now: Date,
): Promise<void> {
  if (!ids.length) return
  const rows = (await lockDeliveries(trx, author.workspaceId, { ids })).filter(({ status }) => isEditable(status))
  const changes = rows.map((before) => ({ id: before.id, given: { ...before, service_minutes: minutes } }))
  await updateDeliveries(trx, author.workspaceId, changes, now)
  const events = rows.map((before): NewEvent => ({ delivery_id: before.id, kind: 'updated', before }))
  await recordEvents(trx, author, events, now)
}

/**
 * Reads pickup addresses again after a depot got a name. Pending deliveries that are picked up at a depot now leave from it.
 * Those of the depot that `lets` them go may be picked up elsewhere. @returns how many changed
 */
export async function readPickupsAgain(
  trx: Trx,
  author: Author,
  addresses: string[],
  now: Date,
  { lets }: { lets?: string } = {},
): Promise<number> {
  const { workspaceId } = author
  if (!addresses.length) return 0
  const ids = await pendingPickups(trx, workspaceId, addresses)
  if (!ids.length) return 0
  const rows = await lockDeliveries(trx, workspaceId, { ids })
  const places = await pickupPlaces(trx, workspaceId, rows)
  const changes = rows.flatMap((before): { id: string; given: Located; before: StoredDelivery }[] => {
    const known = places.get(before.pickup_address ?? '')
    const depot = known && 'depot_id' in known ? known.depot_id : null
    const mayLeave = depot !== null || before.pickup_depot_id === lets
    const isSame = depot === before.pickup_depot_id
    if (before.status !== 'pending' || before.erased_at || isSame || !mayLeave) return []
    const pickup = locatePickup({ ...before, pickup_location: null }, {}, { known, isMember: false, now })
    // A depot comes before a pickup place of the same name.
    const place = depot === null ? {} : { pickup_place_id: null }
    const given = { ...before, ...pickup, ...place, depot_id: depot ?? before.depot_id }
    return [{ id: before.id, given, before }]
  })
  await updateDeliveries(trx, workspaceId, changes, now)
  const events = changes.map(({ id, before }): NewEvent => ({ delivery_id: id, kind: 'updated', before }))
  await recordEvents(trx, author, events, now)
  return changes.length
}

/**
 * Reads pickup addresses again after a pickup place got a name or moved. Pending deliveries that are picked up there belong to it
 * and have its position.
 */
export async function joinPickupPlace(
  trx: Trx,
  author: Author,
  { id, addresses }: { id: string; addresses: string[] },
  now: Date,
): Promise<void> {
  const { workspaceId } = author
  const meant = await pendingPickups(trx, workspaceId, addresses)
  const known = await pendingAtPlace(trx, workspaceId, id)
  const ids = [...new Set([...meant, ...known])]
  const rows = (await lockDeliveries(trx, workspaceId, { ids })).filter(
    ({ status, erased_at }) => status === 'pending' && !erased_at,
  )
  const own = rows.filter((row) => row.pickup_place_id === null || row.pickup_place_id === id)
  const found = await atPickupPlaces(trx, own, now)
  const changes = found.flatMap((given, at) => {
    const before = own[at]!
    const isSame =
      given.pickup_place_id === before.pickup_place_id &&
      given.pickup_address === before.pickup_address &&
      given.pickup_location === before.pickup_location
    return isSame || given.pickup_place_id !== id ? [] : [{ id: before.id, given, before }]
  })
  await updateDeliveries(trx, workspaceId, changes, now)
  const events = changes.map((change): NewEvent => ({ delivery_id: change.id, kind: 'updated', before: change.before }))
  await recordEvents(trx, author, events, now)
}

function placed(before: StoredDelivery, positions: NewPosition[], now: Date): StoredDelivery {
  const given = { ...before }
  for (const { of, location, origin } of positions) {
    const stored = storedOrigin(location, origin, now)
    if (of !== 'pickup') Object.assign(given, { delivery_location: location, ...stored })
    // In the meantime, the address may have come to mean a depot or a pickup place.
    else if (before.pickup_address !== null && !before.pickup_depot_id && !before.pickup_place_id) {
      Object.assign(given, { pickup_location: location, ...pickupOrigin(stored) })
    }
  }
  return given
}
