import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectionFailures } from '#domain/connection-failures.ts'
import * as api from '#domain/api/integrations.ts'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import { readConfig } from '../../config.ts'
import { inWorkspace } from '../../db/connect.ts'
import { openQueue } from '../../queue/queue.ts'
import { startShopifyDouble } from '../../outside/shopify-double.ts'
import { shopifyScopes } from '../../outside/shopify.ts'
import { startWixDouble } from '../../outside/wix-double.ts'
import { startWooDouble } from '../../outside/woocommerce-double.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { forgetAttempts } from './commands.ts'
import { workOnIntegrations } from './tasks.ts'

const shopifyApp = { clientId: 'client', clientSecret: 'shpss_very_secret' }
const wixApp = { appId: 'app-id', appSecret: 'wix_very_secret' }
const clock = { aheadMs: 0 }
const now = () => new Date(Date.now() + clock.aheadMs)

const woo = await startWooDouble(now)
const shopify = await startShopifyDouble(shopifyApp, now)
const wix = await startWixDouble(wixApp, now)
const shops = readConfig({
  SHOPS_ALLOW_PRIVATE: 'true',
  SHOPIFY_CLIENT_ID: shopifyApp.clientId,
  SHOPIFY_CLIENT_SECRET: shopifyApp.clientSecret,
  SHOPIFY_SHOP_URL: shopify.shopUrl,
  WIX_APP_ID: wixApp.appId,
  WIX_APP_SECRET: wixApp.appSecret,
  WIX_INSTALLER_URL: `${wix.url}/app-installer`,
  WIX_API_URL: wix.url,
}).shops

const { app, as, deps, makeMember } = await testApp(({ config }) => ({ now, config: { ...config, shops } }))
const queue = await openQueue(deps.pool, () => {})
await workOnIntegrations({ ...deps, queue })
afterAll(async () => {
  await queue.stop()
  await Promise.all([woo.close(), shopify.close(), wix.close()])
})

beforeEach(() => {
  clock.aheadMs = 0
  woo.behave({ version: '10.3.1', wordpress: '6.8.2', mood: 'well', permissions: 'read_write' })
  shopify.behave({ mood: 'well', scope: shopifyScopes.join(',') })
  wix.behave({ mood: 'well', siteName: 'My Wix site' })
})

const shopName = 'my-shop.myshopify.com'
const shopOf = { woocommerce: woo.url, shopify: shopName, wix: undefined }

