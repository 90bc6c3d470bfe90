import { sql } from 'kysely'
import type { z } from 'zod'
import type { DeliveryFilter } from '#domain/api/deliveries.ts'
import { mostOnPaper, type printManifest } from '#domain/api/papers.ts'
import { deliveryForClient } from '#domain/client-view.ts'
import { AppError } from '#domain/errors.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import type { LabelSize, Paper } from '../../papers/paper.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { findDeliveryIds, inApi, readStored } from '../deliveries/queries.ts'
import { getPlan } from '../planning/queries.ts'
import { allItems, getTransfer } from '../transfers/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { inOrder, labelsOf, manifest, routeSheets, transferSheet, type House, type Place } from './rules.ts'

type Filter = z.output<typeof DeliveryFilter>

async function houseOf(trx: Trx, workspaceId: string): Promise<House> {
  const { name, language, time_zone, currency } = await readWorkspace(trx, workspaceId)
  return { name, language, time_zone, currency }
}

/**
 * The sheets of a plan's drivers.
 * @throws AppError `plan_not_found`, `route_not_found`
 */
export async function planPaper(
  trx: Trx,
  workspaceId: string,
  { planId, routeId, now }: { planId: string; routeId?: string | undefined; now: Date },
): Promise<Paper> {
  const plan = await getPlan(trx, workspaceId, planId, now)
  if (routeId !== undefined && !plan.routes.some(({ id }) => id === routeId)) throw new AppError('route_not_found')
  const deliveries = await deliveriesOf(trx, workspaceId, plan)
  return routeSheets(await houseOf(trx, workspaceId), plan, deliveries, { only: routeId, now })
}

async function deliveriesOf(trx: Trx, workspaceId: string, { routes }: Plan): Promise<Map<string, Delivery>> {
  const ids = routes.flatMap(({ stops }) => stops.flatMap(({ delivery_id }) => delivery_id ?? []))
  const stored = await readStored(trx, workspaceId, [...new Set(ids)])
  return new Map((await inApi(trx, workspaceId, stored)).map((delivery) => [delivery.id, delivery]))
}

/**
 * The deliveries that match, by number.
 * @throws AppError `too_much_to_print`
 */
async function matching(trx: Trx, actor: Actor, filter: Filter, most: number): Promise<Delivery[]> {
  const { workspaceId } = actor
  const ids = await findDeliveryIds(trx, workspaceId, filter, most + 1)
  if (ids.length > most) throw new AppError('too_much_to_print', { most })
  const found = await inApi(trx, workspaceId, await readStored(trx, workspaceId, ids))
  return found
    .map((delivery) => (actor.role === 'client' ? deliveryForClient(delivery) : delivery))
    .toSorted((a, b) => a.number - b.number)
}

/** @throws AppError `too_much_to_print` */
export async function manifestPaper(
  trx: Trx,
  actor: Actor,
  { sort, order, ...filter }: z.output<typeof printManifest.query>,
  now: Date,
): Promise<Paper> {
  const deliveries = await matching(trx, actor, filter, mostOnPaper.manifest)
  return manifest(await houseOf(trx, actor.workspaceId), inOrder(deliveries, sort, order), now)
}

/**
 * What is on a transfer, to tick and sign.
 * @throws AppError `transfer_not_found`
 */
export async function transferPaper(trx: Trx, workspaceId: string, id: string, now: Date): Promise<Paper> {
  const transfer = await getTransfer(trx, workspaceId, id)
  // Whoever works at one end of it sees what is on it.
  await setWorkspace(trx, workspaceId)
  return transferSheet(await houseOf(trx, workspaceId), transfer, await allItems(trx, workspaceId, id), now)
}

/** @throws AppError `too_much_to_print` */
export async function labelPaper(
  trx: Trx,
  actor: Actor,
  { size, ...filter }: Filter & { size: LabelSize },
): Promise<Paper> {
  const { workspaceId } = actor
  const deliveries = await matching(trx, actor, filter, mostOnPaper.labels)
  const places = actor.role === 'client' ? new Map<string, Place>() : await placesOf(trx, workspaceId, deliveries)
  const names = async (table: 'clients' | 'depots') => {
    const rows = await trx.selectFrom(table).select(['id', 'name']).where('workspace_id', '=', workspaceId).execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  const labels = labelsOf(await houseOf(trx, workspaceId), deliveries, {
    places,
    clients: await names('clients'),
    depots: await names('depots'),
  })
  if (labels.length > mostOnPaper.labels) throw new AppError('too_much_to_print', { most: mostOnPaper.labels })
  return { kind: 'labels', title: 'Labels', size, labels: labels }
}

/** Where these deliveries are on the routes of accepted plans. */
async function placesOf(trx: Trx, workspaceId: string, deliveries: Delivery[]): Promise<Map<string, Place>> {
  const ids = deliveries.map(({ id }) => id)
  const { rows } = await sql<Place & { delivery_id: string }>`
    select s.delivery_id, r.driver_name, (select count(*)::integer from stops o where o.workspace_id = s.workspace_id
        and o.route_id = s.route_id and o.delivery_id is not null and o.position <= s.position) as sequence
    from deliveries d
      join routes r on r.id = d.route_id and r.workspace_id = d.workspace_id
      join stops s on s.route_id = r.id and s.delivery_id = d.id and s.workspace_id = d.workspace_id
    where d.workspace_id = ${workspaceId} and d.id = any(${ids}::uuid[])
    order by s.position`.execute(trx)
  // The last one of a delivery that is picked up on the way is where it is delivered.
  return new Map(rows.map(({ delivery_id, ...place }) => [delivery_id, place]))
}
