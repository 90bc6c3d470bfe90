import type { Language } from '../language.ts'
import { VehicleRow, type Vehicle } from '../schema/vehicle.ts'
import { toMinor } from '../money.ts'
import { toCompartments } from './compartment-cell.ts'
import { cellReader, checkedRow } from './cells.ts'
import { skillsColumn, type ImportCells, type ImportColumn, type ReadRow } from './columns.ts'
import { keyOf, type Key } from './match.ts'

/** The columns a file of vehicles can have. */
export const vehicleColumns = [
  {
    field: 'code',
    label: 'Code',
    aliases: ['vehicle', 'vehicle code', 'vehicle id', 'id', 'number', 'unit', 'fleet number', 'kode', 'kendaraan'],
    example: 'KA-1001',
  },
  {
    field: 'plate',
    label: 'Plate',
    aliases: [
      'plate number',
      'license plate',
      'licence plate',
      'registration',
      'license',
      'plat',
      'plat nomor',
      'nopol',
      'no polisi',
    ],
    example: 'B 9101 KRT',
  },
  { field: 'type', label: 'Type', aliases: ['vehicle type', 'kind', 'jenis', 'tipe'], example: 'van' },
  {
    field: 'capacity_kg',
    label: 'Carries at most (kg)',
    aliases: ['capacity', 'max weight', 'weight', 'payload', 'kg', 'load kg', 'capacity weight', 'kapasitas'],
    example: '350',
  },
  {
    field: 'capacity_l',
    label: 'Holds at most (L)',
    aliases: ['max volume', 'volume', 'liters', 'litres', 'load l', 'capacity volume'],
    example: '1200',
  },
  {
    field: 'capacity_units',
    label: 'Carries at most (pieces)',
    aliases: ['max pieces', 'pieces', 'units', 'max units', 'parcels', 'max parcels', 'capacity units'],
    example: '',
  },
  {
    field: 'cost_fixed',
    label: 'Cost per day in use',
    aliases: ['cost per day', 'fixed cost', 'daily cost', 'day rate', 'biaya harian'],
    example: '',
  },
  {
    field: 'cost_per_km',
    label: 'Cost per km',
    aliases: ['cost per kilometer', 'cost km', 'km cost', 'biaya per km'],
    example: '',
  },
  {
    field: 'cost_per_hour',
    label: 'Cost per hour of driving',
    aliases: ['cost per hour', 'hourly cost', 'hour rate', 'hourly rate', 'biaya per jam'],
    example: '',
  },
  {
    field: 'cost_per_stop',
    label: 'Cost per stop',
    aliases: ['pay per stop', 'stop cost', 'stop rate', 'price per stop', 'cost per drop', 'biaya per stop'],
    example: '',
  },
  {
    field: 'cost_per_parcel',
    label: 'Cost per parcel',
    aliases: ['pay per parcel', 'parcel cost', 'parcel rate', 'price per parcel', 'cost per piece', 'biaya per paket'],
    example: '',
  },
  {
    field: 'max_distance_km',
    label: 'Longest route (km)',
    aliases: ['longest route', 'max distance', 'max km', 'range', 'range km'],
    example: '',
  },
  {
    field: 'temperature_min_c',
    label: 'Coldest (°C)',
    aliases: ['coldest', 'min temperature', 'temperature from', 'temperature min', 'lowest temperature'],
    example: '',
  },
  {
    field: 'temperature_max_c',
    label: 'Warmest (°C)',
    aliases: ['warmest', 'max temperature', 'temperature to', 'temperature max', 'highest temperature'],
    example: '',
  },
  {
    field: 'compartments',
    label: 'Compartments',
    aliases: ['compartment', 'boxes', 'temperature zones', 'zones', 'kompartemen'],
    example: 'Cold: 2-8, 200 kg; Frozen: -25 to -18',
  },
  {
    field: 'reloads',
    label: 'Reloads at the depot (yes/no)',
    aliases: ['reloads', 'reload', 'reloads at the depot', 'multi trip', 'multiple trips'],
    example: '',
  },
  {
    field: 'reload_minutes',
    label: 'Time to reload (min)',
    aliases: ['time to reload', 'reload time', 'loading time', 'turnaround'],
    example: '',
  },
  { field: 'max_trips', label: 'Most trips', aliases: ['max trips', 'trips', 'trips per day'], example: '' },
  {
    field: 'last_in_first_out',
    label: 'Last in, first out (yes/no)',
    aliases: ['last in first out', 'last in, first out', 'lifo', 'one door', 'loaded from one end'],
    example: '',
  },
  skillsColumn,
  { field: 'fuel_level', label: 'Fuel level (%)', aliases: ['fuel', 'fuel percent', 'bahan bakar'], example: '' },
  {
    field: 'last_maintenance_on',
    label: 'Last maintenance',
    aliases: ['maintenance', 'last service', 'serviced', 'maintenance date', 'servis terakhir'],
    example: '',
  },
] as const satisfies ImportColumn[]

