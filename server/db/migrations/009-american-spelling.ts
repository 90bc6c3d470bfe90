import { sql, type Kysely } from 'kysely'

/** The product writes American English, on the wire and in the database too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table routes rename column fuel_litres to fuel_liters`.execute(db)
  await sql`update plans set totals = totals - 'fuel_litres' || jsonb_build_object('fuel_liters', totals -> 'fuel_litres')
    where totals ? 'fuel_litres'`.execute(db)

  await sql`drop index plans_unfinished`.execute(db)
  await sql`alter table plans drop constraint plans_state_check`.execute(db)
  await sql`update plans set state = 'optimizing' where state = 'optimising'`.execute(db)
  await sql`alter table plans add constraint plans_state_check check (state in
    ('queued', 'optimizing', 'draft', 'approved', 'dispatched', 'cancelled', 'failed', 'discarded'))`.execute(db)
  await sql`create index plans_unfinished on plans (id) where state in ('queued', 'optimizing')`.execute(db)
  await sql`create or replace function unfinished_plans() returns table (workspace_id uuid, plan_id uuid)
    language sql stable security definer set search_path = public, pg_temp as $$
      select p.workspace_id, p.id from plans p where p.state in ('queued', 'optimizing')
    $$`.execute(db)
}