/** Starts a connection and returns the state that travels to the shop and back. */
async function begin(member: TestMember, platform: ShopPlatform, shop: string | undefined = shopOf[platform]) {
  const body = { shop, return_to: 'dashboard' as const }
  const reply = await as(member).call(api.startConnection, { params: { platform }, body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const url = new URL(reply.body.url)
  const wixBack = url.searchParams.get('postInstallationUrl')
  const state = url.searchParams.get('state') ?? url.searchParams.get('user_id')
  return { url, state: state ?? new URL(wixBack!).searchParams.get('state')! }
}

/** Where one of the shop's answers sends the browser. */
async function visit(path: string) {
  const reply = await app.inject({ url: `/v1/integrations${path}` })
  expect(reply.statusCode).toBe(303)
  const to = new URL(String(reply.headers.location))
  expect(to.origin).toBe(deps.config.publicUrl)
  return { path: to.pathname, ...Object.fromEntries(to.searchParams) } as Record<string, string>
}

const postKeys = (keys: object) =>
  app.inject({ method: 'POST', url: '/v1/integrations/woocommerce/callback', payload: keys })
const confirm = (member: TestMember, platform: ShopPlatform, attempt: string) =>
  as(member).call(api.confirmConnection, { params: { platform }, body: { attempt } })

async function read(member: TestMember, platform: ShopPlatform) {
  const { body } = await as(member).call(api.listIntegrations)
  return body.data.find((each) => each.platform === platform)!
}

async function settled(member: TestMember, platform: ShopPlatform) {
  await expect.poll(async () => (await read(member, platform)).state, { timeout: 20_000 }).not.toBe('connecting')
  return read(member, platform)
}

/** Connects a WooCommerce shop from start to end. */
async function connectWoo(member: TestMember) {
  const { state } = await begin(member, 'woocommerce')
  const keys = woo.issueKeys(state)
  expect((await postKeys(keys)).json()).toEqual({ received: true })
  const back = await visit(`/woocommerce/return?success=1&user_id=${state}`)
  expect(back).toMatchObject({ path: '/dashboard/integrations', connection: 'returned', attempt: state })
  expect((await confirm(member, 'woocommerce', state)).body).toMatchObject({ state: 'connecting', step: 'check' })
  return { state, keys, end: await settled(member, 'woocommerce') }
}

async function connectShopify(member: TestMember) {
  const { state } = await begin(member, 'shopify')
  const query = shopify.sign({ shop: shopName, state, code: shopify.issueCode(shopName) })
  expect(await visit(`/shopify/callback?${query}`)).toMatchObject({ connection: 'returned', attempt: state })
  await confirm(member, 'shopify', state)
  return { state, query, end: await settled(member, 'shopify') }
}

async function connectWix(member: TestMember) {
  const { state } = await begin(member, 'wix')
  const { instanceId, signedInstance } = wix.install()
  const query = new URLSearchParams({ state, instanceId, signedInstance })
  expect(await visit(`/wix/callback?${query}`)).toMatchObject({ connection: 'returned', attempt: state })
  await confirm(member, 'wix', state)
  return { state, instanceId, end: await settled(member, 'wix') }
}

const storedCredentials = (member: TestMember, platform: ShopPlatform) =>
  inWorkspace(deps.db, member.workspaceId, (trx) =>
    trx.selectFrom('integrations').select('credentials').where('platform', '=', platform).executeTakeFirst(),
  )
const attemptsOf = (member: TestMember) =>
  inWorkspace(deps.db, member.workspaceId, (trx) => trx.selectFrom('connection_attempts').selectAll().execute())

test('no shop is connected at first', async () => {
  const { body } = await as(await makeMember()).call(api.listIntegrations)
  expect(body.data.map(({ platform, state }) => [platform, state])).toEqual([
    ['shopify', 'not_connected'],
    ['woocommerce', 'not_connected'],
    ['wix', 'not_connected'],
  ])
})

test('the browser is sent to the shop’s own approval page with the parameters it needs', async () => {
  const member = await makeMember()
  const { url, state } = await begin(member, 'woocommerce')
  expect(url.origin + url.pathname).toBe(`${woo.url}/wc-auth/v1/authorize`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    app_name: 'Karta',
    scope: 'read_write',
    user_id: state,
    return_url: `${deps.config.publicUrl}/v1/integrations/woocommerce/return`,
    callback_url: `${deps.config.publicUrl}/v1/integrations/woocommerce/callback`,
  })
  const atShopify = await begin(member, 'shopify')
  expect(atShopify.url.pathname).toBe(`/${shopName}/admin/oauth/authorize`)
  expect(atShopify.url.searchParams.get('client_id')).toBe('client')
  expect(atShopify.url.searchParams.get('scope')).toContain('read_orders')
  expect((await begin(member, 'wix')).url.searchParams.get('appId')).toBe('app-id')
  expect((await read(member, 'wix')).step).toBe('approval')
})

test('a WooCommerce shop is connected after its keys were tried, and they are stored sealed', async () => {
  const member = await makeMember()
  const { keys, end } = await connectWoo(member)
  expect(end).toMatchObject({
    state: 'connected',
    step: null,
    shop: woo.url,
    shop_version: '10.3.1',
    connected_by: member.email,
    last_error: null,
  })
  expect(Date.parse(end.connected_at!)).toBeGreaterThan(Date.now() - 60_000)

  const { credentials } = (await storedCredentials(member, 'woocommerce'))!
  expect(credentials!.toString('latin1')).not.toContain(keys.consumer_secret)
  const opened = deps.sealer.open(credentials!, `integration:${member.workspaceId}:woocommerce`)
  expect(JSON.parse(opened)).toEqual({
    consumer_key: keys.consumer_key,
    consumer_secret: keys.consumer_secret,
    keys_in_query: false,
  })
  const elsewhere = `integration:${(await makeMember()).workspaceId}:woocommerce`
  expect(() => deps.sealer.open(credentials!, elsewhere)).toThrow(/unable to authenticate data/)
  expect(await attemptsOf(member)).toEqual([])
})

test('the keys may arrive after the browser', async () => {
  const member = await makeMember()
  const { state } = await begin(member, 'woocommerce')
  await visit(`/woocommerce/return?success=1&user_id=${state}`)
  expect((await confirm(member, 'woocommerce', state)).body).toMatchObject({ state: 'connecting', step: 'check' })
  expect((await postKeys(woo.issueKeys(state))).statusCode).toBe(200)
  expect((await settled(member, 'woocommerce')).state).toBe('connected')
})

test('a host that strips the Authorization header gets the keys in the URL', async () => {
  woo.behave({ mood: 'no header' })
  const member = await makeMember()
  expect((await connectWoo(member)).end.state).toBe('connected')
  const { credentials } = (await storedCredentials(member, 'woocommerce'))!
  const opened = deps.sealer.open(credentials!, `integration:${member.workspaceId}:woocommerce`)
  expect(JSON.parse(opened)).toMatchObject({ keys_in_query: true })
})

test('a Shopify shop is connected with an expiring token and a refresh token', async () => {
  const member = await makeMember()
  const { end } = await connectShopify(member)
  expect(end).toMatchObject({ state: 'connected', shop: shopName, shop_version: null })
  const { credentials } = (await storedCredentials(member, 'shopify'))!
  const opened = JSON.parse(deps.sealer.open(credentials!, `integration:${member.workspaceId}:shopify`))
  expect(opened).toMatchObject({
    access_token: expect.stringMatching(/^shpat_/),
    refresh_token: expect.stringMatching(/^shprt_/),
  })
  expect(Date.parse(opened.expires_at)).toBeGreaterThan(Date.now())
})

test('a Wix site is connected under its name, or its ID if Wix does not give the name', async () => {
  expect((await connectWix(await makeMember())).end).toMatchObject({ state: 'connected', shop: 'My Wix site' })
  wix.behave({ siteName: undefined })
  const { instanceId, end } = await connectWix(await makeMember())
  expect(end).toMatchObject({ state: 'connected', shop: instanceId })
})

test('a shop is not connected until the person who started it confirms', async () => {
  const member = await makeMember()
  const { state } = await begin(member, 'woocommerce')
  await postKeys(woo.issueKeys(state))
  const asked = woo.calls.length
  const colleague = await makeMember({ workspaceId: member.workspaceId, role: 'admin' })
  const stranger = await makeMember()
  for (const other of [colleague, stranger]) {
    expect(await confirm(other, 'woocommerce', state)).toMatchObject({ status: 409, code: 'connection_expired' })
  }
  expect(await read(member, 'woocommerce')).toMatchObject({ state: 'connecting', step: 'approval' })
  expect(woo.calls).toHaveLength(asked)
  await confirm(member, 'woocommerce', state)
  expect((await settled(member, 'woocommerce')).state).toBe('connected')
  expect((await read(stranger, 'woocommerce')).state).toBe('not_connected')
})

test('denied consent is reported on the page where the connection started', async () => {
  const member = await makeMember()
  const atWoo = await begin(member, 'woocommerce')
  expect(await visit(`/woocommerce/return?success=0&user_id=${atWoo.state}`)).toEqual({
    path: '/dashboard/integrations',
    platform: 'woocommerce',
    connection: 'failed',
    reason: 'denied',
    workspace: member.workspaceId,
  })
  const atShopify = await begin(member, 'shopify')
  const refused = shopify.sign({ shop: shopName, state: atShopify.state, error: 'access_denied' })
  expect(await visit(`/shopify/callback?${refused}`)).toMatchObject({ reason: 'denied' })
  const atWix = await begin(member, 'wix')
  expect(await visit(`/wix/callback?state=${atWix.state}&error=access_denied`)).toMatchObject({ reason: 'denied' })
  for (const platform of ['woocommerce', 'shopify', 'wix'] as const) {
    expect(await read(member, platform)).toMatchObject({ state: 'failed', last_error: 'denied' })
  }
  expect((await postKeys(woo.issueKeys(atWoo.state))).json()).toMatchObject({ code: 'connection_expired' })
})

test('an answer not signed by Shopify is refused, and the real one still works', async () => {
  const member = await makeMember()
  const { state } = await begin(member, 'shopify')
  const genuine = shopify.sign({ shop: shopName, state, code: shopify.issueCode(shopName) })
  const old = String(Math.floor(Date.now() / 1000) - 120)
  const forged = [
    genuine.replace(/hmac=[0-9a-f]{2}/, 'hmac=00'),
    genuine.replace(/hmac=[0-9a-f]+/, 'hmac='),
    genuine.replace(/&hmac=[0-9a-f]+/, ''),
    genuine.replace(/code=\w+/, 'code=another'),
    genuine.replace(shopName, 'evil.myshopify.com'),
    `${genuine}&code=second`,
    `${genuine}&hmac=${'0'.repeat(64)}`,
    shopify.sign({ shop: shopName, state, code: 'c', timestamp: old }),
    shopify.sign({ shop: shopName, state, code: 'c', timestamp: 'yesterday' }),
  ]
  for (const query of forged) {
    expect(await visit(`/shopify/callback?${query}`), query).toMatchObject({ reason: 'not_genuine' })
  }
  expect(await visit(`/shopify/callback?${genuine}`)).toMatchObject({ connection: 'returned' })
})

test.each(['evil.myshopify.com', 'evil.example', `${shopName}.evil.example`, ''])(
  'a signed answer from the shop "%s" does not work for another shop',
  async (shop) => {
    const member = await makeMember()
    const { state } = await begin(member, 'shopify')
    const query = shopify.sign({ shop, state, code: shopify.issueCode(shop) })
    expect(await visit(`/shopify/callback?${query}`)).toMatchObject({ connection: 'failed', reason: 'other_shop' })
    expect(await read(member, 'shopify')).toMatchObject({ state: 'failed', last_error: 'other_shop' })
  },
)

test('a site without a fresh Wix signature is refused', async () => {
  const member = await makeMember()
  const { state } = await begin(member, 'wix')
  const { instanceId, signedInstance } = wix.install()
  const [signature, payload] = signedInstance.split('.')
  const changed = Buffer.from(JSON.stringify({ instanceId: crypto.randomUUID() })).toString('base64url')
  const old = wix.install({ signDate: new Date(Date.now() - 3600_000).toISOString() })
  const ofOtherApp = wix.install({ appDefId: 'another' })
  const forged = [
    '',
    'x',
    `.${payload}`,
    `${signature}.${changed}`,
    `${signature}.`,
    old.signedInstance,
    ofOtherApp.signedInstance,
    wix.install({ instanceId: '../../evil' }).signedInstance,
  ]
  for (const signed of forged) {
    const query = new URLSearchParams({ state, instanceId, signedInstance: signed })
    expect(await visit(`/wix/callback?${query}`), signed).toMatchObject({ reason: 'not_genuine' })
  }
  expect(await read(member, 'wix')).toMatchObject({ state: 'connecting', step: 'approval' })
})

test('a state works once', async () => {
  const member = await makeMember()
  const { state, query } = await connectShopify(member)
  expect(await visit(`/shopify/callback?${query}`)).toMatchObject({ connection: 'failed', reason: 'expired' })
  expect(await confirm(member, 'shopify', state)).toMatchObject({ code: 'connection_expired' })

  const atWoo = await begin(member, 'woocommerce')
  const first = woo.issueKeys(atWoo.state)
  expect((await postKeys(first)).statusCode).toBe(200)
  expect((await postKeys(woo.issueKeys(atWoo.state))).json()).toMatchObject({ code: 'connection_expired' })
  const [attempt] = await attemptsOf(member)
  const kept = deps.sealer.open(attempt!.granted!, `integration:${member.workspaceId}:woocommerce`)
  expect(kept).toContain(first.consumer_secret)
})

test('a state from another platform, an earlier attempt or nowhere is refused', async () => {
  const member = await makeMember()
  const earlier = await begin(member, 'woocommerce')
  const { state } = await begin(member, 'woocommerce')
  const atShopify = await begin(member, 'shopify')
  for (const wrong of [earlier.state, atShopify.state, 'x'.repeat(32), '', "' or 1=1 --"]) {
    expect((await postKeys(woo.issueKeys(wrong))).statusCode, wrong).toBe(409)
    const query = new URLSearchParams({ success: '1', user_id: wrong })
    expect(await visit(`/woocommerce/return?${query}`), wrong).toMatchObject({ reason: 'expired' })
  }
  expect((await postKeys(woo.issueKeys(state))).statusCode).toBe(200)
})

test('an attempt ends after 15 minutes, and says so', async () => {
  const member = await makeMember()
  const { state } = await begin(member, 'woocommerce')
  clock.aheadMs = 16 * 60_000
  expect(await read(member, 'woocommerce')).toMatchObject({ state: 'failed', step: null, last_error: 'expired' })
  expect((await postKeys(woo.issueKeys(state))).json()).toMatchObject({ status: 409, code: 'connection_expired' })
  expect(await visit(`/woocommerce/return?success=1&user_id=${state}`)).toMatchObject({ reason: 'expired' })
  expect(await confirm(member, 'woocommerce', state)).toMatchObject({ code: 'connection_expired' })
  const again = await begin(member, 'woocommerce')
  expect((await postKeys(woo.issueKeys(again.state))).statusCode).toBe(200)
})

test('keys of unfinished attempts are deleted', async () => {
  const member = await makeMember()
  clock.aheadMs = -3 * 3600_000
  const { state } = await begin(member, 'woocommerce')
  await postKeys(woo.issueKeys(state))
  const other = await makeMember()
  clock.aheadMs = 0
  await begin(other, 'woocommerce')
  expect(await attemptsOf(member)).toHaveLength(1)
  await forgetAttempts(deps.db)
  expect(await attemptsOf(member)).toEqual([])
  expect(await attemptsOf(other)).toHaveLength(1)
})

test.each([
  [{ version: '3.9.9' }, 'woocommerce_too_old'],
  [{ wordpress: '4.9.26' }, 'wordpress_too_old'],
  [{ permissions: 'read' }, 'access_too_narrow'],
  [{ mood: 'web page' }, 'not_a_shop'],
  [{ mood: 'no shop' }, 'not_a_shop'],
  [{ mood: 'redirect' }, 'not_a_shop'],
  [{ version: '<script>alert(1)</script>' }, 'not_a_shop'],
] as const)('a WooCommerce shop with %o is refused: %s', async (change, failure) => {
  woo.behave(change)
  const member = await makeMember()
  expect((await connectWoo(member)).end).toMatchObject({ state: 'failed', last_error: failure, shop: woo.url })
  expect((await storedCredentials(member, 'woocommerce'))!.credentials).toBeNull()
})

test.each([{ version: '4.0.0' }, { wordpress: '5.0' }, { wordpress: '' }])(
  'a WooCommerce shop with %o is accepted',
  async (change) => {
    woo.behave(change)
    expect((await connectWoo(await makeMember())).end).toMatchObject({ state: 'connected', last_error: null })
  },
)

test('keys that the shop rejects are refused', async () => {
  const member = await makeMember()
  const { state } = await begin(member, 'woocommerce')
  const keys = { user_id: state, consumer_key: 'ck_1', consumer_secret: 'cs_1', key_permissions: 'read_write' }
  expect((await postKeys(keys)).statusCode).toBe(200)
  await confirm(member, 'woocommerce', state)
  expect(await settled(member, 'woocommerce')).toMatchObject({ state: 'failed', last_error: 'keys_refused' })
})

test('a shop that is down is tried again, then said to be', async () => {
  woo.behave({ mood: 'down' })
  shopify.behave({ mood: 'down' })
  wix.behave({ mood: 'down' })
  const calls = () => [woo, shopify, wix].map((double) => double.calls.length)
  const before = calls()
  const ends = await Promise.all(
    [connectWoo, connectShopify, connectWix].map(async (connect) => (await connect(await makeMember())).end),
  )
  for (const end of ends) expect(end).toMatchObject({ state: 'failed', last_error: 'unreachable' })
  expect(calls().map((count, index) => count - before[index]!)).toEqual([3, 3, 3])
})

test('less access than requested is refused', async () => {
  shopify.behave({ scope: 'read_orders' })
  expect((await connectShopify(await makeMember())).end).toMatchObject({ last_error: 'access_too_narrow' })
})

test('a connected shop is not replaced by accident, and disconnecting removes it and its keys', async () => {
  const member = await makeMember()
  await connectWoo(member)
  const params = { platform: 'woocommerce' as const }
  const start = () => as(member).call(api.startConnection, { params, body: { shop: woo.url } })
  expect(await start()).toMatchObject({ status: 409, code: 'integration_connected' })
  expect((await read(member, 'woocommerce')).state).toBe('connected')

  const stranger = await makeMember()
  await as(stranger).call(api.disconnectShop, { params })
  expect((await read(member, 'woocommerce')).state).toBe('connected')

  for (let time = 0; time < 2; time++) {
    expect((await as(member).call(api.disconnectShop, { params })).status).toBe(204)
    expect(await read(member, 'woocommerce')).toMatchObject({ state: 'not_connected', shop: null })
  }
  expect(await storedCredentials(member, 'woocommerce')).toEqual({ credentials: null })
  expect((await start()).status).toBe(200)
})

test('an answer to an abandoned attempt is dropped', async () => {
  const member = await makeMember()
  const { state } = await begin(member, 'woocommerce')
  await as(member).call(api.disconnectShop, { params: { platform: 'woocommerce' } })
  expect((await postKeys(woo.issueKeys(state))).statusCode).toBe(409)
  expect((await read(member, 'woocommerce')).state).toBe('not_connected')
})

test('only owners and admins connect, see and disconnect shops', async () => {
  const { workspaceId } = await makeMember()
  const params = { platform: 'wix' as const }
  for (const role of ['dispatcher', 'driver', 'viewer'] as const) {
    const { call } = as(await makeMember({ workspaceId, role }))
    const refused = { status: 403, code: 'not_allowed' }
    expect(await call(api.listIntegrations)).toMatchObject(refused)
    expect(await call(api.startConnection, { params, body: {} })).toMatchObject(refused)
    expect(await call(api.confirmConnection, { params, body: { attempt: 'x'.repeat(32) } })).toMatchObject(refused)
    expect(await call(api.disconnectShop, { params })).toMatchObject(refused)
  }
  const admin = await makeMember({ workspaceId, role: 'admin' })
  expect((await as(admin).call(api.startConnection, { params, body: {} })).status).toBe(200)
})

test('a malicious shop name is rejected at its field', async () => {
  const { call } = as(await makeMember())
  for (const shop of ['', '<img src=x onerror=alert(1)>', 'a b', 'javascript:alert(1)', '𝕏'.repeat(200), '\u0000']) {
    const reply = await call(api.startConnection, { params: { platform: 'shopify' }, body: { shop } })
    expect(reply, shop).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ path: 'shop' }] })
  }
})

