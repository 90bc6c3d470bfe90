/** A part of a table: some rows and some columns. */
export type Rectangle = { from: number; to: number; left: number; right: number }

/** Cuts a table into as few parts of at most so many pairs and places as there can be, and these as square as they can be. */
export function cutTable(rows: number, columns: number, mostPairs: number, mostPlaces = Infinity): Rectangle[] {
  if (!rows || !columns) return []
  let best = { height: 1, width: 1, parts: Infinity }
  for (let cuts = 1; cuts <= rows; cuts++) {
    const height = Math.ceil(rows / cuts)
    const widest = Math.min(Math.floor(mostPairs / height), mostPlaces - height)
    if (widest < 1) continue
    const across = Math.ceil(columns / widest)
    const width = Math.ceil(columns / across)
    const parts = Math.ceil(rows / height) * across
    const isSquarer = Math.abs(height - width) < Math.abs(best.height - best.width)
    if (parts < best.parts || (parts === best.parts && isSquarer)) best = { height, width, parts }
  }
  const { height, width } = best
  const parts: Rectangle[] = []
  for (let from = 0; from < rows; from += height) {
    for (let left = 0; left < columns; left += width) {
      parts.push({ from, to: Math.min(rows, from + height), left, right: Math.min(columns, left + width) })
    }
  }
  return parts
}

/** The two halves of a part, along its longer side; nothing if it is a single pair. */
export function halve({ from, to, left, right }: Rectangle): Rectangle[] {
  const [rows, columns] = [to - from, right - left]
  if (rows < 2 && columns < 2) return []
  if (rows >= columns) {
    const middle = from + Math.ceil(rows / 2)
    return [
      { from, to: middle, left, right },
      { from: middle, to, left, right },
    ]
  }
  const middle = left + Math.ceil(columns / 2)
  return [
    { from, to, left, right: middle },
    { from, to, left: middle, right },
  ]
}
