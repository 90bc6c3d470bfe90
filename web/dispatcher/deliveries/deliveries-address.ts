import { deliverySorts } from '#domain/api/deliveries.ts'
import { deliveryStates, type DeliveryState } from '#domain/delivery-state.ts'
import { failureReasonNames, type FailureReason } from '#domain/failure-reasons.ts'
import { deliveryKinds, type DeliveryKind } from '#domain/schema/order.ts'
import { readRanges } from '#domain/number-ranges.ts'
import { Day } from '#domain/time.ts'

export type DeliverySort = (typeof deliverySorts)[number]
export const ratings = ['low', 'any'] as const
export type Rating = (typeof ratings)[number]
export type Span = { from: string | null; to: string | null }
export const drawerTabs = ['details', 'proof', 'prescription', 'messages', 'history'] as const
export type DrawerTab = (typeof drawerTabs)[number]

/** Which deliveries are shown, and in what order. */
export type DeliveriesFilter = {
  q: string
  statuses: DeliveryState[]
  span: Span
  /** Only those that cannot be planned because they have no position. */
  isWithoutPosition: boolean
  /** Only these numbers, such as `1-3,7`. Empty for all. */
  numbers: string
  /** Only orders without a day. */
  isUndated: boolean
  /** Of this kind, with this tag, of this order; empty for all. */
  kind: DeliveryKind | ''
  tag: string
  order_reference: string
  /** Only delivered ones that lack proof. */
  isProofMissing: boolean
  /** Only what recipients rated, or rated with 1 or 2 of 5; empty for all. */
  rating: Rating | ''
  /** Only those that failed for this reason; empty for all. */
  reason: FailureReason | ''
  /** Of this client only; `none` for those without one, empty for all. */
  client: string
  /** Of this depot only; empty for all. */
  depot: string
  sort: DeliverySort
  order: 'asc' | 'desc'
}

/** What is open over the list. */
export type Opened =
  | { kind: 'delivery'; id: string; tab: DrawerTab }
  | { kind: 'new' }
  | { kind: 'import' }
  | { kind: 'nothing' }

export const noFilter: DeliveriesFilter = {
  q: '',
  statuses: [],
  span: { from: null, to: null },
  isWithoutPosition: false,
  isUndated: false,
  kind: '',
  tag: '',
  order_reference: '',
  numbers: '',
  isProofMissing: false,
  rating: '',
  reason: '',
  client: '',
  depot: '',
  sort: 'number',
  order: 'desc',
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the filter from the query string. Invalid values are ignored. */
export function readFilter(query: URLSearchParams): DeliveriesFilter {
  const asked = (query.get('status') ?? '').split(',')
  const sort = deliverySorts.find((each) => each === query.get('sort')) ?? noFilter.sort
  const order = query.get('order')
  return {
    q: (query.get('q') ?? '').slice(0, 200),
    statuses: deliveryStates.filter((state) => asked.includes(state)),
    span: { from: readDay(query.get('date_from')), to: readDay(query.get('date_to')) },
    isWithoutPosition: query.get('has_location') === 'false',
    isUndated: query.get('day') === 'none',
    kind: deliveryKinds.find((kind) => kind === query.get('kind')) ?? '',
    tag: (query.get('tag') ?? '').trim().slice(0, 40),
    order_reference: (query.get('order_reference') ?? '').trim().slice(0, 100),
    numbers: readRanges(query.get('numbers') ?? '') ? query.get('numbers')! : '',
    isProofMissing: query.get('proof') === 'missing',
    rating: ratings.find((rating) => rating === query.get('rating')) ?? '',
    reason: failureReasonNames.find((reason) => reason === query.get('failure_reason')) ?? '',
    client: query.get('client') === 'none' ? 'none' : readId(query.get('client')),
    depot: readId(query.get('depot')),
    sort,
    order: order === 'asc' || order === 'desc' ? order : firstOrder(sort),
  }
}

/** Writes the filter into a query string, without default values. Other parameters stay. */
export function writeFilter(query: URLSearchParams, filter: DeliveriesFilter): URLSearchParams {
  const next = new URLSearchParams(query)
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name))
  put('q', filter.q)
  put('status', filter.statuses.join(','))
  put('date_from', filter.span.from)
  put('date_to', filter.span.to)
  put('has_location', filter.isWithoutPosition ? 'false' : null)
  put('day', filter.isUndated ? 'none' : null)
  put('kind', filter.kind)
  put('tag', filter.tag)
  put('order_reference', filter.order_reference)
  put('numbers', filter.numbers)
  put('proof', filter.isProofMissing ? 'missing' : null)
  put('rating', filter.rating)
  put('failure_reason', filter.reason)
  put('client', filter.client)
  put('depot', filter.depot)
  put('sort', filter.sort === noFilter.sort ? null : filter.sort)
  put('order', filter.order === firstOrder(filter.sort) ? null : filter.order)
  return next
}