export type VehicleField = (typeof vehicleColumns)[number]['field']

/** What people call the types. */
const typeNames: Record<Vehicle['type'], readonly string[]> = {
  motorcycle: ['motorcycle', 'motorbike', 'motor', 'sepeda motor', 'scooter', 'moped', 'bike'],
  car: ['car', 'mobil', 'sedan', 'hatchback', 'mpv'],
  van: ['van', 'minivan', 'minibus', 'blind van', 'panel van'],
  truck: ['truck', 'lorry', 'truk', 'pickup', 'pick up', 'box truck'],
  bicycle: ['bicycle', 'cycle', 'cargo bike', 'e bike', 'ebike', 'sepeda'],
}

/** Reads one row. Empty cells are left out: they change nothing, and a new vehicle gets the usual values. */
export function readVehicleRow(
  cells: ImportCells<VehicleField>,
  { language, currency = 'USD' }: { language?: Language; currency?: string } = {},
): ReadRow<VehicleField, VehicleRow> {
  const { problems, read, text, number, day, words, flag } = cellReader(cells)
  const money = (field: VehicleField, name: string) => {
    const amount = number(field, name)
    return amount === undefined ? undefined : toMinor(amount, currency)
  }
  const row = {
    code: text('code'),
    plate: text('plate'),
    type: read('type', toType, 'Type is one of motorcycle, car, van, truck and bicycle.'),
    capacity_kg: number('capacity_kg', 'The weight'),
    capacity_l: number('capacity_l', 'The volume'),
    capacity_units: number('capacity_units', 'The number of pieces'),
    cost_fixed: money('cost_fixed', 'The cost per day'),
    cost_per_km: money('cost_per_km', 'The cost per kilometer'),
    cost_per_hour: money('cost_per_hour', 'The cost per hour'),
    cost_per_stop: money('cost_per_stop', 'The cost per stop'),
    cost_per_parcel: money('cost_per_parcel', 'The cost per parcel'),
    max_distance_km: number('max_distance_km', 'The longest route'),
    temperature_min_c: number('temperature_min_c', 'The coldest temperature'),
    temperature_max_c: number('temperature_max_c', 'The warmest temperature'),
    compartments: read(
      'compartments',
      toCompartments,
      'Write compartments like Cold: 2-8, 200 kg; Frozen: -25 to -18.',
    ),
    reloads: flag('reloads', 'Reloads at the depot'),
    reload_minutes: number('reload_minutes', 'The time to reload'),
    max_trips: number('max_trips', 'The number of trips'),
    last_in_first_out: flag('last_in_first_out', 'Last in, first out'),
    skills: words('skills'),
    fuel_level: read('fuel_level', toPercent, 'Fuel level is a number from 0 to 100.'),
    last_maintenance_on: day('last_maintenance_on', language),
  }
  return checkedRow(VehicleRow, row, problems)
}

function toType(text: string): Vehicle['type'] | undefined {
  const plain = text.toLowerCase().replace(/[-_\s]+/g, ' ')
  return (Object.keys(typeNames) as Vehicle['type'][]).find((type) => typeNames[type].includes(plain))
}

function toPercent(text: string): number | undefined {
  const match = /^(\d{1,3}(?:[.,]\d+)?)\s*%?$/.exec(text)
  return match ? Number(match[1]!.replace(',', '.')) : undefined
}

/** A plate without the spaces and dashes that people write or leave out. */
export const plateKey = (plate: string | null | undefined) => keyOf(plate?.replace(/[\s.-]/g, ''))

/** A vehicle is known by its code, otherwise by its plate. */
export function vehicleKeys(vehicle: { code?: string | undefined; plate?: string | null | undefined }): Key[] {
  return [
    { field: 'code', value: keyOf(vehicle.code) },
    { field: 'plate', value: plateKey(vehicle.plate) },
  ]
}
