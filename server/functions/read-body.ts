import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { toFieldProblem } from '../http/field-problems.ts'

/**
 * What a request brings, by its content type. The official client sends strings as text, blobs as bytes, forms as
 * multipart and all else as JSON. Without a body, it is the query.
 * @throws AppError `bad_json`, `unsupported_media_type`
 */
export async function readBody({ body, headers, query }: FastifyRequest): Promise<unknown> {
  if (!(body instanceof Buffer) || body.length === 0) return withoutOurs(query as Record<string, unknown>)
  const type = (headers['content-type'] ?? 'application/json').split(';')[0]!.trim().toLowerCase()
  if (type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded') {
    return readForm(body, headers['content-type']!)
  }
  const isText = type === 'text/plain' || type === 'application/octet-stream' || /^application\/(.+\+)?json$/.test(type)
  if (!isText) throw new AppError('unsupported_media_type')
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new AppError('bad_json')
  }
}

/** Members of the query that are for the service, not for the function. */
const ours = ['forcefunctionregion', 'karta-workspace']

export const withoutOurs = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !ours.includes(name.toLowerCase())))

async function readForm(body: Buffer, type: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': type }
  const form = await new Response(body as Uint8Array<ArrayBuffer>, { headers }).formData().catch(() => {
    throw new AppError('bad_request', { detail: 'The form cannot be read.' })
  })
  const fields: Record<string, unknown> = {}
  for (const [name, value] of form) fields[name] = typeof value === 'string' ? value : await value.text()
  return fields
}

/** @throws AppError `validation_failed` */
export function check<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input)
  if (!result.success) {
    throw new AppError('validation_failed', { errors: result.error.issues.map((issue) => toFieldProblem(issue, '')) })
  }
  return result.data
}
