import { expect, test } from 'vitest'
import * as api from '#domain/api/handovers.ts'
import { changeDriver } from '#domain/api/drivers.ts'
import { getMyRoute } from '#domain/api/my-route.ts'
import { printLabels, printManifest, printRouteSheets } from '#domain/api/papers.ts'
import * as plans from '#domain/api/plans.ts'
import { inSiteScope } from '../../db/connect.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { clockFrom, day, dayMaker, draftPlan } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'
import { rig } from '../../testing/rig.ts'
import { workOnRouteMails } from './tasks.ts'

let ahead = 0
const testing = await testApp(({ now }) => {
  const clock = clockFrom('06:00', now)
  return { now: () => new Date(clock().getTime() + ahead) }
})
const { app, as, deps, makeMember } = testing
workOnPlans(deps)
await workOnRouteMails(deps)
const { mailsTo } = keptMail(deps)

/** A dispatched plan with two drivers, one of them with an address. */
async function startRoad() {
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const email = `sari-${member.workspaceId}@example.com`
  // Each vehicle has room for two.
  const budi = await make.driver({ name: 'Budi' }, { capacity_kg: 2 })
  const sari = await make.driver({ name: 'Sari', email }, { capacity_kg: 2 })
  for (let i = 0; i < 4; i++) await make.delivery({ recipient_phone: `+62811000000${i}`, notes: 'Ring twice' })
  const params = await draftPlan(as(member).call, [budi, sari])
  await as(member).call(plans.approvePlan, { params })
  await as(member).call(plans.dispatchPlan, { params })
  const list = async () => (await as(member).call(api.listHandovers, { params })).body.data
  const routes = await list()
  const routeOf = (driver: { id: string }) => routes.find(({ driver_id }) => driver_id === driver.id)!.route_id
  return { member, make, budi, sari, email, params, list, routeOf }
}

const statesOf = (routes: { driver_name: string; state: string }[]) =>
  Object.fromEntries(routes.map(({ driver_name, state }) => [driver_name, state]))
const tokenIn = (text: string) => /\/route#([\w-]{32})/.exec(text)![1]!
const open = (token: string) => as(null).call(api.openRouteLink, { body: { token } })

test('a driver has the route once it is handed over, opened or seen, and an earlier one once its stops change', async () => {
  const { member, make, budi, sari, params, list, routeOf } = await startRoad()
  expect(statesOf(await list())).toEqual({ Budi: 'waiting', Sari: 'waiting' })
  await as(member).call(api.giveRoutes, { params, body: { route_ids: [routeOf(budi)], given: true } })
  const link = (await as(member).call(api.makeRouteLink, { params: { id: routeOf(sari) } })).body
  expect(statesOf(await list())).toEqual({ Budi: 'has', Sari: 'waiting' })
  const opened = await open(tokenIn(link.url))
  expect(opened.body).toMatchObject({ driver_name: 'Sari', time_zone: 'Asia/Jakarta', route: { day } })
  expect(opened.body.route.stops.some(({ delivery }) => delivery?.notes === 'Ring twice')).toBe(true)
  expect(statesOf(await list())).toEqual({ Budi: 'has', Sari: 'has' })

  const [first] = await make.deliveries()
  await rig(deps.db, member.workspaceId, (trx) =>
    trx.updateTable('stops').set({ address: 'Somewhere else' }).where('delivery_id', '=', first!.id).execute(),
  )
  expect(Object.values(statesOf(await list())).toSorted()).toEqual(['has', 'outdated'])
  await open(tokenIn(link.url))
  await as(member).call(api.giveRoutes, { params, body: { route_ids: [routeOf(budi)], given: true } })
  expect(statesOf(await list())).toEqual({ Budi: 'has', Sari: 'has' })
  await as(member).call(api.giveRoutes, { params, body: { route_ids: [routeOf(budi)], given: false } })
  expect(statesOf(await list())).toEqual({ Budi: 'waiting', Sari: 'has' })
})

