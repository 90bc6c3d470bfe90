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
