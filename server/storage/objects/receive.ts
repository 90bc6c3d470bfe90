import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keepReading } from '../../http/long-bodies.ts'
import type { StoredObject } from '../../objects/store.ts'
import { StorageError } from '../protocol/errors.ts'
import { describedByFields, describedByHeaders } from './described.ts'
import type { Described } from './rows.ts'

/** Stores what comes in. */
type Store = (source: AsyncIterable<Uint8Array>) => Promise<StoredObject>
export type Received = { described: Described; stored: StoredObject }

const mostFieldBytes = 64 * 1024
const mostFields = 20

const isForm = ({ headers }: FastifyRequest) => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** How many bytes are coming at least. A form has more than the file. */
export function announcedBytes(request: FastifyRequest): number {
  const bytes = Number(request.headers['content-length'] ?? 0)
  return isForm(request) ? Math.max(0, bytes - mostFieldBytes) : bytes
}

/** What is said about the content before it comes. A form says it later. */
export const announcedDescription = (request: FastifyRequest): Described | undefined =>
  isForm(request) ? undefined : describedByHeaders(request.headers)

/**
 * Reads an upload into the store, piece by piece. A refused body is read to its end and thrown away, as far as it comes
 * soon, so that its sender sees the answer.
 * @param check is told the declared type before the content is read
 * @param signal ends it, with its reason
 */
export async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, check, signal }: { store: Store; check: (type: string) => void; signal: AbortSignal },
): Promise<Received> {
  keepReading(request, reply)
  if (isForm(request)) return receiveForm(request.raw, { store, check, signal })
  const described = describedByHeaders(request.headers)
  return { described, stored: await store(piecesOf(request.raw, signal)) }
}

/**
 * The bytes of a stream, until the signal aborts: then it fails with the signal's reason. Whoever stops reading does not
 * end the connection with it.
 */
export async function* piecesOf(stream: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => {})
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  const pieces = stream.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await Promise.race([pieces.next(), aborted.promise])
      if (next.done) return
      yield next.value
    }
  } catch {
    signal.throwIfAborted()
    throw new StorageError('broken_off')
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited: it waits for the next bytes, which may never come.
    void pieces.return?.().catch(() => {})
  }
}

/** The file of a form, in a field of any name; the official client's has none. */
async function receiveForm(
  body: IncomingMessage,
  { store, check, signal }: { store: Store; check: (type: string) => void; signal: AbortSignal },
): Promise<Received> {
  const fields = new Map<string, string>()
  let type = ''
  const stored = await new Promise<StoredObject>((resolve, reject) => {
    let storing: Promise<StoredObject> | undefined
    let open: Readable | undefined
    const fail = (error: unknown) => {
      body.unpipe(form)
      open?.destroy(error as Error)
      reject(error)
    }
    const form = openForm(body)
    form.on('field', (name, value, _nameCut, isCut) => {
      if (isCut) fail(new StorageError('bad_request', `body/${name.slice(0, 40)} is too long`))
      else fields.set(name, value)
    })
    form.on('file', (_name, file, _fileName, _encoding, mediaType) => {
      if (storing) return file.resume()
      type = mediaType
      open = file
      // Otherwise an error would end the process while nobody reads.
      file.on('error', () => {})
      try {
        check(type)
      } catch (error) {
        storing = Promise.reject(error)
        storing.catch(fail)
        return
      }
      storing = store(piecesOf(file, signal))
      storing.catch(fail)
    })
    form.on('error', () => fail(new StorageError('bad_request', 'body is no complete multipart/form-data')))
    form.on('finish', () => {
      if (storing) storing.then(resolve, reject)
      else reject(new StorageError('bad_request', 'body must have a file'))
    })
    signal.addEventListener('abort', () => fail(signal.reason))
    body.once('error', () => fail(new StorageError('broken_off')))
    body.once('close', () => {
      if (!body.readableEnded) fail(new StorageError('broken_off'))
    })
    body.pipe(form)
  })
  return { described: describedByFields(fields, type), stored }
}

function openForm({ headers }: IncomingMessage) {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type']! },
      limits: { fieldSize: mostFieldBytes, fields: mostFields, parts: mostFields, headerPairs: 20, headerSize: 8192 },
    })
  } catch {
    throw new StorageError('bad_request', 'body is no complete multipart/form-data')
  }
}
