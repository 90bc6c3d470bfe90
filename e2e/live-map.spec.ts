import { randomUUID } from 'node:crypto'
import { createDriver } from '#domain/api/drivers.ts'
import { recordPings } from '#domain/api/positions.ts'
import { registerDevice, sendEntries } from '#domain/api/road.ts'
import { getMe } from '#domain/api/workspace.ts'
import { openPhone } from '#server/testing/phone.ts'
import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test('a position that is sent appears on the live map, a newer one replaces it, and an older one does not', async ({
  page,
}) => {
  const { session } = await signUp(page)
  const headers = { authorization: `Bearer ${session.access_token}` }
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(path, { headers, data })
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
    return reply.json()
  }
  const me = await (await page.request.get(getMe.path, { headers })).json()
  await post(createDriver.path, { name: 'Budi Santoso', user_id: me.user_id })
  await page.goto('/dashboard/live')
  await expect(page.getByRole('heading', { name: 'Nobody is on shift' })).toBeVisible()
  await expectNoAxeViolations(page)

  const phone = openPhone(() => new Date())
  await post(registerDevice.path, { ...phone.device, name: 'Phone', platform: 'Test' })
  const started = phone.write('shift_started', { shift_id: randomUUID(), vehicle_id: null })
  await post(sendEntries.path, { device_id: phone.id, entries: [started] })
  const begun = Date.parse(started.at)
  const send = (seconds: number, speed_mps: number, battery_percent: number) => {
    const recorded_at = new Date(begun + seconds * 1000).toISOString()
    return post(recordPings.path, { pings: [{ recorded_at, lat: -6.2, lng: 106.8, speed_mps, battery_percent }] })
  }
  const row = page.getByRole('button', { name: /^Budi Santoso/ })
  await expect(row).toContainText('On shift, no position yet')
  await send(0.1, 10, 90)
  await expect(row).toContainText('36 km/h')
  await send(0.3, 5, 80)
  await expect(row).toContainText('18 km/h')
  expect(await send(0.2, 20, 85)).toMatchObject({ accepted: 1 })
  await send(0.4, 5, 70)
  await expect(row).toContainText('70%')
  await expect(row).toContainText('18 km/h')
  await row.click()
  await expect(page.getByRole('region', { name: 'Budi Santoso' })).toContainText('has no route today')
  await expectNoAxeViolations(page)
})