test('a link opens its own route only, and ends when it is withdrawn, a day after the route, or with the dispatch', async () => {
  const { member, sari, params, routeOf } = await startRoad()
  const link = async () => (await as(member).call(api.makeRouteLink, { params: { id: routeOf(sari) } })).body.url
  const first = await link()
  expect(await link()).toBe(first)
  for (const token of ['', 'x', `${tokenIn(first)}x`, "' or true --"]) {
    expect((await open(token)).status).toBeGreaterThanOrEqual(400)
  }
  await as(member).call(api.withdrawRouteLink, { params: { id: routeOf(sari) } })
  expect(await open(tokenIn(first))).toMatchObject({ status: 410, code: 'route_link_ended' })
  const second = tokenIn(await link())
  expect(second).not.toBe(tokenIn(first))
  ahead = 48 * 3_600_000
  expect((await open(second)).code).toBe('route_link_ended')
  ahead = 0
  expect((await open(second)).status).toBe(200)
  await as(member).call(plans.takeBackPlan, { params })
  expect((await open(second)).code).toBe('route_link_ended')
  expect((await as(member).call(api.makeRouteLink, { params: { id: routeOf(sari) } })).code).toBe(
    'route_not_dispatched',
  )
})

test('routes are mailed with a link and the sheet, and drivers without an address are named', async () => {
  const { member, budi, sari, email, params, list, routeOf } = await startRoad()
  const body = { route_ids: [routeOf(budi), routeOf(sari)] }
  const { body: reply } = await as(member).call(api.mailRoutes, { params, body })
  expect(reply.without_address.map(({ driver_name }) => driver_name)).toEqual(['Budi'])
  await expect.poll(() => mailsTo(email), { timeout: 10_000 }).toHaveLength(1)
  const [mail] = await mailsTo(email)
  const opened = await open(tokenIn(mail!.text))
  expect(opened.body.driver_name).toBe('Sari')
  const files = await inSiteScope(deps.db, (trx) =>
    trx.selectFrom('site.mails').select('attachments').where('recipient', '=', email).executeTakeFirstOrThrow(),
  )
  expect(files.attachments).toMatchObject([{ name: `route-${day}.pdf`, type: 'application/pdf' }])
  expect(Buffer.from(files.attachments[0]!.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  // Whether a mail was read, nobody knows; the link says it.
  expect(statesOf(await list())).toEqual({ Budi: 'waiting', Sari: 'has' })
})

test('routes of another workspace or plan are not found, and nothing is noted of them', async () => {
  const [one, other] = [await startRoad(), await startRoad()]
  const foreign = { route_ids: [one.routeOf(one.budi), other.routeOf(other.budi)] }
  const { member, params } = one
  for (const call of [
    as(member).call(api.giveRoutes, { params, body: { ...foreign, given: true } }),
    as(member).call(api.mailRoutes, { params, body: foreign }),
    as(member).call(api.makeRouteLink, { params: { id: other.routeOf(other.budi) } }),
    as(member).call(api.withdrawRouteLink, { params: { id: other.routeOf(other.budi) } }),
    as(member).call(printRouteSheets, { params, query: { route_id: other.routeOf(other.budi) } }),
  ]) {
    expect(await call).toMatchObject({ status: 404, code: 'route_not_found' })
  }
  expect(statesOf(await one.list())).toEqual({ Budi: 'waiting', Sari: 'waiting' })
  expect(statesOf(await other.list())).toEqual({ Budi: 'waiting', Sari: 'waiting' })
})

test('a driver who looks at My route has it, and says nothing of routes of others', async () => {
  const { member, budi, sari, list, routeOf } = await startRoad()
  const driver = await makeMember({ role: 'driver', workspaceId: member.workspaceId })
  await as(member).call(changeDriver, {
    params: { id: budi.id },
    body: { user_id: driver.userId },
  })
  const { body } = await as(driver).call(getMyRoute, {})
  expect(body.routes.map(({ id }) => id)).toEqual([routeOf(budi)])
  expect(
    (await as(driver).call(api.noteRouteSeen, { body: { route_ids: [routeOf(budi), routeOf(sari)] } })).status,
  ).toBe(204)
  expect(statesOf(await list())).toEqual({ Budi: 'has', Sari: 'waiting' })
})

const pdf = async (member: TestMember, url: string) => {
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${member.token}` } })
  return { status: reply.statusCode, type: reply.headers['content-type'], bytes: reply.rawPayload, body: reply.body }
}

test('route sheets, manifests and labels are PDF, and too much for one print is refused with a sentence', async () => {
  const { member, params } = await startRoad()
  const addresses = [
    printRouteSheets.path.replace(':id', params.id),
    `${printManifest.path}?date_from=${day}&sort=recipient_name&order=desc`,
    `${printLabels.path}?size=a4`,
  ]
  for (const url of addresses) {
    const { status, type, bytes } = await pdf(member, url)
    expect([status, type]).toEqual([200, 'application/pdf'])
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  }
  expect((await pdf(member, `${printLabels.path}?size=poster`)).status).toBe(400)
  expect((await pdf(await makeMember(), addresses[0]!)).status).toBe(404)
})
