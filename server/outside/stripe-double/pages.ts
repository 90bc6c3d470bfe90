import { escapeHtml } from '#domain/escape-html.ts'
import { redirect, type Received, type Reply } from '../double-server.ts'
import type { Books, Subscription } from './books.ts'

type Shown = { books: Books; events: { type: string }[] }

/** Pages on which a person pays, changes cards and cancels, as on Stripe's own. */
export async function answerPage(call: Received, shown: Shown): Promise<Reply> {
  const [, area, id = '', action = ''] = call.url.pathname.split('/')
  if (area === 'pay') return payPage(call, shown.books, id, action)
  if (area === 'portal') return portalPage(call, shown, id, action)
  if (area === 'invoice') return invoicePage(shown.books, id)
  return page(
    'Stripe, on this machine',
    `<p>Nothing is charged here. Karta leads to the pages.</p>${eventButtons(shown)}`,
  )
}

const money = (amount: number) => `$${(amount / 100).toFixed(2)}`
const button = (to: string, label: string) =>
  `<form method="post" action="${escapeHtml(to)}"><button>${escapeHtml(label)}</button></form>`

function page(title: string, content: string): Reply {
  const style =
    '<style>body{font:1.05rem system-ui;max-width:34rem;margin:3rem auto;padding:0 1rem}form{display:inline-block;margin:.25rem .5rem .25rem 0}button{font:inherit;padding:.5rem .9rem}li{margin:.25rem 0}</style>'
  const head = `<meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>`
  return {
    status: 200,
    body: `<!doctype html><html lang="en">${head}${style}<main><h1>${escapeHtml(title)}</h1>${content}</main></html>`,
  }
}

async function payPage(call: Received, books: Books, id: string, action: string): Promise<Reply> {
  const session = books.sessions.get(id)
  if (!session) return { status: 404, body: 'No such checkout' }
  if (call.method === 'POST' && action === 'cancel') return redirect(session.cancel_url)
  if (call.method === 'POST') {
    await books.pay(session, action === 'pay')
    return action === 'pay' ? redirect(session.success_url) : redirect(`/pay/${id}?failed`)
  }
  const failed = call.url.searchParams.has('failed') ? '<p role="alert">Your card was declined.</p>' : ''
  const facts = `<p>${session.quantity} × Karta Standard, ${money(session.quantity * books.cents)} a month</p>`
  const buttons = [
    button(`/pay/${id}/pay`, 'Pay'),
    button(`/pay/${id}/fail`, 'Pay with a card that fails'),
    button(`/pay/${id}/cancel`, 'Cancel'),
  ]
  return page('Pay for Karta', `${failed}${facts}${buttons.join('')}`)
}

async function portalPage(call: Received, shown: Shown, id: string, action: string): Promise<Reply> {
  const { books } = shown
  const customer = books.customers.get(id)
  if (!customer) return { status: 404, body: 'No such customer' }
  const subscription = books.subscriptionsOf(id).findLast(({ status }) => status !== 'incomplete')
  const back = call.url.searchParams.get('back') ?? ''
  const query = `?back=${encodeURIComponent(back)}`
  if (call.method === 'POST') {
    await act(books, customer, subscription, action)
    return redirect(`/portal/${id}${query}`)
  }
  const to = (name: string, label: string) => button(`/portal/${id}/${name}${query}`, label)
  const invoices = books
    .invoicesOf(id)
    .map(
      (each) =>
        `<li><a href="${each.hosted_invoice_url}">${each.number}</a>: ${money(each.total)}, ${each.status}</li>`,
    )
  const state = subscription
    ? `<p>${subscription.items.data[0].quantity} licenses, ${subscription.status}${subscription.cancel_at_period_end ? ', ends with the period' : ''}. The card ${customer.canPay ? 'works' : 'fails'}.</p>`
    : '<p>No subscription.</p>'
  const actions = [
    to('good-card', 'Use a card that works'),
    to('bad-card', 'Use a card that fails'),
    to('settle', 'Pay what is open'),
    to('cancel', 'Cancel at the end of the period'),
    to('resume', 'Do not cancel'),
    to('renew', 'Let the period end'),
    to('end', 'End the subscription now'),
    to('dispute', 'Dispute a charge'),
  ]
  const leave = `<p><a href="${escapeHtml(back)}">Back to Karta</a></p>`
  const content = `${leave}${state}${actions.join('')}<h2>Invoices</h2><ul>${invoices.join('')}</ul>${eventButtons(shown)}`
  return page(`Billing of ${customer.name}`, content)
}

async function act(
  books: Books,
  customer: { canPay: boolean },
  subscription: Subscription | undefined,
  action: string,
): Promise<void> {
  if (action === 'good-card') customer.canPay = true
  if (action === 'bad-card') customer.canPay = false
  if (!subscription) return
  if (action === 'settle') await books.settle(subscription)
  if (action === 'renew') await books.renew(subscription)
  if (action === 'end') await books.end(subscription)
  if (action === 'dispute') await books.dispute(subscription)
  if (action === 'cancel' || action === 'resume') {
    subscription.cancel_at_period_end = action === 'cancel'
    await books.changed(subscription)
  }
}

function invoicePage(books: Books, id: string): Reply {
  const invoice = books.invoices.get(id)
  if (!invoice) return { status: 404, body: 'No such invoice' }
  return page(`Invoice ${invoice.number}`, `<p>${money(invoice.total)}, ${invoice.status}</p>`)
}

/** Sends events again, as they come on bad days. */
function eventButtons({ events }: Shown): string {
  if (!events.length) return ''
  const ways = {
    doubled: 'again',
    reversed: 'in reverse (the last five)',
    late: 'signed an hour ago',
    altered: 'altered',
  }
  const buttons = Object.entries(ways).map(([how, words]) => button(`/events/${how}`, `Send the last event ${words}`))
  return `<h2>Events</h2><p>${events.length} so far; the last is ${escapeHtml(events.at(-1)!.type)}.</p>${buttons.join('')}`
}
