import type { deliverySorts } from '#domain/api/deliveries.ts'
import { formatsIn } from '#domain/formats.ts'
import type { Language } from '#domain/language.ts'
import { parcelCode } from '#domain/parcel-code.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { Transfer, TransferItem } from '#domain/schema/transfer.ts'
import type { Plan, Route, Stop } from '#domain/schema/plan.ts'
import type { Cell, CellPart, Label, ListPaper, Sheet } from '../../papers/paper.ts'

type DeliverySort = (typeof deliverySorts)[number]

/** How a workspace writes, and who it is. */
export type House = { name: string; language: Language; time_zone: string; currency: string }

const joined = (...words: (string | false | null | undefined)[]) => words.filter(Boolean).join(' · ')
const bold = (text: string): CellPart => ({ text, isBold: true })
const small = (text: string): CellPart => ({ text, isSmall: true })

const columnsOfRoutes = [
  { title: 'Stop', share: 0.06 },
  { title: 'Arrival, window', share: 0.16 },
  { title: 'Address and person', share: 0.33 },
  { title: 'Load, requirements, notes', share: 0.24 },
  { title: 'Signature, remarks', share: 0.21 },
]
/** Room for a signature. */
const rowHeight = 36

/** What drivers take along: the stops of each route in order, with room to sign. */
export function routeSheets(
  house: House,
  plan: Plan,
  deliveries: ReadonlyMap<string, Delivery>,
  { only, now }: { only?: string | undefined; now: Date },
): ListPaper {
  const routes = plan.routes.filter(({ id }) => only === undefined || id === only)
  return {
    kind: 'list',
    title: `Route sheets, ${formatsIn(house.language).formatDay(plan.day)}`,
    isWide: false,
    sheets: routes.map((route) => routeSheet(house, plan, route, deliveries, now)),
  }
}

function routeSheet(
  house: House,
  plan: Plan,
  route: Route,
  deliveries: ReadonlyMap<string, Delivery>,
  now: Date,
): Sheet {
  const { formatDay, formatDateTime, formatTime, formatKilometers, formatDuration, countOf } = formatsIn(house.language)
  const { formatKilograms, formatVolume } = formatsIn(house.language)
  const zone = house.time_zone
  const isFinal = plan.state === 'approved' || plan.state === 'dispatched'
  const tasks = route.stops.filter(({ delivery_id }) => delivery_id !== null)
  return {
    head: {
      left: house.name,
      right: joined(!isFinal && 'Not approved', `Printed ${formatDateTime(now, zone)}`),
      title: route.driver_name,
      beside: formatDay(plan.day),
      facts: joined(
        route.vehicle_code ? `Vehicle ${route.vehicle_code}` : 'No vehicle',
        `${formatTime(route.starts_at, zone)} to ${formatTime(route.ends_at, zone)}`,
        countOf(tasks.length, 'stop'),
        formatKilometers(route.distance_km),
        formatDuration(route.duration_seconds),
        formatKilograms(route.load_kg),
        formatVolume(route.load_l),
      ),
    },
    columns: columnsOfRoutes,
    rows: route.stops.map((stop) => {
      const delivery = stop.delivery_id === null ? undefined : deliveries.get(stop.delivery_id)
      return delivery
        ? { cells: taskCells(house, stop, delivery), minHeight: rowHeight }
        : {
            cells: ['', [bold(timeOf(house, stop))], [bold(depotWords[stop.kind] ?? ''), small(placeOf(stop))], '', ''],
          }
    }),
    empty: 'No stops.',
  }
}

const depotWords: Partial<Record<Stop['kind'], string>> = {
  start: 'Leave',
  reload: 'Reload',
  break: 'Break',
  end: 'End of the route',
}

const placeOf = ({ kind, name, address }: Stop) => (kind === 'break' ? '' : [name, address].filter(Boolean).join(', '))

const timeOf = ({ language, time_zone }: House, stop: Stop) =>
  formatsIn(language).formatTime(stop.kind === 'start' ? stop.departure_at : stop.arrival_at, time_zone)

