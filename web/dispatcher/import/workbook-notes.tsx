import { countOf } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { WorkbookFacts } from '#domain/sheets/sheet.ts'
import type { Import } from './use-import.ts'

/** Which sheet of a workbook is imported, and what one might not expect of it. */
export function WorkbookNotes<Field extends string, Row>({ current }: { current: Import<Field, Row> }) {
  const { sheet, withHidden, setWithHidden, isReading } = current
  const workbook = sheet?.workbook
  if (!workbook) return null
  const notes = notesOf(workbook)
  return (
    <>
      {workbook.sheets.length > 1 && (
        <Select
          label="Sheet"
          className="max-w-64"
          isDisabled={isReading}
          options={workbook.sheets.map((name) => ({ id: name, label: name }))}
          value={workbook.sheet}
          onChange={(name) => void current.openSheet(String(name))}
        />
      )}
      {current.problem && <Banner tone="danger">{current.problem}</Banner>}
      {notes.length > 0 && <Banner tone="info">{notes.join(' ')}</Banner>}
      {workbook.hiddenRows > 0 && (
        <Switch isSelected={withHidden} onChange={setWithHidden}>
          Import {countOf(workbook.hiddenRows, 'hidden row')} too
        </Switch>
      )}
    </>
  )
}

/** What the reader did that one might not expect. */
export function notesOf({ hasMacros, mergedRows, hiddenColumns }: WorkbookFacts): string[] {
  return [
    hasMacros ? 'The macros in this file are ignored. They never run here.' : '',
    mergedRows > 0 ? `${countOf(mergedRows, 'row')} took the text of a merged cell above.` : '',
    hiddenColumns > 0 ? 'Hidden columns are listed too. Choose “Do not import” for those you do not want.' : '',
  ].filter(Boolean)
}
