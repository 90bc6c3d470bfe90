import type { Page } from '@playwright/test'
import { startShopifyDouble } from '#server/outside/shopify-double.ts'
import { startWooDouble, type WooDouble } from '#server/outside/woocommerce-double.ts'
import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

let woo: WooDouble
test.beforeAll(async () => {
  woo = await startWooDouble(() => new Date())
})
test.afterAll(() => woo.close())

test('a member connects a WooCommerce shop, sees it, and disconnects it', async ({ page }) => {
  await signUp(page)
  await page.goto('/dashboard/integrations')
  const card = page.getByRole('region', { name: 'WooCommerce' })
  await expect(card.getByText('Not connected')).toBeVisible()

  await card.getByLabel('Shop address').fill(woo.url)
  await card.getByRole('button', { name: 'Connect WooCommerce Store' }).click()
  await expect(page.getByRole('heading', { name: 'Karta would like to connect' })).toBeVisible()
  await page.getByRole('link', { name: 'Deny' }).click()
  await expect(card.getByText('Access was not approved in the shop.')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')

  await card.getByRole('button', { name: 'Connect WooCommerce Store' }).click()
  await page.getByRole('link', { name: 'Approve' }).click()
  await expect(card.getByText('Connected to WooCommerce')).toBeVisible()
  await expect(card.getByText(woo.url)).toBeVisible()
  await expect(card.getByText('10.3.1')).toBeVisible()
  await page.reload()
  await expect(card.getByText('Connected to WooCommerce')).toBeVisible()
  await expectNoAxeViolations(page)

  await card.getByRole('button', { name: 'Disconnect WooCommerce' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Disconnect WooCommerce' }).click()
  await expect(card.getByText('Not connected')).toBeVisible()
})

test('a shop that is too old says so, and a platform that is not set up says what to do instead', async ({ page }) => {
  woo.behave({ version: '3.9.3' })
  await signUp(page)
  await page.goto('/dashboard/integrations')
  const card = page.getByRole('region', { name: 'WooCommerce' })
  await card.getByLabel('Shop address').fill(woo.url)
  await card.getByRole('button', { name: 'Connect WooCommerce Store' }).click()
  await page.getByRole('link', { name: 'Approve' }).click()
  await expect(card.getByText('The shop runs WooCommerce older than 4.0.')).toBeVisible()
  const shopify = page.getByRole('region', { name: 'Shopify' })
  await expect(shopify).toContainText('Shopify isn’t available here yet.')
  await expect(shopify).not.toContainText('SHOPIFY_CLIENT_ID')
})

test('an order bought in a Shopify store is delivered, and the store shows it fulfilled with a tracking link', async ({
  page,
}) => {
  const app = { clientId: 'karta-double', clientSecret: 'shpss_0123456789abcdef' }
  const shop = await startShopifyDouble(app, () => new Date(), Number(process.env.KARTA_E2E_SHOPIFY_PORT))
  try {
    const { session } = await signUp(page, { sampleData: true })
    const headers = { authorization: `Bearer ${session.access_token}` }
    const windows = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], start: '12:00', end: '15:00' }]
    await page.request.patch('/v1/settings/slots', { headers, data: { is_on: true, windows, days_ahead: 2 } })
    // Slots are sold in the currency of the workspace only.
    shop.state.currency = ((await (await page.request.get('/v1/workspace', { headers })).json()) as Money).currency
    await page.goto('/dashboard/integrations')
    const card = page.getByRole('region', { name: 'Shopify' })
    await card.getByRole('button', { name: 'Use an app of your own' }).click()
    await card.getByLabel('Name of your shop').fill('my-shop')
    await card.getByLabel('Admin API access token').fill(shop.issueToken())
    await card.getByLabel('Client secret').fill(app.clientSecret)
    await card.getByRole('button', { name: 'Connect with these keys' }).click()
    await card.getByRole('link', { name: 'Open Shopify' }).click()
    await expect(page.getByText(/^Last sync/)).toBeVisible({ timeout: 80_000 })
    await expectNoAxeViolations(page)

    await page.goto(shop.url)
    await page.getByLabel('Milk, 1 L').fill('2')
    await page.getByRole('button', { name: 'Check out' }).click()
    await page.getByLabel('Address').fill('Jl. Sabang 12')
    await page.getByLabel('Latitude').fill('-6.187')
    await page.getByLabel('Longitude').fill('106.824')
    await page.getByRole('button', { name: 'Continue to delivery' }).click()
    const slot = page.getByRole('radio').last()
    let day: string | undefined
    // Where Karta takes longer than a checkout waits, the shop offers its own rate only.
    await expect(async () => {
      await page.reload()
      day = /"slot-([\d-]{10})-1200-1500"/.exec((await slot.getAttribute('value')) ?? '')?.[1]
      expect(day, 'Karta offers a slot').toBeDefined()
    }).toPass({ timeout: 20_000 })
    await slot.check()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByText('Unfulfilled')).toBeVisible()
    const orderUrl = page.url()

    const read = async () =>
      ((await (await page.request.get('/v1/deliveries?limit=200', { headers })).json()) as { data: Shown[] }).data.find(
        ({ source }) => source === 'shopify',
      )
    await expect.poll(read).toMatchObject({
      reference: '#1001',
      status: 'pending',
      scheduled_date: day,
      window_start: '12:00',
      window_end: '15:00',
    })
    await deliver(page, headers, (await read())!)
    await expect
      .poll(async () => {
        await page.goto(orderUrl)
        return page.getByText('DELIVERED').count()
      })
      .toBe(1)
    await expect(page.getByText(/^Fulfilled\./)).toBeVisible()
    await page.getByRole('link', { name: /^Track D-/ }).click()
    await expect(page.getByText('Delivered').first()).toBeVisible()
  } finally {
    await shop.close()
  }
})

type Money = { currency: string }
type Shown = { id: string; source: string; reference: string; status: string; scheduled_date: string }

/** Plans the day of a delivery, dispatches the plan, and says that it was delivered. */
async function deliver(page: Page, headers: Record<string, string>, { id, scheduled_date: day }: Shown): Promise<void> {
  const send = async (path: string, data?: object) => {
    const reply = await page.request.post(path, {
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      ...(data && { data }),
    })
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
    return (await reply.json().catch(() => ({}))) as { id: string }
  }
  const drivers = (await (await page.request.get('/v1/drivers?limit=100', { headers })).json()) as {
    data: { id: string; active: boolean }[]
  }
  const driver_ids = drivers.data.filter(({ active }) => active).map((driver) => driver.id)
  const plan = await send('/v1/plans', { day, driver_ids, time_limit_seconds: 1 })
  const state = async () =>
    ((await (await page.request.get(`/v1/plans/${plan.id}`, { headers })).json()) as { state: string }).state
  await expect.poll(state, { timeout: 30_000 }).toBe('draft')
  await send(`/v1/plans/${plan.id}/approve`)
  await send(`/v1/plans/${plan.id}/dispatch`)
  for (const status of ['in_transit', 'delivered']) await send(`/v1/deliveries/${id}/status`, { status })
}
