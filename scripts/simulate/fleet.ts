import type { DriverOnMap } from '#domain/schema/position.ts'
import { dayOf } from '#domain/time.ts'
import { openApi, type Api } from './api.ts'
import { chance } from '#domain/rehearsal/chance.ts'

export type SimulatedDriver = { id: string; name: string }

type Settings = {
  server: string
  drivers: number
  stops: number
  seed: number
  email: string
  password: string
  /** Whether recipients have phone numbers. Only for servers whose texts nobody gets. */
  hasPhones?: boolean
  /** How far north and east orders are spread, in degrees. */
  spread?: number
}

type Session = { access_token?: string }

/** Signs in, or signs up if nobody has the address yet. */
export async function signIn({ server, email, password }: Settings): Promise<Api> {
  const { publishable_key: apikey } = await openApi(server).call<{ publishable_key: string }>('GET', '/app-config.json')
  const auth = openApi(server, undefined, { apikey })
  const given = { email, password }
  const session = await auth
    .call<Session>('POST', '/auth/v1/token?grant_type=password', given)
    .catch(() => auth.call<Session>('POST', '/auth/v1/signup', given))
  if (!session.access_token) throw new Error(`Confirm the address ${email} first, then start again.`)
  return openApi(server, session.access_token)
}

/** Drivers with a dispatched route today. If there are too few, a sample day is made and dispatched. */
export async function prepareDrivers(
  api: Api,
  settings: Settings,
  log: (line: string) => void,
): Promise<SimulatedDriver[]> {
  const found = await ready(api)
  if (found.length >= settings.drivers) return found.slice(0, settings.drivers)
  log(`${found.length} drivers have a route today; making a sample day for ${settings.drivers}.`)
  await makeDay(api, settings, log)
  const made = await ready(api)
  return made.slice(0, settings.drivers)
}

async function ready(api: Api): Promise<SimulatedDriver[]> {
  const { data } = await api.call<{ data: DriverOnMap[] }>('GET', '/v1/positions')
  return data
    .filter(({ route_id, stops_left }) => route_id && stops_left > 0)
    .map(({ driver_id, name }) => ({ id: driver_id, name }))
}

const phoneOf = (index: number) => `+62811${String(index).padStart(7, '0')}`

const center = { lat: -6.2, lng: 106.83 }
const batchSize = 200

async function makeDay(
  api: Api,
  { drivers, stops, seed, hasPhones, spread = 0.3 }: Settings,
  log: (line: string) => void,
): Promise<void> {
  const random = chance(seed)
  const { workspace } = await api.call<{ workspace: { time_zone: string } }>('GET', '/v1/me')
  const day = dayOf(new Date(), workspace.time_zone)
  const depots = await api.call<{ data: object[] }>('GET', '/v1/depots')
  const depot = { name: 'Simulated depot', address: 'Jl. Medan Merdeka, Jakarta', location: center, is_default: true }
  if (!depots.data.length) await api.call('POST', '/v1/depots', { ...depot, opens: '00:00', closes: '23:59' })
  const names = Array.from({ length: drivers }, (_, i) => `Simulated ${String(i + 1).padStart(4, '0')}`)
  await inBatches(names, async (part) => {
    const rows = part.map((name) => ({ name, shift_start: '00:00', shift_end: '23:59', max_stops: stops }))
    await api.call('POST', '/v1/drivers/import', { drivers: rows })
  })
  const nearby = () => (random() - 0.5) * spread
  const orders = Array.from({ length: drivers * stops }, (_, i) => ({
    reference: `SIM-${day}-${seed}-${i + 1}`,
    delivery_address: `Jl. Simulasi ${i + 1}, Jakarta`,
    delivery_location: { lat: center.lat + nearby(), lng: center.lng + nearby() },
    recipient_name: `Recipient ${i + 1}`,
    ...(hasPhones && { recipient_phone: phoneOf(i) }),
    scheduled_date: day,
    service_minutes: 3,
  }))
  await inBatches(orders, (part) => api.call('POST', '/v1/deliveries/import', { deliveries: part }))
  const ids = await driverIds(api)
  log(`Planning ${orders.length} deliveries for ${ids.length} drivers.`)
  const plan = await api.call<{ id: string }>('POST', '/v1/plans', { day, driver_ids: ids, time_limit_seconds: 20 })
  await waitForDraft(api, plan.id)
  for (const step of ['approve', 'dispatch']) await api.call('POST', `/v1/plans/${plan.id}/${step}`)
}

async function inBatches<T>(items: T[], work: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += batchSize) await work(items.slice(at, at + batchSize))
}

async function driverIds(api: Api): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const page = await api.call<{ data: { id: string; name: string }[]; next_cursor: string | null }>(
      'GET',
      `/v1/drivers?active=true&q=Simulated&limit=200${after}`,
    )
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  }
  return ids
}

async function waitForDraft(api: Api, id: string): Promise<void> {
  for (;;) {
    const { state } = await api.call<{ state: string }>('GET', `/v1/plans/${id}`)
    if (state === 'draft') return
    if (!['queued', 'optimizing'].includes(state)) throw new Error(`The plan is ${state}.`)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** Signs a driver's phone in with a code, as the driver does who scans it. */
export async function signInDriver(
  api: Api,
  server: string,
  { id }: SimulatedDriver,
): Promise<{ api: Api; token: string }> {
  const { link } = await api.call<{ link: string }>('POST', `/v1/drivers/${id}/code`)
  const token = link.slice(link.indexOf('#') + 1)
  const { session } = await openApi(server).call<{ session: { access_token: string } }>(
    'POST',
    '/v1/invitations/join',
    {
      token,
    },
  )
  return { api: openApi(server, session.access_token), token: session.access_token }
}
