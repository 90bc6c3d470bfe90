import { createHash } from 'node:crypto'
import { register, signUp } from './account.ts'
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

test('an app is registered, allowed by somebody who signs in first, and revoked in their account', async ({ page }) => {
  await signUp(page)
  await page.goto('/dashboard/apps')
  await page.getByRole('button', { name: 'Register app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Web <b>reports</b>')
  await dialog.getByLabel('Redirect addresses').fill('http://reports.example/back')
  await dialog.getByRole('button', { name: 'Register app' }).click()
  await expect(dialog.getByText('Use https:.')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Redirect addresses').fill('https://reports.example/back')
  await dialog.getByRole('button', { name: 'Register app' }).click()
  const secret = (await dialog.locator('code').first().innerText()).trim()
  const clientId = (await dialog.locator('code').nth(1).innerText()).trim()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectNoOverflow(page)

  const person = await register(page)
  await page.context().setStorageState({ cookies: [], origins: [] })
  await page.route('https://reports.example/**', (route) => route.fulfill({ body: 'Back at the app' }))
  const verifier = 'a-verifier-of-enough-characters-for-this-journey'
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: 'https://reports.example/back',
    scope: 'read',
    state: 'of the app',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  await page.goto(`/auth/v1/oauth/authorize?${new URLSearchParams(asked)}`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Allow Web <b>reports</b> to work for you?' })).toBeVisible()
  await expect(page.getByText('See everything you see')).toBeVisible()
  await expectNoAxeViolations(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Allow' }).press('Enter')
  await page.waitForURL('https://reports.example/back**')
  const back = new URL(page.url()).searchParams
  expect(back.get('state')).toBe('of the app')

  const form = { grant_type: 'authorization_code', code: back.get('code')!, code_verifier: verifier }
  const reply = await page.request.post('/auth/v1/oauth/token', {
    form: { ...form, client_id: clientId, client_secret: secret },
  })
  const headers = { authorization: `Bearer ${(await reply.json()).access_token}` }
  expect(await (await page.request.get('/v1/self', { headers })).json()).toMatchObject({
    kind: 'app',
    scopes: ['read'],
  })
  await page.goto('/my-account#apps')
  await page.getByRole('button', { name: /^Revoke Web <b>reports/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('You have not allowed any app')).toBeVisible()
  expect((await page.request.get('/v1/self', { headers })).status()).toBe(401)
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
