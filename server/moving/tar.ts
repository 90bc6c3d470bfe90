// The ustar format (POSIX.1-1988): a head of 512 bytes for each file, its bytes, and zeros up to the next 512.

const block = 512
const zeros = Buffer.alloc(block)
/** 11 octal digits. */
const mostBytes = 8 ** 11 - 1

export type TarHead = { name: string; bytes: number }

/** The head of a file. All have the time of the archive, and nobody's name. */
export function headOf({ name, bytes }: TarHead, seconds: number): Buffer {
  if (Buffer.byteLength(name) > 100 || bytes > mostBytes) throw new Error(`${name} does not fit into an archive`)
  const head = Buffer.alloc(block)
  const octal = (value: number, digits: number, at: number) =>
    head.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  head.write(name, 0, 'utf8')
  octal(0o600, 7, 100)
  octal(0, 7, 108)
  octal(0, 7, 116)
  octal(bytes, 11, 124)
  octal(seconds, 11, 136)
  head.write('        ', 148, 'latin1')
  head.write('0', 156, 'latin1')
  head.write('ustar\x0000', 257, 'latin1')
  head.write(`${sumOf(head).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return head
}

const sumOf = (head: Buffer) => head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

/** What follows the bytes of a file. */
export const paddingOf = (bytes: number): Buffer => zeros.subarray(0, (block - (bytes % block)) % block)

/** The end of an archive. */
export const tarEnd = Buffer.concat([zeros, zeros])

export type TarEntry = TarHead & {
  /** Its bytes. Whatever is not read is passed over. */
  content: AsyncIterable<Buffer>
}

/** Reads the files of an archive, one after the other. @throws Error if it is damaged or cut short */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = reader(source)
  while (true) {
    const head = await bytes.take(block)
    if (head.equals(zeros)) break
    const entry = parse(head)
    let left = entry.bytes
    const content = async function* () {
      while (left > 0) {
        const some = await bytes.some(left)
        left -= some.length
        yield some
      }
    }
    yield { ...entry, content: content() }
    while (left > 0) left -= (await bytes.some(left)).length
    await bytes.take(paddingOf(entry.bytes).length)
  }
  // Whoever reads to the end finds what the compression and the encryption say of it.
  await bytes.rest()
}

function parse(head: Buffer): TarHead {
  const text = (from: number, length: number) => {
    const field = head.subarray(from, from + length)
    const end = field.indexOf(0)
    return field.toString('utf8', 0, end < 0 ? length : end)
  }
  const number = (from: number, length: number) => {
    const digits = text(from, length).trim()
    if (!/^[0-7]+$/.test(digits)) throw new Error('the head of a file is not a head')
    return Number.parseInt(digits, 8)
  }
  if (text(257, 5) !== 'ustar' || number(148, 8) !== sumOf(head)) throw new Error('the head of a file is not a head')
  if (text(156, 1) !== '0' || text(345, 155) !== '' || text(157, 100) !== '') throw new Error('it has links or folders')
  return { name: text(0, 100), bytes: number(124, 12) }
}

function reader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  async function more(): Promise<boolean> {
    const next = await chunks.next()
    if (next.done) return false
    rest = rest.length ? Buffer.concat([rest, next.value]) : next.value
    return true
  }
  return {
    async take(count: number): Promise<Buffer> {
      while (rest.length < count) if (!(await more())) throw new Error('its end is missing')
      const taken = rest.subarray(0, count)
      rest = rest.subarray(count)
      return taken
    },
    async some(most: number): Promise<Buffer> {
      while (!rest.length) if (!(await more())) throw new Error('its end is missing')
      const taken = rest.subarray(0, most)
      rest = rest.subarray(taken.length)
      return taken
    },
    async rest(): Promise<void> {
      if (rest.some((byte) => byte !== 0)) throw new Error('it goes on after its end')
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
        if (next.value.some((byte) => byte !== 0)) throw new Error('it goes on after its end')
      }
    },
  }
}
