import type { HttpSmsSettings } from './outside/http-sms.ts'
import { StartError } from './start-error.ts'

const states = ['sent', 'delivered', 'failed'] as const

/**
 * Reads how texts go to a gateway by HTTP. None of it is repeated in a message: it may hold a password.
 * @throws StartError naming the setting and what it should look like
 */
export function readHttpSms(env: NodeJS.ProcessEnv): HttpSmsSettings {
  const url = env.SMS_HTTP_URL!
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new StartError('SMS_HTTP_URL must be an address like https://gateway.example.com/send.')
  }
  const method = env.SMS_HTTP_METHOD || 'POST'
  if (method !== 'GET' && method !== 'POST' && method !== 'PUT') {
    throw new StartError('SMS_HTTP_METHOD must be GET, POST or PUT.')
  }
  const body = method === 'GET' ? undefined : env.SMS_HTTP_BODY || '{"to":"{{to}}","text":"{{text}}","ref":"{{ref}}"}'
  if (!/\{\{to\}\}/.test(url + body) || !/\{\{text\}\}/.test(url + body)) {
    throw new StartError('SMS_HTTP_URL or SMS_HTTP_BODY must say where {{to}} and {{text}} go.')
  }
  return {
    url,
    method,
    body,
    headers: texts(env, 'SMS_HTTP_HEADERS', { 'content-type': 'application/json' }),
    idPointer: env.SMS_HTTP_ID || undefined,
    statuses: readStatuses(env),
    secret: env.SMS_HTTP_SECRET || undefined,
  }
}

function readStatuses(env: NodeJS.ProcessEnv): HttpSmsSettings['statuses'] {
  const words = texts(env, 'SMS_HTTP_STATUSES', { sent: 'sent', delivered: 'delivered', failed: 'failed' })
  if (Object.values(words).every((word) => states.some((state) => state === word))) {
    return words as HttpSmsSettings['statuses']
  }
  throw new StartError('SMS_HTTP_STATUSES must be JSON like {"DELIVRD":"delivered"}, with sent, delivered or failed.')
}

/** A setting of JSON with texts by name. */
function texts(env: NodeJS.ProcessEnv, name: string, usual: Record<string, string>): Record<string, string> {
  const raw = env[name]
  if (!raw) return usual
  try {
    const read: unknown = JSON.parse(raw)
    if (read && typeof read === 'object' && Object.values(read).every((value) => typeof value === 'string')) {
      return read as Record<string, string>
    }
  } catch {
    // Said below.
  }
  throw new StartError(`${name} must be JSON like {"name":"value"}.`)
}
