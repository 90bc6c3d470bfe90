import { NewDelivery } from './schema/delivery.ts'

/** The columns a delivery file can have. `lat` and `lng` become the delivery's location. */
export const importFields = [
  {
    field: 'reference',
    label: 'Reference',
    aliases: ['ref', 'order', 'order id', 'order number', 'order no', 'id', 'external id'],
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
  },
  { field: 'lat', label: 'Latitude', aliases: ['latitude', 'delivery lat', 'y'] },
  { field: 'lng', label: 'Longitude', aliases: ['longitude', 'lon', 'long', 'delivery lng', 'x'] },
  {
    field: 'recipient_name',
    label: 'Recipient',
    aliases: ['name', 'recipient', 'customer', 'customer name', 'contact', 'nama', 'nama penerima'],
  },
  {
    field: 'recipient_phone',
    label: 'Phone',
    aliases: ['phone', 'phone number', 'mobile', 'tel', 'telephone', 'telepon', 'no hp', 'hp'],
  },
  { field: 'recipient_email', label: 'Email', aliases: ['email', 'e mail', 'mail', 'customer email'] },
  {
    field: 'pickup_address',
    label: 'Pickup address',
    aliases: ['pickup', 'pick up', 'pick up address', 'from', 'origin', 'alamat asal'],
  },
  { field: 'scheduled_date', label: 'Day', aliases: ['date', 'delivery date', 'day', 'tanggal'] },
  {
    field: 'window_start',
    label: 'Window starts',
    aliases: ['window from', 'time from', 'earliest', 'start', 'start time', 'from time'],
  },
  {
    field: 'window_end',
    label: 'Window ends',
    aliases: ['window to', 'time to', 'latest', 'end', 'end time', 'until', 'to time'],
  },
  {
    field: 'service_minutes',
    label: 'Minutes at the door',
    aliases: ['service', 'service time', 'duration', 'minutes', 'stop time'],
  },
  { field: 'weight_kg', label: 'Weight (kg)', aliases: ['weight', 'kg', 'berat'] },
  { field: 'volume_l', label: 'Volume (l)', aliases: ['volume', 'liters', 'litres'] },
  { field: 'priority', label: 'Priority (1 to 3)', aliases: ['prio', 'prioritas'] },
  { field: 'skills', label: 'Skills', aliases: ['skill', 'requirements', 'needs', 'tags'] },
  { field: 'notes', label: 'Notes', aliases: ['note', 'comment', 'comments', 'instructions', 'remarks', 'catatan'] },
] as const satisfies { field: string; label: string; aliases: readonly string[] }[]

export type ImportField = (typeof importFields)[number]['field']

/** The mapped cells of one row, as text. */
export type ImportCells = Partial<Record<ImportField, string>>

/** Why a cell was rejected. */
export type CellProblem = { field: ImportField; message: string }

export type ReadRow = { ok: true; delivery: NewDelivery } | { ok: false; problems: CellProblem[] }

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The most likely field of each header column, or null. Each field is used once. */
export function guessMapping(header: readonly string[]): (ImportField | null)[] {
  const taken = new Set<ImportField>()
  const guess = (column: string, names: (field: (typeof importFields)[number]) => readonly string[]) => {
    const found = importFields.find((entry) => !taken.has(entry.field) && names(entry).includes(plain(column)))
    if (found) taken.add(found.field)
    return found?.field ?? null
  }
  // Exact names first, so that an alias never takes a field from the column named after it.
  const exact = header.map((column) => guess(column, ({ field, label }) => [plain(field), plain(label)]))
  return header.map((column, at) => exact[at] ?? guess(column, ({ aliases }) => aliases))
}

/**
 * Reads one row. Empty cells are left out, so that the workspace's settings apply.
 * @param context.day the delivery day of rows without one
 */
