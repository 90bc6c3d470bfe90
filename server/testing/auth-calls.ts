import type { testApp } from './test-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
type Options = { headers?: Record<string, string>; payload?: string | object }

/** Calls the sign-in service without its client, for what the client never sends or does not show. */
export function authCalls({ app }: Pick<Awaited<ReturnType<typeof testApp>>, 'app'>) {
  async function call(method: Method, path: string, { headers, payload }: Options = {}) {
    const reply = await app.inject({ method, url: `/auth/v1${path}`, headers, payload })
    return { status: reply.statusCode, headers: reply.headers, body: reply.body ? reply.json() : undefined }
  }

  const signIn = (payload: string | object, headers: Record<string, string> = {}) =>
    call('POST', '/token?grant_type=password', { payload, headers: { 'content-type': 'application/json', ...headers } })

  return { call, signIn }
}
