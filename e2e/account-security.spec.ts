import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { register, signUp, type Account } from './account.ts'
import { expect, expectNoAxeViolations, expectNoOverflow, onPhoneToo, test } from './fixtures.ts'
import { codeIn, linkIn, mailTo } from './mail.ts'

/** The code of this half minute or the next, which is accepted early: each works once, and a test may need two. */
const nextCode = (secret: string, stepsAhead: number) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + stepsAhead * 30_000,
  })

async function signIn(page: Page, { email, password }: Account) {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens the page and waits until it has loaded: requests still under way when a session ends would be refused. */
async function openAccount(page: Page) {
  await page.goto('/my-account')
  await expect(page.getByText('Account created')).toBeVisible()
  await page.waitForLoadState('networkidle')
}

async function signOut(page: Page) {
  await openAccount(page)
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await page.waitForURL('**/signin')
}

const overview = (page: Page) => expect(page.getByRole('heading', { name: 'Welcome to Karta' })).toBeVisible()

test.describe('a session of yesterday', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('has to confirm who it belongs to before a second factor is added', onPhoneToo, async ({ page }) => {
    const { password } = await signUp(page)
    await openAccount(page)
    // What the server answers once the sign-in is no longer recent, which would take a quarter of an hour.
    const refusal = { code: 'reauthentication_needed', message: 'This change requires reauthentication' }
    const headers = { 'x-supabase-api-version': '2024-01-01' }
    await page.route('**/auth/v1/factors', (route) => route.fulfill({ status: 400, headers, json: refusal }), {
      times: 1,
    })
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    const check = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(check.getByLabel('Current password')).toBeFocused()
    await expectNoAxeViolations(page)
    await expectNoOverflow(page)
    await check.getByLabel('Current password').fill('not my password')
    await check.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(check.getByText('That is not your current password.')).toBeVisible()
    await check.getByLabel('Current password').fill(password)
    await check.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(check).toBeHidden()
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  })
})

test('a second factor is set up, asked for after the password, and replaced by a recovery code', async ({ page }) => {
  const account = await signUp(page)
  await openAccount(page)
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = await dialog.locator('code').innerText()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Code from the app').fill(nextCode(secret, 0))

  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCode = await codes.getByRole('listitem').first().innerText()
  await expectNoAxeViolations(page)
  await page.locator('label', { hasText: 'I have saved these codes' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('10 of 10 are left.')).toBeVisible()

  await signOut(page)
  await signIn(page, account)
  await page.waitForURL('**/signin/second-factor')
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await expectNoAxeViolations(page)
  // Until then no page of the account opens.
  await page.goto('/my-account')
  await page.waitForURL('**/signin/second-factor?next=/my-account')
  await page.getByLabel('Code from your app').fill(nextCode(secret, 1))
  await page.waitForURL('**/my-account')
  await expect(page.getByText('Account created')).toBeVisible()

  await signOut(page)
  await signIn(page, account)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/dashboard')
  await overview(page)

  await openAccount(page)
  await expect(page.getByText('9 of 10 are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the factor' }).click()
  await expect(page.getByText('None yet. An authenticator app takes a minute to set up.')).toBeVisible()
})

test('a device that is signed out from the list is out on its next request', async ({ page, browser, baseURL }) => {
  const account = await signUp(page)
  const other = await browser.newContext({ baseURL })
  const elsewhere = await other.newPage()
  await signIn(elsewhere, account)
  await overview(elsewhere)

  await openAccount(page)
  const devices = page.getByRole('list', { name: 'Devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText('This device')).toHaveCount(1)
  await devices.getByRole('button', { name: /^Sign out/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)

  await elsewhere.goto('/dashboard/drivers')
  // Left open: closing a window that has just been sent elsewhere hangs in every fourth run.
  await elsewhere.waitForURL('**/signin?next=**')
})

test('a passkey is added, named and signs in', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await signUp(page)
  await openAccount(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByText('Work laptop')).toBeVisible()

  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/dashboard')
  await overview(page)

  await openAccount(page)
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys).toContainText('last used')
  await passkeys.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the passkey' }).click()
  await expect(passkeys).toBeHidden()
})

test('a forgotten password is reset with a mailed link that works once', async ({ page, browser, baseURL }) => {
  const { email } = await register(page)
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expectNoAxeViolations(page)

  const link = linkIn(await mailTo(page, email, /password/i))
  await page.goto(link)
  await page.getByRole('button').click()
  await page.waitForURL('**/signin/reset*')
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'You have a new password' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await overview(page)

  // Now the link is used up, in every browser.
  const stranger = await browser.newContext({ baseURL })
  const elsewhere = await stranger.newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await stranger.close()
})

test('the code of a sign-in mail works on any device, and then its link is used up', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await register(page)
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in without a password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const mail = await mailTo(page, email, /sign.in/i)

  const other = await browser.newContext({ baseURL })
  const phone = await other.newPage()
  await phone.goto('/signin/confirm')
  await phone.getByLabel('Email').fill(email)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await phone.getByLabel('Code from the email').fill(codeIn(mail))
  await phone.waitForURL('**/dashboard')
  await overview(phone)
  await other.close()

  await page.goto(linkIn(mail))
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a sign-in link opened in another browser explains why it does not work there', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await register(page)
  await page.goto('/signin/link')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  const link = linkIn(await mailTo(page, email, /sign.in/i))

  const other = await browser.newContext({ baseURL })
  const elsewhere = await other.newPage()
  await elsewhere.goto(link)
  await elsewhere.getByRole('button').click()
  await expect(elsewhere.getByRole('heading', { name: 'This link belongs to another browser' })).toBeVisible()
  await expect(elsewhere.getByRole('link', { name: 'Sign in with your password' })).toBeVisible()
  await other.close()
})

test('a link that holds a session asks before it signs in; an invitation asks for a name and a password', async ({
  page,
}) => {
  // Links like these are made without a browser asking: for an invitation, or by an operator.
  const { email, session } = await register(page)
  const { access_token: access, refresh_token: refresh } = session
  const tokens = `access_token=${access}&refresh_token=${refresh}&expires_in=3600&token_type=bearer&sb=`

  await page.goto(`/dashboard#${tokens}&type=magiclink`)
  await expect(page.getByRole('heading', { name: 'Sign in with this link?' })).toBeVisible()
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => localStorage.getItem('karta-session'))).toBeNull()

  await page.goto(`/signin/invitation#${tokens}&type=invite`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel('Your name').fill('Ann Lee')
  await page.getByLabel('New password').fill('123')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(page.getByText('A password has at least 6 characters.')).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue('Ann Lee')
  await page.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.waitForURL('**/dashboard')
  await overview(page)
})

