import { sql, type Kysely } from 'kysely'

/** Recipients choose no window on the tracking page, so no workspace can let them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    update tracking_settings set recipients_may = array_remove(recipients_may, 'window');
    alter table tracking_settings
      alter column recipients_may set default '{note,leave,receiver,pin,message}',
      drop constraint tracking_settings_recipients_may_check,
      add constraint tracking_settings_recipients_may_check
        check (recipients_may <@ '{note,leave,receiver,pin,message}');`,
    )
    .execute(db)
}
