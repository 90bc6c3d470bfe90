import Papa from 'papaparse'
import { formatNumber } from '#web/lib/format.ts'

/** The cells of a spreadsheet as text. */
export type Sheet = { name: string; header: string[]; rows: string[][] }

/** The file cannot be imported; the message is for the person who chose it. */
export class FileProblem extends Error {}

const mostBytes = 30 * 1024 * 1024
const mostRows = 50_000

/**
 * Reads a CSV file, separated by commas, semicolons or tabs, in UTF-8 or in Windows-1252 as older Excel writes it.
 * @throws FileProblem
 */
export async function readFile(file: File): Promise<Sheet> {
  if (file.size > mostBytes) throw new FileProblem('The file is larger than 30 MB. Split it into smaller ones.')
  const sheet = readSheet(file.name, decode(await file.arrayBuffer()))
  return sheet
}

/** Reads CSV text. */
export function readSheet(name: string, text: string): Sheet {
  if (text.includes('\u0000') || text.startsWith('PK')) {
    throw new FileProblem('This is not a CSV file. In your spreadsheet, choose Save as and then CSV.')
  }
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const [header, ...rows] = data
  if (!header) throw new FileProblem('The file is empty.')
  if (rows.length === 0) throw new FileProblem('The file has a header but no rows below it.')
  if (rows.length > mostRows) {
    throw new FileProblem(`The file has ${formatNumber(rows.length)} rows; at most 50,000 can be imported at once.`)
  }
  return { name, header: header.map((column) => column.trim()), rows }
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
