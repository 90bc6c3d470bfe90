/*
 * The text format of COPY: fields between tabs, rows between line breaks, and both escaped within values. So a line break
 * is always the end of a row.
 */

/** A field. Null is `\N`. */
export const fieldOf = (value: string | null): string =>
  value === null ? '\\N' : value.replace(/[\\\b\f\n\r\t\v]/g, (each) => escapes[each]!)

const escapes: Record<string, string> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

const lineBreak = 10

/** Cuts rows into parts of about one size, each of whole rows. @throws Error if a row is longer than `longest` */
export async function* inParts(
  source: AsyncIterable<Buffer>,
  { size, longest }: { size: number; longest: number },
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    length += chunk.length
    if (length < size || !chunk.includes(lineBreak)) {
      if (length > longest) throw new Error('a row is too long')
      continue
    }
    const all = Buffer.concat(waiting)
    const end = all.lastIndexOf(lineBreak) + 1
    yield all.subarray(0, end)
    waiting = end < all.length ? [all.subarray(end)] : []
    length = all.length - end
  }
  if (length) yield Buffer.concat(waiting)
}

/** How many rows there are in bytes that are whole rows. */
export function countRows(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, at + 1)) count++
  return count
}

/** Passes rows on without the first line, which names the columns. @throws Error if it names others */
export async function* withoutHead(
  source: AsyncIterable<Buffer>,
  columns: string[],
  longest: number,
): AsyncGenerator<Buffer> {
  const expected = Buffer.from(`${columns.join('\t')}\n`)
  let head: Buffer | undefined = Buffer.alloc(0)
  let line = 0
  for await (const chunk of source) {
    let rest = chunk
    if (head) {
      head = Buffer.concat([head, chunk])
      if (head.length < expected.length) continue
      if (!head.subarray(0, expected.length).equals(expected)) throw new Error('it does not begin with its columns')
      rest = head.subarray(expected.length)
      head = undefined
    }
    const last = rest.lastIndexOf(lineBreak)
    line = last < 0 ? line + rest.length : rest.length - last - 1
    if (line > longest) throw new Error('a row is too long')
    if (rest.length) yield rest
  }
  if (head) throw new Error('it does not begin with its columns')
  if (line) throw new Error('its last row has no end')
}
