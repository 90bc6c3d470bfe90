import { sql, type Kysely } from 'kysely'

/** The driver that somebody wants for a delivery. Only one of the same workspace can be: the key holds both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table drivers add constraint drivers_in_workspace unique (workspace_id, id)`.execute(db)
  await sql`alter table deliveries
    add column wanted_driver_id uuid,
    add constraint deliveries_wanted_driver foreign key (workspace_id, wanted_driver_id)
      references drivers (workspace_id, id) on delete set null (wanted_driver_id)`.execute(db)
  await sql`create index deliveries_wanted_driver on deliveries (workspace_id, wanted_driver_id)
    where wanted_driver_id is not null`.execute(db)
}
