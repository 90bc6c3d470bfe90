import { DriverRow } from '../schema/driver.ts'
import { cellReader, checkedRow } from './cells.ts'
import { skillsColumn, type ImportCells, type ImportColumn, type ReadRow } from './columns.ts'
import { keyOf, type Key } from './match.ts'

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
    field: 'depot',
    label: 'Depot',
    aliases: ['depot name', 'starts at', 'start depot', 'hub', 'branch', 'warehouse', 'gudang', 'cabang'],
    example: '',
  },
  skillsColumn,
] as const satisfies ImportColumn[]

export type DriverField = (typeof driverColumns)[number]['field']

/** Reads one row. Empty cells are left out: they change nothing, and a new driver gets the usual values. */
export function readDriverRow(cells: ImportCells<DriverField>): ReadRow<DriverField, DriverRow> {
  const { problems, text, time, words } = cellReader(cells)
  const row = {
    name: text('name') ?? '',
    phone: text('phone'),
    email: text('email'),
    vehicle: text('vehicle'),
    shift_start: time('shift_start', 'Shift start'),
    shift_end: time('shift_end', 'Shift end'),
    depot: text('depot'),
    skills: words('skills'),
  }
  return checkedRow(DriverRow, row, problems)
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
