import type { Page } from '@playwright/test'
import { signUp } from './account.ts'
import { watchCalls } from './calls.ts'
import { expect, expectNoAxeViolations, onPhoneToo, test } from './fixtures.ts'

type Expected = {
  path: string
  name: string
  features: Record<string, string[]>
  steps: [string, string][]
  requirements: string[]
}

/** What SPEC.md says about WooCommerce and Wix; Shopify follows them. */
const pages: Expected[] = [
  {
    path: '/integrations/shopify',
    name: 'Shopify',
    features: {
      'Order Sync': ['Paid orders become deliveries', 'Changes and cancellations synced', 'No duplicate orders'],
      'Delivery Features': [
        'Time windows and delivery slots',
        'Routes from each of your locations',
        'Photo or signature at the door',
      ],
      'Customer Experience': [
        'Orders marked as fulfilled',
        'A tracking link with a live map',
        'SMS and email before arrival',
      ],
    },
    steps: [
      ['Connect Store', 'Enter your shop name'],
      ['Choose Deliveries', 'the shipping methods you deliver yourself'],
      ['Go Live', 'Test with an order'],
    ],
    requirements: ['A Shopify store with its myshopify.com name', 'A business account'],
  },
  {
    path: '/integrations/woocommerce',
    name: 'WooCommerce',
    features: {
      'Order Management': ['Automatic order synchronization', 'Custom shipping methods', 'Order status updates'],
      'Delivery Features': ['Real-time tracking integration', 'Delivery time slots', 'Customer notifications'],
      'Advanced Tools': ['Bulk order processing', 'Delivery analytics', 'Custom shipping rules'],
    },
    steps: [
      ['Install Plugin', 'from the plugin directory'],
      ['Configure API', 'Enter API credentials and configure shipping zones'],
      ['Go Live', 'process orders automatically'],
    ],
    requirements: ['WordPress 5.0 or higher', 'WooCommerce 4.0 or higher', 'A business account', 'An SSL certificate'],
  },
  {
    path: '/integrations/wix',
    name: 'Wix',
    features: {
      'Order Sync': ['Real-time synchronization', 'Automatic fulfillment updates', 'Multi-location support'],
      'Delivery Features': ['Custom shipping methods', 'Time slots', 'Real-time tracking'],
      'Customer Experience': ['Automated notifications', 'Tracking page integration', 'Delivery preferences'],
    },
    steps: [
      ['Install App', 'from the Wix App Market'],
      ['Configure Settings', 'delivery zones and shipping methods'],
      ['Go Live', 'then open for business'],
    ],
    requirements: [
      'Wix Business or eCommerce Premium plan',
      'A business account',
      'A valid delivery service area',
      'SSL (included with Wix)',
    ],
  },
]

const storageOf = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie].join())

for (const { path, name, features, steps, requirements } of pages) {
  test.describe(`${name} integration`, () => {
    test('shows features, guide, requirements and help', async ({ staticPage: page }) => {
      await page.goto(path)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1, name: `${name} Integration`, exact: true })).toBeVisible()
      for (const [title, points] of Object.entries(features)) {
        const card = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
        for (const point of points) await expect(card.getByText(point, { exact: true })).toBeVisible()
      }
      const guide = main.getByRole('list').filter({ has: page.getByRole('heading', { name: steps[0]![0] }) })
      await expect(guide.getByRole('heading')).toHaveText(steps.map(([title]) => title))
      for (const [, text] of steps) await expect(guide).toContainText(text)
      for (const need of requirements) await expect(main.getByText(need, { exact: true }).first()).toBeVisible()
      await expect(main.getByRole('link', { name: 'View Documentation' })).toHaveAttribute('href', '/api')
      await expect(main.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact')
      await expect(page.getByText('no store is contacted'), 'there is no simulation without JavaScript').toBeHidden()
      await expect(page.getByRole('link', { name: 'Start your free trial' })).toBeVisible()
    })

    test('connecting is simulated for guests: 1.5 s, no request, nothing stored', async ({ page, baseURL }) => {
      await page.clock.install()
      const { calls } = watchCalls(page, baseURL!)
      await page.goto(path)
      const before = await storageOf(page)
      const button = page.getByRole('main').locator('form button')
      await expect(button).toHaveText(`Connect ${name} Store`)
      await expect(button).toBeEnabled()
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await page.clock.pauseAt(Date.now() + 3_600_000)

      await button.click()
      await expect(button).toHaveText('Connecting...')
      await expect(button).toBeDisabled()
      await page.clock.runFor(1499)
      await expect(button).toHaveText('Connecting...')
      await expect(button).toBeDisabled()
      await page.clock.runFor(1)
      await expect(button).toHaveText(`Connected to ${name}`)
      await expect(button).toBeDisabled()
      await expect(page.getByRole('button', { name: 'Disconnect' })).toHaveCount(0)
      // axe needs a running clock.
      await page.clock.resume()
      if (name === 'Shopify') await expectNoAxeViolations(page)

      expect(calls).toEqual([])
      expect(await storageOf(page)).toBe(before)
      await page.reload()
      await expect(button).toHaveText(`Connect ${name} Store`)
      await expect(button).toBeEnabled()
      await page.getByRole('link', { name: 'Contact Support' }).click()
      await expect(page).toHaveURL('/contact')
      expect(await page.evaluate(() => window.history.state?.usr), 'what the message is about').toEqual({
        support: true,
      })
    })
  })
}

test('a member is asked for the shop’s address and sees no simulation', onPhoneToo, async ({ page }) => {
  await signUp(page)
  await page.goto('/integrations/woocommerce')
  await expect(page.getByLabel('Shop address')).toBeVisible()
  await expect(page.getByText('no store is contacted')).toBeHidden()
  await expectNoAxeViolations(page)
  await page.goto('/integrations/wix')
  await expect(page.getByRole('button', { name: 'Connect Wix Store' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('the list leads to the three shop systems; ERP is coming soon and cannot be followed', async ({
  staticPage: page,
}) => {
  await page.goto('/integrations')
  const main = page.getByRole('main')
  for (const { path, name } of pages) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', path)
  }
  const erp = main.getByRole('link', { name: 'ERP' })
  await expect(erp).toContainText('Coming Soon')
  await expect(erp).toBeDisabled()
  await expect(erp).not.toHaveAttribute('href')
  await erp.focus()
  await expect(erp).not.toBeFocused()
  await main.getByRole('link', { name: 'WooCommerce' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'WooCommerce Integration' })).toBeVisible()
})
