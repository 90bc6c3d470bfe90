import type { Locator, Page } from '@playwright/test'
import { signUp } from './account.ts'
import { typeInto } from './date-field.ts'
import { expect, expectNoAxeViolations, expectNoDarkViolations, onPhoneToo, test } from './fixtures.ts'

/** Today in the browser's time zone, which a new workspace adopts. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(new Date())

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create New Job' })
const scheduledTime = (dialog: Locator) => dialog.getByRole('group', { name: 'Scheduled Time' })
const driverOf = (dialog: Locator) => dialog.getByRole('button', { name: /Assign Driver/ })
const tabOf = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const openDialog = (page: Page) => page.getByRole('button', { name: 'Create New Job' }).click()

async function fillJob(page: Page, delivery: string, time = `${today}T23:10`): Promise<void> {
  const dialog = dialogOf(page)
  await dialog.getByLabel('Pickup Address').fill('Jl. Gudang 7')
  await dialog.getByLabel('Delivery Address').fill(delivery)
  await typeInto(page, scheduledTime(dialog), time)
}

test.describe('a guest', () => {
  /** What the page requested, except its own files. */
  let calls: string[] = []
  test.beforeEach(async ({ page, baseURL }) => {
    calls = []
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      const isCall = ['fetch', 'xhr', 'websocket', 'eventsource', 'ping'].includes(request.resourceType())
      const isService = /^\/(v1|auth|realtime|storage)\//.test(pathname)
      if (origin !== baseURL || isService || (isCall && !pathname.startsWith('/assets/'))) calls.push(request.url())
    })
    page.on('websocket', (socket) => calls.push(socket.url()))
    await page.goto('/dashboard')
  })
  test.afterEach(() => expect(calls, 'calls on the demo').toEqual([]))

  test('sees sample data that is labeled as such', async ({ page }) => {
    await expect(page.getByText('You are looking at sample data.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText(['Overview', 'Jobs', 'Fleet', 'Drivers'])
    for (const figure of ['Active Deliveries', 'Waiting for a Driver', 'Drivers on Duty', 'On-time Rate']) {
      await expect(page.getByText(figure, { exact: true })).toBeVisible()
    }
    const job = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: 'KD-1042' })
    await expect(job).toContainText(
      /In Transit.*Driver.*Budi Santoso.*Pickup.*Jl. Industri Raya.*Delivery.*Rasuna Said.*ETA.*14:20–14:30/s,
    )
    await page.getByRole('link', { name: 'Start a free trial' }).click()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    // The sign-in page is not part of the demo: it asks the server for the ways to sign in.
    calls = calls.filter((url) => !url.endsWith('/app-config.json'))
  })

  test('switches tabs by mouse and keyboard', async ({ page }) => {
    await tabOf(page, 'Fleet').click()
    await expect(page.getByRole('list', { name: 'Fleet' })).toContainText('KA-1001')
    await expect(page).toHaveURL(/\/dashboard\?tab=fleet$/)
    await page.keyboard.press('ArrowRight')
    await expect(tabOf(page, 'Drivers')).toBeFocused()
    await expect(tabOf(page, 'Drivers')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('list', { name: 'Drivers' })).toContainText('Siti Rahmawati')
    await page.keyboard.press('ArrowRight')
    await expect(tabOf(page, 'Overview')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('tabpanel', { name: 'Jobs' })).toContainText('KD-1056')
    await page.reload()
    await expect(page.getByRole('tabpanel', { name: 'Jobs' })).toBeVisible()
    await page.keyboard.press('Home')
  })

  test('sees in the dialog what is missing, and Cancel adds nothing', async ({ page }) => {
    await openDialog(page)
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Create Job' }).click()
    await expect(dialog.getByText('Enter the pickup address.')).toBeVisible()
    await expect(dialog.getByText('Enter the delivery address.')).toBeVisible()
    await expect(dialog.getByText('Choose a date and time.')).toBeVisible()
    await expect(dialog.getByLabel('Pickup Address')).toBeFocused()
    await fillJob(page, '<script>alert(1)</script> 🏠'.repeat(20))
    await expect(dialog.getByText('Choose a date and time.')).toBeHidden()
    await dialog.getByRole('button', { name: 'Create Job' }).click()
    await expect(dialog.getByText('At most 300 characters.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await tabOf(page, 'Jobs').click()
    await expect(page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')).toHaveCount(6)
  })

  test('adds a delivery to the sample list', async ({ page }) => {
    await openDialog(page)
    await fillJob(page, '<b>Jl. Baru 1</b> 🏠', '2026-12-01T10:30')
    await driverOf(dialogOf(page)).click()
    await page.getByRole('option', { name: 'Siti Rahmawati' }).click()
    await dialogOf(page).getByRole('button', { name: 'Create Job' }).click()
    await expect(dialogOf(page)).toBeHidden()
    const jobs = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    await expect(jobs).toHaveCount(7)
    await expect(jobs.first()).toContainText(
      /KD-1057.*Assigned.*Siti Rahmawati.*Jl. Gudang 7.*<b>Jl. Baru 1<\/b> 🏠.*10:30/s,
    )
  })

  test('finds every tab and the dialog accessible', onPhoneToo, async ({ page, isMobile }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const name of ['Overview', 'Jobs', 'Fleet', 'Drivers']) {
      await tabOf(page, name).click()
      await expectNoAxeViolations(page)
      if (!isMobile) await expectNoDarkViolations(page)
    }
    await openDialog(page)
    await dialogOf(page).getByRole('button', { name: 'Create Job' }).click()
    await expectNoAxeViolations(page)
    if (!isMobile) await expectNoDarkViolations(page)
  })
})

