import { escapeHtml } from '#domain/escape-html.ts'
import { redirect, type Received, type Reply } from '../double-server.ts'
import type { FakeRate, Personality } from './personality.ts'
import type { FakeHooks } from './hooks.ts'
import { fakeProducts, lineOf, totalOf, type FakeAddress, type FakeOrder, type FakeState } from './state.ts'

type Shop = { personality: Personality; state: FakeState; hooks: FakeHooks }

const flatRate: FakeRate = { code: 'local', title: 'Local Delivery', price: 499, from: null, to: null }

/** The pages of a store: products, checkout, orders. They need no script. */
export async function answerPage(call: Received, shop: Shop): Promise<Reply | undefined> {
  const { pathname } = call.url
  const given = new URLSearchParams(call.method === 'POST' ? call.body : call.url.search)
  if (pathname === '/') return productsPage(shop)
  if (pathname === '/checkout') return checkoutPage(shop, given)
  if (pathname === '/methods') return methodsPage(shop, given)
  if (pathname === '/orders' && call.method === 'GET') return ordersPage(shop)
  if (pathname === '/orders' && call.method === 'POST') return buy(shop, given)
  const [, id = '', verb = ''] = /^\/orders\/([^/]+)\/?(\w*)$/.exec(pathname) ?? []
  if (!shop.state.orders.has(id)) return undefined
  return call.method === 'POST' ? act(shop, id, verb, given) : orderPage(shop, id)
}

function productsPage({ personality }: Shop): Reply {
  const rows = fakeProducts.map(
    ({ sku, title, price }) =>
      `<label>${escapeHtml(title)} <span>${money(price)}</span> <input type="number" name="${sku}" value="0" min="0" max="99"></label>`,
  )
  return page(personality.title, `<form action="/checkout">${rows.join('')}<button>Check out</button></form>`)
}

const fields: [name: string, label: string, value: string][] = [
  ['name', 'Name', 'Ann Lee'],
  ['email', 'Email', 'ann@example.com'],
  ['phone', 'Phone', '+16135551212'],
  ['line1', 'Address', '150 Elgin St'],
  ['city', 'City', 'Ottawa'],
  ['postcode', 'Postcode', 'K2P 1L4'],
  ['country', 'Country', 'CA'],
  ['lat', 'Latitude', '45.42'],
  ['lng', 'Longitude', '-75.69'],
  ['note', 'Note', ''],
]

function checkoutPage(_: Shop, given: URLSearchParams): Reply {
  const inputs = fields.map(([name, label, value]) => `<label>${label} <input name="${name}" value="${value}"></label>`)
  return page(
    'Checkout',
    `<form action="/methods">${hidden(given)}${inputs.join('')}<button>Continue to delivery</button></form>`,
  )
}

async function methodsPage({ personality, state }: Shop, given: URLSearchParams): Promise<Reply> {
  const lines = (orderIn(given).lines ?? []).map((line) => ({ ...lineOf(line.sku, ''), ...line }))
  const rates = (await personality.askRates?.(state, addressIn(given), lines)) ?? []
  const choices = [flatRate, ...rates].map(
    (rate, index) =>
      `<label><input type="radio" name="rate" value="${escapeHtml(JSON.stringify(rate))}"${index ? '' : ' checked'}> ${escapeHtml(rate.title)} <span>${money(rate.price)}</span></label>`,
  )
  return page(
    'Delivery',
    `<form action="/orders" method="post">${hidden(given)}${choices.join('')}<button>Pay now</button></form>`,
  )
}

async function buy({ state, hooks }: Shop, given: URLSearchParams): Promise<Reply> {
  const rate = JSON.parse(given.get('rate') ?? 'null') as FakeRate | null
  const { from, to } = rate ?? flatRate
  const order = state.place({
    ...orderIn(given),
    ...(rate && { methodTitle: rate.title, methodCode: rate.code }),
    slot: from && to ? { from, to } : null,
  })
  await hooks.emit('created', order)
  return redirect(`/orders/${order.id}`)
}

function orderIn(given: URLSearchParams) {
  const lines = fakeProducts.flatMap(({ sku }) => {
    const quantity = Number(given.get(sku) ?? 0)
    return quantity > 0 ? [{ sku, quantity }] : []
  })
  const email = given.get('email')
  return { email, note: given.get('note') || null, address: addressIn(given), ...(lines.length && { lines }) }
}

