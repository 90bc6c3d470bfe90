import { cellAt, columnName } from './cell-name.ts'
import { WorkbookProblem } from './problem.ts'
import { readXml } from './xml.ts'

export type WorkbookLimits = { rows: number; columns: number; cells: number; emptyRows: number }

export type WorkbookRow = {
  /** Its number in the sheet, from 1. */
  number: number
  texts: string[]
  isHidden: boolean
  /** What is wrong with single cells, by column from 0. */
  problems: { column: number; message: string }[]
}

export type ReadCells = {
  rows: WorkbookRow[]
  /** How many rows got the text of a merged cell above them. */
  mergedRows: number
  hiddenColumns: number
}

type Context = {
  limits: WorkbookLimits
  sharedTexts: string[]
  numberText: (serial: number, style: number) => string
}

type Cell = { column: number; type: string; style: number; value: string; inline: string; hasFormula: boolean }

/** Reads the rows of a sheet that have anything in them. */
export function readSheetRows(bytes: Uint8Array | undefined, context: Context): ReadCells {
  const { limits } = context
  const rows: WorkbookRow[] = []
  const merged: string[] = []
  let [rowNumber, cellCount, hiddenColumns, emptyRows] = [0, 0, 0, 0]
  let row: WorkbookRow | undefined
  let cell: Cell | undefined
  let into: 'value' | 'inline' | undefined

  const finishCell = (done: Cell) => {
    const found = textOf(done, context)
    if (found.text === '' && !found.problem) return
    if (done.column >= limits.columns) throw tooWide(limits.columns)
    if (++cellCount > limits.cells)
      throw new WorkbookProblem(
        `There are more than ${words(limits.cells)} cells. Delete columns you do not need, or split the file.`,
      )
    while (row!.texts.length <= done.column) row!.texts.push('')
    row!.texts[done.column] = found.text
    if (found.problem) {
      const at = `${columnName(done.column)}${rowNumber}`
      row!.problems.push({ column: done.column, message: found.problem.replace('{cell}', at) })
    }
  }
  const finishRow = (done: WorkbookRow) => {
    const isEmpty = done.problems.length === 0 && done.texts.every((text) => text.trim() === '')
    if (isEmpty) emptyRows++
    else rows.push(done)
    // One row names the columns.
    if (rows.length > limits.rows + 1) {
      throw new WorkbookProblem(`There are more than ${words(limits.rows)} rows. Split the file into smaller ones.`)
    }
    if (emptyRows > limits.emptyRows) {
      throw new WorkbookProblem(
        `There are more than ${words(limits.emptyRows)} empty rows. Delete them, and try again.`,
      )
    }
  }
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'c' && row) {
        const { r, t = 'n', s = '0' } = attributes()
        const column = r ? cellAt(r).column : row.texts.length
        cell = { column, type: t, style: Number(s), value: '', inline: '', hasFormula: false }
      } else if (name === 'v') into = 'value'
      else if (name === 't' && cell) into = 'inline'
      else if (name === 'f' && cell) cell.hasFormula = true
      else if (name === 'row') {
        const { r, hidden = '' } = attributes()
        rowNumber = r ? Number(r) : rowNumber + 1
        row = { number: rowNumber, texts: [], isHidden: isTrue(hidden), problems: [] }
      } else if (name === 'col' && isTrue(attributes().hidden ?? '')) {
        hiddenColumns++
      } else if (name === 'mergeCell') merged.push(attributes().ref ?? '')
    },
    text(part) {
      if (cell && into) cell[into] += part
    },
    close(name) {
      if (name === 'v' || name === 't') into = undefined
      else if (name === 'c' && cell && row) {
        finishCell(cell)
        cell = undefined
      } else if (name === 'row' && row) {
        finishRow(row)
        row = undefined
      }
    },
  })
  return { rows, mergedRows: fillMerged(rows, merged, limits.cells), hiddenColumns }
}

const isTrue = (text: string) => text === '1' || text === 'true'

/** What a cell says, and what is wrong with it. A formula counts as the value that was saved with it. */
function textOf(
  { type, style, value, inline, hasFormula }: Cell,
  context: Context,
): { text: string; problem?: string } {
  if (hasFormula && value === '' && type !== 'str') {
    return {
      text: '',
      problem: 'Cell {cell} has a formula without a saved value. Open the file in Excel, save it, and import that.',
    }
  }
  if (type === 'e')
    return { text: '', problem: `Cell {cell} says ${value || 'that it has an error'}. Correct it in the file.` }
  if (type === 's') return { text: unescaped(context.sharedTexts[Number(value)] ?? '') }
  if (type === 'inlineStr') return { text: unescaped(inline) }
  if (type === 'str') return { text: unescaped(value) }
  if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE' }
  // Days of newer files, as `2026-03-15T00:00:00`.
  if (type === 'd') return { text: value.replace(/T00:00(:00)?(\.0+)?Z?$/, '').replace('T', ' ') }
  if (value === '') return { text: '' }
  const number = Number(value)
  return { text: Number.isNaN(number) ? value : context.numberText(number, style) }
}

/** Excel writes characters that XML cannot contain as `_x000D_`. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** A cell that is merged over several rows means the same for each of them. Returns how many rows got a text. */
function fillMerged(rows: WorkbookRow[], merged: readonly string[], mostCells: number): number {
  const filled = new Set<WorkbookRow>()
  const indexes = new Map(rows.map(({ number }, index) => [number, index]))
  let left = mostCells
  for (const reference of merged) {
    const [from, to] = reference.split(':').map(cellAt)
    const first = from && indexes.get(from.row)
    const text = first === undefined ? undefined : rows[first]!.texts[from!.column]
    if (first === undefined || !text) continue
    for (let index = first + 1; index < rows.length && rows[index]!.number <= to!.row && left > 0; index++, left--) {
      const row = rows[index]!
      while (row.texts.length <= from!.column) row.texts.push('')
      if (row.texts[from!.column] !== '') continue
      row.texts[from!.column] = text
      filled.add(row)
    }
  }
  return filled.size
}

const words = (count: number) => count.toLocaleString('en-US')
const tooWide = (most: number) =>
  new WorkbookProblem(`There are more than ${most} columns. Delete those you do not need, and try again.`)
