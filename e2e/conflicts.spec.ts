import type { Browser, Page } from '@playwright/test'
import { createDelivery } from '#domain/api/deliveries.ts'
import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, expectNoDarkViolations, test } from './fixtures.ts'

// The server's refusal, which leads to the merge.
test.use({ expectedErrors: /status of 412/ })

/** The same delivery, opened in a second browser. */
async function openElsewhere(browser: Browser, page: Page, path: string): Promise<Page> {
  const { baseURL, viewport } = test.info().project.use
  const storageState = await page.context().storageState()
  const other = await (await browser.newContext({ baseURL, viewport, storageState })).newPage()
  await other.goto(path)
  return other
}

test('two people who edit one delivery both keep their work, and are asked where they disagree', async ({
  page,
  browser,
}) => {
  const { session } = await signUp(page)
  const headers = { authorization: `Bearer ${session.access_token}` }
  const data = { delivery_address: 'Jl. Thamrin 1', scheduled_date: '2099-03-16' }
  const made = await (await page.request.post(createDelivery.path, { headers, data })).json()
  const stored = async () => (await page.request.get(`${createDelivery.path}/${made.id}`, { headers })).json()
  const path = `/dashboard/deliveries?delivery=${made.id}`

  await page.goto(path)
  const other = await openElsewhere(browser, page, path)
  const [mine, theirs] = [page, other].map((each) => each.getByRole('dialog', { name: 'Delivery #1' }))
  await mine!.getByLabel('Phone').fill('+62 811 0000 001')
  await mine!.getByLabel('Notes').fill('At the gate')
  await theirs!.getByLabel('Notes').fill('Ring twice')
  await theirs!.getByLabel('Reference').fill('A-1')
  await theirs!.getByRole('button', { name: 'Save' }).click()
  await expect(theirs!).toBeHidden()
  // Each sees the other's change before saving: at once where nothing was typed, as a choice where both typed.
  await expect(mine!.getByLabel('Reference')).toHaveValue('A-1')
  await expect(mine!.getByText(/changed Reference just now$/)).toBeVisible()
  await expect(mine!.getByText(/changed Notes just now, and so did you$/)).toBeVisible()
  await expect(mine!.getByLabel('Notes')).toHaveValue('At the gate')
  await expectNoAxeViolations(page)
  await mine!.getByRole('button', { name: 'Take theirs' }).click()
  await expect(mine!.getByLabel('Notes')).toHaveValue('Ring twice')
  await mine!.getByRole('button', { name: 'Save' }).click()
  await expect(mine!).toBeHidden()
  expect(await stored()).toMatchObject({ recipient_phone: '+628110000001', notes: 'Ring twice', version: 3 })

  for (const each of [page, other]) await each.goto(path)
  await mine!.getByLabel('Notes').fill('Leave it at the gate')
  await mine!.getByLabel('Email').fill('ana@example.com')
  await theirs!.getByLabel('Notes').fill('Call first')
  await theirs!.getByRole('button', { name: 'Save' }).click()
  await expect(theirs!).toBeHidden()
  await mine!.getByRole('button', { name: 'Save' }).click()

  const question = page.getByRole('dialog', { name: /changed this too/ })
  await expect(question.getByRole('radio', { name: /Yours.*Leave it at the gate/ })).toBeVisible()
  await expect(question.getByRole('radio', { name: /Theirs, saved by .* just now.*Call first/ })).toBeVisible()
  await expect(question.getByRole('button', { name: 'Save my choice' })).toBeDisabled()
  await expectNoAxeViolations(page)
  await expectNoDarkViolations(page)
  // Going back loses nothing that was typed.
  await page.keyboard.press('Escape')
  await expect(mine!.getByLabel('Notes')).toHaveValue('Leave it at the gate')
  await mine!.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('radio', { name: /Yours/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(question.getByRole('radio', { name: /Theirs/ })).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await question.getByRole('button', { name: 'Save my choice' }).press('Enter')
  await expect(mine!).toBeHidden()
  expect(await stored()).toMatchObject({ notes: 'Leave it at the gate', recipient_email: 'ana@example.com' })
  await other.context().close()
})
