import type { Location } from '../geo.ts'
import { defaultLanguage, type Language } from '../language.ts'
import { toMinor } from '../money.ts'
import { readPosition } from '../position/read-position.ts'
import type { CustomField, CustomValues } from '../schema/custom-field.ts'
import { DeliveryRow, NewDelivery } from '../schema/delivery.ts'
import { mostParcels } from '../schema/order.ts'
import { cellReader, checkedRow, positionOf, toFlag, toNumber } from './cells.ts'
import { positionColumns, skillsColumn, type ImportCells, type ImportColumn, type ReadRow } from './columns.ts'
import { toDay, type Epoch } from './day-cell.ts'
import type { Key } from './match.ts'
import { toKind, toLanguage, toPlace, toRequirements, toSize, toTemperatures, toWindows } from './order-cells.ts'
import { orderColumns, type CustomColumn } from './order-columns.ts'

/** The columns a delivery file can have. */
export const deliveryColumns = [
  {
    field: 'reference',
    label: 'Reference',
    aliases: ['ref', 'order', 'order id', 'order number', 'order no', 'id', 'external id'],
    example: 'ORD-0002',
  },
  {
    field: 'delivery_address',
    label: 'Delivery address',
    aliases: [
      'address',
      'ship to',
      'shipping address',
      'destination',
      'drop off address',
      'dropoff address',
      'to',
      'alamat',
      'alamat tujuan',
    ],
    example: 'Jl. M.H. Thamrin No. 1, Menteng',
  },
  ...positionColumns,
  {
    field: 'recipient_name',
    label: 'Recipient',
    aliases: ['name', 'recipient', 'customer', 'customer name', 'contact', 'nama', 'nama penerima'],
    example: 'Ibu Ani',
  },
  {
    field: 'recipient_phone',
    label: 'Phone',
    aliases: ['phone', 'phone number', 'mobile', 'tel', 'telephone', 'telepon', 'no hp', 'hp'],
    example: '+62 811 0000 002',
  },
  {
    field: 'recipient_email',
    label: 'Email',
    aliases: ['email', 'e mail', 'mail', 'customer email'],
    example: 'ani@example.com',
  },
  {
    field: 'pickup_address',
    label: 'Pickup address',
    aliases: ['pickup', 'pick up', 'pick up address', 'from', 'origin', 'alamat asal'],
    example: '',
  },
  { field: 'scheduled_date', label: 'Day', aliases: ['date', 'delivery date', 'day', 'tanggal'], example: '' },
  {
    field: 'window_start',
    label: 'Window starts',
    aliases: ['window from', 'time from', 'earliest', 'start', 'start time', 'from time'],
    example: '09:00',
  },
  {
    field: 'window_end',
    label: 'Window ends',
    aliases: ['window to', 'time to', 'latest', 'end', 'end time', 'until', 'to time'],
    example: '17:00',
  },
  {
    field: 'service_minutes',
    label: 'Minutes at the door',
    aliases: ['service', 'service time', 'duration', 'minutes', 'stop time'],
    example: '5',
  },
  { field: 'weight_kg', label: 'Weight (kg)', aliases: ['weight', 'kg', 'berat'], example: '3.1' },
  { field: 'volume_l', label: 'Volume (L)', aliases: ['volume', 'liters', 'litres'], example: '21.4' },
  { field: 'priority', label: 'Priority (1 to 3)', aliases: ['prio', 'prioritas'], example: '2' },
  // Requirements and tags are columns of their own here.
  { ...skillsColumn, aliases: ['skill', 'needs', 'keahlian'] },
  {
    field: 'notes',
    label: 'Notes',
    aliases: ['note', 'comment', 'comments', 'instructions', 'remarks', 'catatan'],
    example: 'Ring twice',
  },
  { field: 'client', label: 'Client', aliases: ['shipper', 'sender', 'merchant', 'client name', 'klien'], example: '' },
  { field: 'depot', label: 'Depot', aliases: ['warehouse', 'hub', 'depot name', 'gudang'], example: '' },
  ...orderColumns,
] as const satisfies ImportColumn[]

export type DeliveryField = (typeof deliveryColumns)[number]['field'] | CustomColumn
export type DeliveryCells = ImportCells<DeliveryField>

/** What a row of deliveries cannot know by itself. */
type RowContext = {
  /** The delivery day of rows without one. */
  day: string
  /** Where short plus codes are looked for. */
  near?: Location | undefined
  /** How days are written. */
  language?: Language
  /** From when a workbook counts its days. */
  epoch?: Epoch | undefined
  /** In which amounts are. */
  currency?: string
  /** The workspace's own fields, for their types. */
  customFields?: readonly Pick<CustomField, 'key' | 'label' | 'type' | 'options'>[]
}

