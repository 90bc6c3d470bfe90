import type { Received, Reply } from '../double-server.ts'
import type { Books, Subscription } from './books.ts'

/** Answers a call of the API, as far as Karta uses it. */
export async function answerApi(call: Received, books: Books): Promise<Reply> {
  if (!/^(Bearer|Basic) \S+/.test(call.headers.authorization ?? '')) return refusal(401, 'No API key')
  const key = call.headers['idempotency-key']
  if (call.method === 'POST' && typeof key === 'string') {
    const known = books.replies.get(key)
    if (known) return { status: 200, body: known }
  }
  const reply = await route(call, books)
  if (call.method === 'POST' && typeof key === 'string' && reply.status === 200) {
    books.replies.set(key, reply.body as object)
  }
  return reply
}

const refusal = (status: number, message: string): Reply => ({
  status,
  body: { error: { type: 'invalid_request_error', message } },
})
const list = (data: object[]): Reply => ({ status: 200, body: { object: 'list', data, has_more: false } })

async function route({ method, url, body }: Received, books: Books): Promise<Reply> {
  const given = new URLSearchParams(body)
  const [, , area, id = ''] = url.pathname.split('/')
  const wanted = `${method} ${area}`
  if (wanted === 'POST customers') return ok(addCustomer(books, given))
  if (url.pathname === '/v1/checkout/sessions') return ok(addSession(books, given))
  if (url.pathname === '/v1/billing_portal/sessions') return portal(books, given)
  if (url.pathname === '/v1/invoices/create_preview') return preview(books, given)
  if (wanted === 'GET subscriptions') return list(books.subscriptionsOf(url.searchParams.get('customer') ?? ''))
  if (wanted === 'GET invoices') return list(books.invoicesOf(url.searchParams.get('customer') ?? ''))
  if (wanted === 'GET charges') return ok({ id, object: 'charge', customer: id.slice('ch_'.length) })
  const subscription = books.subscriptions.get(id)
  if (wanted !== 'POST subscriptions') return refusal(404, 'Unrecognized request URL')
  if (!subscription) return refusal(404, `No such subscription: ${id}`)
  return ok(await change(books, subscription, given))
}

const ok = (body: object): Reply => ({ status: 200, body })

function addCustomer(books: Books, given: URLSearchParams) {
  const customer = {
    id: books.id('cus'),
    object: 'customer' as const,
    name: given.get('name') ?? '',
    email: given.get('email') ?? '',
    canPay: true,
  }
  books.customers.set(customer.id, customer)
  return customer
}

function addSession(books: Books, given: URLSearchParams) {
  const id = books.id('cs')
  books.sessions.set(id, {
    id,
    customer: given.get('customer') ?? '',
    workspace: given.get('client_reference_id') ?? '',
    price: given.get('line_items[0][price]') ?? '',
    quantity: Number(given.get('line_items[0][quantity]')),
    success_url: given.get('success_url') ?? '',
    cancel_url: given.get('cancel_url') ?? '',
  })
  return { id, object: 'checkout.session', url: `${books.base}/pay/${id}` }
}

function portal(books: Books, given: URLSearchParams): Reply {
  const customer = given.get('customer') ?? ''
  if (!books.customers.has(customer)) return refusal(400, `No such customer: ${customer}`)
  const back = encodeURIComponent(given.get('return_url') ?? '')
  return ok({
    id: books.id('bps'),
    object: 'billing_portal.session',
    url: `${books.base}/portal/${customer}?back=${back}`,
  })
}

async function change(books: Books, subscription: Subscription, given: URLSearchParams): Promise<Subscription> {
  const quantity = given.get('items[0][quantity]')
  if (quantity !== null) {
    const due = (books.pending.get(subscription.id) ?? 0) + books.prorate(subscription, Number(quantity))
    books.pending.set(subscription.id, due)
    subscription.items.data[0].quantity = Number(quantity)
  }
  const cancels = given.get('cancel_at_period_end')
  if (cancels !== null) subscription.cancel_at_period_end = cancels === 'true'
  await books.changed(subscription)
  return subscription
}

function preview(books: Books, given: URLSearchParams): Reply {
  const subscription = books.subscriptions.get(given.get('subscription') ?? '')
  if (!subscription) return refusal(404, 'No such subscription')
  const [item] = subscription.items.data
  const quantity = Number(given.get('subscription_details[items][0][quantity]') ?? item.quantity)
  const prorated = books.prorate(subscription, quantity)
  const due = quantity * books.cents + prorated + (books.pending.get(subscription.id) ?? 0)
  const line = { amount: prorated, parent: { subscription_item_details: { proration: true } } }
  return ok({
    id: 'upcoming_in',
    object: 'invoice',
    amount_due: due,
    total: due,
    currency: 'usd',
    period_end: item.current_period_end,
    next_payment_attempt: item.current_period_end,
    lines: { object: 'list', data: prorated ? [line] : [] },
  })
}
