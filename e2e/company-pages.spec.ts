import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { plans } from '#web/marketing/content/plans.ts'
import { positions } from '#web/marketing/content/positions.ts'
import { expect, expectAlive, expectNoAxeViolations, test } from './fixtures.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the prices, the claims and the positions are there to read', async ({ page }) => {
    await page.goto('/pricing')
    await expect(page.getByText('$19.99')).toBeVisible()
    await page.goto('/about')
    await expect(page.getByText('Delivery time cut by up to 30%')).toBeVisible()
    await page.goto('/careers')
    await expect(page.getByRole('button', { name: 'Apply Now' }).first()).toBeDisabled()
    await expect(page.locator('noscript p')).toContainText('The application form needs JavaScript.')
  })

  test('the message form says what it needs and sends nothing', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.locator('noscript p')).toContainText('This form needs JavaScript')
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeDisabled()
  })

  test('all three parts of the API documentation are there to read, in all languages', async ({ page }) => {
    await page.goto('/api')
    for (const name of ['Overview', 'Authentication', 'Endpoints']) {
      await expect(page.getByRole('heading', { name, exact: true, level: 2 })).toBeVisible()
    }
    for (const language of ['curl', 'JavaScript', 'Python']) {
      await expect(page.getByRole('region', { name: `Create a delivery in ${language}` })).toBeVisible()
    }
  })
})

