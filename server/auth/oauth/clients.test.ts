import { createClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inAuthScope } from '../../db/connect.ts'
import { authClients } from '../../testing/auth-client.ts'
import { appFlow, redirect } from '../../testing/app-flow.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp(({ config }) => ({
  config: { ...config, auth: { ...config.auth, appRegistration: true } },
}))
const closed = await testApp()
const { ask, token, inject, bearer } = appFlow(testing)
const { url, newClient, signedUp } = await authClients(testing)

const { mailTo } = keptMail(testing.deps)

/** The official client of whoever has the server's secret key. */
const administrator = () =>
  createClient(url, testing.deps.keys.secretKey, { auth: { persistSession: false } }).auth.admin.oauth

test('the official client administers clients', async () => {
  const admin = administrator()
  const { data: made, error } = await admin.createClient({
    client_name: 'Reports',
    redirect_uris: [redirect],
    client_uri: 'https://reports.example',
    scope: 'read tracking',
  })
  expect(error).toBeNull()
  expect(made).toMatchObject({
    client_name: 'Reports',
    client_type: 'confidential',
    registration_type: 'manual',
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'read tracking',
  })
  const id = made!.client_id
  const { data: changed } = await admin.updateClient(id, {
    client_name: 'Reports 2',
    logo_uri: 'https://reports.example/l.png',
  })
  expect(changed).toMatchObject({
    client_name: 'Reports 2',
    logo_uri: 'https://reports.example/l.png',
    redirect_uris: [redirect],
  })
  const { data: renewed } = await admin.regenerateClientSecret(id)
  expect(renewed!.client_secret).not.toBe(made!.client_secret)
  const { data: list } = await admin.listClients({ page: 1, perPage: 10 })
  expect(list).toMatchObject({ clients: [{ client_id: id }], total: 1 })
  expect(list.clients[0]).not.toHaveProperty('client_secret')
  for (const [params, say] of [
    [{ client_name: 'X', redirect_uris: [] }, 'at least one redirect_uri'],
    [{ client_name: 'X', redirect_uris: ['http://app.example.com/'] }, 'Use https:'],
    [{ client_name: ' ', redirect_uris: [redirect] }, 'client_name'],
    [{ client_name: 'X', redirect_uris: [redirect], scope: 'everything' }, 'scope'],
    [{ client_name: 'X', redirect_uris: [redirect], grant_types: ['implicit'] }, 'grant types'],
  ] as const) {
    const refused = await admin.createClient(params as never)
    expect(refused.error).toMatchObject({ code: 'validation_failed', message: expect.stringContaining(say) })
  }
  expect((await admin.deleteClient(id)).error).toBeNull()
  const { rows } = await inAuthScope(testing.deps.db, (trx) =>
    sql<{
      action: string
    }>`select action from auth.audit_entries where detail::jsonb ->> 'client_id' = ${id}`.execute(trx),
  )
  const actions = ['app_added', 'app_changed', 'app_secret_changed', 'app_deleted']
  expect(rows.map(({ action }) => action).toSorted()).toEqual(actions.toSorted())
  expect((await admin.getClient(id)).error).toMatchObject({ status: 404, code: 'oauth_client_not_found' })
  expect((await newClient().auth.admin.oauth.listClients()).error).toMatchObject({ status: 403, code: 'not_admin' })
})

test('the official client asks the person, and takes back what they allowed', async () => {
  const { data: app } = await administrator().createClient({ client_name: 'Zap', redirect_uris: [redirect] })
  const { client, email } = await signedUp()
  const oauth = client.auth.oauth
  const first = await ask(app!.client_id)
  expect((await oauth.getAuthorizationDetails(first.id)).data).toMatchObject({ scope: 'read', client: { name: 'Zap' } })
  const denied = await oauth.denyAuthorization(first.id, { skipBrowserRedirect: true })
  expect(denied.data!.redirect_url).toContain('error=access_denied')
  const { id, verifier } = await ask(app!.client_id)
  const { data } = await oauth.approveAuthorization(id, { skipBrowserRedirect: true })
  const code = new URL(data!.redirect_url).searchParams.get('code')!
  const basic = Buffer.from(`${app!.client_id}:${app!.client_secret}`).toString('base64')
  const tokens = await token(
    { grant_type: 'authorization_code', code, code_verifier: verifier },
    { authorization: `Basic ${basic}` },
  )
  expect(tokens).toMatchObject({ status: 200, body: { scope: 'read' } })
  const mail = await mailTo(email)
  expect([mail.subject, mail.text]).toEqual([
    'You allowed an app',
    expect.stringContaining('the app Zap to work for you'),
  ])
  const { data: grants } = await oauth.listGrants()
  expect(grants).toMatchObject([{ client: { id: app!.client_id, name: 'Zap' }, scopes: ['read'] }])
  expect((await oauth.revokeGrant({ clientId: app!.client_id })).error).toBeNull()
  expect((await oauth.listGrants()).data).toEqual([])
  expect((await inject('GET', '/v1/self', bearer(tokens.body.access_token))).statusCode).toBe(401)
  expect((await oauth.revokeGrant({ clientId: app!.client_id })).error).toMatchObject({
    code: 'oauth_consent_not_found',
  })
})

test('an app registers itself only where the server lets it', async () => {
  const wanted = {
    client_name: 'Agent',
    redirect_uris: ['http://localhost:1234/cb', 'cursor://agent/cb'],
    software_id: 'x',
  }
  const register = '/auth/v1/oauth/clients/register'
  const refused = await closed.app.inject({ method: 'POST', url: register, payload: wanted })
  expect(refused.json()).toMatchObject({
    error_code: 'oauth_dynamic_client_registration_disabled',
    msg: 'Dynamic client registration is not enabled',
  })
  const reply = await inject('POST', register, {}, wanted)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { client_type: 'public', registration_type: 'dynamic' }])
  expect(reply.json()).not.toHaveProperty('client_secret')
  for (const redirect_uris of [
    ['https://a.example/*'],
    ['javascript:alert(1)'],
    ['https://x@a.example/'],
    ['http://2130706433/'],
    7,
  ]) {
    expect((await inject('POST', register, {}, { ...wanted, redirect_uris })).statusCode).toBe(400)
  }
})

test('programs find the authorization server from a refusal on', async () => {
  const refused = await inject('GET', '/v1/deliveries')
  const metadata = /resource_metadata="[^"]*(\/\.well-known[^"]*)"/.exec(
    String(refused.headers['www-authenticate']),
  )![1]!
  const resource = (await inject('GET', metadata)).json()
  expect(resource).toMatchObject({
    resource: `${testing.deps.config.publicUrl}/v1`,
    scopes_supported: ['read', 'deliveries', 'planning', 'tracking', 'temperatures'],
  })
  const issuer = new URL(resource.authorization_servers[0])
  const server = (await inject('GET', `/.well-known/oauth-authorization-server${issuer.pathname}`)).json()
  expect(server).toMatchObject({
    issuer: issuer.href,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    authorization_response_iss_parameter_supported: true,
    registration_endpoint: `${issuer.href}/oauth/clients/register`,
  })
  expect((await inject('GET', '/auth/v1/.well-known/oauth-authorization-server')).json()).toEqual(server)
  const other = (await closed.app.inject('/.well-known/oauth-authorization-server')).json()
  expect(other).not.toHaveProperty('registration_endpoint')
})
