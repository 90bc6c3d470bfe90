import { z } from 'zod'
import { isUuid } from '#domain/schema/uuid.ts'
import type { Deps } from '../../deps.ts'
import { checkEmail, checkPhone } from '../accounts/addresses.ts'
import { checkImportedHash } from '../accounts/password-hashes.ts'
import { checkNewPassword, hashPassword } from '../accounts/passwords.ts'
import { checkText } from '../factors/names.ts'
import { audience } from '../keys/keys.ts'
import { checkMetadata, Metadata, readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import { readDuration } from './duration.ts'

const Body = z.object({
  id: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  password_hash: z.string().default(''),
  email_confirm: z.boolean().default(false),
  phone_confirm: z.boolean().default(false),
  user_metadata: Metadata.optional(),
  app_metadata: Metadata.optional(),
  role: z.string().max(100).default(''),
  aud: z.string().default(''),
  ban_duration: z.string().default(''),
})

/** What an administrator wants a user to be. Undefined members stay as they are. */
export type WantedUser = {
  id: string | undefined
  email: string | undefined
  phone: string | undefined
  passwordHash: string | undefined
  emailConfirmed: boolean
  phoneConfirmed: boolean
  userMetadata: Record<string, unknown> | undefined
  appMetadata: Record<string, unknown> | undefined
  role: string | undefined
  /** How long to ban the user, in milliseconds from now. Null ends a ban. */
  banMs: number | null | undefined
}

const refuse = (say: string) => new AuthError('validation_failed', say)

/**
 * Reads and checks a wanted user, and hashes the password. Do not call it in a transaction.
 * @throws AuthError `validation_failed`, `weak_password`
 */
export async function readWantedUser(deps: Deps, input: unknown): Promise<WantedUser> {
  const body = readBody(Body, input)
  const { password, password_hash: imported } = body
  if (body.aud && body.aud !== audience) throw refuse(`The only audience of this server is "${audience}"`)
  checkText('role', body.role)
  const email = body.email ? checkEmail(body.email) : undefined
  const phone = body.phone ? checkPhone(body.phone) : undefined
  if (password && imported) throw refuse('Only a password or a password hash should be provided')
  // What somebody else chooses for a person is guessed as easily.
  if (password) await checkNewPassword(password, { email, phone, metadata: body.user_metadata }, deps.config.auth)
  if (imported) checkImportedHash(imported)
  if (body.user_metadata) checkMetadata(body.user_metadata)
  if (body.app_metadata) checkMetadata(body.app_metadata)
  return {
    id: readId(body.id),
    email,
    phone,
    banMs: readBan(body.ban_duration),
    passwordHash: password ? await hashPassword(password) : imported || undefined,
    emailConfirmed: body.email_confirm,
    phoneConfirmed: body.phone_confirm,
    userMetadata: body.user_metadata,
    appMetadata: body.app_metadata,
    role: body.role || undefined,
  }
}

function readId(id: string): string | undefined {
  if (!id) return undefined
  if (!isUuid(id)) throw refuse('ID must conform to the uuid v4 format')
  if (/^[0-]+$/.test(id)) throw refuse('ID cannot be a nil uuid')
  return id.toLowerCase()
}

function readBan(text: string): number | null | undefined {
  if (!text) return undefined
  if (text === 'none') return null
  const duration = readDuration(text)
  if (duration === undefined) throw refuse(`invalid format for ban duration: ${text.slice(0, 40)}`)
  return duration
}

/** When a ban that begins now ends, or null for no ban. */
export const endOfBan = (banMs: number | null, now: Date) => (banMs === null ? null : new Date(now.getTime() + banMs))

/** Merges changes into metadata at the top level. Members that are null are removed. */
export function mergeMetadata(current: Record<string, unknown>, change: Record<string, unknown>) {
  const merged = Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null))
  checkMetadata(merged)
  return merged
}