function taskCells(house: House, stop: Stop, delivery: Delivery): Cell[] {
  const isPickup = stop.kind === 'pickup' && delivery.kind !== 'return'
  const isCancelled = delivery.status === 'cancelled'
  const person = isPickup
    ? joined(delivery.pickup_name, delivery.pickup_phone)
    : joined(delivery.recipient_name, delivery.recipient_phone)
  const notes = isPickup ? delivery.pickup_notes : delivery.notes
  return [
    [{ text: String(stop.sequence), isBold: true }],
    [bold(timeOf(house, stop)), small(windowOf(house, delivery, isPickup))],
    [
      ...(taskWords(stop, delivery) ? [bold(taskWords(stop, delivery))] : []),
      { text: stop.address, isBold: true, isStruck: isCancelled },
      { text: person },
      small(
        joined(
          `#${delivery.number}`,
          delivery.reference,
          delivery.order_reference && `Order ${delivery.order_reference}`,
        ),
      ),
    ],
    [
      ...(isCancelled ? [bold('Canceled: do not go there')] : []),
      { text: loadOf(house, delivery) },
      bold(joined(...needsOf(house, delivery))),
      small(parcelsOf(delivery)),
      { text: notes ?? '' },
    ],
    '',
  ]
}

/** What is done there, if it is not simply to deliver. */
function taskWords({ kind }: Stop, delivery: Delivery): string {
  if (delivery.kind === 'return') return 'Collect a return'
  if (delivery.kind === 'exchange') return 'Deliver and collect'
  return kind === 'pickup' ? 'Pick up' : ''
}

function windowOf(house: House, delivery: Delivery, isPickup: boolean): string {
  const { formatHours, formatTimeOfDay } = formatsIn(house.language)
  const words = (from: string | null, to: string | null) => {
    if (from && to) return formatHours(from, to)
    if (from) return `from ${formatTimeOfDay(from)}`
    return to ? `until ${formatTimeOfDay(to)}` : ''
  }
  if (isPickup) return words(delivery.pickup_window_start, delivery.pickup_window_end)
  const first = words(delivery.window_start, delivery.window_end)
  return [first, ...delivery.more_windows.map(({ start, end }) => formatHours(start, end))].filter(Boolean).join(', ')
}

function loadOf(house: House, { weight_kg, volume_l, units, parcels }: Delivery): string {
  const { formatKilograms, formatVolume, countOf } = formatsIn(house.language)
  const pieces = parcels.length ? countOf(parcels.length, 'parcel') : units > 0 && countOf(units, 'piece')
  return joined(pieces, weight_kg > 0 && formatKilograms(weight_kg), volume_l > 0 && formatVolume(volume_l))
}

const parcelsOf = (delivery: Delivery) =>
  delivery.parcels
    .map((parcel, at) => [parcelCode(delivery, at), placeWords(parcel.place)].filter(Boolean).join(' '))
    .join(', ')

const placeWords = (place: Delivery['parcels'][number]['place']) =>
  place ? [place.row, place.side, place.level].filter(Boolean).join(' ') : ''

const requirementWords: Record<Delivery['requirements'][number], string> = {
  photo: 'Photo',
  signature: 'Signature',
  pin: 'PIN',
  scan: 'Scan',
  age: 'Age check',
  identity: 'Identity check',
}

/** What the driver has to mind. */
function needsOf(house: House, delivery: Delivery): string[] {
  const { formatMoney, formatNumber } = formatsIn(house.language)
  const { temperature_min_c: from, temperature_max_c: to, cash_amount, minimum_age } = delivery
  const degrees =
    from !== null && to !== null
      ? `${formatNumber(from)} to ${formatNumber(to)} °C`
      : from !== null
        ? `At least ${formatNumber(from)} °C`
        : to !== null && `At most ${formatNumber(to)} °C`
  return [
    delivery.priority === 1 && 'Urgent',
    ...delivery.requirements.map((each) =>
      each === 'age' && minimum_age ? `Age ${minimum_age}+` : requirementWords[each],
    ),
    cash_amount !== null && `Cash ${formatMoney(cash_amount, house.currency)}`,
    degrees,
    ...delivery.skills,
  ].filter((need) => typeof need === 'string')
}

