import { z } from 'zod'
import { AuthError } from './errors.ts'

const maxMetadataBytes = 8 * 1024
const maxMetadataDepth = 32

/**
 * The body in the schema's shape. Members that are null count as absent, and unknown members are ignored.
 * @throws AuthError `bad_json` if there is no body or a member has the wrong type
 */
export function readBody<T extends z.ZodObject>(schema: T, body: unknown): z.output<T> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AuthError('bad_json', 'Could not parse request body as JSON: an object is expected')
  }
  const present = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  const result = schema.safeParse(present)
  if (result.success) return result.data
  const wrong = result.error.issues[0]?.path.join('.') ?? ''
  throw new AuthError('bad_json', `Could not parse request body as JSON: the member ${wrong} has the wrong type`)
}

/** Metadata of the caller's own: any object. */
export const Metadata = z.record(z.string(), z.unknown())

/**
 * Refuses metadata that cannot be stored or sent. PostgreSQL stores no NUL and no half of a surrogate pair, and all of
 * it is part of every access token, which must fit into a request header.
 * @throws AuthError `validation_failed`
 */
export function checkMetadata(metadata: Record<string, unknown>): void {
  if (!isStorable(metadata, maxMetadataDepth)) {
    throw new AuthError('validation_failed', 'User metadata holds characters or nesting that cannot be stored')
  }
  if (Buffer.byteLength(JSON.stringify(metadata)) > maxMetadataBytes) {
    throw new AuthError('validation_failed', `User metadata cannot be larger than ${maxMetadataBytes} bytes`)
  }
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return (
    depth > 0 && Object.entries(value).every(([key, member]) => isStorable(key, 0) && isStorable(member, depth - 1))
  )
}
