import { sql, type Kysely } from 'kysely'

/**
 * Numbers of rows in unlogged tables come from logged sequences. A standby that is promoted soon after the tables were made
 * has no unlogged ones: PostgreSQL writes their beginning to the disk of a standby only at its next checkpoint.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create sequence event_debt_numbers;
alter table event_debts alter id drop identity, alter id set default nextval('event_debt_numbers');
alter sequence event_debt_numbers owned by event_debts.id;
create sequence audit_note_numbers;
alter table audit_notes alter id drop identity, alter id set default nextval('audit_note_numbers');
alter sequence audit_note_numbers owned by audit_notes.id;`,
    )
    .execute(db)
}