/** Sorts deliveries, those without a value last. Equal ones stay as they are. */
export function inOrder(deliveries: Delivery[], sort: DeliverySort, order: 'asc' | 'desc'): Delivery[] {
  const sign = order === 'asc' ? 1 : -1
  return deliveries.toSorted((one, other) => {
    const [a, b] = [one[sort], other[sort]]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b)))
  })
}

/** The deliveries as a list, with what they weigh together. */
export function manifest(house: House, deliveries: Delivery[], now: Date): ListPaper {
  const formats = formatsIn(house.language)
  const { formatDay, formatDateTime, formatKilograms, formatVolume, countOf } = formats
  const sum = (field: 'weight_kg' | 'volume_l') => deliveries.reduce((total, each) => total + each[field], 0)
  const days = [...new Set(deliveries.map(({ scheduled_date }) => scheduled_date))]
  const isOneDay = days.length === 1
  const dayWords = (day: string | null) => (day ? formatDay(day) : 'No day')
  const sheet: Sheet = {
    head: {
      left: house.name,
      right: `Printed ${formatDateTime(now, house.time_zone)}`,
      title: 'Manifest',
      beside: isOneDay ? dayWords(days[0]!) : '',
      facts: joined(
        countOf(deliveries.length, 'delivery', 'deliveries'),
        formatKilograms(Math.round(sum('weight_kg') * 1000) / 1000),
        formatVolume(Math.round(sum('volume_l') * 1000) / 1000),
      ),
    },
    columns: [
      { title: 'Number', share: 0.08 },
      { title: isOneDay ? 'Window' : 'Day, window', share: 0.13 },
      { title: 'Address', share: 0.25 },
      { title: 'Recipient', share: 0.16 },
      { title: 'Load', share: 0.13 },
      { title: 'Driver', share: 0.1 },
      { title: 'Requirements, notes', share: 0.15 },
    ],
    rows: deliveries.map((delivery) => ({
      cells: [
        [bold(`#${delivery.number}`), small(delivery.reference ?? '')],
        [{ text: isOneDay ? '' : dayWords(delivery.scheduled_date) }, { text: windowOf(house, delivery, false) }],
        [
          { text: delivery.delivery_address, isStruck: delivery.status === 'cancelled' },
          ...(delivery.pickup_location ? [small(`From ${delivery.pickup_address}`)] : []),
        ],
        [{ text: delivery.recipient_name ?? '' }, small(delivery.recipient_phone ?? '')],
        [{ text: loadOf(house, delivery) }, small(parcelsOf(delivery))],
        delivery.driver_name ?? delivery.wanted_driver_name ?? '',
        [bold(joined(...needsOf(house, delivery))), small(delivery.notes ?? '')],
      ],
    })),
    empty: 'No delivery matches.',
  }
  return { kind: 'list', title: 'Manifest', isWide: true, sheets: [sheet] }
}

