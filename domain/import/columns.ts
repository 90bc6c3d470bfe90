/** A column that a file can have. `example` goes into the template. */
export type ImportColumn<Field extends string = string> = {
  field: Field
  label: string
  aliases: readonly string[]
  example: string
}

/** The mapped cells of one row, as text. */
export type ImportCells<Field extends string = string> = Partial<Record<Field, string>>

/** Why a cell was rejected. */
export type CellProblem<Field extends string = string> = { field: Field; message: string }

export type ReadRow<Field extends string, Row> = { ok: true; row: Row } | { ok: false; problems: CellProblem<Field>[] }

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The most likely field of each header column, or null. Each field is used once. */
export function guessMapping<Field extends string>(
  columns: readonly ImportColumn<Field>[],
  header: readonly string[],
): (Field | null)[] {
  const taken = new Set<Field>()
  const guess = (name: string, namesOf: (column: ImportColumn<Field>) => readonly string[]) => {
    const found = columns.find((column) => !taken.has(column.field) && namesOf(column).includes(plain(name)))
    if (found) taken.add(found.field)
    return found?.field ?? null
  }
  // Exact names first, so that an alias never takes a field from the column named after it.
  const exact = header.map((name) => guess(name, ({ field, label }) => [plain(field), plain(label)]))
  return header.map((name, at) => exact[at] ?? guess(name, ({ aliases }) => aliases))
}

/** The columns of a position: two numbers, or one text that a map or a chat gives. */
export const positionColumns = [
  { field: 'lat', label: 'Latitude', aliases: ['latitude', 'y', 'delivery lat', 'lintang'], example: '-6.19510' },
  {
    field: 'lng',
    label: 'Longitude',
    aliases: ['longitude', 'lon', 'long', 'x', 'delivery lng', 'bujur'],
    example: '106.82060',
  },
  {
    field: 'coordinates',
    label: 'Coordinates, map link or plus code',
    aliases: [
      'coordinate',
      'location',
      'position',
      'gps',
      'lat lng',
      'latlng',
      'lat long',
      'latitude longitude',
      'map link',
      'maps link',
      'link maps',
      'google maps',
      'google maps link',
      'map',
      'maps',
      'pin',
      'plus code',
      'koordinat',
      'titik',
    ],
    example: '',
  },
] as const satisfies ImportColumn[]

export const skillsColumn = {
  field: 'skills',
  label: 'Skills',
  aliases: ['skill', 'requirements', 'needs', 'tags'],
  example: '',
} as const satisfies ImportColumn
