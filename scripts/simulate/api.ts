/** Calls a server as somebody. Failures that pass by themselves are tried again, as a phone would. */
export type Api = {
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  /** The access token that it calls with. */
  token?: string
}

/** What a server said no to. */
export class RefusedError extends Error {
  readonly status: number
  readonly code: string

  constructor(message: string, status: number, code: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const attempts = 5

export function openApi(server: string, token?: string, headers: Record<string, string> = {}): Api {
  async function once<T>(method: string, path: string, body: unknown): Promise<T> {
    const reply = await fetch(server + path, {
      method,
      headers: {
        ...headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await reply.text()
    if (reply.ok) return (text ? JSON.parse(text) : undefined) as T
    const { code = '' } = JSON.parse(text.startsWith('{') ? text : '{}') as { code?: string }
    throw new RefusedError(`${method} ${path}: ${reply.status} ${text.slice(0, 500)}`, reply.status, code)
  }
  return {
    ...(token !== undefined && { token }),
    async call<T>(method: string, path: string, body?: unknown) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once<T>(method, path, body)
        } catch (error) {
          const passes = !(error instanceof RefusedError) || error.status === 429 || error.status >= 500
          if (!passes || attempt === attempts) throw error
          await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt))
        }
      }
    },
  }
}
