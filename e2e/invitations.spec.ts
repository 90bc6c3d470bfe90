import { createDriver } from '#domain/api/drivers.ts'
import { newAccount, signUp } from './account.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test('an owner invites a colleague, who joins with a new account, and signs a driver’s phone in with a code', async ({
  page,
  browser,
}) => {
  const { baseURL } = test.info().project.use
  const maya = await signUp(page, { name: 'Maya Sari' })
  const ana = newAccount()
  await page.goto('/dashboard/team')
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  await dialog.getByLabel('Email addresses').fill(`Ana Lestari <${ana.email}>\nnonsense\n${ana.email}`)
  await expect(dialog.getByText('1 address, 1 repeated, 1 not an address')).toBeVisible()
  await dialog.getByRole('button', { name: 'Leave it out' }).click()
  await dialog.getByLabel('Note').fill('See you on Monday')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(dialog.getByText('1 person was invited.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Actions for ${ana.email}` }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const link = page.getByRole('dialog').locator('code')
  await expect(link).toContainText('/invitation#')
  const address = await link.innerText()
  await page.getByRole('button', { name: 'Done' }).click()

  const other = await (await browser.newContext({ baseURL })).newPage()
  await other.goto(address)
  await expect(other.getByText('See you on Monday')).toBeVisible()
  // It leaves the address, which histories keep.
  await expect(other).toHaveURL(/\/invitation$/)
  await expectNoAxeViolations(other)
  await other.getByLabel('Your name').fill('Ana Lestari')
  await other.getByLabel('Password').fill(ana.password)
  await other.getByRole('button', { name: 'Create account and join' }).click()
  await expect(other).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('row', { name: /Ana Lestari/ })).toBeVisible()
  await expect(page.getByText('No open invitations')).toBeVisible()
  await other.close()

  const headers = { authorization: `Bearer ${maya.session.access_token}` }
  await page.request.post(createDriver.path, { headers, data: { name: 'Budi Santoso' } })
  await page.goto('/dashboard/drivers')
  await page.getByRole('row', { name: /Budi Santoso/ }).click()
  const made = page.waitForResponse((reply) => reply.url().endsWith('/code') && reply.request().method() === 'POST')
  await page.getByRole('button', { name: 'Show QR code' }).click()
  const code = (await (await made).json()) as { link: string }
  await expect(page.getByAltText(/QR code/)).toBeVisible()
  const phone = await (await browser.newContext({ baseURL })).newPage()
  await phone.goto(code.link)
  await expect(phone.getByRole('heading', { name: 'Sign in as Budi Santoso' })).toBeVisible()
  await phone.getByRole('button', { name: 'Sign this phone in' }).click()
  await expect(page.getByText('The phone is signed in')).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'No route for you yet' })).toBeVisible()
  await phone.close()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/member since/)).toBeVisible()
})
