import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeDriver } from '#domain/api/drivers.ts'
import * as plans from '#domain/api/plans.ts'
import { findRemedies, listRisks } from '#domain/api/risks.ts'
import * as api from '#domain/api/unpublished.ts'
import type { Route } from '#domain/schema/plan.ts'
import { at, dayMaker, draftPlan } from '../../testing/planning-day.ts'
import { rig } from '../../testing/rig.ts'
import { testApp } from '../../testing/test-app.ts'
import { workOnPlans } from '../../testing/workers.ts'

let clock = new Date(at('06:00'))
const { deps, makeMember, as } = await testApp(() => ({ now: () => clock }))
workOnPlans(deps)

const visits = (route: Route) => route.stops.filter(({ delivery_id }) => delivery_id !== null)

/** Two drivers on the road at eleven with two of three stops to go, promised for shortly before noon, and one who is idle. */
async function onTheRoad() {
  clock = new Date(at('06:00'))
  const member = await makeMember()
  const make = dayMaker(deps.db, member.workspaceId)
  await make.depot()
  const [budi, sari, tono] = [
    await make.driver({ name: 'Budi' }, {}),
    await make.driver({ name: 'Sari' }, {}),
    await make.driver({ name: 'Tono' }, {}),
  ]
  for (const driver of [budi, sari]) {
    for (let i = 0; i < 3; i++) await make.delivery({ wanted_driver_id: driver.id, window_end: '12:00' })
  }
  const { call } = as(member)
  const params = await draftPlan(call, [budi, sari])
  await call(plans.approvePlan, { params })
  await call(plans.dispatchPlan, { params })
  const { routes } = (await call(plans.getPlan, { params })).body
  const [ofBudi, ofSari] = ['Budi', 'Sari'].map((name) => routes.find(({ driver_name }) => driver_name === name)!)
  clock = new Date(at('11:00'))
  for (const route of [ofBudi!, ofSari!]) {
    await make.change(visits(route)[0]!.delivery_id!, { status: 'delivered' } as never)
  }
  await rig(deps.db, member.workspaceId, (trx) => sql`update stops set promised_at = ${at('11:50')}`.execute(trx))
  /** Says when Budi is expected at what is left, and how much later than due that is. */
  const expectAt = (times: string[]) =>
    rig(deps.db, member.workspaceId, async (trx) => {
      for (const [index, time] of times.entries()) {
        const stop = visits(ofBudi!)[index + 1]!
        const late = (Date.parse(at(time)) - Date.parse(at('11:50'))) / 1000
        await sql`insert into stop_etas (workspace_id, stop_id, route_id, delivery_id, p10_at, p50_at, p90_at, basis,
          computed_at, late_seconds) values (${member.workspaceId}, ${stop.id}, ${ofBudi!.id}, ${stop.delivery_id},
          ${at(time)}, ${at(time)}, ${at(time)}, 'progress', ${clock}, ${late})`.execute(trx)
      }
    })
  const risks = async () => (await call(listRisks, { params })).body
  const remedies = async () => (await call(findRemedies, { params: { ...params, route_id: ofBudi!.id } })).body
  return { member, make, call, params, budi, sari, tono, ofBudi: ofBudi!, ofSari: ofSari!, expectAt, risks, remedies }
}

