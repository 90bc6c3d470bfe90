import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { fixedCost, sumCosts } from '#domain/fleet/cost.ts'
import { amountOf } from '#domain/fleet/fuel.ts'
import type { FuelUnit } from '#domain/schema/fuel.ts'
import type { VehicleCost } from '#domain/schema/fleet-cost.ts'
import { dayAfter, dayOf, instantOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { distanceReader } from '../odometer/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

const mostDays = 3 * 366

type Asked = { from: string; to: string; vehicle_id?: string | undefined; cursor?: string | undefined; limit: number }

/**
 * What vehicles cost in a period, by code. Fixed costs count up to today, in the present currency.
 * @throws AppError `validation_failed`
 */
export async function listCosts(trx: Trx, workspaceId: string, { from, to, vehicle_id, ...page }: Asked, now: Date) {
  if (from > to || dayAfter(from, mostDays) < to) {
    const message = from > to ? 'The last day is before the first.' : 'Choose at most 3 years.'
    throw new AppError('validation_failed', { errors: [{ path: 'to', message }] })
  }
  let found = trx.selectFrom('vehicles').where('workspace_id', '=', workspaceId)
  if (vehicle_id) found = found.where('id', '=', vehicle_id)
  const sort = {
    name: 'code',
    order: 'asc' as const,
    by: sql`code`,
    values: textValues,
    tie: sql`id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(['id', 'code', 'monthly_cost', 'created_at']), sort, page)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { currency, time_zone: zone } = await readWorkspace(trx, workspaceId)
  const vehicles = rows as { id: string; code: string; monthly_cost: number | null; created_at: string }[]
  const ids = vehicles.map(({ id }) => id)
  const [start, end] = [instantOf(from, '00:00', zone), instantOf(dayAfter(to), '00:00', zone)]
  const spent = Map.groupBy(await spentIn(trx, workspaceId, ids, { from, to, start, end }), ({ vehicle_id: of }) => of)
  const distance = await distanceReader(trx, workspaceId, ids)
  const today = dayOf(now, zone)
  const data = vehicles.map(({ id, code, monthly_cost, created_at }): VehicleCost => {
    const own = spent.get(id) ?? []
    const added = dayOf(new Date(created_at), zone)
    const fixed = fixedCost(monthly_cost, from > added ? from : added, to < today ? to : today)
    const km = Math.round(distance(id, start.toISOString(), end.toISOString()) * 10) / 10
    return {
      vehicle_id: id,
      vehicle_code: code,
      from,
      to,
      distance_km: km,
      amount: amountsOf(own),
      costs: sumCosts([...own, { kind: 'fixed', currency, cost: fixed }], km, currency),
    }
  })
  return { data, next_cursor, total }
}

type Spent = {
  vehicle_id: string
  kind: 'fuel' | 'maintenance'
  currency: string
  cost: number
  quantity: number | null
  unit: FuelUnit | null
}

type Period = { from: string; to: string; start: Date; end: Date }

async function spentIn(trx: Trx, workspaceId: string, ids: string[], { from, to, start, end }: Period) {
  const { rows } = await sql<Spent>`
    select vehicle_id, 'fuel' as kind, currency, sum(cost)::bigint as cost, sum(quantity) as quantity, unit
      from fuel_entries where workspace_id = ${workspaceId} and vehicle_id = any(${ids}::uuid[])
        and filled_at >= ${start} and filled_at < ${end} group by vehicle_id, currency, unit
    union all
    select vehicle_id, 'maintenance', currency, sum(parts_cost + labor_cost)::bigint, null, null
      from work_orders where workspace_id = ${workspaceId} and vehicle_id = any(${ids}::uuid[])
        and state = 'done' and done_on between ${from}::date and ${to}::date group by vehicle_id, currency`.execute(trx)
  return rows
}

function amountsOf(spent: readonly Spent[]): VehicleCost['amount'] {
  return (['l', 'kwh'] as const).flatMap((unit) => {
    const quantity = spent.reduce((sum, { quantity: each, unit: of }) => {
      const isOf = of !== null && each !== null && (of === 'kwh') === (unit === 'kwh')
      return isOf ? sum + amountOf({ quantity: each, unit: of }) : sum
    }, 0)
    return quantity > 0 ? [{ unit, quantity: Math.round(quantity * 10) / 10 }] : []
  })
}