export function readRow(cells: ImportCells, context: { day: string }): ReadRow {
  const problems: CellProblem[] = []
  const read = <T>(field: ImportField, parse: (text: string) => T | undefined, message: string): T | undefined => {
    const text = unquoted(cells[field] ?? '')
    if (text === '') return undefined
    const value = parse(text)
    if (value === undefined) problems.push({ field, message })
    return value
  }
  const text = (field: ImportField) => read(field, (value) => value, '')
  const number = (field: ImportField, name: string) => read(field, toNumber, `${name} is not a number.`)
  const time = (field: ImportField, name: string) =>
    read(field, toTimeOfDay, `${name} is not a time. Write it like 09:00.`)

  const lat = number('lat', 'Latitude')
  const lng = number('lng', 'Longitude')
  if (lat !== undefined && Math.abs(lat) > 90)
    problems.push({ field: 'lat', message: 'Latitude must be between -90 and 90.' })
  if (lng !== undefined && Math.abs(lng) > 180)
    problems.push({ field: 'lng', message: 'Longitude must be between -180 and 180.' })
  const hasHalf =
    (lat === undefined) !== (lng === undefined) && !problems.some(({ field }) => field === 'lat' || field === 'lng')
  if (hasHalf) {
    const field = lat === undefined ? 'lat' : 'lng'
    problems.push({ field, message: 'A position needs both latitude and longitude.' })
  }

  const row = {
    reference: text('reference'),
    pickup_address: text('pickup_address'),
    delivery_address: text('delivery_address') ?? '',
    ...(lat !== undefined && lng !== undefined && { delivery_location: { lat, lng } }),
    recipient_name: text('recipient_name'),
    recipient_phone: text('recipient_phone'),
    recipient_email: text('recipient_email'),
    scheduled_date: text('scheduled_date') ?? context.day,
    window_start: time('window_start', 'Window start'),
    window_end: time('window_end', 'Window end'),
    service_minutes: number('service_minutes', 'Minutes at the door'),
    weight_kg: number('weight_kg', 'Weight'),
    volume_l: number('volume_l', 'Volume'),
    priority: number('priority', 'Priority'),
    skills: text('skills')
      ?.split(/[;|,]/)
      .map((skill) => skill.trim())
      .filter(Boolean),
    notes: text('notes'),
  }
  const checked = NewDelivery.safeParse(row)
  if (checked.success && problems.length === 0) return { ok: true, delivery: checked.data }
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = fieldOf(path)
    if (!problems.some((known) => known.field === field)) problems.push({ field, message })
  }
  return { ok: false, problems }
}

function fieldOf([name, part]: PropertyKey[]): ImportField {
  if (name === 'delivery_location') return part === 'lng' ? 'lng' : 'lat'
  return name as ImportField
}

/**
 * Finds rows that repeat the reference of an earlier row.
 * @returns for each row the index of the earlier one, or null
 */
export function findDuplicates(references: readonly (string | null | undefined)[]): (number | null)[] {
  const first = new Map<string, number>()
  return references.map((reference, at) => {
    if (!reference) return null
    const earlier = first.get(reference)
    if (earlier === undefined) first.set(reference, at)
    return earlier ?? null
  })
}

/** A number as people write it: `1.5`, `1,5`, `1 200`. Undefined for anything else. */
function toNumber(text: string): number | undefined {
  const compact = text.replace(/[\s\u00a0]/g, '').replace(/^(-?\d+),(\d+)$/, '$1.$2')
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(compact) ? Number(compact) : undefined
}

/** A time of day as people write it: `9:00`, `09.00`, `0900`, `9 am`, `2:30 PM`. Undefined for anything else. */
function toTimeOfDay(text: string): string | undefined {
  const match = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::\d{2})?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim())
  if (!match) return undefined
  const [, hours, minutes = '00', half] = match
  // A bare number such as "9" could be anything.
  if (match[2] === undefined && !half) return undefined
  let hour = Number(hours)
  if (half) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  }
  if (hour > 23 || Number(minutes) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

/** What a spreadsheet reads as a formula, with or without apostrophes in front. */
const formula = /^'*[=+\-@\t\r]/
const quotedFormula = /^'+[=+\-@\t\r]/

/** Numbers and phone numbers start like formulas but are harmless. */
const harmless = /^[-+]?[\d.,\s]+$/

/**
 * Writes a cell that no spreadsheet runs. Text that looks like a formula gets an apostrophe in front, which `readRow`
 * removes again. Numbers and phone numbers stay as they are.
 */
export function toCsvCell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  return formula.test(text) && !harmless.test(text) ? `'${text}` : text
}

/** Removes the apostrophe that `toCsvCell` added. */
function unquoted(text: string): string {
  const bare = text.trim()
  return quotedFormula.test(bare) ? bare.slice(1) : bare
}
