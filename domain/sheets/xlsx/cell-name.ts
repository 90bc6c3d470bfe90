/** Where a cell such as `AB12` is: its column from 0, and its row from 1. */
export function cellAt(name: string): { column: number; row: number } {
  let column = 0
  let at = 0
  for (; at < name.length; at++) {
    const letter = name.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return { column: column - 1, row: Number(name.slice(at)) }
}

/** The letters of a column, from 0. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
