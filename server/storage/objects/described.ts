import type { IncomingHttpHeaders } from 'node:http'
import { StorageError } from '../protocol/errors.ts'
import type { Described } from './rows.ts'

const unknownType = 'application/octet-stream'
const usualCacheControl = 'no-cache'
const mostMetadataDepth = 32
const encodings = ['gzip', 'br', 'deflate', 'zstd']

/** What the headers of a raw upload say about it. */
export function describedByHeaders(headers: IncomingHttpHeaders): Described {
  const metadata = headers['x-metadata']
  return {
    type: readType(headers['content-type'] || unknownType),
    cacheControl: readCacheControl(headers['cache-control']),
    encoding: readEncoding(headers['content-encoding']),
    userMetadata:
      typeof metadata === 'string' ? readMetadata(Buffer.from(metadata, 'base64').toString('utf8')) : undefined,
  }
}

/** What the fields of a form say about the file in it. */
export function describedByFields(fields: Map<string, string>, type: string): Described {
  const seconds = fields.get('cacheControl')
  const metadata = fields.get('metadata')
  return {
    type: readType(type || unknownType),
    cacheControl: readCacheControl(seconds && (/^\d+$/.test(seconds) ? `max-age=${seconds}` : seconds)),
    encoding: readEncoding(fields.get('contentEncoding')),
    userMetadata: metadata ? readMetadata(metadata) : undefined,
  }
}

/**
 * A media type that can be sent as a header again.
 * @throws StorageError `bad_type`
 */
export function readType(type: string): string {
  const trimmed = type.trim()
  if (trimmed.length > 255 || !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\x20-\x7e]*)?$/.test(trimmed)) {
    throw new StorageError('bad_type', `mime type ${trimmed.slice(0, 100)} is not supported`)
  }
  return trimmed
}

export function readCacheControl(text: string | undefined): string {
  return text && /^[\x20-\x7e]{1,200}$/.test(text) ? text : usualCacheControl
}

function readEncoding(encoding: string | undefined): string | undefined {
  if (!encoding || encoding === 'identity') return undefined
  if (!encodings.includes(encoding)) {
    throw new StorageError('bad_request', `headers/content-encoding must be one of ${encodings.join(', ')}`)
  }
  return encoding
}

/**
 * The sender's own metadata: any object that the database can store.
 * @throws StorageError `bad_request`
 */
export function readMetadata(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && isStorable(value, mostMetadataDepth)) {
      return value as Record<string, unknown>
    }
  } catch {
    // Told below, like any other text that is no object.
  }
  throw new StorageError('bad_request', 'metadata must be a JSON object')
}

/** PostgreSQL stores no NUL and no half of a surrogate pair. */
export function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return (
    depth > 0 && Object.entries(value).every(([key, member]) => isStorable(key, 0) && isStorable(member, depth - 1))
  )
}
