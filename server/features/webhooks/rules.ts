import { randomBytes } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { refusalOf } from '../../outside/webhook-poster.ts'

export const mostEndpoints = 20

/** What a secret is sealed for. */
export const secretContext = (id: string) => `webhook_endpoints.secret ${id}`

/** Where sealed secrets are, and what each is sealed for. */
export const sealedWebhookColumns = [
  { table: 'webhook_endpoints', column: 'secret', row: ['id'], context: secretContext },
  { table: 'webhook_endpoints', column: 'previous_secret', row: ['id'], context: secretContext },
] as const

/** A new secret, as Standard Webhooks writes them. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** @throws AppError `validation_failed` unless events may be posted there */
export function checkUrl(url: string, allowPrivate: boolean): void {
  const message = refusalOf(url, allowPrivate)
  if (message) throw new AppError('validation_failed', { errors: [{ path: 'url', message }] })
}

/** What the test button posts. */
export const testBody = (id: string, now: Date): Record<string, unknown> => ({
  id,
  type: 'test',
  timestamp: now.toISOString(),
  data: { message: 'This is a test. Answer with a status from 200 to 299.' },
})
