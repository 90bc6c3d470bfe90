import { sql, type Kysely } from 'kysely'

/** Deliveries that customers book on the order page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table deliveries drop constraint deliveries_source_check,
      add constraint deliveries_source_check check
        (source in ('manual', 'csv', 'api', 'sample', 'recurring', 'driver', 'order_page'));`,
    )
    .execute(db)
}
