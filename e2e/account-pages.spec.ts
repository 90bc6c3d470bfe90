import { register, signUp } from './account.ts'
import { typeInto } from './date-field.ts'
import { expect, test } from './fixtures.ts'

test('the configuration page has the specified fields and defaults, and logs what a guest saves', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.goto('/config')
  await expect(page.getByRole('heading', { name: 'Basic Configuration' })).toBeVisible()
  const address = page.getByLabel('Main Depot Address')
  await expect(address).toHaveAttribute('required', '')
  for (const [label, value] of [
    ['Start Time', '09:00'],
    ['End Time', '17:00'],
  ] as const) {
    const field = page.getByRole('group', { name: label })
    await expect(field).toContainText(value)
    await expect(field.getByRole('spinbutton').first()).toHaveAttribute('aria-required', 'true')
  }
  const zone = page.getByLabel('Time Zone')
  await expect(zone).toHaveValue('Asia/Jakarta')
  expect(await zone.locator('option').count()).toBeGreaterThan(300)

  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(page.getByText('Enter the address that your routes start from.')).toBeVisible()

  await address.fill('<script>alert(1)</script> 🏠 Jl. Sudirman 1')
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(page.getByText('Saved on this page: 09:00 to 17:00, Asia/Jakarta.')).toBeVisible()
  expect(logged.some((line) => line.startsWith('Configuration saved:'))).toBe(true)
})

test('members save their workspace and its main depot there', async ({ page }) => {
  await signUp(page)
  await page.goto('/config')
  const address = page.getByLabel('Main Depot Address')
  await address.fill('Jl. Gatot Subroto 10')
  await typeInto(page, page.getByRole('group', { name: 'Start Time' }), '07:30')
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(page.getByText('Click the depot’s location on the map.')).toBeVisible()
  await page.locator('.leaflet-container').click({ position: { x: 120, y: 90 } })
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(page.getByText('Configuration saved.')).toBeVisible()

  await page.reload()
  await expect(address).toHaveValue('Jl. Gatot Subroto 10')
  await expect(page.getByRole('group', { name: 'Start Time' })).toHaveText(/07:30/)
  await page.goto('/dashboard/depots')
  await expect(page.getByText('Jl. Gatot Subroto 10').filter({ visible: true }).first()).toBeVisible()
})

test('guests who open the account page are sent to the sign-in page, which remembers where they were going', async ({
  page,
}) => {
  await page.goto('/my-account')
  await page.waitForURL('**/signin?next=/my-account')
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
})

test('the account page shows the address and sign-up day, changes the password, and signs out', async ({ page }) => {
  const account = await signUp(page)
  await page.goto('/my-account')
  await expect(page.getByRole('main').getByText(account.email).first()).toBeVisible()
  await expect(page.getByText('Account created')).toBeVisible()

  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Enter your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(account.password)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('A password has at least 6 characters.')).toBeVisible()
  await page.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByRole('heading', { name: 'Delete your account?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep my account' }).click()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('**/signin')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill('a better password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
})

test.describe('while the server is slow or away', () => {
  test.use({ expectedErrors: /Failed to load resource|could not be fetched/ })

  test('the account page shows a spinner, then what went wrong', async ({ page }) => {
    await signUp(page)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/auth/v1/user', async (route) => {
      await held
      await route.abort()
    })
    await page.goto('/my-account')
    await expect(page.getByText('Loading your account')).toBeVisible()
    release()
    await expect(page.getByText('Your account could not be loaded.')).toBeVisible({ timeout: 30_000 })
    await page.unroute('**/auth/v1/user')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Account created')).toBeVisible()
  })

  test('the sign-in form says that it is waiting, and keeps what was typed', async ({ page }) => {
    await page.goto('/signin')
    await page.getByLabel('Email').fill('somebody@example.com')
    await page.getByLabel('Password').fill('their password')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/auth/v1/token**', async (route) => {
      await held
      await route.abort()
    })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Please wait...' })).toBeDisabled()
    release()
    await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('somebody@example.com')
  })
})

test('the sign-in form checks its fields before it sends, and keeps them when its mode changes', async ({ page }) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Enter your email address.')).toBeVisible()
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Password').fill('12345')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Enter an email address like name@example.com.')).toBeVisible()
  await expect(page.getByText('A password has at least 6 characters.')).toBeVisible()

  await page.getByRole('link', { name: 'Start your 7-day free trial' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('not an address')
})

test('signing in never leads to another site', async ({ page }) => {
  const account = await register(page)
  await page.goto('/signin?next=https://evil.example/')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
})

test('the sign-in page has the specified fields', async ({ page }) => {
  await page.goto('/signin')
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
  const email = page.getByLabel('Email')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('required', '')
  const password = page.getByLabel('Password')
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('required', '')
  await expect(password).toHaveAttribute('minlength', '6')
  await expect(page.getByText('Password must be at least 6 characters')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
})

test('the Google button shows that it is connecting, and that it failed', async ({ page }) => {
  await page.goto('/signin')
  // As on a server with Google set up, whose address then cannot be opened.
  await page.evaluate("Object.assign(globalThis.kartaConfig, { publishable_key: '', providers: { google: true } })")
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/**', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('button', { name: 'Connecting...' })).toBeDisabled()
  release()
  await expect(page.getByText('Failed to connect with Google. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
})

test('the sign-in page sends members on to the dashboard', async ({ page }) => {
  await signUp(page)
  await page.goto('/signin')
  await page.waitForURL('**/dashboard')
})
