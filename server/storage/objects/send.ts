import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { StorageError } from '../protocol/errors.ts'
import { readRange } from './range.ts'
import type { ObjectRow } from './rows.ts'
import { servedAs } from './served-type.ts'

/** Nothing in an object runs, loads or sends anything, even where its address is opened as a page. */
const contentPolicy = "default-src 'none'; sandbox"

/**
 * Sends an object, or the part that was asked for, or says that the caller already has it.
 * @param expiresAt for a signed address: how long it works, instead of how long it may be cached
 * @param isForAll nobody has to show anything to read it, so that proxies may keep it for others
 */
export async function sendObject(
  { objects }: Pick<Deps, 'objects'>,
  request: FastifyRequest,
  reply: FastifyReply,
  row: Pick<ObjectRow, 'sha256' | 'size' | 'metadata' | 'name'>,
  { expiresAt, isForAll = false }: { expiresAt?: Date; isForAll?: boolean } = {},
): Promise<FastifyReply> {
  const { eTag, mimetype, cacheControl, contentEncoding, lastModified } = row.metadata
  const isKnown = isUnchanged(request, eTag, lastModified)
  const range = isKnown ? undefined : readRange(usableRange(request, eTag, lastModified), row.size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${row.size}`)
    throw new StorageError('bad_range')
  }
  const isRead = !isKnown && request.method !== 'HEAD'
  // Before the headers, which an error must not have.
  const content = isRead ? await objects.open(row.sha256, range) : Readable.from([])
  const { type, isSaved } = servedAs(mimetype)
  const { download } = request.query as { download?: unknown }
  const saved = typeof download === 'string' ? download : isSaved ? '' : undefined
  reply.headers({
    etag: eTag,
    'last-modified': new Date(lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
    'content-security-policy': contentPolicy,
    // Pictures of public buckets are shown on other sites. Reading anything else takes a token.
    'cross-origin-resource-policy': 'cross-origin',
    ...(expiresAt
      ? { expires: expiresAt.toUTCString() }
      : { 'cache-control': isForAll ? cacheControl : forOne(cacheControl) }),
    ...(contentEncoding && { 'content-encoding': contentEncoding }),
    ...(saved !== undefined && { 'content-disposition': saveAs(saved) }),
  })
  if (isKnown) return reply.status(304).send()
  reply.type(type)
  if (!range || !isRead) return reply.header('content-length', row.size).send(content)
  return reply
    .status(206)
    .headers({
      'content-length': range.end - range.start + 1,
      'content-range': `bytes ${range.start}-${range.end}/${row.size}`,
    })
    .send(content)
}

/** Without what would let a proxy keep an answer to one caller for others (RFC 9111, 3.5). */
function forOne(cacheControl: string): string {
  const directives = cacheControl.split(',').map((each) => each.trim())
  const own = directives.filter((each) => !/^(public|s-maxage=.*|must-revalidate|private)$/i.test(each))
  return own.length === directives.length ? cacheControl : ['private', ...own].join(', ')
}

/** `download=` saves the file under the name in its address, `download=name` under that name. */
function saveAs(name: string): string {
  const written = encodeURIComponent(name.toWellFormed())
  return name ? `attachment; filename=${written}; filename*=UTF-8''${written}` : 'attachment;'
}

function isUnchanged({ headers }: FastifyRequest, eTag: string, lastModified: string): boolean {
  const known = headers['if-none-match']
  if (known !== undefined) return known.split(',').some((each) => ['*', eTag].includes(each.trim().replace(/^W\//, '')))
  return !isChangedSince(headers['if-modified-since'], lastModified)
}

/** Headers know no parts of a second. */
function isChangedSince(date: string | undefined, lastModified: string): boolean {
  const since = Date.parse(date ?? '')
  return Number.isNaN(since) || Math.floor(Date.parse(lastModified) / 1000) * 1000 > since
}

/** A range of something that has changed since would not fit what the caller has. */
function usableRange({ headers }: FastifyRequest, eTag: string, lastModified: string): string | undefined {
  const condition = headers['if-range']
  if (typeof condition !== 'string' || condition === eTag) return headers.range
  return !condition.includes('"') && !isChangedSince(condition, lastModified) ? headers.range : undefined
}
