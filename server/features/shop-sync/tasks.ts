import { setTimeout as delay } from 'node:timers/promises'
import { inWorkspace } from '../../db/connect.ts'
import { ShopCallError } from '../../outside/shops/shop-call-error.ts'
import { readShopOrder, syncShop, tellShop } from '../../queue/tasks.ts'
import type { Deps } from '../../deps.ts'
import { hookUrl, ratesUrl, withShop } from '../integrations/commands.ts'
import type { OpenConnection } from '../integrations/queries.ts'
import { followOrder, forgetOrder, type OrderDeps } from '../shop-orders/commands.ts'
import type { ShopConnector } from '../../outside/shops/platform.ts'
import { changeSync, finishEvents, orderShopOf, takePage } from './commands.ts'
import { claimShops, forgetShopEvents, openEvents, readSync, untoldDeliveries } from './queries.ts'
import { roundEveryMs, sinceOf } from './rules.ts'

export type SyncDeps = OrderDeps & Pick<Deps, 'sealer' | 'mailer' | 'report'>
type Of = { workspaceId: string; integrationId: string }

const concurrency = 4
const lookEverySeconds = 60
const forgetEverySeconds = 3600
/** Webhooks that were dealt with are kept so long, to know those that come again. */
const rememberedMs = 7 * 86_400_000
/** What came so long ago and is still open was lost on its way through the queue. */
const lostAfterMs = 10 * 60_000

/** Keeps connected shops in step. */
export async function workOnShops(deps: SyncDeps): Promise<void> {
  const { db, queue, now } = deps
  await queue.work(readShopOrder, concurrency, async ({ orderId, ...of }, { lastAttempt }) => {
    await readOne(deps, of, orderId).catch((error: unknown) => giveUp(deps, of, error, lastAttempt))
  })
  await queue.work(syncShop, 2, async (of, { signal, lastAttempt }) => {
    await syncOne(deps, of, signal).catch((error: unknown) => giveUp(deps, of, error, lastAttempt))
  })
  queue.every(lookEverySeconds, () => syncDue(deps))
  queue.every(forgetEverySeconds, () => forgetShopEvents(db, new Date(now().getTime() - rememberedMs)))
}

/** Adds a task for each shop whose round is due. */
export async function syncDue({ db, queue, now }: Pick<SyncDeps, 'db' | 'queue' | 'now'>): Promise<void> {
  for (const of of await claimShops(db, now(), new Date(now().getTime() + roundEveryMs))) {
    await inWorkspace(db, of.workspaceId, (trx) => queue.add(trx, syncShop, of))
  }
}

/** Passing failures are tried again. Of others, and after the last try, the shop's page says why. */
async function giveUp(deps: SyncDeps, of: Of, error: unknown, isLast: boolean): Promise<void> {
  if (!(error instanceof ShopCallError)) throw error
  const { sentence, isPassing } = error
  await inWorkspace(deps.db, of.workspaceId, (trx) => changeSync(trx, of, { failure: sentence }))
  if (isPassing && !isLast) throw error
}

/** Reads one order from its shop and does what it says. Nothing is done twice. */
export async function readOne(deps: SyncDeps, of: Of, orderId: string): Promise<void> {
  const readAt = deps.now()
  await withShop(deps, of, async (connector, connection) => {
    const order = await readOrGone(connector, connection, orderId)
    const shop = orderShopOf(connection)
    if (order) await followOrder(deps, shop, order)
    else await forgetOrder(deps, shop, orderId)
    await inWorkspace(deps.db, of.workspaceId, (trx) => finishEvents(trx, of, orderId, readAt, deps.now()))
  })
}

/** Some shops say by a 404 that they have no such order. */
async function readOrGone(connector: ShopConnector, { store }: OpenConnection, orderId: string) {
  try {
    return await connector.readOrder(store, orderId)
  } catch (error) {
    if (error instanceof ShopCallError && error.failure === 'gone') return undefined
    throw error
  }
}