test.describe('changes of the account', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('the password and address can be changed, and a deletion undone', async ({ page }) => {
    const account = await signUp(page)
    await openAccount(page)
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByLabel('Current password').fill('not my password')
    await page.getByLabel('New password').fill('a better password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('That is not your current password.')).toBeVisible()
    await expect(page.getByLabel('New password')).toHaveValue('a better password')
    await page.getByLabel('Current password').fill(account.password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Your password has been changed.')).toBeVisible()

    const newEmail = `new-${account.email}`
    await page.getByRole('button', { name: 'Change Email' }).click()
    await page.getByLabel('New email').fill(newEmail)
    await page.getByLabel('Current password').fill('a better password')
    await page.getByRole('button', { name: 'Save email' }).click()
    await expect(page.getByText('Your email has been changed.')).toBeVisible()
    await expect(page.getByRole('main').getByText(newEmail).first()).toBeVisible()

    await expectNoOverflow(page)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^karta-my-data-\d{4}-\d\d-\d\d\.json$/)

    await page.getByRole('button', { name: 'Delete Account' }).click()
    await expect(page.getByRole('heading', { name: 'Delete your account?' })).toBeVisible()
    await page.getByText('Delete it too').click()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('dialog').getByText(`Type ${newEmail} to confirm.`)).toBeVisible()
    await page.getByLabel(`Type ${newEmail} to confirm`).fill(newEmail)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByText(/Your account will be deleted on/)).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Undo the deletion' }).click()
    await expect(page.getByText(/Your account will be deleted on/)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible()
  })
})

test('the form shows a provider’s refusal, and an open tab follows when another one signs in', async ({
  page,
  context,
}) => {
  await page.goto('/signin?error=access_denied&error_code=access_denied&error_description=The+user+refused')
  await expect(page.getByRole('alert')).toContainText('You did not allow the sign-in, so nothing happened.')
  await expectNoAxeViolations(page)
  const account = await register(page)
  const second = await context.newPage()
  await signIn(second, account)
  await page.waitForURL('**/dashboard')
})
