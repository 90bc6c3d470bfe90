import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { password } from '../../testing/auth-client.ts'
import { externalApp, fragmentOf, providerSettings, site } from '../../testing/external-app.ts'
import { startLyingProvider } from '../../testing/lying-provider.ts'
import type { Person } from '../../testing/oidc-provider.ts'
import { visitProvider } from '../../testing/oidc-visit.ts'

const other = await startLyingProvider()
afterAll(() => other.close())
const further = [providerSettings('acme', other.url, other.client)]
const testing = await externalApp({ auth: { manualLinking: true }, further })
const { app, deps, follow, signInWithGoogle, signedUp, newClient } = testing

const newPerson = () => ({ email: `${randomUUID()}@example.com`, name: 'Made' })

/** What the client does before it leaves the page. */
async function leave(client: SupabaseClient): Promise<string> {
  const options = { redirectTo: `${site}/my-account`, skipBrowserRedirect: true }
  const { data, error } = await client.auth.linkIdentity({ provider: 'google', options })
  if (error) throw error
  return data.url
}

const link = async (client: SupabaseClient, as: Person | 'refuse') =>
  follow(await visitProvider(await leave(client), as))

const auditOf = (userId: string) =>
  inAuthScope(deps.db, (trx) =>
    trx
      .selectFrom('auth.audit_entries')
      .select(['action', 'detail'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .execute(),
  )

describe('linking an identity', () => {
  test('adds it to the caller’s account, whatever its address, and signs them in with it from then on', async () => {
    const { client, user, email } = await signedUp()
    const person = newPerson()
    const end = await link(client, person)
    expect(end.pathname).toBe('/my-account')
    expect(fragmentOf(end)).toHaveProperty('access_token')
    const { data } = await client.auth.getUserIdentities()
    expect(data!.identities.map(({ provider }) => provider)).toEqual(['email', 'google'])
    const { reply } = await signInWithGoogle(person)
    expect(reply!.data.user).toMatchObject({ id: user.id, email, app_metadata: { providers: ['email', 'google'] } })
    expect(await auditOf(user.id)).toContainEqual({ action: 'identity_linked', detail: { provider: 'google' } })
  })

  test('works with an ID token that an app fetched itself, and keeps the account', async () => {
    const { client, user } = await signedUp()
    const claims = { sub: randomUUID(), email: newPerson().email }
    const token = await other.sign(claims)
    const { data, error } = await client.auth.linkIdentity({ provider: 'acme', token })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id: user.id, app_metadata: { providers: ['email', 'acme'] } })
    const again = await (await signedUp()).client.auth.linkIdentity({ provider: 'acme', token })
    expect(again.error).toMatchObject({ status: 422, code: 'identity_already_exists' })
  })

  test('that belongs to somebody else is refused, and so is linking one’s own twice', async () => {
    const person = newPerson()
    const { client, user } = await signedUp()
    await link(client, person)
    const refused = (say: string) => ({
      error: 'server_error',
      error_code: 'identity_already_exists',
      error_description: say,
      sb: '',
    })
    expect(fragmentOf(await link(client, person))).toEqual(refused('Identity is already linked'))
    const others = await signedUp()
    expect(fragmentOf(await link(others.client, person))).toEqual(refused('Identity is already linked to another user'))
    expect((await others.client.auth.getUserIdentities()).data!.identities).toHaveLength(1)
    expect((await signInWithGoogle(person)).reply!.data.user!.id).toBe(user.id)
  })

  test('that comes back after its owner signed out is not linked', async () => {
    const { client } = await signedUp()
    const back = await visitProvider(await leave(client), newPerson())
    await client.auth.signOut({ scope: 'global' })
    const end = await follow(back)
    expect(end.searchParams.get('error_description')).toBe('OAuth state not found or expired')
  })

  test('goes to the person the state was made for, whichever browser comes back with it', async () => {
    const [mine, theirs] = [await signedUp(), await signedUp()]
    const back = await visitProvider(await leave(mine.client), newPerson())
    await follow(back)
    expect((await theirs.client.auth.getUserIdentities()).data!.identities).toHaveLength(1)
    expect((await mine.client.auth.getUserIdentities()).data!.identities).toHaveLength(2)
  })

  test('needs a session', async () => {
    const reply = await app.inject({ method: 'GET', url: '/auth/v1/user/identities/authorize?provider=google' })
    expect([reply.statusCode, reply.json().error_code]).toEqual([401, 'no_authorization'])
  })

  test('gives an account without an address the identity’s address, unless it is taken', async () => {
    const person = newPerson()
    const { client, user } = await signedUp()
    const taken = await signedUp()
    await inAuthScope(deps.db, async (trx) => {
      const change = { email: null, email_confirmed_at: null, is_anonymous: true }
      await trx.updateTable('auth.users').set(change).where('id', '=', user.id).execute()
    })
    expect(fragmentOf(await link(client, { email: taken.email }))).toMatchObject({ error_code: 'email_exists' })
    expect(fragmentOf(await link(client, person))).toHaveProperty('access_token')
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({
      email: person.email,
      is_anonymous: false,
      email_confirmed_at: expect.any(String),
    })
  })
})

