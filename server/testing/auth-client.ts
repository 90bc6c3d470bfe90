import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import type { testApp } from './test-app.ts'

/** Lets the app listen on a free port and makes public clients, each with its own session. */
export async function authClients({ app, deps }: Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'deps'>) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  const newClient = ({ flowType }: { flowType?: 'implicit' | 'pkce' } = {}) => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    return createClient(url, deps.keys.publishableKey, {
      auth: { storage, autoRefreshToken: false, experimental: { recoveryCodes: true }, ...(flowType && { flowType }) },
    })
  }

  /** A client whose person just signed up. */
  async function signedUp(data: Record<string, unknown> = {}) {
    const client = newClient()
    const email = `${randomUUID()}@example.com`
    const reply = await client.auth.signUp({ email, password, options: { data } })
    if (!reply.data.session) throw new Error(`sign-up failed: ${reply.error?.message}`)
    return { client, email, user: reply.data.user!, session: reply.data.session }
  }

  return { url, newClient, signedUp }
}

/** Everybody's password in tests. */
export const password = 'correct horse battery'
