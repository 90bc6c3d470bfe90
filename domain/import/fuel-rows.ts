import { toMinor } from '../money.ts'
import { FuelRow, type FuelUnit } from '../schema/fuel.ts'
import { instantOf, isTimeZone } from '../time.ts'
import { cellReader, checkedRow, positionOf, toNumber, toTimeOfDay } from './cells.ts'
import { positionColumns, type ImportCells, type ImportColumn, type ReadRow } from './columns.ts'
import { toDay } from './day-cell.ts'
import { keyOf, type Key } from './match.ts'
import type { ImportContext } from './row-reader.ts'

/** The columns a file of a card provider can have. */
export const fuelColumns = [
  {
    field: 'filled_at',
    label: 'Date',
    aliases: [
      'transaction date',
      'date time',
      'datetime',
      'transaction time',
      'timestamp',
      'when',
      'day',
      'tanggal',
      'datum',
      'buchungsdatum',
    ],
    example: '2026-03-15',
  },
  { field: 'time', label: 'Time', aliases: ['time of day', 'hour', 'jam', 'waktu', 'uhrzeit'], example: '08:42' },
  {
    field: 'card',
    label: 'Card',
    aliases: ['card number', 'card no', 'pan', 'fuel card', 'token', 'no kartu', 'kartennummer', 'karte', 'kartu'],
    example: '7002 1234',
  },
  {
    field: 'vehicle',
    label: 'Vehicle code or plate',
    aliases: [
      'vehicle',
      'plate',
      'license plate',
      'licence plate',
      'registration',
      'vehicle code',
      'plat nomor',
      'kennzeichen',
    ],
    example: 'KA-1001',
  },
  {
    field: 'quantity',
    label: 'Quantity',
    aliases: ['volume', 'liters', 'litres', 'liter', 'gallons', 'kwh', 'energy', 'qty', 'menge', 'jumlah'],
    example: '42,5',
  },
  {
    field: 'unit',
    label: 'Unit (L, gal or kWh)',
    aliases: ['unit', 'uom', 'unit of measure', 'einheit', 'satuan'],
    example: 'L',
  },
  {
    field: 'cost',
    label: 'Cost',
    aliases: ['amount', 'total', 'total amount', 'gross amount', 'gross', 'price', 'betrag', 'total harga', 'biaya'],
    example: '63,40',
  },
  {
    field: 'is_full',
    label: 'Full tank (yes or no)',
    aliases: ['full tank', 'full', 'filled up', 'tank full', 'penuh', 'voll', 'vollgetankt'],
    example: 'yes',
  },
  { field: 'currency', label: 'Currency', aliases: ['ccy', 'currency code', 'währung', 'mata uang'], example: '' },
  {
    field: 'odometer_km',
    label: 'Odometer (km)',
    aliases: ['odometer', 'mileage', 'km', 'km reading', 'kilometer', 'kilometerstand', 'km stand', 'odo'],
    example: '41250',
  },
  {
    field: 'place',
    label: 'Place',
    aliases: ['station', 'site', 'merchant', 'location name', 'station name', 'tankstelle', 'spbu'],
    example: '',
  },
  ...positionColumns,
] as const satisfies ImportColumn[]

export type FuelField = (typeof fuelColumns)[number]['field']

const units: Record<FuelUnit, readonly string[]> = {
  l: ['l', 'lt', 'ltr', 'liter', 'liters', 'litre', 'litres'],
  gal: ['gal', 'gallon', 'gallons', 'us gal', 'usg'],
  kwh: ['kwh', 'kw h', 'kilowatt hour', 'kilowatt hours'],
}

/** Reads one row. Times are those of the workspace. */
export function readFuelRow(
  cells: ImportCells<FuelField>,
  { language = 'en-US', currency: usual = 'USD', epoch, timeZone = 'UTC', near }: Partial<ImportContext> = {},
): ReadRow<FuelField, FuelRow> {
  const reader = cellReader(cells)
  const { problems, read, text, flag } = reader
  const time = read('time', toTimeOfDay, 'The time is not a time. Write it like 08:42.')
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  const filled_at = read('filled_at', (cell) => toInstant(cell, time, { language, epoch, zone }), sayWhen)
  const currency = read('currency', toCurrency, 'The currency is not one like EUR.')
  const amount = read('cost', toAmount, 'The cost is not a number.')
  const cost = amount === undefined ? undefined : toMinor(amount, currency ?? usual)
  const position = positionOf<FuelField>(reader, near)
  const row = {
    filled_at,
    card: text('card')?.replace(/\s+/g, ' '),
    vehicle: text('vehicle'),
    quantity: read('quantity', toAmount, 'The quantity is not a number.'),
    unit: read('unit', toUnit, 'The unit is one of L, gal and kWh.'),
    is_full: flag('is_full', 'Full tank'),
    cost,
    currency,
    odometer_km: read('odometer_km', toAmount, 'The odometer is not a number.'),
    place: text('place'),
    ...position,
  }
  if (filled_at === undefined && !problems.some(({ field }) => field === 'filled_at')) {
    problems.push({ field: 'filled_at', message: 'Enter a day.' })
  }
  return checkedRow(FuelRow, row, problems, ([name]) => name as FuelField)
}

const sayWhen = 'That is not a date. Write it like 2026-03-15 or 2026-03-15 08:42.'

type When = Required<Pick<ImportContext, 'language'>> & Pick<ImportContext, 'epoch'> & { zone: string }

/** A day with a time, in the same cell or the next, or an instant that names its zone. */
function toInstant(cell: string, time: string | undefined, { language, epoch, zone }: When): string | undefined {
  if (/[Tt ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})$/.test(cell)) {
    const at = Date.parse(cell.replace(' ', 'T'))
    return Number.isNaN(at) ? undefined : new Date(at).toISOString()
  }
  const [, inCell] = /[T ](\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]m)?)$/i.exec(cell) ?? []
  const day = toDay(inCell ? cell.slice(0, -inCell.length - 1).trim() : cell, language, epoch)
  const clock = time ?? (inCell ? toTimeOfDay(inCell) : undefined) ?? '00:00'
  if (!day || Number.isNaN(Date.parse(day))) return undefined
  return instantOf(day, clock, zone).toISOString()
}

/** A number with either comma or point for decimals: where there are both, the last one is that. */
export function toAmount(text: string): number | undefined {
  const plain = text.replace(/^[^\d.,-]+|[^\d.,]+$/g, '').replace(/[\s\u00a0']/g, '')
  const grouped = plain.replace(
    /^(-?\d{1,3}(?:\.\d{3})+),(\d+)$/,
    (_, whole: string, rest: string) => `${whole.replaceAll('.', '')}.${rest}`,
  )
  const pointed = grouped.replace(
    /^(-?\d{1,3}(?:,\d{3})+)\.(\d+)$/,
    (_, whole: string, rest: string) => `${whole.replaceAll(',', '')}.${rest}`,
  )
  return toNumber(pointed)
}

function toUnit(text: string): FuelUnit | undefined {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  return (Object.keys(units) as FuelUnit[]).find((unit) => units[unit].includes(plain))
}

const toCurrency = (text: string) => (/^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : undefined)

/** An entry is known by its card, or else its vehicle, and the time. */
export function fuelKeys({ card, vehicle, filled_at }: Pick<FuelRow, 'card' | 'vehicle' | 'filled_at'>): Key[] {
  return [{ field: card ? 'card and time' : 'vehicle and time', value: keyOf(`${card ?? vehicle ?? ''} ${filled_at}`) }]
}
