import { sql } from 'kysely'
import { isDoubtful } from '#domain/address/position.ts'
import { AppError } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import { distanceKm } from '#domain/great-circle.ts'
import type { TravelTable } from '#domain/travel/tables.ts'
import { inWorkspace, type Trx, type Within } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { isAtSea } from '../../outside/coasts.ts'
import type { TravelEngine } from '../../outside/travel/engine.ts'
import { searchPlaces } from '../addresses/commands.ts'
import { serviceArea } from '../deliveries/queries.ts'
import { readSlotSettings } from '../slot-settings/queries.ts'

/** What finding a place works with. */
export type PlaceDeps = Pick<Deps, 'db' | 'geocoder' | 'now' | 'report' | 'travel'>

/** Where an address is: as the address book or an earlier delivery has it, or else as the geocoder finds it. */
export async function placeOfAddress(deps: PlaceDeps, workspaceId: string, address: string): Promise<Location> {
  const known = await inWorkspace(deps.db, workspaceId, (trx) => knownPlace(trx, workspaceId, address))
  if (known) return known
  const { data } = await searchPlaces(deps, workspaceId, { q: address, typing: 'false' })
  const [best] = data.filter(
    (hit) => !isDoubtful({ location_confidence: hit.confidence, location_source: null, location_flags: [] }),
  )
  if (!best) throw new AppError('slot_address_unknown')
  return best.location
}

/** The routing engine has so long to say whether a road leads there. */
const roadTimeoutMs = 1500

/** Whoever delivers so near to a place knows a way. */
const sameGroundKm = 1

/**
 * Whether a vehicle gets to a place: along roads, if a routing engine answers; or else by the coasts that Karta ships, unless
 * somebody delivered there before or these coasts have no land where the depots are.
 * @throws AppError `slot_off_road`
 */
export async function checkRoad(deps: PlaceDeps, workspaceId: string, place: Location): Promise<void> {
  const within: Within = (work) => inWorkspace(deps.db, workspaceId, work)
  const { depots, settings } = await within(async (trx) => ({
    depots: await serviceArea(trx, workspaceId),
    settings: await readSlotSettings(trx, workspaceId),
  }))
  const [depot] = depots.toSorted((a, b) => distanceKm(a, place) - distanceKm(b, place))
  // What is too far is refused for that.
  if (!depot || distanceKm(depot, place) > settings.service_km) return
  const hasRoad = await askForRoad(deps.travel, depot, place)
  if (hasRoad === false) throw new AppError('slot_off_road')
  if (hasRoad || !isAtSea(place) || isAtSea(depot) || distanceKm(depot, place) <= sameGroundKm) return
  if (!(await within((trx) => wasDeliveredNear(trx, workspaceId, place)))) throw new AppError('slot_off_road')
}

/** Whether there is a road from the depot; undefined if nobody can say. */
async function askForRoad(engine: TravelEngine | undefined, from: Location, to: Location) {
  const asked = { profile: 'car', origins: [[from.lng, from.lat]], destinations: [[to.lng, to.lat]] } as const
  let seconds: number | undefined
  try {
    const onBlock = ({ table }: { table: TravelTable }) => (seconds = table.seconds[0])
    await engine?.measure(asked, onBlock, AbortSignal.timeout(roadTimeoutMs))
  } catch {
    // It is away or slow; `npm run doctor` says so.
  }
  return seconds === undefined ? undefined : seconds >= 0
}

async function wasDeliveredNear(trx: Trx, workspaceId: string, { lat, lng }: Location): Promise<boolean> {
  const degrees = sameGroundKm / 111
  const across = degrees / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  const found = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'delivered')
    .where('lat', '>=', lat - degrees)
    .where('lat', '<=', lat + degrees)
    .where('lng', '>=', lng - across)
    .where('lng', '<=', lng + across)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function knownPlace(trx: Trx, workspaceId: string, address: string): Promise<Location | undefined> {
  const { rows } = await sql<Location>`
    select lat, lng from (
      select 1 as rank, a.lat, a.lng, a.updated_at as at from address_spellings s join addresses a on a.id = s.address_id
        where s.workspace_id = ${workspaceId} and s.key = address_key(${address})
      union all
      select 2, d.lat, d.lng, d.located_at from deliveries d
        where d.workspace_id = ${workspaceId} and d.address_key = address_key(${address}) and d.lat is not null
          and d.location_confidence >= 0.6 and d.deleted_at is null) known
    order by rank, at desc nulls last limit 1`.execute(trx)
  return rows[0]
}