test.describe('/pricing', () => {
  test('shows the three plans with their prices and contents', async ({ page }) => {
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

  test('the table compares the API limits, and the trial is 7 days with full access', async ({ page }) => {
    await page.goto('/pricing')
    const row = page.getByRole('row', { name: /^API requests a month/ })
    await expect(row.getByRole('cell')).toHaveText(['1,000', '50,000', 'Custom'])
    await expect(page.getByText('7-day free trial with full access')).toBeVisible()
    await page.getByText('What is in the 7-day trial?').click()
    await expect(page.getByText('no payment details. After seven days')).toBeVisible()
  })

  test('the trial leads to the form for a new account, Contact Sales to a message for sales', async ({ page }) => {
    for (const name of ['Free', 'Standard']) {
      await page.goto('/pricing')
      await page.getByRole('listitem', { name, exact: true }).getByRole('link', { name: 'Start Free Trial' }).click()
      await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    }
    await page.goto('/pricing')
    const enterprise = page.getByRole('listitem', { name: 'Enterprise', exact: true })
    await enterprise.getByRole('link', { name: 'Contact Sales' }).click()
    await expect(page).toHaveURL('/contact')
    await expect(page.getByRole('heading', { name: 'Contact Sales' })).toBeVisible()
    expect(await page.evaluate(() => history.state.usr)).toEqual({ sales: true })
  })
})

test('/about makes the claims of the specification', async ({ page }) => {
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
  await expect(page.getByRole('region', { name: 'Start Karta on your own machine' })).toContainText(
    'npm ci && npm start',
  )
})

const form = (page: Page) => page.getByRole('form', { name: 'Message' })
const sendButton = (page: Page) => page.getByRole('button', { name: /Send Message|Try Again|Sending/ })
const message = () => ({ name: 'Ann Example', email: `${randomUUID()}@example.com`, text: 'Do you deliver to Bogor?' })

async function fill(page: Page, given = message()): Promise<ReturnType<typeof message>> {
  await form(page).getByLabel('Name').fill(given.name)
  await form(page).getByLabel('Email').fill(given.email)
  await form(page).getByLabel('Message').fill(given.text)
  return given
}

async function expectTyped(page: Page, given: ReturnType<typeof message>): Promise<void> {
  await expect(form(page).getByLabel('Name')).toHaveValue(given.name)
  await expect(form(page).getByLabel('Email')).toHaveValue(given.email)
  await expect(form(page).getByLabel('Message')).toHaveValue(given.text)
}

/** What the operator has been mailed about this sender. */
async function mailsAbout(page: Page, email: string): Promise<number> {
  const text = await (await page.request.get('/dev/mail')).text()
  return text.split(email).length - 1
}

test.describe('/contact', () => {
  test('gives the details, the questions and a form of five fields, of which three are required', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByText('Support replies within 24 hours.')).toBeVisible()
    await expect(page.getByText('Mon-Fri, 9am to 6pm local time. Leave your number in the form')).toBeVisible()
    await page.getByText('What happens in a demo?').click()
    await expect(page.getByText('Bring a file with its orders')).toBeVisible()
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

  test('says beside each field what is missing, and goes to the first', async ({ page }) => {
    await page.goto('/contact')
    await form(page).getByLabel('Email').fill('not an address')
    await sendButton(page).click()
    await expect(form(page).getByLabel('Name')).toBeFocused()
    await expect(form(page).getByLabel('Name')).toHaveAccessibleDescription('Your name is missing.')
    await expect(form(page).getByLabel('Email')).toHaveAccessibleDescription(/like name@example.com/)
    await expect(form(page).getByLabel('Message')).toHaveAccessibleDescription('The message is missing.')
    await expectNoAxeViolations(page)
    await page.keyboard.type('Ann')
    await expect(form(page).getByText('Your name is missing.')).toBeHidden()
  })

  test('confirms for 3 seconds once the server has taken the message, then the form returns empty', async ({
    page,
  }) => {
    await page.clock.install({ time: '2026-11-21T10:00:00Z' })
    await page.route('**/v1/contact', async (route) => {
      const response = await route.fetch()
      expect(response.status()).toBe(201)
      // A little later than now, so that the wait for the server does not run out.
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
    await expect(form(page).getByText('Your message has reached us.')).toBeVisible()
    await expectTyped(page, { name: '', email: '', text: '' })
    await page.reload()
    await expectTyped(page, { name: '', email: '', text: '' })
    expect(await mailsAbout(page, email)).toBeGreaterThan(0)
  })

  for (const [link, title, topic] of [
    ['Book a Demo', 'Book a Demo', 'demo'],
    ['Contact Sales', 'Contact Sales', 'sales'],
  ] as const) {
    test(`from ${link} the form says what it asks for, and sends it`, async ({ page, isMobile }) => {
      await page.goto('/pricing')
      if (topic === 'demo' && isMobile) await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('link', { name: link }).filter({ visible: true }).first().click()
      await expect(page).toHaveURL('/contact')
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      if (topic === 'demo') await expect(page.getByText('This message asks for a demo')).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await fill(page)
      const request = page.waitForRequest((each) => each.url().endsWith('/v1/contact') && each.method() === 'POST')
      await sendButton(page).click()
      expect((await request).postDataJSON()).toMatchObject({ topic, name: 'Ann Example' })
      await expect(page.getByText('Message Sent!')).toBeVisible()
    })
  }

  test('somebody who came for a demo may ask something else, and keeps what was typed', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => history.replaceState({ usr: { demo: true }, key: 'demo', idx: 0 }, '', '/contact'))
    await page.reload()
    const typed = await fill(page)
    await page.getByRole('button', { name: 'Ask something else instead' }).click()
    await expect(page.getByRole('heading', { name: 'Send us a message' })).toBeVisible()
    await expectTyped(page, typed)
  })

  test('a double click and Enter on top send once', async ({ page }) => {
    const keys: (string | undefined)[] = []
    await page.route('**/v1/contact', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
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
    test('works all the same', async ({ page }) => {
      await page.addInitScript(() => {
        for (const name of ['sessionStorage', 'localStorage']) {
          Object.defineProperty(window, name, {
            configurable: true,
            get() {
              throw new DOMException('The operation is insecure.', 'SecurityError')
            },
          })
        }
      })
      await page.goto('/contact')
      await fill(page)
      await sendButton(page).click()
      await expect(page.getByText('Message Sent!')).toBeVisible()
    })
  })

  test.describe('when sending fails', () => {
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
    for (const [what, fail, sentence] of failures) {
      test(`since ${what}, it says so, keeps everything, and trying again sends it`, async ({ page }) => {
        await fail(page)
        await page.goto('/contact')
        const typed = await fill(page)
        await sendButton(page).click()
        await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
        await expectTyped(page, typed)
        await expectNoAxeViolations(page)
        await page.unroute('**/v1/**')
        await page.unroute('**/v1/contact')
        await expect(page.getByRole('button', { name: 'Try Again' })).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(page.getByText('Message Sent!')).toBeVisible()
      })
    }

    test('leaving while it is being sent loses nothing, whatever comes of it', async ({ page }) => {
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

    test('an answer that got lost makes no second message', async ({ page }) => {
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

    test('what the server refuses stands beside its field, also a text of 100 kB', async ({ page }) => {
      await page.goto('/contact')
      const typed = await fill(page, { ...message(), email: 'ann@example', text: 'x'.repeat(100_000) })
      await sendButton(page).click()
      await expect(page.getByText('Not sent yet: please look at the marked fields.')).toBeVisible()
      await expect(form(page).getByLabel('Email')).toBeFocused()
      await expect(form(page).getByLabel('Email')).toHaveAccessibleDescription(/like name@example.com/)
      await expect(form(page).getByLabel('Message')).toHaveAccessibleDescription('At most 20000 characters.')
      await expectTyped(page, typed)
      await page.reload()
      await expectTyped(page, typed)
    })
  })
})

const problem = (body: { status: number; code: string; title: string }) => ({
  status: body.status,
  contentType: 'application/problem+json',
  body: JSON.stringify(body),
})

test.describe('/careers', () => {
  test('lists four positions with title, department, location and type', async ({ page }) => {
    await page.goto('/careers')
    await expect(page.getByRole('button', { name: 'Apply Now' })).toHaveCount(4)
    expect(positions).toHaveLength(4)
    for (const { title, department, location, type } of positions) {
      const item = page.getByRole('listitem', { name: title, exact: true })
      for (const fact of [department, location, type]) await expect(item.getByText(fact, { exact: true })).toBeVisible()
    }
  })

  test('View Open Positions scrolls to the list, Contact Us leads to the form', async ({ page }) => {
    await page.goto('/careers')
    const heading = page.getByRole('heading', { name: 'Open positions' })
    await expect(heading).not.toBeInViewport()
    await page.getByRole('link', { name: 'View Open Positions' }).click()
    await expect(heading).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Apply Now' }).first()).toBeFocused()
    await page.getByRole('link', { name: 'Contact Us' }).click()
    await expect(page).toHaveURL('/contact')
    await expect(page.getByRole('heading', { name: 'Send us a message' })).toBeVisible()
  })

  test('an application is sent by keyboard, confirmed, and gives the focus back', async ({ page }) => {
    await page.goto('/careers')
    const apply = page.getByRole('listitem', { name: 'Product Designer' }).getByRole('button', { name: 'Apply Now' })
    await expect(apply).toBeEnabled()
    await apply.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Apply: Product Designer' })
    await expectNoAxeViolations(page)
    await dialog.getByLabel('Name').fill('Budi')
    await dialog.getByLabel('Email').fill(`${randomUUID()}@example.com`)
    await dialog.getByLabel('Link').fill('example.com')
    await dialog.getByLabel('Cover letter').fill('I drew <b>doors</b> for years. 🚪')
    await dialog.getByRole('button', { name: 'Send Application' }).click()
    await expect(dialog.getByLabel('Link')).toHaveAccessibleDescription(/starts with https/)
    await dialog.getByLabel('Link').fill('https://example.com')
    const request = page.waitForRequest('**/v1/applications')
    await page.keyboard.press('Enter')
    expect((await request).postDataJSON()).toMatchObject({ position: 'product-designer', link: 'https://example.com' })
    await expect(dialog.getByText('Application Sent!')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(apply).toBeFocused()
  })

  test('an application that is closed half way is still there, for its position only', async ({ page }) => {
    await page.goto('/careers')
    const [first, second] = [0, 1].map((index) => page.getByRole('button', { name: 'Apply Now' }).nth(index))
    await first!.click()
    await page.getByRole('dialog').getByLabel('Cover letter').fill('Half a letter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await second!.click()
    await expect(page.getByRole('dialog').getByLabel('Cover letter')).toHaveValue('')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await first!.click()
    await expect(page.getByRole('dialog').getByLabel('Cover letter')).toHaveValue('Half a letter')
  })

  test.describe('when sending fails', () => {
    test.use({ expectedErrors: /status of 500/ })

    test('the dialog says so and keeps the letter', async ({ page }) => {
      await page.route('**/v1/applications', (route) =>
        route.fulfill(problem({ code: 'internal', title: 'Something went wrong on our side.', status: 500 })),
      )
      await page.goto('/careers')
      await page.getByRole('button', { name: 'Apply Now' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Budi')
      await dialog.getByLabel('Email').fill('budi@example.com')
      await dialog.getByLabel('Cover letter').fill('A letter')
      await dialog.getByRole('button', { name: 'Send Application' }).click()
      await expect(dialog.getByText(/wrong on our side/)).toBeVisible()
      await expect(dialog.getByLabel('Cover letter')).toHaveValue('A letter')
      await expect(dialog.getByRole('button', { name: 'Try Again' })).toBeFocused()
    })
  })
})

test.describe('/api', () => {
  const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

  test('has three tabs, worked by pointer and keyboard, whose state is the address', async ({ page }) => {
    await page.goto('/api')
    await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel')).toHaveCount(1)
    await tab(page, 'Authentication').click()
    await expect(page).toHaveURL('/api#authentication')
    await expect(page.getByRole('tabpanel', { name: 'Authentication' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Endpoints')).toBeFocused()
    await expect(page).toHaveURL('/api#endpoints')
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Overview')).toBeFocused()
    await page.keyboard.press('End')
    await page.reload()
    await expect(page.getByRole('tabpanel', { name: 'Endpoints' })).toBeVisible()
    await page.goto('/api#errors')
    await expect(page.getByRole('heading', { name: 'Errors' })).toBeInViewport()
  })

  test('documents base path, limits, errors, idempotency and paging', async ({ page }) => {
    await page.goto('/api')
    const panel = page.getByRole('tabpanel')
    await expect(panel.getByRole('region', { name: 'Base address' })).toHaveText(`${new URL(page.url()).origin}/v1`)
    for (const [plan, limit] of [
      ['Free', '1,000'],
      ['Standard', '50,000'],
      ['Enterprise', 'Custom'],
    ] as const) {
      const row = panel.getByRole('table', { name: 'API limits' }).getByRole('row', { name: plan })
      await expect(row.getByRole('cell')).toHaveText(limit)
    }
    for (const word of ['application/problem+json', 'Idempotency-Key', 'next_cursor', 'quota_exceeded']) {
      await expect(panel.getByText(word, { exact: true }).first()).toBeVisible()
    }
  })

  test('documents how programs plan routes, and what each plan allows', async ({ page }) => {
    await page.goto('/api#optimize')
    const panel = page.getByRole('tabpanel', { name: 'Endpoints' })
    const optimize = panel.locator('#optimize')
    await expect(optimize.getByRole('heading', { name: 'Plan routes' })).toBeInViewport()
    await expect(optimize.getByText('/optimize', { exact: true })).toBeVisible()
    await expect(panel.locator('#get-operation').getByText('/operations/{id}', { exact: true })).toBeVisible()
    const plan = JSON.parse(await panel.getByRole('region', { name: 'The plan, in part' }).innerText())
    expect(plan).toMatchObject({ code: 0, summary: { routes: 1, unassigned: 0 }, routes: [{ vehicle: 1 }] })
    await tab(page, 'Overview').click()
    const limits = page.getByRole('table', { name: 'Limits of route planning' })
    await expect(limits.getByRole('row', { name: 'Standard' })).toContainText('1,000')
    await page.getByRole('link', { name: 'plans routes' }).click()
    await expect(optimize.getByRole('heading', { name: 'Plan routes' })).toBeInViewport()
  })

  test('documents bearer authentication and the two endpoints field by field', async ({ page }) => {
    await page.goto('/api#authentication')
    await expect(page.getByRole('region', { name: 'The header' })).toContainText('Authorization: Bearer')
    await tab(page, 'Endpoints').click()
    const panel = page.getByRole('tabpanel', { name: 'Endpoints' })
    await expect(panel.locator('#create-delivery').getByText('POST', { exact: true })).toBeVisible()
    await expect(panel.getByText('/deliveries', { exact: true })).toBeVisible()
    await expect(panel.locator('#get-delivery').getByText('GET', { exact: true })).toBeVisible()
    await expect(panel.getByText('/deliveries/{id}', { exact: true })).toBeVisible()
    const fieldsOf = (caption: string) => panel.getByRole('table', { name: caption }).getByRole('rowheader')
    await expect(fieldsOf('Request')).toHaveText([
      /^pickup_address/,
      /^delivery_address/,
      /^recipient_name/,
      /^recipient_phone/,
      /^scheduled_time ?ISO timestamp/,
    ])
    await expect(fieldsOf('Response')).toHaveText([
      /^id/,
      /^status/,
      /^current_location ?lat, lng/,
      /^estimated_arrival/,
    ])
    const reply = JSON.parse(await panel.getByRole('region', { name: 'Response body, in part' }).innerText())
    expect(Object.keys(reply)).toEqual(['id', 'status', 'current_location', 'estimated_arrival'])
    expect(reply).toMatchObject({
      status: 'in_transit',
      current_location: { lat: expect.any(Number), lng: expect.any(Number) },
    })
  })

  test('Download OpenAPI Spec loads /openapi.yaml', async ({ page }) => {
    await page.goto('/api')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download OpenAPI Spec' }).click()
    expect(new URL((await download).url()).pathname).toBe('/openapi.yaml')
    expect((await download).suggestedFilename()).toBe('openapi.yaml')
    const text = await (await page.request.get('/openapi.yaml')).text()
    expect(text).toContain('openapi: 3.1.0')
    expect(text).toContain('/deliveries/{id}')
  })

  test('the language of the examples is chosen once for all, by keyboard too, and remembered', async ({ page }) => {
    await page.goto('/api#endpoints')
    await expectAlive(page)
    const python = page.getByRole('region', { name: 'Read a delivery in Python' })
    await expect(page.getByRole('region', { name: 'Create a delivery in curl' })).toBeVisible()
    await expect(python).toBeHidden()
    await page.getByRole('button', { name: 'Python' }).first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Python' }).first()).toBeFocused()
    await expect(python).toBeVisible()
    await page.reload()
    await expect(python).toBeVisible()
    await expect(python).toContainText('urlopen(request)')
  })

  test('an example is copied as it is; where that is not allowed, it is selected', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/api#endpoints')
    const example = page.getByRole('region', { name: 'Create a delivery in curl' })
    await page.getByRole('button', { name: 'Copy Create a delivery in curl' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await example.evaluate((each) => each.textContent))
    expect(copied).toContain('curl --silent')
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.getByRole('button', { name: 'Copy Request body' }).click()
    await expect(page.getByText('Press Ctrl+C')).toBeVisible()
    expect(await page.evaluate(() => String(getSelection()))).toContain('pickup_address')
  })
})
