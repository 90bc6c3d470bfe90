import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'

test.skip(({ isMobile }) => isMobile, 'The way leads through the provider, which is the same on every screen.')

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

test('who refuses at Google is back on the sign-in page, with a sentence', async ({ page }) => {
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