function addressIn(given: URLSearchParams): FakeAddress {
  const text = (name: string) => given.get(name) ?? ''
  const position = given.get('lat') && given.get('lng') ? { lat: Number(text('lat')), lng: Number(text('lng')) } : null
  return {
    name: text('name'),
    phone: given.get('phone') || null,
    line1: text('line1'),
    line2: null,
    city: text('city'),
    region: null,
    postcode: given.get('postcode') || null,
    country: text('country') || 'US',
    position,
  }
}

function ordersPage({ state }: Shop): Reply {
  const rows = [...state.orders.values()]
    .toReversed()
    .slice(0, 200)
    .map(
      (order) =>
        `<tr><td><a href="/orders/${order.id}">${escapeHtml(order.number)}</a><td>${escapeHtml(order.address?.name ?? '')}<td>${money(totalOf(order))}<td>${stateOf(order, state)}`,
    )
  return page('Orders', `<table><tr><th>Order<th>Customer<th>Total<th>State${rows.join('')}</table>`)
}

function orderPage({ state }: Shop, id: string): Reply {
  const order = state.get(id)
  const lines = order.lines.map(
    (line) => `<li>${line.quantity} × ${escapeHtml(line.title)}${line.refunded ? ` (${line.refunded} refunded)` : ''}`,
  )
  const sent = order.fulfillments.map(
    ({ tracking, events, isCanceled }) =>
      `<li>${isCanceled ? 'Canceled' : 'Fulfilled'} ${tracking ? `by ${escapeHtml(tracking.company)}, <a href="${escapeHtml(tracking.url)}">Track ${escapeHtml(tracking.number)}</a>` : ''} <ul>${events.map(({ status }) => `<li>${escapeHtml(status)}`).join('')}</ul>`,
  )
  const notes = order.notes.map((note) => `<li>${escapeHtml(note)}`)
  const form = (verb: string, label: string, inputs = '') =>
    `<form action="/orders/${id}/${verb}" method="post">${inputs}<button>${label}</button></form>`
  return page(
    `Order ${order.number}`,
    `<p>${stateOf(order, state)}. ${escapeHtml(order.methodTitle)}.</p><ul>${lines.join('')}</ul><h2>Fulfillment</h2><ul>${sent.join('')}</ul><h2>Notes</h2><ul>${notes.join('')}</ul>
    ${form('address', 'Change address', `<label>Address <input name="line1" value="${escapeHtml(order.address?.line1 ?? '')}"></label>`)}
    ${form('refund', 'Refund one', `<select name="sku" aria-label="Line">${order.lines.map(({ sku }) => `<option>${sku}`).join('')}</select>`)}
    ${form('cancel', 'Cancel order')}`,
  )
}

async function act({ state, hooks }: Shop, id: string, verb: string, given: URLSearchParams): Promise<Reply> {
  const { address } = state.get(id)
  if (verb === 'cancel') await hooks.emit('canceled', state.cancel(id))
  if (verb === 'refund') await hooks.emit('updated', state.refund(id, given.get('sku') ?? '', 1))
  if (verb === 'address' && address) {
    const moved = { ...address, line1: given.get('line1') ?? '', position: null }
    await hooks.emit('updated', state.change(id, { address: moved }))
  }
  return redirect(`/orders/${id}`)
}

function stateOf(order: FakeOrder, state: FakeState): string {
  if (order.canceledAt) return 'Canceled'
  const open = order.lines.filter((line) => line.isShippable && state.remaining(order, line) > 0)
  if (!open.length) return 'Fulfilled'
  return order.fulfillments.some(({ isCanceled }) => !isCanceled) ? 'Partly fulfilled' : 'Unfulfilled'
}

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`
const hidden = (given: URLSearchParams) =>
  [...given]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')

const style = `body{font:1rem/1.5 system-ui;max-width:44rem;margin:0 auto;padding:1rem}
nav a{margin-right:1rem}label{display:flex;gap:.75rem;justify-content:space-between;padding:.5rem 0;border-bottom:1px solid #ccc}
label:has([type=radio]){justify-content:start}input,select,button{font:inherit;padding:.4rem .6rem}button{margin:1rem 0;cursor:pointer}
table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:.4rem;border-bottom:1px solid #ccc}`

function page(title: string, body: string): Reply {
  const name = escapeHtml(title)
  return {
    status: 200,
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${name}</title><style>${style}</style><nav><a href="/">Products</a><a href="/orders">Orders</a></nav><main><h1>${name}</h1>${body}</main></html>`,
  }
}
