import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RestError } from '../protocol/errors.ts'

/** Bodies come as bytes: what they are depends on what is called. */
export function registerBodies(rest: FastifyInstance): void {
  rest.removeAllContentTypeParsers()
  rest.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
}

export type CallBody = {
  kind: 'json' | 'text' | 'bytes'
  /** The members of a JSON object. */
  named: Map<string, unknown>
  /** All of it, for a function with one parameter that has no name. */
  whole: unknown
}

/**
 * What a call brings.
 * @throws RestError PGRST102
 */
export function bodyOf(request: FastifyRequest): CallBody {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const type = (request.headers['content-type'] ?? 'application/json').split(';')[0]!.trim().toLowerCase()
  if (type === 'text/plain') return { kind: 'text', named: new Map(), whole: bytes.toString() }
  if (type === 'application/octet-stream') return { kind: 'bytes', named: new Map(), whole: bytes }
  if (type === 'application/x-www-form-urlencoded') {
    return { kind: 'json', named: new Map(new URLSearchParams(bytes.toString())), whole: null }
  }
  if (type !== 'application/json') {
    throw new RestError('PGRST102', `Content-Type not acceptable: ${type.slice(0, 100)}`)
  }
  const value = jsonOf(bytes)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return { kind: 'json', named: new Map(isObject ? Object.entries(value) : []), whole: value }
}

/** @throws RestError PGRST102 */
export function jsonOf(bytes: Buffer): unknown {
  if (!bytes.length) return {}
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new RestError('PGRST102', 'Empty or invalid json')
  }
}
