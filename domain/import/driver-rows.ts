import { DriverRow } from '../schema/driver.ts'
import { cellReader, checkedRow } from './cells.ts'
import { skillsColumn, type ImportCells, type ImportColumn, type ReadRow } from './columns.ts'
import { keyOf, type Key } from './match.ts'
import { toWeek } from './week-cell.ts'

/** The columns a file of drivers can have. */
export const driverColumns = [
  {
    field: 'name',
    label: 'Name',
    aliases: ['driver', 'driver name', 'full name', 'courier', 'nama', 'nama driver', 'pengemudi', 'kurir'],
    example: 'Budi Santoso',
  },
  {
    field: 'phone',
    label: 'Phone',
    aliases: ['phone number', 'mobile', 'tel', 'telephone', 'telepon', 'no hp', 'hp', 'whatsapp', 'wa'],
    example: '+62 811 0009 001',
  },
  { field: 'email', label: 'Email', aliases: ['e mail', 'mail', 'email address'], example: 'budi@example.com' },
  {
    field: 'vehicle',
    label: 'Vehicle (code or plate)',
    aliases: [
      'vehicle',
      'vehicle code',
      'vehicle id',
      'plate',
      'plate number',
      'license plate',
      'van',
      'truck',
      'car',
      'kendaraan',
      'plat',
      'plat nomor',
      'nopol',
    ],
    example: '',
  },
  {
    field: 'shift_start',
    label: 'Shift starts',
    aliases: ['start', 'start time', 'shift start', 'from', 'works from', 'mulai', 'jam mulai'],
    example: '09:00',
  },
  {
    field: 'shift_end',
    label: 'Shift ends',
    aliases: ['end', 'end time', 'shift end', 'to', 'until', 'works until', 'selesai', 'jam selesai'],
    example: '17:00',
  },
  {
    field: 'week',
    label: 'Week',
    aliases: ['hours by weekday', 'working days', 'schedule', 'weekly hours', 'working hours', 'hari kerja', 'jadwal'],
    example: 'Mon-Fri 08:00-17:00; Sat 22:00-06:00',
  },
  {
    field: 'max_stops',
    label: 'Most stops',
    aliases: ['max stops', 'maximum stops', 'stops', 'max deliveries', 'most deliveries'],
    example: '',
  },
  {
    field: 'max_territories',
    label: 'Most territories',
    aliases: ['max territories', 'territories', 'max zones', 'most zones'],
    example: '',
  },
  {
    field: 'max_shift_hours',
    label: 'Longest route (h)',
    aliases: ['longest route', 'max shift', 'max hours', 'max route duration', 'longest shift'],
    example: '',
  },
  {
    field: 'max_driving_hours',
    label: 'Most driving (h)',
    aliases: ['most driving', 'max driving', 'max drive time', 'max driving hours'],
    example: '',
  },
  { field: 'speed_factor', label: 'Speed (1 is usual)', aliases: ['speed', 'speed factor'], example: '' },
  {
    field: 'depot',
    label: 'Depot',
    aliases: ['depot name', 'starts at', 'start depot', 'hub', 'branch', 'warehouse', 'gudang', 'cabang'],
    example: '',
  },
  skillsColumn,
] as const satisfies ImportColumn[]

export type DriverField = (typeof driverColumns)[number]['field']

const weekExample = 'Mon-Fri 08:00-17:00; Sat 22:00-06:00'

/** Columns in hours, for fields in minutes. */
const columnOf: Partial<Record<string, DriverField>> = {
  max_shift_minutes: 'max_shift_hours',
  max_driving_minutes: 'max_driving_hours',
}
const minutes = (hours: number | undefined) => hours && Math.round(hours * 60)

/** Reads one row. Empty cells are left out: they change nothing, and a new driver gets the usual values. */
export function readDriverRow(cells: ImportCells<DriverField>): ReadRow<DriverField, DriverRow> {
  const { problems, read, text, number, time, dayTime, words } = cellReader(cells)
  const row = {
    name: text('name') ?? '',
    phone: text('phone'),
    email: text('email'),
    vehicle: text('vehicle'),
    shift_start: time('shift_start', 'Shift start'),
    shift_end: dayTime('shift_end', 'Shift end'),
    week: read('week', toWeek, `Write the week like ${weekExample}.`),
    max_stops: number('max_stops', 'The number of stops'),
    max_territories: number('max_territories', 'The number of territories'),
    max_shift_minutes: minutes(number('max_shift_hours', 'The longest route')),
    max_driving_minutes: minutes(number('max_driving_hours', 'The driving')),
    speed_factor: number('speed_factor', 'The speed'),
    depot: text('depot'),
    skills: words('skills'),
  }
  return checkedRow(DriverRow, row, problems, ([name]) => columnOf[name as string] ?? (name as DriverField))
}

/** A driver is known by email, otherwise by phone, otherwise by name. */
export function driverKeys(driver: {
  name: string
  phone?: string | null | undefined
  email?: string | null | undefined
}): Key[] {
  return [
    { field: 'email', value: keyOf(driver.email) },
    { field: 'phone', value: keyOf(driver.phone) },
    { field: 'name', value: keyOf(driver.name) },
  ]
}
