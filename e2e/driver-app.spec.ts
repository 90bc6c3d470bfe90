import type { Page } from '@playwright/test'
import { listDevices } from '#domain/api/road.ts'
import { getTrackingLink } from '#domain/api/tracking.ts'
import type { TrackingLink } from '#domain/schema/tracking.ts'
import { driveRoute } from './driven-route.ts'
import { expect, expectNoAxeViolations, onPhoneOnly, test } from './fixtures.ts'
import { leaveNote, rate } from './recipient.ts'

// Without a network, what the page asks for fails.
test.use({ expectedErrors: /Failed to load resource: net::/, permissions: ['geolocation'] })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Drives to the next stop, which is the one named. */
async function drive(page: Page, name: string) {
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  await press(page, 'Drive there')
  await press(page, 'I am here')
}

const photo = {
  name: 'door.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** A photo, and a signature with the mouse: down, up and down again. */
async function prove(page: Page) {
  const { x, y, width, height } = (await page.getByRole('img', { name: 'Signature box, empty' }).boundingBox())!
  await page.mouse.move(x + width * 0.2, y + height * 0.3)
  await page.mouse.down()
  for (const [across, down] of [
    [0.4, 0.8],
    [0.6, 0.2],
    [0.8, 0.7],
  ]) {
    await page.mouse.move(x + width * across!, y + height * down!, { steps: 5 })
  }
  await page.mouse.up()
  await press(page, 'Save')
  await page.locator('input[type=file]').setInputFiles(photo)
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
}

test(
  'a driver works through a route with the network cut, closes the app and opens it again, and all arrives once, to the first recipient, too',
  onPhoneOnly,
  async ({ page, context }) => {
    const atTheDoor = { phone: '+62 812 5550 1', notes: 'Blue gate', requirements: ['photo', 'signature'] }
    const { call, deliveries, driver } = await driveRoute(page, [
      { name: 'Rina Wulandari', ...atTheDoor },
      { name: 'Andi Pratama', ...atTheDoor },
      { name: 'Siti Aminah', ...atTheDoor },
    ])
    const [first, second, third] = deliveries.map(({ name }) => name!) as [string, string, string]
    const { url } = await call<TrackingLink>('GET', getTrackingLink.path.replace(':id', deliveries[0]!.id))
    const recipient = await leaveNote(context, url, 'The bell is broken')
    await page.bringToFront()
    await page.goto('/driver')
    await press(page, 'Start shift')
    await page.getByRole('radio', { name: 'No vehicle' }).check()
    await press(page, 'Start shift')
    await press(page, 'Leave the depot')
    await expect(page.getByText('Blue gate')).toBeVisible()
    await expect(page.getByText('The bell is broken')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+6281255501')
    // What the tabs cover by half until the driver scrolls is not too small.
    await page
      .getByRole('button', { name: 'Details', exact: true })
      .evaluate((button) => button.scrollIntoView({ block: 'end' }))
    await page.evaluate(() => window.scrollBy(0, 64))
    await expectNoAxeViolations(page)
    await drive(page, first)
    await press(page, 'Deliver')
    await page.getByRole('radio', { name: 'A neighbor' }).check()
    await press(page, 'Continue')
    await expectNoAxeViolations(page)
    await prove(page)
    await press(page, 'Finish')
    await expect(page.getByText(`Delivered: ${first}`, { exact: true })).toBeVisible()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await recipient.bringToFront()
    await rate(recipient, 5)
    await recipient.close()

    await context.setOffline(true)
    await drive(page, second)
    await press(page, 'Deliver')
    await press(page, 'Continue')
    await prove(page)
    await press(page, 'Finish')
    await page.getByRole('button', { name: /^Undo/ }).click()
    // What was proved before is still there.
    await press(page, 'Deliver')
    await press(page, 'Continue')
    await press(page, 'Finish')
    await expect(page.getByText('2 of 3 stops done')).toBeVisible()
    await page.close()

    const again = await context.newPage()
    await again.goto('/driver')
    await expect(again.getByText('2 of 3 stops done')).toBeVisible()
    await expect(again.getByRole('button', { name: /^No connection · \d+ actions not sent/ })).toBeVisible()
    await drive(again, third)
    await press(again, 'Could not deliver')
    await again.getByRole('radio', { name: 'Nobody there' }).check()
    await again.getByLabel('Note (optional)').fill('Rang twice')
    await press(again, 'Finish')
    await expect(again.getByText('3 of 3 stops done')).toBeVisible()

    await context.setOffline(false)
    await again.getByRole('button', { name: /not sent/ }).click()
    await press(again, 'Send now')
    await expect(again.getByRole('button', { name: /^Everything is sent/ })).toBeVisible()
    const statuses = await Promise.all(
      deliveries.map(({ id }) => call<{ status: string; rating: number | null }>('GET', `/v1/deliveries/${id}`)),
    )
    expect(statuses.map(({ rating }) => rating)).toEqual([5, null, null])
    expect(statuses.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'failed'])
    const { data } = await call<{ data: { kind: string; detail: { to?: string } }[] }>(
      'GET',
      `/v1/deliveries/${deliveries[0]!.id}/events`,
    )
    expect(data.filter(({ detail }) => detail.to === 'delivered')).toHaveLength(1)
    const proofs = await Promise.all(
      deliveries.map(({ id }) =>
        call<{ data: { kind: string; photo: { state: string } }[] }>('GET', `/v1/deliveries/${id}/proofs`),
      ),
    )
    const arrived = proofs.map((each) => each.data.map(({ kind, photo: { state } }) => `${kind} ${state}`))
    const both = ['signature stored', 'photo stored']
    expect(arrived).toEqual([both, both, []])
    const { data: devices } = await call<{ data: { last_sequence: number }[] }>(
      'GET',
      `${listDevices.path}?driver_id=${driver.id}`,
    )
    // The route, the shift, leaving, three times set out and arrived, three ends, one taken back and made again, and twice a
    // photo and a signature.
    expect(devices.map(({ last_sequence }) => last_sequence)).toEqual([18])
  },
)
