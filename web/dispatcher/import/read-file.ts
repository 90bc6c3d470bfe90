import { mostBytes, readSheet, sheetLimits, tooLarge } from '#domain/sheets/csv.ts'
import { decode } from '#domain/sheets/decode.ts'
import { isArchive } from '#domain/sheets/read-bytes.ts'
import type { RawSheet } from '#domain/sheets/sheet.ts'
import { openWorkbook } from './open-workbook.ts'

/**
 * Reads an Excel workbook; or a CSV file, separated by commas, semicolons or tabs.
 * @param sheetName which sheet of a workbook, if not the first
 * @throws SheetProblem
 */
export async function readFile(file: File, sheetName?: string): Promise<RawSheet> {
  if (file.size > mostBytes) throw tooLarge()
  if (isArchive(new Uint8Array(await file.slice(0, 2).arrayBuffer()))) return openWorkbook(file, sheetLimits, sheetName)
  const { text, isGuess } = decode(await file.arrayBuffer())
  return { ...readSheet(file.name, text), ...(isGuess && { isGuess }) }
}
