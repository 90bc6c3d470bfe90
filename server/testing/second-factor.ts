import type { SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { inAuthScope } from '../db/connect.ts'
import { password, type authClients } from './auth-client.ts'
import type { testApp } from './test-app.ts'

/** The code that an authenticator app shows right now. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' }).generate({ timestamp: at.getTime() })

/** Adds an authenticator app to the client's account and raises the session to aal2 with it. */
export async function addTotp({ auth }: SupabaseClient, at: Date, friendlyName = 'Phone') {
  const { data: factor, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const code = codeAt(factor.totp.secret, at)
  const verified = await auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  if (verified.error) throw verified.error
  return { id: factor.id, secret: factor.totp.secret, code, session: verified.data }
}

/** Calls that the tests of second factors make besides those of the public client. */
export function authCalls(
  { app, deps }: Awaited<ReturnType<typeof testApp>>,
  { newClient }: Awaited<ReturnType<typeof authClients>>,
) {
  return {
    /** The reply's body and status. */
    async post(token: string, path: string, payload?: unknown, method: 'POST' | 'DELETE' = 'POST') {
      const reply = await app.inject({
        method,
        url: `/auth/v1${path}`,
        headers: { 'x-supabase-api-version': '2024-01-01', authorization: `Bearer ${token}` },
        ...(payload !== undefined && { payload: JSON.stringify(payload) }),
      })
      return { status: reply.statusCode, ...reply.json() }
    },

    /** Another client of the person, signed in by password. */
    async signIn(email: string) {
      const client = newClient()
      const { error } = await client.auth.signInWithPassword({ email, password })
      if (error) throw error
      return client
    },

    tokenOf: async ({ auth }: SupabaseClient) => (await auth.getSession()).data.session!.access_token,

    async challenge({ auth }: SupabaseClient, factorId: string): Promise<string> {
      const { data, error } = await auth.mfa.challenge({ factorId })
      if (error) throw error
      return data.id
    },

    /** What the audit log says about the person. */
    actionsOf: (userId: string) =>
      inAuthScope(deps.db, (trx) =>
        trx.selectFrom('auth.audit_entries').selectAll().where('user_id', '=', userId).orderBy('at').execute(),
      ),
  }
}
