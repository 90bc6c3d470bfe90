import type { z } from 'zod'
import { createDelivery } from '#domain/api/deliveries.ts'
import { changePlan } from '#domain/api/plan-changes.ts'
import { changeRoadSettings } from '#domain/api/road.ts'
import type { RoadSettingsPatch } from '#domain/schema/road-settings.ts'
import type { Delivery, NewDelivery } from '#domain/schema/delivery.ts'
import { inWorkspace } from '../db/connect.ts'
import { setDeliveryStates } from '../features/deliveries/commands.ts'
import { day, dayMaker } from './planning-day.ts'
import { rig } from './rig.ts'
import type { testApp } from './test-app.ts'

/** A route that a driver with an account has to drive, dispatched at the time of the clock. */
export async function dispatchedDay(
  { makeMember, deps, as }: Pick<Awaited<ReturnType<typeof testApp>>, 'makeMember' | 'deps' | 'as'>,
  { stops: count, order = {} }: { stops: number; order?: Partial<z.input<typeof NewDelivery>> },
) {
  const owner = await makeMember()
  const { workspaceId: workspace_id } = owner
  const make = dayMaker(deps.db, workspace_id)
  await make.depot()
  const driver = await makeMember({ role: 'driver', workspaceId: workspace_id })
  const record = await make.driver({ user_id: driver.userId }, {})
  const deliveries: Delivery[] = []
  for (let i = 0; i < count; i++) {
    const delivery_location = { lat: -6.157 - i / 1000, lng: 106.846 + i / 1000 }
    const body = { delivery_address: `Jl. Merdeka ${i}`, delivery_location, recipient_name: `Recipient ${i}`, ...order }
    deliveries.push((await as(owner).call(createDelivery, { body: { ...body, scheduled_date: day } })).body)
  }
  const { route, stops } = await rig(deps.db, workspace_id, async (trx) => {
    const plan = await trx
      .insertInto('plans')
      .values({ workspace_id, day, state: 'dispatched', driver_ids: [record.id], time_limit_seconds: 1 } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const times = { starts_at: deps.now(), ends_at: deps.now(), driving_seconds: 0, waiting_seconds: 0 }
    const sums = { distance_km: 0, duration_seconds: 0, fuel_liters: 0, load_kg: 0, load_l: 0, service_seconds: 0 }
    const drives = { position: 1, driver_id: record.id, driver_name: 'Budi', vehicle_id: null, vehicle_code: null }
    const made = await trx
      .insertInto('routes')
      .values({ workspace_id, plan_id: plan.id, capacity_kg: null, capacity_l: null, ...drives, ...times, ...sums })
      .returning(['id', 'plan_id'])
      .executeTakeFirstOrThrow()
    const rows = deliveries.map(({ id, delivery_address, delivery_location, recipient_name }, index) => ({
      workspace_id,
      route_id: made.id,
      position: index,
      sequence: index + 1,
      kind: 'delivery' as const,
      delivery_id: id,
      name: recipient_name ?? '',
      address: delivery_address,
      ...delivery_location!,
      arrival_at: deps.now(),
      departure_at: deps.now(),
      waiting_seconds: 0,
      service_seconds: 0,
      distance_km: 0,
      load_kg: 0,
      load_l: 0,
      planned_from: null,
    }))
    const inserted = rows.length
      ? await trx.insertInto('stops').values(rows).returning(['id', 'delivery_id']).execute()
      : []
    return { route: made, stops: inserted.map((stop) => ({ id: stop.id, delivery_id: stop.delivery_id! })) }
  })
  const ids = deliveries.map(({ id }) => id)
  await inWorkspace(deps.db, workspace_id, async (trx) => {
    const actor = { workspaceId: workspace_id, userId: owner.userId, name: 'Planner' }
    const patch = () => ({ driver_id: record.id, route_id: route.id, estimated_arrival: null })
    await setDeliveryStates(trx, { ids, to: 'planned', actor, now: deps.now(), patch })
    await setDeliveryStates(trx, { ids, to: 'dispatched', actor, now: deps.now() })
  })
  const [vehicle] = await inWorkspace(deps.db, workspace_id, (trx) => trx.selectFrom('vehicles').select('id').execute())
  return {
    owner,
    driver,
    record,
    make,
    route,
    stops,
    vehicle: vehicle!,
    /** Another driver with an account, on no route. */
    makeColleague: async (name: string) => {
      const member = await makeMember({ role: 'driver', workspaceId: workspace_id })
      return { member, record: await make.driver({ name, user_id: member.userId }) }
    },
    setSettings: (body: RoadSettingsPatch) => as(owner).call(changeRoadSettings, { body }),
    lock: (stopId: string) =>
      as(owner).call(changePlan, {
        params: { id: route.plan_id },
        body: { changes: [{ type: 'lock', stop_ids: [stopId] }] },
      }),
  }
}
