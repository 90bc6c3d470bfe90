import { sql } from 'kysely'
import { isEnd } from '#domain/delivery-state.ts'
import type { ShopCustomer } from '#domain/shops/exchange.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Author } from '../../events/append.ts'
import { sendMail } from '../../queue/mail.ts'
import { eraseDeliveries } from '../delivery-erasing/commands.ts'
import { setDeliveryStates } from '../deliveries/commands.ts'
import { managersOf } from '../members/queries.ts'
import { mailAddresses } from '../ownership/queries.ts'
import { readRequest } from '../shop-sync/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { dataRequestMail } from './rules.ts'

type PrivacyDeps = Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'mailer'>
type Request = NonNullable<Awaited<ReturnType<typeof readRequest>>>

/**
 * Does what privacy law asks of a shop's apps, once. A customer's or a whole shop's personal data is erased from deliveries;
 * what is not under way yet is cancelled first. A customer's question about their data goes to whoever manages the workspace.
 * @returns false while some of it is with a driver, so that it has to be tried again
 */
export async function honorRequest(deps: PrivacyDeps, workspaceId: string, eventId: string): Promise<boolean> {
  return inWorkspace(deps.db, workspaceId, async (trx) => {
    const request = await readRequest(trx, workspaceId, eventId)
    if (!request) return true
    if (!(await honor(trx, deps, request))) return false
    await trx
      .updateTable('shop_events')
      .set({ done_at: deps.now(), customer: null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', eventId)
      .execute()
    return true
  })
}

async function honor(trx: Trx, deps: PrivacyDeps, request: Request): Promise<boolean> {
  const { about, customer } = request
  if (about === 'customer_data') return tellManagers(trx, deps, request)
  const ids = await deliveriesToErase(trx, request, about === 'shop_redact' ? null : customer)
  return eraseThem(trx, request.workspace_id, ids, deps.now())
}

/** The deliveries of a shop, or those of a customer there. */
async function deliveriesToErase(trx: Trx, request: Request, customer: ShopCustomer | null) {
  const { rows } = await sql<{ id: string; status: Parameters<typeof isEnd>[0] }>`
    select d.id, d.status from shop_deliveries s
      join shop_orders o on o.id = s.order_id
      join integrations i on i.id = ${request.integration_id} and i.platform = o.platform and i.shop_key = o.store
      join deliveries d on d.id = s.delivery_id
      where o.workspace_id = ${request.workspace_id} and d.erased_at is null and (${customer === null}
        or o.external_id = any(${customer?.orderIds ?? []}::text[])
        or lower(d.recipient_email) = lower(${customer?.email ?? null}))`.execute(trx)
  return rows
}

async function eraseThem(
  trx: Trx,
  workspaceId: string,
  found: Awaited<ReturnType<typeof deliveriesToErase>>,
  now: Date,
): Promise<boolean> {
  const author: Author = { workspaceId, userId: null, name: 'Shopify' }
  const early = found.filter(({ status }) => status === 'pending' || status === 'planned').map(({ id }) => id)
  await setDeliveryStates(trx, { ids: early, to: 'cancelled', actor: author, now })
  const ended = found.filter(({ id, status }) => isEnd(status) || early.includes(id)).map(({ id }) => id)
  if (ended.length) await eraseDeliveries(trx, author, ended, now)
  return ended.length === found.length
}

async function tellManagers(trx: Trx, deps: PrivacyDeps, { workspace_id, customer }: Request): Promise<boolean> {
  const { name: workspaceName } = await readWorkspace(trx, workspace_id)
  const pageUrl = `${deps.config.publicUrl}/dashboard/recipients?workspace=${workspace_id}`
  for (const to of (await mailAddresses(trx, await managersOf(trx, workspace_id))).values()) {
    await sendMail(trx, deps, dataRequestMail({ to, workspaceName, pageUrl, customer }))
  }
  return true
}