test('a route that runs late is told of before it is late, and what helps within the budget is offered', async () => {
  const { make, call, params, ofBudi, expectAt, risks, remedies } = await onTheRoad()
  expect((await risks()).routes).toEqual([])
  const [, second, third] = visits(ofBudi)
  await expectAt(['12:40', '12:55'])
  const found = await risks()
  expect(found).toMatchObject({
    late_after_minutes: expect.any(Number),
    routes: [{ driver_name: 'Budi', reason: 'behind', late_seconds: 65 * 60, open_stops: 2, shift: null }],
  })
  expect(found.routes[0]!.sentence).toMatch(/^Budi is \d+ min behind the plan\.$/)
  expect(found.routes[0]!.stops).toMatchObject([
    { number: second!.delivery_number, due_at: at('11:50'), expected_at: at('12:40'), late_seconds: 50 * 60 },
    { number: third!.delivery_number, late_seconds: 65 * 60 },
  ])
  // Nobody else may bring them.
  const stuck = await remedies()
  expect(stuck).toMatchObject({ late_stops: 2, budget: { stops_moved: 3, promises_broken: 0 } })
  expect(stuck.remedies.map(({ kind }) => kind)).toEqual(['another_day', 'tell'])
  expect(stuck.remedies[1]).toMatchObject({ label: 'Tell 2 recipients', changes: [], late_stops_left: 2 })

  for (const { delivery_id } of [second!, third!]) await make.change(delivery_id!, { wanted_driver_id: null })
  const [best, ...others] = (await remedies()).remedies
  const numbers = [second!, third!].map(({ delivery_number }) => delivery_number)
  expect(best).toMatchObject({ kind: 'give', stops_moved: 2, late_stops_left: 0, effect: { promises: [] } })
  expect(best!.label).toMatch(/^Give #\d+ and #\d+ to Sari$/)
  expect(best!.recipients.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted())
  expect(others.at(-1)).toMatchObject({ kind: 'tell' })
  // Against what was expected, nobody is made later.
  expect(best!.effect!.late_seconds).toBeLessThan(-60 * 60)
  const kept = await call(api.addUnpublished, { params, body: { changes: best!.changes } })
  expect(kept).toMatchObject({ status: 200, body: { changes: [{ problem: null }] } })
  expect(await remedies()).toMatchObject({ late_stops: 0, remedies: [] })
  // Drivers do not know yet.
  expect((await risks()).routes).toHaveLength(1)
})

test('a stop comes earlier on its own route where that keeps it in time', async () => {
  const { make, ofBudi, expectAt, remedies } = await onTheRoad()
  const [, second, third] = visits(ofBudi)
  await make.change(second!.delivery_id!, { window_end: null, service_minutes: 40 } as never)
  await rig(deps.db, ofBudi.plan_id && (await make.deliveries())[0]!.workspace_id, (trx) =>
    sql`update stops set promised_at = null where id = ${second!.id}`.execute(trx),
  )
  await expectAt(['11:30', '12:20'])
  const [best] = (await remedies()).remedies
  expect(best).toMatchObject({ kind: 'earlier', label: `Bring #${third!.delivery_number} next`, stops_moved: 1 })
  expect(best).toMatchObject({ late_stops_left: 0 })
})

test('the route of a driver who was deactivated stays, can be given away, and gets nothing else', async () => {
  const { call, params, budi, tono, ofBudi, ofSari, risks, remedies } = await onTheRoad()
  expect((await call(changeDriver, { params: { id: budi.id }, body: { active: false } })).status).toBe(200)
  expect((await call(plans.getPlan, { params })).body.routes).toHaveLength(2)
  const sentence = 'Budi is not an active driver any more.'
  expect((await risks()).routes).toMatchObject([{ driver_name: 'Budi', reason: 'driver_inactive', sentence }])
  const [best] = (await remedies()).remedies
  const given = [{ type: 'driver', route_id: ofBudi.id, driver_id: tono.id }]
  expect(best).toMatchObject({ kind: 'driver', label: 'Give the route to Tono', changes: given })
  const preview = (changes: (typeof best & object)['changes']) =>
    call(api.previewUnpublished, { params, body: { changes } })
  const more = { type: 'move' as const, delivery_ids: [visits(ofSari)[1]!.delivery_id!], route_id: ofBudi.id }
  expect((await preview([more])).body.warnings).toMatchObject([{ code: 'wanted_driver' }])
  const anew = { type: 'driver' as const, route_id: ofSari.id, driver_id: budi.id }
  expect(await preview([anew])).toMatchObject({ status: 404, body: { code: 'driver_not_found' } })
  await call(api.addUnpublished, { params, body: { changes: best!.changes } })
  expect((await call(api.publishPlan, { params })).status).toBe(200)
  const { routes } = (await call(plans.getPlan, { params })).body
  expect(routes.map(({ driver_name }) => driver_name).toSorted()).toEqual(['Sari', 'Tono'])
  expect((await risks()).routes).toEqual([])
})