/** Reads one row. Empty cells are left out, so that the workspace's settings apply. */
export function readDeliveryRow(cells: DeliveryCells, context: RowContext): ReadRow<DeliveryField, NewDelivery> {
  const { row, reader } = rowOf(cells, context)
  const dated = {
    ...row,
    delivery_address: row.delivery_address ?? '',
    custom: withEmptied(row.custom, cells, context),
  }
  const hasSpan = row.earliest_date ?? row.latest_date
  if (!row.scheduled_date && !hasSpan) dated.scheduled_date = context.day
  return checkedRow(NewDelivery, dated, reader.problems, fieldOf)
}

/** An empty cell of a workspace's own field takes its value away. */
function withEmptied(custom: CustomValues | undefined, cells: DeliveryCells, { customFields = [] }: RowContext) {
  const emptied = customFields.filter(({ key }) => cells[`custom.${key}`]?.trim() === '')
  const values = { ...Object.fromEntries(emptied.map(({ key }) => [key, null])), ...custom }
  return Object.keys(values).length > 0 ? values : undefined
}

/** Reads one row that changes only what it says. */
export function readMergedRow(cells: DeliveryCells, context: RowContext): ReadRow<DeliveryField, DeliveryRow> {
  const { row, reader } = rowOf(cells, context)
  if (row.reference === undefined) {
    reader.problems.push({ field: 'reference', message: 'Without a reference, there is nothing to merge with.' })
  }
  return checkedRow(DeliveryRow, row, reader.problems, fieldOf)
}

const fieldOf = ([name, part]: PropertyKey[]): DeliveryField => {
  if (name === 'delivery_location') return part === 'lng' ? 'lng' : 'lat'
  if (name === 'pickup_location') return 'pickup_coordinates'
  if (name === 'more_windows') return 'windows'
  if (name === 'preferred_start' || name === 'preferred_end') return 'preferred'
  if (name === 'pickup_window_start' || name === 'pickup_window_end') return 'pickup_windows'
  if (name === 'temperature_min_c' || name === 'temperature_max_c') return 'temperature'
  return name === 'custom' ? `custom.${String(part)}` : (name as DeliveryField)
}

function rowOf(cells: DeliveryCells, context: RowContext) {
  const reader = cellReader<DeliveryField>(cells)
  const { text, number, dayTime, day, words, flag, read } = reader
  const dayOf = (field: DeliveryField) => day(field, context.language, context.epoch)
  const money = (field: DeliveryField, name: string) => {
    const amount = number(field, name)
    return amount === undefined ? undefined : toMinor(amount, context.currency ?? 'USD')
  }
  const delivery_location = positionOf(reader, context.near)
  const [pickup] = rangesOf(reader, 'pickup_windows')
  const [preferred] = rangesOf(reader, 'preferred')
  const [first, ...others] = rangesOf(reader, 'windows')
  const window_start = dayTime('window_start', 'Window start')
  const window_end = dayTime('window_end', 'Window end')
  const hasOwn = window_start !== undefined || window_end !== undefined
  const more = hasOwn && first ? [first, ...others] : others
  const row = {
    reference: text('reference'),
    kind: read('kind', toKind, 'The kind is delivery, return or exchange.'),
    pickup_address: text('pickup_address'),
    ...pickupOf(reader, context.near),
    pickup_window_start: pickup?.start,
    pickup_window_end: pickup?.end,
    delivery_address: text('delivery_address'),
    delivery_location,
    recipient_name: text('recipient_name'),
    recipient_phone: text('recipient_phone'),
    recipient_email: text('recipient_email'),
    scheduled_date: dayOf('scheduled_date'),
    earliest_date: dayOf('earliest_date'),
    latest_date: dayOf('latest_date'),
    window_start: hasOwn ? window_start : first?.start,
    window_end: hasOwn ? window_end : first?.end,
    more_windows: more.length > 0 ? more : undefined,
    preferred_start: preferred?.start,
    preferred_end: preferred?.end,
    ready_time: dayTime('ready_time', 'The time it is ready'),
    service_minutes: number('service_minutes', 'Minutes at the door'),
    setup_minutes: number('setup_minutes', 'Minutes to park and walk'),
    max_ride_minutes: number('max_ride_minutes', 'Most minutes on board'),
    max_detour_minutes: number('max_detour_minutes', 'Most minutes of detour'),
    weight_kg: number('weight_kg', 'Weight'),
    volume_l: number('volume_l', 'Volume'),
    units: number('units', 'Pieces'),
    return_weight_kg: number('return_weight_kg', 'Collected weight'),
    return_volume_l: number('return_volume_l', 'Collected volume'),
    return_units: number('return_units', 'Collected pieces'),
    parcels: parcelsOf(reader),
    requirements: read('requirements', toRequirements, 'Proof is photo, signature, PIN, scan, age or identity.'),
    minimum_age: number('minimum_age', 'Minimum age'),
    cash_amount: money('cash_amount', 'Cash'),
    ...read('temperature', toTemperatures, 'Write temperatures like 2-8 or -25 to -18.'),
    priority: number('priority', 'Priority'),
    skills: words('skills'),
    tags: words('tags'),
    notes: text('notes'),
    client: text('client'),
    depot: text('depot'),
    order_reference: text('order_reference'),
    order_step: number('order_step', 'The step'),
    worth: money('worth', 'Worth'),
    recipient_language: read('recipient_language', toLanguage, 'The language is English, Indonesian or Arabic.'),
    is_confidential: flag('is_confidential', 'Confidential'),
    custom: customOf(reader, context),
  }
  return {
    row: Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as typeof row,
    reader,
  }
}

