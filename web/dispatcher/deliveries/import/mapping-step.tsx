import { importFields, type ImportField } from '#domain/import-csv.ts'
import { Select } from '#web/ui/select.tsx'
import type { Mapping } from './prepare-rows.ts'
import type { Sheet } from './read-file.ts'

const ignore = 'ignore'

type MappingStepProps = { sheet: Sheet; mapping: Mapping; onChange: (mapping: Mapping) => void }

/** Which column of the file is what; guessed from the header, changed by hand. */
export function MappingStep({ sheet, mapping, onChange }: MappingStepProps) {
  const assign = (column: number, field: ImportField | null) =>
    // A field comes from one column: choosing it here frees it elsewhere.
    onChange(
      mapping.map((current, at) => (at === column ? field : field !== null && current === field ? null : current)),
    )

  return (
    <ul className="divide-y rounded-xl border">
      {sheet.header.map((name, column) => (
        <li key={column} className="grid items-center gap-x-4 gap-y-1.5 px-3 py-2 sm:grid-cols-[1fr_14rem]">
          <div className="min-w-0">
            <p className="truncate font-medium">{name || `Column ${column + 1}`}</p>
            <p className="truncate text-[0.8125rem] text-ink-muted">{examples(sheet, column)}</p>
          </div>
          <Select
            label={`What ${name || `column ${column + 1}`} holds`}
            isLabelHidden
            options={[
              { id: ignore, label: 'Leave out' },
              ...importFields.map(({ field, label }) => ({ id: field, label })),
            ]}
            value={mapping[column] ?? ignore}
            onChange={(value) => assign(column, value === ignore ? null : (value as ImportField))}
          />
        </li>
      ))}
    </ul>
  )
}

function examples(sheet: Sheet, column: number): string {
  const found = new Set<string>()
  for (const row of sheet.rows) {
    const text = row[column]?.trim()
    if (text) found.add(text)
    if (found.size === 3) break
  }
  return found.size ? [...found].join(' · ') : 'Empty'
}
