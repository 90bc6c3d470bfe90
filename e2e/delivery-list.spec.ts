import type { Locator, Page } from '@playwright/test'
import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, expectNoOverflow, onPhoneToo, test } from './fixtures.ts'

const rows = (page: Page) => page.locator('tbody').getByRole('row')
const bar = (page: Page) => page.getByRole('group', { name: 'Selected deliveries' })
/** Changes the account's data by a call. */
async function post<R>(page: Page, { session }: Awaited<ReturnType<typeof signUp>>, path: string, data: object) {
  const headers = { authorization: `Bearer ${session.access_token}` }
  const reply = await page.request.post(path, { headers, data })
  expect(reply.ok(), path).toBe(true)
  return (await reply.json()) as R
}

const boxOf = async (locator: Locator) => (await locator.boundingBox())!

test('rows stay where they are and on one line, and their header stays in view', async ({ page }) => {
  const account = await signUp(page, { sampleData: true })
  const name = `Muhammad ${'Bagus Prasetyo '.repeat(5)}`.trim()
  const { id } = await post<{ id: string }>(page, account, '/v1/drivers', { name })
  await post(page, account, '/v1/deliveries/bulk', { filter: {}, change: { wanted_driver_id: id } })
  await page.goto('/dashboard/deliveries')
  await expect(rows(page)).toHaveCount(50)
  const heights = () =>
    rows(page).evaluateAll((all) => [...new Set(all.map((row) => row.getBoundingClientRect().height))])
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(heights, `at ${width} px`).toEqual([40])
    await expectNoOverflow(page)
  }
  await expect(page.getByTitle(`Wanted: ${name}`).first()).toBeVisible()

  const before = await boxOf(rows(page).nth(5))
  await rows(page).nth(2).getByRole('checkbox').click({ force: true })
  await expect(bar(page)).toContainText('1 selected')
  expect(await boxOf(rows(page).nth(5))).toEqual(before)
  await expectNoAxeViolations(page)

  await rows(page).nth(40).scrollIntoViewIfNeeded()
  expect((await boxOf(page.getByRole('columnheader', { name: 'Address' }))).y).toBe(0)
})

test('the keyboard selects and extends, and Escape clears', async ({ page }) => {
  await signUp(page, { sampleData: true })
  await page.goto('/dashboard/deliveries')
  await rows(page).first().focus()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('1 selected')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText('3 selected')
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('2 selected')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
})

test('all that match are moved to another day in one step, and undone', async ({ page }) => {
  const account = await signUp(page, { sampleData: true })
  const zebra = { delivery_address: 'Kemang 1', scheduled_date: '2020-01-01', recipient_name: 'Zebra' }
  await post(page, account, '/v1/deliveries', zebra)
  await post(page, account, '/v1/deliveries/bulk', { filter: { q: 'zebra' }, change: { status: 'cancelled' } })
  await page.goto('/dashboard/deliveries?status=pending')
  await expect(page.getByText(/^1–50 of 120$/)).toBeVisible()
  const before = (await rows(page).first().textContent())!

  await page.getByRole('columnheader').getByRole('checkbox').click({ force: true })
  await expect(bar(page)).toContainText('50 selected')
  await page.getByRole('button', { name: 'Select all 120' }).click()
  await expect(bar(page)).toContainText('All 120 selected')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'In a week' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText(/^120 deliveries moved to /)).toBeVisible()
  await expect(rows(page).first()).not.toHaveText(before)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('120 deliveries are back as they were')).toBeVisible()
  await expect(rows(page).first()).toHaveText(before)

  // The states count what the search finds.
  await expect(page.getByRole('button', { name: /^Canceled\s*1$/ })).toBeVisible()
  await page.getByRole('searchbox').fill('zebra')
  await expect(page.getByRole('button', { name: /^Pending\s*0$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Canceled\s*1$/ })).toBeVisible()
})

test('selected deliveries are assigned, prioritized and cancelled', onPhoneToo, async ({ page, isMobile }) => {
  await signUp(page, { sampleData: true })
  await page.goto('/dashboard/deliveries')
  const row = page.getByRole('row').filter({ hasText: '#120' })
  await row.getByRole('checkbox').click({ force: true })
  const choose = async (name: string, inMenu: string) => {
    if (isMobile) await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole(isMobile ? 'menuitem' : 'button', { name: isMobile ? inMenu : name, exact: true }).click()
  }
  await choose('Assign', 'Assign a driver')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Driver/ })
    .click()
  await page.getByRole('option').nth(1).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText(/^Delivery #120 assigned to /)).toBeVisible()
  await choose('Cancel', 'Cancel')
  await expect(page.getByText('Delivery #120 canceled')).toBeVisible()
  await expect(row.getByText('Canceled')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByText('Delivery #120 is back as it was')).toBeVisible()
  await expect(row.getByText('Pending')).toBeVisible()
})
