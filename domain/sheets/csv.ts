import Papa from 'papaparse'
import { SheetProblem, type RawSheet, type SheetRow } from './sheet.ts'

/** Larger files are refused without looking at them: one of 30 MB takes a few seconds, and the memory of a tab. */
export const mostBytes = 30 * 1024 * 1024
const mostRows = 50_000
const mostColumns = 200
/** A full import of 40 columns. More would take the tab's memory. */
const mostCells = 2_000_000
/** Empty rows are left out, but reading them takes time. */
const mostEmptyRows = 200_000
/** No line has so many cells. A cell may have some of these marks in its text. */
const mostMarks = 10_000

/** What a sheet may have, of whatever kind its file is. */
export const sheetLimits = { rows: mostRows, columns: mostColumns, cells: mostCells, emptyRows: mostEmptyRows }

/**
 * Reads CSV text, or cells copied from a spreadsheet, which have tabs between them.
 * @throws SheetProblem
 */
export function readSheet(name: string, text: string): RawSheet {
  if (text.includes('\u0000') || text.startsWith('PK')) {
    throw new SheetProblem(
      'This is neither an Excel workbook nor a CSV file. In your spreadsheet, choose Save as and then Excel or CSV, or copy the cells and paste them here.',
    )
  }
  if (text.length > mostBytes) throw tooLarge()
  const delimiter = delimiterOf(text)
  checkLines(text, delimiter)
  const [first, ...rest] = readRows(text, delimiter)
  if (!first) throw new SheetProblem('There are no rows to import.')
  return { name, rows: [first, ...rest] }
}

/** Reads row by row, so that a file beyond the limits is refused before it takes the tab's memory. */
function readRows(text: string, delimiter: string): SheetRow[] {
  const rows: SheetRow[] = []
  let [number, cells] = [0, 0]
  let problem: SheetProblem | undefined
  Papa.parse<string[]>(text, {
    delimiter,
    step({ data: texts }, parser) {
      number++
      const isEmpty = texts.every((each) => each.trim() === '')
      if (!isEmpty) rows.push({ number, texts })
      cells += isEmpty ? 0 : texts.length
      problem = problemOf({ columns: texts.length, rows: rows.length, emptyRows: number - rows.length, cells })
      if (problem) parser.abort()
    },
  })
  if (problem) throw problem
  return rows
}

type Counts = { columns: number; rows: number; emptyRows: number; cells: number }

function problemOf({ columns, rows, emptyRows, cells }: Counts): SheetProblem | undefined {
  if (columns > mostColumns) return tooWide()
  // One row names the columns.
  if (rows > mostRows + 1) return new SheetProblem('There are more than 50,000 rows. Split the file into smaller ones.')
  if (emptyRows > mostEmptyRows) {
    return new SheetProblem('There are more than 200,000 empty rows. Delete them, and try again.')
  }
  if (cells <= mostCells) return undefined
  return new SheetProblem('There are more than 2 million cells. Delete columns you do not need, or split the file.')
}

/** Looks for a line that would take long to read, without reading it. */
function checkLines(text: string, delimiter: string): void {
  const mark = delimiter.charCodeAt(0)
  let marks = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === mark) marks++
    else if (code === 10 || code === 13) marks = 0
    if (marks > mostMarks) throw tooWide()
  }
}

export const tooLarge = () => new SheetProblem('The file is larger than 30 MB. Split it into smaller ones.')
const tooWide = () =>
  new SheetProblem(`There are more than ${mostColumns} columns. Delete those you do not need, and try again.`)

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
