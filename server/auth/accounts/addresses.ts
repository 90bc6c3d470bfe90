import { AuthError } from '../protocol/errors.ts'

const mailbox = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const hostLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The address as it is stored: in lowercase.
 * @throws AuthError `validation_failed` if it is not an email address
 */
export function checkEmail(email: string): string {
  if (!email) throw new AuthError('validation_failed', 'An email address is required')
  const address = email.toLowerCase()
  const at = address.lastIndexOf('@')
  const labels = address.slice(at + 1).split('.')
  const isEmail =
    address.length <= 254 &&
    mailbox.test(address.slice(0, Math.max(at, 0))) &&
    labels.every((label) => hostLabel.test(label))
  if (!isEmail) throw new AuthError('validation_failed', 'Unable to validate email address: invalid format')
  return address
}

/** A typed phone number without its `+` and spaces. It is not checked. */
export const barePhone = (phone: string) => phone.replace(/^\s*\+/, '').replaceAll(/\s/g, '')

/**
 * The number as it is stored: E.164 without the `+`.
 * @throws AuthError `validation_failed` if it is not a phone number
 */
export function checkPhone(phone: string): string {
  const number = barePhone(phone)
  if (/^[1-9][0-9]{1,14}$/.test(number)) return number
  throw new AuthError('validation_failed', 'Invalid phone number format (E.164 required)')
}
