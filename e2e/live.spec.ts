import type { Browser, Page } from '@playwright/test'
import { changeDelivery, createDelivery } from '#domain/api/deliveries.ts'
import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, expectNoDarkViolations, test } from './fixtures.ts'
import { optimize } from './optimize.ts'

const interrupted = 'Live updates are interrupted. Reconnecting…'

/** A second browser, in which somebody of the same workspace works. */
async function openElsewhere(browser: Browser, page: Page): Promise<Page> {
  const { baseURL, viewport } = test.info().project.use
  const storageState = await page.context().storageState()
  return (await browser.newContext({ baseURL, viewport, storageState })).newPage()
}

/** Calls the API as the page's account. */
function callsOf(page: Page, accessToken: string) {
  const headers = { authorization: `Bearer ${accessToken}` }
  return {
    create: async (data: object) => (await page.request.post(createDelivery.path, { headers, data })).json(),
    change: (id: string, data: object) =>
      page.request.fetch(changeDelivery.path.replace(':id', id), { method: changeDelivery.method, headers, data }),
  }
}

const rowOf = (page: Page, number: number) => page.getByRole('row').filter({ hasText: `#${number}` })

test('what one browser changes, the other shows: a delivery from its creation to its deletion, and a plan', async ({
  page,
  browser,
}) => {
  const { session } = await signUp(page, { sampleData: true })
  const { create } = callsOf(page, session.access_token)
  const other = await openElsewhere(browser, page)
  await page.goto('/dashboard/deliveries?q=Thamrin')
  await other.goto('/dashboard/planning')
  await expect(other.getByRole('button', { name: /^Optimize/ })).toBeVisible()

  const { number } = await create({ delivery_address: 'Jl. Thamrin 1', scheduled_date: '2099-03-16' })
  const row = rowOf(page, number)
  await expect(row).toBeVisible()
  const far = await openElsewhere(browser, page)
  await far.goto('/dashboard/deliveries?q=Thamrin')
  await rowOf(far, number).click()
  await far.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Maya Sari')
  await far.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Maya Sari')
  await rowOf(far, number)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await far.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(row).toBeHidden()

  await far.goto('/dashboard/planning')
  await optimize(far)
  await expect(other.getByRole('button', { name: 'Approve' })).toBeVisible({ timeout: 30_000 })
  await far.getByRole('button', { name: 'Approve' }).click()
  await expect(other.getByRole('button', { name: 'Dispatch' })).toBeVisible()
  await other.getByRole('button', { name: 'Dispatch' }).click()
  await expect(far.getByRole('main').getByText('Dispatched').first()).toBeVisible()
  for (const each of [other, far]) await each.context().close()
})

test('after the network was cut, both browsers agree again', async ({ page, browser }) => {
  const { session } = await signUp(page)
  const { create, change } = callsOf(page, session.access_token)
  const kept = await create({ delivery_address: 'Jl. Thamrin 1', scheduled_date: '2099-03-16' })
  const other = await openElsewhere(browser, page)
  for (const each of [page, other]) await each.goto('/dashboard/deliveries')
  for (const each of [page, other]) await expect(rowOf(each, kept.number)).toBeVisible()

  await other.context().setOffline(true)
  await expect(other.getByText(interrupted).first()).toBeVisible()
  await expectNoAxeViolations(other)
  await expectNoDarkViolations(other)
  await change(kept.id, { recipient_name: 'Maya Sari' })
  const added = await create({ delivery_address: 'Jl. Sudirman 2', scheduled_date: '2099-03-16' })
  await expect(rowOf(page, added.number)).toBeVisible()
  await expect(rowOf(page, kept.number)).toContainText('Maya Sari')
  await expect(rowOf(other, added.number)).toBeHidden()

  await other.context().setOffline(false)
  await expect(rowOf(other, added.number)).toBeVisible()
  await expect(rowOf(other, kept.number)).toContainText('Maya Sari')
  await expect(other.getByText(interrupted)).toHaveCount(0)
  await other.context().close()
})
