import { AuthError } from '../protocol/errors.ts'

const maxLength = 120

/**
 * Refuses a name for a factor or passkey that cannot be stored or shown.
 * @throws AuthError `validation_failed`
 */
export function checkFriendlyName(name: string): void {
  if (Array.from(name).length > maxLength) {
    throw new AuthError('validation_failed', `friendly_name must be ${maxLength} characters or less`)
  }
  checkText('friendly_name', name)
}

/** @throws AuthError `validation_failed` for text that PostgreSQL does not store */
export function checkText(member: string, text: string): void {
  if (!text.isWellFormed() || text.includes('\0')) {
    throw new AuthError('validation_failed', `${member} holds characters that cannot be stored`)
  }
}

/** The kinds of factors as a person would call them. */
export const kindNames = {
  totp: 'an authenticator app',
  phone: 'a phone number',
  webauthn: 'a security key',
  recovery_code: 'recovery codes',
}
