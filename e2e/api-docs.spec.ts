import type { Page } from '@playwright/test'
import { expect, expectAlive, pastedText, test } from './fixtures.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('has three tabs that work by pointer and keyboard and live in the address', async ({ page }) => {
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
  await expect(page).toHaveURL('/api#endpoints')
  await page.reload()
  await expect(page.getByRole('tabpanel', { name: 'Endpoints' })).toBeVisible()
  await page.goto('/api#errors')
  await expect(page.getByRole('heading', { name: 'Errors' })).toBeInViewport()
})

test('documents base path, limits, errors, idempotency and paging', async ({ page }) => {
  await page.goto('/api')
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('region', { name: 'Base URL' })).toHaveText(`${new URL(page.url()).origin}/v1`)
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
  const plan = JSON.parse(await panel.getByRole('region', { name: 'The plan (excerpt)' }).innerText())
  expect(plan).toMatchObject({ code: 0, summary: { routes: 1, unassigned: 0 }, routes: [{ vehicle: 1 }] })
  await tab(page, 'Overview').click()
  const limits = page.getByRole('table', { name: 'Route planning limits' })
  await expect(limits.getByRole('row', { name: 'Standard' })).toContainText('1,000')
  await page.getByRole('link', { name: 'route planning' }).click()
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
  await expect(fieldsOf('Response')).toHaveText([/^id/, /^status/, /^current_location ?lat, lng/, /^estimated_arrival/])
  const reply = JSON.parse(await panel.getByRole('region', { name: 'Response body (excerpt)' }).innerText())
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

test('one choice of language applies to all examples, works by keyboard and is remembered', async ({ page }) => {
  await page.goto('/api#endpoints')
  await expectAlive(page)
  const python = page.getByRole('region', { name: 'Get a delivery in Python' })
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

test('an example is copied; where copying is not allowed, it is selected', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await page.goto('/api#endpoints')
  const example = page.getByRole('region', { name: 'Create a delivery in curl' })
  await page.getByRole('button', { name: 'Copy Create a delivery in curl' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await pastedText(context)
  expect(copied).toBe(await example.evaluate((each) => each.textContent))
  expect(copied).toContain('curl --silent')
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: 'Copy Request body' }).click()
  await expect(page.getByText('Press Ctrl+C')).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toContain('pickup_address')
})

test('without JavaScript all three parts are there to read, in all languages', async ({ staticPage: page }) => {
  await page.goto('/api')
  for (const name of ['Overview', 'Authentication', 'Endpoints']) {
    await expect(page.getByRole('heading', { name, exact: true, level: 2 })).toBeVisible()
  }
  for (const language of ['curl', 'JavaScript', 'Python']) {
    await expect(page.getByRole('region', { name: `Create a delivery in ${language}` })).toBeVisible()
  }
})

test.describe('with a key that is none', () => {
  test.use({ expectedErrors: /status of 401/ })

  test('every endpoint is there to search, and to try with a test key and no other', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/api')
    await expectAlive(page)
    expect(asked).not.toContain('/openapi.json')
    await tab(page, 'Endpoints').click()
    await page.getByRole('link', { name: 'Every endpoint' }).click()
    const search = page.getByLabel('Search endpoints')
    await expect(page.getByText(/^\d{3} of \d{3} endpoints$/)).toBeVisible()
    await search.fill('PATCH /v1/drivers/{id}')
    await expect(page.getByText(/^1 of \d{3} endpoints$/)).toBeVisible()
    await page.getByText('Change a driver, or deactivate it').click()
    await expect(page.getByRole('region', { name: 'Example call in curl' })).toContainText('--request PATCH')
    await page.getByLabel('id').fill('0195a3c2-0d41-7a11-8b21-4f2e6d8c9a01')
    const key = page.getByLabel('Test key')
    await key.fill('karta_live_real')
    await expect(page.getByText('Only test keys work here.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await key.fill('karta_test_unknown')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('region', { name: /^Status 401/ })).toContainText('api_key_unknown')
    await page.reload()
    await expect(key).toHaveValue('')
  })
})
