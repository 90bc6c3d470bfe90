import { saveParts } from '#web/lib/save-file.ts'
import { xlsxType } from '#domain/sheets/xlsx/media-type.ts'
import type { ImportKind } from './import-kind.ts'

/** Saves a workbook to fill in: every column by its label, with one row as an example. */
export async function saveWorkbookTemplate({ columns, noun }: Pick<ImportKind, 'columns' | 'noun'>): Promise<void> {
  const { writeWorkbook } = await import('#domain/sheets/xlsx/write.ts')
  const title = noun.many[0]!.toUpperCase() + noun.many.slice(1)
  const writer = writeWorkbook(
    title,
    columns.map(({ label }) => label),
  )
  writer.addRows([columns.map(({ example }) => example)])
  saveParts(`${noun.many}-template.xlsx`, writer.finish(), xlsxType)
}
