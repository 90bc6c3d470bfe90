import type { SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'

/** The code that an authenticator app shows at this moment. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' }).generate({ timestamp: at.getTime() })

/** Adds an authenticator app to the client's account, and with it brings the session to aal2. */
export async function addTotp({ auth }: SupabaseClient, at: Date, friendlyName = 'Phone') {
  const { data: factor, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const code = codeAt(factor.totp.secret, at)
  const verified = await auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  if (verified.error) throw verified.error
  return { id: factor.id, secret: factor.totp.secret, code, session: verified.data }
}
