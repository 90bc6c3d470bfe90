import { randomUUID } from 'node:crypto'
import { createClient, type AdminUserAttributes } from '@supabase/supabase-js'
import { inAuthScope } from '../db/connect.ts'
import { authCalls } from './auth-calls.ts'
import { authClients } from './auth-client.ts'
import type { testApp } from './test-app.ts'

type Testing = Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'deps'>

/** An administrator of the sign-in service, by the public client and by plain calls, and other people beside them. */
export async function administrator(testing: Testing) {
  const { app, deps } = testing
  const people = await authClients(testing)
  const { admin } = createClient(people.url, deps.keys.secretKey, { auth: { persistSession: false } }).auth

  const plain = authCalls(testing)
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, key?: string) => {
    const headers = { authorization: `Bearer ${key ?? deps.keys.secretKey}`, 'x-supabase-api-version': '2024-01-01' }
    return plain.call(method, path, { headers, payload })
  }

  /** A user that the administrator made. */
  async function made(attributes: AdminUserAttributes = {}) {
    const { data, error } = await admin.createUser({ email: address(), email_confirm: true, ...attributes })
    if (!data.user) throw error
    return data.user
  }

  /** What the product replies to the owner of a token. */
  const me = (token: string) =>
    app.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } })

  const auditOf = (userId: string) =>
    inAuthScope(deps.db, (trx) =>
      trx.selectFrom('auth.audit_entries').selectAll().where('user_id', '=', userId).orderBy('at').execute(),
    )

  return { ...people, admin, call, made, me, auditOf }
}

/** An id that nobody has. */
export const address = () => `${randomUUID()}@example.com`
