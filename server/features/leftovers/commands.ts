import { randomUUID } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { formatsIn } from '#domain/formats.ts'
import type { Leftovers, MoveLeftovers } from '#domain/schema/leftover.ts'
import { isOver } from '#domain/start-of-day.ts'
import { dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readScope } from '../../db/delivery-scopes.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { changeInBulk } from '../bulk/commands.ts'
import { setDeliveryStates, type Reroute } from '../deliveries/commands.ts'
import { editPlan } from '../plan-changes/commands.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { dayForLeft, readLeft } from './queries.ts'
import { verdictOf } from './rules.ts'

type Row = Awaited<ReturnType<typeof readLeft>>[number]

/**
 * Moves what was not delivered on a day to another one: what is on no route, what failed, and what its driver has not come
 * to, which leaves its route. Histories say why.
 * @throws AppError `day_over`, `no_drivers`, `too_many_deliveries`, and as `readScope` and `editPlan` do
 */
export async function moveLeftovers(
  trx: Trx,
  actor: Actor,
  { day, to: wanted, delivery_ids, dry_run: isDryRun, ...named }: MoveLeftovers,
  now: Date,
  reroute: Reroute,
): Promise<Leftovers> {
  const { workspaceId } = actor
  if (!isDryRun) await lockWorkspace(trx, workspaceId)
  const { time_zone, language } = await readWorkspace(trx, workspaceId)
  const { depot_id = null } = await readScope(trx, workspaceId, { ...named, depot_id: named.depot_id ?? undefined })
  const to = wanted ?? (await dayForLeft(trx, workspaceId, { day, depot_id }, dayOf(now, time_zone)))
  if (isOver(to, now, time_zone)) throw new AppError('day_over', { day: to })
  const rows = await readLeft(trx, workspaceId, { day, depot_id })
  const sorted = rows
    .filter(({ id }) => !delivery_ids || delivery_ids.includes(id))
    .map((row) => ({ row, verdict: verdictOf(row, to) }))
  const moving = sorted.flatMap(({ row, verdict }) => ('kind' in verdict ? [{ row, ...verdict }] : []))
  const staying = sorted.flatMap(({ row, verdict }) => ('kind' in verdict ? [] : [{ row, ...verdict }]))
  const why = `Left over on ${formatsIn(language).formatDay(day)}`
  const changed = isDryRun ? [] : await move(trx, actor, moving, { to, why, now, reroute })
  return {
    to,
    moving: moving.map(({ row, kind, reason }) => ({ ...shown(row), kind, reason, driver_name: row.driver_name })),
    staying: staying.map(({ row, code, reason }) => ({ ...shown(row), code, reason })),
    changed,
  }
}

const shown = ({ id, number, delivery_address, recipient_name, status }: Row) => ({
  delivery_id: id,
  delivery_number: number,
  delivery_address,
  recipient_name,
  status,
})

type Moving = { row: Row; kind: Leftovers['moving'][number]['kind'] }[]
type Move = { to: string; why: string; now: Date; reroute: Reroute }

async function move(trx: Trx, actor: Actor, moving: Moving, { to, why, now, reroute }: Move) {
  const of = (kind: Moving[number]['kind']) => moving.filter((each) => each.kind === kind).map(({ row }) => row)
  const idsOf = (rows: Row[]) => rows.map(({ id }) => id)
  const onRoutes = of('on_route')
  // Plans are locked in the same order by everybody.
  const byPlan = [...Map.groupBy(onRoutes, ({ plan_id }) => plan_id!)].toSorted(([a], [b]) => a.localeCompare(b))
  for (const [planId, rows] of byPlan) {
    const editsOf = () => [{ type: 'remove' as const, delivery_ids: idsOf(rows) }]
    await editPlan(trx, actor, planId, { editsOf }, { newId: randomUUID, now })
  }
  const failed = of('failed')
  const off = { driver_id: null, route_id: null, estimated_arrival: null, scheduled_date: to }
  const written = await setDeliveryStates(trx, {
    ids: idsOf(failed),
    to: 'pending',
    actor,
    why,
    now,
    patch: () => off,
  })
  const numbers = new Map(failed.map(({ id, number }) => [id, number]))
  const retried = written.map(({ id, delivery_id }) => ({
    id: delivery_id,
    number: numbers.get(delivery_id)!,
    event_id: id,
  }))
  const ids = idsOf([...of('unassigned'), ...onRoutes])
  if (!ids.length) return retried
  const moved = await changeInBulk(trx, actor, { ids, change: { scheduled_date: to } }, now, reroute, why)
  return [...retried, ...moved.changed].toSorted((one, other) => one.number - other.number)
}
