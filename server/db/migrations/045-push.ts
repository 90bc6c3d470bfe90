import { sql, type Kysely } from 'kysely'

/** Events that people are to be told of by notifications, until a server has taken them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    create table push_outbox (
      id bigint generated always as identity primary key,
      workspace_id uuid not null references workspaces on delete cascade,
      type text not null,
      subject_id uuid not null,
      driver_ids uuid[] not null,
      actor_id uuid
    );
    create index push_outbox_workspace on push_outbox (workspace_id);

    create function note_pushed_event() returns trigger language plpgsql as $$
    begin
      insert into push_outbox (workspace_id, type, subject_id, driver_ids, actor_id)
        values (new.workspace_id, new.type, new.subject_id, new.driver_ids, new.actor_id);
      return null;
    end $$;
    create trigger note_pushed after insert on events for each row
      when (new.type in ('alert.raised', 'plan.dispatched', 'route.changed', 'message.sent'))
      execute function note_pushed_event();`,
    )
    .execute(db)
}
