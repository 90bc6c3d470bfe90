import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Billing } from '#domain/schema/billing.ts'
import { licenseCents } from '#domain/tiers.ts'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { mailAddresses } from '../ownership/queries.ts'

/** What is known of a workspace's payments; undefined until it first wanted to pay. */
export const readPaid = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('subscriptions').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst()

/** @throws AppError `not_subscribed` */
export async function needPaid(trx: Trx, workspaceId: string) {
  const paid = await readPaid(trx, workspaceId)
  if (!paid?.subscription_id || !paid.status || paid.status === 'canceled') throw new AppError('not_subscribed')
  return paid
}

/** What the workspace pays for, as it was when Stripe was last asked. */
export async function readBilling(trx: Trx, workspaceId: string, config: Config): Promise<Billing> {
  const paid = await readPaid(trx, workspaceId)
  const invoices = await trx
    .selectFrom('billing_invoices')
    .select(['id', 'number', 'status', 'total', 'currency', 'created_at', 'url'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(24)
    .execute()
  return {
    is_billed: config.stripe !== undefined,
    ask: config.contactDetails.email || config.contactTo || null,
    license_cents: licenseCents,
    subscription: paid?.status
      ? {
          status: paid.status,
          licenses: paid.licenses ?? 1,
          follows_drivers: paid.follows_drivers,
          period_ends_at: paid.period_ends_at,
          cancels_at: paid.cancels_at,
          overdue_since: paid.overdue_since,
          is_disputed: paid.disputed_at !== null,
        }
      : null,
    next_invoice:
      paid?.next_total != null && paid.next_currency
        ? { total: paid.next_total, currency: paid.next_currency, at: paid.period_ends_at }
        : null,
    invoices,
  }
}

export async function countActiveDrivers(trx: Trx, workspaceId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('drivers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Where mail reaches the owners. */
export async function ownerAddresses(trx: Trx, workspaceId: string): Promise<string[]> {
  const owners = await trx
    .selectFrom('members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'active')
    .where('role', '=', 'owner')
    .execute()
  const found = await mailAddresses(
    trx,
    owners.map(({ user_id }) => user_id),
  )
  return [...found.values()]
}

/** Whose customer it is; null for a customer of something else. */
export async function workspaceOfCustomer(db: Db, customerId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select workspace_of_customer(${customerId}) as id`.execute(db)
  return rows[0]?.id ?? null
}

/** Workspaces that pay for another number of drivers than are active. */
export async function licensesBehind(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select licenses_behind(100) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Workspaces of which Stripe was not asked since a moment. */
export async function subscriptionsToCheck(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select subscriptions_to_check(${before}, 100) as id`.execute(db)
  return rows.map(({ id }) => id)
}
