import type { ImportColumn } from './columns.ts'

/** The columns of an order besides the main ones. */
export const orderColumns = [
  {
    field: 'kind',
    label: 'Kind (delivery, return, exchange)',
    aliases: ['kind', 'type', 'order type', 'job type', 'jenis'],
    example: '',
  },
  {
    field: 'windows',
    label: 'Windows',
    aliases: [
      'window',
      'time window',
      'time windows',
      'delivery window',
      'time slot',
      'slot',
      'jam kirim',
      'jam pengiriman',
    ],
    example: '',
  },
  {
    field: 'preferred',
    label: 'Preferred time',
    aliases: ['preferred window', 'soft window', 'best time', 'jam disukai'],
    example: '',
  },
  {
    field: 'ready_time',
    label: 'Ready at the depot',
    aliases: ['ready', 'ready time', 'release time', 'available from', 'jam siap'],
    example: '',
  },
  {
    field: 'setup_minutes',
    label: 'Minutes to park and walk',
    aliases: ['setup', 'setup time', 'parking time', 'menit parkir'],
    example: '',
  },
  {
    field: 'max_ride_minutes',
    label: 'Most minutes on board',
    aliases: ['max ride', 'max ride time', 'minutes on board', 'maksimum menit'],
    example: '',
  },
  {
    field: 'max_detour_minutes',
    label: 'Most minutes of detour',
    aliases: ['max detour', 'longest detour', 'detour minutes'],
    example: '',
  },
  {
    field: 'units',
    label: 'Pieces',
    aliases: ['units', 'quantity', 'qty', 'count', 'items', 'number of parcels', 'jumlah', 'koli'],
    example: '',
  },
  { field: 'return_weight_kg', label: 'Collected weight (kg)', aliases: ['return weight', 'berat retur'], example: '' },
  { field: 'return_volume_l', label: 'Collected volume (L)', aliases: ['return volume', 'volume retur'], example: '' },
  {
    field: 'return_units',
    label: 'Collected pieces',
    aliases: ['return units', 'return quantity', 'jumlah retur'],
    example: '',
  },
  {
    field: 'parcels',
    label: 'Parcels',
    aliases: ['parcel codes', 'barcodes', 'packages', 'package codes', 'paket', 'kode paket'],
    example: 'PKG-0002-1; PKG-0002-2',
  },
  {
    field: 'parcel_code',
    label: 'Parcel code',
    aliases: ['barcode', 'package code', 'package id', 'parcel id', 'tracking number', 'awb', 'resi', 'no resi'],
    example: '',
  },
  {
    field: 'parcel_description',
    label: 'Parcel contents',
    aliases: ['parcel description', 'item', 'item name', 'product', 'contents', 'isi paket', 'barang'],
    example: '',
  },
  {
    field: 'parcel_weight_kg',
    label: 'Parcel weight (kg)',
    aliases: ['parcel weight', 'package weight', 'item weight', 'berat paket'],
    example: '',
  },
  {
    field: 'parcel_volume_l',
    label: 'Parcel volume (L)',
    aliases: ['parcel volume', 'package volume', 'volume paket'],
    example: '',
  },
  {
    field: 'parcel_size',
    label: 'Parcel size (cm)',
    aliases: ['parcel size', 'dimensions', 'size', 'l x w x h', 'ukuran', 'dimensi'],
    example: '',
  },
  {
    field: 'parcel_place',
    label: 'Parcel place in the van',
    aliases: ['parcel place', 'place in van', 'load position', 'posisi muat'],
    example: '',
  },
  {
    field: 'requirements',
    label: 'Proof (photo, signature, PIN, scan, age)',
    aliases: ['proof', 'proof of delivery', 'pod', 'requirement', 'bukti'],
    example: '',
  },
  { field: 'minimum_age', label: 'Minimum age', aliases: ['min age', 'age', 'usia minimum'], example: '' },
  {
    field: 'cash_amount',
    label: 'Cash to collect',
    aliases: ['cash', 'cod', 'cod amount', 'cash on delivery', 'amount due', 'tagihan', 'nilai cod'],
    example: '',
  },
  {
    field: 'temperature',
    label: 'Temperature (°C)',
    aliases: ['temp', 'temperature range', 'temperature c', 'suhu'],
    example: '',
  },
  { field: 'tags', label: 'Tags', aliases: ['tag', 'labels', 'label', 'groups', 'tanda'], example: '' },
  {
    field: 'order_reference',
    label: 'Order of several stops',
    aliases: ['order reference', 'linked order', 'group', 'order group', 'grup order'],
    example: '',
  },
  {
    field: 'order_step',
    label: 'Step in the order',
    aliases: ['order step', 'step', 'sequence', 'langkah', 'urutan'],
    example: '',
  },
  { field: 'worth', label: 'Worth, if optional', aliases: ['worth', 'value', 'order value', 'nilai'], example: '' },
  {
    field: 'earliest_date',
    label: 'Earliest day',
    aliases: ['earliest date', 'not before', 'paling awal'],
    example: '',
  },
  {
    field: 'latest_date',
    label: 'Latest day',
    aliases: ['latest date', 'not after', 'deadline', 'due date', 'paling lambat'],
    example: '',
  },
  {
    field: 'pickup_coordinates',
    label: 'Pickup coordinates, map link or plus code',
    aliases: ['pickup coordinates', 'pickup location', 'pickup map link', 'pickup pin', 'koordinat asal'],
    example: '',
  },
  {
    field: 'pickup_name',
    label: 'Pickup contact',
    aliases: ['pickup name', 'sender name', 'nama pengirim'],
    example: '',
  },
  {
    field: 'pickup_phone',
    label: 'Pickup phone',
    aliases: ['sender phone', 'telepon pengirim', 'hp pengirim'],
    example: '',
  },
  { field: 'pickup_notes', label: 'Pickup notes', aliases: ['pickup instructions', 'catatan asal'], example: '' },
  {
    field: 'pickup_windows',
    label: 'Pickup window',
    aliases: ['pickup time', 'pickup time window', 'jam jemput'],
    example: '',
  },
  {
    field: 'pickup_service_minutes',
    label: 'Minutes at the pickup',
    aliases: ['pickup service', 'pickup minutes', 'pickup service time', 'menit jemput'],
    example: '',
  },
  {
    field: 'pickup_place',
    label: 'Pickup place',
    aliases: ['pickup place id', 'kitchen', 'restaurant', 'outlet', 'branch', 'dapur', 'restoran', 'gerai'],
    example: '',
  },
  {
    field: 'preparation_minutes',
    label: 'Minutes of preparation',
    aliases: ['preparation', 'prep time', 'preparation time', 'cooking time', 'menit persiapan'],
    example: '',
  },
  {
    field: 'recipient_language',
    label: 'Language of the recipient',
    aliases: ['recipient language', 'language', 'customer language', 'lang', 'bahasa'],
    example: '',
  },
  {
    field: 'is_confidential',
    label: 'Confidential (yes, no)',
    aliases: ['confidential', 'private', 'discreet', 'rahasia'],
    example: '',
  },
] as const satisfies ImportColumn[]

/** A column of the workspace's own. */
export type CustomColumn = `custom.${string}`

/** The columns of a workspace's own fields, which a file names by their labels. */
export function customColumns(fields: readonly { key: string; label: string }[]): ImportColumn<CustomColumn>[] {
  return fields.map(({ key, label }) => ({
    field: `custom.${key}`,
    label,
    aliases: [key.replaceAll('_', ' ')],
    example: '',
  }))
}
