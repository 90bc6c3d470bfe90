import { accessToken } from './session.ts'

/** The addresses that the app uses. A test holds them against the declared endpoints, which would bring zod along. */
export const paths = {
  registerDevice: 'POST /v1/driver/devices',
  listOwnDevices: 'GET /v1/driver/devices',
  getDriverDay: 'GET /v1/driver/day',
  sendEntries: 'POST /v1/driver/entries',
  listOwnMessages: 'GET /v1/driver/messages',
  getOwnMessagePhoto: 'GET /v1/driver/messages/:id/photo',
  recordPings: 'POST /v1/pings',
} as const

/** Why a call did not work out. `offline` and `busy` go by themselves. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly detail: Record<string, unknown>
  /** When the server wants to be asked again. */
  readonly retryAfterMs: number | null

  constructor(code: string, status = 0, detail: Record<string, unknown> = {}, retryAfterMs: number | null = null) {
    super(String(detail.title ?? code))
    this.code = code
    this.status = status
    this.detail = detail
    this.retryAfterMs = retryAfterMs
  }
}

export type Reply<T> = { body: T; etag: string | null; status: number; sentAt: number; receivedAt: number }

export type Api = ReturnType<typeof openApi>

type Request = { body?: unknown; headers?: Record<string, string>; query?: Record<string, string> }

/** Calls of the server as one driver in one workspace. */
export function openApi(userId: string, workspaceId: string | undefined, now: () => number) {
  async function raw(method: string, path: string, init: RequestInit): Promise<{ reply: Response; sentAt: number }> {
    for (const isSecond of [false, true]) {
      const renewed = await accessToken(userId, now, isSecond)
      if (renewed === 'offline') throw new ApiError('offline')
      if (renewed === 'ended') throw new ApiError('session_ended', 401)
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${renewed.token}`)
      if (workspaceId !== undefined) headers.set('karta-workspace', workspaceId)
      const sentAt = now()
      const reply = await fetch(path, { ...init, method, headers }).catch(() => undefined)
      if (!reply) throw new ApiError('offline')
      // The token may have been taken back before its time. A new one tells.
      if (reply.status !== 401 || isSecond) return { reply, sentAt }
    }
    throw new ApiError('session_ended', 401)
  }

  async function call<T>(path: string, { body, headers = {}, query }: Request = {}): Promise<Reply<T>> {
    const [method = 'GET', address = ''] = path.split(' ')
    const all: Record<string, string> = { accept: 'application/json', ...headers }
    if (body !== undefined) all['content-type'] = 'application/json'
    const { reply, sentAt } = await raw(method, query ? `${address}?${new URLSearchParams(query)}` : address, {
      headers: all,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!reply.ok && reply.status !== 304) throw await problemOf(reply)
    const text = reply.status === 204 || reply.status === 304 ? '' : await reply.text().catch(() => undefined)
    if (text === undefined) throw new ApiError('offline')
    return {
      body: (text ? JSON.parse(text) : undefined) as T,
      etag: reply.headers.get('etag'),
      status: reply.status,
      sentAt,
      receivedAt: now(),
    }
  }

  return { userId, raw, call }
}

/** What the server said of a call that it refused. */
export async function problemOf(reply: Response): Promise<ApiError> {
  const detail = ((await reply.json().catch(() => null)) ?? {}) as Record<string, unknown>
  const after = Number(reply.headers.get('retry-after'))
  const code = typeof detail.code === 'string' ? detail.code : reply.status >= 500 ? 'busy' : 'unknown'
  return new ApiError(code, reply.status, detail, after > 0 ? after * 1000 : null)
}
