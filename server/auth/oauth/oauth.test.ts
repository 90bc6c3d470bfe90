import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { listAppGrants, listAllowedApps, revokeAllowedApp, revokeAppGrant } from '#domain/api/apps.ts'
import { listAudit } from '#domain/api/audit.ts'
import { getSelf, reportLeakedKey } from '#domain/api/api-keys.ts'
import { createDelivery, listDeliveries } from '#domain/api/deliveries.ts'
import { getWorkspace } from '#domain/api/workspace.ts'
import { inAuthScope } from '../../db/connect.ts'
import { appFlow, redirect } from '../../testing/app-flow.ts'
import { peopleOf } from '../../testing/people.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

let now = new Date()
beforeEach(() => {
  now = new Date()
})
const testing = await testApp(() => ({ now: () => now }))
const { as, deps, makeMember } = testing
const { register, ask, details, answer, token, allow, inject, bearer } = appFlow(testing)
const { join, foundAnother, addFactor } = peopleOf(testing)
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const with_ = (member: TestMember, access: string) => as({ ...member, token: access })
const refresh = (client: { id: string; secret: string | null }, refresh_token: string, scope?: string) => {
  const form = { grant_type: 'refresh_token', refresh_token, client_id: client.id, client_secret: client.secret! }
  return token({ ...form, ...(scope && { scope }) })
}

const developer = await makeMember()
const client = await register(developer)

