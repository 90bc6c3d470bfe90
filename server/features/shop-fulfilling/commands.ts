import { sql } from 'kysely'
import type { DeliveryState } from '#domain/delivery-state.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { ShopConnector, ShopWrite } from '../../outside/shops/platform.ts'
import { ShopCallError } from '../../outside/shops/shop-call-error.ts'
import { tellShop } from '../../queue/tasks.ts'
import { withShop } from '../integrations/commands.ts'
import type { OpenConnection } from '../integrations/queries.ts'
import { readTrackingLink } from '../tracking/queries.ts'
import { missingParcels, readTold, type Of } from './queries.ts'
import { linesWithout, newsOf, noteOf } from './rules.ts'

export type TellDeps = Pick<Deps, 'db' | 'sealer' | 'now' | 'config' | 'mailer' | 'queue' | 'trackingKey' | 'report'>

const mostBatches = 100
const toldTypes = ['delivery.status_changed', 'delivery.corrected', 'delivery.returned', 'alert.raised']

type Row = {
  id: string
  type: string
  delivery_id: string
  status: DeliveryState | null
  previous: DeliveryState | null
  eta: string | null
  at: string
}

/**
 * Turns what happened since the last time into news for a shop, and moves on, in one transaction. Returns whether there may be
 * more.
 */
export async function spreadNews(trx: Trx, deps: Pick<TellDeps, 'queue'>, of: Of, now: Date): Promise<boolean> {
  const { workspaceId, integrationId } = of
  const { rows: shops } = await sql<{ position: number; platform: string; store: string; tells: boolean }>`
    select greatest(s.position, h.forgotten_position) as position, i.platform, i.shop_key as store,
        coalesce((i.rules ->> 'tells_shop')::boolean, true) as tells
      from shop_syncs s join integrations i on i.id = s.integration_id join event_heads h on h.workspace_id = s.workspace_id
      where s.integration_id = ${integrationId} and s.workspace_id = ${workspaceId} for update of s skip locked`.execute(
    trx,
  )
  const [shop] = shops
  if (!shop) return false
  const read = await sql<{ last: number | null; count: number }>`
    select max(b.position) as last, count(*)::int as count from (select position from event_batches
      where workspace_id = ${workspaceId} and position > ${shop.position} order by position limit ${mostBatches}) b`.execute(
    trx,
  )
  const { last, count } = read.rows[0]!
  if (last === null) return false
  if (shop.tells) await keepNews(trx, deps, of, { ...shop, last }, now)
  await trx
    .updateTable('shop_syncs')
    .set({ position: last })
    .where('workspace_id', '=', workspaceId)
    .where('integration_id', '=', integrationId)
    .execute()
  return count === mostBatches
}

type Span = { position: number; last: number; platform: string; store: string }

