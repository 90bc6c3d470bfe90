/**
 * A place in a workspace's log: after which event of which batch. The mark belongs to the batch, so that a cursor from
 * before a restore is not taken for one from after it.
 */
export type Place = { position: number; index: number; mark: number }

/** Before the first event that there ever was. */
export const beginning: Place = { position: 0, index: 0, mark: 0 }

/** PostgreSQL's integer. */
const largest = 2 ** 31 - 1

/** Cursors are opaque to whoever calls. */
export function writeCursor({ position, index, mark }: Place): string {
  return [position, index, mark].map((number) => number.toString(36)).join('-')
}

/** The place, or undefined if the text is no cursor. */
export function readCursor(cursor: string): Place | undefined {
  const parts = /^([0-9a-z]{1,10})-([0-9a-z]{1,6})-([0-9a-z]{1,6})$/.exec(cursor)?.slice(1)
  const numbers = parts?.map((part) => Number.parseInt(part, 36))
  if (!numbers) return undefined
  const [position, index, mark] = numbers as [number, number, number]
  if (index > largest || mark > largest) return undefined
  return { position, index, mark }
}
