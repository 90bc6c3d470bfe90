import { sql, type Kysely } from 'kysely'

/** What vehicles cost by stop and by parcel, and what attempts cost by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table vehicles
  add cost_per_stop bigint,
  add cost_per_parcel bigint;
alter table planning_settings
  add cost_per_stop bigint,
  add cost_per_parcel bigint;
alter table figure_attempts add cost_stops double precision not null default 0;
alter table figure_sums add cost_stops double precision not null default 0;
`
