import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '#domain/errors.ts'
import { isHash } from './disk.ts'
import type { Piece, PieceStore } from './partial.ts'
import type { ByteStore } from './store.ts'

export type S3Settings = {
  /** Undefined for Amazon's own. */
  endpoint: string | undefined
  region: string
  bucket: string
  /** Undefined where the machine itself has the rights. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  forcePathStyle: boolean
  /** Comes before every key, such as `karta/`. */
  prefix: string
}

/** An object that is larger than this is sent in parts of this size. */
const partBytes = 16 * 1024 * 1024
const mostParts = 10_000
const attempts = 3
/** Less than others wait for a lock, since one is held while an object is removed. */
const removeMs = 8000

/**
 * Bytes in a bucket of an S3-compatible store, as `objects/<sha256>` and `parts/<upload>/<offset>`. The package is loaded
 * here because only those who use it should pay for it.
 * @param partSize is for tests
 */
export async function s3Bytes(
  { bucket, prefix, credentials, endpoint, ...settings }: S3Settings,
  partSize = partBytes,
) {
  const s3 = await import('@aws-sdk/client-s3')
  const client: S3Client = new s3.S3Client({
    ...settings,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    maxAttempts: attempts,
    // What goes wrong is thrown. It need not be printed too.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 3000, socketTimeout: 30_000 },
    // Not every store knows the newer check sums. Content is checked by hash anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const objectKey = (sha256: string) => `${prefix}objects/${sha256}`
  const at = (Key: string) => ({ Bucket: bucket, Key })

  async function* keys(Prefix: string): AsyncGenerator<{ name: string; bytes: number; at: Date }> {
    let token: string | undefined
    do {
      const command = new s3.ListObjectsV2Command({ Bucket: bucket, Prefix, ContinuationToken: token })
      const page = await client.send(command).catch(outage)
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        yield { name: Key!.slice(Prefix.length), bytes: Size ?? 0, at: LastModified ?? new Date(0) }
      }
      token = page.NextContinuationToken
    } while (token)
  }

  async function sizeAt(Key: string): Promise<number | undefined> {
    const found = await client.send(new s3.HeadObjectCommand(at(Key))).catch(ifThere)
    return found && (found.ContentLength ?? 0)
  }

  async function read(Key: string, Range?: string): Promise<Readable | undefined> {
    const found = await client.send(new s3.GetObjectCommand({ ...at(Key), Range })).catch(ifThere)
    return found?.Body as Readable | undefined
  }

  /** Sends a file whole. The package does not repeat what it sends from a stream, so this does. */
  async function send(
    Key: string,
    file: string,
    more: { ContentMD5?: string; IfNoneMatch?: string } = {},
  ): Promise<void> {
    const { size } = await stat(file)
    for (let attempt = 1; ; attempt++) {
      const Body = createReadStream(file)
      try {
        await client.send(new s3.PutObjectCommand({ ...at(Key), ...more, Body, ContentLength: size }))
        return
      } catch (error) {
        if (attempt === attempts || isRefusal(error)) throw error
      } finally {
        Body.destroy()
      }
    }
  }

  async function sendInParts(Key: string, file: string, bytes: number): Promise<void> {
    const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(at(Key)))
    const size = Math.max(partSize, Math.ceil(bytes / mostParts))
    const handle = await open(file, 'r')
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = []
      for (let start = 0; start < bytes; start += size) {
        const Body = Buffer.alloc(Math.min(size, bytes - start))
        await handle.read(Body, 0, Body.length, start)
        const PartNumber = Parts.length + 1
        const sent = await client.send(new s3.UploadPartCommand({ ...at(Key), UploadId, PartNumber, Body }))
        Parts.push({ PartNumber, ETag: sent.ETag })
      }
      await client.send(new s3.CompleteMultipartUploadCommand({ ...at(Key), UploadId, MultipartUpload: { Parts } }))
    } catch (error) {
      await client.send(new s3.AbortMultipartUploadCommand({ ...at(Key), UploadId })).catch(() => {})
      throw error
    } finally {
      await handle.close()
    }
  }

  const bytes: ByteStore = {
    kind: 's3',
    async place(file, { sha256, md5, bytes: length }) {
      const Key = objectKey(sha256)
      // It was claimed before, so nobody removes it now.
      if ((await sizeAt(Key)) === length) return
      if (length > partSize) await sendInParts(Key, file, length).catch(outage)
      else await send(Key, file, { ContentMD5: Buffer.from(md5, 'hex').toString('base64') }).catch(outage)
    },
    async open(sha256, range) {
      const found = await read(objectKey(sha256), range && `bytes=${range.start}-${range.end}`)
      if (!found) throw new AppError('object_missing', { sha256 })
      return found
    },
    size: (sha256) => sizeAt(objectKey(sha256)),
    async remove(sha256) {
      const abortSignal = AbortSignal.timeout(removeMs)
      await client.send(new s3.DeleteObjectCommand(at(objectKey(sha256))), { abortSignal }).catch(outage)
    },
    async *list() {
      for await (const { name, bytes: length } of keys(`${prefix}objects/`)) {
        if (isHash(name)) yield { sha256: name, bytes: length }
      }
    },
  }

  const partsPrefix = `${prefix}parts/`
  const begun = 'begun'
  const pieceKey = (id: string, { start }: Piece) => `${partsPrefix}${id}/${String(start).padStart(16, '0')}`
  const remove = async (id: string) => {
    for await (const { name } of keys(`${partsPrefix}${id}/`)) {
      await client.send(new s3.DeleteObjectCommand(at(`${partsPrefix}${id}/${name}`))).catch(outage)
    }
  }

  const pieces: PieceStore = {
    async create(id) {
      const Key = `${partsPrefix}${id}/${begun}`
      await client.send(new s3.PutObjectCommand({ ...at(Key), Body: '' })).catch(outage)
    },
    async add(id, piece, file) {
      return send(pieceKey(id, piece), file, { IfNoneMatch: '*' }).then(
        () => true,
        (error: unknown) => (statusOf(error) === 412 ? false : outage(error)),
      )
    },
    async list(id) {
      const list: Piece[] = []
      let isBegun = false
      for await (const { name, bytes: length } of keys(`${partsPrefix}${id}/`)) {
        if (name === begun) isBegun = true
        else list.push({ start: Number(name), bytes: length })
      }
      return isBegun ? list : undefined
    },
    async open(id, piece) {
      return (await read(pieceKey(id, piece))) ?? outage(new Error('a piece of an upload is gone'))
    },
    remove,
    async expire(before) {
      const newest = new Map<string, Date>()
      for await (const { name, at: written } of keys(partsPrefix)) {
        const id = name.slice(0, name.indexOf('/'))
        if (written > (newest.get(id) ?? new Date(0))) newest.set(id, written)
      }
      const old = [...newest].filter(([, written]) => written < before)
      for (const [id] of old) await remove(id)
      return old.length
    },
  }
  return { bytes, pieces, close: () => client.destroy() }
}

export type S3Bytes = Awaited<ReturnType<typeof s3Bytes>>

const statusOf = (error: unknown) => (error as S3ServiceException).$metadata?.httpStatusCode

/** The store has understood and said no, so asking again changes nothing. */
const isRefusal = (error: unknown) => {
  const status = statusOf(error) ?? 0
  return status >= 400 && status < 500 && status !== 429
}

function ifThere(error: unknown): undefined {
  const isMissing = statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'
  if (!isMissing) outage(error)
}

/** Whatever goes wrong with the store is not the caller's fault. The cause is for the log. */
function outage(error: unknown): never {
  if (error instanceof AppError || (error as NodeJS.ErrnoException).code === 'ENOENT') throw error
  const { name, message } = error as Error
  // Replies without a body say nothing but their status.
  const what = name === 'Unknown' ? `status ${statusOf(error)}` : `${name}: ${message}`
  throw Object.assign(new AppError('storage_unavailable'), { cause: new Error(what) })
}
