import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { audience } from '#server/auth/keys/keys.ts'
import { inAuthScope, inWorkspace } from '#server/db/connect.ts'
import { appRole } from '#server/db/app-role.ts'
import { rigRole } from '#server/testing/rig.ts'
import { dispatchedDay } from '#server/testing/road-day.ts'
import type { runApp } from './running-app.ts'
import { send } from './running-app.ts'

type App = Awaited<ReturnType<typeof runApp>>

/** A route with so many stops, dispatched to a driver who is signed in, in a running server. */
export async function runningDay(app: App, stops: number) {
  const { config, keys, db } = app.deps
  const issuer = `${config.publicUrl}/auth/v1`
  await app.asOwner((owner) => owner.query(`create role ${rigRole} nologin in role ${appRole}`))

  async function makeMember({ role = 'owner', workspaceId = randomUUID() as string } = {}) {
    const [userId, sessionId] = [randomUUID(), randomUUID()]
    const email = `${userId}@example.com`
    await inAuthScope(db, async (trx) => {
      await sql`insert into auth.users (id, email) values (${userId}, ${email})`.execute(trx)
      await sql`insert into auth.sessions (id, user_id, amr) values (${sessionId}, ${userId}, '[]')`.execute(trx)
    })
    await inWorkspace(db, workspaceId, async (trx) => {
      await sql`set local role none`.execute(trx)
      await sql`insert into workspaces (id, name, tier, trial_ends_at)
        values (${workspaceId}, 'Bench', 'enterprise', now()) on conflict do nothing`.execute(trx)
      await sql`insert into members (workspace_id, user_id, role, name)
        values (${workspaceId}, ${userId}, ${role}, ${email})`.execute(trx)
    })
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: audience, role: 'authenticated', sub: userId, session_id: sessionId, email }
    return { userId, sessionId, workspaceId, email, token: keys.sign({ ...claims, iat: now, exp: now + 7200 }) }
  }

  const as = ({ token }: { token: string }) => ({
    call: async ({ method, path }: { method: string; path: string }, { params = {}, body }: Asked = {}) => {
      const url = app.url + path.replace(/:(\w+)/g, (_, name: string) => params[name]!)
      return { status: 200, body: await send(url, token, method, body) }
    },
  })
  const day = await dispatchedDay({ makeMember, deps: app.deps, as } as never as Parameters<typeof dispatchedDay>[0], {
    stops,
  })
  return { ...day, driver: day.driver as { userId: string; token: string } }
}

type Asked = { params?: Record<string, string>; body?: unknown }
