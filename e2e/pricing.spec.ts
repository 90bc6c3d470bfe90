import { plans } from '#web/marketing/pricing/plans.ts'
import { expect, expectAlive, test } from './fixtures.ts'

test('shows the three plans with their prices and contents', async ({ staticPage: page }) => {
  await page.goto('/pricing')
  const expected = [
    ['Free', '$0', ['Up to 1,000 deliveries a month', 'Basic route optimization', 'Single driver', 'Email support']],
    [
      'Standard',
      '$19.99',
      [
        'per license per month',
        'Unlimited deliveries',
        'Advanced route optimization',
        'Multi-driver',
        'Real-time tracking',
        'Analytics',
        'Priority support',
      ],
    ],
    ['Enterprise', 'Custom', ['Dedicated account manager', 'API access']],
  ] as const
  expect(plans.map(({ name }) => name)).toEqual(expected.map(([name]) => name))
  for (const [name, price, contents] of expected) {
    const card = page.getByRole('listitem', { name, exact: true })
    await expect(card.getByText(price, { exact: true })).toBeVisible()
    for (const text of contents) await expect(card.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('Popular', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('listitem', { name: 'Standard', exact: true }).getByText('Popular')).toBeVisible()
})

test('the table compares the API limits, and the trial is 7 days with full access', async ({ staticPage: page }) => {
  await page.goto('/pricing')
  const row = page.getByRole('row', { name: /^API requests a month/ })
  await expect(row.getByRole('cell')).toHaveText(['1,000', '50,000', 'Custom'])
  await expect(page.getByText('7-day free trial with full access')).toBeVisible()
  await page.getByText('What’s in the 7-day trial?').click()
  await expect(page.getByText('no payment details. After seven days')).toBeVisible()
})

test('the trial leads to the form for a new account, and Contact Sales to a message to sales', async ({ page }) => {
  for (const name of ['Free', 'Standard']) {
    await page.goto('/pricing')
    await expectAlive(page)
    await page.getByRole('listitem', { name, exact: true }).getByRole('link', { name: 'Start Free Trial' }).click()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  }
  await page.goto('/pricing')
  await expectAlive(page)
  const enterprise = page.getByRole('listitem', { name: 'Enterprise', exact: true })
  await enterprise.getByRole('link', { name: 'Contact Sales' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { name: 'Contact Sales' })).toBeVisible()
  expect(await page.evaluate(() => history.state.usr)).toEqual({ sales: true })
})
