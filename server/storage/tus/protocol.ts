import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { httpStatusOf, prepareRefusal, StorageError } from '../protocol/errors.ts'

export const version = '1.0.0'
export const extensions = 'creation,creation-with-upload,creation-defer-length,termination,expiration'

/** A refusal of the protocol for resumable uploads: a real status, and a sentence as plain text. */
export class TusError extends Error {
  readonly status: number

  constructor(status: number, say: string) {
    super(say)
    this.name = 'TusError'
    this.status = status
  }
}

export const notThere = () => new TusError(404, 'The file for this url was not found')

/** What the object store says about uploads, in the words of this protocol. */
function translated(error: unknown): unknown {
  if (error instanceof AppError) {
    if (error.code === 'upload_not_found') return notThere()
    if (error.code === 'upload_offset') return new TusError(409, 'Upload-Offset conflict')
    if (error.code === 'object_too_large') return new TusError(413, 'Maximum size exceeded')
  }
  if (error instanceof StorageError && error.refusal === 'too_large') return new TusError(413, 'Maximum size exceeded')
  return error
}

/** Answers failures as plain text, except what is wrong with the caller's token, which every part says alike. */
export function registerTusErrors(tus: FastifyInstance): void {
  tus.addHook('onRequest', async (request, reply) => {
    reply.header('tus-resumable', version)
    if (request.method !== 'OPTIONS' && request.headers['tus-resumable'] !== version) {
      reply.header('tus-version', version)
      throw new TusError(412, 'Tus-Resumable Required')
    }
  })
  tus.setErrorHandler((thrown, request, reply) => {
    const error = translated(thrown)
    if (error instanceof TusError) return sendText(reply, error.status, error.message)
    const refusal = prepareRefusal(request, reply, error)
    const { status, error: name, code } = refusal.answer
    if (refusal.refusal === 'no_token' || refusal.refusal === 'bad_token') {
      const body = { statusCode: String(status), error: name, message: refusal.message, code }
      return reply.status(httpStatusOf(refusal)).type('application/json').send(body)
    }
    return sendText(reply, status, refusal.message)
  })
}

const sendText = (reply: FastifyReply, status: number, text: string) =>
  reply.status(status).type('text/plain; charset=utf-8').send(text)

/**
 * The number in a header.
 * @throws TusError
 */
export function countIn(request: FastifyRequest, name: string): number | undefined {
  const value = request.headers[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) throw new TusError(400, `Invalid ${name}`)
  return Number(value)
}

/**
 * What the sender says about an upload: `name value, name value`, the values in base64.
 * @throws TusError
 */
export function readUploadMetadata(header: string): Map<string, string> {
  const entries = header.split(',').filter((entry) => entry.trim())
  return new Map(
    entries.map((entry) => {
      const [name = '', value = '', ...more] = entry.trim().split(' ')
      if (!/^[\x21-\x7e]+$/.test(name) || !/^[A-Za-z0-9+/]*={0,2}$/.test(value) || more.length) {
        throw new TusError(400, 'Upload-Metadata is invalid. It must be a list of names and base64 values')
      }
      return [name, Buffer.from(value, 'base64').toString('utf8')]
    }),
  )
}

/** The id of an upload in its address holds what it is for; the last part tells it from all others. */
export const writeId = (bucketId: string, name: string, upload: string): string =>
  Buffer.from(`${bucketId}/${name}/${upload}`).toString('base64url')

/** @throws TusError */
export function readId(id: string): { path: string; upload: string } {
  const text = Buffer.from(id, 'base64url').toString()
  const [, path, upload] = /^(.+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/s.exec(text) ?? []
  if (!path || !upload) throw notThere()
  return { path, upload }
}
