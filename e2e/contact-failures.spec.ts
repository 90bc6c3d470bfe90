import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { expectTyped, fill, form, message, problem, sendButton } from './message-form.ts'

test.use({ expectedErrors: /status of (400|429|500|503)|net::ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED)/ })

const limited = { code: 'rate_limited', title: 'Too many requests.', status: 429, retry_after_seconds: 540 }
const broken = { code: 'internal', title: 'Something went wrong on our side.', status: 500, request_id: 'r-1' }
const failures: [string, (page: Page) => Promise<unknown>, RegExp][] = [
  [
    'the network is lost',
    (page) => page.route('**/v1/**', (route) => route.abort('internetdisconnected')),
    /cannot be reached/,
  ],
  [
    'the server breaks',
    (page) => page.route('**/v1/contact', (route) => route.fulfill(problem(broken))),
    /wrong on our side.*Nothing you entered is lost/,
  ],
  [
    'the limit is reached',
    (page) => page.route('**/v1/contact', (route) => route.fulfill(problem(limited))),
    /Try again in 9 minutes/,
  ],
  [
    'a proxy answers with a page of its own',
    (page) => page.route('**/v1/contact', (route) => route.fulfill({ status: 503, body: '<h1>Bad</h1>' })),
    /Try again shortly/,
  ],
]
test('whatever fails, the form says so and keeps everything, and Try Again sends it', async ({ page }) => {
  await page.goto('/contact')
  const typed = await fill(page)
  await sendButton(page).focus()
  for (const [what, fail, sentence] of failures) {
    await test.step(what, async () => {
      await fail(page)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
      await expectTyped(page, typed)
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeFocused()
      await page.unrouteAll()
    })
  }
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Message Sent!')).toBeVisible()
})

test('leaving the page while a message is being sent loses nothing', async ({ page }) => {
  await page.route('**/v1/contact', (route) => route.abort('connectionreset'))
  await page.goto('/contact')
  const typed = await fill(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).focus()
  await form(page).evaluate((each: HTMLFormElement) => each.requestSubmit())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/careers')
  await page.goBack()
  await expectTyped(page, typed)
})

test('when the answer is lost, sending again does not make a second message', async ({ page }) => {
  const ids: string[] = []
  await page.route('**/v1/contact', async (route) => {
    const response = await route.fetch()
    ids.push((await response.json()).id)
    if (ids.length === 1) await route.abort('connectionreset')
    else await route.fulfill({ response })
  })
  await page.goto('/contact')
  await fill(page)
  await sendButton(page).click()
  await expect(page.getByText(/cannot be reached/)).toBeVisible()
  await page.reload()
  await sendButton(page).click()
  await expect(page.getByText('Message Sent!')).toBeVisible()
  expect(ids).toHaveLength(2)
  expect(ids[1]).toBe(ids[0])
})

test('what the server refuses is shown beside its field, even for a text of 100 kB', async ({ page }) => {
  await page.goto('/contact')
  const typed = await fill(page, { ...message(), email: 'ann@example', text: 'x'.repeat(100_000) })
  await sendButton(page).click()
  await expect(page.getByText('Not sent yet. Please check the marked fields.')).toBeVisible()
  await expect(form(page).getByLabel('Email')).toBeFocused()
  await expect(form(page).getByLabel('Email')).toHaveAccessibleDescription(/like name@example.com/)
  await expect(form(page).getByLabel('Message')).toHaveAccessibleDescription('At most 20000 characters.')
  await expectTyped(page, typed)
  await page.reload()
  await expectTyped(page, typed)
})
