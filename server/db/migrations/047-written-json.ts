import { sql, type Kysely } from 'kysely'

/*
 * Histories and events are written once and read whole, so they are kept as they were written. Taking every member of them
 * apart was a sixth of the database's work in an import.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table events
      alter column data type json using data::json,
      alter column previous type json using previous::json;
    alter table delivery_events
      alter column changes drop default, alter column changes type json using changes::json,
      alter column changes set default '{}',
      alter column sealed drop default, alter column sealed type json using sealed::json,
      alter column sealed set default '{}',
      alter column opened drop default, alter column opened type json using opened::json,
      alter column opened set default '{}'`,
    )
    .execute(db)
}
