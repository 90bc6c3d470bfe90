import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { address, administrator } from '../../testing/administrator.ts'
import { password } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { databaseUrl } = testing
const { admin, auditOf, call, made, me, newClient, signedUp } = await administrator(testing)

describe('deleting', () => {
  /** Counted as the owner of the tables, whom no policy binds. */
  async function count(statement: string, id: string): Promise<number> {
    const owner = new Client({ connectionString: databaseUrl })
    await owner.connect()
    const { rows } = await owner.query(`select count(*)::int as count from (${statement}) rows`, [id])
    await owner.end()
    return rows[0].count
  }
  const rowsOf = (userId: string) =>
    count(
      `select id from auth.identities where user_id = $1 union all
       select id from auth.sessions where user_id = $1 union all
       select id from auth.factors where user_id = $1`,
      userId,
    )

  test('for good: everything about the person is removed, including a workspace that nobody else owns', async () => {
    const { client, email, user, session } = await signedUp()
    const { workspace } = (await me(session.access_token)).json()
    expect((await admin.deleteUser(user.id)).error).toBeNull()
    expect((await admin.getUserById(user.id)).error?.code).toBe('user_not_found')
    expect((await client.auth.getUser(session.access_token)).error?.code).toBe('user_not_found')
    expect((await me(session.access_token)).json().code).toBe('session_ended')
    expect((await client.auth.refreshSession(session)).error?.code).toBe('refresh_token_not_found')
    expect(await rowsOf(user.id)).toBe(0)
    expect(await count('select from workspaces where id = $1', workspace.id)).toBe(0)
    expect((await admin.deleteUser(user.id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    // The log outlives the person, and the address is free again.
    expect((await auditOf(user.id)).at(-1)).toMatchObject({ action: 'user_deleted', actor: 'service_role' })
    expect((await newClient().auth.signUp({ email, password })).error).toBeNull()
  })

  test('softly: an empty row stays, nobody can sign in, and the address is free again', async () => {
    const { client, email, user, session } = await signedUp({ full_name: 'Secret Name' })
    expect((await admin.deleteUser(user.id, true)).error).toBeNull()
    const { data } = await admin.getUserById(user.id)
    expect(data.user).toMatchObject({ id: user.id, identities: [], user_metadata: {}, app_metadata: {} })
    expect(data.user).toHaveProperty('deleted_at')
    expect(JSON.stringify(data.user)).not.toMatch(new RegExp(`${email}|Secret Name`))
    expect(await rowsOf(user.id)).toBe(0)
    expect((await client.auth.getUser(session.access_token)).error?.code).toBe('user_not_found')
    expect((await newClient().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    expect((await admin.updateUserById(user.id, { email: address() })).error?.code).toBe('user_not_found')
    expect((await newClient().auth.signUp({ email, password })).error).toBeNull()
    // Once more is no mistake, and afterwards it can go for good.
    expect((await admin.deleteUser(user.id, true)).error).toBeNull()
    expect((await admin.deleteUser(user.id)).error).toBeNull()
    expect((await admin.getUserById(user.id)).error?.code).toBe('user_not_found')
  })

  test('a delete without a body is for good; a malformed body is refused', async () => {
    const { id } = await made()
    expect((await call('DELETE', `/admin/users/${id}`, { should_soft_delete: 'yes' })).body.code).toBe('bad_json')
    expect(await call('DELETE', `/admin/users/${id}`)).toMatchObject({ status: 200, body: {} })
    expect((await call('GET', `/admin/users/${id}`)).status).toBe(404)
  })
})
