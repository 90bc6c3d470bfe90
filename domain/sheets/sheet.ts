import type { WorkbookSheet } from './xlsx/read.ts'

/** What the person should know about a workbook, besides its rows. */
export type WorkbookFacts = Pick<
  WorkbookSheet,
  'sheets' | 'sheet' | 'epoch' | 'hasMacros' | 'mergedRows' | 'hiddenColumns'
> & {
  hiddenRows: number
}

/** A row's cells as text, and its number in the spreadsheet, where rows count from 1. */
export type SheetRow = {
  number: number
  texts: string[]
  isHidden?: boolean
  /** What is wrong with single cells, by column. */
  problems?: { column: number; message: string }[]
}

type Facts = {
  name: string
  workbook?: WorkbookFacts | undefined
  /** The file does not say what its letters are. */
  isGuess?: boolean | undefined
}

/** Rows as they were read, empty ones left out. */
export type RawSheet = Facts & { rows: [SheetRow, ...SheetRow[]] }

/** Rows with names for their columns. */
export type Sheet = Facts & { header: string[]; rows: SheetRow[] }

/** The file or text cannot be imported; the message is for the person who chose it. */
export class SheetProblem extends Error {}

type Reading = { hasHeader: boolean; withHidden?: boolean }

/** The sheet whose first row names the columns, or is a row like the others; with hidden rows or without. */
export function toSheet({ rows, ...facts }: RawSheet, { hasHeader, withHidden = true }: Reading): Sheet {
  const [first, ...rest] = rows
  const shown = (all: SheetRow[]) => (withHidden ? all : all.filter(({ isHidden }) => !isHidden))
  return hasHeader
    ? { ...facts, header: first.texts.map((cell) => cell.trim()), rows: shown(rest) }
    : { ...facts, header: first.texts.map((_, at) => `Column ${at + 1}`), rows: shown(rows) }
}
