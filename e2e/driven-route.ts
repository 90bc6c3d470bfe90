import type { Page } from '@playwright/test'
import { createDelivery } from '#domain/api/deliveries.ts'
import { createDepot } from '#domain/api/depots.ts'
import { createDriver } from '#domain/api/drivers.ts'
import { approvePlan, createPlan, dispatchPlan } from '#domain/api/plans.ts'
import { getDriverDay } from '#domain/api/road.ts'
import type { DriverDay } from '#domain/schema/driver-day.ts'
import { dayOf } from '#domain/time.ts'
import { signUp } from './account.ts'
import { expect } from './fixtures.ts'

type Stop = { name: string; phone?: string; notes?: string; requirements?: string[] }

/** Signs in as somebody who drives today, with a dispatched route. @returns what is delivered, in the order of driving, and calls of the server as that person */
export async function driveRoute(page: Page, stops: Stop[]) {
  const { session } = await signUp(page, { name: 'Budi Santoso' })
  const userId = JSON.parse(Buffer.from(session.access_token.split('.')[1]!, 'base64url').toString()).sub as string

  async function call<T>(method: string, path: string, data?: unknown, version?: number): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${session.access_token}` }
    if (version !== undefined) headers['if-match'] = `"${version}"`
    const reply = await page.request.fetch(path, { method, headers, data })
    expect(reply.ok(), `${method} ${path}: ${reply.status()}`).toBe(true)
    return (await reply.json()) as T
  }

  const day = dayOf(new Date(), 'Asia/Jakarta')
  const start = { lat: -6.175, lng: 106.827 }
  // Open around the clock, and working into the next day, so that there is time left at whatever hour this runs.
  const depot = { name: 'Depot', address: 'Jl. Medan Merdeka 1', location: start, opens: '00:00', closes: '24:00' }
  await call('POST', createDepot.path, depot)
  const shift = { shift_start: '06:00', shift_end: '30:00' }
  const driver = await call<{ id: string }>('POST', createDriver.path, {
    name: 'Budi Santoso',
    user_id: userId,
    ...shift,
  })
  for (const [at, { name, phone, notes, requirements }] of stops.entries()) {
    const place = {
      delivery_address: `Jl. Cikini ${at + 1}`,
      delivery_location: { ...start, lat: start.lat - (at + 1) / 500 },
    }
    const recipient = { recipient_name: name, recipient_phone: phone, notes, requirements }
    await call('POST', createDelivery.path, { ...place, ...recipient, scheduled_date: day })
  }
  type Plan = { id: string; state: string; version: number }
  const body = { day, driver_ids: [driver.id], time_limit_seconds: 1 }
  const { id } = await call<Plan>('POST', createPlan.path, body)
  const read = () => call<Plan>('GET', `/v1/plans/${id}`)
  await expect.poll(async () => (await read()).state).toBe('draft')
  const step = (path: string, { version }: Plan) => call<Plan>('POST', path.replace(':id', id), undefined, version)
  await step(dispatchPlan.path, await step(approvePlan.path, await read()))
  const { routes } = await call<DriverDay>('GET', getDriverDay.path)
  return { call, driver, deliveries: routes[0]!.stops.flatMap(({ delivery }) => delivery ?? []) }
}
