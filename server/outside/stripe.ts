import { Stripe } from 'stripe'
import { AppError } from '#domain/errors.ts'

/** How payments are taken. */
export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** The price of a license a month on Standard. */
  standardPrice: string
  /** Another address than Stripe's, for the double. */
  apiUrl: string | undefined
}

/** A subscription as Karta needs it. Amounts are in the smallest unit of the currency. */
export type PaidSubscription = {
  id: string
  status: Stripe.Subscription.Status
  itemId: string
  quantity: number
  periodEndsAt: Date
  /** When it ends, if it was canceled for then. */
  cancelsAt: Date | null
  createdAt: Date
}

export type PaidInvoice = {
  id: string
  number: string | null
  status: string
  total: number
  currency: string
  createdAt: Date
  url: string | null
}

export type InvoicePreview = { dueNow: number; total: number; currency: string; at: Date | null }

/** What came through a webhook: whose things changed, or which charge tells. */
export type StripeEvent = { id: string; type: string; customerId: string | null; chargeId: string | null }

/** The customer's checkout: where they come from, and where they go back to. */
type Checkout = { customerId: string; workspaceId: string; licenses: number; backTo: string }

/** Takes payments. Every function throws AppError `payments_unavailable` or `payment_refused`. */
export type Payments = ReturnType<typeof openPayments>

const date = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)
const timeoutMs = 15_000
/** How far the clock of whoever signed an event may differ. */
const toleranceSeconds = 300

/** Opens the connection to Stripe. Nothing is asked until it is used. */
export function openPayments({ secretKey, webhookSecret, standardPrice, apiUrl }: StripeSettings) {
  const url = apiUrl === undefined ? undefined : new URL(apiUrl)
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: Number(url.port || 443),
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  })

  return {
    /** Makes the workspace a customer. Asking again gives the same one. */
    async customer({
      workspaceId,
      name,
      email,
    }: {
      workspaceId: string
      name: string
      email: string
    }): Promise<string> {
      const options = { idempotencyKey: `customer ${workspaceId}` }
      const made = await asked(stripe.customers.create({ name, email, metadata: { workspace: workspaceId } }, options))
      return made.id
    },
    /** The address of a page on which the customer buys licenses. */
    async checkout({ customerId, workspaceId, licenses, backTo }: Checkout): Promise<string> {
      const made = await asked(
        stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          client_reference_id: workspaceId,
          line_items: [{ price: standardPrice, quantity: licenses }],
          subscription_data: { metadata: { workspace: workspaceId } },
          automatic_tax: { enabled: true },
          customer_update: { address: 'auto', name: 'auto' },
          tax_id_collection: { enabled: true },
          allow_promotion_codes: true,
          success_url: `${backTo}?checkout=done`,
          cancel_url: `${backTo}?checkout=canceled`,
        }),
      )
      return made.url!
    },
    /** The address of the customer's own pages: cards, addresses, invoices and canceling. */
    async portal(customerId: string, backTo: string): Promise<string> {
      return (await asked(stripe.billingPortal.sessions.create({ customer: customerId, return_url: backTo }))).url
    },
    /** The customer's subscription as it is now: the one that is paid, or else the newest. */
    async subscription(customerId: string): Promise<PaidSubscription | undefined> {
      const { data } = await asked(stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 20 }))
      const inOrder = data.toSorted((a, b) => b.created - a.created)
      const chosen = inOrder.find(({ status }) => isGoingOn(status)) ?? inOrder[0]
      return chosen && toSubscription(chosen)
    },
    async setLicenses({ id, itemId }: PaidSubscription, quantity: number): Promise<PaidSubscription> {
      return toSubscription(
        await asked(
          stripe.subscriptions.update(id, {
            items: [{ id: itemId, quantity }],
            proration_behavior: 'create_prorations',
          }),
        ),
      )
    },
    async cancelAtPeriodEnd(id: string, cancels: boolean): Promise<PaidSubscription> {
      return toSubscription(await asked(stripe.subscriptions.update(id, { cancel_at_period_end: cancels })))
    },
    /** What the next invoice would be, with so many licenses from now on. */
    async preview(customerId: string, { id, itemId }: PaidSubscription, quantity?: number): Promise<InvoicePreview> {
      const items = quantity === undefined ? undefined : [{ id: itemId, quantity }]
      const invoice = await asked(
        stripe.invoices.createPreview({
          customer: customerId,
          subscription: id,
          ...(items && { subscription_details: { items, proration_behavior: 'create_prorations' } }),
        }),
      )
      const prorated = invoice.lines.data
        .filter((line) => line.parent?.subscription_item_details?.proration)
        .reduce((sum, { amount }) => sum + amount, 0)
      return {
        dueNow: prorated,
        total: invoice.amount_due,
        currency: invoice.currency,
        at: date(invoice.next_payment_attempt ?? invoice.period_end),
      }
    },
    /** The newest invoices. */
    async invoices(customerId: string): Promise<PaidInvoice[]> {
      const { data } = await asked(stripe.invoices.list({ customer: customerId, limit: 24 }))
      return data.map(({ id, number, status, total, currency, created, hosted_invoice_url: at }) => ({
        id: id!,
        number,
        status: status ?? 'draft',
        total,
        currency,
        createdAt: new Date(created * 1000),
        url: at ?? null,
      }))
    },
    /** Whose charge it was. */
    async customerOfCharge(chargeId: string): Promise<string | null> {
      return idOf((await asked(stripe.charges.retrieve(chargeId))).customer)
    },
    /**
     * What a webhook says, from the bytes as they came.
     * @returns undefined unless Stripe signed exactly these bytes within the last or next five minutes
     */
    readEvent(body: Buffer, signature: string | undefined, now: Date): StripeEvent | undefined {
      const [, signedAt = ''] = /(?:^|,)t=(\d+)/.exec(signature ?? '') ?? []
      // The package refuses only what is too old.
      if (Number(signedAt) - now.getTime() / 1000 > toleranceSeconds) return undefined
      try {
        const event = stripe.webhooks.constructEvent(
          body,
          signature ?? '',
          webhookSecret,
          toleranceSeconds,
          undefined,
          now.getTime(),
        )
        const object = event.data.object as { object: string; id?: string; customer?: unknown; charge?: unknown }
        return {
          id: event.id,
          type: event.type,
          customerId: object.object === 'customer' ? (object.id ?? null) : idOf(object.customer),
          chargeId: idOf(object.charge),
        }
      } catch {
        return undefined
      }
    },
  }
}

/** Whether a subscription with this status counts as Standard, paid or late. */
export const isGoingOn = (status: Stripe.Subscription.Status): boolean =>
  ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(status)

function toSubscription(given: Stripe.Subscription): PaidSubscription {
  const [item] = given.items.data
  if (!item) throw new Error(`Subscription ${given.id} has no item`)
  return {
    id: given.id,
    status: given.status,
    itemId: item.id,
    quantity: item.quantity ?? 1,
    periodEndsAt: new Date(item.current_period_end * 1000),
    cancelsAt: given.cancel_at_period_end ? new Date(item.current_period_end * 1000) : date(given.cancel_at),
    createdAt: new Date(given.created * 1000),
  }
}

/** An id, whether Stripe gives the thing or only its id. */
function idOf(given: unknown): string | null {
  if (typeof given === 'string') return given
  const { id } = (given ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id : null
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new AppError('payment_refused', { detail: error.message })
    if (error instanceof Stripe.errors.StripeError) {
      throw Object.assign(new AppError('payments_unavailable'), { cause: error })
    }
    throw error
  }
}
