import { setTimeout as delay } from 'node:timers/promises'
import type { Ask, Dialect } from './dialect.ts'
import type { RoutingSettings } from './settings.ts'
import { TravelUnavailable } from './unavailable.ts'

export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>
const usualWait: Wait = (milliseconds, signal) => delay(milliseconds, undefined, { signal })

/** A table of ten thousand pairs has about 200 kB. */
const maxBytes = 32 * 1024 * 1024
/** Pauses before the second and the third attempt. */
const pausesMs = [250, 1000]

/** Makes one request, several times if need be, and gives what it answered. Its errors never hold the engine's address. */
export function openAsker(
  dialect: Dialect,
  { key, patienceSeconds, userAgent }: RoutingSettings,
  wait: Wait = usualWait,
) {
  const { name } = dialect
  const once = async (url: string, { path, body }: Ask, signal: AbortSignal): Promise<unknown> => {
    const base = new URL(url)
    const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent }
    if (key) headers.authorization = key
    if (body) headers['content-type'] = 'application/json'
    if (base.username) {
      const [user, password] = [base.username, base.password].map(decodeURIComponent)
      headers.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
      base.username = base.password = ''
    }
    const timeout = AbortSignal.timeout(patienceSeconds * 1000)
    try {
      const reply = await fetch(base.href.replace(/\/+$/, '') + path, {
        headers,
        redirect: 'error',
        signal: AbortSignal.any([signal, timeout]),
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      const text = await readText(reply)
      const answer = parsed(text)
      const judged = reply.ok ? undefined : dialect.judge(reply.status, answer)
      if (judged) throw new TravelUnavailable(judged, `${name} refuses the question`)
      // An address that is too long for a proxy, or a body.
      if ([413, 414, 431].includes(reply.status)) throw new TravelUnavailable('too many', `${name} takes no more`)
      if (reply.status === 401 || reply.status === 403)
        throw new TravelUnavailable('refused', `${name} refuses our key`)
      if (reply.status === 429) throw new TravelUnavailable('busy', `${name} asks for patience`)
      if (reply.status >= 500) throw new TravelUnavailable('failed', `${name} answers with an error`)
      if (answer === undefined)
        throw new TravelUnavailable('nonsense', `${name} answers with a page instead of figures`)
      if (!reply.ok) throw new TravelUnavailable('refused', `${name} does not take our question`)
      return answer
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof TravelUnavailable) throw error
      if (timeout.aborted) throw new TravelUnavailable('slow', `${name} takes too long`)
      throw new TravelUnavailable('silent', `${name} does not answer`)
    }
  }
  return async (url: string, ask: Ask, signal: AbortSignal): Promise<unknown> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await once(url, ask, signal)
      } catch (error) {
        const pause = pausesMs[attempt]
        const mayPass = error instanceof TravelUnavailable && ['busy', 'failed', 'silent'].includes(error.why)
        if (!mayPass || pause === undefined) throw error
        await wait(pause, signal)
      }
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws if it is endless */
async function readText(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of reply.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
