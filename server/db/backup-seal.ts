import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

// An encrypted backup is a head and then pieces of 64 KiB, the last of which may be shorter, each with AES-256-GCM:
//   head   magic (8), base-2 logarithm of scrypt's N (1), salt (16), nonce (7), proof of the passphrase (16)
//   piece  text, tag (16); its nonce is that of the head, its number (4), and 1 if it is the last one, else 0 (1)
// The head is additional data of every piece. So pieces cannot be left out, swapped, or taken from another file, and
// a file that is cut short has no last piece.
const magic = Buffer.from('KARTABK1')
const [saltBytes, nonceBytes, proofBytes, tagBytes] = [16, 7, 16, 16]
const saltAt = magic.length + 1
const proofAt = saltAt + saltBytes + nonceBytes
const headBytes = proofAt + proofBytes
const pieceBytes = 64 * 1024
const algorithm = 'aes-256-gcm'

/** scrypt's cost: 128 MiB and a third of a second for each guess. A file may demand less, but not much more. */
const costLog = 17
const highestCostLog = 20

export const isSealed = (start: Buffer): boolean => start.subarray(0, magic.length).equals(magic)

async function keysOf(passphrase: string, head: Buffer): Promise<{ key: Buffer; proof: Buffer }> {
  const log = head[magic.length]!
  if (log > highestCostLog) throw new Error('its head demands too much')
  const salt = head.subarray(saltAt, saltAt + saltBytes)
  const derive = promisify(scrypt) as (...given: unknown[]) => Promise<Buffer>
  const both = await derive(passphrase.normalize('NFC'), salt, 64, { N: 2 ** log, r: 8, p: 1, maxmem: 2 ** (log + 11) })
  const proof = createHmac('sha256', both.subarray(32)).update(head.subarray(0, proofAt)).digest()
  return { key: both.subarray(0, 32), proof: proof.subarray(0, proofBytes) }
}

function nonceOf(head: Buffer, number: number, isLast: boolean): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt32BE(number)
  rest[4] = isLast ? 1 : 0
  return Buffer.concat([head.subarray(saltAt + saltBytes, proofAt), rest])
}

/** Encrypts a stream. `cost` is for tests. */
export async function* seal(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  cost = costLog,
): AsyncGenerator<Buffer, void> {
  const start = Buffer.concat([magic, Buffer.of(cost), randomBytes(saltBytes + nonceBytes)])
  const { key, proof } = await keysOf(passphrase, start)
  const head = Buffer.concat([start, proof])
  yield head
  let number = 0
  for await (const [text, isLast] of pieces(source, pieceBytes)) {
    const cipher = createCipheriv(algorithm, key, nonceOf(head, number++, isLast)).setAAD(head)
    yield Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Decrypts a stream. It yields nothing that was changed.
 * @param wrong what to say if the passphrase is wrong
 * @throws StartError if the passphrase is wrong
 * @throws Error if the file was changed or cut short
 */
export async function* unseal(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  wrong: string,
): AsyncGenerator<Buffer, void> {
  const bytes = source[Symbol.asyncIterator]()
  const [head, rest] = await take(bytes, headBytes)
  const { key, proof } = await keysOf(passphrase, head)
  if (!timingSafeEqual(proof, head.subarray(proofAt))) {
    throw new StartError(wrong)
  }
  let number = 0
  for await (const [piece, isLast] of pieces(following(rest, bytes), pieceBytes + tagBytes)) {
    if (piece.length < tagBytes) throw new Error('its end is missing')
    yield open(piece, nonceOf(head, number++, isLast))
  }

  function open(piece: Buffer, nonce: Buffer): Buffer {
    const textBytes = piece.length - tagBytes
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(head)
    try {
      decipher.setAuthTag(piece.subarray(textBytes))
      return Buffer.concat([decipher.update(piece.subarray(0, textBytes)), decipher.final()])
    } catch {
      throw new Error(`it was changed or its end is missing, at piece ${number}`)
    }
  }
}

/** Cuts a stream into pieces of one size. Only the last one may be shorter; an empty stream is one empty piece. */
async function* pieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<[piece: Buffer, isLast: boolean], void> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    length += chunk.length
    // What may be the last piece waits until more comes.
    if (length <= size) continue
    let all = Buffer.concat(waiting)
    for (; all.length > size; all = all.subarray(size)) yield [all.subarray(0, size), false]
    waiting = [all]
    length = all.length
  }
  yield [Buffer.concat(waiting), true]
}

async function take(bytes: AsyncIterator<Buffer>, count: number): Promise<[Buffer, Buffer]> {
  let got: Buffer = Buffer.alloc(0)
  while (got.length < count) {
    const next = await bytes.next()
    if (next.done) throw new Error('its end is missing')
    got = Buffer.concat([got, next.value])
  }
  return [got.subarray(0, count), got.subarray(count)]
}

async function* following(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
