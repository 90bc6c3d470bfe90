import type { Location } from '../geo.ts'
import { DepotRow } from '../schema/depot.ts'
import { cellReader, checkedRow, positionOf } from './cells.ts'
import { positionColumns, type ImportCells, type ImportColumn, type ReadRow } from './columns.ts'
import { keyOf, type Key } from './match.ts'

/** The columns a file of depots can have. */
export const depotColumns = [
  {
    field: 'name',
    label: 'Name',
    aliases: ['depot', 'depot name', 'warehouse', 'hub', 'branch', 'store', 'nama', 'gudang', 'cabang'],
    example: 'Main depot',
  },
  {
    field: 'address',
    label: 'Address',
    aliases: ['street', 'depot address', 'street address', 'alamat'],
    example: 'Jl. Industri Raya 1, Kemayoran',
  },
  ...positionColumns,
  {
    field: 'opens',
    label: 'Opens',
    aliases: ['open', 'open from', 'opening', 'start', 'from', 'buka'],
    example: '06:00',
  },
  {
    field: 'closes',
    label: 'Closes',
    aliases: ['close', 'open until', 'closing', 'end', 'to', 'until', 'tutup'],
    example: '22:00',
  },
] as const satisfies ImportColumn[]

export type DepotField = (typeof depotColumns)[number]['field']

/** Reads one row. Empty cells are left out: they change nothing, and a new depot gets the usual hours. */
export function readDepotRow(
  cells: ImportCells<DepotField>,
  { near }: { near?: Location | undefined } = {},
): ReadRow<DepotField, DepotRow> {
  const reader = cellReader(cells)
  const { text, time } = reader
  const row = {
    name: text('name') ?? '',
    address: text('address'),
    location: positionOf(reader, near),
    opens: time('opens', 'Opening time'),
    closes: reader.dayTime('closes', 'Closing time'),
  }
  return checkedRow(DepotRow, row, reader.problems, ([name, part]) =>
    name === 'location' ? (part === 'lng' ? 'lng' : 'lat') : (name as DepotField),
  )
}

/** A depot is known by its name. */
export const depotKeys = ({ name }: { name: string }): Key[] => [{ field: 'name', value: keyOf(name) }]