describe('an app that a person allowed', () => {
  test('acts for them in the workspace they chose, and everybody who should hear of it does', async () => {
    const member = await makeMember()
    const asked = await ask(client.id, { scope: 'read deliveries' })
    expect([asked.status, asked.to?.pathname]).toEqual([302, '/oauth/consent'])
    expect(await details(member, asked.id)).toMatchObject({
      client: { id: client.id, name: 'Zap' },
      user: { email: member.email },
      redirect_uri: redirect,
      scope: 'read deliveries',
      registered_by: developer.email,
      workspaces: [{ id: member.workspaceId, scopes: ['read', 'deliveries'] }],
    })
    const { to } = await answer(member, asked.id)
    expect(to!.href).toMatch(/^https:\/\/app\.example\.com\/callback\?code=/)
    expect([to!.searchParams.get('state'), to!.searchParams.get('iss')]).toEqual(['st', deps.keys.issuer])
    const { body } = await token({
      grant_type: 'authorization_code',
      code: to!.searchParams.get('code')!,
      code_verifier: asked.verifier,
      redirect_uri: redirect,
      client_id: client.id,
      client_secret: client.secret!,
    })
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read deliveries' })
    const mine = with_(member, body.access_token)
    const self = await mine.call(getSelf)
    expect(self.body).toMatchObject({
      kind: 'app',
      id: member.userId,
      name: `${member.email} via Zap`,
      workspace: { id: member.workspaceId },
      scopes: ['read', 'deliveries'],
      quota: { requests: 1 },
    })
    expect(self.headers['x-quota-remaining']).toBeDefined()
    const delivery = await mine.call(createDelivery, {
      body: { recipient_name: 'A', delivery_address: 'B', scheduled_date: '2030-12-01' } as never,
    })
    expect(delivery).toMatchObject({ status: 201, body: { source: 'api' } })
    expect((await as(member).call(listAllowedApps)).body.data).toMatchObject([
      { app: { name: 'Zap' }, scopes: ['read', 'deliveries'], workspace: { id: member.workspaceId } },
    ])
    const { data } = (await as(member).call(listAudit, { query: { action: 'app_grant' } })).body
    expect(data).toMatchObject([{ sentence: `${member.email} allowed app Zap to work for them.` }])
  })

  test('may do no more than the scopes and the role both allow', async () => {
    const owner = await makeMember()
    const { body } = await allow(owner, client, { scope: 'read' })
    const mine = with_(owner, body.access_token)
    expect((await mine.call(listDeliveries)).status).toBe(200)
    const adding = { body: { recipient_name: 'A', delivery_address: 'B', scheduled_date: '2030-12-01' } as never }
    expect((await mine.call(createDelivery, adding)).body).toMatchObject({
      code: 'app_scope',
      needs_one_of: ['deliveries'],
    })
    expect((await mine.call(getWorkspace)).body).toMatchObject({ code: 'not_for_apps' })
    expect((await mine.call(listAllowedApps)).body).toMatchObject({ code: 'not_for_apps' })
    const viewer = await makeMember({ workspaceId: owner.workspaceId, role: 'viewer' })
    const all = await allow(viewer, client, { scope: 'read deliveries planning tracking' })
    expect((await with_(viewer, all.body.access_token).call(createDelivery, adding)).body).toMatchObject({
      code: 'not_allowed',
    })
    const other = (await makeMember()).workspaceId
    const elsewhere = await mine.call(listDeliveries, { headers: { 'karta-workspace': other } })
    expect(elsewhere.body).toMatchObject({ code: 'no_workspace' })
    const wire = await inject('GET', '/rest/v1/deliveries', bearer(body.access_token))
    expect(wire.statusCode).toBe(403)
  })

  test('loses its rights at once when the person, an owner or the app takes them back', async () => {
    const owner = await makeMember()
    const dispatcher = await makeMember({ workspaceId: owner.workspaceId, role: 'dispatcher' })
    const works = async (access: string) => (await with_(dispatcher, access).call(listDeliveries)).status
    const grantIn = async (member: TestMember) => (await as(member).call(listAppGrants)).body.data[0]!

    const first = (await allow(dispatcher, client)).body
    expect(await works(first.access_token)).toBe(200)
    const [mine] = (await as(dispatcher).call(listAllowedApps)).body.data
    expect((await as(owner).call(revokeAllowedApp, { params: { id: mine!.id } })).body).toMatchObject({
      code: 'app_grant_not_found',
    })
    expect((await as(dispatcher).call(revokeAllowedApp, { params: { id: mine!.id } })).status).toBe(204)
    expect(await works(first.access_token)).toBe(401)
    expect((await refresh(client, first.refresh_token)).body.error).toBe('invalid_grant')

    const second = (await allow(dispatcher, client)).body
    const grant = await grantIn(owner)
    expect(grant.member.id).toBe(dispatcher.userId)
    expect((await as(developer).call(revokeAppGrant, { params: { id: grant.id } })).body).toMatchObject({
      code: 'app_grant_not_found',
    })
    await as(owner).call(revokeAppGrant, { params: { id: grant.id } })
    expect(await works(second.access_token)).toBe(401)

    const third = (await allow(dispatcher, client)).body
    const form = { token: third.refresh_token, client_id: client.id, client_secret: client.secret! }
    const revoked = await inject('POST', '/auth/v1/oauth/revoke', {}, form)
    expect([revoked.statusCode, revoked.body]).toEqual([200, '{}'])
    expect(await works(third.access_token)).toBe(401)

    const fourth = (await allow(dispatcher, client)).body
    await rig(deps.db, owner.workspaceId, (trx) =>
      trx
        .updateTable('members')
        .set({ state: 'suspended', suspended_at: now, suspended_by: 'O' })
        .where('user_id', '=', dispatcher.userId)
        .execute(),
    )
    expect(await works(fourth.access_token)).toBe(403)
    await rig(deps.db, owner.workspaceId, (trx) =>
      trx.deleteFrom('members').where('user_id', '=', dispatcher.userId).execute(),
    )
    expect(await works(fourth.access_token)).toBe(401)
  })

  test('is bound to the workspace chosen, and asked about the second factor where it is needed', async () => {
    const member = await makeMember()
    const second = await foundAnother(member)
    const { id } = await ask(client.id)
    expect((await details(member, id)).workspaces).toHaveLength(2)
    expect((await answer(member, id)).body.msg).toContain('Choose a workspace')
    expect((await answer(member, id, { action: 'approve', workspace_id: developer.workspaceId })).status).toBe(400)
    const { to } = await answer(member, id, { action: 'approve', workspace_id: second })
    expect(to!.searchParams.get('code')).toBeTruthy()
    await addFactor(member)
    const again = await ask(client.id)
    expect(await details(member, again.id)).toMatchObject({ error_code: 'insufficient_aal' })
    const driver = await makeMember({ workspaceId: member.workspaceId, role: 'driver' })
    expect((await answer(driver, (await ask(client.id)).id)).body.msg).toContain('no workspace')
  })
})