/** The default order: numbers from the newest, everything else ascending. */
export function firstOrder(sort: DeliverySort): 'asc' | 'desc' {
  return sort === 'number' ? 'desc' : 'asc'
}

/** Reads what is open: `?delivery=ID` (with `&tab=history` or `&tab=proof`), `?new=1` or `?import=1`. */
export function readOpened(query: URLSearchParams): Opened {
  const id = query.get('delivery')
  if (id && uuid.test(id))
    return { kind: 'delivery', id, tab: drawerTabs.find((tab) => tab === query.get('tab')) ?? 'details' }
  if (query.has('new')) return { kind: 'new' }
  if (query.has('import')) return { kind: 'import' }
  return { kind: 'nothing' }
}

/** Writes what is open into a query string. The filter in it stays. */
export function writeOpened(query: URLSearchParams, opened: Opened): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of ['delivery', 'tab', 'new', 'import']) next.delete(name)
  if (opened.kind === 'delivery') {
    next.set('delivery', opened.id)
    if (opened.tab !== 'details') next.set('tab', opened.tab)
  } else if (opened.kind !== 'nothing') next.set(opened.kind, '1')
  return next
}

/** The filter and its order in the API's form. */
export function toQuery(filter: DeliveriesFilter) {
  return { ...toMatchQuery(filter), sort: filter.sort, order: filter.order }
}

/** The filter in the API's form, without the order. */
export function toMatchQuery(filter: DeliveriesFilter) {
  const { q, statuses, span, isWithoutPosition, isUndated, kind, tag, order_reference, numbers, client, depot } = filter
  return {
    ...(filter.isProofMissing && { proof: 'missing' as const }),
    ...(filter.rating && { rating: filter.rating }),
    ...(filter.reason && { failure_reason: filter.reason }),
    ...(q.trim() && { q: q.trim() }),
    ...(statuses.length > 0 && { status: statuses.join(',') }),
    ...toSpanQuery(span),
    ...(isWithoutPosition && { has_location: 'false' as const }),
    ...(isUndated && { day: 'none' as const }),
    ...(kind && { kind }),
    ...(tag && { tag }),
    ...(order_reference && { order_reference }),
    ...(numbers && { numbers }),
    ...(client && { client_id: client }),
    ...(depot && { depot_id: depot }),
  }
}

/** A span of days in the API's form. */
function toSpanQuery({ from, to }: Span): { date_from?: string; date_to?: string } {
  return { ...(from && { date_from: from }), ...(to && { date_to: to }) }
}

/** Whether the filter hides any deliveries. The order does not. */
export function isFiltered(filter: DeliveriesFilter): boolean {
  const { statuses, span, isWithoutPosition, isUndated, isProofMissing } = filter
  const isSpan = span.from !== null || span.to !== null
  const texts = [filter.q.trim(), filter.kind, filter.tag, filter.order_reference, filter.numbers, filter.client]
  return (
    statuses.length > 0 ||
    isSpan ||
    isWithoutPosition ||
    isUndated ||
    isProofMissing ||
    [...texts, filter.depot, filter.rating, filter.reason].join('') !== ''
  )
}

const readId = (text: string | null): string => (text && uuid.test(text) ? text : '')

function readDay(text: string | null): string | null {
  const day = Day.safeParse(text)
  return day.success ? day.data : null
}
