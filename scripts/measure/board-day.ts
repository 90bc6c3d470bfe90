import { makeOrders } from './running-app.ts'

/** The day of the orders that the benchmarks of the board plan. */
export const boardDay = '2099-03-16'
const stopsEach = 25

type Call = (method: string, path: string, body?: object) => Promise<unknown>

/** A day of deliveries all over Jakarta, with drivers for 25 stops each. */
export async function makeDay(call: Call, stops: number): Promise<void> {
  const location = { lat: -6.157, lng: 106.846 }
  await call('POST', '/v1/depots', { name: 'Depot', address: 'Kemayoran', location, opens: '00:00', closes: '23:59' })
  for (let i = 0; i < stops / stopsEach; i++) {
    const hired = { shift_start: '06:00', shift_end: '22:00', max_stops: stopsEach + 5 }
    await call('POST', '/v1/drivers', { name: `Driver ${i + 1}`, ...hired })
  }
  const deliveries = makeOrders(stops).map((order, index) => ({
    ...order,
    delivery_location: { lat: -6.1 - ((index * 37) % 200) / 1500, lng: 106.75 + ((index * 53) % 251) / 1500 },
    pickup_address: null,
    scheduled_date: boardDay,
    window_end: '19:00',
    service_minutes: 5,
  }))
  for (let from = 0; from < stops; from += 500) {
    await call('POST', '/v1/deliveries/import', { source: 'csv', deliveries: deliveries.slice(from, from + 500) })
  }
}

/** What the page keeps of somebody who is signed in. */
export function sessionOf(access_token: string): string {
  const expires_in = 3600
  const expires_at = Math.floor(Date.now() / 1000) + expires_in
  const user = { id: '00000000-0000-4000-8000-000000000000', aud: 'authenticated', app_metadata: {}, user_metadata: {} }
  return JSON.stringify({ access_token, refresh_token: 'none', token_type: 'bearer', expires_in, expires_at, user })
}
