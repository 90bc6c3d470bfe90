import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { createPlan, getPlanProgress } from '#domain/api/plans.ts'
import { instantOf } from '#domain/time.ts'
import { inWorkspace, type Db } from '../db/connect.ts'
import type { DeliveryTable } from '../db/tables/deliveries.ts'
import type { DriverTable } from '../db/tables/drivers.ts'
import type { VehicleTable } from '../db/tables/vehicles.ts'
import { rig } from './rig.ts'
import type { testApp } from './test-app.ts'

export const day = '2026-03-16'

/** The instant of a time of day in the time zone of the test workspaces. */
export const at = (time: string) => instantOf(day, time, 'Asia/Jakarta').toISOString()

/** A clock that shows `time` of that day when it is made, and runs on. */
export function clockFrom(time: string, now: () => Date): () => Date {
  const ahead = Date.parse(at(time)) - now().getTime()
  return () => new Date(now().getTime() + ahead)
}

type Row<T> = Partial<Selectable<T>>

const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

/** Puts what a day needs into a workspace. Each call names only what matters. */
export function dayMaker(db: Db, workspaceId: string) {
  let number = 0
  return {
    depot: (fields: { name?: string; opens?: string; closes?: string; active?: boolean; is_default?: boolean } = {}) =>
      rig(db, workspaceId, (trx) =>
        trx
          .insertInto('depots')
          .values({
            workspace_id: workspaceId,
            name: 'Depot',
            address: 'Kemayoran',
            lat: -6.157,
            lng: 106.846,
            opens: '06:00',
            closes: '22:00',
            is_default: true,
            active: true,
            ...fields,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      ),

    /** A driver, with a vehicle when `vehicle` is given. */
    driver: (
      { week, breaks, overtime, start_place, end_place, ...fields }: Row<DriverTable> = {},
      cargo?: Row<VehicleTable>,
    ) =>
      rig(db, workspaceId, async (trx) => {
        const { compartments, ...vehicle } = cargo ?? {}
        const made =
          cargo &&
          (await trx
            .insertInto('vehicles')
            .values({
              workspace_id: workspaceId,
              code: `KA-${randomUUID().slice(0, 8)}`,
              type: 'van',
              plate: null,
              capacity_kg: null,
              capacity_l: null,
              skills: [],
              fuel_level: null,
              last_maintenance_on: null,
              active: true,
              ...vehicle,
              ...(compartments && { compartments: JSON.stringify(compartments) }),
            })
            .returning('id')
            .executeTakeFirstOrThrow())
        return trx
          .insertInto('drivers')
          .values({
            workspace_id: workspaceId,
            name: 'Budi',
            phone: null,
            email: null,
            shift_start: '09:00',
            shift_end: '17:00',
            skills: [],
            vehicle_id: made?.id ?? null,
            depot_id: null,
            active: true,
            week: json(week),
            breaks: JSON.stringify(breaks ?? []),
            overtime: json(overtime),
            start_place: json(start_place),
            end_place: json(end_place),
            ...fields,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
      }),

    delivery: (fields: Omit<Row<DeliveryTable>, 'search'> = {}) =>
      rig(db, workspaceId, (trx) =>
        trx
          .insertInto('deliveries')
          .values({
            workspace_id: workspaceId,
            number: ++number,
            reference: null,
            source: 'manual',
            pickup_address: null,
            delivery_address: `Jl. Merdeka ${number}`,
            // Scattered within a few kilometers, the same way every time.
            lat: -6.157 - ((number * 37) % 50) / 1000,
            lng: 106.846 - ((number * 53) % 70) / 1000,
            recipient_name: `Recipient ${number}`,
            recipient_phone: null,
            recipient_email: null,
            scheduled_date: day,
            window_start: null,
            window_end: null,
            service_minutes: 5,
            weight_kg: 1,
            volume_l: 1,
            priority: 2,
            skills: [],
            notes: null,
            ...(fields.lat !== null && { location_source: 'given', location_confidence: 0.9 }),
            ...fields,
          } as never)
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),

    change: (id: string, fields: Row<DeliveryTable>) =>
      rig(db, workspaceId, (trx) =>
        trx
          .updateTable('deliveries')
          .set({ ...(fields as object), updated_at: sql`now()` })
          .where('id', '=', id)
          .execute(),
      ),

    deliveries: () =>
      inWorkspace(db, workspaceId, (trx) => trx.selectFrom('deliveries').selectAll().orderBy('number').execute()),
  }
}

type Call = ReturnType<Awaited<ReturnType<typeof testApp>>['as']>['call']

/** Plans the day with these drivers, in an app that works on plans. Returns the path's parameters of the draft. */
export async function draftPlan(call: Call, drivers: readonly { id: string }[]): Promise<{ id: string }> {
  const body = { day, driver_ids: drivers.map((driver) => driver.id), time_limit_seconds: 1 }
  const { id } = (await call(createPlan, { body })).body
  for (;;) {
    const { state } = (await call(getPlanProgress, { params: { id } })).body
    if (state === 'draft') return { id }
    if (state !== 'queued' && state !== 'optimizing') throw new Error(`The plan is ${state}.`)
    await new Promise((wake) => setTimeout(wake, 20))
  }
}
