import { expect, test } from './fixtures.ts'

test('/about makes the claims of the specification', async ({ staticPage: page }) => {
  await page.goto('/about')
  for (const [label, value] of [
    ['founded', '2020'],
    ['countries', '15+'],
    ['staff', '100+'],
    ['monthly deliveries', '1M+'],
  ] as const) {
    const figure = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
    await expect(figure.getByRole('definition')).toHaveText(value)
  }
  for (const claim of [
    'Delivery time cut by up to 30%',
    'Route planning time reduced by 90%',
    'Support replies within 24 hours',
  ]) {
    await expect(page.getByRole('heading', { name: claim })).toBeVisible()
  }
  await expect(page.getByText('Mon-Fri, 9am to 6pm local time')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Run Karta on your own machine' })).toContainText('npm ci && npm start')
})