test('junk sent to the callbacks leaves no trace', async () => {
  for (const payload of [{}, { user_id: 'x' }, [], { consumer_key: {}, consumer_secret: [], user_id: null }]) {
    expect((await postKeys(payload)).json()).toMatchObject({ status: 400, code: 'validation_failed' })
  }
  const keys = { ...woo.issueKeys('x'), consumer_key: 'ck_\r\nHost: evil' }
  expect((await postKeys(keys)).statusCode).toBe(400)
  expect(await visit('/shopify/callback')).toMatchObject({ path: '/integrations/shopify', reason: 'expired' })
  expect(await visit('/wix/callback?state=%00%ff&state=2')).toMatchObject({
    path: '/integrations/wix',
    reason: 'expired',
  })
})

test('no reply and no stored task contains a secret', async () => {
  const member = await makeMember()
  const { keys } = await connectWoo(member)
  await connectShopify(member)
  const { instanceId } = await connectWix(member)
  const replies = JSON.stringify((await as(member).call(api.listIntegrations)).body)
  const { rows } = await deps.pool.query(`select data::text || coalesce(output::text, '') as text from pgboss.job`)
  expect(rows.length).toBeGreaterThan(3)
  const secrets = [keys.consumer_key, keys.consumer_secret, 'shpat_', 'shprt_', instanceId]
  secrets.push(shopifyApp.clientSecret, wixApp.appSecret)
  for (const secret of secrets) {
    expect(replies).not.toContain(secret)
    for (const { text } of rows) expect(text).not.toContain(secret)
  }
})

test('every stored failure has a sentence', () => {
  for (const sentence of Object.values(connectionFailures)) expect(sentence).toMatch(/^[A-Z].*\.$/)
})
