import { AppError } from '#domain/errors.ts'
import { formatsIn } from '#domain/formats.ts'
import type { LicenseChange } from '#domain/schema/billing.ts'
import { graceDays } from '#domain/tiers.ts'
import { dayOf } from '#domain/time.ts'
import { inSiteScope, inTransaction, inWorkspace, setWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { identityOf, type Actor } from '../../http/callers/actor.ts'
import type { InvoicePreview, PaidInvoice, PaidSubscription, Payments, StripeEvent } from '../../outside/stripe.ts'
import { sendMail } from '../../queue/mail.ts'
import { syncSubscription as syncTask } from '../../queue/tasks.ts'
import { asKarta, setTier } from '../tiers/commands.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { countActiveDrivers, needPaid, ownerAddresses, readPaid, workspaceOfCustomer } from './queries.ts'
import { disputeMail, overdueMail, termsOf } from './rules.ts'

type Paying = Pick<Deps, 'db' | 'config' | 'payments' | 'now' | 'mailer' | 'queue'>

/** @throws AppError `payments_off` */
export function paymentsOf({ payments }: Pick<Deps, 'payments'>): Payments {
  if (!payments) throw new AppError('payments_off')
  return payments
}

/** Runs `work` in a transaction of the caller's. */
const as = <T>({ db }: Pick<Deps, 'db'>, actor: Actor, work: (trx: Trx) => Promise<T>): Promise<T> =>
  again(() =>
    inTransaction(db, async (trx) => {
      await setWorkspace(trx, actor.workspaceId, identityOf(actor))
      return work(trx)
    }),
  )

export const billingUrl = ({ config }: Pick<Deps, 'config'>) => `${config.publicUrl}/dashboard/billing`

/**
 * Begins the purchase of Standard. The tier changes once Stripe says that it is paid.
 * @returns the address of the page to pay on
 * @throws AppError `payments_off`, `sandbox_closed`, `already_subscribed`, `payments_unavailable`
 */
export async function startCheckout(deps: Paying, actor: Actor, licenses: number): Promise<string> {
  const payments = paymentsOf(deps)
  const { workspaceId, email } = actor
  const { workspace, paid } = await as(deps, actor, async (trx) => ({
    workspace: await readWorkspace(trx, workspaceId),
    paid: await readPaid(trx, workspaceId),
  }))
  if (workspace.sandbox_of) throw new AppError('sandbox_closed')
  if (paid?.status && ['active', 'past_due', 'unpaid', 'paused'].includes(paid.status)) {
    throw new AppError('already_subscribed')
  }
  const made = paid?.customer_id ?? (await payments.customer({ workspaceId, name: workspace.name, email }))
  const customerId = await as(deps, actor, async (trx) => {
    const row = { workspace_id: workspaceId, customer_id: made }
    await trx
      .insertInto('subscriptions')
      .values(row as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await readPaid(trx, workspaceId))!.customer_id
  })
  return payments.checkout({ customerId, workspaceId, licenses, backTo: billingUrl(deps) })
}

/** @throws AppError `payments_off`, `not_subscribed`, `payments_unavailable` */
export async function openPortal(deps: Paying, actor: Actor): Promise<string> {
  const payments = paymentsOf(deps)
  const paid = await as(deps, actor, (trx) => readPaid(trx, actor.workspaceId))
  if (!paid?.status) throw new AppError('not_subscribed')
  return payments.portal(paid.customer_id, billingUrl(deps))
}

/** @throws AppError `payments_off`, `not_subscribed`, `payments_unavailable` */
export async function previewLicenses(deps: Paying, actor: Actor, licenses: number): Promise<InvoicePreview> {
  const payments = paymentsOf(deps)
  const { customerId, subscription } = await current(deps, payments, actor)
  return payments.preview(customerId, subscription, licenses)
}

/**
 * Changes how many licenses are paid. If active drivers decide, that many.
 * @throws AppError `payments_off`, `not_subscribed`, `payments_unavailable`, `payment_refused`
 */
export async function changeLicenses(
  deps: Paying,
  actor: Actor,
  { licenses, follows_drivers }: LicenseChange,
): Promise<void> {
  const payments = paymentsOf(deps)
  const { workspaceId } = actor
  const { subscription } = await current(deps, payments, actor)
  const drivers = await as(deps, actor, (trx) => countActiveDrivers(trx, workspaceId))
  await payments.setLicenses(subscription, follows_drivers ? Math.max(1, drivers) : licenses!)
  await as(deps, actor, (trx) =>
    trx.updateTable('subscriptions').set({ follows_drivers }).where('workspace_id', '=', workspaceId).execute(),
  )
  await syncSubscription(deps, workspaceId)
}

/** @throws AppError `payments_off`, `not_subscribed`, `payments_unavailable` */
export async function changeCancellation(deps: Paying, actor: Actor, cancels: boolean): Promise<void> {
  const payments = paymentsOf(deps)
  const { subscription } = await current(deps, payments, actor)
  await payments.cancelAtPeriodEnd(subscription.id, cancels)
  await syncSubscription(deps, actor.workspaceId)
}

async function current(deps: Paying, payments: Payments, actor: Actor) {
  const { customer_id: customerId } = await as(deps, actor, (trx) => needPaid(trx, actor.workspaceId))
  const subscription = await payments.subscription(customerId)
  if (!subscription || subscription.status === 'canceled') throw new AppError('not_subscribed')
  return { customerId, subscription }
}

/**
 * Takes an event of Stripe, once. What it says is not used: soon after, Stripe is asked how things are, so that the order
 * of events does not matter.
 */
export async function takeEvent(deps: Paying, { id, type, customerId, chargeId }: StripeEvent): Promise<void> {
  const now = deps.now()
  const isNew = await inSiteScope(deps.db, async (trx) => {
    const { numInsertedOrUpdatedRows: count } = await trx
      .insertInto('site.stripe_events')
      .values({ id, type, received_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return count === 1n
  })
  if (!isNew) return
  try {
    const customer = customerId ?? (chargeId && (await paymentsOf(deps).customerOfCharge(chargeId)))
    const workspaceId = customer ? await workspaceOfCustomer(deps.db, customer) : null
    if (workspaceId === null) return
    await inWorkspace(deps.db, workspaceId, async (trx) => {
      if (type.startsWith('charge.dispute.'))
        await noteDispute(trx, deps, workspaceId, type !== 'charge.dispute.closed')
      await deps.queue.add(trx, syncTask, { workspaceId })
    })
  } catch (error) {
    // Stripe sends it again.
    await inSiteScope(deps.db, (trx) => trx.deleteFrom('site.stripe_events').where('id', '=', id).execute())
    throw error
  }
}

async function noteDispute(trx: Trx, deps: Paying, workspaceId: string, isOpen: boolean): Promise<void> {
  const disputed_at = isOpen ? deps.now() : null
  await trx.updateTable('subscriptions').set({ disputed_at }).where('workspace_id', '=', workspaceId).execute()
  if (!isOpen) return
  const { name: workspaceName } = await readWorkspace(trx, workspaceId)
  await sendMail(trx, deps, disputeMail({ to: deps.config.contactTo, workspaceName, pageUrl: billingUrl(deps) }))
}

type Answer = {
  subscription: PaidSubscription | undefined
  invoices: PaidInvoice[]
  next: InvoicePreview | undefined
  askedAt: Date
}

/**
 * Asks Stripe what a workspace pays for, and gives it that tier.
 * @throws AppError `payments_unavailable`
 */
export async function syncSubscription(deps: Paying, workspaceId: string): Promise<void> {
  const payments = paymentsOf(deps)
  const paid = await inWorkspace(deps.db, workspaceId, (trx) => readPaid(trx, workspaceId))
  if (!paid) return
  const askedAt = deps.now()
  const subscription = await payments.subscription(paid.customer_id)
  const invoices = await payments.invoices(paid.customer_id)
  const hasNext = subscription?.status === 'active' && subscription.cancelsAt === null
  const next = hasNext ? await payments.preview(paid.customer_id, subscription) : undefined
  await again(() =>
    inWorkspace(deps.db, workspaceId, (trx) =>
      apply(trx, deps, workspaceId, { subscription, invoices, next, askedAt }),
    ),
  )
}

async function apply(trx: Trx, deps: Paying, workspaceId: string, answer: Answer): Promise<void> {
  const { subscription, invoices, next, askedAt } = answer
  await lockWorkspace(trx, workspaceId)
  const paid = (await readPaid(trx, workspaceId))!
  // Somebody asked later, and knows better.
  if (paid.asked_at !== null && Date.parse(paid.asked_at) > askedAt.getTime()) return
  await noteInvoices(trx, workspaceId, invoices)
  if (!subscription) return
  const { tier } = await readWorkspace(trx, workspaceId)
  const overdueSince = paid.overdue_since === null ? null : new Date(paid.overdue_since)
  const found = termsOf(subscription, { overdueSince, followsDrivers: paid.follows_drivers, tier }, askedAt)
  await trx
    .updateTable('subscriptions')
    .set({
      subscription_id: subscription.id,
      status: subscription.status,
      licenses: subscription.quantity,
      period_ends_at: subscription.periodEndsAt,
      cancels_at: subscription.cancelsAt,
      overdue_since: found?.overdueSince ?? null,
      next_total: next?.total ?? null,
      next_currency: next?.currency ?? null,
      asked_at: askedAt,
    })
    .where('workspace_id', '=', workspaceId)
    .execute()
  if (!found) return
  await setTier(trx, asKarta(workspaceId), found.terms, askedAt)
  if (found.overdueSince && !overdueSince) await tellOverdue(trx, deps, workspaceId, found.overdueSince)
}

async function noteInvoices(trx: Trx, workspaceId: string, invoices: PaidInvoice[]): Promise<void> {
  if (!invoices.length) return
  await trx
    .insertInto('billing_invoices')
    .values(invoices.map(({ createdAt, ...rest }) => ({ ...rest, workspace_id: workspaceId, created_at: createdAt })))
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'id']).doUpdateSet((eb) => ({
        number: eb.ref('excluded.number'),
        status: eb.ref('excluded.status'),
        total: eb.ref('excluded.total'),
        url: eb.ref('excluded.url'),
      })),
    )
    .execute()
}

