import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, expectNoOverflow, pastedText, test } from './fixtures.ts'

test('a key is made, used by a program, rotated with an overlap, and refused once revoked', async ({
  page,
  request,
  context,
}) => {
  await signUp(page)
  await page.goto('/dashboard/settings')
  await page.getByRole('link', { name: /^API keys Let/ }).click()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await expect(page.getByText('0 of 50,000')).toBeVisible()

  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Only from these addresses').fill('127.0.0.1\n::1 10.0.0')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(dialog.getByText('“10.0.0” is no address.')).toBeVisible()
  await dialog.getByLabel('Only from these addresses').fill('127.0.0.1\n::1')
  await dialog.getByLabel('Name').fill('Web <b>shop</b>')
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

  const send = (key: string) =>
    request.fetch('/v1/deliveries', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      data: { delivery_address: 'Jl. M.H. Thamrin 10', scheduled_time: '2027-03-15T02:00:00Z' },
    })
  expect((await send(secret)).status()).toBe(201)

  const list = page.getByRole('table', { name: 'API keys' }).or(page.getByRole('grid', { name: 'API keys' }))
  await expect(list.getByText('Only 2 addresses')).toBeVisible()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Actions for Web <b>shop</b>' }).click()
  await page.getByRole('menuitem', { name: 'Rotate' }).click()
  const rotating = page.getByRole('dialog', { name: 'Rotate “Web <b>shop</b>”' })
  await rotating.getByRole('button', { name: 'Rotate key' }).click()
  const newSecret = await dialog.getByText(/^karta_live_/).innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(list.getByText('Old secret still works')).toBeVisible()
  for (const key of [secret, newSecret]) expect((await send(key)).status()).toBe(201)

  await list.getByText('Web <b>shop</b>').click()
  const details = page.getByRole('dialog', { name: 'Web <b>shop</b>' })
  await expect(details.getByText('3 requests in the last 30 days')).toBeVisible()
  await expectNoAxeViolations(page)
  await details.getByRole('button', { name: 'End it now' }).click()
  await expect(details.getByText('The old secret')).toHaveCount(0)
  expect(await (await send(secret)).json()).toMatchObject({ code: 'api_key_rotated' })
  await details.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke “Web <b>shop</b>”?' })
  await question.getByRole('button', { name: 'Revoke key' }).click()
  await expect(details.getByText('It no longer works.')).toBeVisible()
  const refused = await send(newSecret)
  expect(refused.status()).toBe(401)
  expect(await refused.json()).toMatchObject({ code: 'api_key_revoked' })
})

test.describe('when the keys cannot be loaded', () => {
  test.use({ expectedErrors: /status of 500/ })

  test('the section says so and can try again', async ({ page }) => {
    await signUp(page)
    const problem = { code: 'internal', title: 'Something went wrong on our side.', status: 500, request_id: 'r1' }
    await page.route('**/v1/api-keys', (route) => route.fulfill({ status: 500, json: problem }))
    await page.goto('/dashboard/api-keys')
    await expect(page.getByText('The API keys could not be loaded')).toBeVisible({ timeout: 15_000 })
    await page.unroute('**/v1/api-keys')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No API keys yet')).toBeVisible()
  })
})
