import type { Delivery } from '#domain/schema/delivery.ts'
import { xlsxType } from '#domain/sheets/xlsx/media-type.ts'
import { csvHeader, csvLines } from './export-csv.ts'
import { cellsOf, headerOf, type CellContext } from './delivery-cells.ts'

export type ExportFormat = 'csv' | 'xlsx'

/** A file that grows page by page. */
export type ExportFile = { add: (rows: readonly Delivery[]) => void; finish: () => { parts: BlobPart[]; type: string } }

/** Begins a file. The writer of workbooks loads only when one is wanted. */
export async function beginFile(format: ExportFormat, context: CellContext): Promise<ExportFile> {
  if (format === 'csv') {
    // Excel recognizes UTF-8 by the byte order mark.
    const parts: BlobPart[] = ['\ufeff', csvHeader(context)]
    return {
      add: (rows) => void parts.push(csvLines(rows, context)),
      finish: () => ({ parts, type: 'text/csv;charset=utf-8' }),
    }
  }
  const { writeWorkbook } = await import('#domain/sheets/xlsx/write.ts')
  const writer = writeWorkbook('Deliveries', headerOf(context))
  return {
    add: (rows) => writer.addRows(rows.map((row) => cellsOf(row, context))),
    finish: () => ({ parts: writer.finish(), type: xlsxType }),
  }
}
