import { parseDate } from '@internationalized/date'
import { Banner } from '#web/ui/banner.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { KeptMapping } from './kept-mapping.tsx'
import type { ImportKind, ImportMode } from './import-kind.ts'
import type { Mapping } from '#domain/sheets/prepare-rows.ts'
import type { Sheet } from '#domain/sheets/sheet.ts'
import type { Import } from './use-import.ts'
import { WorkbookNotes } from './workbook-notes.tsx'

const ignore = 'ignore'

/** Asks what each column holds, and for the day of rows that do not name one. */
export function MappingStep<Field extends string, Row>({ current }: { current: Import<Field, Row> }) {
  const { kind, sheet, mapping, setMapping, day, setDay } = current
  if (!sheet) return null
  return (
    <div className="flex flex-col gap-4">
      {isUnmapped(kind, mapping) && (
        <Banner tone="warning">
          Choose the {kind.needs.length > 1 ? 'columns that hold' : 'column that holds'} the {kind.needsWords}.
        </Banner>
      )}
      {kind.dayField && !mapping.includes(kind.dayField) && (
        <DatePicker
          label="Delivery day"
          description={
            current.mode === 'merge'
              ? 'For new deliveries. Known ones keep their day.'
              : 'For rows that do not name a day.'
          }
          className="max-w-64"
          value={parseDate(day)}
          onChange={(value) => value && setDay(value.toString())}
        />
      )}
      {kind.modes && <ModeSelect current={current} />}
      <WorkbookNotes current={current} />
      {sheet.isGuess && (
        <Banner tone="warning">
          The file does not say what its letters are. If some of them look wrong below, save it as “CSV UTF-8” or as an
          Excel workbook, and import that.
        </Banner>
      )}
      <KeptMapping current={current} />
      <ColumnList kind={kind} sheet={sheet} mapping={mapping} onChange={setMapping} />
      <Switch isSelected={current.hasHeader} onChange={(isNamed) => void current.setHasHeader(isNamed)}>
        The first row names the columns
      </Switch>
    </div>
  )
}

function ModeSelect<Field extends string, Row>({ current }: { current: Import<Field, Row> }) {
  const { kind, mode, setMode } = current
  const modes = kind.modes ?? []
  return (
    <Select
      label="What the file does"
      className="sm:max-w-lg"
      description={modes.find((each) => each.mode === mode)?.words}
      options={modes.map((each) => ({ id: each.mode, label: each.label }))}
      value={mode}
      onChange={(value) => setMode(value as ImportMode)}
    />
  )
}

/** Whether no row can be read yet. */
export function isUnmapped<Field extends string>(kind: Pick<ImportKind<Field>, 'needs'>, mapping: Mapping<Field>) {
  return !kind.needs.every((group) => group.some((field) => mapping.includes(field)))
}

type ColumnListProps<Field extends string, Row> = {
  kind: ImportKind<Field, Row>
  sheet: Sheet
  mapping: Mapping<Field>
  onChange: (mapping: Mapping<Field>) => void
}

function ColumnList<Field extends string, Row>({ kind, sheet, mapping, onChange }: ColumnListProps<Field, Row>) {
  const assign = (column: number, field: Field | null) =>
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
              { id: ignore, label: 'Do not import' },
              ...kind.columns.map(({ field, label }) => ({ id: field, label })),
            ]}
            value={mapping[column] ?? ignore}
            onChange={(value) => assign(column, value === ignore ? null : (value as Field))}
          />
        </li>
      ))}
    </ul>
  )
}

function examples(sheet: Sheet, column: number): string {
  const found = new Set<string>()
  for (const { texts } of sheet.rows) {
    const text = texts[column]?.trim()
    if (text) found.add(text)
    if (found.size === 3) break
  }
  return found.size ? [...found].join(' · ') : 'Empty'
}
