import { randomUUID } from 'node:crypto'
import { audience } from '../keys/keys.ts'

type Asked = { provider: 'email' | 'phone'; address: string; data: Record<string, unknown>; now: Date }

/**
 * The answer to a sign-up with an address that already has an account: a user that looks new and reveals nothing about
 * the account. Applications recognize it because it has no identities.
 */
export function obfuscatedUser({ provider, address, data, now }: Asked) {
  const at = now.toISOString()
  return {
    id: randomUUID(),
    aud: audience,
    role: '',
    email: provider === 'email' ? address : '',
    phone: provider === 'phone' ? address : '',
    confirmation_sent_at: at,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  }
}
