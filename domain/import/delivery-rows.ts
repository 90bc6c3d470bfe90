import type { Location } from '../geo.ts'
import type { Language } from '../language.ts'
import { NewDelivery } from '../schema/delivery.ts'
import { cellReader, checkedRow, positionOf } from './cells.ts'
import type { Epoch } from './day-cell.ts'
import { positionColumns, skillsColumn, type ImportCells, type ImportColumn, type ReadRow } from './columns.ts'
import type { Key } from './match.ts'

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
  skillsColumn,
  {
    field: 'notes',
    label: 'Notes',
    aliases: ['note', 'comment', 'comments', 'instructions', 'remarks', 'catatan'],
    example: 'Ring twice',
  },
  { field: 'client', label: 'Client', aliases: ['shipper', 'sender', 'merchant', 'client name', 'klien'], example: '' },
  { field: 'depot', label: 'Depot', aliases: ['warehouse', 'hub', 'depot name', 'gudang'], example: '' },
] as const satisfies ImportColumn[]

export type DeliveryField = (typeof deliveryColumns)[number]['field']
export type DeliveryCells = ImportCells<DeliveryField>

/**
 * Reads one row. Empty cells are left out, so that the workspace's settings apply.
 * @param context.day the delivery day of rows without one
 * @param context.near where short plus codes are looked for
 * @param context.language how days are written
 */
export function readDeliveryRow(
  cells: DeliveryCells,
  context: { day: string; near?: Location | undefined; language?: Language; epoch?: Epoch | undefined },
): ReadRow<DeliveryField, NewDelivery> {
  const reader = cellReader(cells)
  const { text, number, time, day, words } = reader
  const location = positionOf(reader, context.near)
  const row = {
    reference: text('reference'),
    pickup_address: text('pickup_address'),
    delivery_address: text('delivery_address') ?? '',
    ...(location && { delivery_location: location }),
    recipient_name: text('recipient_name'),
    recipient_phone: text('recipient_phone'),
    recipient_email: text('recipient_email'),
    scheduled_date: day('scheduled_date', context.language, context.epoch) ?? context.day,
    window_start: time('window_start', 'Window start'),
    window_end: time('window_end', 'Window end'),
    service_minutes: number('service_minutes', 'Minutes at the door'),
    weight_kg: number('weight_kg', 'Weight'),
    volume_l: number('volume_l', 'Volume'),
    priority: number('priority', 'Priority'),
    skills: words('skills'),
    notes: text('notes'),
    client: text('client'),
    depot: text('depot'),
  }
  return checkedRow(NewDelivery, row, reader.problems, ([name, part]) =>
    name === 'delivery_location' ? (part === 'lng' ? 'lng' : 'lat') : (name as DeliveryField),
  )
}

/** A delivery is known by its reference, letter for letter. */
export function deliveryKeys({ reference }: Pick<NewDelivery, 'reference'>): Key[] {
  return [{ field: 'reference', value: reference }]
}
