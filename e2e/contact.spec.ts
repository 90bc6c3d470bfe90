import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, forbidStorage, onPhoneToo, test } from './fixtures.ts'
import { mailbox } from './mail.ts'
import { expectTyped, fill, form, message, sendButton } from './message-form.ts'

/** How many mails about this sender the operator has. */
async function mailsAbout(page: Page, email: string): Promise<number> {
  const text = await (await page.request.get(mailbox())).text()
  return text.split(email).length - 1
}

test('shows contact details, questions and a form with five fields, three of them required', async ({
  staticPage: page,
}) => {
  await page.goto('/contact')
  await expect(page.locator('noscript p')).toContainText('This form needs JavaScript')
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeDisabled()
  await expect(page.getByText('Support replies within 24 hours.')).toBeVisible()
  await expect(page.getByText('Mon-Fri, 9am to 6pm local time. Leave your number in the form')).toBeVisible()
  await page.getByText('What happens in a demo?').click()
  await expect(page.getByText('Bring a file of orders')).toBeVisible()
  for (const [label, isRequired] of [
    ['Name', true],
    ['Email', true],
    ['Phone', false],
    ['Company', false],
    ['Message', true],
  ] as const) {
    const field = form(page).getByLabel(label)
    expect(await field.evaluate((each: HTMLInputElement) => each.required), label).toBe(isRequired)
  }
  await expect(form(page).getByLabel('Email')).toHaveAttribute('type', 'email')
})

test('shows the address, phone number and email that the operator has set', async ({ page }) => {
  await page.route('/app-config.js', async (route) => {
    const script = await (await route.fetch()).text()
    const contact = { address: '12 Market Street\nSpringfield', phone: '+1 555 010 0100', email: 'hello@example.com' }
    await route.fulfill({
      body: `${script}kartaConfig.contact = ${JSON.stringify(contact)}`,
      contentType: 'text/javascript',
    })
  })
  await page.goto('/contact')
  await expect(page.getByRole('link', { name: 'hello@example.com' })).toHaveAttribute(
    'href',
    'mailto:hello@example.com',
  )
  await expect(page.getByRole('link', { name: '+1 555 010 0100' })).toHaveAttribute('href', 'tel:+15550100100')
  await expect(page.getByText('12 Market Street')).toBeVisible()
})

test('shows beside each field what is missing, and focuses the first', async ({ page }) => {
  await page.goto('/contact')
  await form(page).getByLabel('Email').fill('not an address')
  await sendButton(page).click()
  await expect(form(page).getByLabel('Name')).toBeFocused()
  await expect(form(page).getByLabel('Name')).toHaveAccessibleDescription('Enter your name.')
  await expect(form(page).getByLabel('Email')).toHaveAccessibleDescription(/like name@example.com/)
  await expect(form(page).getByLabel('Message')).toHaveAccessibleDescription('Enter a message.')
  await expectNoAxeViolations(page)
  await page.keyboard.type('Ann')
  await expect(form(page).getByText('Enter your name.')).toBeHidden()
})

test('confirms for 3 seconds once the server has the message, then shows an empty form', async ({ page }) => {
  await page.clock.install({ time: '2026-11-21T10:00:00Z' })
  await page.route('**/v1/contact', async (route) => {
    const response = await route.fetch()
    expect(response.status()).toBe(201)
    // Slightly ahead of now, so that the request does not time out.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    await route.fulfill({ response })
  })
  await page.goto('/contact')
  await expect(sendButton(page)).toBeEnabled()
  const { email } = await fill(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Message Sent!')).toBeVisible()
  await expect(form(page)).toBeHidden()
  await page.clock.runFor(2900)
  await expect(page.getByText('Message Sent!')).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByText('Message Sent!')).toBeHidden()
  await expect(form(page).getByText('We got your message.')).toBeVisible()
  await expectTyped(page, { name: '', email: '', text: '' })
  await page.reload()
  await expectTyped(page, { name: '', email: '', text: '' })
  expect(await mailsAbout(page, email)).toBeGreaterThan(0)
})

for (const [link, title, topic] of [
  ['Book a Demo', 'Book a Demo', 'demo'],
  ['Contact Sales', 'Contact Sales', 'sales'],
] as const) {
  test(`from ${link} the form says what it asks for, and sends it`, onPhoneToo, async ({ page, isMobile }) => {
    await page.goto('/pricing')
    if (topic === 'demo' && isMobile) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: link }).filter({ visible: true }).first().click()
    await expect(page).toHaveURL('/contact')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    if (topic === 'demo') await expect(page.getByText('This message requests a demo')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await fill(page)
    const request = page.waitForRequest((each) => each.url().endsWith('/v1/contact') && each.method() === 'POST')
    await sendButton(page).click()
    expect((await request).postDataJSON()).toMatchObject({ topic, name: 'Ann Example' })
    await expect(page.getByText('Message Sent!')).toBeVisible()
  })
}

test('a request for a demo can become another question and keeps what was typed', async ({ page }) => {
  await page.goto('/contact')
  // The page must be hydrated before its address changes, or it hydrates another page than the server sent.
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled()
  await page.evaluate(() => history.replaceState({ usr: { demo: true }, key: 'demo', idx: 0 }, '', '/contact'))
  await page.reload()
  const typed = await fill(page)
  await page.getByRole('button', { name: 'Ask about something else' }).click()
  await expect(page.getByRole('heading', { name: 'Send us a message' })).toBeVisible()
  await expectTyped(page, typed)
})

test('a double click and Enter together send one message', async ({ page }) => {
  const keys: (string | undefined)[] = []
  const looked = Promise.withResolvers<void>()
  await page.route('**/v1/contact', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await looked.promise
    await route.continue()
  })
  await page.goto('/contact')
  await fill(page)
  await form(page).evaluate((each: HTMLFormElement) => {
    each.requestSubmit()
    each.requestSubmit()
    each.requestSubmit()
  })
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  looked.resolve()
  await expect(page.getByText('Message Sent!')).toBeVisible()
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
})

test('script, HTML and emoji are sent as they are', async ({ page }) => {
  await page.goto('/contact')
  const text = '<script>document.title = "taken"</script><img src=x onerror=alert(1)> 🚚👩🏽‍🚀 \'; drop table x; --'
  await fill(page, { ...message(), name: '<b>Ann</b> 🚚', text })
  await sendButton(page).click()
  await expect(page.getByText('Message Sent!')).toBeVisible()
  await expect(page).toHaveTitle('Contact · Karta')
})

test('what was typed survives leaving, going back and a reload', async ({ page }) => {
  await page.goto('/contact')
  const typed = await fill(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click()
  await expect(page).toHaveURL('/careers')
  await page.goBack()
  await expectTyped(page, typed)
  await page.goto('/about')
  await page.goto('/contact')
  await expectTyped(page, typed)
})

test.describe('with storage switched off', () => {
  test('the form still works', async ({ page }) => {
    await forbidStorage(page)
    await page.goto('/contact')
    await fill(page)
    await sendButton(page).click()
    await expect(page.getByText('Message Sent!')).toBeVisible()
  })
})
