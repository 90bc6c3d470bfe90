/** A number, or numbers from the first to the second. */
export type Range = [first: number, last: number]

const item = /^(\d{1,9})(?:-(\d{1,9}))?$/

/** Reads `1-3,7`. Undefined if it is anything else. */
export function readRanges(text: string): Range[] | undefined {
  const ranges: Range[] = []
  for (const part of text.split(',')) {
    const [, first, last = first] = item.exec(part) ?? []
    if (first === undefined) return undefined
    ranges.push([Number(first), Number(last)])
  }
  return ranges
}

/** Writes numbers as briefly as possible: `1-3,7`. */
export function writeRanges(numbers: readonly number[]): string {
  const ranges: Range[] = []
  for (const number of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const open = ranges.at(-1)
    if (open && open[1] === number - 1) open[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',')
}

/** How many numbers a text of ranges stands for. */
export function countNumbers(text: string): number {
  return (readRanges(text) ?? []).reduce((count, [first, last]) => count + Math.max(0, last - first + 1), 0)
}