test('a guest without JavaScript can read the overview', async ({ staticPage: page }) => {
  await page.goto('/dashboard')
  await expect(page.getByText('You are looking at sample data.')).toBeVisible()
  await expect(page.getByText('Active Deliveries', { exact: true })).toBeVisible()
  await expect(page.getByText('Jl. H. R. Rasuna Said 62, South Jakarta')).toBeVisible()
})

test.describe('a member', () => {
  test('of an empty workspace sees the same dashboard, and what to do first', async ({ page }) => {
    await signUp(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Welcome to Karta' })).toBeVisible()
    await expect(page.getByText('You are looking at sample data.')).toBeHidden()
    await expect(page.getByRole('tab')).toHaveText(['Overview', 'Jobs', 'Fleet', 'Drivers'])
    for (const figure of ['Deliveries today', 'To be planned', 'Planned or on the road', 'Delivered']) {
      await expect(page.getByText(figure, { exact: true })).toBeVisible()
    }
    await tabOf(page, 'Jobs').click()
    await expect(page.getByRole('heading', { name: 'No deliveries today' })).toBeVisible()
    await tabOf(page, 'Fleet').click()
    await expect(page.getByRole('heading', { name: 'No vehicles yet' })).toBeVisible()
    await tabOf(page, 'Drivers').click()
    await expect(page.getByRole('heading', { name: 'No drivers yet' })).toBeVisible()
    await expectNoAxeViolations(page)

    await tabOf(page, 'Overview').click()
    await page.getByRole('button', { name: 'Load sample data' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByText('2 of 3 steps done')).toBeVisible()
    await page.getByRole('button', { name: 'Hide these steps' }).click()
    await expect(page.getByText('120 of 120 pending')).toBeVisible()
  })

  test('creates a delivery for a driver, and finds it in both lists', async ({ page }) => {
    await signUp(page, { sampleData: true })
    await page.goto('/dashboard')
    await openDialog(page)
    const dialog = dialogOf(page)
    await fillJob(page, 'Jl. Tanpa Posisi 5')
    await expect(dialog.getByText('The time in Asia/Jakarta')).toBeVisible()
    await expect(driverOf(dialog)).toContainText('Let the planner decide')
    await driverOf(dialog).click()
    await page.getByRole('option', { name: 'Budi Santoso' }).click()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Create Job' }).click()

    await expect(page.getByText('Delivery #121 created')).toBeVisible()
    await expect(page.getByText(/Set its position so that it can be planned\.$/)).toBeVisible()
    const job = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first()
    await expect(job).toContainText(/#121.*Pending.*Wanted: Budi Santoso.*Jl. Gudang 7.*Jl. Tanpa Posisi 5.*ETA.*–/s)
    await expect(page).toHaveURL(/\?tab=jobs$/)
    await page.reload()
    await expect(job).toContainText('No position, so it cannot be planned.')

    await job.getByRole('link', { name: 'Set position' }).click()
    const drawer = page.getByRole('dialog', { name: 'Delivery #121' })
    await expect(drawer.getByLabel('Pickup address')).toHaveValue('Jl. Gudang 7')
    await expect(drawer.getByRole('button', { name: /Driver/ })).toContainText('Budi Santoso')
    await expect(drawer.getByRole('spinbutton', { name: /hour.*Not before/ })).toHaveText('22')
    await drawer.getByRole('button', { name: /Driver/ }).click()
    await page.getByRole('option', { name: 'Let the planner decide' }).click()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Delivery #121 saved')).toBeVisible()
    await expect(drawer).toBeHidden()
    await page.goBack()
    await expect(tabOf(page, 'Jobs')).toHaveAttribute('aria-selected', 'true')
    await expect(job).toContainText(/#121.*Not assigned/s)

    await page.getByRole('link', { name: 'All deliveries' }).click()
    await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
    await expect(page.getByRole('row', { name: /#121/ })).toContainText('Jl. Tanpa Posisi 5')
  })

  test('sees the fleet and the drivers, and undoes a new job', async ({ page }) => {
    await signUp(page, { sampleData: true })
    await page.goto('/dashboard')
    await tabOf(page, 'Fleet').click()
    const vehicle = page.getByRole('list', { name: 'Fleet' }).getByRole('listitem').first()
    await expect(vehicle).toContainText(/KA-1001.*Active.*Type.*Driver.*Fuel level.*%.*Last maintenance/s)
    await tabOf(page, 'Drivers').click()
    const driver = page.getByRole('list', { name: 'Drivers' }).getByRole('listitem').filter({ hasText: 'Budi Santoso' })
    await expect(driver).toContainText(/Active.*Vehicle.*KA-10\d\d.*Shift.*\d\d:\d\d–\d\d:\d\d/s)

    // An address that a delivery went to before keeps its position, so nothing is missing.
    await tabOf(page, 'Jobs').click()
    const jobs = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    const known = await jobs.first().locator('dd').nth(2).innerText()
    await openDialog(page)
    await fillJob(page, known)
    await dialogOf(page).getByRole('button', { name: 'Create Job' }).click()
    await expect(jobs.first()).toContainText('#121')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Delivery #121 deleted')).toBeVisible()
    await expect(jobs.first()).toContainText('#120')
  })

  test.describe('who loses the connection', () => {
    test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ })

    test('keeps what was typed, and creates the delivery once', async ({ page, context }) => {
      await signUp(page, { sampleData: true })
      await page.goto('/dashboard')
      await openDialog(page)
      await fillJob(page, 'Jl. Putus 1')
      await context.setOffline(true)
      await dialogOf(page).getByRole('button', { name: 'Create Job' }).click()
      await expect(dialogOf(page).getByText('The server cannot be reached.')).toBeVisible()
      await expect(dialogOf(page).getByLabel('Delivery Address')).toHaveValue('Jl. Putus 1')
      await context.setOffline(false)
      await typeInto(page, scheduledTime(dialogOf(page)), '0011-01-01T10:00')
      await dialogOf(page).getByRole('button', { name: 'Create Job' }).click()
      await expect(dialogOf(page).getByText('Choose a time between the years 1900 and 9999.')).toBeVisible()
      await typeInto(page, scheduledTime(dialogOf(page)), `${today}T12:00`)
      await dialogOf(page).getByRole('button', { name: 'Create Job' }).dblclick()
      const jobs = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
      await expect(jobs.nth(0)).toContainText('Jl. Putus 1')
      await expect(jobs.filter({ hasText: 'Jl. Putus 1' })).toHaveCount(1)
    })
  })

  test.describe('whose lists fail to load', () => {
    test.use({ expectedErrors: /status of 50\d/ })

    test('sees that and can try again', async ({ page }) => {
      await signUp(page, { sampleData: true })
      await page.goto('/dashboard')
      await page.route('**/v1/vehicles?*', (route) => route.fulfill({ status: 503, body: 'down' }))
      await tabOf(page, 'Fleet').click()
      await expect(page.getByText('The vehicles could not be loaded')).toBeVisible()
      await page.unroute('**/v1/vehicles?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('list', { name: 'Fleet' })).toContainText('KA-1001')
    })
  })
})
