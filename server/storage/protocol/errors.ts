import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { isPassing } from '../../db/passing.ts'
import { diskFull } from '../../db/sqlstates.ts'
import { cut } from '../../http/field-problems.ts'

type Answer = {
  /** The status in the body. The reply itself has 400, unless `http` says otherwise. */
  status: number
  error: string
  say: string
  code: string
  http?: number
}

/** Every refusal of the protocol, as the official client reads it. */
export const answers = {
  bad_token: { status: 403, error: 'Unauthorized', say: 'Invalid Compact JWS', code: 'AccessDenied' },
  no_token: {
    status: 400,
    error: 'Error',
    say: "headers must have required property 'authorization'",
    code: 'InvalidRequest',
  },
  refused: {
    status: 403,
    error: 'Unauthorized',
    say: 'new row violates row-level security policy',
    code: 'AccessDenied',
  },
  no_bucket: { status: 404, error: 'Bucket not found', say: 'Bucket not found', code: 'NoSuchBucket' },
  no_object: { status: 404, error: 'not_found', say: 'Object not found', code: 'NoSuchKey' },
  bucket_exists: {
    status: 409,
    error: 'Duplicate',
    say: 'The resource already exists',
    code: 'BucketAlreadyExists',
  },
  object_exists: { status: 409, error: 'Duplicate', say: 'The resource already exists', code: 'KeyAlreadyExists' },
  target_exists: { status: 409, error: 'Duplicate', say: 'The resource already exists', code: 'ResourceAlreadyExists' },
  bad_bucket_name: { status: 400, error: 'Invalid Input', say: 'Bucket name invalid', code: 'InvalidBucketName' },
  bad_key: { status: 400, error: 'InvalidKey', say: 'Invalid key', code: 'InvalidKey' },
  bad_type: { status: 415, error: 'invalid_mime_type', say: 'mime type is not supported', code: 'InvalidMimeType' },
  too_large: {
    status: 413,
    error: 'Payload too large',
    say: 'The object exceeded the maximum allowed size',
    code: 'EntityTooLarge',
  },
  bucket_not_empty: {
    status: 409,
    error: 'ResourceNotEmpty',
    say: 'The bucket you tried to delete is not empty',
    code: 'ResourceNotEmpty',
  },
  bad_signature: { status: 400, error: 'InvalidJWT', say: 'signature verification failed', code: 'InvalidJWT' },
  other_path: { status: 400, error: 'InvalidSignature', say: 'Invalid signature', code: 'InvalidSignature' },
  bad_request: { status: 400, error: 'Error', say: 'body must be object', code: 'InvalidRequest' },
  bad_range: { status: 416, error: 'invalid_range', say: 'invalid range provided', code: 'InvalidRange', http: 416 },
  no_images: {
    status: 400,
    error: 'FeatureNotEnabled',
    say: 'feature not enabled for this tenant: this server does not change images; ask for the object without transform',
    code: 'FeatureNotEnabled',
  },
  quota: { status: 413, error: 'QuotaExceeded', say: 'The quota of this workspace is used up', code: 'QuotaExceeded' },
  // What follows is nobody's mistake or worth repeating, so that proxies and monitors see it too.
  too_soon: { status: 429, error: 'TooManyRequests', say: 'Too many requests', code: 'SlowDown', http: 429 },
  broken_off: { status: 408, error: 'RequestTimeout', say: 'The upload broke off', code: 'RequestTimeout', http: 408 },
  busy: {
    status: 503,
    error: 'ServiceUnavailable',
    say: 'The service is busy or restarting, please retry after a moment.',
    code: 'ServiceUnavailable',
    http: 503,
  },
  disk_full: {
    status: 507,
    error: 'InsufficientStorage',
    say: 'The disk of this server is almost full, so nothing can be added. Reading and deleting still work.',
    code: 'StorageFull',
    http: 507,
  },
  internal: {
    status: 500,
    error: 'internal',
    say: 'Internal Server Error',
    code: 'InternalError',
    http: 500,
  },
} as const satisfies Record<string, Answer>

export type Refusal = keyof typeof answers

/** A refusal by the storage service. Unless given, the text is the usual one. */
export class StorageError extends Error {
  readonly refusal: Refusal
  readonly answer: Answer

