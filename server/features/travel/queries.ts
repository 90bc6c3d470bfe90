import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { countUnmeasured, emptyTable, unmeasured, type TravelTable, type TravelTables } from '#domain/travel/tables.ts'
import type { Profile } from '#domain/travel/profiles.ts'
import { placeKey } from '#domain/travel/place-key.ts'
import type { TimedWith } from '#domain/travel/timed-with.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'
import { readPlanningSettings } from '../planning-settings/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { fillTable, recall, remember, typeSpeedsOf, unpackBlock, type Speeds } from './rules.ts'

type Asked = {
  /** By `placeKey`. */
  places: number[]
  /** Whose tables: by profile, as `TravelEngine.sourceOf` names them. */
  sources: TimedWith['sources']
  typeSpeeds: Record<string, number>
}

/** What was measured between some places so far. The rest of the tables is `unmeasured`. */
export async function readTravel(
  trx: Trx,
  workspaceId: string,
  { places, sources, typeSpeeds }: Asked,
): Promise<TravelTables> {
  const profiles: TravelTables['profiles'] = {}
  for (const [profile, source] of Object.entries(sources)) {
    profiles[profile as Profile] = await readTable(trx, workspaceId, source, places)
  }
  return { places, profiles, typeSpeeds }
}

/** What a change of a plan is timed with, and how many pairs of it nobody has measured. */
export type KnownTravel = { tables: TravelTables; timedWith: TimedWith; unmeasured: number }

/** What is known of the roads of a plan; null if it was timed as the crow flies. Nobody is asked. */
export async function readPlanTravel(
  trx: Trx,
  workspaceId: string,
  { timedWith, places, settings }: { timedWith: TimedWith | null; places: number[]; settings: Speeds },
): Promise<KnownTravel | null> {
  if (!timedWith || !Object.keys(timedWith.sources).length) return null
  const asked = { places, sources: timedWith.sources, typeSpeeds: typeSpeedsOf(settings) }
  const tables = await readTravel(trx, workspaceId, asked)
  return { tables, timedWith, unmeasured: countUnmeasured(tables) }
}

/** Plans with drives that nobody has measured yet, of all workspaces. */
export async function plansToMeasure(
  db: Db,
  now: Date,
  most: number,
): Promise<{ workspace_id: string; plan_id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; plan_id: string }>`
    select workspace_id, plan_id from plans_to_measure(${now}, ${most})`.execute(inOneStatement(db))
  return rows
}

async function readTable(trx: Trx, workspaceId: string, source: string, places: number[]): Promise<TravelTable> {
  const table = emptyTable(places.length)
  const rowOf = new Map(places.map((key, row) => [key, row]))
  const known = recall(workspaceId, source)
  if (known) fillTable(table, rowOf, { origins: known.places, destinations: known.places, table: known.table })
  if (!table.seconds.includes(unmeasured)) return table
  const ids = await blocksFor(trx, workspaceId, { source, table, places })
  const rows = ids.length
    ? await trx
        .selectFrom('travel_blocks')
        .select(['id', 'origins', 'destinations', 'travel'])
        .where('workspace_id', '=', workspaceId)
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .execute()
    : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  // The newest last, so that it is what counts.
  for (const id of ids.toReversed()) {
    const row = byId.get(id)
    if (!row) continue
    const part = await unpackBlock(row.travel)
    fillTable(table, rowOf, {
      origins: row.origins.map(Number),
      destinations: row.destinations.map(Number),
      table: part,
    })
  }
  if (ids.length) remember(workspaceId, source, places, table)
  return table
}

type Missing = { source: string; table: TravelTable; places: number[] }

/** The kept parts that are needed to cover these places, the newest first: a depot is in the parts of every day. */
async function blocksFor(trx: Trx, workspaceId: string, { source, table, places }: Missing): Promise<string[]> {
  const size = places.length
  const rowOf = new Map(places.map((key, row) => [key, row]))
  const covered = Uint8Array.from(table.seconds, (seconds) => (seconds === unmeasured ? 0 : 1))
  const missing = new Set<number>()
  for (const [at, isCovered] of covered.entries()) {
    if (isCovered) continue
    missing.add(places[Math.floor(at / size)]!)
    missing.add(places[at % size]!)
  }
  const keys = [...missing]
  const rows = await trx
    .selectFrom('travel_blocks')
    .select(['id', 'origins', 'destinations'])
    .where('workspace_id', '=', workspaceId)
    .where('source', '=', source)
    .where(sql<boolean>`origins && ${keys}::bigint[] and destinations && ${keys}::bigint[]`)
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, origins, destinations }) => {
    const own = (list: number[]) => list.flatMap((key) => rowOf.get(Number(key)) ?? [])
    const columns = own(destinations)
    let isNew = false
    for (const row of own(origins)) {
      for (const column of columns) {
        const at = row * size + column
        if (row === column || covered[at]) continue
        covered[at] = 1
        isNew = true
      }
    }
    return isNew ? [id] : []
  })
}

/**
 * The tables of a plan with all places that it may lead to; null if it was timed as the crow flies.
 * @throws AppError `plan_not_found`
 */
export async function readTravelOfPlan(trx: Trx, workspaceId: string, planId: string): Promise<TravelTables | null> {
  const plan = await trx
    .selectFrom('plans')
    .select(['timed_with', 'driver_ids'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  const { rows } = await sql<{ lng: number; lat: number }>`
    select s.lng, s.lat from stops s join routes r on r.id = s.route_id
      where r.workspace_id = ${workspaceId} and r.plan_id = ${planId} and s.lat is not null
    union select d.lng, d.lat from plans p cross join jsonb_array_elements(p.unassigned) u
      join deliveries d on d.id = (u ->> 'delivery_id')::uuid where p.id = ${planId} and d.lat is not null
    union select d.pickup_lng, d.pickup_lat from plans p cross join jsonb_array_elements(p.unassigned) u
      join deliveries d on d.id = (u ->> 'delivery_id')::uuid where p.id = ${planId} and d.pickup_lat is not null
    union select d.lng, d.lat from depots d where d.workspace_id = ${workspaceId} and d.active
    union select (x.place -> 'location' ->> 'lng')::double precision, (x.place -> 'location' ->> 'lat')::double precision
      from drivers d cross join lateral (values (d.start_place), (d.end_place)) x (place)
      where d.workspace_id = ${workspaceId} and d.id = any(${plan.driver_ids}::uuid[]) and x.place is not null`.execute(
    trx,
  )
  const places = [...new Set(rows.map(({ lng, lat }) => placeKey([lng, lat])))]
  const { speed_kmh } = await readWorkspace(trx, workspaceId)
  const settings = { ...(await readPlanningSettings(trx, workspaceId)), speed_kmh }
  const known = await readPlanTravel(trx, workspaceId, { timedWith: plan.timed_with, places, settings })
  return known && known.tables
}
