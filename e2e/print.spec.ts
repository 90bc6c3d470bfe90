import type { Page } from '@playwright/test'
import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

/** Counts calls of the print dialog, which a browser without a screen does not open. */
const countPrints = (page: Page) =>
  page.addInitScript(() => {
    const counted = window as unknown as { prints: number }
    counted.prints = 0
    window.print = () => {
      counted.prints += 1
    }
  })
const prints = (page: Page) => page.evaluate(() => (window as unknown as { prints: number }).prints)

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

/** What would be on paper: the sheet alone, black on white. */
async function expectOnlyPaper(page: Page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden()
  await expect(page.locator('.paper')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('.paper')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('.paper thead').first()).toHaveCSS('display', 'table-header-group')
}

test('the list prints as a manifest of every page, by button and by Ctrl P', async ({ page }) => {
  await countPrints(page)
  await signUp(page, { sampleData: true })
  await page.goto('/dashboard/deliveries?sort=delivery_address')
  await expect(page.getByText('1–50 of 120')).toBeVisible()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page).toHaveURL(/deliveries\/print\?sort=delivery_address/)
  await expect(page.locator('.paper tbody tr')).toHaveCount(120)
  await expect.poll(() => prints(page)).toBe(1)
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Deliveries', exact: true }).first().click()
  await expect(page.getByText('1–50 of 120')).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect(page.locator('.paper tbody tr')).toHaveCount(120)
  await expectOnlyPaper(page)
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBeGreaterThan(4)
})

test('a plan prints as one sheet per driver, each on a new page', async ({ page }) => {
  const { session } = await signUp(page, { sampleData: true })
  const headers = { authorization: `Bearer ${session.access_token}` }
  const call = async (path: string, data?: object) => {
    const reply = data ? await page.request.post(path, { headers, data }) : await page.request.get(path, { headers })
    return (await reply.json()) as Record<string, never>
  }
  const drivers = (await call('/v1/drivers')).data as unknown as { id: string }[]
  const tomorrow = new Date(Date.now() + 36 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await call('/v1/deliveries/bulk', { filter: {}, change: { scheduled_date: tomorrow } })
  const driver_ids = drivers.map(({ id }) => id)
  const { id } = await call('/v1/plans', { day: tomorrow, driver_ids, time_limit_seconds: 1 })
  await expect
    .poll(async () => (await call(`/v1/plans/${String(id)}/progress`)).state, { timeout: 60_000 })
    .toBe('draft')

  await page.goto(`/dashboard/planning?day=${tomorrow}&plan=${String(id)}`)
  await page.getByRole('button', { name: 'Print route sheets' }).click()
  const plan = await call(`/v1/plans/${String(id)}`)
  const routes = plan.routes as unknown as { driver_name: string; stops: { kind: string }[] }[]
  const sheets = page.locator('.paper section')
  await expect(sheets).toHaveCount(routes.length)
  for (const [position, { driver_name, stops }] of routes.entries()) {
    await expect(sheets.nth(position).getByRole('heading', { name: driver_name })).toBeVisible()
    await expect(sheets.nth(position).locator('tbody tr')).toHaveCount(stops.length)
  }
  await expect(sheets.first()).toContainText('+628110000')
  await expect(sheets.first()).toContainText('not approved')
  await expectOnlyPaper(page)
  for (let position = 1; position < routes.length; position++) {
    await expect(sheets.nth(position)).toHaveCSS('break-before', 'page')
  }
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBeGreaterThanOrEqual(routes.length)
})
