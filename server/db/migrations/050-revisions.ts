import { sql, type Kysely } from 'kysely'

/** Plans that are to take the place of another one, scenarios, and the best plan so far. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const isRunning = (state: string) => `${state} in ('queued', 'optimizing')`

const statements = `
alter table plans
  add revises uuid references plans on delete cascade,
  add scope jsonb,
  add choices jsonb,
  -- Of a scenario.
  add what_if jsonb,
  -- Of a revision that has been calculated: what it would make of the plan that it revises.
  add proposal jsonb,
  -- While it is calculated: the best routes so far.
  add best jsonb;
create index plans_revisions on plans (revises) where revises is not null;
create index plans_scenarios on plans (workspace_id, day) where what_if is not null;

alter table plans drop constraint plans_state_check;
alter table plans add constraint plans_state_check check (state in
  ('queued', 'optimizing', 'draft', 'approved', 'dispatched', 'cancelled', 'failed', 'discarded', 'taken'));

drop trigger raise_version on plans;
create trigger raise_version before update on plans for each row
  when (old.finish_requested_at is distinct from new.finish_requested_at or old.changes <> new.changes
    or old.what_if is distinct from new.what_if
    or old.state <> new.state and not (${isRunning('old.state')} and ${isRunning('new.state')}))
  execute function raise_version();
`
