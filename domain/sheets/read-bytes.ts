import { mostBytes, readSheet, sheetLimits, tooLarge } from './csv.ts'
import { decode } from './decode.ts'
import { SheetProblem, type RawSheet } from './sheet.ts'
import { WorkbookProblem } from './xlsx/problem.ts'
import { readWorkbook, type WorkbookSheet } from './xlsx/read.ts'

/** Whether a file begins like a ZIP archive or a compound file, as workbooks do, whatever its name says. */
export const isArchive = ([one, two]: Uint8Array): boolean =>
  (one === 0x50 && two === 0x4b) || (one === 0xd0 && two === 0xcf)

/**
 * Reads the first sheet of an Excel workbook, or a CSV file. It takes seconds for a large one, so call it in a thread.
 * @throws SheetProblem
 */
export function readBytes(name: string, bytes: Uint8Array<ArrayBuffer>): RawSheet {
  if (bytes.length > mostBytes) throw tooLarge()
  if (isArchive(bytes)) return toRawSheet(name, workbookOf(bytes))
  const { text, isGuess } = decode(bytes)
  return { ...readSheet(name, text), ...(isGuess && { isGuess }) }
}

function workbookOf(bytes: Uint8Array): WorkbookSheet {
  try {
    return readWorkbook(bytes, sheetLimits)
  } catch (error) {
    throw error instanceof WorkbookProblem ? new SheetProblem(error.message) : error
  }
}

/**
 * A sheet of a workbook like one of a CSV file.
 * @throws SheetProblem if it is empty
 */
export function toRawSheet(name: string, { rows, ...facts }: WorkbookSheet): RawSheet {
  const { sheet, sheets } = facts
  const [first, ...rest] = rows
  if (!first) {
    const others = sheets.length > 1 ? ' Choose another sheet, or another file.' : ''
    throw new SheetProblem(`There are no rows on the sheet “${sheet}”.${others}`)
  }
  const hiddenRows = rest.filter(({ isHidden }) => isHidden).length
  return { name, rows: [first, ...rest], workbook: { ...facts, hiddenRows } }
}
