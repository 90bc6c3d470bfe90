import { expect, test } from './fixtures.ts'

test('hero, six feature cards and a final call to action', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Optimize Your Last-Mile Delivery' })).toBeVisible()
  const trial = page.getByRole('main').getByRole('link', { name: 'Start 7-Day Free Trial' })
  await expect(trial).toHaveAttribute('href', '/signin')
  await expect(page.locator('#features').getByRole('listitem')).toHaveCount(6)
  await expect(page.getByRole('main').getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute(
    'href',
    '/signin',
  )

  await trial.click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
})

test('the front page stands still while it loads', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        ;(globalThis as unknown as { shift: number }).shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('globalThis.shift')).toBeLessThan(0.02)
})
