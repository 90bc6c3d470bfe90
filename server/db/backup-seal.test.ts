import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSealed, seal, unseal } from './backup-seal.ts'

const cheap = 4
const piece = 64 * 1024
const sealedPiece = piece + 16

async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const sealed = (bytes: Buffer, size = 10_000) => all(seal(inChunks(bytes, size), 'a long passphrase', cheap))
const unsealed = (bytes: Buffer, passphrase = 'a long passphrase', size = 7_000) =>
  all(unseal(inChunks(bytes, size), passphrase, 'It is another one.'))

test.each([0, 1, piece - 1, piece, piece + 1, 3 * piece, 3 * piece + 5])(
  '%i bytes come back as they were',
  async (size) => {
    const bytes = randomBytes(size)
    const file = await sealed(bytes)
    expect(isSealed(file)).toBe(true)
    expect((await unsealed(file)).equals(bytes)).toBe(true)
    expect((await unsealed(await sealed(bytes, 1_000_000), 'a long passphrase', 1_000_000)).equals(bytes)).toBe(true)
  },
)

test('another passphrase is told from a damaged file', async () => {
  const file = await sealed(randomBytes(100))
  await expect(unsealed(file, 'another passphrase')).rejects.toThrow('It is another one.')
  file[file.length - 1]! ^= 1
  await expect(unsealed(file)).rejects.toThrow('it was changed or its end is missing')
})

test('pieces that are cut off, left out, swapped, repeated, or from another file do not pass', async () => {
  const bytes = randomBytes(3 * piece)
  const file = await sealed(bytes)
  const other = await sealed(bytes)
  const headBytes = file.length - 3 * sealedPiece
  const head = file.subarray(0, headBytes)
  const [one, two, three] = [0, 1, 2].map((at) =>
    file.subarray(headBytes + at * sealedPiece, headBytes + (at + 1) * sealedPiece),
  )
  const foreign = other.subarray(headBytes, headBytes + sealedPiece)
  const wrong = [
    [head, one!, two!],
    [head, two!, three!],
    [head, one!, three!],
    [head, two!, one!, three!],
    [head, one!, one!, two!, three!],
    [head, one!, two!, three!, three!],
    [head, foreign, two!, three!],
    [head, one!, two!, three!.subarray(0, 5)],
    [head],
  ]
  for (const parts of wrong) {
    await expect(unsealed(Buffer.concat(parts))).rejects.toThrow(
      /it was changed or its end is missing|its end is missing/,
    )
  }
  await expect(unsealed(head.subarray(0, 20))).rejects.toThrow('its end is missing')
})

test('a head that demands gigabytes of memory is refused', async () => {
  const file = await sealed(randomBytes(10))
  file[8] = 30
  await expect(unsealed(file)).rejects.toThrow('its head demands too much')
})
