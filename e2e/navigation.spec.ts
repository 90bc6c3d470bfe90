import { signUp } from './account.ts'
import { expect, onPhoneOnly, onPhoneToo, test } from './fixtures.ts'

const features = [
  ['Route Optimization', '/route-optimization'],
  ['Real-time Tracking', '/real-time-tracking'],
  ['Analytics', '/analytics'],
  ['Team Management', '/team-management'],
  ['Fleet Management', '/fleet-management'],
] as const
const useCases = [
  ['Food & Catering', '/use-cases/food-catering'],
  ['Retail & E-commerce', '/use-cases/retail-ecommerce'],
  ['Healthcare & Pharmacy', '/use-cases/healthcare'],
  ['3PL & Logistics', '/use-cases/logistics'],
  ['Case Studies', '/use-cases/case-studies'],
] as const

test.describe('on wide screens', () => {
  test('two dropdowns and the links of the specification', async ({ staticPage: page }) => {
    await page.goto('/')
    const nav = page.getByRole('navigation', { name: 'Main' })
    for (const [name, links] of [
      ['Product Features', features],
      ['Use Cases', useCases],
    ] as const) {
      await nav.getByText(name, { exact: true }).click()
      for (const [label, href] of links) {
        await expect(nav.getByRole('link', { name: new RegExp(`^${label}`) })).toHaveAttribute('href', href)
      }
    }
    await expect(nav.getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/pricing')
    await expect(nav.getByRole('link', { name: 'API' })).toHaveAttribute('href', '/api')
    await expect(nav.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin')
    await expect(nav.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/signin')
  })

  test('Book a Demo goes to the contact page with a demo flag in the navigation state', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Book a Demo' }).click()
    await page.waitForURL('**/contact')
    expect(await page.evaluate(() => history.state.usr)).toEqual({ demo: true })
  })

  test('a menu closes on a page change, a press outside, Escape, and when another opens', async ({ page }) => {
    await page.goto('/')
    const nav = page.getByRole('navigation', { name: 'Main' })
    const link = nav.getByRole('link', { name: /^Analytics/ })
    const open = () => nav.getByText('Product Features').click()

    await open()
    await expect(link).toBeVisible()
    // Below the open panel, which covers the middle of the page.
    await page.mouse.click(1100, 700)
    await expect(link).toBeHidden()

    await open()
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await expect(nav.locator('summary').filter({ hasText: 'Product Features' })).toBeFocused()

    await open()
    await nav.getByText('Use Cases').click()
    await expect(link).toBeHidden()

    await open()
    await link.click()
    await page.waitForURL('**/analytics')
    await expect(link).toBeHidden()
  })

  test('the keyboard alone is enough, and focus moves to the new page', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    const summary = page.locator('summary').filter({ hasText: 'Product Features' })
    await summary.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('link', { name: /^Route Optimization/ }).first()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('link', { name: /^Fleet Management/ }).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/fleet-management')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test.describe('on small screens', onPhoneOnly, () => {
  test('the menu slides in with everything, and closes on Escape, a press outside and a page change', async ({
    page,
  }) => {
    await page.goto('/')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const open = () => page.getByRole('button', { name: 'Open menu' }).click()

    await open()
    for (const [label, href] of [...features, ...useCases, ['Pricing', '/pricing'], ['API', '/api']] as const) {
      await expect(menu.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href)
    }
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()

    await open()
    await page.touchscreen.tap(8, 400)
    await expect(menu).toBeHidden()

    await open()
    await menu.getByRole('link', { name: 'Pricing' }).click()
    await page.waitForURL('**/pricing')
    await expect(menu).toBeHidden()
  })
})

test('links lead members to what they say, and no page offers them a trial', async ({ page }) => {
  await signUp(page)
  await page.goto('/pricing')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Open Dashboard' }).first()).toBeVisible()
  await expect(main.getByRole('link', { name: /Trial/ })).toHaveCount(0)
  await page.goto('/team-management')
  await main.getByRole('link', { name: 'Add Member' }).click()
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
  await page.goto('/api')
  await main.getByRole('link', { name: 'Get an API Key' }).click()
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible()
})

test('members have an avatar menu instead of the two links', onPhoneToo, async ({ page, isMobile }) => {
  const account = await signUp(page)
  await page.goto('/pricing')
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect(nav.getByRole('link', { name: 'Sign In' })).toBeHidden()
  await expect(nav.getByRole('link', { name: 'Start Free Trial' })).toBeHidden()

  await nav.getByLabel('Account menu').click()
  await expect(nav.getByText(account.email)).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  await nav.getByRole('link', { name: 'My Account' }).click()
  await page.waitForURL('**/my-account')
  if (!isMobile) await expect(nav.getByText(account.email)).toBeHidden()
})

test('See How It Works plays a walk-through of plan, track and prove', onPhoneToo, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'See How It Works' }).click()
  const tour = page.getByRole('dialog')
  await tour.getByRole('button', { name: 'Optimize' }).click()
  await expect(tour.getByText('Budi: 4 stops. Siti: 3 stops.')).toBeVisible()

  await tour.getByRole('button', { name: 'Next: track' }).click()
  await tour.getByRole('slider', { name: 'Time of day' }).fill('105')
  await expect(tour.getByText('All four are delivered.')).toBeVisible()

  await tour.getByRole('button', { name: 'Next: prove' }).click()
  await expect(tour.getByRole('button', { name: 'Complete delivery' })).toBeDisabled()
  await tour.getByRole('button', { name: 'Sign for me' }).click()
  await tour.getByRole('button', { name: 'Complete delivery' }).click()
  await expect(tour.getByText('Delivered at 10:24')).toBeVisible()
  await expect(tour.getByRole('link', { name: 'Start Free Trial' })).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(tour).toBeHidden()
  await expect(page.getByRole('button', { name: 'See How It Works' })).toBeFocused()
})
