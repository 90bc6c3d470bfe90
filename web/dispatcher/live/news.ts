import { isTrouble, type DriverRow } from './driver-rows.ts'

type Trouble = ReadonlySet<string>

const keyOf = (row: DriverRow) => `${row.id} ${row.state === 'silent' ? 'silent' : 'late'}`

/** Who is late or silent now. */
export const troubleIn = (rows: readonly DriverRow[]): Trouble => new Set(rows.filter(isTrouble).map(keyOf))

const mostNamed = 3

/** What to say aloud of who became late or silent since; nothing if nobody did. */
export function newTrouble(before: Trouble, rows: readonly DriverRow[]): string | undefined {
  const fresh = rows.filter((row) => isTrouble(row) && !before.has(keyOf(row)))
  if (fresh.length === 0) return undefined
  const named = fresh
    .slice(0, mostNamed)
    .map(({ name, state }) => `${name} is ${state === 'silent' ? 'silent' : 'late'}`)
  const others = fresh.length - named.length
  return [...named, ...(others > 0 ? [`${others} more are late or silent`] : [])].join('. ')
}
