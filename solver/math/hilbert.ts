/** How often the square around all points is divided in four. */
const levels = 16

/**
 * Where points come on a Hilbert curve: points with near numbers are near each other. Only their order along each axis counts,
 * so a few that are far away from all others do no harm.
 */
export function alongCurve(xs: readonly number[], ys: readonly number[]): number[] {
  const columns = cellsOf(xs)
  const rows = cellsOf(ys)
  return columns.map((column, i) => numberOf(column, rows[i]))
}

/** Equal steps from each value to the next higher one. */
function cellsOf(values: readonly number[]): number[] {
  const distinct = [...new Set(values)].sort((a, b) => a - b)
  const cells = new Map(distinct.map((value, rank) => [value, Math.floor((rank / distinct.length) * 2 ** levels)]))
  return values.map((value) => cells.get(value)!)
}

/** The number of a cell. The curve goes through the four quarters of each square, and is turned in the first and the last one. */
function numberOf(x: number, y: number): number {
  let number = 0
  for (let half = 2 ** (levels - 1); half >= 1; half /= 2) {
    const isRight = x >= half
    const isUpper = y >= half
    number += half * half * (isRight ? (isUpper ? 2 : 3) : isUpper ? 1 : 0)
    const inX = isRight ? x - half : x
    const inY = isUpper ? y - half : y
    if (isUpper) [x, y] = [inX, inY]
    else if (isRight) [x, y] = [half - 1 - inY, half - 1 - inX]
    else [x, y] = [inY, inX]
  }
  return number
}
