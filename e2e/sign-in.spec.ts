import { newAccount, register } from './account.ts'
import { expect, test } from './fixtures.ts'

test('a person signs up, signs out, is kept out, and signs in again to the page they wanted', async ({ page }) => {
  const account = newAccount()
  await page.goto('/signin?mode=sign-up')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome to Karta' })).toBeVisible()

  await page
    .getByRole('button', { name: /account/i })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.waitForURL('**/signin')

  await page.goto('/dashboard/drivers')
  await page.waitForURL('**/signin?next=%2Fdashboard%2Fdrivers')
  await page.getByLabel('Email').fill(account.email.toUpperCase())
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/dashboard/drivers')
  await expect(page.getByRole('heading', { name: 'Drivers', exact: true })).toBeVisible()
})

test.describe('refusals', () => {
  test.use({ expectedErrors: /status of 4(00|22)/ })

  test('have the sentences of the specification, and changing the mode clears them', async ({ page }) => {
    const account = await register(page)
    await page.goto('/signin?mode=sign-up')
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password').fill('another password')
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await page.getByRole('button', { name: 'Create account' }).click()
    const taken = page.getByText('This email is already registered. Please sign in instead.')
    await expect(taken).toBeVisible()

    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
    await expect(taken).toBeHidden()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Invalid email or password. Please try again.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
  })
})
