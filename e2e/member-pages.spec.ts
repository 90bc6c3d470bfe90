import type { Page } from '@playwright/test'
import { signUp } from './account.ts'
import {
  expect,
  expectNoAxeViolations,
  expectNoDarkViolations,
  expectNoOverflow,
  onSmallScreen,
  test,
  watchErrors,
} from './fixtures.ts'

/** Every page that members work on, with words that appear once its data has loaded. */
const pages = [
  ['/dashboard', 'Your first planned day'],
  ['/dashboard?tab=jobs', '#120'],
  ['/dashboard?tab=fleet', 'KA-1001'],
  ['/dashboard?tab=drivers', 'Budi Santoso'],
  ['/dashboard/deliveries', 'of 120'],
  ['/dashboard/deliveries?new=1', 'Order of several stops'],
  ['/dashboard/recurring', 'No recurring orders yet'],
  ['/dashboard/recurring?new=1', 'Order of several stops'],
  ['/dashboard/planning', 'Budi Santoso'],
  ['/dashboard/planning/week/now', 'drivers work'],
  ['/dashboard/analytics', 'Nothing to show in these days'],
  ['/dashboard/analytics/addresses', 'No address made trouble in these days'],
  ['/dashboard/analytics/reports', 'No reports yet'],
  ['/dashboard/analytics/reports/new?split=driver', 'Nothing was delivered or attempted in these days'],
  ['/dashboard/rehearse', 'This day has no plan yet'],
  ['/dashboard/replay', 'Nobody was on shift'],
  ['/dashboard/kitchens', 'Add the kitchens and shops that you deliver for'],
  ['/dashboard/drivers', 'Budi Santoso'],
  ['/dashboard/drivers?import=1', 'Or paste rows from a spreadsheet'],
  ['/dashboard/vehicles', 'KA-1001'],
  ['/dashboard/vehicles?fuel=import', 'Or paste rows from a spreadsheet'],
  ['/dashboard/transfers', 'Nothing has to go to another depot'],
  ['/dashboard/pay', 'Nobody worked in this period'],
  ['/dashboard/depots', 'Default'],
  ['/dashboard/calendar', 'Days off and holidays ahead'],
  ['/dashboard/territories', 'No territories yet'],
  ['/dashboard/settings/planning', 'Traffic over the day'],
  ['/dashboard/settings/custom-fields', 'No fields yet'],
  ['/dashboard/addresses', 'Every position is good'],
  ['/dashboard/addresses?tab=learned', 'Nothing new'],
  ['/dashboard/addresses?tab=book', 'No addresses yet'],
  ['/dashboard/notifications', 'No messages yet'],
  ['/dashboard/cold-chain', 'No vehicle keeps a temperature'],
  ['/dashboard/integrations', 'Not connected'],
  ['/dashboard/integrations/woocommerce', 'No shop is connected here'],
  ['/dashboard/billing', 'Active drivers'],
  ['/dashboard/billing/usage', 'Deliveries added'],
  ['/dashboard/settings', 'Programs and records'],
  ['/dashboard/settings/alerts', 'If nobody sees an urgent alert'],
  ['/dashboard/settings/tracking', 'Show the van on the map'],
  ['/dashboard/settings/notifications', 'Preview with'],
  ['/dashboard/settings/shipping', 'At the checkout'],
  ['/dashboard/settings/mail-in', 'This installation takes no mail yet'],
  ['/dashboard/settings/slots', 'Days without slots'],
  ['/dashboard/settings/road', 'How accurate expected arrivals were'],
  ['/dashboard/api-keys', 'No API keys yet'],
  ['/dashboard/apps', 'No apps yet'],
  ['/dashboard/webhooks', 'No webhooks yet'],
  ['/my-account', 'Account created'],
  ['/config', 'Main Depot Address'],
] as const

/** One page, signed in to an account with sample data, which these tests only look at: it loads the scripts once. */
let page: Page
let stray: string[]
test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...test.info().project.use, reducedMotion: 'reduce' })
  stray = watchErrors(context, baseURL!)
  page = await context.newPage()
  await signUp(page, { sampleData: true })
})
test.afterAll(() => page.context().close())

for (const [path, words] of pages) {
  test(`${path} is accessible to members and no wider than the screen`, async () => {
    await page.goto(path)
    await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
    await expectNoAxeViolations(page)
    await expectNoDarkViolations(page)
    await expectNoOverflow(page)
    await onSmallScreen(page, async () => {
      await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
      await expectNoAxeViolations(page)
      await expectNoOverflow(page)
    })
    expect(stray, 'unexpected errors on the page').toEqual([])
  })
}
