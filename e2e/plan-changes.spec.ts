import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { optimize } from './optimize.ts'

test('a dispatched day is changed with keys, takes in a late order, and goes back', async ({ page }) => {
  const { session } = await signUp(page, { sampleData: true })
  await page.goto('/dashboard/planning')
  await optimize(page)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible({ timeout: 30_000 })
  const undo = page.getByRole('button', { name: /^Undo/ }).first()
  await expect(undo).toBeDisabled()

  // Taken off with a key, after a look at what that changes.
  const routes = page.getByRole('heading', { level: 3 }).getByRole('button', { name: /deliveries/ })
  await routes.first().click()
  const stops = page.getByRole('region', { name: 'Routes', exact: true }).getByRole('row')
  const recipient = await stops
    .nth(2)
    .getByText(/^Recipient/)
    .innerText()
  await stops.nth(2).click()
  await page.keyboard.press('Delete')
  const panel = page.getByRole('dialog', { name: /^Take #\d+ off the plan$/ })
  await expect(panel.getByText('Distance')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Took delivery \d+ off/).first()).toBeVisible()
  await expect(panel).toHaveCount(0)
  await expect(stops.filter({ hasText: recipient })).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(stops.filter({ hasText: recipient })).toHaveCount(1)

  // Moved up with a key: at once if it does no harm, otherwise after a look.
  await stops.filter({ hasText: recipient }).click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(stops.nth(1)).toContainText(recipient)
  const change = page.getByRole('button', { name: /^Change order/ })
  const made = page.getByText(/^Changed the order of/).first()
  await expect(change.or(made).first()).toBeVisible()
  if (await change.isVisible()) await change.press('Enter')
  await expect(made).toBeVisible()
  await expect(stops.nth(1)).toContainText(recipient)

  // Picked up and held over a route, where it says what that would cost, and put back.
  await stops.filter({ hasText: recipient }).click()
  await page.keyboard.press('d')
  await page.keyboard.press('ArrowDown')
  const drop = page.getByRole('status').filter({ hasText: /^#\d+\. .*, (before \d|at the end).*: .*driving/ })
  await expect(drop).toBeAttached()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(drop).toHaveCount(0)

  // Dragged off the routes, which breaks nothing and is done without asking, and taken back.
  await stops.filter({ hasText: recipient }).hover()
  await page.mouse.down()
  const off = page.getByRole('group', { name: 'Drop elsewhere' }).getByText('Unassigned')
  await page.mouse.move(500, 400, { steps: 4 })
  await off.hover()
  await page.mouse.up()
  await expect(stops.filter({ hasText: recipient })).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(stops.filter({ hasText: recipient })).toHaveCount(1)

  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Dispatch', exact: true }).click()
  await expect(page.getByRole('main').getByText('Dispatched').first()).toBeVisible()

  // Comes in while the drivers are about to leave, and goes where it costs least.
  const day = new URL(page.url()).pathname.split('/').at(-1)
  const headers = { authorization: `Bearer ${session.access_token}` }
  const late = {
    delivery_address: 'Jl. M.H. Thamrin 1',
    delivery_location: { lat: -6.1938, lng: 106.823 },
    scheduled_date: day,
  }
  expect((await page.request.post('/v1/deliveries', { headers, data: late })).status()).toBe(201)
  await expect(page.getByText('1 delivery came in since this plan was made.')).toBeVisible()
  await page.getByRole('button', { name: 'Choose a place' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.getByText(/^Put delivery 121 on/).first()).toBeVisible()

  // It waits to be published, so it came in late no more. Dropped from the list, it did.
  const late121 = page.getByText('1 delivery came in since this plan was made.')
  const waiting = page.getByRole('region', { name: 'Unpublished changes' })
  await expect(waiting).toContainText('1 change not published')
  await expect(late121).toHaveCount(0)
  await waiting.getByRole('button', { name: 'List' }).click()
  const list = page.getByRole('dialog', { name: 'Changes that are not published' })
  await list.getByRole('button', { name: /^Take back: Put delivery 121/ }).click()
  await expect(late121).toHaveCount(1)
  await expect(list).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(waiting).toContainText('1 change not published')
  await expect(late121).toHaveCount(0)

  // Published, with who would have to be told counted first, and taken back from the list of what was done.
  await waiting.getByRole('button', { name: 'Publish…' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish 1 change' })
  await expect(publish.getByRole('heading', { name: /^(Nobody|\d+ recipients?) to tell$/ })).toBeVisible()
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published. The drivers see the new plan.')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await expect(late121).toHaveCount(0)
  await page.getByRole('button', { name: 'Changes of this plan' }).click()
  await page
    .getByRole('dialog', { name: 'Changes of this plan' })
    .getByRole('button', { name: /^Undo: Put delivery 121/ })
    .click()
  await expect(page.getByText(/^Took back: Put delivery 121/).first()).toBeVisible()
})
