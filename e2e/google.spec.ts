import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { register } from './account.ts'
import { expect, expectAlive, test } from './fixtures.ts'

test('Continue with Google leads through the provider to the dashboard', async ({ page }) => {
  const email = `${randomUUID()}@example.com`
  await page.goto('/signin')
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toMatchObject({
    access_type: 'offline',
    prompt: 'consent',
    code_challenge_method: 'S256',
  })
  await expect(page.getByRole('heading', { name: 'Karta would like to know who you are' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill('Siti Rahma')
  await page.getByRole('button', { name: 'Allow' }).click()

  await page.waitForURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Welcome to Karta' })).toBeVisible()
  await page.goto('/my-account')
  await expect(page.getByRole('main').getByText(email).first()).toBeVisible()
})

test('refusing at Google leads back to the sign-in page, which says so', async ({ page }) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const back = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/auth/v1/callback')
  await page.getByRole('button', { name: 'Refuse' }).click()
  const { searchParams } = new URL((await back).headers().location!)
  expect(searchParams.get('error')).toBe('access_denied')
  expect(searchParams.get('error_description')).toBe('The person did not allow access')

  await page.waitForURL(/\/signin\b/)
  await expect(page.getByRole('alert')).toHaveText(/\S.*\.$/)
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
})

/** Goes to the provider and allows; returns the address that the browser was sent back to. */
async function comeBackAs(page: Page, email: string, { verified }: { verified: boolean }): Promise<string> {
  await page.goto('/signin')
  await expectAlive(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('The email is verified').setChecked(verified)
  const back = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/auth/v1/callback')
  await page.getByRole('button', { name: 'Allow' }).click()
  return (await back).url()
}

test('an account with a password also opens through Google, unless Google has not verified the address', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await register(page)
  const stranger = await browser.newPage({ baseURL })
  await comeBackAs(stranger, email, { verified: false })
  await expect(stranger.getByRole('alert')).toContainText('Your address is not confirmed there yet. Confirm it there')
  await stranger.close()

  const owner = await browser.newPage({ baseURL })
  await comeBackAs(owner, email, { verified: true })
  await owner.waitForURL(/\/dashboard$/)
  await owner.goto('/my-account')
  const ways = owner.getByRole('list', { name: 'Ways to sign in' })
  await expect(ways).toContainText('Email and password')
  await expect(ways).toContainText('Google')
  await owner.close()
})

test('a return from Google that was used before asks to try again', async ({ page, browser, baseURL }) => {
  const used = await comeBackAs(page, `${randomUUID()}@example.com`, { verified: true })
  await page.waitForURL(/\/dashboard$/)
  const again = await browser.newPage({ baseURL })
  await again.goto(used)
  await expect(again.getByRole('alert')).toHaveText('The sign-in took too long or was interrupted. Please try again.')
  await again.close()
})
