import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test('the sign-in page opens, works without stray errors and is accessible', async ({ page }) => {
  await page.goto('/signin')
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test.describe('an address that does not exist', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('is answered with status 404 and a page that says so', async ({ page }) => {
    const reply = await page.goto('/no-such-page')
    expect(reply?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  })
})