async function tellOverdue(trx: Trx, deps: Paying, workspaceId: string, since: Date): Promise<void> {
  const { name: workspaceName, language, time_zone } = await readWorkspace(trx, workspaceId)
  const stopsAt = new Date(since.getTime() + graceDays * 86_400_000)
  const stopsOn = formatsIn(language).formatDay(dayOf(stopsAt, time_zone))
  for (const to of await ownerAddresses(trx, workspaceId)) {
    await sendMail(trx, deps, overdueMail({ to, workspaceName, stopsOn, pageUrl: billingUrl(deps) }))
  }
}

/** Pays for as many licenses as there are active drivers, where they decide. */
export async function followDrivers(deps: Paying, workspaceId: string): Promise<void> {
  const payments = paymentsOf(deps)
  const { paid, drivers } = await inWorkspace(deps.db, workspaceId, async (trx) => ({
    paid: await readPaid(trx, workspaceId),
    drivers: await countActiveDrivers(trx, workspaceId),
  }))
  if (!paid?.follows_drivers) return
  const subscription = await payments.subscription(paid.customer_id)
  const wanted = Math.max(1, drivers)
  if (subscription?.status === 'active' && subscription.quantity !== wanted) {
    await payments.setLicenses(subscription, wanted)
  }
  await syncSubscription(deps, workspaceId)
}
