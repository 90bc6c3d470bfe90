// npm run bench -- snapshot [DRIVERS]: how long the live map's first call takes, with every driver on a route.
import { sql } from 'kysely'
import { newTrack } from '#domain/road/track.ts'
import { inWorkspace } from '#server/db/connect.ts'
import { runApp } from '../measure/running-app.ts'

const drivers = Number(process.argv[2] ?? 10_000)
const [stopsEach, rounds] = [4, 9]

const app = await runApp()
try {
  const { workspaceId, token } = await app.makeOwner()
  await fill(workspaceId)
  await app.settle()
  const ask = async (headers: Record<string, string> = {}) => {
    const started = performance.now()
    const reply = await fetch(`${app.url}/v1/positions`, { headers: { authorization: `Bearer ${token}`, ...headers } })
    const bytes = (await reply.arrayBuffer()).byteLength
    if (!reply.ok) throw new Error(`GET /v1/positions: ${reply.status}`)
    return { ms: performance.now() - started, bytes }
  }
  const first = await ask()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push((await ask()).ms)
  const sorted = times.toSorted((a, b) => a - b)
  console.log(
    `GET /v1/positions of ${drivers} drivers on routes of ${stopsEach} stops: first ${first.ms.toFixed(0)} ms, then median ${sorted[Math.floor(rounds / 2)]!.toFixed(0)} ms, longest ${sorted.at(-1)!.toFixed(0)} ms; ${(first.bytes / 1e6).toFixed(1)} MB unpacked`,
  )
} finally {
  await app.stop()
}

/** Drivers on shift with a position, each with a dispatched route of today. */
async function fill(workspaceId: string): Promise<void> {
  await inWorkspace(app.deps.db, workspaceId, async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`insert into drivers (workspace_id, name)
      select ${workspaceId}, 'Driver ' || i from generate_series(1, ${drivers}::int) i`.execute(trx)
    await sql`insert into shifts (workspace_id, id, driver_id, started_at)
      select ${workspaceId}, gen_random_uuid(), id, now() - interval '3 hours' from drivers`.execute(trx)
    await sql`insert into driver_positions (workspace_id, driver_id, recorded_at, received_at, lat, lng, accuracy_m, speed_mps,
        heading, battery_percent, charging, source, track, counted_day, counted)
      select ${workspaceId}, id, now(), now(), -6.2 + random() / 5, 106.8 + random() / 5, 8, 9, 90, 64, false, 'app',
        ${JSON.stringify(newTrack)}::jsonb, current_date, 1 from drivers`.execute(trx)
    await sql`insert into plans (workspace_id, day, state, driver_ids, time_limit_seconds)
      select ${workspaceId}, (now() at time zone w.time_zone)::date, 'dispatched', array(select id from drivers), 1
        from workspaces w where w.id = ${workspaceId}`.execute(trx)
    await sql`insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, driving_seconds,
        waiting_seconds, distance_km, duration_seconds, fuel_liters, load_kg, load_l, service_seconds)
      select ${workspaceId}, p.id, row_number() over (), d.id, d.name, now(), now() + interval '8 hours', 0, 0, 0, 0, 0, 0, 0, 0
        from drivers d, plans p`.execute(trx)
    await sql`insert into stops (workspace_id, route_id, position, sequence, kind, name, address, lat, lng, arrival_at, departure_at,
        waiting_seconds, service_seconds, distance_km, load_kg, load_l)
      select ${workspaceId}, r.id, i, i, 'delivery', 'Recipient', 'Jl. Contoh', -6.2, 106.8, now(), now(), 0, 0, 0, 0, 0
        from routes r, generate_series(1, ${stopsEach}::int) i`.execute(trx)
  })
}
