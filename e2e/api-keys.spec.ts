import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, expectNoOverflow, pastedText, test } from './fixtures.ts'

test('a key is made in the settings, used by a program, and refused once revoked', async ({
  page,
  request,
  context,
}) => {
  await signUp(page)
  await page.goto('/dashboard/settings')
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await expect(page.getByText('0 of 50,000')).toBeVisible()
  await expect(page.getByText('After your trial, the Free plan has 1,000 requests a month.')).toBeVisible()

  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Web <b>shop</b>')
  await dialog.getByRole('button', { name: 'Expires' }).click()
  await page.getByRole('option', { name: 'After 90 days' }).click()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Create key' }).click()

  await expect(dialog.getByText('It is not shown again.')).toBeVisible()
  await expectNoAxeViolations(page)
  const secret = await dialog.getByText(/^karta_live_/).innerText()
  await context.grantPermissions(['clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  await expect(dialog.getByText('Copied.')).toBeVisible()
  expect(await pastedText(context)).toBe(secret)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  const send = () =>
    request.fetch('/v1/deliveries', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      data: { delivery_address: 'Jl. M.H. Thamrin 10', scheduled_time: '2027-03-15T02:00:00Z' },
    })
  const created = await send()
  expect(created.status()).toBe(201)
  expect(await created.json()).toMatchObject({ source: 'api', status: 'pending' })

  await page.reload()
  const list = page.getByRole('table', { name: 'API keys' }).or(page.getByRole('grid', { name: 'API keys' }))
  await expect(list.getByText('Web <b>shop</b>')).toBeVisible()
  await expect(list.getByText(`${secret.slice(0, 17)}…`)).toBeVisible()
  await expect(list.getByText('Read and write')).toBeVisible()
  await expect(list.getByText('Never')).toHaveCount(0)
  await expect(list.getByText(/^Expires /)).toBeVisible()
  await expect(page.getByText('1 of 50,000')).toBeVisible()
  await expectNoOverflow(page)

  await page.getByRole('button', { name: 'Actions for Web <b>shop</b>' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename API key' })
  await renaming.getByLabel('Name').fill('Warehouse')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(renaming).toBeHidden()
  await page.getByRole('button', { name: 'Actions for Warehouse' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke “Warehouse”?' })
  await expect(question).toContainText('stop working at once')
  await question.getByRole('button', { name: 'Revoke key' }).click()
  await expect(question).toBeHidden()
  await expect(list.getByText(/^Revoked /)).toBeVisible()

  const refused = await send()
  expect(refused.status()).toBe(401)
  expect(await refused.json()).toMatchObject({ code: 'api_key_revoked' })
})

test.describe('when the keys cannot be loaded', () => {
  test.use({ expectedErrors: /status of 500/ })

  test('the section says so and can try again', async ({ page }) => {
    await signUp(page)
    const problem = { code: 'internal', title: 'Something went wrong on our side.', status: 500, request_id: 'r1' }
    await page.route('**/v1/api-keys', (route) => route.fulfill({ status: 500, json: problem }))
    await page.goto('/dashboard/settings')
    await expect(page.getByText('The API keys could not be loaded')).toBeVisible({ timeout: 15_000 })
    await page.unroute('**/v1/api-keys')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No API keys yet')).toBeVisible()
  })
})