  constructor(refusal: Refusal, say?: string, status?: number) {
    const answer: Answer = answers[refusal]
    super(say ?? answer.say)
    this.name = 'StorageError'
    this.refusal = refusal
    this.answer = status === undefined ? answer : { ...answer, status }
  }
}

/** What the product's own codes are here. */
const appCodes: Partial<Record<ErrorCode, Refusal>> = {
  not_signed_in: 'bad_token',
  session_ended: 'bad_token',
  api_key_unknown: 'bad_token',
  api_key_revoked: 'bad_token',
  api_key_expired: 'bad_token',
  api_key_rotated: 'bad_token',
  api_key_address: 'bad_token',
  no_workspace: 'bad_token',
  member_suspended: 'bad_token',
  second_factor_required: 'bad_token',
  not_for_api_keys: 'bad_token',
  not_allowed: 'refused',
  workspace_unnamed: 'bad_request',
  rate_limited: 'too_soon',
  quota_exceeded: 'too_soon',
  quota_reached: 'quota',
  too_large: 'too_large',
  object_too_large: 'too_large',
  bad_encoding: 'bad_request',
  unsupported_encoding: 'bad_request',
  storage_full: 'disk_full',
  server_busy: 'busy',
  unavailable: 'busy',
  storage_unavailable: 'busy',
  object_missing: 'busy',
}

/** PostgreSQL's text has no NUL. */
const notText = '22021'

/** Translates a failure into the protocol's terms. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof AppError) {
    const refusal = appCodes[error.code]
    if (!refusal) return new StorageError('internal')
    // Where the protocol has a text of its own, clients may compare it.
    const isOurs = refusal === 'bad_token' || refusal === 'bad_request'
    const { detail } = error.detail
    if (refusal === 'quota' && typeof detail === 'string') return new StorageError('quota', detail)
    return new StorageError(refusal, isOurs ? error.message : undefined)
  }
  const { code = '', statusCode = 500, message } = error as Partial<FastifyError>
  if (code === diskFull || code === 'ENOSPC' || code === 'EDQUOT') return new StorageError('disk_full')
  if (code === notText) return new StorageError('bad_key')
  if (isPassing(error)) return new StorageError('busy')
  if (statusCode === 413) return new StorageError('too_large')
  if (statusCode >= 400 && statusCode < 500) return new StorageError('bad_request', message)
  return new StorageError('internal')
}

/** Some texts quote what was sent. */
const textLength = 1500
/** How soon a call that met temporary trouble is worth repeating. */
const retryAfterSeconds = 2

export const httpStatusOf = ({ answer }: StorageError): number => answer.http ?? 400

/** Says when a call is worth repeating, and logs what somebody should look into. */
export function prepareRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown): StorageError {
  const refusal = toStorageError(error)
  if (refusal.answer.status >= 500) request.log.error({ err: error }, refusal.refusal)
  const seconds = error instanceof AppError ? Number(error.detail.retry_after_seconds) : NaN
  if (refusal.refusal === 'busy' || refusal.refusal === 'too_soon') {
    reply.header('retry-after', seconds > 0 ? Math.ceil(seconds) : retryAfterSeconds)
  }
  return refusal
}

/** Answers every failure under this prefix in the protocol's format. */
export function registerStorageErrors(storage: FastifyInstance): void {
  storage.setErrorHandler((thrown, request, reply) => {
    const refusal = prepareRefusal(request, reply, thrown)
    const { status, error, code } = refusal.answer
    const message = cut(refusal.message, textLength)
    return reply
      .status(httpStatusOf(refusal))
      .type('application/json')
      .send({ statusCode: String(status), error, message, code })
  })
  storage.setNotFoundHandler(sendNotServed)
  // The site's route for every file of the built pages would otherwise take the calls that no endpoint here takes.
  for (const url of ['/', '/*'])
    storage.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url, handler: sendNotServed })
}

function sendNotServed(request: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = request.url.replace(/^\/storage\/v1/, '').split('?')
  const message = cut(`Route ${request.method}:${path || '/'} not found`, textLength)
  return reply.status(404).send({ message, error: 'Not Found', statusCode: 404 })
}
