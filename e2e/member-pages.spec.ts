import type { BrowserContext } from '@playwright/test'
import { signUp } from './account.ts'
import {
  expect,
  expectNoAxeViolations,
  expectNoDarkViolations,
  expectNoOverflow,
  onPhoneToo,
  test,
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
  ['/dashboard/drivers', 'Budi Santoso'],
  ['/dashboard/vehicles', 'KA-1001'],
  ['/dashboard/depots', 'Default'],
  ['/dashboard/calendar', 'Days off and holidays ahead'],
  ['/dashboard/territories', 'No territories yet'],
  ['/dashboard/settings/planning', 'Traffic over the day'],
  ['/dashboard/settings/custom-fields', 'No fields yet'],
  ['/dashboard/addresses', 'Every position is good'],
  ['/dashboard/addresses?tab=book', 'No addresses yet'],
  ['/dashboard/integrations', 'Not connected'],
  ['/dashboard/settings', 'Manage API keys'],
  ['/dashboard/api-keys', 'No API keys yet'],
  ['/my-account', 'Account created'],
  ['/config', 'Main Depot Address'],
] as const

/** The session of one account with sample data, which these tests only look at. */
let session: Awaited<ReturnType<BrowserContext['storageState']>>
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext(test.info().project.use)
  await signUp(await context.newPage(), { sampleData: true })
  session = await context.storageState()
  await context.close()
})

for (const [path, words] of pages) {
  test(`${path} is accessible to members and no wider than the screen`, onPhoneToo, async ({ page, isMobile }) => {
    await page.context().setStorageState(session)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
    await expectNoAxeViolations(page)
    if (!isMobile) await expectNoDarkViolations(page)
    await expectNoOverflow(page)
  })
}
