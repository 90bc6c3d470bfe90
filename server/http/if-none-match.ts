import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { sendWritten, WrittenJson } from './written-json.ts'

const tagLength = 22

/**
 * Answers a read, or with status 304 whoever has that answer already. What the answer calls `now` is always new and does
 * not count.
 * @param version of the record that is read; the tag begins with it, so that it does for `If-Match` too
 * @param schema checks the reply, where that is wanted
 */
export function sendRead(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  { version, schema }: { version: number | undefined; schema: z.ZodType | false },
): FastifyReply {
  const written = body instanceof WrittenJson ? body : new WrittenJson(JSON.stringify(body ?? null))
  const digest = hash('sha256', lasting(body) ?? written.text, 'base64url').slice(0, tagLength)
  const tag = version === undefined ? `"${digest}"` : `"${version}-${digest}"`
  reply.header('etag', tag)
  const known = headers['if-none-match']
  // A proxy that compresses weakens the tag.
  if (known?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)) return reply.status(304).send()
  return sendWritten(reply, written, schema)
}

function lasting(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('now' in body)) return undefined
  return JSON.stringify({ ...body, now: undefined })
}
