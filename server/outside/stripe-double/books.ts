import { randomBytes } from 'node:crypto'

type Status = 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete'

export type Subscription = {
  id: string
  object: 'subscription'
  customer: string
  status: Status
  created: number
  cancel_at_period_end: boolean
  cancel_at: number | null
  metadata: Record<string, string>
  items: { object: 'list'; data: [{ id: string; quantity: number; current_period_end: number; price: { id: string } }] }
}

export type Invoice = {
  id: string
  object: 'invoice'
  customer: string
  number: string
  status: 'open' | 'paid' | 'void'
  total: number
  amount_due: number
  currency: string
  created: number
  period_end: number
  next_payment_attempt: number | null
  hosted_invoice_url: string
  lines: { object: 'list'; data: { amount: number; parent: object }[] }
}

export type CheckoutSession = {
  id: string
  customer: string
  workspace: string
  price: string
  quantity: number
  success_url: string
  cancel_url: string
}

const month = 30 * 86_400
const cents = 1999

/** What Stripe knows, and what happens to it: subscriptions are paid, fail, renew and end. */
export function openStripeBooks({
  now,
  happened,
}: {
  now: () => Date
  happened: (type: string, object: object) => Promise<void>
}) {
  const seconds = () => Math.floor(now().getTime() / 1000)
  const id = (kind: string) => `${kind}_${randomBytes(8).toString('hex')}`
  const customers = new Map<string, { id: string; object: 'customer'; name: string; email: string; canPay: boolean }>()
  const sessions = new Map<string, CheckoutSession>()
  const subscriptions = new Map<string, Subscription>()
  const invoices = new Map<string, Invoice>()
  /** Prorated changes that the next invoice has. */
  const pending = new Map<string, number>()
  const replies = new Map<string, object>()

  const of = <T extends { customer: string }>(all: Map<string, T>, customer: string) =>
    [...all.values()].filter((each) => each.customer === customer)
  const quantityOf = (subscription: Subscription) => subscription.items.data[0].quantity

  const books = {
    base: '',
    customers,
    sessions,
    subscriptions,
    invoices,
    pending,
    /** Replies by idempotency key. */
    replies,
    id,
    seconds,
    cents,
    subscriptionsOf: (customer: string) => of(subscriptions, customer),
    invoicesOf: (customer: string) => of(invoices, customer).toSorted((a, b) => b.created - a.created),
    /** What changing the quantity now costs for the rest of the period. */
    prorate(subscription: Subscription, quantity: number): number {
      const [item] = subscription.items.data
      const share = Math.max(0, item.current_period_end - seconds()) / month
      return Math.round((quantity - item.quantity) * cents * Math.min(1, share))
    },
    /** Takes payment for a checkout; a card that fails leaves an incomplete subscription, which the next card pays. */
    async pay(session: CheckoutSession, isGood: boolean): Promise<Subscription> {
      customers.get(session.customer)!.canPay = isGood
      const unpaid = books.subscriptionsOf(session.customer).find(({ status }) => status === 'incomplete')
      if (unpaid) {
        if (isGood) await books.settle(unpaid)
        if (isGood) await happened('checkout.session.completed', { ...session, object: 'checkout.session' })
        return unpaid
      }
      const subscription: Subscription = {
        id: id('sub'),
        object: 'subscription',
        customer: session.customer,
        status: isGood ? 'active' : 'incomplete',
        created: seconds(),
        cancel_at_period_end: false,
        cancel_at: null,
        metadata: { workspace: session.workspace },
        items: {
          object: 'list',
          data: [
            {
              id: id('si'),
              quantity: session.quantity,
              current_period_end: seconds() + month,
              price: { id: session.price },
            },
          ],
        },
      }
      subscriptions.set(subscription.id, subscription)
      await happened('customer.subscription.created', structuredClone(subscription))
      await books.bill(subscription, isGood)
      if (isGood) await happened('checkout.session.completed', { ...session, object: 'checkout.session' })
      return subscription
    },
    /** An invoice for a period. */
    async bill(subscription: Subscription, isPaid: boolean): Promise<void> {
      const total = quantityOf(subscription) * cents + (pending.get(subscription.id) ?? 0)
      pending.delete(subscription.id)
      const key = id('in')
      const invoice: Invoice = {
        id: key,
        object: 'invoice',
        customer: subscription.customer,
        number: `KARTA-${String(invoices.size + 1).padStart(4, '0')}`,
        status: isPaid ? 'paid' : 'open',
        total,
        amount_due: total,
        currency: 'usd',
        created: seconds(),
        period_end: subscription.items.data[0].current_period_end,
        next_payment_attempt: isPaid ? null : seconds() + 3 * 86_400,
        hosted_invoice_url: `${books.base}/invoice/${key}`,
        lines: { object: 'list', data: [] },
      }
      invoices.set(key, invoice)
      await happened('invoice.finalized', structuredClone(invoice))
      await happened(isPaid ? 'invoice.paid' : 'invoice.payment_failed', structuredClone(invoice))
    },
    async changed(subscription: Subscription): Promise<void> {
      const type = subscription.status === 'canceled' ? 'deleted' : 'updated'
      await happened(`customer.subscription.${type}`, structuredClone(subscription))
    },
    /** The period ends: it is paid again, fails, or is over. */
    async renew(subscription: Subscription): Promise<void> {
      const { canPay } = customers.get(subscription.customer)!
      if (subscription.cancel_at_period_end) subscription.status = 'canceled'
      else {
        subscription.items.data[0].current_period_end += month
        await books.bill(subscription, canPay)
        subscription.status = canPay ? 'active' : 'past_due'
      }
      await books.changed(subscription)
    },
    /** The customer pays what is open. */
    async settle(subscription: Subscription): Promise<void> {
      customers.get(subscription.customer)!.canPay = true
      for (const invoice of books.invoicesOf(subscription.customer).filter(({ status }) => status === 'open')) {
        invoice.status = 'paid'
        invoice.next_payment_attempt = null
        await happened('invoice.paid', structuredClone(invoice))
      }
      subscription.status = 'active'
      await books.changed(subscription)
    },
    async end(subscription: Subscription): Promise<void> {
      subscription.status = 'canceled'
      await books.changed(subscription)
    },
    async dispute(subscription: Subscription): Promise<void> {
      const charge = `ch_${subscription.customer}`
      await happened('charge.dispute.created', { id: id('dp'), object: 'dispute', charge, status: 'needs_response' })
    },
  }
  return books
}

export type Books = ReturnType<typeof openStripeBooks>
