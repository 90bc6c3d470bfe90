import { sql, type Kysely } from 'kysely'

/** A driver may be a member, who then sees their own route. A member may have to do with some depots only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table drivers add user_id uuid,
      -- Whoever leaves the workspace, or deletes the account, is no driver with an account any more.
      add constraint drivers_member foreign key (workspace_id, user_id)
        references members on delete set null (user_id);
    create unique index drivers_user on drivers (workspace_id, user_id) where user_id is not null;
    -- Null for all.
    alter table members add depot_ids uuid[]`,
    )
    .execute(db)
}
