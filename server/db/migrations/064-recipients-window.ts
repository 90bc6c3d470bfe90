import { sql, type Kysely } from 'kysely'

/** Recipients may choose another window, where the workspace lets them. Whoever chose without it chooses again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table tracking_settings
      alter column recipients_may set default '{note,leave,receiver,pin,window,message}',
      drop constraint tracking_settings_recipients_may_check,
      add constraint tracking_settings_recipients_may_check
        check (recipients_may <@ '{note,leave,receiver,pin,window,message}');`,
    )
    .execute(db)
}
