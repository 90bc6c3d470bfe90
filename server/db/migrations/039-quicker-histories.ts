import { sql, type Kysely } from 'kysely'

/** Less work for each new delivery, in its table and those of its events and histories. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(batches).execute(db)
  await sql.raw(unasked).execute(db)
  await sql.raw(uncompressed).execute(db)
  await sql.raw(pickups).execute(db)
}

/** The commit looks for the batches of its own transaction. */
const batches = 'create index event_batches_xid on event_batches (xid)'

/** Nothing is looked for by these values, so the planner need not know them. Reading samples of them takes long. */
const unasked = Object.entries({
  deliveries: ['more_windows', 'parcels', 'custom'],
  delivery_events: ['detail', 'changes', 'sealed', 'opened', 'hash', 'previous_hash'],
  events: ['data', 'previous'],
  chain_heads: ['hash', 'signed_hash'],
})
  .map(([table, columns]) => {
    const alterations = columns.map((column) => `alter column ${column} set statistics 0`)
    return `alter table ${table} ${alterations.join(', ')};`
  })
  .join('\n')

/** Mostly hashes and salts, which do not get smaller by compressing them. A page has room for two or three such rows. */
const uncompressed = 'alter table delivery_events set (toast_tuple_target = 4080)'

/** Where earlier deliveries were picked up. Most are picked up at the same place, which says no position. */
const pickups = `create index deliveries_pickup_place on deliveries (workspace_id, pickup_key, number)
  where pickup_lat is not null and deleted_at is null`