/** What is on a transfer, with room to tick each parcel, and to sign at both ends. */
export function transferSheet(house: House, transfer: Transfer, items: TransferItem[], now: Date): ListPaper {
  const { formatDay, formatDateTime, formatKilograms, formatVolume, countOf } = formatsIn(house.language)
  const zone = house.time_zone
  const title = `Transfer ${transfer.number}`
  const isGone = ({ status }: TransferItem) => status === 'cancelled'
  const sheet: Sheet = {
    head: {
      left: house.name,
      right: joined(transfer.state === 'canceled' && 'Canceled', `Printed ${formatDateTime(now, zone)}`),
      title: `${title}: ${transfer.from_depot_name} to ${transfer.to_depot_name}`,
      beside: formatDay(transfer.day),
      facts: joined(
        transfer.carrier ?? transfer.driver_name,
        transfer.vehicle_code && `Vehicle ${transfer.vehicle_code}`,
        `Leaves ${formatDateTime(transfer.departed_at ?? transfer.departs_at, zone)}`,
        `There ${formatDateTime(transfer.arrived_at ?? transfer.expected_at, zone)}`,
        countOf(transfer.deliveries, 'delivery', 'deliveries'),
        countOf(transfer.parcels, 'parcel'),
        formatKilograms(transfer.weight_kg),
        formatVolume(transfer.volume_l),
      ),
    },
    columns: [
      { title: 'Number', share: 0.09 },
      { title: 'Parcels', share: 0.25 },
      { title: 'Address and person', share: 0.32 },
      { title: 'Client', share: 0.14 },
      { title: 'Loaded', share: 0.1 },
      { title: 'Received', share: 0.1 },
    ],
    rows: [
      ...items.map((item) => ({
        cells: [
          [bold(`#${item.number}`), small(item.reference ?? '')],
          [{ text: countOf(item.parcels, 'parcel') }, small(item.codes.join(', '))],
          [
            ...(isGone(item) ? [bold('Canceled: leave it here')] : []),
            { text: item.delivery_address, isStruck: isGone(item) },
            small(joined(item.recipient_name, item.goes_on_to && `Goes on to ${item.goes_on_to}`)),
          ],
          item.client_name ?? '',
          item.loaded === null ? '' : `${item.loaded} of ${item.parcels}`,
          item.received === null ? '' : `${item.received} of ${item.parcels}`,
        ],
      })),
      { cells: ['', [bold('Handed over by')], [bold('Driver')], [bold('Received by')], '', ''], minHeight: rowHeight },
    ],
    empty: 'Nothing is on this transfer.',
  }
  return { kind: 'list', title, isWide: false, sheets: [sheet] }
}

/** Where a delivery is on its route. */
export type Place = { sequence: number; driver_name: string }

/** A label for each parcel, or one for a delivery without parcels, by the order in which the van is loaded last to first. */
export function labelsOf(
  house: House,
  deliveries: Delivery[],
  {
    places,
    clients,
    depots,
  }: { places: Map<string, Place>; clients: Map<string, string>; depots: Map<string, string> },
): Label[] {
  const { formatDay, formatKilograms, formatNumber } = formatsIn(house.language)
  return deliveries.flatMap((delivery) => {
    const place = places.get(delivery.id)
    const client = clients.get(delivery.client_id ?? '')
    const from = delivery.pickup_location ? delivery.pickup_address : depots.get(delivery.depot_id ?? '')
    const count = Math.max(1, delivery.parcels.length)
    return Array.from({ length: count }, (_, at): Label => {
      const parcel = delivery.parcels[at]
      const size = parcel && [parcel.length_cm, parcel.width_cm, parcel.height_cm]
      return {
        sender: joined(client ?? house.name, from),
        to: [
          delivery.recipient_name ?? delivery.delivery_address,
          delivery.delivery_address,
          delivery.recipient_phone ?? '',
        ],
        route: place ? `Stop ${place.sequence} · ${place.driver_name}` : 'Not planned yet',
        place: parcel ? placeWords(parcel.place) : '',
        when: joined(delivery.scheduled_date && formatDay(delivery.scheduled_date), windowOf(house, delivery, false)),
        parcel: joined(
          `${at + 1} of ${count}`,
          parcel ? parcel.weight_kg !== null && formatKilograms(parcel.weight_kg) : loadOf(house, delivery),
          size?.every((length) => length !== null) && `${size.map((length) => formatNumber(length)).join(' × ')} cm`,
          parcel?.description,
        ),
        needs: needsOf(house, delivery),
        code: parcelCode(delivery, at),
        reference: joined(
          `#${delivery.number}`,
          delivery.reference,
          delivery.order_reference && `Order ${delivery.order_reference}`,
        ),
      }
    })
  })
}
