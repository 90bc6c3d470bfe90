import Papa from 'papaparse'
import { formatNumber } from '#web/lib/format.ts'

/** A row's cells as text, and its number in the spreadsheet, where rows count from 1. */
export type SheetRow = { number: number; texts: string[] }

/** Rows as they were read, empty ones left out. */
export type RawSheet = { name: string; rows: [SheetRow, ...SheetRow[]] }

/** Rows with names for their columns. */
export type Sheet = { name: string; header: string[]; rows: SheetRow[] }

/** The file or text cannot be imported; the message is for the person who chose it. */
export class SheetProblem extends Error {}

const mostBytes = 30 * 1024 * 1024
const mostRows = 50_000

/**
 * Reads a CSV file, separated by commas, semicolons or tabs, in UTF-8 or in Windows-1252 as older Excel writes it.
 * @throws SheetProblem
 */
export async function readFile(file: File): Promise<RawSheet> {
  if (file.size > mostBytes) throw new SheetProblem('The file is larger than 30 MB. Split it into smaller ones.')
  return readSheet(file.name, decode(await file.arrayBuffer()))
}

/**
 * Reads CSV text, or cells copied from a spreadsheet, which have tabs between them.
 * @throws SheetProblem
 */
export function readSheet(name: string, text: string): RawSheet {
  if (text.includes('\u0000') || text.startsWith('PK')) {
    throw new SheetProblem(
      'This is not a CSV file. In your spreadsheet, choose Save as and then CSV, or copy the cells and paste them here.',
    )
  }
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) })
  const [first, ...rest] = data
    .map((texts, at): SheetRow => ({ number: at + 1, texts }))
    .filter(({ texts }) => texts.some((each) => each.trim() !== ''))
  if (!first) throw new SheetProblem('There are no rows to import.')
  if (rest.length > mostRows) {
    throw new SheetProblem(`${formatNumber(rest.length)} rows are too many; at most 50,000 fit in one import.`)
  }
  return { name, rows: [first, ...rest] }
}

/** What separates the cells, as the first line tells: addresses below it may have many commas. */
function delimiterOf(text: string): string {
  const line = text
    .replace(/"[^"]*"/g, '')
    .trimStart()
    .split('\n', 1)[0]!
  if (line.includes('\t')) return '\t'
  const count = (mark: string) => line.split(mark).length - 1
  const [mark] = [',', ';', '|'].toSorted((one, other) => count(other) - count(one))
  // A single column has no separator, though its texts may have commas.
  return count(mark!) > 0 ? mark! : '\t'
}

/** The sheet whose first row names the columns, or is a row like the others. */
export function toSheet({ name, rows }: RawSheet, hasHeader: boolean): Sheet {
  const [first, ...rest] = rows
  return hasHeader
    ? { name, header: first.texts.map((cell) => cell.trim()), rows: rest }
    : { name, header: first.texts.map((_, at) => `Column ${at + 1}`), rows }
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
