import { sql } from 'kysely'
import { placeSums } from '#domain/figures/trouble.ts'
import type { Trx } from '../../db/connect.ts'
import { changesOf, type PlacedAttempt } from './rules.ts'

type Addressed = { id: string; address: string; address_key: string; is_erased: boolean }

/** The places of deliveries, by delivery. Those whose recipient was erased have none. */
export async function keepPlaces(
  trx: Trx,
  workspaceId: string,
  deliveries: readonly Addressed[],
): Promise<Map<string, string>> {
  const addressed = deliveries.filter(({ is_erased, address_key }) => !is_erased && address_key !== '')
  if (!addressed.length) return new Map()
  const spelled = new Map(addressed.map(({ address_key, address }) => [address_key, address]))
  const keys = [...spelled.keys()].toSorted()
  await sql`insert into figure_places as p (workspace_id, key, address)
    select ${workspaceId}, g.key, g.address
      from unnest(${keys}::text[], ${keys.map((key) => spelled.get(key))}::text[]) as g (key, address)
    on conflict (workspace_id, key) do update set address = excluded.address where p.address <> excluded.address`.execute(
    trx,
  )
  const places = await trx
    .selectFrom('figure_places')
    .select(['id', 'key'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute()
  const idOf = new Map(places.map(({ id, key }) => [key, id]))
  return new Map(addressed.map(({ id, address_key }) => [id, idOf.get(address_key)!]))
}

const names = sql.raw(placeSums.join(', '))
const added = sql.raw(placeSums.map((name) => `${name} = m.${name} + excluded.${name}`).join(', '))

/** Brings the months of places up to date with attempts that came and went. A place without any more goes. */
export async function addToPlaces(
  trx: Trx,
  workspaceId: string,
  came: readonly PlacedAttempt[],
  went: readonly PlacedAttempt[],
): Promise<void> {
  const changes = changesOf(came, went)
  if (changes.length) {
    await sql`insert into figure_place_months as m (workspace_id, month, place_id, depot_id, client_id, ${names})
      select ${workspaceId}, month, place_id, depot_id, client_id, ${names}
        from json_populate_recordset(null::figure_place_months, ${JSON.stringify(changes)}::json)
      on conflict (workspace_id, month, place_id, depot_id, client_id) do update set ${added}`.execute(trx)
  }
  const left = [...new Set(went.flatMap(({ place_id }) => place_id ?? []))]
  if (!left.length) return
  const months = [...new Set(changes.map(({ month }) => month))]
  await sql`delete from figure_place_months where workspace_id = ${workspaceId} and month = any(${months}::date[])
    and place_id = any(${left}::uuid[]) and attempts = 0`.execute(trx)
  await sql`delete from figure_places p where p.workspace_id = ${workspaceId} and p.id = any(${left}::uuid[])
    and not exists (select from figure_attempts a where a.workspace_id = p.workspace_id and a.place_id = p.id)`.execute(
    trx,
  )
}