async function keepNews(trx: Trx, { queue }: Pick<TellDeps, 'queue'>, of: Of, span: Span, now: Date): Promise<void> {
  const { workspaceId, integrationId } = of
  const { rows } = await sql<Row>`
    select e.id, e.type, s.delivery_id, e.data ->> 'status' as status, e.previous ->> 'status' as previous,
        e.data ->> 'estimated_arrival' as eta, e.at
      from event_batches b join events e on e.workspace_id = b.workspace_id and e.batch_id = b.id
        join shop_deliveries s on s.workspace_id = e.workspace_id
          and s.delivery_id = case e.type when 'alert.raised' then (e.data ->> 'delivery_id')::uuid else e.subject_id end
        join shop_orders o on o.id = s.order_id and o.platform = ${span.platform} and o.store = ${span.store}
      where b.workspace_id = ${workspaceId} and b.position > ${span.position} and b.position <= ${span.last}
        and e.type = any(${toldTypes}::text[])
        and (e.type <> 'alert.raised' or e.data ->> 'kind' = 'late_expected')
      order by b.position, e.index`.execute(trx)
  const news = rows.flatMap((row) => {
    const kind = newsOf(row)
    return kind ? [{ ...row, kind }] : []
  })
  if (!news.length) return
  await trx
    .insertInto('shop_outbox')
    .values(
      news.map(({ id, kind, delivery_id, eta, at }) => ({
        workspace_id: workspaceId,
        integration_id: integrationId,
        delivery_id,
        event_id: id,
        kind,
        at,
        eta,
        failure: null,
        created_at: now,
        ended_at: null,
        claimed_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['integration_id', 'event_id', 'delivery_id']).doNothing())
    .execute()
  for (const deliveryId of new Set(news.map(({ delivery_id }) => delivery_id))) {
    await queue.add(trx, tellShop, { workspaceId, integrationId, deliveryId })
  }
}

/** Whoever claimed something and gave no sign for so long is gone. */
const claimMs = 5 * 60_000

/** Takes the oldest news of a delivery, so that nobody else tells it. `busy` if somebody is at it. */
async function claimNews(trx: Trx, { workspaceId }: Of, deliveryId: string, now: Date) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`karta tells a shop of ${deliveryId}`}, 0))`.execute(trx)
  const open = await trx
    .selectFrom('shop_outbox')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'waiting')
    .orderBy('number')
    .execute()
  const isClaimed = open.some(
    ({ claimed_at }) => claimed_at !== null && Date.parse(claimed_at) > now.getTime() - claimMs,
  )
  if (isClaimed) return 'busy'
  const [next] = open
  if (!next) return undefined
  await trx
    .updateTable('shop_outbox')
    .set({ claimed_at: now, attempts: next.attempts + 1 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', next.id)
    .execute()
  return next
}
type News = Exclude<Awaited<ReturnType<typeof claimNews>>, 'busy' | undefined>

/**
 * Tells a shop everything that it does not know yet about a delivery, in order and once each. What the shop refuses is kept
 * with its reason; what may work later is tried again.
 */
export async function tellAll(deps: TellDeps, of: Of, deliveryId: string, isLastTry: boolean): Promise<void> {
  const within = <T>(work: (trx: Trx) => Promise<T>) => inWorkspace(deps.db, of.workspaceId, work)
  for (;;) {
    const news = await within((trx) => claimNews(trx, of, deliveryId, deps.now()))
    if (news === 'busy') throw new Error('Another server tells the shop about this delivery')
    if (!news) return
    try {
      const isTold = await withShop(deps, of, (connector, connection) => tellOne(deps, connector, connection, news))
      const end = { failure: null, ended_at: isTold ? deps.now() : null }
      await within((trx) => endNews(trx, of, news.id, { state: isTold ? 'sent' : 'waiting', ...end }))
      if (!isTold) return
    } catch (error) {
      if (!(error instanceof ShopCallError)) throw error
      // Without keys, it waits until the shop is connected again.
      const isLocked = error.problem !== undefined
      const isOver = !isLocked && (!error.isPassing || isLastTry)
      const failure = error.sentence
      await within((trx) =>
        endNews(trx, of, news.id, { state: isOver ? 'failed' : 'waiting', failure, ended_at: null }),
      )
      if (isLocked) return
      if (!isOver) throw error
    }
  }
}

function endNews(
  trx: Trx,
  { workspaceId }: Of,
  id: string,
  change: { state: 'sent' | 'failed' | 'waiting'; failure: string | null; ended_at: Date | null },
) {
  return trx
    .updateTable('shop_outbox')
    .set({ ...change, claimed_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

async function tellOne(
  deps: TellDeps,
  connector: ShopConnector,
  connection: OpenConnection,
  news: News,
): Promise<true> {
  const { workspaceId, store } = connection
  const write = await inWorkspace(deps.db, workspaceId, (trx) => writeOf(trx, deps, connection, news))
  if (!write) return true
  const isLess = write.lines !== null && news.kind === 'out_for_delivery' && write.remote !== null
  // It was fulfilled whole when it was dispatched, and then something was not loaded.
  if (isLess) await connector.write(store, { ...write, kind: 'canceled', lines: null })
  const { remote } = await connector.write(store, isLess ? { ...write, remote: null } : write)
  await inWorkspace(deps.db, workspaceId, (trx) =>
    trx
      .updateTable('shop_deliveries')
      .set({ remote })
      .where('workspace_id', '=', workspaceId)
      .where('delivery_id', '=', news.delivery_id)
      .execute(),
  )
  return true
}

/** What the shop is told; undefined if there is nothing to tell any more. */
async function writeOf(
  trx: Trx,
  deps: TellDeps,
  { workspaceId, store }: OpenConnection,
  { delivery_id, kind, at, eta, attempts, event_id }: News,
): Promise<ShopWrite | undefined> {
  const told = await readTold(trx, workspaceId, delivery_id)
  if (!told) return undefined
  const { url } = await readTrackingLink(trx, deps, workspaceId, delivery_id)
  const { notLoaded, notBrought } = await missingParcels(trx, workspaceId, delivery_id)
  const lines = linesWithout(told.lines, notLoaded)
  if (lines?.length === 0 && kind !== 'canceled' && kind !== 'attempted') return undefined
  const lacks = kind === 'delivered' ? notBrought : notLoaded
  const missing = lacks.map((index) => told.parcels[index]?.description ?? `parcel ${index + 1}`)
  return {
    kind,
    key: event_id,
    orderId: told.order_id,
    partId: told.part,
    at: new Date(at).toISOString(),
    eta: eta === null ? null : new Date(eta).toISOString(),
    tracking: { number: `D-${told.number}`, url, company: told.company },
    lines,
    remote: told.remote,
    note: noteOf(kind, { url, missing, company: told.company }),
    isRetry: attempts > 0,
    notifies: store.rules.notifies,
  }
}
