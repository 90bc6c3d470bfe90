import { expect, test } from 'vitest'
import * as api from '#domain/api/integrations.ts'
import { logOptions } from '../../http/log.ts'
import { ShopError } from '../../outside/shop-error.ts'
import { testApp } from '../../testing/test-app.ts'

const { as, makeMember } = await testApp()
const publicly = await testApp(({ config }) => ({ config: { ...config, publicUrl: 'https://karta.test' } }))

test.each([
  ['shopify', ['SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET']],
  ['wix', ['WIX_APP_ID', 'WIX_APP_SECRET']],
  ['woocommerce', ['PUBLIC_URL']],
] as const)('%s without its settings lists the ones the operator must set', async (platform, settings) => {
  const { call } = as(await makeMember())
  const reply = await call(api.startConnection, { params: { platform }, body: { shop: 'shop.example.com' } })
  expect(reply).toMatchObject({ status: 409, code: 'integration_not_set_up', body: { settings } })
  expect(reply.body, 'the sentence is for customers; operators read the names').toMatchObject({
    title: expect.not.stringMatching(/_|operator|server/),
  })
  const listed = (await call(api.listIntegrations)).body.data.find((each) => each.platform === platform)!
  expect(listed).toMatchObject({ state: 'not_connected', missing_settings: settings })
})

test('a public WooCommerce shop needs only our own https address', async () => {
  const { call } = publicly.as(await publicly.makeMember())
  const params = { platform: 'woocommerce' as const }
  const reply = await call(api.startConnection, { params, body: { shop: 'shop.example.com' } })
  expect(reply.body.url).toMatch(/^https:\/\/shop\.example\.com\/wc-auth\/v1\/authorize\?/)
  for (const shop of ['http://shop.example.com', '127.0.0.1', 'https://[::1]/', 'localhost', 'https://10.0.0.1']) {
    const refused = await call(api.startConnection, { params, body: { shop } })
    expect(refused, shop).toMatchObject({ status: 400, errors: [{ path: 'shop' }] })
  }
})

test('the log contains only the code of a failure', () => {
  type Serializers = { err(error: Error): { message: string } }
  const { serializers } = logOptions('info').logger as { serializers: Serializers }
  expect(serializers.err(new ShopError('keys_refused')).message).toBe('The shop cannot be used: keys_refused')
})
