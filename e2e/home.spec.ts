import { expect, expectAlive, test } from './fixtures.ts'

test('hero, six feature cards and a final call to action', async ({ page }) => {
  await page.goto('/')
  await expectAlive(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Optimize Your Last-Mile Delivery' })).toBeVisible()
  const trial = page.getByRole('main').getByRole('link', { name: 'Start 7-Day Free Trial' })
  await expect(trial).toHaveAttribute('href', '/signin')
  await expect(page.locator('#features').getByRole('listitem')).toHaveCount(6)
  await expect(page.getByRole('main').getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute(
    'href',
    '/signin',
  )

  await trial.click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
})