/**
 * One round: webhooks, places, then everything that changed since the last one, page after page. After each page it is kept
 * where to go on, so that a crash costs one page.
 */
export async function syncOne(deps: SyncDeps, of: Of, signal?: AbortSignal): Promise<void> {
  const within = <T>(work: Parameters<typeof inWorkspace<T>>[2]) => inWorkspace(deps.db, of.workspaceId, work)
  await begin(deps, of)
  for (let waitMs = 0; ; await delay(waitMs, undefined, { ...(signal && { signal }) })) {
    // Opened anew for each page, because keys end and a shop may be disconnected in the meantime.
    const next = await withShop(deps, of, async (connector, connection) => {
      const sync = await within((trx) => readSync(trx, of.workspaceId, of.integrationId))
      if (!sync) return null
      const listed = connector.listModified(connection.store, sync.since, sync.cursor)
      const page = await listed.catch((error: unknown) => loseCursor(deps, of, error))
      await takePage(deps, orderShopOf(connection), page.orders)
      const found = sync.found + page.orders.length
      await within((trx) => changeSync(trx, of, { cursor: page.next, found }))
      waitMs = page.waitMs ?? 0
      return page.next
    })
    if (!next) break
  }
  await end(deps, of)
}

/** Shops forget where a round stood, such as a file after some days. The next attempt begins the round anew. */
async function loseCursor({ db }: SyncDeps, of: Of, error: unknown): Promise<never> {
  const isForgotten = error instanceof ShopCallError && (error.failure === 'refused' || error.failure === 'gone')
  if (isForgotten) await inWorkspace(db, of.workspaceId, (trx) => changeSync(trx, of, { cursor: null }))
  throw error
}

/** Begins a round, or goes on with the one that was interrupted. */
async function begin(deps: SyncDeps, of: Of): Promise<void> {
  await withShop(deps, of, async (connector, connection) => {
    const { config } = deps
    await connector.ensureHooks(connection.store, hookUrl(config.publicUrl, connection))
    const rates_failure = await offerSlots(connector, connection, ratesUrl(config.publicUrl, connection))
    const locations = await connector.readLocations(connection.store)
    await inWorkspace(deps.db, of.workspaceId, async (trx) => {
      const sync = await readSync(trx, of.workspaceId, of.integrationId)
      const round = sync?.cursor
        ? {}
        : { since: sinceOf(sync?.seen_until ?? null), round_started_at: deps.now(), found: 0 }
      await changeSync(trx, of, { locations, failure: null, rates_failure, ...round } as Parameters<
        typeof changeSync
      >[2])
    })
  })
}

/** A shop whose plan has no slots at the checkout is kept in step all the same. Returns why it has none. */
async function offerSlots(connector: ShopConnector, { store }: OpenConnection, url: string): Promise<string | null> {
  try {
    await connector.ensureRates?.(store, url)
    return null
  } catch (error) {
    const isRefused = error instanceof ShopCallError && (error.failure === 'refused' || error.failure === 'gone')
    if (!isRefused) throw error
    return error.sentence
  }
}

async function end(deps: SyncDeps, of: Of): Promise<void> {
  await inWorkspace(deps.db, of.workspaceId, async (trx) => {
    const sync = await readSync(trx, of.workspaceId, of.integrationId)
    // Another task may have ended it: two can be at it when somebody asks for a round while the last one waits to be tried again.
    if (!sync?.round_started_at || sync.cursor) return
    await changeSync(trx, of, {
      seen_until: sync.round_started_at,
      round_started_at: null,
      last_sync_at: deps.now().toISOString(),
      failures: 0,
      failure: null,
    })
    const lost = await openEvents(trx, of.workspaceId, of.integrationId, new Date(deps.now().getTime() - lostAfterMs))
    for (const orderId of lost) await deps.queue.add(trx, readShopOrder, { ...of, orderId })
    for (const deliveryId of await untoldDeliveries(trx, of.workspaceId, of.integrationId)) {
      await deps.queue.add(trx, tellShop, { ...of, deliveryId })
    }
  })
}
