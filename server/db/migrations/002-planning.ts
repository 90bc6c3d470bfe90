import { sql, type Kysely } from 'kysely'

/** What planning needs beyond its tables: what stops rest on, which route holds a delivery, how to find plans left behind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stops add column planned_from text`.execute(db)
  // A delivery stays a stop of every plan that ever had it; this says whose it is now.
  await sql`alter table deliveries add column route_id uuid references routes on delete set null`.execute(db)
  await sql`create index deliveries_route on deliveries (route_id) where route_id is not null`.execute(db)
  await sql`create index plans_newest on plans (workspace_id, created_at desc, id desc)`.execute(db)
  await sql`create index plans_unfinished on plans (id) where state in ('queued', 'optimising')`.execute(db)
  await sql`create index plans_day on plans (workspace_id, day)`.execute(db)

  /*
   * Plans that are still being calculated, of all workspaces: after a crash or a restored backup nobody may be
   * working on them any more. Runs as the owner, since the server's role sees one workspace only; ids are all it tells.
   */
  await sql`create function unfinished_plans() returns table (workspace_id uuid, plan_id uuid)
    language sql stable security definer set search_path = public, pg_temp as $$
      select p.workspace_id, p.id from plans p where p.state in ('queued', 'optimising')
    $$`.execute(db)
  await sql`revoke all on function unfinished_plans from public`.execute(db)
  await sql`grant execute on function unfinished_plans to karta_app`.execute(db)
}