describe('the way to the tokens', () => {
  test('wrong apps and addresses keep the person here; other mistakes go back to the app', async () => {
    for (const asked of [
      { client_id: developer.userId },
      { client_id: 'x' },
      { redirect_uri: `${redirect}/` },
      { redirect_uri: `${redirect}?next=https://evil.example` },
      { redirect_uri: 'https://app.example.com.evil.example/callback' },
      { redirect_uri: 'javascript:alert(1)' },
    ]) {
      expect(await ask(client.id, asked), JSON.stringify(asked)).toMatchObject({ to: undefined })
    }
    for (const [asked, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ scope: 'read admin' }, 'invalid_scope'],
      [{ resource: 'https://elsewhere.example/v1' }, 'invalid_target'],
      [{ prompt: 'none' }, 'interaction_required'],
    ] as const) {
      const { to } = await ask(client.id, asked)
      expect(to!.href.startsWith(`${redirect}?`)).toBe(true)
      expect([to!.searchParams.get('error'), to!.searchParams.get('state')], error).toEqual([error, 'st'])
    }
    const long = await ask(client.id, { state: 'x'.repeat(2001) })
    expect([long.to!.searchParams.get('error'), long.to!.searchParams.get('state')]).toEqual(['invalid_request', null])
    const page = await testing.app.inject({
      url: '/auth/v1/oauth/authorize?client_id=x',
      headers: { accept: 'text/html' },
    })
    expect(page.headers.location).toMatch(/\/oauth\/consent\?problem=unknown_app$/)
  })

  test('a question is answered once, by whoever saw it first, and can be denied', async () => {
    const [one, other] = [await makeMember(), await makeMember()]
    const { id } = await ask(client.id)
    await details(one, id)
    expect(await details(other, id)).toMatchObject({ error_code: 'oauth_authorization_not_found' })
    expect((await answer(other, id)).status).toBe(404)
    const { to } = await answer(one, id, { action: 'deny' })
    expect(to!.searchParams.get('error')).toBe('access_denied')
    expect((await answer(one, id)).status).toBe(404)
    const late = await ask(client.id)
    later(31 * 60)
    expect((await answer(one, late.id)).status).toBe(404)
    expect(await details(one, 'x')).toMatchObject({ error_code: 'oauth_authorization_not_found' })
  })

  test('a code needs its verifier, address and client, and lasts a minute', async () => {
    const member = await makeMember()
    const other = await register(developer)
    const fresh = async () => {
      const { id, verifier } = await ask(client.id)
      const { to } = await answer(member, id)
      return {
        grant_type: 'authorization_code',
        code: to!.searchParams.get('code')!,
        code_verifier: verifier,
        redirect_uri: redirect,
        client_id: client.id,
        client_secret: client.secret!,
      }
    }
    const wrong: [object, number, string][] = [
      [{ code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant'],
      [{ redirect_uri: 'https://evil.example/' }, 400, 'invalid_grant'],
      [{ client_id: other.id, client_secret: other.secret }, 400, 'invalid_grant'],
      [{ client_secret: 'wrong' }, 401, 'invalid_client'],
      [{ client_secret: '' }, 401, 'invalid_client'],
      [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
      [{ scope: 'deliveries' }, 400, 'invalid_scope'],
      [{ code: 'x'.repeat(100_000) }, 413, 'invalid_request'],
    ]
    const form = await fresh()
    for (const [change, status, error] of wrong) {
      expect(await token({ ...form, ...change }), error).toMatchObject({ status, body: { error } })
    }
    const late = await fresh()
    later(61)
    expect((await token(late)).body.error).toBe('invalid_grant')
  })

  test('an access token may do less than was allowed, if the app asks for less', async () => {
    const member = await makeMember()
    const { body } = await allow(member, client, { scope: 'read deliveries' })
    const { body: narrow } = await refresh(client, body.refresh_token, 'read')
    expect(narrow.scope).toBe('read')
    const created = (access: string) =>
      with_(member, access).call(createDelivery, { body: { delivery_address: 'A 1', scheduled_date: '2026-03-16' } })
    expect(await with_(member, narrow.access_token).call(listDeliveries)).toMatchObject({ status: 200 })
    expect(await created(narrow.access_token)).toMatchObject({ status: 403, code: 'app_scope' })
    expect(await refresh(client, narrow.refresh_token, 'read planning')).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    })
    // The refresh token keeps what the person allowed.
    const { body: full } = await refresh(client, narrow.refresh_token)
    expect(full.scope).toBe('read deliveries')
    expect(await created(full.access_token)).toMatchObject({ status: 201 })
  })

  test('a code or a refresh token that comes twice ends all that came of it', async () => {
    const member = await makeMember()
    const works = async (access: string) => (await with_(member, access).call(listDeliveries)).status === 200
    const { body, form } = await allow(member, client)
    expect(await works(body.access_token)).toBe(true)
    expect((await token(form)).body.error).toBe('invalid_grant')
    expect(await works(body.access_token)).toBe(false)

    const { body: tokens } = await allow(member, client)
    const next = (await refresh(client, tokens.refresh_token)).body
    expect([await works(tokens.access_token), await works(next.access_token)]).toEqual([false, true])
    expect((await refresh(client, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect(await works(next.access_token)).toBe(false)
    expect((await refresh(client, next.refresh_token)).body.error).toBe('invalid_grant')
    const told = await as(member).call(listAudit, { query: { action: 'sign_in.app_token_reused' } })
    expect(told.body.data).toHaveLength(2)
  })

  test('parallel trades of one code give tokens at most once, and those end', async () => {
    const member = await makeMember()
    const { id, verifier } = await ask(client.id)
    const code = (await answer(member, id)).to!.searchParams.get('code')!
    const form = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      client_id: client.id,
      client_secret: client.secret!,
    }
    const replies = await Promise.all([1, 2, 3, 4].map(() => token(form)))
    const given = replies.filter(({ status }) => status === 200)
    expect(given).toHaveLength(1)
    expect((await with_(member, given[0]!.body.access_token).call(listDeliveries)).status).toBe(401)
  })

  test('an access token expires, and works only for the resource it was asked for', async () => {
    const member = await makeMember()
    const { body } = await allow(member, client)
    const forAgents = await allow(member, client, { resource: `${deps.config.publicUrl}/mcp` })
    const reply = await with_(member, forAgents.body.access_token).call(listDeliveries)
    expect(reply.body).toMatchObject({ code: 'not_signed_in', reason: 'other_resource' })
    expect(reply.headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource/v1')
    later(3601)
    const expired = await with_(member, body.access_token).call(listDeliveries)
    expect(expired.body).toMatchObject({ code: 'not_signed_in', reason: 'token_expired' })
    expect((await refresh(client, body.refresh_token)).status).toBe(200)
  })

  test('a public app has no secret, is asked about each time, and may use any port of the own machine', async () => {
    const member = await makeMember()
    const local = 'http://127.0.0.1/cb'
    const open = await register(developer, { type: 'public', redirect_uris: [local] })
    expect(open.secret).toBeNull()
    const asked = { redirect_uri: 'http://127.0.0.1:49152/cb' }
    expect((await allow(member, open, asked)).status).toBe(200)
    expect(await details(member, (await ask(open.id, asked)).id)).toMatchObject({ client: { id: open.id } })
    expect((await ask(open.id, { redirect_uri: 'http://127.0.0.1:1/other' })).to).toBeUndefined()
    await allow(member, client)
    expect((await details(member, (await ask(client.id)).id)).redirect_url).toMatch(/code=/)
    expect(await details(member, (await ask(client.id, { scope: 'read planning' })).id)).not.toHaveProperty(
      'redirect_url',
    )
  })

  test('who the person is, is told as far as they allowed it', async () => {
    const member = await makeMember()
    const info = async (access: string) => (await inject('GET', '/auth/v1/oauth/userinfo', bearer(access))).json()
    const little = (await allow(member, client)).body
    expect(await info(little.access_token)).toEqual({ sub: member.userId })
    const { body } = await allow(member, client, { scope: 'openid email read', nonce: 'n1' })
    expect(await info(body.access_token)).toMatchObject({ sub: member.userId, email: member.email })
    const claims = await deps.keys.verifySignature(body.id_token)
    expect(claims).toMatchObject({ sub: member.userId, aud: client.id, nonce: 'n1', iss: deps.keys.issuer })
    for (const path of ['/auth/v1/user', '/v1/me']) {
      const reply = await inject('GET', path, bearer(body.id_token))
      expect([401, 403]).toContain(reply.statusCode)
    }
    expect((await info('karta_auth_x')).error_code).toBe('bad_jwt')
  })

  test('nothing secret is stored as it is, and what is over is forgotten with the workspace', async () => {
    const member = await makeMember()
    const { body, form } = await allow(member, client)
    const stored = await inAuthScope(deps.db, async (trx) => {
      const { rows } = await sql<{ all: string }>`select string_agg(t, ' ') as all from (
        select c::text as t from auth.oauth_clients c union all select a::text from auth.oauth_authorizations a
        union all select t::text from auth.oauth_tokens t) x`.execute(trx)
      return rows[0]!.all
    })
    for (const secret of [client.secret!, form.code, body.access_token, body.refresh_token])
      expect(stored).not.toContain(secret)
    const report = { body: { key: body.access_token } }
    expect((await as(null).call(reportLeakedKey, report)).body).toEqual({ ended: true })
    expect((await as(null).call(reportLeakedKey, report)).body).toEqual({ ended: false })
    expect((await refresh(client, body.refresh_token)).body.error).toBe('invalid_grant')
    const again = (await allow(member, client)).body
    await rig(deps.db, member.workspaceId, (trx) => sql`select delete_workspace(${member.userId})`.execute(trx))
    expect((await with_(member, again.access_token).call(listDeliveries)).status).toBe(401)
    expect((await refresh(client, again.refresh_token)).body.error).toBe('invalid_grant')
    const stranger = await makeMember()
    await join(stranger, developer.workspaceId, 'dispatcher')
    expect((await as(stranger).call(listAllowedApps)).body.data).toEqual([])
  })
})
