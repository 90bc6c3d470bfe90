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
  ['/dashboard', '120 of 120 pending'],
  ['/dashboard?tab=jobs', '#120'],
  ['/dashboard?tab=fleet', 'KA-1001'],
  ['/dashboard?tab=drivers', 'Budi Santoso'],
  ['/dashboard/deliveries', 'of 120'],
  ['/dashboard/planning', 'Budi Santoso'],
  ['/dashboard/drivers', 'Budi Santoso'],
  ['/dashboard/vehicles', 'KA-1001'],
  ['/dashboard/depots', 'Default'],
  ['/dashboard/integrations', 'Not connected'],
  ['/dashboard/settings', 'No API keys yet'],
  ['/my-account', 'Account created'],
  ['/config', 'Main Depot Address'],
] as const

test('every page for members is accessible and no wider than the screen', onPhoneToo, async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page, { sampleData: true })
  for (const [path, words] of pages) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
      await expectNoAxeViolations(page)
      if (!isMobile) await expectNoDarkViolations(page)
      await expectNoOverflow(page)
    })
  }
})
