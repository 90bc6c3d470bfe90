import { parseDate } from '@internationalized/date'
import { importFields, type ImportField } from '#domain/import-csv.ts'
import { Banner } from '#web/ui/banner.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Mapping } from './prepare-rows.ts'
import type { Sheet } from './read-file.ts'

const ignore = 'ignore'

type MappingProps = { sheet: Sheet; mapping: Mapping; onChange: (mapping: Mapping) => void }
type MappingStepProps = MappingProps & { day: string; onDay: (day: string) => void }

/** Asks what each column holds, and for the day of rows that do not name one. */
export function MappingStep({ sheet, mapping, onChange, day, onDay }: MappingStepProps) {
  return (
    <div className="flex flex-col gap-4">
      {!mapping.includes('delivery_address') && (
        <Banner tone="warning">Choose the column that holds the delivery address.</Banner>
      )}
      {!mapping.includes('scheduled_date') && (
        <DatePicker
          label="Delivery day"
          description="For rows that do not name a day."
          className="max-w-64"
          value={parseDate(day)}
          onChange={(value) => value && onDay(value.toString())}
        />
      )}
      <ColumnList sheet={sheet} mapping={mapping} onChange={onChange} />
    </div>
  )
}

function ColumnList({ sheet, mapping, onChange }: MappingProps) {
  const assign = (column: number, field: ImportField | null) =>
    // Each field comes from one column: choosing it here frees it elsewhere.
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
