import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { audience } from '#server/auth/keys/keys.ts'
import { inAuthScope, inWorkspace } from '#server/db/connect.ts'
import type { runApp } from './running-app.ts'

type App = Awaited<ReturnType<typeof runApp>>

/** Drivers on shift who are signed in. Returns their access tokens. */
export async function makeDrivers(app: App, workspaceId: string, many: number): Promise<string[]> {
  const people = Array.from({ length: many }, () => ({ user: randomUUID(), session: randomUUID() }))
  const given = JSON.stringify(people)
  const rows = sql`json_to_recordset(${given}) as p("user" uuid, session uuid)`
  await inAuthScope(app.deps.db, async (trx) => {
    await sql`insert into auth.users (id, email) select p."user", p."user" || '@example.com' from ${rows}`.execute(trx)
    await sql`insert into auth.sessions (id, user_id, amr) select p.session, p."user", '[]' from ${rows}`.execute(trx)
  })
  await inWorkspace(app.deps.db, workspaceId, async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`insert into members (workspace_id, user_id, role, name)
      select ${workspaceId}, p."user", 'driver', 'Driver' from ${rows}`.execute(trx)
    await sql`insert into drivers (workspace_id, name, user_id)
      select ${workspaceId}, 'Driver', p."user" from ${rows}`.execute(trx)
    await sql`insert into shifts (workspace_id, id, driver_id, started_at)
      select ${workspaceId}, gen_random_uuid(), d.id, now() - interval '8 hours' from drivers d
        where d.workspace_id = ${workspaceId}`.execute(trx)
  })
  const now = Math.floor(Date.now() / 1000)
  const { config, keys } = app.deps
  return people.map(({ user, session }) =>
    keys.sign({
      iss: `${config.publicUrl}/auth/v1`,
      aud: audience,
      role: 'authenticated',
      sub: user,
      session_id: session,
      email: `${user}@example.com`,
      iat: now,
      exp: now + 7200,
    }),
  )
}
