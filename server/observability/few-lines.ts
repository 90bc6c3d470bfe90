/** What was told of each thing in the current minute, and what was not. */
export type Lines = Map<string, { from: number; told: number; untold: number }>

const minuteMs = 60_000
const mostInAMinute = 5
const mostKept = 1000

/**
 * Whether the log may say this once more. A busy database makes everything slow, and then the log should not grow by
 * thousands of lines that say the same.
 * @returns how often it was not said since it was last said; undefined if it may not
 */
export function mayTell(lines: Lines, what: string, now = performance.now()): { untold: number } | undefined {
  const known = lines.get(what)
  const isOver = !known || now - known.from >= minuteMs
  if (!isOver && known.told >= mostInAMinute) {
    known.untold++
    return undefined
  }
  const untold = known?.untold ?? 0
  lines.delete(what)
  lines.set(what, { from: isOver ? now : known.from, told: isOver ? 1 : known.told + 1, untold: 0 })
  if (lines.size > mostKept) lines.delete(lines.keys().next().value!)
  return { untold }
}
