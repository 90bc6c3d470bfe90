/**
 * What a spreadsheet reads as a formula, with or without apostrophes in front. Some read full-width signs as the usual ones,
 * and some leave out tabs and line ends before a sign.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/
const quotedFormula = /^'+[=+\-@＝＋－＠\t\r\n]/

/** Numbers and phone numbers start like formulas but are harmless. */
const harmless = /^[-+]?[\d.,\s]+$/

/** Whether a spreadsheet could take a text for a formula. */
export const looksLikeFormula = (text: string): boolean => formula.test(text) && !harmless.test(text)

/**
 * Writes a cell that no spreadsheet runs. Text that looks like a formula gets an apostrophe in front, which
 * `fromCsvCell` removes again. Numbers and phone numbers stay as they are.
 */
export function toCsvCell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  return looksLikeFormula(text) ? `'${text}` : text
}

/** The text of a cell, without spaces around and without the apostrophe that `toCsvCell` added. */
export function fromCsvCell(text: string): string {
  const bare = text.trim()
  return quotedFormula.test(bare) ? bare.slice(1) : bare
}

/** Puts a cell that needs it in quotes, as RFC 4180 says. */
export const quotedCsvCell = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** A line of a CSV file. No spreadsheet runs a cell as a formula. */
export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map((cell) => quotedCsvCell(toCsvCell(cell))).join(',')}\r\n`