describe('unlinking an identity', () => {
  const identityOf = async (client: SupabaseClient, provider: string) =>
    (await client.auth.getUserIdentities()).data!.identities.find((each) => each.provider === provider)!

  test('removes it; the last one cannot be removed', async () => {
    const { client, user } = await signedUp()
    const person = newPerson()
    await link(client, person)
    expect((await client.auth.unlinkIdentity(await identityOf(client, 'google'))).error).toBeNull()
    const { error } = await client.auth.unlinkIdentity(await identityOf(client, 'email'))
    expect(error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
      message: 'User must have at least 1 identity after unlinking',
    })
    expect((await client.auth.getUser()).data.user!.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect((await signInWithGoogle(person)).reply!.data.user!.id).not.toBe(user.id)
    expect(await auditOf(user.id)).toContainEqual({ action: 'identity_unlinked', detail: { provider: 'google' } })
  })

  test('of email removes the password too, and the address becomes the other identity’s', async () => {
    const { client, email } = await signedUp()
    const person = newPerson()
    await link(client, person)
    expect((await client.auth.unlinkIdentity(await identityOf(client, 'email'))).error).toBeNull()
    expect((await client.auth.getUser()).data.user).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'google' },
    })
    for (const address of [email, person.email]) {
      const { error } = await newClient().auth.signInWithPassword({ email: address, password })
      expect(error).toMatchObject({ code: 'invalid_credentials' })
    }
  })

  test('is refused if the other identity has somebody’s address, and nothing changes', async () => {
    const { client } = await signedUp()
    const person = newPerson()
    await link(client, person)
    await newClient().auth.signUp({ ...person, password })
    const { error } = await client.auth.unlinkIdentity(await identityOf(client, 'email'))
    expect(error).toMatchObject({ status: 422, code: 'email_conflict_identity_not_deletable' })
    expect((await client.auth.getUserIdentities()).data!.identities).toHaveLength(2)
  })

  test('of somebody else, or of nobody, is refused', async () => {
    const [mine, theirs] = [await signedUp(), await signedUp()]
    await link(mine.client, newPerson())
    const remove = async (id: string) => {
      const headers = { authorization: `Bearer ${mine.session.access_token}` }
      const reply = await app.inject({ method: 'DELETE', url: `/auth/v1/user/identities/${id}`, headers })
      return [reply.statusCode, reply.json().error_code, reply.json().msg]
    }
    const unknown = [422, 'identity_not_found', "Identity doesn't exist"]
    expect(await remove((await identityOf(theirs.client, 'email')).identity_id)).toEqual(unknown)
    expect(await remove(randomUUID())).toEqual(unknown)
    expect(await remove('7')).toEqual([404, 'validation_failed', 'identity_id must be an UUID'])
  })

  test('of two identities at the same moment leaves one', async () => {
    const { client } = await signedUp()
    await link(client, newPerson())
    const both = [await identityOf(client, 'email'), await identityOf(client, 'google')]
    const replies = await Promise.all(both.map((identity) => client.auth.unlinkIdentity(identity)))
    expect(replies.map(({ error }) => error?.code ?? 'done').sort()).toEqual(['done', 'single_identity_not_deletable'])
  })
})

test('if linking is off, neither is offered', async () => {
  const off = await externalApp()
  const { session } = await off.signedUp()
  const headers = { authorization: `Bearer ${session.access_token}` }
  for (const [method, path] of [
    ['GET', 'authorize?provider=google'],
    ['DELETE', randomUUID()],
  ] as const) {
    const reply = await off.app.inject({ method, url: `/auth/v1/user/identities/${path}`, headers })
    expect([reply.statusCode, reply.json().error_code, reply.json().msg]).toEqual([
      404,
      'manual_linking_disabled',
      'Manual linking is disabled',
    ])
  }
})