type Reader = ReturnType<typeof cellReader<DeliveryField>>

function rangesOf({ read }: Reader, field: DeliveryField) {
  return read(field, toWindows, 'Write windows like 09:00-12:00, 14:00-16:00.') ?? []
}

function pickupOf({ text, number, problems }: Reader, near: Location | undefined) {
  const pasted = text('pickup_coordinates')
  const found = pasted === undefined ? undefined : readPosition(pasted, near)
  if (found && 'problem' in found) problems.push({ field: 'pickup_coordinates', message: found.problem })
  return {
    pickup_location: found && 'location' in found ? found.location : undefined,
    pickup_name: text('pickup_name'),
    pickup_phone: text('pickup_phone'),
    pickup_notes: text('pickup_notes'),
    pickup_service_minutes: number('pickup_service_minutes', 'Minutes at the pickup'),
    pickup_place: text('pickup_place'),
    preparation_minutes: number('preparation_minutes', 'Minutes of preparation'),
  }
}

/** Codes in one cell, or one parcel in cells of its own. */
function parcelsOf({ text, number, words, read }: Reader) {
  const codes = words('parcels') ?? []
  const one = {
    code: text('parcel_code'),
    description: text('parcel_description'),
    weight_kg: number('parcel_weight_kg', 'Parcel weight'),
    volume_l: number('parcel_volume_l', 'Parcel volume'),
    ...read('parcel_size', toSize, 'Write sizes like 30 x 20 x 10.'),
    place: read('parcel_place', toPlace, 'Write places like back left shelf.'),
  }
  const isSaid = Object.values(one).some((value) => value !== undefined)
  const parcels = [...codes.map((code) => ({ code })), ...(isSaid ? [one] : [])]
  return parcels.length > 0 ? parcels : undefined
}

function customOf({ read }: Reader, { customFields = [], language, epoch }: RowContext) {
  const values = customFields.flatMap(({ key, label, type, options }) => {
    const field: DeliveryField = `custom.${key}`
    const value =
      type === 'number'
        ? read(field, toNumber, `${label} is not a number.`)
        : type === 'yes_no'
          ? read(field, toFlag, `${label} is yes or no.`)
          : type === 'date'
            ? read(field, (text) => toDay(text, language ?? defaultLanguage, epoch), `${label} is not a day.`)
            : type === 'choice'
              ? read(
                  field,
                  (text) => options.find((each) => each.toLowerCase() === text.toLowerCase()),
                  `${label} is one of: ${options.join(', ')}.`,
                )
              : read(field, (text) => text, '')
    return value === undefined ? [] : [[key, value] as const]
  })
  return values.length > 0 ? Object.fromEntries(values) : undefined
}

/**
 * A row with the same reference as an earlier one says further parcels of it. Returns both in one, or why they do not belong
 * together.
 */
export function joinParcels<Row extends DeliveryRow>(first: Row, other: Row): { row: Row } | { problem: string } {
  if (!other.parcels?.length) return { problem: '' }
  const differs = (['delivery_address', 'scheduled_date', 'client'] as const).find(
    (field) => other[field] != null && other[field] !== '' && other[field] !== first[field],
  )
  if (differs) {
    const what = { delivery_address: 'address', scheduled_date: 'day', client: 'client' }[differs]
    return { problem: `It has another ${what}.` }
  }
  const parcels = [...(first.parcels ?? []), ...other.parcels]
  const codes = parcels.flatMap(({ code }) => code ?? [])
  const twice = codes.find((code, at) => codes.indexOf(code) < at)
  if (twice) return { problem: `Two parcels have the code “${twice}”.` }
  if (parcels.length > mostParcels) return { problem: `It has more than ${mostParcels} parcels.` }
  return { row: { ...first, parcels } }
}

/** A delivery is known by its reference, letter for letter. */
export function deliveryKeys({ reference }: Pick<DeliveryRow, 'reference'>): Key[] {
  return [{ field: 'reference', value: reference ?? null }]
}
